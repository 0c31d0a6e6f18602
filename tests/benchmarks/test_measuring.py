"""What the measurements rest on: which files are dumps, what a yardstick gets, what is counted, how tables look."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import lumos_layer
from benchmarks.dumps import DIALECTS, dump
from benchmarks.forms import FORMS, ui_text
from benchmarks.items import items_of
from benchmarks.recorded import recorded
from benchmarks.table import table
from benchmarks.variants import Variant
from benchmarks.yardstick import count_nodes, is_json, parsable
from lumos_layer.perception.blueprint import Boxes

WINDOW = (
    b'<Window AutomationId="" Name="A" x="0" y="0" width="90" height="90">'
    b'<Button AutomationId="" Name="OK" x="1" y="1" width="9" height="9"/></Window>'
)


def test_recorded_dumps_are_found_below_a_folder_and_other_files_passed_over(tmp_path: Path) -> None:
    (tmp_path / "kind" / "app").mkdir(parents=True)
    (tmp_path / "kind" / "app" / "step-000.xml").write_bytes(WINDOW)
    (tmp_path / "kind" / "app" / "steps.json").write_text("{}")
    (tmp_path / "kind" / "notes.xml").write_text("<notes/>")
    found = list(recorded([tmp_path / "kind"]))
    assert [(one.folder, one.name, one.data) for one in found] == [("kind", "app/step-000.xml", WINDOW)]


def test_a_wrong_label_is_taken_off_before_the_yardstick_parses() -> None:
    labelled = b'<?xml version="1.0" encoding="utf-16"?>' + WINDOW
    assert parsable(labelled) == WINDOW
    assert parsable(WINDOW) == WINDOW


def test_a_damaged_dump_has_no_yardstick() -> None:
    with pytest.raises(ValueError, match="cannot parse"):
        parsable(WINDOW[:-9])


def test_nodes_are_elements_in_xml_and_accessibility_nodes_in_json() -> None:
    assert count_nodes(WINDOW) == 2
    assert count_nodes(b'{"nodes":[{"nodeId":"1","backendDOMNodeId":5},{"nodeId":"2"}]}') == 2
    assert not is_json(WINDOW)
    assert is_json(b'\xef\xbb\xbf {"nodes":[]}')


def test_a_blueprint_is_measured_without_its_header() -> None:
    assert ui_text('{"title":"The \\"ui\\": a word","ui":["1.button OK"]}') == '["1.button OK"]'


@pytest.mark.parametrize("name", [dialect.name for dialect in DIALECTS])
def test_every_generated_dialect_is_read_as_what_it_is(name: str) -> None:
    observation = lumos_layer.read(dump(name, 3_000))
    assert observation.format == name
    assert observation.warnings == ()
    assert len(observation.blueprint(view="interactive").refs) > 50


@pytest.mark.parametrize("boxes", ["none", "centre", "box"])
@pytest.mark.parametrize("name", [dialect.name for dialect in DIALECTS])
def test_the_experiment_rewrites_all_that_a_blueprint_holds(name: str, boxes: Boxes) -> None:
    ui = json.loads(lumos_layer.read(dump(name, 2_000)).blueprint(boxes=boxes).compact())["ui"]
    assert Variant().items(ui) == ui


@pytest.mark.parametrize("name", [dialect.name for dialect in DIALECTS])
def test_every_form_of_the_experiment_holds_every_number_and_name(name: str) -> None:
    blueprint = lumos_layer.read(dump(name, 2_000)).blueprint(view="interactive")
    named = [item for item in items_of(blueprint) if item.kind == "element" and item.name.isalpha()]
    for form, write in FORMS.items():
        text = write(blueprint)
        assert all(item.name in text for item in named)
        assert "implied" in form or "fifth" in form or all(str(item.ref) in text for item in named)


def test_a_table_is_aligned_and_is_markdown() -> None:
    assert table(("dump", "nodes"), [("a|b", 1_000), ("c", None), ("d", 1.5)]).splitlines() == [
        "| dump | nodes |",
        "| ---- | ----: |",
        "| a\\|b | 1,000 |",
        "| c    |     – |",
        "| d    |  1.50 |",
    ]
