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

    Where a row's words come first they do that already, because a blueprint is read in order. The group needs no name: what
    the row is called stands inside it, or around it.
    """
    common = _common(tree, parts)
    if not common:
        return parts
    rows = _Rows(tree)
    first_of: dict[int, int] = {}  # row: place of the first part in it
    for place, part in enumerate(parts):
        if part.kind == "element" and (tree[part.node].role, part.name) in common:
            row = rows.around(part.node)
            if row >= 0:
                first_of.setdefault(row, place)
    # A row that can be acted on and is no part is told by the element around it, which it repeats.
    shown = {part.node for part in parts}
    words_after = _words_after(parts, len(tree))
    made = [
        Part(row, tree.end(row), "group", "")
        for row, place in first_of.items()
        if row not in shown and not tree[row].can and _begins_with(parts, place, row) and words_after[place] < tree.end(row)
    ]
    return sorted([*parts, *made], key=lambda part: part.node) if made else parts


def _common(tree: Tree, parts: Sequence[Part]) -> set[tuple[Role, str]]:
    """Role and name of the elements that are not alone with theirs."""
    count = Counter((tree[part.node].role, part.name) for part in parts if part.kind == "element")
    return {what for what, times in count.items() if times > 1}


class _Rows:
    """Finds the row around a node, whatever the depth."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._row_at: dict[int, int] = {-1: -1}

    def around(self, i: int) -> int:
        """The nearest row that holds node `i`, -1 if there is none."""
        nodes, parents, row_at = self._tree.nodes, self._tree.parents, self._row_at
        passed: list[int] = []
        i = parents[i]
        while i not in row_at and nodes[i].role not in ROWS:
            passed.append(i)
            i = parents[i]
        found = row_at.get(i, i)
        row_at.update(dict.fromkeys(passed, found))
        return found


def _begins_with(parts: Sequence[Part], place: int, row: int) -> bool:
    """True if no part of the row comes before the one at `place`."""
    return place == 0 or parts[place - 1].node < row


def _words_after(parts: Sequence[Part], none: int) -> list[int]:
    """For each place, the node of the first part from there on that is no element; `none` if there is none."""
    found = [none] * len(parts)
    node = none
    for place in range(len(parts) - 1, -1, -1):
        if parts[place].kind != "element":
            node = parts[place].node
        found[place] = node
    return found
