"""How typed words stand in a field, told from what it held before and holds after."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.execution.field_texts import typed, without_the_second
from lumos_layer.perception.text import clean_value


@pytest.mark.parametrize(
    ("before", "after", "text", "how"),
    [
        ("", "hello", "hello", "inserted"),
        ("old", "oldnew", "new", "inserted"),
        ("old", "newold", "new", "inserted"),
        ("old", "onewld", "new", "inserted"),
        ("old", "new", "new", "inserted"),
        ("old", "old new", " new", "inserted"),
        ("old", "old new", "new", "inserted"),  # a blank at its end, which the dump had left out
        ("ab", "abab", "ab", "inserted"),
        ("ab", "ababab", "ab", "doubled"),
        ("", "abab", "ab", "doubled"),
        ("x", "xhi hi", "hi ", "doubled"),
        ("old", "old", "new", "same"),
        ("", "line 1 line 2", "line 1\nline 2", "inserted"),
        ("", "(555) 12", "55512", "formatted"),
        ("", "London", "Lon", "completed"),
        ("", "4111 1111 1111 1111", "4111111111111111", "inserted"),
        ("", "new", "newer", "other"),
        ("old", "something else", "new", "other"),
    ],
)
def test_what_was_typed_is_told(before: str, after: str, text: str, how: str) -> None:
    assert typed(before, after, text) == how


def test_the_second_time_is_taken_out_again() -> None:
    assert without_the_second("ab", "aXYXYb", "XY") == "aXYb"
    assert without_the_second("ab", "aXYb", "XY") is None


PLAIN = st.text(st.sampled_from("ab c1"), max_size=8).map(clean_value)


@given(PLAIN, PLAIN.filter(bool), st.data())
def test_whatever_is_put_in_place_of_a_part_is_inserted(before: str, text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(before)))
    end = data.draw(st.integers(start, len(before)))
    after = clean_value(before[:start] + text + before[end:])
    assert typed(before, after, text) in ("inserted", "same")


@given(PLAIN, PLAIN, PLAIN)
def test_any_texts_can_be_told(before: str, after: str, text: str) -> None:
    assert typed(before, after, text) in ("inserted", "completed", "formatted", "same", "doubled", "other")
