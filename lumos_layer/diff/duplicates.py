"""Siblings of one label, such as the "Edit" buttons in a flat list: each belongs to the telling sibling beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from lumos_layer.diff.content import Side
from lumos_layer.diff.family import Family
from lumos_layer.tree import Rect, Tree


def pair_duplicates(family: Family) -> None:
    """Pair alike children that belong to paired siblings and are as many there on both sides.

    Where nothing at all tells which is which, not even a box, they are paired in order, however many there are.
    """
    before, after = family.sides
    groups, groups_after = _groups(before, family.children), _groups(after, family.children_after)
    for (kind, owner), alike in groups.items():
        partner = family.pairs.forward[owner] if owner >= 0 else -1
        others = groups_after.get((kind, partner), [])
        if owner >= 0 > partner or not others:
            continue
        if len(alike) != len(others) and (owner >= 0 or _have_places(before.tree, alike)):
            continue
        for i, j in zip(alike, others, strict=False):
            if family.pairs.free(i, j) and family.same.possible(i, j):
                family.pair(i, j)


def owned_children(side: Side, children: Sequence[int]) -> set[int]:
    """The named children which can be acted on and belong to a telling sibling: without it they are not what they were."""
    return {
        i
        for (kind, owner), alike in _groups(side, children).items()
        if owner >= 0
        for i in alike
        if side.tree[i].can and side.tree[i].name
    }


def _have_places(tree: Tree, alike: Sequence[int]) -> bool:
    return any(tree[i].bounds is not None for i in alike)


def _groups(side: Side, children: Sequence[int]) -> dict[tuple[Hashable, int], list[int]]:
    """By kind and owner, the children that share their kind with others."""
    kinds = [side.telling(i) for i in children]
    times = Counter(kinds)
    telling = [times[kind] == 1 and (len(kind) > 1 or side.is_named(i)) for i, kind in zip(children, kinds, strict=True)]
    groups: dict[tuple[Hashable, int], list[int]] = {}
    for i, kind, owner in zip(children, kinds, _owners(side.tree, children, kinds, telling), strict=True):
        groups.setdefault((kind, owner), []).append(i)
    return groups


def _owners(tree: Tree, children: Sequence[int], kinds: Sequence[Hashable], telling: Sequence[bool]) -> list[int]:
    """For each child the telling sibling that it belongs to: the one in its line on the screen, else the one in front of it.

    Where the first of its kind stands in front of every telling sibling, as check boxes do before their labels, it is the one
    behind it.
    """
    behind: list[int] = []
    near = -1
    for i, tells in zip(reversed(children), reversed(telling), strict=True):
        behind.append(near)
        near = i if tells else near
    behind.reverse()
    owners: list[int] = []
    leading: set[Hashable] = set()
    near = -1
    for i, kind, tells, next_one in zip(children, kinds, telling, behind, strict=True):
        if near < 0 and not tells:
            leading.add(kind)
        owners.append(-1 if tells else _owner(tree, i, near, next_one, kind in leading))
        near = i if tells else near
    return owners


def _owner(tree: Tree, i: int, front: int, behind: int, leads: bool) -> int:
    if front < 0 or behind < 0:
        return max(front, behind)
    in_line, in_line_behind = _in_line(tree, i, front), _in_line(tree, i, behind)
    if in_line != in_line_behind:
        return front if in_line else behind
    return behind if leads else front


def _in_line(tree: Tree, i: int, k: int) -> bool:
    """Whether two boxes lie side by side."""
    box, other = tree[i].bounds, tree[k].bounds
    return box is not None and other is not None and _middle(box, other)


def _middle(box: Rect, other: Rect) -> bool:
    return other.y <= box.y + box.height // 2 < other.bottom or box.y <= other.y + other.height // 2 < box.bottom
