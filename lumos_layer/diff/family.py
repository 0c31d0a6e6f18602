"""The children of two matched parents while their pairs are sought."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from types import MethodType
from typing import NamedTuple

from lumos_layer.diff.calling import Names, words_of
from lumos_layer.diff.content import Side
from lumos_layer.diff.contradiction import Contradiction
from lumos_layer.diff.documents import Documents
from lumos_layer.diff.owners import owners_on_both
from lumos_layer.diff.pairs import Pairs
from lumos_layer.diff.replaced import Replaced
from lumos_layer.tree import Role

BOXES = frozenset((Role.GENERIC, Role.GROUP))
_SERIES = 3  # two that share a word may be a pair of opposites
_NEAR = 50  # siblings of a child that are asked where it stands


class Sameness(NamedTuple):
    """The pairs so far, and what says that two nodes cannot be one."""

    pairs: Pairs
    records: Contradiction
    documents: Documents
    replaced: Replaced

    def possible(self, i: int, j: int) -> bool:
        """Whether nothing that is in two nodes says that they are different ones."""
        before, after = self.pairs.before.tree, self.pairs.after.tree
        if before[i].role is not after[j].role or self.documents.differ(i, j):
            return False
        if self.records.before.of(i) == i or self.records.after.of(j) == j:
            return not (self.records.of_content(i, j) or self.replaced.is_another(i, j))
        return not ((before[i].can or before[i].role in BOXES) and self.replaced.is_another(i, j))


class Family:
    """Children in order, of a parent in the tree before and of its partner in the tree after; some are paired already."""

    def __init__(self, same: Sameness, children: Sequence[int], children_after: Sequence[int]) -> None:
        self.same, self.pairs = same, same.pairs
        self.children, self.children_after = children, children_after

    @cached_property
    def _both_owners(self) -> tuple[Mapping[int, int], Mapping[int, int]]:
        return owners_on_both(self.pairs.before, self.children, self.pairs.after, self.children_after)

    @property
    def owners(self) -> Mapping[int, int]:
        """In a flat list, which child another belongs to."""
        return self._both_owners[0]

    @property
    def owners_after(self) -> Mapping[int, int]:
        return self._both_owners[1]

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.pairs.before, self.pairs.after

    def has_free(self) -> bool:
        """Whether both sides have children without a partner."""
        partner, partner_after = self.pairs.forward.__getitem__, self.pairs.backward.__getitem__
        return -1 in map(partner, self.children) and -1 in map(partner_after, self.children_after)

    def free(self) -> list[int]:
        forward = self.pairs.forward
        return [i for i in self.children if forward[i] < 0]

    def free_after(self) -> list[int]:
        backward = self.pairs.backward
        return [j for j in self.children_after if backward[j] < 0]

    def pair_alone(self, key: Callable[[Side, int], Hashable]) -> None:
        """Pair free children which have a key (None is no key) that no sibling has too, paired or not, on either side."""
        once = alone(self.children, MethodType(key, self.pairs.before))
        once_after = alone(self.children_after, MethodType(key, self.pairs.after))
        owned: list[tuple[int, int]] = []
        for found, i in once.items():
            j = once_after.get(found, -1)
            if i < 0 or j < 0 or not self.pairs.free(i, j):
                continue
            if i in self.owners or j in self.owners_after:
                owned.append((i, j))
            elif self._is_possible(i, j):
                self.pair(i, j)
        for i, j in owned:  # what names them has found its partner, if it has one
            if self.may_pair(i, j):
                self.pair(i, j)

    def may_pair(self, i: int, j: int) -> bool:
        """Whether two free children belong to the same sibling or to none, and nothing in them says that they are others."""
        owner, other = self.owners.get(i, -1), self.owners_after.get(j, -1)
        if (self.pairs.forward[owner] if owner >= 0 else -1) != other or (owner >= 0 > other):
            return False
        return self._is_possible(i, j)

    def _is_possible(self, i: int, j: int) -> bool:
        """Whether nothing in two children, nor what they are called where they name a flat record, says that they are others."""
        if i in self._naming or j in self._naming_after:
            name, other = self.pairs.before.tree[i].name, self.pairs.after.tree[j].name
            if name and other and name != other and any(names.tell_apart(name, other) for names in self._names):
                return False
        return self.same.possible(i, j)

    @cached_property
    def _names(self) -> tuple[Names, Names]:
        """What names the flat records on both sides."""
        before, after = self.pairs.before.tree, self.pairs.after.tree
        return Names(before[owner].name for owner in self._naming), Names(after[owner].name for owner in self._naming_after)

    def may_be_renamed(self, i: int, j: int) -> bool:
        """Whether neither of two children names a flat record: under another name it would be another record."""
        return i not in self._naming and j not in self._naming_after

    def in_common(self, i: int) -> frozenset[str]:
        """The words by which something to act on and all like it beside it are called, where they are three or more: a series."""
        number, words = self._series.get(self.pairs.before.tree[i].role, (0, frozenset[str]()))
        return words if number >= _SERIES else frozenset()

    @cached_property
    def _series(self) -> Mapping[Role, tuple[int, frozenset[str]]]:
        """By role of children that can be acted on and hold nothing, how many there are and the words that all are called by."""
        tree = self.pairs.before.tree
        found: dict[Role, tuple[int, frozenset[str]]] = {}
        for i in self.children:
            if tree[i].can and tree.end(i) == i + 1:
                words = words_of(tree[i].name)
                number, common = found.get(tree[i].role, (0, words))
                found[tree[i].role] = number + 1, common & words
        return found

    def is_in_place(self, i: int, j: int) -> bool:
        """Whether two children stand between the same paired ones; where nothing near is paired, at one place of as many."""
        here, there = self._places[i], self._places_after[j]
        front = self._partner_of(reversed(self.children[max(0, here - _NEAR) : here]))
        behind = self._partner_of(self.children[here + 1 : here + 1 + _NEAR])
        if front is None and behind is None:
            return here == there and len(self.children) == len(self.children_after)
        return (front is None or front < there) and (behind is None or there < behind)

    def _partner_of(self, children: Iterable[int]) -> int | None:
        """The place of the partner of the first child that has one here."""
        partners = (self._places_after.get(self.pairs.forward[k]) for k in children)
        return next((place for place in partners if place is not None), None)

    @cached_property
    def _places(self) -> Mapping[int, int]:
        return {child: place for place, child in enumerate(self.children)}

    @cached_property
    def _places_after(self) -> Mapping[int, int]:
        return {child: place for place, child in enumerate(self.children_after)}

    @cached_property
    def _naming(self) -> set[int]:
        return set(self.owners.values())

    @cached_property
    def _naming_after(self) -> set[int]:
        return set(self.owners_after.values())

    def pair(self, i: int, j: int) -> None:
        self.pairs.pair_subtrees(i, j)


def alone(nodes: Iterable[int], key: Callable[[int], Hashable]) -> dict[Hashable, int]:
    """By key, the only node that has it; -1 if several have."""
    found: dict[Hashable, int] = {}
    for node in nodes:
        own = key(node)
        if own is not None:
            found[own] = -1 if own in found else node
    return found
