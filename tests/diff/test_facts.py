"""Which texts tell of another thing, and which only of the same thing a little later."""

from __future__ import annotations

import pytest

from lumos_layer.diff import match, turned_over
from lumos_layer.diff.facts import tells_of_another
from lumos_layer.tree import Tree
from tests.diff.looks import tree
from tests.trees import button, node, text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Ada Lovelace", "Bob Stone"),
        ("Ada King", "Bob King"),
        ("ada@first.example", "bob@other.example"),
        ("Order 1001", "Order 1002"),
        ("Invoice INV-0042", "Invoice INV-0043"),
        ("Issue #7", "Issue #8"),
        ("张三", "李四"),
        ("Ada", ""),
    ],
)
def test_a_text_tells_of_another_thing(before: str, after: str) -> None:
    assert tells_of_another(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("3 unread", "4 unread"),
        ("Inbox (3)", "Inbox (4)"),
        ("Saved at 12:03", "Saved at 12:04"),
        ("Copying a.txt to the disk", "Copying b.txt to the disk"),
        ("Ada", "Ada Lovelace"),
        ("12.50", "13.00"),
        ("1024 MB free", "1020 MB free"),
        ("ADA", "Ada"),
        ("3条消息", "4条消息"),
    ],
)
def test_a_text_tells_of_the_same_thing(before: str, after: str) -> None:
    assert not tells_of_another(before, after)


def deep(name: str, levels: int) -> Tree:
    """Facts at the bottom of so many boxes, a button at the top."""
    boxes = [(level, node("generic")) for level in range(1, levels)]
    facts = [(levels, text(name)), (levels, text(f"{name} Street")), (levels, text(f"{name} Town"))]
    return tree((0, node("window", "App")), (1, button("Delete")), *boxes, *facts)


def test_a_button_far_above_what_it_belongs_to_is_found() -> None:
    before, after = deep("Ada", 20_000), deep("Bob", 20_000)
    assert before[min(turned_over(before, after, match(before, after)))].name == "Delete"


def folding(*, open_first: bool, headed: bool = False) -> Tree:
    """Two stretches of text below buttons of which one is expanded; `headed`: the buttons stand in boxes of their own."""
    rows = [(0, node("window", "App")), (1, node("heading", "Questions"))]
    for number, (name, told) in enumerate(
        (("Shipping", ("We ship daily", "to all places")), ("Returns", ("Thirty days", "for free")))
    ):
        is_open = open_first == (number == 0)
        rows += [(1, node("group"))] if headed else []
        rows.append((2 if headed else 1, node("button", name, "click", expanded=is_open)))
        rows += [(1, text(words)) for words in told if is_open]
    return tree(*rows, (1, button("Send")))


@pytest.mark.parametrize("headed", [True, False])
def test_a_text_that_is_folded_away_while_another_is_unfolded_tells_of_nothing(headed: bool) -> None:
    before, after = folding(open_first=True, headed=headed), folding(open_first=False, headed=headed)
    assert turned_over(before, after, match(before, after)) == frozenset()


def test_what_stands_in_the_place_of_another_beside_a_menu_that_closes_is_another() -> None:
    def page(*facts: str, is_open: bool) -> Tree:
        menu = node("button", "Menu", "click", expanded=is_open)
        return tree((0, node("window", "App")), (1, menu), *((1, text(words)) for words in facts), (1, button("Delete")))

    before, after = page("Ada", "London", is_open=True), page("Bob", "Rome", is_open=False)
    assert "Delete" in {before[i].name for i in turned_over(before, after, match(before, after))}
