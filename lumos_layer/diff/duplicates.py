"""Siblings that nothing tells from each other, such as the "Edit" buttons in a flat list."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from lumos_layer.diff.content import Side
from lumos_layer.diff.family import Family
from lumos_layer.diff.owners import labels
from lumos_layer.tree import Tree


def pair_duplicates(family: Family) -> None:
    """Pair alike children that belong to paired siblings and are as many there on both sides.

    Where nothing at all tells which is which, not even a box, they are paired in order, however many there are.
    """
    before, after = family.sides
    groups = _groups(before, family.children, family.owners)
    groups_after = _groups(after, family.children_after, family.owners_after)
    for (kind, owner), alike in groups.items():
        partner = family.pairs.forward[owner] if owner >= 0 else -1
        others = groups_after.get((kind, partner), [])
        if owner >= 0 > partner or not others:
            continue
        if len(alike) != len(others) and (owner >= 0 or _have_places(before.tree, alike)):
            continue
        for i, j in zip(alike, others, strict=False):
            if family.pairs.free(i, j) and family.may_pair(i, j):
                family.pair(i, j)


def _groups(side: Side, children: Sequence[int], owners: Mapping[int, int]) -> dict[tuple[Hashable, int], list[int]]:
    """By what they say and whose they are, the children."""
    groups: dict[tuple[Hashable, int], list[int]] = {}
    beside = labels(side, children)
    for i in children:
        groups.setdefault((side.telling(i), owners.get(i, beside.get(i, -1))), []).append(i)
    return groups


def _have_places(tree: Tree, alike: Sequence[int]) -> bool:
    return any(tree[i].bounds is not None for i in alike)
