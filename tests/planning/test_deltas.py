"""What an act brought to the screen, as it is quoted: words of the screen, and never the form that they are told in."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.planning.rules.deltas import new_texts

CHANGED: list[tuple[Any, list[str]]] = [
    ([5, "-busy +disabled"], []),
    ([[5, 8, [10, 14]], "+selected +expanded"], []),
    (["Search results", "-busy +disabled"], []),
    (["^12", "+list -generic"], []),
    ([{"Total due": 2}, "-modal +busy"], []),
    ([["Search results", 5], "-busy +disabled"], []),
    (["3 items", "4 items in your cart"], ["4 items in your cart"]),
    (["3 items", "-3 +4 items"], ["-3 +4 items"]),
    (["# Orders", "# Order placed"], ["Order placed"]),
    ([{"Total due": 2}, "Total due today"], ["Total due today"]),
    ([3, "a b", "Ann Miller"], ["Ann Miller"]),
    ([3, None, "Ann Miller"], ["Ann Miller"]),
    ([3, "Ann Miller", None], []),
    ([3, "name", "Save it", "Saved just now"], ["Saved just now"]),
    ([3, "hint", None, "This is too long"], ["This is too long"]),
    ([3, "can", "click focus", "click focus scroll"], []),
    ([3, "at", [1, 2], [3, 4]], []),
    (["^more", "more", 3, 4], []),
]
ADDED: list[tuple[Any, list[str]]] = [
    (["Your order was placed"], ["Your order was placed"]),
    (["# Thank you very much", "Saved"], ["Thank you very much"]),
    ([["checkbox checked disabled", "4 Send me mail", "This is shown", "5 Keep it"]], ["This is shown"]),
    ([["7 days left"]], ["7 days left"]),
    ([["# 1 is best"]], ["# 1 is best"]),
    (["9.button.disabled Save all", "12 Save all", [10, 40], {"hint": "some words"}, {"keep": [5, [7, 9]]}], []),
    ([{"dialog modal": ["Save changes?", ["button", "12 Save", "13 Do not"]]}], []),
]


@pytest.mark.parametrize(("change", "texts"), CHANGED)
def test_what_changed_is_quoted_where_it_is_words_of_the_screen(change: Any, texts: list[str]) -> None:
    assert list(new_texts({"changed": [change, [1, "+checked"]]})) == texts
    assert list(new_texts({"changed": [[1, "+checked"], change]})) == texts


@pytest.mark.parametrize(("rows", "texts"), ADDED)
def test_what_was_added_is_quoted_where_it_is_a_text(rows: Any, texts: list[str]) -> None:
    assert list(new_texts({"added": [{"after": 5, "ui": rows}]})) == texts


@pytest.mark.parametrize("delta", [None, "x y", [], {"changed": "much", "mark": "a b"}, {"whole": "page", "ui": ["Two words"]}])
def test_what_is_no_delta_brings_nothing(delta: Any) -> None:
    assert list(new_texts(delta)) == []
