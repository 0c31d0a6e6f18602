"""Every case of tests/cases holds as far as it can be checked; and the runner of cases fails where it should."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from tests.run_cases import EXPECTATIONS, STEPS, folders, line, main, run_case, table_of

CASES: Final = Path(__file__).parent / "cases"

# What each case still waits for. Building one of these makes the test fail until this table says so.
NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "001-byte-order-mark-and-blank-lines": (),
    "002-control-characters-in-names": (),
    "003-old-and-new-namespaces": (),
    "004-zero-size-and-help-text": (),
    "005-clickable-parent-named-by-its-text": (),
    "006-one-field-listed-twice": (),
    "007-equal-buttons-in-rows": (),
    "008-toast-at-the-top": (),
    "009-same-button-on-the-next-page": (),
    "010-edges-and-nesting": (),
    "011-half-visible-last-row": (),
    "012-second-monitor-on-the-right": (),
    "013-minimised-window": (),
    "014-exactly-enough-budget": (),
    "015-wrapper-chains": (),
    "016-only-the-focus-moved": (),
    "017-line-break-is-not-enter": (),
    "018-disabled-button": (),
    "019-same-click-again-and-again": (),
    "020-busy-screen-has-no-controls": (),
    "021-secret-by-reference": (),
    "022-denied-or-no-answer": (),
    "023-tool-argument-types": (),
    "024-crash-between-act-and-look": (),
    "025-three-thousand-levels": ("benchmark",),
}


def test_every_case_is_in_the_table() -> None:
    assert [folder.name for folder in folders(CASES)] == list(NEEDS)


@pytest.mark.parametrize("name", NEEDS)
def test_what_can_be_checked_of_a_case_holds(name: str) -> None:
    case = run_case(CASES / name)
    assert case.failures == []
    assert tuple(case.needs) == NEEDS[name]


def test_the_tables_of_the_runner_hold_every_word_of_the_grammar() -> None:
    grammar = (CASES / "grammar.md").read_text("utf-8")
    _, steps, expectations = grammar.split("\n## ")[1:4]
    assert {row.split("`")[1] for row in steps.splitlines() if row.startswith("- ")} <= set(STEPS)
    assert {row.split("`")[1] for row in expectations.splitlines() if row.startswith("- ")} <= set(EXPECTATIONS)


# The runner itself, on a window that is known to the last word.

WINDOW = """<Window Name="Orders" RuntimeId="42.1" IsEnabled="True" x="0" y="0" width="400" height="300">
<Group Name="Row 1" x="0" y="0" width="400" height="100">
<Button Name="Edit" AutomationId="edit1" x="10" y="10" width="80" height="30"/></Group>
<Group Name="Row 2" x="0" y="100" width="400" height="100">
<Button Name="Edit" AutomationId="edit2" IsEnabled="False" x="10" y="110" width="80" height="30"/></Group>
<CheckBox Name="Archive" AutomationId="box" ToggleState="1" x="10" y="200" width="80" height="30"/>
<Edit Name="Code" AutomationId="code" IsPassword="True" Value="hidden-canary" x="10" y="240" width="80" height="20"/>
<Edit Name="City" AutomationId="city" Value="Oslo" HasKeyboardFocus="True" x="10" y="260" width="80" height="20"/>
<Text Name="Ready" x="10" y="280" width="80" height="20"/>
</Window>"""
OBSERVE: Final = {"do": "observe", "file": "window.xml", "as": "A"}
EDIT_1: Final = {"name": "Edit", "within": {"name": "Row 1"}}
EDIT_2: Final = {"name": "Edit", "within": {"name": "Row 2"}}


def made(tmp_path: Path, *steps: Mapping[str, Any]) -> Path:
    folder = tmp_path / "made"
    folder.mkdir()
    (folder / "window.xml").write_text(WINDOW, "utf-8")
    (folder / "other.xml").write_text(WINDOW.replace("Oslo", "Rome"), "utf-8")
    (folder / "junk.xml").write_text("<html><body>no dump</body></html>", "utf-8")
    (folder / "check.json").write_text(json.dumps({"case": "made", "steps": steps}), "utf-8")
    return folder


HOLDS: list[dict[str, Any]] = [
    {"expect": "observed", "obs": ["A"]},
    {"expect": "element", "where": {"name": "Edit"}, "count": 2, "has": {"role": "button"}},
    {
        "expect": "element",
        "where": EDIT_1,
        "count": 1,
        "has": {"enabled": True, "bounds": [10, 10, 80, 30], "can": "click"},
    },
    {"expect": "element", "where": EDIT_2, "count": 1, "has": {"enabled": False, "can_not": "click"}},
    {"expect": "element", "where": {"identifier": "box"}, "has": {"role": "checkbox", "checked": True, "can": "click"}},
    {"expect": "element", "where": {"identifier": "code"}, "has": {"filled": True, "value": None, "role": "textbox"}},
    {"expect": "element", "where": {"value": "Oslo"}, "has": {"focused": True, "name": "City", "visible": True}},
    {"expect": "element", "where": {"name": "Ready"}, "count": 1, "has": {"role": "text"}},
    {"expect": "element", "where": {"name_contains": "rchiv", "bounds": [10, 200, 80, 30]}, "count": 1},
    {"expect": "no-target", "where": {"name": "Ready"}},
    {"expect": "text", "contains": "Edit", "times": 2},
    {"expect": "text", "contains": "Oslo", "lacks": "hidden-canary"},
    {"expect": "distinct-ids", "obs": "A"},
    {"expect": "same-id", "a": {"obs": "A", "where": EDIT_1}, "b": {"obs": "A", "where": {"identifier": "edit1"}}},
    {"expect": "other-id", "a": {"obs": "A", "where": EDIT_1}, "b": {"obs": "A", "where": EDIT_2}},
    {"expect": "busy", "obs": "A", "is": False},
    {"expect": "cut", "obs": "A", "is": False},
    {"expect": "order", "obs": "A", "first": EDIT_1, "then": {"name": "City"}},
    {"expect": "size", "of": "blueprint", "max_chars": 1500, "max_tokens": 500, "smaller_than_raw": True},
    {"expect": "valid-utf8-json", "obs": "A"},
    {"expect": "file-unchanged", "file": "window.xml"},
]


def test_what_is_true_of_a_window_passes(tmp_path: Path) -> None:
    case = run_case(made(tmp_path, OBSERVE, *HOLDS))
    assert (case.failures, case.needs) == ([], [])
    assert line(case) == "pass   made"


FAILS: list[tuple[dict[str, Any], str]] = [
    ({"expect": "observed", "obs": ["J"]}, "J was not read"),
    ({"expect": "input-error", "obs": ["A"]}, "without an error"),
    ({"expect": "warning-or-error", "obs": "A"}, "without a word"),
    ({"expect": "element", "where": {"name": "Edit"}, "count": 1}, "2 (button 'Edit', button 'Edit') match"),
    ({"expect": "element", "where": {"name": "Remove"}}, "0 () match"),
    ({"expect": "element", "where": EDIT_1, "has": {"enabled": False}}, "has enabled True, not False"),
    ({"expect": "element", "where": EDIT_1, "has": {"role": "link"}}, "does not have role 'link'"),
    ({"expect": "element", "where": EDIT_1, "has": {"can": "type"}}, "does not have can 'type'"),
    ({"expect": "element", "where": EDIT_1, "has": {"can_not": "click"}}, "does not have can_not 'click'"),
    ({"expect": "element", "where": EDIT_1, "has": {"bounds": [0, 0, 1, 1]}}, "has bounds [10, 10, 80, 30]"),
    ({"expect": "element", "where": {"identifier": "box"}, "has": {"checked": False}}, "has checked True"),
    ({"expect": "element", "where": {"identifier": "box"}, "has": {"selected": True}}, "has selected False"),
    ({"expect": "element", "where": {"identifier": "code"}, "has": {"filled": False}}, "has filled True"),
    ({"expect": "element", "where": {"identifier": "city"}, "has": {"value": "Rome"}}, "has value 'Oslo'"),
    ({"expect": "element", "where": {"identifier": "box"}, "has": {"focused": True}}, "has focused False"),
    ({"expect": "element", "where": {"name": "Ready"}, "has": {"visible": True}}, "has visible False"),
    ({"expect": "element", "where": {"name": "City"}, "has": {"placeholder": "where"}}, "has placeholder"),
    ({"expect": "no-target", "where": {"name": "Archive"}}, "1 targets match"),
    ({"expect": "text", "contains": "Remove"}, "is not shown"),
    ({"expect": "text", "contains": "Edit", "times": 1}, "shown 2 times"),
    ({"expect": "text", "lacks": "Oslo"}, "'Oslo' is shown"),
    ({"expect": "same-blueprint", "obs": ["A", "B"]}, "the blueprint of B is not that of A"),
    (
        {"expect": "same-id", "a": {"obs": "A", "where": EDIT_1}, "b": {"obs": "A", "where": EDIT_2}},
        "the refs are A",
    ),
    (
        {"expect": "other-id", "a": {"obs": "A", "where": EDIT_1}, "b": {"obs": "A", "where": EDIT_1}},
        "the refs are A",
    ),
    (
        {"expect": "same-id", "a": {"obs": "A", "where": {"name": "Edit"}}, "b": {"obs": "B", "where": EDIT_1}},
        "2 elements of A match",
    ),
    ({"expect": "busy", "obs": "A", "is": True}, "A is not busy"),
    ({"expect": "cut", "obs": "A", "is": True}, "A is not cut"),
    ({"expect": "cut", "obs": "A", "is": False, "omitted_at_least": 900}, "are said to be omitted"),
    ({"expect": "order", "obs": "A", "first": {"name": "City"}, "then": EDIT_1}, "does not come first"),
    ({"expect": "size", "of": "blueprint", "max_chars": 10}, "characters"),
    ({"expect": "size", "of": "blueprint", "max_tokens": 10}, "tokens"),
    ({"expect": "size", "of": "blueprint", "smaller_than_raw": False}, "characters, the dump"),
    ({"expect": "size", "of": "each", "within_budget": True}, "nothing to measure"),
]


@pytest.mark.parametrize(("expectation", "words"), FAILS)
def test_what_is_not_true_of_a_window_fails(tmp_path: Path, expectation: Mapping[str, Any], words: str) -> None:
    others = [{"do": "observe", "file": "junk.xml", "as": "J"}, {"do": "observe", "file": "other.xml", "as": "B"}]
    case = run_case(made(tmp_path, *others, OBSERVE, {"obs": "A", **expectation}))
    (failure,) = case.failures
    assert words in failure
    assert case.needs == []


def test_what_is_not_built_is_needed_and_what_follows_is_still_checked(tmp_path: Path) -> None:
    steps: list[Mapping[str, Any]] = [
        OBSERVE,
        {"do": "run", "model": [], "on": "window.xml", "verifier": {}},
        {"expect": "outcome", "is": "done"},
        {"expect": "run", "ends": "done"},
        {"expect": "element", "obs": "A", "where": {"name": "Remove"}, "count": 1},
    ]
    case = run_case(made(tmp_path, *steps))
    assert case.needs == ["verifier"]
    assert case.failures == ['expect element: 0 () match {"name": "Remove"}, not 1']


def test_a_budget_is_kept_at_every_size(tmp_path: Path) -> None:
    steps: list[Mapping[str, Any]] = [
        {**OBSERVE, "budget_tokens": 5000},
        {"do": "observe-many", "file": "window.xml", "budget_tokens": [1, "size of A", 7]},
        {"expect": "size", "of": "each", "within_budget": True},
    ]
    case = run_case(made(tmp_path, *steps))
    assert case.failures == []
    assert len(case.budgeted) > 5


def test_variables_of_a_loop_are_filled_in(tmp_path: Path) -> None:
    loop = {
        "do": "for-each",
        "in": "list.json",
        "as": "v",
        "steps": [{"expect": "text", "obs": "A", "contains": "$v.word"}],
    }
    folder = made(tmp_path, OBSERVE, loop)
    (folder / "list.json").write_text('[{"word": "Oslo"}, {"word": "Rome"}]', "utf-8")
    assert run_case(folder).failures == ["expect text: 'Rome' is not shown"]


def test_the_command_says_what_came_of_each_case(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made(tmp_path, OBSERVE, {"expect": "text", "obs": "A", "contains": "Rome"})
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().out.splitlines()[:3] == [
        "fail   made",
        "         expect text: 'Rome' is not shown",
        "   0  pass",
    ]


def test_the_command_ends_well_if_nothing_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made(tmp_path, OBSERVE, {"expect": "verifier", "is": True})
    assert main([str(tmp_path), "made"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "needs  made: verifier",
        "   0  pass",
        "   0  fail",
        "   1  needs",
        "   1  needs verifier",
    ]


def test_the_command_does_not_end_well_without_a_case(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 1
    assert main([]) == 2


def test_a_table_counts_the_ends_of_all_cases(tmp_path: Path) -> None:
    case = run_case(made(tmp_path, OBSERVE))
    assert table_of([case, case]).splitlines() == ["   2  pass", "   0  fail", "   0  needs"]


POINTED = """<Window Name="Orders" AutomationId="main" x="0" y="0" width="200" height="100">
  <Button Name="Save" x="10" y="10" width="40" height="20"/>
  <Button Name="Undo" x="10" y="50" width="40" height="20"/>
  <Group AutomationId="cover" x="0" y="40" width="200" height="60"/>
