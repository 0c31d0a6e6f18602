from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.testing.trees import button, field, node, text
from lumos_layer.tree import Node
from lumos_layer.verification.called import perhaps_called
from lumos_layer.verification.meant import Meant
from lumos_layer.verification.words import words_of
from tests.verification.looks import element, seen

WINDOW = (0, node("window", "App"))
NAMES = (
    "Save", "save:", "Save…", "The save button", "Save Save", "Save 저장", "Save all", "Cart (12 EUR)", "1,284.50", "1284.50",
    "007", "7", "…", "the", "On", "메뉴", "ＳＡＶＥ", "Café", "Cafe\u0301",
)  # fmt: skip


@given(
    st.lists(st.tuples(st.sampled_from((button, text, field)), st.sampled_from(("", *NAMES))), max_size=12),
    st.sampled_from(NAMES),
    st.booleans(),
)
def test_all_that_a_name_means_is_among_what_it_may_mean(
    elements: list[tuple[Callable[[str], Node], str]], wanted: str, loosely: bool
) -> None:
    rows = [(1, made(name)) for made, name in elements]
    words = words_of(seen(WINDOW, *rows))
    meant = Meant(element(name=wanted, loosely=loosely), words)
    perhaps = list(perhaps_called(words, wanted, loosely))
    assert perhaps == sorted(set(perhaps))
    assert [i for i in words.visible if meant.is_called(i)] == [i for i in perhaps if meant.is_called(i)]


@pytest.mark.parametrize(
    ("wanted", "loosely", "found"),
    [("save", False, ["Save:"]), ("save", True, ["Save:", "The Save button", "Save 저장"]), ("Send", True, [])],
)
def test_what_a_name_means(wanted: str, loosely: bool, found: Sequence[str]) -> None:
    names = ("Save:", "The Save button", "Save 저장", "Save all", "Saved")
    words = words_of(seen(WINDOW, *((1, button(name)) for name in names)))
    meant = Meant(element("button", wanted, loosely=loosely), words)
    assert [words.name(i) for i in meant.named] == list(found)
