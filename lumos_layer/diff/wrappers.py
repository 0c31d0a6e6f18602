"""Wrappers: nameless boxes put around siblings, or taken away from around them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from lumos_layer.diff.content import Side
from lumos_layer.diff.family import Family, alone
from lumos_layer.tree import Role

_BOXES = frozenset((Role.GENERIC, Role.GROUP))


def unwrapped(family: Family) -> Iterator[Family]:
    """What is in a free nameless box, as siblings of the free children on the other side, if most of it is among them."""
    before, after = family.sides
    for outside, inside in _with_content(before, family.free(), after, family.free_after()):
        yield Family(family.same, outside, inside)
    for outside, inside in _with_content(after, family.free_after(), before, family.free()):
        yield Family(family.same, inside, outside)


def _with_content(
    side: Side, free: Sequence[int], other: Side, boxes: Sequence[int]
) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """For each box, those of the free nodes on one side which stand where its content stood, and its content."""
    boxes = [box for box in boxes if _is_wrapper(other, box)]
    told = _telling(side, free) if boxes else {}
    places = {node: place for place, node in enumerate(free)}
    for box in boxes:
        inside, keys = _content(other, box, told)
        if inside:
            yield _stretch(free, sorted(places[told[key]] for key in keys), len(inside)), inside


def _stretch(free: Sequence[int], places: Sequence[int], size: int) -> Sequence[int]:
    """The nodes at these places and all between and right behind them; only the nodes themselves where they are scattered."""
    if places[-1] - places[0] > 2 * size:
        return [free[place] for place in places]
    return free[places[0] : max(places[-1] + 1, places[0] + size)]


def _content(side: Side, box: int, outside: dict[Hashable, int]) -> tuple[Sequence[int], AbstractSet[Hashable]]:
    """The children of a box, or of the box that is all it holds, most of which are outside too, and what tells these."""
    while outside and _is_wrapper(side, box):
        inside = side.children(box)
        told = _telling(side, inside)
        common = told.keys() & outside.keys()
        if 2 * len(common) > len(told):
            return inside, common
        if len(inside) > 1:
            break
        box = inside[0]
    return (), frozenset()


def _telling(side: Side, nodes: Sequence[int]) -> dict[Hashable, int]:
    """By what tells them from each other, the nodes."""
    found = alone(nodes, lambda i: side.telling_inside(i) or side.own_label(i) or side.large_whole(i))
    return {key: node for key, node in found.items() if node >= 0}


def _is_wrapper(side: Side, i: int) -> bool:
    return side.tree[i].role in _BOXES and not side.is_named(i) and side.tree.end(i) > i + 1
