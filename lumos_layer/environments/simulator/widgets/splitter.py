"""Splitters between two panes. WAI-ARIA Authoring Practices: "Window Splitter Pattern"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import parts, ranges
from lumos_layer.environments.simulator.keys import Chord
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets.behaviour import Behaviour
from lumos_layer.environments.simulator.widgets.grid import shift
from lumos_layer.perception.numbers import number_in
from lumos_layer.tree import Rect, Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_STEP = 10  # pixels that one arrow key moves it
_KEYS = {True: {"ArrowLeft": -1, "ArrowRight": 1}, False: {"ArrowUp": -1, "ArrowDown": 1}}  # by whether it stands upright
_FULL = 100.0  # where all of the room is the first pane's, if the dump does not say


class Splitter(Behaviour):
    """A separator that can have the focus or has a value; any other is only a line."""

    roles = frozenset((Role.SEPARATOR,))

    def dragged(self, world: World, widget: Widget, start: tuple[int, int], end: tuple[int, int]) -> bool:
        upright = _upright(widget)
        return _move(world, widget, end[0] - start[0] if upright else end[1] - start[1])

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        keys = _KEYS[_upright(widget)]
        if chord.held or not _moves(widget):
            return False
        if chord.key in ("Home", "End"):
            room = _room(widget)
            return room is not None and _move(world, widget, (room[1] - room[0]) * (1 if chord.key == "End" else -1))
        return chord.key in keys and _move(world, widget, keys[chord.key] * _STEP)

    def set_value(self, world: World, widget: Widget, value: float) -> bool:
        room, box = _room(widget), widget.node.bounds
        if room is None or box is None or not _moves(widget):
            return False
        low, high = _ends(widget)
        share = min(max((value - low) / (high - low), 0.0), 1.0) if high > low else 0.0
        _move(world, widget, round(room[0] + share * (room[1] - room[0])) - (box.x if _upright(widget) else box.y))
        return True


def _moves(widget: Widget) -> bool:
    node = widget.node
    return not node.readonly and (node.focusable is True or number_in(node.value) is not None)


def _upright(widget: Widget) -> bool:
    box = widget.node.bounds
    return box is not None and box.height > box.width


def _ends(widget: Widget) -> tuple[float, float]:
    high = ranges.greatest(widget)
    return ranges.least(widget), _FULL if high is None else high


def _panes(widget: Widget) -> tuple[Widget, Widget] | None:
    """What stands right before it and right behind it."""
    siblings = widget.siblings()
    place = siblings.index(widget)
    if not 0 < place < len(siblings) - 1:
        return None
    before, behind = siblings[place - 1], siblings[place + 1]
    return None if before.node.bounds is None or behind.node.bounds is None else (before, behind)


def _room(widget: Widget) -> tuple[int, int] | None:
    """Where its left or upper edge may be, from and up to."""
    panes, box = _panes(widget), widget.node.bounds
    if panes is None or box is None:
        return None
    first, last = (pane.node.bounds or box for pane in panes)
    if _upright(widget):
        return first.x, max(first.x, last.right - box.width)
    return first.y, max(first.y, last.bottom - box.height)


def _move(world: World, widget: Widget, by: int) -> bool:
    """Move it and the edges of both panes; what is in the second goes along. True if it is one that moves."""
    room, panes, box = _room(widget), _panes(widget), widget.node.bounds
    if room is None or panes is None or box is None or not _moves(widget):
        return False
    upright = _upright(widget)
    at = box.x if upright else box.y
    by = min(max(at + by, room[0]), room[1]) - at
    if by:
        shift(world, widget, by if upright else 0, 0 if upright else by)
        _stretch(world, panes[0], by, upright)
        shift(world, panes[1], by if upright else 0, 0 if upright else by)
        _stretch(world, panes[1], -by, upright)
        _tell(world, widget, (at + by - room[0]) / (room[1] - room[0] or 1))
    return True


def _stretch(world: World, pane: Widget, by: int, upright: bool) -> None:
    box = pane.node.bounds
    if box is not None:
        wider, higher = (by, 0) if upright else (0, by)
        world.change(pane, bounds=Rect(box.x, box.y, max(0, box.width + wider), max(0, box.height + higher)))
        parts.settled(world, pane)


def _tell(world: World, widget: Widget, share: float) -> None:
    low, high = _ends(widget)
    if number_in(widget.node.value) is not None:
        world.change(widget, value=ranges.written(round(low + share * (high - low))))
    world.emit("change", widget, widget.node.value or "")
