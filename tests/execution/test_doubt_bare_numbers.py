"""A bare number beside an element of which nobody says whether it counts or names something: what is not known is not acted on."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.actions.outcomes import Rejected
from lumos_layer.perception.naming_numbers import goes_on
from tests.execution.surfaces import Surface, ref, window
from tests.execution.test_targets import asked
from tests.trees import Row, button, node, text

DIALECTS = ("uia", "atspi", "android", "ios", "browser", "cdp")
ADA = text("Ada")


def rows(*told: tuple[str, ...], head: tuple[str, ...] = (), role: str = "table", inside: bool = False) -> list[Row]:
    """A table of rows of texts beside a button, or with the button in its first row."""
    cell, heads = ("cell", [(2, node("row", "")), *((3, node("columnheader", each)) for each in head)] if head else [])
    made: list[Row] = [(1, node(role, "")), *heads]
    for place, words in enumerate(told):
        made += [(2, node("row", "")), *((3, node(cell, each)) for each in words)]
        made += [(3, button("Confirm"))] if inside and place == 0 else []
    return [*window(text("All is kept")), *made, *([] if inside else [(1, button("Confirm"))])]


def pressed(before: list[Row], after: list[Row], dialect: str = "uia") -> tuple[Any, list[str]]:
    surface = Surface(*before, dialect=dialect)
    executor = surface.executor()
    confirm = ref(executor, "Confirm")
    surface.rows = after
    return executor.run(asked("click", confirm)), surface.verbs


def beside(*told: Any) -> list[Row]:
    return window(*told, button("Confirm"))


IN_DOUBT = {
    "behind a name": (beside(ADA, text("10")), beside(ADA, text("99"))),
    "before a name": (beside(text("10"), ADA), beside(text("99"), ADA)),
    "called by no word": (beside(ADA, text("10", identifier="table")), beside(ADA, text("99", identifier="table"))),
    "in the only row beside it": (rows(("Ada", "10")), rows(("Ada", "99"))),
    "in one of two rows beside it": (rows(("Ada", "10"), ("Bob", "7")), rows(("Ada", "99"), ("Bob", "7"))),
    "in its own row": (rows(("Ada", "10"), inside=True), rows(("Ada", "99"), inside=True)),
    "under a head that names things": (
        rows(("Ada", "10"), ("Bob", "7"), head=("Name", "Order")), rows(("Ada", "11"), ("Bob", "7"), head=("Name", "Order"))
    ),
}  # fmt: skip


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("case", IN_DOUBT)
def test_a_number_that_may_name_the_record_is_not_taken_for_a_count(case: str, dialect: str) -> None:
    before, after = IN_DOUBT[case]
    outcome, verbs = pressed(before, after, dialect)
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, verbs) == ("stale", [])


def test_the_refusal_says_which_number_is_another() -> None:
    outcome, _ = pressed(*IN_DOUBT["behind a name"])
    assert outcome.violations[0].message == (
        "A1 stood beside '10' behind 'Ada' and stands beside '99' since the look o1: it may belong to something else now."
    )


COUNTS = {
    "one more": (beside(ADA, text("10")), beside(ADA, text("11"))),
    "one less": (beside(ADA, text("10")), beside(ADA, text("9"))),
    "the first of them": (beside(ADA, text("0")), beside(ADA, text("12"))),
    "none left": (beside(ADA, text("12")), beside(ADA, text("0"))),
    "a label that counts": (beside(ADA, text("Quantity"), text("10")), beside(ADA, text("Quantity"), text("99"))),
    "in a bar": (
        [*beside(ADA), (1, node("navigation", "")), (2, text("Ada")), (2, text("10"))],
        [*beside(ADA), (1, node("navigation", "")), (2, text("Ada")), (2, text("99"))],
    ),
    "a ticker": (
        [*beside(ADA), (1, node("marquee", "")), (2, text("10"))],
        [*beside(ADA), (1, node("marquee", "")), (2, text("99"))],
    ),
    "a head that counts": (rows(("Ada", "10"), head=("Name", "Unread")), rows(("Ada", "99"), head=("Name", "Unread"))),
    "several rows at once": (rows(("Ada", "10"), ("Bob", "7"), ("Eve", "3")), rows(("Ada", "99"), ("Bob", "55"), ("Eve", "3"))),
    "one row more": (rows(("Ada", "10")), rows(("Ada", "10"), ("Bob", "7"))),
    "another row of its own list": (
        rows(("Ada", "10"), ("Bob", "7"), inside=True),
        rows(("Ada", "10"), ("Bob", "70"), inside=True),
    ),
    "where it is only looked at": (beside(ADA, text("10")), beside(ADA, text("10"))),
}


@pytest.mark.parametrize("case", COUNTS)
def test_a_number_that_counts_or_stands_apart_keeps_nobody_from_pressing(case: str) -> None:
    before, after = COUNTS[case]
    assert pressed(before, after)[1] == ["click"]


def test_a_number_that_is_another_at_every_look_keeps_nobody_from_pressing() -> None:
    surface = Surface(*beside(ADA, text("100", identifier="live")))
    executor = surface.executor()
    confirm = ref(executor, "Confirm")

    def tick() -> None:
        place = next(i for i, (_, made) in enumerate(surface.rows) if made.identifier == "live")
        surface.rows[place] = 1, text(str(int(surface.rows[place][1].name) + 7), identifier="live")

    surface.each_look = tick
    executor.run(asked("click", confirm))
    assert surface.verbs == ["click"]


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_counts_go_on_by_one_or_begin_and_end_with_none(one: int, other: int) -> None:
    assert goes_on(str(one), str(other)) is goes_on(str(other), str(one)) is (abs(one - other) <= 1 or not one * other)


def test_a_number_of_any_length_is_read() -> None:
    outcome, verbs = pressed(beside(ADA, text("1" * 5000)), beside(ADA, text("2" * 5000)))
    assert (outcome.reason, verbs) == ("stale", [])
