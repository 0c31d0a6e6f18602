"""Third stage: children under matched parents, from the top down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress

from lumos_layer.diff.content import Side
from lumos_layer.diff.duplicates import pair_duplicates
from lumos_layer.diff.family import Family, Sameness
from lumos_layer.diff.moved import Moved, pair_containers
from lumos_layer.diff.pairs import next_free
from lumos_layer.diff.position import pair_by_position
from lumos_layer.diff.similarity import pair_similar
from lumos_layer.diff.wrappers import unwrapped


def pair_only(family: Family) -> None:
    """An only child and an only child that are equal, with all that is in them."""
    (before, after), children, others = family.sides, family.children, family.children_after
    if len(children) == 1 == len(others) and before.whole(children[0]) == after.whole(others[0]):
        family.pair(children[0], others[0])


def pair_labelled(family: Family) -> None:
    """Role, name, identifier and address, where they say anything."""
    family.pair_alone(Side.own_label)


def pair_telling(family: Family) -> None:
    """Subtrees that begin with the same labels, as no sibling's does: equal ones, and most whose states or values have changed."""
    family.pair_alone(Side.telling_inside)


def pair_equal(family: Family) -> None:
    """Equal subtrees that begin like others, but go on as no sibling's does."""
    family.pair_alone(Side.large_whole)


def pair_identified(family: Family) -> None:
    """Role and developer identifier, whatever the name is now."""
    family.pair_alone(Side.identity)


def pair_named(family: Family) -> None:
    """Role and name, whatever identifier and address are now: some programs make them anew."""
    family.pair_alone(Side.called)


def pair_unwrapped(family: Family) -> None:
    """What is in a wrapper on one side only, as siblings of the others."""
    for inside in unwrapped(family):
        for stage in NAMED:
            stage(inside)


# What is surest comes first. Duplicates come after all that has a name of its own, because they follow it; wrappers come after
# that, since what looks like the content of a wrapper may be a sibling's; the place decides when nothing else is left that could.
NAMED: tuple[Callable[[Family], None], ...] = (
    pair_only,
    pair_labelled,
    pair_telling,
    pair_equal,
    pair_identified,
    pair_named,
    pair_similar,
    pair_duplicates,
)
STAGES = (*NAMED, pair_unwrapped, pair_by_position)
_ROUNDS = 3  # what moved may hold something that moved


def pair_from_the_top(same: Sameness) -> None:
    """Pair the children of matched parents, and then theirs; then what moved elsewhere, and its children."""
    visited: set[int] = set()
    moved = Moved(same)
    for _ in range(_ROUNDS):
        pair_children(same, visited)
        if not pair_containers(same) + moved.pair():
            return
    pair_children(same, visited)


def pair_children(same: Sameness, visited: set[int]) -> None:
    """Pair the children of matched parents, from the top down; each parent is visited once, before what is below it."""
    pairs = same.pairs
    parents = _with_free_children(pairs.before.tree.parents, pairs.forward)
    parents_after = _with_free_children(pairs.after.tree.parents, pairs.backward)
    ends = pairs.before.tree.ends
    free = 0
    for parent in sorted(parents):
        free = next_free(pairs.forward, max(free, parent + 1))
        if parent >= 0 and free >= ends[parent]:  # what is below it has found its partners since
            continue
        partner = pairs.forward[parent] if parent >= 0 else -1
        if parent not in visited and partner in parents_after and (partner >= 0 or parent < 0):
            visited.add(parent)
            pair_family(Family(same, pairs.before.children(parent), pairs.after.children(partner)))


def pair_family(family: Family) -> None:
    for stage in STAGES:
        if not family.has_free():
            return
        stage(family)


def _with_free_children(parents: Sequence[int], partners: Sequence[int]) -> set[int]:
    return set(compress(parents, map((0).__gt__, partners)))
