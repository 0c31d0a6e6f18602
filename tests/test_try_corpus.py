from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lumos_layer
from lumos_layer import Blueprint, Observation
from lumos_layer.diff import EditScript
from lumos_layer.errors import BudgetTooSmall, InputError, NotClickable
from lumos_layer.tree import Tree
from tests import try_corpus
from tests.independent import recall
from tests.try_corpus import REFUSED, main, table, try_file

CASES = Path(__file__).parent / "cases"
ORDERS = """<Window Name="Orders" AutomationId="main" x="0" y="0" width="640" height="480">
  <Text Name="Orders of today" x="10" y="10" width="100" height="20"/>
  <Button Name="Save" x="10" y="40" width="100" height="30"/>
  <Button Name="Undo" IsEnabled="False" x="10" y="80" width="100" height="30"/>
  <CheckBox Name="Keep" ToggleState="1" x="10" y="120" width="100" height="30"/>
  <Edit Name="PIN" IsPassword="True" Value="canary-4711" x="10" y="160" width="100" height="30"/>
</Window>"""


@pytest.fixture
def orders(tmp_path: Path) -> Path:
    file = tmp_path / "orders.xml"
    file.write_text(ORDERS, "utf-8")
    return file


def kinds(file: Path) -> set[str]:
    return {breach.split(":")[0] for breach in try_file(file).breaches}


def instead(monkeypatch: pytest.MonkeyPatch, made: Callable[[str], str], form: str = "compact") -> None:
    """Every blueprint prints something else from now on."""
    original = getattr(Blueprint, form)
    monkeypatch.setattr(Blueprint, form, lambda blueprint: made(original(blueprint)))


# Good files


def test_a_good_file_keeps_every_promise(orders: Path) -> None:
    tried = try_file(orders)
    assert (tried.format, tried.elements, tried.reason, tried.breaches) == ("uia", 4, "", ())


def test_a_dialect_that_the_independent_checker_does_not_know_is_tried_by_its_tree(
    orders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recall, "READERS", {})
    assert try_file(orders).breaches == ()


def test_what_is_no_dump_is_refused_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("only words", "utf-8")
    tried = try_file(tmp_path / "words.txt")
    assert (tried.format, tried.breaches) == (REFUSED, ())
    assert tried.reason.startswith("This is no accessibility dump of a known dialect")


