"""Putting parts of a screen into a container, one below the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import rows
from lumos_layer.environments.simulator.rows import Row
from lumos_layer.environments.simulator.texts import filled
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets import scrolling
from lumos_layer.environments.simulator.widgets.grid import shift

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_TEXTS = ("name", "value", "hint", "url", "identifier", "native_id")


def add(world: World, parent: Widget, made: Sequence[Row], at: int | None = None, stack: bool = False) -> None:
    """Put rows into a widget, with stored values in their holes; stacked: below the last one that is there."""
    last = bottom(parent.held()) if stack else None
    virtual, parent.rows = parent.rows, None
    tops = world.graft(rows.draft(_told(world, row) for row in made), parent, at)
    for top in tops if last is not None else ():
        box = top.node.bounds
        if box is not None and last is not None:
            shift(world, top, 0, last - box.y)
            last += box.height
    if virtual is not None:
        place = len(virtual) if at is None else at
        parent.rows = [*virtual[:place], *tops, *virtual[place:]]
        scrolling.settle(world, parent)


def clear(world: World, parent: Widget, parts: Iterable[Widget]) -> None:
    """Take parts out of a container, those out of view of a virtual list too."""
    gone = set(parts)
    for part in gone:
        if world.alive(part):
            world.remove(part)
    if parent.rows is not None:
        parent.rows = [row for row in parent.rows if row not in gone]


def bottom(parts: Sequence[Widget]) -> int | None:
    """Where the last of them ends; None if none has a box."""
    return max((part.node.bounds.bottom for part in parts if part.node.bounds is not None), default=None)


def _told(world: World, row: Row) -> Row:
    said = {name: getattr(row, name) for name in _TEXTS}
    return row.model_copy(update={name: filled(world, text) for name, text in said.items() if text})


def put_in_order(world: World, parent: Widget, order: Sequence[Widget]) -> None:
    """Let a container hold its parts in this order, those out of view of a virtual list too."""
    if parent.rows is not None:
        parent.rows = list(order)
        scrolling.settle(world, parent)
        there = [part for part in order if world.alive(part)]
    else:
        there = list(order)
    for place, part in enumerate(there):
        if parent.children[place] is not part:
            world.move(part, parent, place)


def settled(world: World, parent: Widget) -> None:
    """Another size: what scrolls in it shows what is in view now."""
    if parent.rows is not None or parent.node.scroll is not None:
        scrolling.settle(world, parent)
