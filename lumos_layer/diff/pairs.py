"""The pairs found so far, and what the stages of matching must know of both trees."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from lumos_layer.diff.content import Known, Side
from lumos_layer.tree import Tree


class Pairs:
    """Which node of the tree before is which of the tree after: one to one, each pair of one role. Filled in by stages."""

    def __init__(self, before: Tree, after: Tree) -> None:
        known = Known()
        self.before, self.after = Side(before, known), Side(after, known)
        self.forward = array("q", (-1,)) * len(before)
        self.backward = array("q", (-1,)) * len(after)

    def pair(self, i: int, j: int) -> None:
        self.forward[i] = j
        self.backward[j] = i

    def pair_stretch(self, i: int, j: int, size: int) -> None:
        """Pair `size` nodes from `i` with as many from `j`, in order; those that have a partner keep it."""
        forward, backward = self.forward, self.backward
        if forward[i : i + size].count(-1) == size == backward[j : j + size].count(-1):
            forward[i : i + size] = array("q", range(j, j + size))
            backward[j : j + size] = array("q", range(i, i + size))
            return
        for k in range(size):
            if forward[i + k] < 0 and backward[j + k] < 0:
                self.pair(i + k, j + k)

    def pair_subtrees(self, i: int, j: int) -> None:
        """Pair two nodes, and all below them if their subtrees are equal."""
        if self.before.whole(i) == self.after.whole(j):
            self.pair_stretch(i, j, self.before.tree.end(i) - i)
        else:
            self.pair(i, j)

    def read_free(self) -> None:
        """Find the content of all subtrees whose top has no partner."""
        for side, partners in ((self.before, self.forward), (self.after, self.backward)):
            for first, last in _subtrees(side.tree, partners, _open(partners)):
                side.read(first, last)

    def free(self, i: int, j: int) -> bool:
        return self.forward[i] < 0 and self.backward[j] < 0

    def open_before(self) -> range:
        """From the first to one past the last node of the tree before that has no partner."""
        return _open(self.forward)

    def open_after(self) -> range:
        return _open(self.backward)


def _subtrees(tree: Tree, partners: array[int], nodes: range) -> Iterator[tuple[int, int]]:
    """Stretches of subtrees, as long as may be, whose tops have no partner."""
    i, last = nodes.start, nodes.stop
    while (first := next_free(partners, i)) < last:
        i = first
        while i < last and partners[i] < 0:
            i = tree.end(i)
        yield first, i


def next_free(partners: array[int], i: int) -> int:
    """The first node from this one on that has no partner; one past the last node if all have."""
    try:
        return partners.index(-1, i)
    except ValueError:
        return len(partners)


def _open(partners: array[int]) -> range:
    try:
        first = partners.index(-1)
    except ValueError:
        return range(0)
    last = len(partners)
    while partners[last - 1] >= 0:
        last -= 1
    return range(first, last)
