"""What varies becomes a slot, and a slot becomes what is given."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.procedures.describing import address_of, pattern_of
from lumos_layer.procedures.filling import against, arguments_of, filled
from lumos_layer.procedures.fitting import matches
from lumos_layer.procedures.procedure import Parameter, Procedure, Step
from lumos_layer.procedures.varying import Varying

WORDS = st.text("ab1 .-ä한", min_size=1, max_size=12).filter(str.strip)


def procedure(goal: str, *names: str, numbers: tuple[str, ...] = ()) -> Procedure:
    parameters = tuple(Parameter(name=name, type="number" if name in numbers else "text") for name in names)
    return Procedure(name="p", goal=goal, parameters=parameters, steps=(Step(action={"type": "observe"}),))


@given(st.lists(WORDS, min_size=1, max_size=4, unique=True), st.text("ab1 .-ä한", max_size=60))
def test_what_was_taken_out_is_put_in_again_as_it_was(texts: list[str], words: str) -> None:
    parameters = tuple(Parameter(name=f"p{i}") for i in range(len(texts)))
    varying = Varying(parameters, tuple(texts))
    assert filled(varying.slotted(words), {f"p{i}": text for i, text in enumerate(texts)}) == words


@given(st.text(max_size=30), st.text(max_size=30))
def test_what_is_put_in_has_no_slots_of_its_own(first: str, second: str) -> None:
    assert filled("{one}, {two}", {"one": "{two}" + first, "two": second}) == "{two}" + first + ", " + second


@given(st.text(max_size=40))
def test_a_title_is_as_its_own_pattern_says(title: str) -> None:
    assert matches(pattern_of(title), title)


PATTERNS = {
    "Invoice 2024-117 - Browser": "Invoice * - Browser",
    "Inbox (3)": "Inbox *",
    "report.txt - Editor": "report.txt - Editor",
    "notes7.txt - Editor": "notes7.txt - Editor",
}


@pytest.mark.parametrize(("title", "pattern"), PATTERNS.items())
def test_what_numbers_and_counts_stands_for_anything(title: str, pattern: str) -> None:
    assert pattern_of(title, ["notes7.txt"]) == pattern


def test_an_address_keeps_its_way_and_neither_numbers_nor_what_is_asked() -> None:
    assert address_of("https://shop.example/orders/2024/edit?token=abc#top") == "https://shop.example/orders/*/edit"
    assert address_of("") == ""


def test_a_goal_gives_the_arguments_word_for_word() -> None:
    rename = procedure("Rename {old} to {new}", "old", "new")
    assert arguments_of(rename, "Rename  a.txt to b.txt") == {"old": "a.txt", "new": "b.txt"}
    assert arguments_of(rename, "Rename a.txt") is None
    assert arguments_of(procedure("Rename {old}", "old", "new"), "Rename a.txt") is None
    twice = procedure("Copy {a} to {a}", "a")
    assert (arguments_of(twice, "Copy x to x"), arguments_of(twice, "Copy x to y")) == ({"a": "x"}, None)
    assert arguments_of(procedure("Set it to {n}", "n", numbers=("n",)), "Set it to forty") is None


CALLS = {
    (): "it needs old, new as well",
    (("old", "a"), ("new", "b"), ("more", "c")): "it takes no more; it takes new, old",
    (("old", "a"), ("new", "b")): "",
}


@pytest.mark.parametrize(("given", "problem"), CALLS.items())
def test_a_call_is_refused_for_what_is_missing_or_unknown(given: tuple[tuple[str, str], ...], problem: str) -> None:
    assert against(procedure("Rename {old} to {new}", "old", "new"), dict(given)) == problem


def test_only_locators_say_where() -> None:
    action: Any
    for action in ({"type": "click", "ref": "A1"}, {"type": "drag", "start": {"ref": "A1"}}, {"type": "click", "point": {"x": 1}}):
        with pytest.raises(ValueError, match="an element is named by `where`"):
            Procedure(name="p", goal="g", steps=(Step(action=action),))
    with pytest.raises(ValueError, match="it is no locator"):
        Procedure(name="p", goal="g", steps=(Step(action={"type": "click", "where": {"role": "no such role"}}),))
