"""Made-up dumps are the same at every run, well formed, and hold exactly as many nodes as were asked for."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from benchmarks.dumps import DIALECTS, dump, write_dump
from benchmarks.yardstick import count_nodes, parsable

XML = [dialect.name for dialect in DIALECTS if dialect.suffix == ".xml"]
ALL = [dialect.name for dialect in DIALECTS]


def elements(name: str, nodes: int) -> list[etree._Element]:
    root = etree.fromstring(parsable(dump(name, nodes)), etree.XMLParser())
    return list(root.iter("*"))


def page(nodes: int) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(dump("cdp", nodes))
    return document


def accessibility_nodes(document: dict[str, Any]) -> list[dict[str, Any]]:
    nodes: list[dict[str, Any]] = document["sessions"][0]["frames"][0]["nodes"]
    return nodes


def test_every_first_dialect_has_a_generator() -> None:
    assert ALL == ["android", "uia", "atspi", "browser", "cdp"]


@pytest.mark.parametrize("name", ALL)
def test_the_same_seed_gives_the_same_bytes(name: str) -> None:
    assert dump(name, 3_000, seed=7) == dump(name, 3_000, seed=7)


@pytest.mark.parametrize("name", ALL)
def test_another_seed_gives_another_dump(name: str) -> None:
    assert dump(name, 3_000, seed=7) != dump(name, 3_000, seed=8)


@pytest.mark.parametrize("name", ALL)
def test_a_file_holds_the_same_bytes(name: str, tmp_path: Path) -> None:
    write_dump(name, 2_000, tmp_path / "dump")
    assert (tmp_path / "dump").read_bytes() == dump(name, 2_000)


@pytest.mark.parametrize("nodes", [20, 999, 3_001])
@pytest.mark.parametrize("name", ALL)
def test_a_dump_has_exactly_as_many_nodes_as_asked_for(name: str, nodes: int) -> None:
    assert count_nodes(parsable(dump(name, nodes))) == nodes


@pytest.mark.parametrize("name", ALL)
def test_a_dump_smaller_than_its_shell_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="at least"):
        dump(name, 2)


def test_an_unknown_dialect_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="android, uia, atspi, browser, cdp"):
        dump("ios", 100)


def test_android_nodes_carry_every_attribute_in_the_order_of_the_tool() -> None:
    orders = {tuple(element.attrib) for element in elements("android", 2_000) if element.tag == "node"}
    assert orders == {
        (
            "index",
            "text",
            "resource-id",
            "class",
            "package",
            "content-desc",
            "checkable",
            "checked",
            "clickable",
            "enabled",
            "focusable",
            "focused",
            "scrollable",
            "long-clickable",
            "password",
            "selected",
            "bounds",
        )
    }


def test_android_indexes_count_siblings_from_zero() -> None:
    for element in elements("android", 2_000):
        assert [int(child.attrib["index"]) for child in element] == list(range(len(element)))


def test_android_has_clickable_rows_fields_switches_and_rows_without_height() -> None:
    found = elements("android", 5_000)
    classes = Counter(element.attrib.get("class") for element in found)
    assert {"android.widget.EditText", "android.widget.Switch", "android.widget.ImageButton"} <= set(classes)
    assert any(element.attrib.get("clickable") == "true" for element in found)
    assert any(re.search(r"\[0,(\d+)]\[1080,\1]", element.attrib.get("bounds", "")) for element in found)


def test_uia_says_utf_16_but_holds_utf_8_as_the_real_tools_do() -> None:
    data = dump("uia", 500)
    assert data.startswith(b'<?xml version="1.0" encoding="utf-16"?><Window ')
    assert data.decode("utf-8").endswith("</Window>")


def test_uia_controls_carry_the_25_attributes_of_a_page_source_and_their_patterns() -> None:
    found = elements("uia", 5_000)
    assert all(len(element.attrib) >= 25 and "RuntimeId" in element.attrib for element in found)
    assert len({element.attrib["RuntimeId"] for element in found}) == 5_000
    assert {element.attrib["ToggleState"] for element in found if element.tag == "CheckBox"} == {"On", "Off"}
    assert {element.attrib["IsOffscreen"] for element in found} == {"True", "False"}


def test_atspi_shows_some_of_its_nodes_and_hides_menus_and_pages_out_of_view() -> None:
    showing = "{https://accessibility.ubuntu.example.org/ns/state}showing"
    found = elements("atspi", 5_000)
    shown = sum(showing in element.attrib for element in found)
    assert 1_000 < shown < 4_000
    assert not any(showing in element.attrib for element in found if element.tag == "menu-item")


def test_browser_nodes_have_ids_of_their_own_and_ignored_ones_are_listed() -> None:
    found = elements("browser", 3_000)
    assert len({element.attrib["raw_id"] for element in found}) == 3_000
    assert {element.tag for element in found if element.attrib["ignored"] == "true"} == {"none"}


def test_every_accessibility_node_of_a_page_is_reached_from_its_root_exactly_once() -> None:
    nodes = {node["nodeId"]: node for node in accessibility_nodes(page(3_000))}
    assert len(nodes) == 3_000
    waiting, reached = ["1"], []
    while waiting:
        number = waiting.pop()
        reached.append(number)
        waiting += nodes[number]["childIds"]
        assert all(nodes[child]["parentId"] == number for child in nodes[number]["childIds"])
    assert sorted(reached) == sorted(nodes)


def test_every_accessibility_node_of_a_page_has_its_dom_node_in_the_snapshot() -> None:
    document = page(3_000)
    snapshot = document["sessions"][0]["snapshot"]["documents"][0]
    backends = set(snapshot["nodes"]["backendNodeId"])
    named = {node["backendDOMNodeId"] for node in accessibility_nodes(document) if "backendDOMNodeId" in node}
    assert named <= backends


def test_the_columns_of_a_snapshot_are_equally_long() -> None:
    session = page(3_000)["sessions"][0]["snapshot"]
    nodes, layout = session["documents"][0]["nodes"], session["documents"][0]["layout"]
    columns = ("parentIndex", "nodeType", "nodeName", "nodeValue", "backendNodeId", "attributes")
    assert len({len(nodes[column]) for column in columns}) == 1
    assert len({len(layout[column]) for column in ("nodeIndex", "styles", "bounds", "text", "paintOrders")}) == 1
    assert all(len(styles) == 7 for styles in layout["styles"])
    assert max(layout["nodeIndex"]) < len(nodes["parentIndex"])


def test_a_text_of_the_snapshot_says_what_its_accessibility_node_says() -> None:
    document = page(500)
    snapshot = document["sessions"][0]["snapshot"]
    nodes, strings = snapshot["documents"][0]["nodes"], snapshot["strings"]
    text_of = {
        backend: strings[value] for backend, value in zip(nodes["backendNodeId"], nodes["nodeValue"], strict=True) if value >= 0
    }
    texts = [node for node in accessibility_nodes(document) if node["role"]["value"] == "StaticText"]
    assert len(texts) > 50
    assert all(text_of[node["backendDOMNodeId"]] == node["name"]["value"] for node in texts)