</Window>"""


@pytest.mark.parametrize(
    ("expected", "failure"),
    [
        ({"expect": "hit", "at": [10, 10], "is": {"name": "Save"}}, None),
        ({"expect": "hit", "at": [300, 10], "is": None}, None),
        ({"expect": "hit", "at": [10, 60], "is_not": {"name": "Undo"}}, None),
        ({"expect": "hit", "at": [10, 60], "is_or_is_within": {"identifier": "main"}}, None),
        ({"expect": "hit", "at": [10, 10], "is": None}, "hit"),
        ({"expect": "hit", "at": [10, 10], "is_not": {"name": "Save"}}, "hit"),
        ({"expect": "hit", "at": [10, 10], "is_or_is_within": {"name": "Undo"}}, "hit"),
        ({"expect": "clickable-at", "at": [49, 29], "is": {"name": "Save"}}, None),
        ({"expect": "clickable-at", "at": [20, 60], "is": {"name": "Undo"}}, "clickable-at"),
        ({"expect": "click-point", "of": {"name": "Save"}, "inside": [10, 10, 40, 20], "outside": [0, 0, 9, 9]}, None),
        ({"expect": "click-point", "of": {"name": "Save"}, "inside": [0, 0, 9, 9]}, "click-point"),
        ({"expect": "click-point", "of": {"name": "Undo"}}, "click-point"),
    ],
)
def test_points_are_checked(tmp_path: Path, expected: Mapping[str, Any], failure: str | None) -> None:
    folder = made(tmp_path, {"do": "observe", "file": "pointed.xml", "as": "A"}, {**expected, "obs": "A"})
    (folder / "pointed.xml").write_text(POINTED, "utf-8")
    failures = run_case(folder).failures
    assert [words.split(":")[0] for words in failures] == ([f"expect {failure}"] if failure else [])


def act(target: Mapping[str, Any], **fields: Any) -> dict[str, Any]:
    more: dict[str, Any] = {key: fields.pop(key) for key in ("world_first", "world_becomes") if key in fields}
    return {"do": "act", "on": "A", "action": {"type": "click", "target": target, **fields}, **more}


SET_CITY: Final = {"type": "set_text", "text": "Rome"}
ACTED: list[tuple[Mapping[str, Any], Mapping[str, Any], str | None]] = [
    (act(EDIT_1), {"expect": "outcome", "is": "done", "point_inside": [10, 10, 80, 30]}, None),
    (act(EDIT_1), {"expect": "outcome", "is": "done", "point_inside": [0, 0, 9, 9]}, "the point is (50, 25)"),
    (act(EDIT_1), {"expect": "outcome", "is_one_of": ["refused", "stale", "no-effect"]}, "is none of"),
    (act(EDIT_1), {"expect": "effects", "reached": 1}, None),
    (act(EDIT_1), {"expect": "effects", "reached": 0}, "1 acts reached the world, not 0"),
    (act(EDIT_1), {"expect": "pressed", "where": EDIT_1, "times": 1}, None),
    (act(EDIT_1), {"expect": "pressed", "where": {"identifier": "edit2"}, "times": 1}, "was pressed 0 times"),
    (act(EDIT_1), {"expect": "not-pressed", "where": {"identifier": "edit2"}}, None),
    (act(EDIT_1), {"expect": "not-pressed", "where": EDIT_1}, "was pressed 1 times"),
    (act(EDIT_2), {"expect": "outcome", "is": "refused", "because": "disabled"}, None),
    (act(EDIT_2), {"expect": "outcome", "is": "refused", "because": "covered"}, "refused as disabled"),
    (act(EDIT_2), {"expect": "effects", "reached": 0}, None),
    (act(EDIT_1, world_first="empty.xml"), {"expect": "outcome", "is": "stale"}, None),
    (act(EDIT_1, world_first="empty.xml"), {"expect": "outcome", "is": "done"}, "is none of"),
    (act({"name": "City"}, **SET_CITY), {"expect": "value", "where": {"name": "City"}, "is": "Rome"}, None),
    (act({"name": "City"}, **SET_CITY), {"expect": "value", "where": {"name": "City"}, "is": "Oslo"}, "the value is 'Rome'"),
    (act({"name": "City"}, **SET_CITY), {"expect": "world-value", "where": {"name": "City"}, "is": "Rome"}, None),
    (act({"name": "City"}, **SET_CITY), {"expect": "world-value", "where": {"name": "City"}, "is": "Oslo"}, "other values"),
    (act({"name": "City"}, **SET_CITY), {"expect": "outcome", "is": "done", "shows": "Rome"}, None),
    (act({"name": "City"}, **SET_CITY), {"expect": "nowhere", "text": "Rome", "places": ["diff"]}, "it is said in"),
    (act({"name": "City"}, **SET_CITY), {"expect": "nowhere", "text": "Paris", "places": ["diff"]}, None),
    (
        act({"name": "City"}, **SET_CITY, world_becomes="other.xml"),
        {"expect": "value", "where": {"name": "City"}, "is": "Rome"},
        None,
    ),
    (act({"identifier": "box"}), {"expect": "state", "where": {"identifier": "box"}, "checked": False}, None),
    (act({"identifier": "box"}), {"expect": "state", "where": {"identifier": "box"}, "checked": True}, "checked is False"),
    (act({"name": "Nobody"}), {"expect": "effects", "reached": 0}, "nothing in A matches"),
    ({"do": "act-raw", "action": {"type": "fly"}}, {"expect": "valid-or-invalid", "is": "invalid"}, None),
    ({"do": "act-raw", "action": {"type": "fly"}}, {"expect": "valid-or-invalid", "is": "ok"}, "it is invalid, not ok"),
    ({"do": "act-raw", "action": {"type": "click", "target": "ID"}}, {"expect": "valid-or-invalid", "is": "ok"}, None),
]


@pytest.mark.parametrize(("deed", "expectation", "failure"), ACTED)
def test_what_comes_of_acts_is_checked(
    tmp_path: Path, deed: Mapping[str, Any], expectation: Mapping[str, Any], failure: str | None
) -> None:
    folder = made(tmp_path, OBSERVE, deed, expectation)
    (folder / "empty.xml").write_text('<Window Name="Orders" RuntimeId="42.1" x="0" y="0" width="400" height="300"/>', "utf-8")
    case = run_case(folder)
    assert case.needs == []
    assert len(case.failures) >= (failure is not None)
    assert all(failure is not None for _ in case.failures)
    assert failure is None or failure in case.failures[0]


def test_a_secret_reaches_the_world_and_nobody_else(tmp_path: Path) -> None:
    expectations: list[Mapping[str, Any]] = [
        {"expect": "outcome", "is": "done"},
        {"expect": "world-value", "where": {"name": "City"}, "is": "marmalade-canary"},
        {"expect": "nowhere", "text": "marmalade", "places": ["blueprint", "diff", "log", "trace", "checkpoint", "errors"]},
    ]
    secret = act({"name": "City"}, type="set_text", text={"secret": "jam"})
    folder = made(tmp_path, {"do": "secrets", "file": "secrets.json"}, OBSERVE, secret, *expectations)
    (folder / "secrets.json").write_text('{"jam": "marmalade-canary"}', "utf-8")
    assert run_case(folder).failures == []
