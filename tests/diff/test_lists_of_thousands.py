"""Matching long lists of rows that are called alike: the work grows as the lists do, whatever has happened to them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import FrameType

import pytest

import lumos_layer
from lumos_layer.diff import match
from lumos_layer.tree import Tree
from tests.screens import button, element, text, window

ROWS = 200
Change = Callable[[Sequence[str]], list[str]]
CHANGES: dict[str, Change] = {
    "one more at the top": lambda names: ["Report new", *names],
    "scrolled": lambda names: [f"Report {n + 50}" for n in range(len(names))],
    "every tenth renamed": lambda names: [name if n % 10 else f"{name} x" for n, name in enumerate(names)],
    "another list": lambda names: [f"Report {n + len(names)}" for n in range(len(names))],
    "another list with other ids": lambda names: [f"Report {n + len(names)}" for n in range(len(names))],
}


def listed(names: Sequence[str], ids: str) -> Tree:
    rows = [
        element("ListItem", "", f"{ids}.{n}", text(name, f"{ids}.{n}.1", 20 * n), button("Delete", f"{ids}.{n}.2", 20 * n))
        for n, name in enumerate(names)
    ]
    return lumos_layer.read(window(element("List", "Reports", "2", *rows))).tree


def calls(before: Tree, after: Tree) -> int:
    """How many functions are called, and generators gone on with, while they are matched."""
    counted = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        match(before, after)
    finally:
        sys.setprofile(None)
    return counted


@pytest.mark.parametrize("change", CHANGES)
def test_twice_as_many_rows_are_not_much_more_than_twice_the_work(change: str) -> None:
    def work(rows: int) -> int:
        names = [f"Report {n}" for n in range(rows)]
        return calls(listed(names, "7"), listed(CHANGES[change](names), "8" if "ids" in change else "7"))

    assert work(2 * ROWS) < 2.3 * work(ROWS)
