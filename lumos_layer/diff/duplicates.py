"""Siblings that nothing tells from each other, such as the "Edit" buttons in a flat list."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

from lumos_layer.diff.content import Side
from lumos_layer.diff.facts import FRAMES
from lumos_layer.diff.family import Family, alone
from lumos_layer.diff.owners import labels
from lumos_layer.tree import Tree


def pair_duplicates(family: Family) -> None:
    """Pair alike children that belong to paired siblings and are as many there on both sides.

    Of others those are paired that hold what no other of them holds; and where nobody can act on them and nothing at all tells
    which is which, not even a box, the rest in order, however many there are. Windows go by their boxes first.
    """
    before, after = family.sides
    groups = _groups(before, family.children, family.owners)
    groups_after = _groups(after, family.children_after, family.owners_after)
    for (kind, owner), alike in groups.items():
        partner = family.pairs.forward[owner] if owner >= 0 else -1
        others = groups_after.get((kind, partner), [])
        if owner >= 0 > partner or not others:
            continue
        if before.tree[alike[0]].role in FRAMES:
            _pair(family, _in_one_box(before.tree, alike, after.tree, others))
            alike = [i for i in alike if family.pairs.forward[i] < 0]
            others = [j for j in others if family.pairs.backward[j] < 0]
        couples: Iterable[tuple[int, int]] = zip(alike, others, strict=False)
        if len(alike) != len(others) and (owner >= 0 or _have_places(before.tree, alike) or _can_be_used(before.tree, alike)):
            couples = _told_by_content(family, alike, others)
        _pair(family, couples)


def _pair(family: Family, couples: Iterable[tuple[int, int]]) -> None:
    for i, j in couples:
        if family.pairs.free(i, j) and family.may_pair(i, j):
            family.pair(i, j)


def _in_one_box(tree: Tree, alike: Sequence[int], after: Tree, others: Sequence[int]) -> list[tuple[int, int]]:
    """Windows that are where they were, whatever is in front of them now, and no other of them was or is there."""
    once, once_after = alone(alike, lambda i: tree[i].bounds), alone(others, lambda j: after[j].bounds)
    return [(i, j) for box, i in once.items() if i >= 0 and (j := once_after.get(box, -1)) >= 0]


def _told_by_content(family: Family, alike: Sequence[int], others: Sequence[int]) -> list[tuple[int, int]]:
    """Those that are equal, and of which there is one on either side."""
    before, after = family.sides
    once, once_after = alone(alike, before.whole), alone(others, after.whole)
    return [(i, j) for whole, i in once.items() if i >= 0 and (j := once_after.get(whole, -1)) >= 0]


def _groups(side: Side, children: Sequence[int], owners: Mapping[int, int]) -> dict[tuple[Hashable, int], list[int]]:
    """By what they say and whose they are, the children."""
    groups: dict[tuple[Hashable, int], list[int]] = {}
    beside = labels(side, children)
    for i in children:
        groups.setdefault((side.telling(i), owners.get(i, beside.get(i, -1))), []).append(i)
    return groups


def _have_places(tree: Tree, alike: Sequence[int]) -> bool:
    return any(tree[i].bounds is not None for i in alike)


def _can_be_used(tree: Tree, alike: Sequence[int]) -> bool:
    """Whether anything in them can be acted on: one that is taken for another would be clicked in its stead."""
    return any(tree[k].can for i in alike for k in range(i, tree.end(i)))
