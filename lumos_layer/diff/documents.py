"""Documents inside a tree: pages in frames, and pages in a browser's window. Another address is another document."""

from __future__ import annotations

from itertools import islice
from operator import attrgetter

from lumos_layer.tree import Role, Tree
from lumos_layer.tree.upwards import Nearest

_ROLE = attrgetter("role")


def _nearest(tree: Tree) -> Nearest:
    return Nearest(tree, lambda i: tree[i].role is Role.DOCUMENT and tree.parents[i] >= 0 and bool(tree[i].url))


def _page(url: str) -> str:
    return url.partition("#")[0]


class Documents:
    """Which documents inside two trees are the same. Those at the roots are: the caller of `match` says so."""

    def __init__(self, before: Tree, after: Tree) -> None:
        self._before, self._after = before, after
        self._nearest, self._nearest_after = _nearest(before), _nearest(after)
        self._are_any = any(Role.DOCUMENT in map(_ROLE, islice(tree.nodes, 1, None)) for tree in (before, after))

    def differ(self, i: int, j: int) -> bool:
        """Whether two nodes are, or are in, documents of other addresses."""
        if not self._are_any:
            return False
        document, other = self._nearest.of(i), self._nearest_after.of(j)
        if document < 0 or other < 0:
            return document != other
        return _page(self._before[document].url) != _page(self._after[other].url)
