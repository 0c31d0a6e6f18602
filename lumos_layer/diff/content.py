"""What a node says of itself, and what its whole subtree says, as numbers that are equal where the content is."""

from __future__ import annotations

from array import array
from collections.abc import Hashable
from operator import attrgetter

from lumos_layer.tree import Tree

_LABEL = attrgetter("role", "name", "identifier", "url")
_READ, _TELLING = 16, 4  # of a subtree's first nodes so many named ones tell it from its siblings
Known = dict[Hashable, int]  # by content, the number that stands for it in both trees


class Side:
    """One of the two trees, with the content of its nodes.

    A *label* is role, name, developer identifier and address: what a person or a program would call the node. A *whole* is the
    labels of all nodes of a subtree with what they hold. Neither knows boxes, states or native ids.
    """

    def __init__(self, tree: Tree, known: Known) -> None:
        self.tree, self._known = tree, known
        self._labels: dict[int, int] = {}
        self._wholes: array[int] = array("q")
        self._first = 0

    def label(self, i: int) -> int:
        found = self._labels.get(i)
        if found is None:
            found = self._labels[i] = self._known.setdefault(_LABEL(self.tree[i]), len(self._known))
        return found

    def is_named(self, i: int) -> bool:
        node = self.tree[i]
        return bool(node.name or node.identifier or node.url)

    def own_label(self, i: int) -> int | None:
        """The label, if it says more than the role."""
        return self.label(i) if self.is_named(i) else None

    def identity(self, i: int) -> Hashable:
        """Role and developer identifier, if there is one."""
        node = self.tree[i]
        return (node.role, node.identifier) if node.identifier else None

    def telling(self, i: int) -> tuple[int, ...]:
        """Labels by which a person would tell a subtree from its siblings: its own, and the first that say more than a role."""
        last = min(self.tree.end(i), i + _READ)
        named = [self.label(k) for k in range(i + 1, last) if self.is_named(k)]
        return (self.label(i), *named[:_TELLING])

    def telling_inside(self, i: int) -> tuple[int, ...] | None:
        """The same, if anything is named inside."""
        found = self.telling(i)
        return found if len(found) > 1 else None

    def large_whole(self, i: int) -> int | None:
        """The whole of a subtree that is larger than what is read to tell it."""
        return self.whole(i) if self.tree.end(i) - i > _READ else None

    def read_wholes(self, nodes: range) -> None:
        """Find the wholes of a stretch of nodes; a subtree that reaches beyond its end counts as far as it goes."""
        known, label, tree = self._known, self.label, self.tree
        first = self._first = nodes.start
        wholes = self._wholes = array("q", bytes(8 * len(nodes)))
        below: dict[int, list[int]] = {}
        for i in reversed(nodes):
            node = tree[i]
            key = (label(i), node.value, node.hint, *below.pop(i, ()))
            wholes[i - first] = whole = known.setdefault(key, len(known))
            parent = tree.parents[i]
            if parent >= first:
                below.setdefault(parent, []).append(whole)

    def whole(self, i: int) -> int:
        """The whole of a subtree; a number of its own (below 0) if it was not read."""
        place = i - self._first
        return self._wholes[place] if 0 <= place < len(self._wholes) else -i - 1

    def children(self, i: int) -> list[int]:
        """The children of a node in order; -1 stands for what the roots are below."""
        return list(self.tree.children(i) if i >= 0 else self.tree.roots())
