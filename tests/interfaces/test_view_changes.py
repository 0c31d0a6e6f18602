"""`lumos view BEFORE AFTER`: what the page holds of what has changed; what it does is tested in Chromium."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from typer.testing import CliRunner, Result

import lumos_layer
from lumos_layer import Observation
from lumos_layer.interfaces.cli import app
from lumos_layer.interfaces.view import Look, Picture, compare, page
from lumos_layer.perception.draft import Draft
from lumos_layer.testing.strategies.changing import changing
from tests.interfaces.changed import AFTER, BEFORE, OTHER_PAGE
from tests.perception.test_delta_contracts import looks
from tests.pictures import png


def lumos(*arguments: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(app, arguments, input=stdin, catch_exceptions=False)


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("before.xml").write_text(BEFORE, encoding="utf-8")
    Path("after.xml").write_text(AFTER, encoding="utf-8")


def page_of(before: str, after: str, pictures: tuple[Picture, Picture] | tuple[None, None] = (None, None)) -> str:
    earlier = lumos_layer.read(before.encode())
    later = lumos_layer.read(after.encode(), after=earlier)
    since = compare(Look(earlier, "before.xml", pictures[0]), later)
    return page(later, after.encode(), "after.xml", pictures[1], since)


def facts(html: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(html.split('<script type="application/json" id="data">')[1].split("</script>", 1)[0])
    return found


def marked(held: dict[str, Any]) -> dict[str, list[str]]:
    return {row["name"]: row["marks"] for row in held["rows"] if "marks" in row}


def row(held: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(row for row in held["rows"] if row["name"] == name)
    return found


# The page


def test_rows_say_what_became_of_them() -> None:
    assert marked(facts(page_of(BEFORE, AFTER))) == {
        "Save": ["moved"],
        "Print": ["changed"],
        "File name": ["changed"],
        "Undo": ["added"],
        "Saved": ["changed"],
        "Brushes": ["removed"],
        "Round": ["removed"],
        "2 sizes": ["removed"],
    }


def test_a_change_is_told_with_before_and_after() -> None:
    held = facts(page_of(BEFORE, AFTER))
    assert row(held, "File name")["changes"] == [{"field": "value", "before": "report.txt", "after": "plan.txt"}]
    assert row(held, "Saved")["changes"] == [{"field": "text", "before": "Ready", "after": "Saved"}]
    assert row(held, "Print")["changes"] == [{"field": "states", "before": ["button", "disabled"], "after": ["button"]}]


def test_what_is_gone_stands_under_no_longer_there_with_its_old_box_and_ref() -> None:
    held = facts(page_of(BEFORE, AFTER))
    gone = [(row["level"], row["kind"], row["name"], row.get("box")) for row in held["rows"] if row.get("gone")]
    assert gone == [
        (1, "section", "No longer there", None),
        (2, "group", "Brushes", [20, 200, 200, 100]),
        (3, "element", "Round", [30, 210, 100, 30]),
        (3, "text", "2 sizes", [30, 250, 100, 20]),
    ]
    earlier = lumos_layer.read(BEFORE.encode())
    assert row(held, "Round")["ref"] == next(ref for ref, node in earlier.refs.items() if earlier.name_of(node) == "Round")


def test_what_stands_elsewhere_says_where_it_was() -> None:
    held = facts(page_of(BEFORE, AFTER))
    was = {row["name"]: row["was"] for row in held["rows"] if "was" in row}
    assert was == {"Save": [20, 20, 80, 30], "Open": [120, 20, 80, 30], "Print": [220, 20, 80, 30]}


def test_refs_live_on() -> None:
    rows = facts(page_of(BEFORE, AFTER))["rows"]
    before = facts(page_of(BEFORE, BEFORE))["rows"]
    refs = {row["name"]: row["ref"] for row in before if "ref" in row}
    assert {row["name"]: row["ref"] for row in rows if row.get("ref") in refs.values()} == refs


def test_a_summary_and_the_delta_stand_in_the_page() -> None:
    held = facts(page_of(BEFORE, AFTER))
    earlier = lumos_layer.read(BEFORE.encode())
    delta = lumos_layer.read(AFTER.encode(), after=earlier).since(earlier)
    assert held["delta"]["summary"] == "1 added, 3 changed, 1 moved, 3 removed, focus moved"
    assert (held["delta"]["json"], held["delta"]["bytes"]) == (delta.json(), len(delta.json().encode()))
    assert held["delta"]["tokens"] == delta.tokens()


def test_looks_that_do_not_follow_each_other_are_read_on() -> None:
    alone = compare(Look(lumos_layer.read(BEFORE.encode()), "before.xml"), lumos_layer.read(AFTER.encode()))
    html = page(lumos_layer.read(AFTER.encode()), AFTER.encode(), "after.xml", since=alone)
    assert html == page_of(BEFORE, AFTER)


def test_of_another_page_nothing_is_marked() -> None:
    held = facts(page_of(BEFORE, OTHER_PAGE))
    assert (held["delta"]["told"], held["delta"]["summary"]) == (False, "Another page or window is shown: nothing is compared.")
    assert [row["name"] for row in held["rows"]] == ["Mail", "Reply"]
    assert marked(held) == {}


def test_of_two_equal_dumps_nothing_is_marked() -> None:
    held = facts(page_of(BEFORE, BEFORE))
    assert held["delta"]["summary"] == "nothing that is shown has changed"
    assert marked(held) == {}
    assert [row["name"] for row in held["rows"] if "was" in row] == []


def test_a_page_of_one_dump_holds_nothing_of_two() -> None:
    held = facts(page(lumos_layer.read(BEFORE.encode()), BEFORE.encode(), "before.xml"))
    assert {"before", "delta"} & set(held) == set()


def test_a_protected_value_is_nowhere_in_the_page_whatever_it_becomes() -> None:
    field = '<Window Name="Login" RuntimeId="1" IsOffscreen="False"><Edit Name="Password" RuntimeId="2" {} Value="{}"/></Window>'
    html = page_of(field.format('IsPassword="True"', "hunter2"), field.format('IsPassword="False"', "hunter23"))
    assert "hunter2" not in html


def test_both_screenshots_are_in_the_page() -> None:
    pictures = Picture("before.png", png(800, 600), 800, 600), Picture("after.png", png(800, 600, (1, 2, 3)), 800, 600)
    html = page_of(BEFORE, AFTER, pictures)
    held = facts(html)
    assert html.count("<img ") == 2
    assert (held["picture"]["name"], held["before"]["picture"]["name"]) == ("after.png", "before.png")
    assert (held["frame"], held["before"]["frame"]) == ([0, 0, 800, 600], [0, 0, 800, 600])


def test_hostile_words_stay_words_on_both_sides() -> None:
    hostile = "</script><img src=x onerror=alert(1)>{{script}}"
    quoted = hostile.replace("<", "&lt;")
    html = page_of(BEFORE.replace("Round", quoted), AFTER.replace("plan.txt", quoted))
    plain = page_of(BEFORE, AFTER)
    assert [html.count(mark) for mark in "<>&"] == [plain.count(mark) for mark in "<>&"]
    assert row(facts(html), hostile)["marks"] == ["removed"]


# What holds of all


def check_marks_agree_with_the_delta(earlier: Observation, later: Observation) -> None:
    compared = compare(Look(earlier, "before"), later)
    delta = compared.delta
    blueprint = delta.blueprint
    now = [row for row in compared.rows if not row.get("gone")]
    assert [row["ref"] for row in now if row["kind"] in ("root", "element", "group") and row.get("ref")] == list(blueprint.refs)
    if not compared.told:
        assert compared.counts == {"added": 0, "changed": 0, "moved": 0, "removed": 0}
        return
    told = [(row.get("ref"), change["field"]) for row in now for change in row.get("changes", ()) if change["field"] != "kind"]
    assert sorted(told, key=str) == sorted(((change.ref, change.field) for change in delta.changed), key=str)
    assert compared.counts["moved"] == len(delta.moved)
    assert compared.counts["added"] - len(delta.added) in (0, 1)  # a group around everything that was there
    assert compared.counts["removed"] - len(delta.removed) in (0, 1)  # the group that everything stood in


@settings(max_examples=150)
@given(changing())
def test_what_is_marked_is_what_the_delta_tells(made: list[Draft]) -> None:
    seen = looks(made)
    check_marks_agree_with_the_delta(seen[0], seen[-1])
    check_marks_agree_with_the_delta(seen[-1], seen[0])


# The command


def test_the_page_of_two_dumps_is_named_after_both() -> None:
    result = lumos("view", "before.xml", "after.xml")
    written = Path("after.since.before.view.html").read_text("utf-8")
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == {
        "output": "after.since.before.view.html",
        "bytes": len(written.encode()),
        "elements": 8,
        "boxes": 8,
        "screenshot": None,
        "since": {"name": "before.xml", "screenshot": None},
        "changes": {
            "whole": None,
            "added": 1,
            "changed": 3,
            "moved": 1,
            "removed": 3,
            "summary": "1 added, 3 changed, 1 moved, 3 removed, focus moved",
        },
    }
    assert written == page_of(BEFORE, AFTER)


def test_each_dump_brings_its_screenshot() -> None:
    Path("before.png").write_bytes(png(800, 600))
    Path("other.png").write_bytes(png(800, 600))
    said = json.loads(lumos("view", "before.xml", "after.xml", "--screenshot", "other.png").stdout)
    assert (said["screenshot"], said["since"]["screenshot"]) == ("other.png", "before.png")
    said = json.loads(lumos("view", "before.xml", "after.xml", "--screenshot-before", "other.png").stdout)
    assert (said["screenshot"], said["since"]["screenshot"]) == (None, "other.png")


def test_a_screenshot_of_before_needs_two_dumps() -> None:
    result = lumos("view", "before.xml", "--screenshot-before", "before.png")
    assert result.exit_code == 2
    assert "It is for two dumps." in result.stderr


def test_one_of_the_dumps_may_come_from_standard_input_but_not_both() -> None:
    assert lumos("view", "-", "after.xml", "--output", "look.html", stdin=BEFORE.encode()).exit_code == 0
    assert facts(Path("look.html").read_text("utf-8"))["before"]["name"] == "standard input"
    both = lumos("view", "-", "-", stdin=BEFORE.encode())
    assert both.exit_code == 2
    assert "Only one dump can come from standard input." in both.stderr


@pytest.mark.parametrize("kept", ["before.xml", "after.xml"])
def test_neither_dump_is_overwritten(kept: str) -> None:
    content = Path(kept).read_bytes()
    assert lumos("view", "before.xml", "after.xml", "--output", kept).exit_code == 3
    assert Path(kept).read_bytes() == content


@pytest.mark.parametrize(
    ("dumps", "name"),
    [
        (["one/step-000.xml"], "one.step-000.view.html"),
        (["two/step-000.xml"], "two.step-000.view.html"),
        (["two/deep/step-000.xml"], "two.deep.step-000.view.html"),
        (["./one/../two/step-000.xml"], "two.step-000.view.html"),
        (["one/step-000.xml", "one/step-001.xml"], "one.step-001.since.step-000.view.html"),
        (["one/step-000.xml", "two/step-000.xml"], "two.step-000.since.one.step-000.view.html"),
    ],
)
def test_pages_of_dumps_in_folders_do_not_overwrite_each_other(dumps: list[str], name: str) -> None:
    for folder in ("one", "two", "two/deep"):
        Path(folder).mkdir()
        for step in ("step-000.xml", "step-001.xml"):
            Path(folder, step).write_text(BEFORE, encoding="utf-8")
    assert json.loads(lumos("view", *dumps).stdout)["output"] == name
    assert Path(name).exists()


def test_many_long_folders_do_not_make_the_name_too_long() -> None:
    folder = Path(*["주문" * 10] * 6)
    folder.mkdir(parents=True)
    for name in ("a.xml", "b.xml"):
        (folder / name).write_text(BEFORE, encoding="utf-8")
    Path("c").mkdir()
    Path("c/a.xml").write_text(BEFORE, encoding="utf-8")
    name = json.loads(lumos("view", str(folder / "a.xml"), "c/a.xml").stdout)["output"]
    assert name.startswith("c.a.since.")
    assert name.endswith(".a.view.html")
    assert len(name.encode()) <= 255
