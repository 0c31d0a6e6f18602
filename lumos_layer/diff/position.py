"""The place among paired siblings: the last resort, and only where nothing contradicts it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from lumos_layer.diff.calling import words_of
from lumos_layer.diff.family import Family, Sameness
from lumos_layer.tree import Node, Role

_NEAR = 4  # so many siblings side by side may all be called otherwise and be the same; where there are more, a list was exchanged
Gap = tuple[int, int]  # the paired siblings around it; -1: none


def pair_by_position(family: Family) -> None:
    """Pair free children between the same paired siblings: the only one of its role, or all if the roles are the same."""
    forward, backward = family.pairs.forward, family.pairs.backward
    gaps = _gaps(family.children, [i if forward[i] >= 0 else -1 for i in family.children])
    gaps_after = _gaps(family.children_after, [backward[j] for j in family.children_after])
    for gap, free in gaps.items():
        others = gaps_after.get(gap)
        if others:
            _pair_gap(family, free, others)


def _gaps(children: Sequence[int], paired: Sequence[int]) -> dict[Gap, list[int]]:
    """Runs of free children by what they stand between, both by the ids of the tree before."""
    gaps: dict[Gap, list[int]] = {}
    front, run = -1, []
    for child, pair in zip((*children, -1), (*paired, -2), strict=True):
        if pair == -1:
            run.append(child)
            continue
        if run:
            gaps[front, max(pair, -1)] = run
        front, run = pair, []
    return gaps


def _pair_gap(family: Family, free: list[int], others: list[int]) -> None:
    before, after = family.pairs.before.tree, family.pairs.after.tree
    near = len(free) <= _NEAR
    roles, roles_after = [before[i].role for i in free], [after[j].role for j in others]
    if roles == roles_after:
        couples: Iterable[tuple[int, int]] = zip(free, others, strict=True)
    else:
        only, only_after = _only(free, roles), _only(others, roles_after)
        couples = [(only[role], only_after[role]) for role in only.keys() & only_after.keys()]
    times = Counter(roles)
    for i, j in couples:
        if before[i].name != after[j].name and not (near and family.may_be_renamed(i, j) and _may_be_renamed(family, i, j)):
            continue
        if family.may_pair(i, j) and _may_take_the_place(family.same, i, j, times[before[i].role] == 1):
            family.pair(i, j)


def _may_be_renamed(family: Family, i: int, j: int) -> bool:
    """Whether what can be acted on shares more with what it would be called than all of its series do, such as addresses."""
    common = family.in_common(i)
    if not common or not family.pairs.before.tree[i].can:
        return True
    words, others = words_of(family.pairs.before.tree[i].name), words_of(family.pairs.after.tree[j].name)
    return not words & others <= common


def _only(nodes: list[int], roles: list[Role]) -> dict[Role, int]:
    """By role, the only node that has it."""
    times = Counter(roles)
    return {role: node for node, role in zip(nodes, roles, strict=True) if times[role] == 1}


def _may_take_the_place(same: Sameness, i: int, j: int, alone: bool) -> bool:
    """Whether a node can be what another was: nothing in it is something else's, and what can be acted on was only renamed."""
    node, other = same.pairs.before.tree[i], same.pairs.after.tree[j]
    if node.identifier != other.identifier or (same.records.of_content(i, j) and _holds(same, i, j)):
        return False
    if node.name == other.name or not node.name or not other.name:
        return True
    return not node.url and not other.url and (not (node.can or other.can) or (alone and _at_one_place(node, other)))


def _holds(same: Sameness, i: int, j: int) -> bool:
    return same.pairs.before.tree.end(i) > i + 1 or same.pairs.after.tree.end(j) > j + 1


def _at_one_place(node: Node, other: Node) -> bool:
    if node.bounds is None or other.bounds is None:
        return True
    return (node.bounds.x, node.bounds.y) == (other.bounds.x, other.bounds.y)
