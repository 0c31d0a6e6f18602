"""Where a node stands in its dump."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from lumos_layer.errors import LimitExceeded
from lumos_layer.tree import Tree

_MOST_STEPS = 50_000_000  # of all paths asked for; each node of a very deep tree has a very long one


class Paths:
    """The places that a dialect gives, or paths of tags: for XML these are XPaths."""

    def __init__(self, tree: Tree, given: Sequence[str]) -> None:
        self._tree, self.given = tree, given
        self._steps = 0

    def of(self, node: int) -> str:
        if self.given:
            return self.given[node]
        steps: list[str] = []
        i = node
        while i >= 0:
            self._steps += 1
            tag = self._tree.tag(i)
            nth, alone = self._places[i]
            steps.append(tag if alone and self._tree.parent(i) is None else f"{tag}[{nth}]")
            parent = self._tree.parent(i)
            i = -1 if parent is None else parent
        if self._steps > _MOST_STEPS:
            raise LimitExceeded("length of all paths", self._steps, _MOST_STEPS, "steps")
        return "/" + "/".join(reversed(steps))

    @cached_property
    def _places(self) -> Mapping[int, tuple[int, bool]]:
        """For each node, which of its siblings of one tag it is (from 1), and whether it is a lone root."""
        tree = self._tree
        count: dict[tuple[int, str], int] = {}
        places: dict[int, tuple[int, bool]] = {}
        lone = tree.end(0) == len(tree) if len(tree) else False
        for i, parent in enumerate(tree.parents):
            key = parent, tree.tag(i)
            count[key] = count.get(key, 0) + 1
            places[i] = count[key], parent < 0 and lone
        return places
