"""What a node says of itself, and what its whole subtree says, as numbers that are equal where the content is."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from itertools import compress, count, islice
from operator import attrgetter

from lumos_layer.tree import Role, Tree

_LABEL = attrgetter("role", "name", "identifier", "url")
_HELD = attrgetter("value", "hint")
_NOTHING = None, ""
_ROLES = tuple(Role)
_READ, _TELLING = 16, 4  # of a subtree's first nodes so many named ones tell it from its siblings


class Known:
    """The numbers that stand for content, the same in both trees. Those below `named` are labels that say no more than a role."""

    def __init__(self) -> None:
        self.named = len(_ROLES)
        self.numbers: dict[Hashable, int] = defaultdict(count(self.named).__next__)
        self.numbers.update({(role, "", "", ""): number for number, role in enumerate(_ROLES)})


class Side:
    """One of the two trees, with the content of its nodes.

    A *label* is role, name, developer identifier and address: what a person or a program would call the node. A *whole* is the
    labels of all nodes of a subtree with what they hold. Neither knows boxes, states or native ids.
    """

    def __init__(self, tree: Tree, known: Known) -> None:
        self.tree, self._known = tree, known
        self._labels = array("q", (-1,)) * len(tree)
        self._wholes = array("q", (-1,)) * len(tree)
        self._telling: dict[int, tuple[int, ...]] = {}

    def read(self, first: int, last: int) -> None:
        """Find labels and wholes of a stretch of nodes that holds whole subtrees."""
        tree, known = self.tree, self._known
        labels = self._labels[first:last] = array("q", map(known.numbers.__getitem__, map(_LABEL, tree.nodes[first:last])))
        self._wholes[first:last] = _wholes(tree, first, labels, known.numbers)

    def label(self, i: int) -> int:
        found = self._labels[i]
        if found < 0:
            found = self._labels[i] = self._known.numbers[_LABEL(self.tree[i])]
        return found

    def own_labels(self, nodes: range, partners: Sequence[int]) -> Mapping[int, str]:
        """The labels of those of the nodes without a partner, as far as they say more than the role, with the name in each."""
        free = list(map((0).__gt__, partners[nodes.start : nodes.stop]))
        labels: Sequence[int] = self._labels[nodes.start : nodes.stop]
        if -1 in compress(labels, free):
            labels = list(map(self.label, nodes))
        found = dict(zip(compress(labels, free), compress(self.tree.nodes[nodes.start : nodes.stop], free), strict=True))
        return {label: node.name for label, node in found.items() if label >= self._known.named}

    def labelled(self, labels: Mapping[int, str]) -> list[tuple[int, int]]:
        """All nodes that have one of these labels, which come with the name in each, and which they have."""
        names = set(labels.values())
        called = [i for i, node in enumerate(self.tree.nodes) if node.name in names]
        return [(i, label) for i, label in zip(called, map(self.label, called), strict=True) if label in labels]

    def is_named(self, i: int) -> bool:
        """Whether the label says more than the role."""
        return self.label(i) >= self._known.named

    def own_label(self, i: int) -> int | None:
        """The label, if it says more than the role."""
        label = self.label(i)
        return label if label >= self._known.named else None

    def identity(self, i: int) -> Hashable:
        """Role and developer identifier, if there is one."""
        node = self.tree[i]
        return (node.role, node.identifier) if node.identifier else None

    def called(self, i: int) -> Hashable:
        """Role and name, if there is one."""
        node = self.tree[i]
        return (node.role, node.name) if node.name else None

    def telling(self, i: int) -> tuple[int, ...]:
        """Labels by which a person would tell a subtree from its siblings: its own, and the first that say more than a role."""
        found = self._telling.get(i)
        if found is None:
            last = min(self.tree.end(i), i + _READ)
            if last == i + 1:
                found = self._telling[i] = (self.label(i),)
                return found
            labels = self._labels[i:last]
            if -1 in labels:
                labels = array("q", map(self.label, range(i, last)))
            named = filter(self._known.named.__le__, islice(labels, 1, None))
            found = self._telling[i] = (labels[0], *islice(named, _TELLING))
        return found

    def telling_inside(self, i: int) -> tuple[int, ...] | None:
        """The same, if anything is named inside."""
        if self.tree.end(i) == i + 1:
            return None
        found = self.telling(i)
        return found if len(found) > 1 else None

    def whole(self, i: int) -> int:
        """The whole of a subtree; a number of its own (below 0) if it was not read."""
        found = self._wholes[i]
        return found if found >= 0 else -i - 1

    def large_whole(self, i: int) -> int | None:
        """The whole of a subtree that is larger than what is read to tell it."""
        return self.whole(i) if self.tree.end(i) - i > _READ else None

    def children(self, i: int) -> list[int]:
        """The children of a node in order; -1 stands for what the roots are below."""
        return list(self.tree.children(i) if i >= 0 else self.tree.roots())


def _wholes(tree: Tree, first: int, labels: array[int], numbers: dict[Hashable, int]) -> array[int]:
    last = first + len(labels)
    nodes, ends = tree.nodes[first:last], tree.ends[first:last]
    wholes = [label if held == _NOTHING else numbers[label, held] for label, held in zip(labels, map(_HELD, nodes), strict=True)]
    for k, end in zip(range(last - first - 1, -1, -1), reversed(ends), strict=True):
        child, end = k + 1, end - first
        if child < end:
            inside = [wholes[k]]
            while child < end:
                inside.append(wholes[child])
                child = ends[child] - first
            wholes[k] = numbers[tuple(inside)]
    return array("q", wholes)
