"""Places that checks name: rows, lists, entries without a role of their own; and what is called by the row that it stands in."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.testing.trees import node, text
from lumos_layer.tree import Scroll
from lumos_layer.verification.probes import probe
from tests.verification.looks import element, told


def entry(title: str, summary: str, *more: Any) -> tuple[Any, ...]:
    """An entry of a list as Android tells it: no role, its words as its name."""
    return ((2, node("generic", f"{title}, {summary}", "click")), (3, text(title)), (3, text(summary)), *more)


def phone(*entries: Any) -> Any:
    return told((0, node("generic")), (1, node("list")), *entries)


def toggle(name: str, checked: str) -> tuple[int, Any]:
    return (3, node("switch", name, "toggle", checked=checked))


@pytest.mark.parametrize("state", ["ON", "", "켜짐"])
@pytest.mark.parametrize("role", ["switch", ""])
def test_a_switch_that_only_says_its_state_is_called_as_its_row(state: str, role: str) -> None:
    look = phone(*entry("Dark theme", "Until sunrise", toggle(state, "true")), *entry("Sound", "Loud", toggle("OFF", "false")))
    assert probe(element(role, "Dark theme", checked=True), look).verdict is True
    assert probe(element(role, "Sound", checked=True), look).verdict is False
    assert probe(element(role, "Dark", checked=True), look).verdict is not True


def test_of_two_switches_in_a_row_neither_is_called_as_the_row() -> None:
    look = phone(*entry("Dark theme", "Until sunrise", toggle("ON", "true"), toggle("OFF", "false")))
    assert probe(element("switch", "Dark theme", checked=True), look).verdict is not True


def test_what_stands_right_in_a_list_is_a_row_of_it() -> None:
    look = phone(*entry("Screen timeout", "After 2 minutes"), *entry("Font", "After 5 pm"))
    assert probe(element(text_contains="After 2 minutes", within="Screen timeout"), look).verdict is True
    assert probe(element(text_contains="After 5 pm", within="Screen timeout"), look).verdict is False


def table(*rows: tuple[str, ...]) -> Any:
    cells = ((level, each) for row in rows for level, each in [(1, node("row")), *((2, node("cell", cell)) for cell in row)])
    return told((0, node("table", "Builds")), *cells)


def test_what_a_row_in_sight_does_not_say_any_more_is_otherwise() -> None:
    check = element(text_contains="passed", within="Build 88")
    before, after = table(("Build 88", "passed"), ("Build 87", "failed")), table(("Build 88", "running"), ("Build 87", "passed"))
    assert probe(check, before).verdict is True
    answer = probe(check, after)
    assert (answer.verdict, answer.why) == (False, "'Build 88' does not say so")
    assert answer.quotes[:2] == ("Build 88", "running")


def test_an_unnamed_row_is_called_as_its_first_cell_and_is_not_gone_while_any_cell_says_so() -> None:
    look = table(("1002", "Bo", "5"), ("1003", "Cy", "7"))
    assert probe(element("row", "1002"), look).verdict is True
    assert probe(element("row", "1002", exists=False), look).verdict is False
    assert probe(element("row", "5"), look).verdict is None
    assert probe(element("row", "1004", exists=False), look).verdict is True


def test_an_empty_list_shows_that_nothing_is_in_it_and_a_folded_one_does_not() -> None:
    check = element("listitem", within="Open", count=0)
    rows = (1, node("list", "Done")), (2, node("listitem", "a"))
    assert probe(check, told((0, node("window", "Tasks")), (1, node("list", "Open")), *rows)).verdict is True
    assert probe(check, told((0, node("window", "Tasks")), (1, node("list", "Open", expanded=False)), *rows)).verdict is None
    assert probe(check, told((0, node("window", "Tasks")), *rows)).verdict is None


@pytest.mark.parametrize(("below", "verdict"), [(73, None), (20, True), (0, True)])
@pytest.mark.parametrize("role", ["group", "list"])
def test_a_list_goes_on_as_far_as_it_can_be_scrolled(role: str, below: int, verdict: bool | None) -> None:
    rows = ((2, node("row", f"IMG_{n}", box=(0, n * 28, 700, 28))) for n in range(17))
    look = told((0, node("grid", "Content")), (1, node(role, "Files", box=(0, 0, 700, 452), scroll=Scroll(below=below))), *rows)
    assert probe(element("row", "IMG_60", exists=False), look).verdict is verdict


@pytest.mark.parametrize(("checked", "verdict"), [("true", True), ("false", False)])
def test_an_unnamed_switch_is_called_as_its_group(checked: str, verdict: bool) -> None:
    news = (1, node("group")), (2, text("News")), (2, text("Daily")), (2, node("switch", "", "toggle", checked=checked))
    ads = (1, node("group")), (2, text("Ads")), (2, node("switch", "", "toggle", checked="true"))
    assert probe(element("switch", "News", checked=True), told((0, node("window", "Feeds")), *news, *ads)).verdict is verdict