def test_a_good_folder_ends_well(orders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("steps.json", "a.hits.json", "README.md", "a.png", "manifest.json", "recorded-states.jsonl"):
        (orders.parent / name).write_text("{}", "utf-8")
    (orders.parent / "words.txt").write_text("only words", "utf-8")
    assert main([str(orders.parent), "--jobs", "1"]) == 0
    refused, *rest = capsys.readouterr().out.splitlines()
    assert refused.startswith(f"refused  {orders.parent}/words.txt: This is no accessibility dump")
    assert rest == [
        "format        files  elements  breaches",
        "uia               1         4  none",
        "refused           1         0  none",
        "2 files tried, 6 others passed over; no breach",
    ]


@pytest.mark.parametrize("case", ["004-zero-size-and-help-text", "009-same-button-on-the-next-page", "015-wrapper-chains"])
def test_cases_end_well_on_all_cores(case: str) -> None:
    assert main([str(CASES / case), "--jobs", "2"]) == 0


# Bad files: each breaks one promise


def test_a_crash_while_reading_is_a_breach(orders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(_: bytes) -> Observation:
        raise IndexError("list index out of range")

    monkeypatch.setattr(lumos_layer, "read", crash)
    assert try_file(orders).breaches == ("crash: reading: IndexError: list index out of range",)


def test_a_crash_while_printing_is_a_breach(orders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Blueprint, "object", lambda blueprint: 1 // 0)
    assert try_file(orders).breaches[0] == "crash: valid_by_schema: ZeroDivisionError: integer division or modulo by zero"


def test_a_refusal_without_a_reason_is_a_breach(orders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: bytes) -> Observation:
        raise InputError("  ")

    monkeypatch.setattr(lumos_layer, "read", refuse)
    assert try_file(orders).breaches == ("no reason: refused without a word",)


def test_a_text_against_its_schema_is_a_breach(orders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    instead(monkeypatch, lambda text: text.replace('"kind"', '"sort"'), "object")
    assert "schema" in kinds(orders)


def test_another_text_the_second_time_is_a_breach(orders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times: list[str] = []

    def changing(text: str) -> str:
        times.append(text)
        return text.replace("Orders of today", f"Look {len(times)}")

    instead(monkeypatch, changing)
    assert "not deterministic" in kinds(orders)


def test_a_lost_element_is_a_breach(orders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Blueprint, "refs", property(lambda blueprint: ()))
    assert "lost" in kinds(orders)
    monkeypatch.undo()
    instead(monkeypatch, lambda text: text.replace(',"2.disabled Undo"', ""))
    assert "not shown" in kinds(orders)


def test_a_budget_that_is_exceeded_is_a_breach(orders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = Observation.blueprint
    monkeypatch.setattr(Observation, "blueprint", lambda seen, budget=None, **asked: original(seen, **asked))
    assert "budget" in kinds(orders)


@pytest.mark.parametrize("least", [1, 10_000])
def test_a_budget_that_is_wrongly_refused_is_a_breach(orders: Path, monkeypatch: pytest.MonkeyPatch, least: int) -> None:
    original = Observation.blueprint

    def blueprint(seen: Observation, budget: int | None = None, **asked: Any) -> Blueprint:
        if budget is not None:
            raise BudgetTooSmall(budget, least)
        return original(seen, **asked)

    monkeypatch.setattr(Observation, "blueprint", blueprint)
    assert kinds(orders) == {"budget"}


def test_a_form_that_does_not_come_back_is_a_breach(orders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = lumos_layer.decode
    monkeypatch.setattr(lumos_layer, "decode", lambda text: original(text.replace("Save", "Load")))
    assert kinds(orders) == {"round trip"}


def test_a_text_that_the_page_about_the_form_does_not_allow_is_a_breach(orders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    instead(monkeypatch, lambda text: text.replace('"1 Save"', '"01 Save"'))
    assert "grammar" in kinds(orders)


def test_forms_that_tell_different_things_are_a_breach(orders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    instead(monkeypatch, lambda text: text.replace("Save", "Load"), "object")
    assert "disagree" in kinds(orders)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("form", ["compact", "object"])
def test_a_secret_that_is_printed_is_a_breach(orders: Path, monkeypatch: pytest.MonkeyPatch, form: str, *, known: bool) -> None:
    if not known:
        monkeypatch.setattr(recall, "READERS", {})
    instead(monkeypatch, lambda text: text.replace("Orders of today", "You typed canary-4711"), form)
    assert "secret" in kinds(orders)


def test_a_secret_in_json_is_found_by_its_pointer() -> None:
    raw = json.dumps({"Children": [{"Name": "PIN", "Value": "canary-4711"}]})
    assert list(try_corpus._raw_values(raw, "/Children/0")) == ["canary-4711"]


AROUND = """<Window Name="w" AutomationId="m" x="0" y="0" width="640" height="480">
  <ComboBox Name="PIN" Value="canary-4711" x="0" y="0" width="90" height="20">
    <Edit Name="PIN" IsPassword="True" Value="canary-4711" x="0" y="0" width="90" height="20">
      <Button Name="Show canary-4711" x="0" y="0" width="9" height="9"/><Button Name="Show" x="9" y="0" width="9" height="9"/>
    </Edit>
  </ComboBox>
</Window>"""
AROUND_IN_JSON = json.dumps(
    {
        "ControlType": "ComboBox",
        "Value": "canary-4711",
        "Children": [
            {
                "ControlType": "Edit",
                "IsPassword": True,
                "Value": "canary-4711",
                "Children": [{"ControlType": "Button", "Name": "Show canary-4711"}, {"ControlType": "Button", "Name": "Show"}],
            }
        ],
    }
)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("dump", [AROUND, AROUND_IN_JSON])
def test_what_repeats_a_secret_in_or_around_its_field_is_a_breach_if_it_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dump: str, *, known: bool
) -> None:
    (tmp_path / "dump.txt").write_text(dump, "utf-8")
    if not known:
        monkeypatch.setattr(recall, "READERS", {})
    assert "secret" not in kinds(tmp_path / "dump.txt")
    instead(monkeypatch, lambda text: text.replace("Show", "Show canary-4711"))
    assert "secret" in kinds(tmp_path / "dump.txt")


def test_a_secret_that_a_recording_typed_before_is_a_breach(orders: Path) -> None:
    steps = [
        {"before": "login", "action": {"type": "type", "text": "Orders of", "secret": True}},
        {"before": "orders", "action": {"type": "type", "text": "Save", "secret": True}},
    ]
    (orders.parent / "steps.json").write_text(json.dumps({"steps": steps}), "utf-8")
    assert kinds(orders) == {"secret"}


def test_the_next_dump_in_a_folder_is_what_the_edit_script_makes_of_this_one(orders: Path) -> None:
    (orders.parent / "orders2.xml").write_text(ORDERS.replace("Undo", "Redo").replace("<CheckBox", "<RadioButton"), "utf-8")
    assert [try_file(file).breaches for file in (orders, orders.parent / "orders2.xml")] == [(), ()]


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (lambda before, script: before, "diff: the script to orders2.xml makes another tree"),
        (lambda before, script: 1 // 0, "crash: what_changed: ZeroDivisionError: integer division or modulo by zero"),
    ],
)
def test_an_edit_script_that_does_not_make_the_next_dump_is_a_breach(
    orders: Path, monkeypatch: pytest.MonkeyPatch, made: Callable[[Tree, EditScript], Tree], told: str
) -> None:
    (orders.parent / "orders2.xml").write_text(ORDERS.replace("Undo", "Redo"), "utf-8")
    monkeypatch.setattr(try_corpus, "patch", made)
    assert try_file(orders.parent / "orders2.xml").breaches == ()
    assert try_file(orders).breaches == (told,)


def test_the_next_dump_is_only_compared_if_it_can_be_read(orders: Path) -> None:
    (orders.parent / "orders2.xml").write_text("only words", "utf-8")
    assert try_file(orders).breaches == ()


@pytest.mark.parametrize("character", ["\\u0007", "\\u202e", "\\u200b"])
def test_control_characters_are_a_breach(orders: Path, monkeypatch: pytest.MonkeyPatch, character: str) -> None:
    instead(monkeypatch, lambda text: text.replace("today", character))
    assert "control character" in kinds(orders)


def test_a_bad_folder_prints_each_breach_and_ends_badly(
    orders: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    original = lumos_layer.decode
    monkeypatch.setattr(lumos_layer, "decode", lambda text: original(text.replace("Save", "Load")))
    assert main([str(orders.parent), "--jobs", "1"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert f"BREACH   {orders}: round trip: full: the compact form decodes to another object form" in lines
    assert lines[-3:-1] == [
        "format        files  elements  breaches",
        f"uia               1         4  {len(lines) - 3} × round trip",
    ]


def test_a_folder_with_nothing_to_try_is_told_from_a_good_one(tmp_path: Path) -> None:
    assert main([str(tmp_path), "--jobs", "1"]) == 2


def test_the_table_puts_what_was_refused_last(tmp_path: Path) -> None:
    tried = [try_corpus.Tried(tmp_path, name, 2, breaches=("lost: a", "lost: b")) for name in (REFUSED, "uia", "zed", "uia")]
    assert [line.split()[:3] for line in table(tried)][1:] == [["uia", "2", "4"], ["zed", "1", "2"], ["refused", "1", "2"]]


def test_a_click_point_that_hits_another_element_is_a_breach(orders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Observation, "click_point", lambda observation, ref: (20, 50))  # the middle of Save
    assert "pointing" in kinds(orders)


def test_a_refusal_for_no_known_reason_is_a_breach(orders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Observation, ref: str) -> tuple[int, int]:
        error = NotClickable(ref, "covered")
        error.reason = "bored"
        raise error

    monkeypatch.setattr(Observation, "click_point", refuse)
    assert "pointing" in kinds(orders)
