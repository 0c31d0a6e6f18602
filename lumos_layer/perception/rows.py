"""Rows become groups where nothing else tells equal names in them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from lumos_layer.perception.words import ROWS
from lumos_layer.tree import Role, Tree

Kind = Literal["element", "text", "heading", "group"]


class Part(Struct, gc=False):
    """One thing that a blueprint may show. `end` is one past the last node below it; `own`: it has a ref that is always shown."""

    node: int
    end: int
    kind: Kind
    name: str
    own: bool = False


def with_rows(tree: Tree, parts: list[Part]) -> list[Part]:
    """The parts, with a group for each row in which elements with common names stand before the words that tell the row.

    Where a row's words come first they do that already, because a blueprint is read in order.
    """
    common = _common(tree, parts)
    if not common:
        return parts
    first_of: dict[int, int] = {}  # row: place of the first part in it
    for place, part in enumerate(parts):
        if part.kind == "element" and (tree[part.node].role, part.name) in common:
            row = _row(tree, part.node)
            if row >= 0:
                first_of.setdefault(row, place)
    shown = {part.node for part in parts}
    rows = [
        Part(row, tree.end(row), "group", tree[row].name)
        for row, place in first_of.items()
        if row not in shown and _begins_with(parts, place, row) and _has_words(parts, place, tree.end(row))
    ]
    return sorted([*parts, *rows], key=lambda part: part.node) if rows else parts


def _common(tree: Tree, parts: Sequence[Part]) -> set[tuple[Role, str]]:
    """Role and name of the elements that are not alone with theirs."""
    count = Counter((tree[part.node].role, part.name) for part in parts if part.kind == "element")
    return {what for what, times in count.items() if times > 1}


def _row(tree: Tree, i: int) -> int:
    return next((j for j in tree.ancestors(i) if tree[j].role in ROWS), -1)


def _begins_with(parts: Sequence[Part], place: int, row: int) -> bool:
    """True if no part of the row comes before the one at `place`."""
    return place == 0 or parts[place - 1].node < row


def _has_words(parts: Sequence[Part], place: int, end: int) -> bool:
    for part in parts[place:]:
        if part.node >= end:
            return False
        if part.kind != "element":
            return True
    return False
