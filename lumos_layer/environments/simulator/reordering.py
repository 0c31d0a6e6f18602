"""Putting the entries of a list into another order by dragging, where an app says that it can be."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import parts
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets.grid import shift
from lumos_layer.tree import Rect

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World


def reorder(world: World, source: Widget, target: Widget, end: tuple[int, int] | None) -> bool:
    """Put the entry that was dragged before or behind the one that it was let go on, by the half of it that the pointer is on.

    Without a point it takes that one's place. False if no list that can be reordered holds both.
    """
    holder = next((above for above in source.ancestors() if above.traits is not None and above.traits.reorderable), None)
    if holder is None:
        return False
    entry, other = _entry(source, holder), _entry(target, holder)
    if entry is None or other is None or entry is other:
        return False
    entries = list(holder.held())
    behind = _is_behind(entries, entry, other, end)
    order = [each for each in entries if each is not entry]
    order.insert(order.index(other) + behind, entry)
    _lay_out(world, entries, order)
    parts.put_in_order(world, holder, order)
    world.emit("change", holder, entry.node.name)
    return True


def _entry(widget: Widget, holder: Widget) -> Widget | None:
    """The child of the list that it is or stands in."""
    return next((each for each in widget.chain() if each.parent is holder), None)


def _is_behind(entries: list[Widget], entry: Widget, other: Widget, end: tuple[int, int] | None) -> bool:
    box = other.node.bounds
    if end is None or box is None or not box.holds(*end):
        return entries.index(entry) < entries.index(other)
    return end[0] >= box.x + box.width / 2 if _side_by_side(entries) else end[1] >= box.y + box.height / 2


def _side_by_side(entries: list[Widget]) -> bool:
    boxes = [each.node.bounds for each in entries if each.node.bounds is not None]
    return len(boxes) > 1 and boxes[0].y == boxes[1].y


def _lay_out(world: World, before: list[Widget], order: list[Widget]) -> None:
    """Give the entries in their new order the room that they had in the old one, with the gaps between places as they were."""
    boxes = [each.node.bounds for each in before]
    placed = [box for box in boxes if box is not None]
    if not placed or len(placed) < len(boxes):
        return
    across = _side_by_side(before)
    gaps = [_start(later, across) - _end(box, across) for box, later in pairwise(placed)]
    at = _start(placed[0], across)
    for each, gap in zip(order, [*gaps, 0], strict=True):
        box = each.node.bounds
        if box is not None:
            by = at - _start(box, across)
            shift(world, each, by if across else 0, 0 if across else by)
            at += (box.width if across else box.height) + gap


def _start(box: Rect, across: bool) -> int:
    return box.x if across else box.y


def _end(box: Rect, across: bool) -> int:
    return box.right if across else box.bottom
