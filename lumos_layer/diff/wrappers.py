"""Wrappers: nameless boxes put around siblings, or taken away from around them."""

from __future__ import annotations

from lumos_layer.diff.content import Side
from lumos_layer.diff.family import Family
from lumos_layer.tree import Role

_BOXES = frozenset((Role.GENERIC, Role.GROUP))


def look_through_wrappers(family: Family) -> None:
    """Pair free children with what is in a free nameless box on the other side, if most of that was outside before."""


def _is_wrapper(side: Side, i: int) -> bool:
    return side.tree[i].role in _BOXES and not side.is_named(i) and side.tree.end(i) > i + 1
