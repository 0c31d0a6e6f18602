"""Containers that show a part of what they hold. Their rows move; virtual lists hold only the rows in view.

Percentages are those of UIA's Scroll pattern: how much of the whole lies beyond each edge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from lumos_layer.environments.simulator.keys import Chord
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets.behaviour import Behaviour
from lumos_layer.environments.simulator.widgets.grid import shift
from lumos_layer.tree import Rect, Role, Scroll

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_LINE = 40  # pixels that an arrow key scrolls
_KEYS = {"PageDown": 1.0, "PageUp": -1.0, " ": 1.0}


class Scrolling(Behaviour):
    roles = frozenset(
        (
            Role.GENERIC,
            Role.GROUP,
            Role.REGION,
            Role.DOCUMENT,
            Role.MAIN,
            Role.LIST,
            Role.TABPANEL,
            Role.ARTICLE,
            Role.FEED,
            Role.LOG,
        )
    )

    def click(self, world: World, widget: Widget) -> bool:
        return "click" in widget.node.can and world.emit("click", widget)

    def select(self, world: World, widget: Widget, option: Widget | None) -> bool:
        return option is not None and world.enabled(option) and world.behaviour(option).select(world, option, None)

    def options(self, widget: Widget) -> list[Widget]:
        return [child for child in widget.children if "select" in child.node.can]

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        if chord.held or not scrolls(widget):
            return False
        page = _page(widget)
        if chord.key in _KEYS:
            return scroll(world, widget, 0, round(_KEYS[chord.key] * page * 0.9))
        if chord.key in ("ArrowDown", "ArrowUp"):
            return scroll(world, widget, 0, _LINE if chord.key == "ArrowDown" else -_LINE)
        if chord.key in ("Home", "End"):
            return scroll(world, widget, 0, _far(widget) if chord.key == "End" else -_far(widget))
        return False


class Extent(Struct):
    """How far what is inside reaches, in pixels of the screen as it is scrolled now."""

    left: int
    top: int
    right: int
    bottom: int


def scrolls(widget: Widget) -> bool:
    node = widget.node
    return node.clips or "scroll" in node.can or node.scroll is not None or widget.rows is not None


def scroller_of(widget: Widget) -> Widget | None:
    """The nearest thing around it, or itself, that scrolls."""
    return next((above for above in widget.chain() if scrolls(above)), None)


def scroll(world: World, widget: Widget, right: int, down: int) -> bool:
    """Move what is inside by so many pixels, as far as there is anything; False if nothing moved."""
    box = widget.node.bounds
    if box is None:
        return False
    if widget.rows is None:
        _lay_out(world, widget)
    reach = extent(widget)
    right = _within(right, reach.left - box.x, reach.right - box.right)
    down = _within(down, reach.top - box.y, reach.bottom - box.bottom)
    if not right and not down:
        return False
    for child in widget.held():
        if child.node.role is not Role.SCROLLBAR:
            shift(world, child, -right, -down)
    settle(world, widget)
    world.emit("scroll", widget)
    return True


def to_edge(world: World, widget: Widget, right: int, down: int) -> bool:
    """Scroll all the way to one side."""
    if widget.node.bounds is None:
        return False
    if widget.rows is None:
        _lay_out(world, widget)
    reach = extent(widget)
    return scroll(world, widget, right * (reach.right - reach.left), down * (reach.bottom - reach.top))


def into_view(world: World, widget: Widget) -> bool:
    """Scroll everything around the widget that scrolls just as far as it takes to show it."""
    moved = False
    for above in widget.ancestors():
        if not scrolls(above):
            continue
        if above.rows is None:
            _lay_out(world, above)
        box, frame = widget.node.bounds, above.node.bounds
        if box is None or frame is None:
            continue
        moved |= scroll(
            world, above, _need(box.x, box.right, frame.x, frame.right), _need(box.y, box.bottom, frame.y, frame.bottom)
        )
    return moved


def extent(widget: Widget) -> Extent:
    """How far the children reach, together with the container itself; percentages of the dump may say that it is farther."""
    box = widget.node.bounds or Rect(0, 0, 0, 0)
    boxes = [row.node.bounds for row in widget.held() if row.node.bounds is not None and row.node.role is not Role.SCROLLBAR]
    boxes = [box, *(found for found in boxes if not found.empty)]
    return Extent(
        min(found.x for found in boxes),
        min(found.y for found in boxes),
        max(found.right for found in boxes),
        max(found.bottom for found in boxes),
    )


def settle(world: World, widget: Widget) -> None:
    """Say what is in view and what lies beyond; of a virtual list, take rows out of the world and put others in."""
    box = widget.node.bounds
    if box is None:
        return
    if widget.rows is not None:
        _swap(world, widget, widget.rows, box)
    elif world.says_offscreen:
        for child in widget.children:
            if child.node.bounds is not None and child.node.role is not Role.SCROLLBAR:
                world.change(child, offscreen=not child.node.bounds.touches(box))
    if widget.node.scroll is not None or widget.rows is not None:
        world.change(widget, scroll=_beyond(extent(widget), box))


def virtualise(world: World, widget: Widget) -> None:
    """Make a container virtual: from now on only the rows in view are in the world."""
    _lay_out(world, widget)
    widget.rows = list(widget.children)
    settle(world, widget)


def _swap(world: World, widget: Widget, rows: list[Widget], box: Rect) -> None:
    wanted = [row for row in rows if row.node.bounds is None or row.node.bounds.touches(box)]
    there = set(wanted)
    for row in wanted:
        world.change(row, offscreen=False)
    for row in [child for child in widget.children if child not in there]:
        world.detach(row)
    for place, row in enumerate(wanted):
        if row.parent is not widget or not world.alive(row):
            world.attach(row, widget, place)


def _lay_out(world: World, widget: Widget) -> None:
    """Give rows without a place one below the row before, as high as that; dumps give none to rows out of view."""
    last: Rect | None = None
    for child in widget.children:
        bounds = child.node.bounds
        if bounds is not None and not bounds.empty:
            last = bounds
        elif last is not None and (child.node.offscreen or bounds is None) and child.node.role is not Role.SCROLLBAR:
            last = Rect(last.x, last.bottom, last.width, last.height)
            world.change(child, bounds=last)


def _page(widget: Widget) -> int:
    return widget.node.bounds.height if widget.node.bounds is not None else 0


def _far(widget: Widget) -> int:
    if widget.node.bounds is None:
        return 0
    reach = extent(widget)
    return reach.bottom - reach.top


def _within(wanted: int, least: int, most: int) -> int:
    return min(max(wanted, min(least, 0)), max(most, 0))


def _need(start: int, end: int, low: int, high: int) -> int:
    """How far to scroll so that start to end lies between low and high; what is larger shows its start."""
    if start < low or end - start > high - low:
        return start - low
    return max(0, end - high)


def _beyond(reach: Extent, box: Rect) -> Scroll:
    height, width = max(reach.bottom - reach.top, 1), max(reach.right - reach.left, 1)
    return Scroll(
        above=round(100 * (box.y - reach.top) / height),
        below=round(100 * (reach.bottom - box.bottom) / height),
        left=round(100 * (box.x - reach.left) / width),
        right=round(100 * (reach.right - box.right) / width),
    )
