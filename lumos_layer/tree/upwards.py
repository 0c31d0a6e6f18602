"""What stands around nodes, asked for many of them: without going up level by level each time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lumos_layer.tree.tree import Tree


class Nearest:
    """For each node the nearest one from it upwards that passes a test, -1 if there is none; each node is looked at once."""

    def __init__(self, tree: Tree, test: Callable[[int], bool]) -> None:
        self._tree, self._test = tree, test
        self._known: dict[int, int] = {-1: -1}

    def of(self, i: int) -> int:
        known = self._known
        if i in known:
            return known[i]
        path: list[int] = []
        k = i
        while k not in known:
            if self._test(k):
                known[k] = k
                break
            path.append(k)
            k = self._tree.parents[k]
        found = known[k]
        for k in path:
            known[k] = found
        return found


class Levels:
    """How deep nodes are, and what is how many levels above them, in a few steps however deep that is.

    Each node knows its parent and one node further up, so chosen that from any of them every level is log n steps away:
    Myers, "An applicative random-access stack", 1983.
    """

    def __init__(self, parents: Sequence[int]) -> None:
        """Each parent comes before what is below it; -1 is that of a root."""
        self._parents = parents
        # The last place serves the parent -1 of roots.
        self._depths, self._jumps = depths, jumps = [0] * (len(parents) + 1), [-1] * (len(parents) + 1)
        for i, parent in enumerate(parents):
            far = jumps[parent]
            depths[i] = depths[parent] + 1
            jumps[i] = jumps[far] if depths[parent] - depths[far] == depths[far] - depths[jumps[far]] else parent

    def between(self, i: int, ancestor: int) -> int:
        """How many levels a node is below an ancestor."""
        return self._depths[i] - self._depths[ancestor]

    def above(self, i: int, levels: int) -> int:
        """What is so many levels above a node; -1 if there is nothing."""
        wanted = self._depths[i] - levels
        while i >= 0 and self._depths[i] > wanted:
            far = self._jumps[i]
            i = far if self._depths[far] >= wanted else self._parents[i]
        return i

    def highest(self, i: int, test: Callable[[int], bool]) -> int:
        """The highest that passes a test, from a node that does so upwards; above one that fails all must fail."""
        while True:
            far, parent = self._jumps[i], self._parents[i]
            if far >= 0 and test(far):
                i = far
            elif parent >= 0 and test(parent):
                i = parent
            else:
                return i
