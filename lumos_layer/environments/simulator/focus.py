"""The keyboard focus: what can have it, where Tab takes it, and what happens when it goes.

Composite widgets are one stop of Tab each, arrows move inside them: WAI-ARIA Authoring Practices, "Developing a Keyboard
Interface".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from lumos_layer.environments.simulator import editing, windows
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.tree import Node, Role
from lumos_layer.tree.survey import GROUNDS

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

# What holds items of which one at a time is the stop of Tab.
COMPOSITES = frozenset((Role.RADIOGROUP, Role.TABLIST, Role.LISTBOX, Role.MENU, Role.MENUBAR, Role.TREE, Role.TREEGRID, Role.GRID))
_GROUNDS = windows.WINDOWS | {Role.DOCUMENT}
ITEMS = frozenset(
    (
        Role.RADIO, Role.TAB, Role.OPTION, Role.MENUITEM, Role.MENUITEMCHECKBOX, Role.MENUITEMRADIO, Role.TREEITEM, Role.GRIDCELL,
        Role.ROW, Role.COLUMNHEADER, Role.ROWHEADER,
    )
)  # fmt: skip


def focusable(world: World, widget: Widget) -> bool:
    """True if the keyboard can be led there: said to be so, or not said not to be and something can be done with it."""
    node = widget.node
    able = node.focusable if node.focusable is not None else bool(node.can) and not _by_its_list(widget)
    return able and world.enabled(widget) and world.shown(widget)


def _by_its_list(widget: Widget) -> bool:
    """True for an item whose list, tree or row of tabs has the focus for it, as native ones do."""
    composite = _composite(widget)
    return composite is not None and composite.node.focusable is True


def lead(world: World, widget: Widget) -> bool:
    """Give the focus to a widget, or to the list that has it for the widget; False if it was there or cannot go there."""
    if focusable(world, widget):
        return focus(world, widget)
    composite = _composite(widget)
    return composite is not None and focusable(world, composite) and focus(world, composite)


def listens(world: World, widget: Widget) -> bool:
    """True if keys go to the widget: it has the focus, or its list has it and the widget is the chosen one in it."""
    focused = world.focused
    return focused is widget or (focused is not None and focused is _composite(widget) and item_of(world, focused) is widget)


def item_of(world: World, composite: Widget) -> Widget | None:
    """The item of a list, tree or row of tabs that keys go to while the whole has the focus.

    Where several can be selected the one that keys have led to, else the chosen one, else the first.
    """
    if composite.node.role not in COMPOSITES:
        return None
    able = [item for item in composite.inside() if item.node.role in ITEMS and world.enabled(item) and not item.node.hidden]
    current = composite.traits.current if composite.traits is not None else 0
    at = next((item for item in able if item.number == current), None)
    return at or next((item for item in able if item.node.selected or item.node.checked == "true"), able[0] if able else None)


def focus(world: World, widget: Widget | None) -> bool:
    """Give the focus to a widget, or to none; False if it had it already."""
    old = world.focused
    if old is widget:
        return False
    if old is not None:
        world.behaviour(old).leave(world, old)
    # Some dumps mark more than one node, a window and a field in it; only one can have it from now on.
    for holder in [other for other in world.order() if other.node.focused] if old is not None else ():
        world.change(holder, focused=False if world.says_unfocused else None)
    world.focused = widget if widget is not None and world.alive(widget) else None
    if world.focused is not None:
        world.change(world.focused, focused=True)
        world.emit("focus", world.focused)
    return True


def nearest(world: World, widget: Widget) -> Widget | None:
    """The widget itself, or the nearest one around it, that can have the focus; not beyond its window."""
    return next((above for above in windows.up_to_window(widget) if focusable(world, above)), None)


def advance(world: World, step: int) -> bool:
    """Move the focus to the next stop (1) or the one before (-1), round and round in the open dialog or active window."""
    stops = list(_stops(world, scope(world)))
    if not stops:
        return False
    current = world.focused
    place = next((k for k, stop in enumerate(stops) if current is not None and current.within(stop)), None)
    if place is None and current is not None:
        stop = _composite(current)
        place = next((k for k, other in enumerate(stops) if stop is not None and _composite(other) is stop), None)
    if place is None:
        place = _neighbour(world, stops, current, step) if current is not None else (-1 if step > 0 else len(stops))
    target = stops[(place + step) % len(stops)]
    if not focus(world, target):
        return False
    world.behaviour(target).tabbed(world, target)
    return True


def scope(world: World) -> Widget | None:
    """What Tab stays in: the modal dialog on top, else the active window; None is the whole world."""
    return windows.top_modal(world) or windows.active(world)


def _neighbour(world: World, stops: list[Widget], current: Widget, step: int) -> int:
    """A place from which one step leads to the stop after (before) the focused widget in document order."""
    world.order()
    before = sum(stop.index < current.index for stop in stops)
    return before - 1 if step > 0 else before


def _composite(widget: Widget) -> Widget | None:
    """The composite whose item it is."""
    if widget.node.role not in ITEMS:
        return None
    return next((above for above in widget.ancestors() if above.node.role in COMPOSITES), None)


def _stops(world: World, within: Widget | None) -> Iterator[Widget]:
    """Where Tab stops, in document order."""
    entered: set[int] = set()
    for widget, around in _usable(world, within):
        if widget.node.role in _GROUNDS and not {"type", "set_value"} & set(widget.node.can):
            continue
        composite = around if widget.node.role in ITEMS and around is not None else _radio_group(widget)
        if composite is None:
            yield widget
        elif composite.number not in entered:
            entered.add(composite.number)
            if composite.node.role not in COMPOSITES or not focusable(world, composite):
                yield _entry(world, composite, widget)  # otherwise the composite itself was the stop; its items have none


class _Way(Struct):
    """What is so around a widget that a walk has come to."""

    free: bool  # nothing disables it
    blocked: bool  # a modal dialog keeps it from being used
    composite: Widget | None


def _usable(world: World, within: Widget | None) -> Iterator[tuple[Widget, Widget | None]]:
    """What can have the focus, each with the composite around it: in one walk, so that depth costs nothing."""
    if within is not None and not world.shown(within):
        return
    blocking = windows.blocking(world)
    open_modals = {modal.number for modal in blocking.values()}
    start = _Way(True, within is not None and windows.blocker(world, within) is not None, None)
    waiting = [(top, start) for top in ([within] if within is not None else world.roots[::-1])]
    while waiting:
        widget, way = waiting.pop()
        node = widget.node
        if node.hidden or node.offscreen:
            continue
        blocked = widget.number in blocking or (way.blocked and widget.number not in open_modals)
        if not blocked and _able(node, way) and node.enabled is not False and (way.free or node.role in GROUNDS):
            yield widget, way.composite
        if node.minimized or not widget.children:
            continue
        free = node.role in GROUNDS or world.dialect == "android" or (way.free and node.enabled is not False)
        composite = widget if node.role in COMPOSITES else way.composite
        inside = _Way(free, blocked, composite)
        waiting += [(child, inside) for child in reversed(widget.children)]


def _able(node: Node, way: _Way) -> bool:
    """The same as `focusable` asks of the node itself and its composite."""
    if node.focusable is not None:
        return node.focusable
    by_list = node.role in ITEMS and way.composite is not None and way.composite.node.focusable is True
    return bool(node.can) and not by_list


def _radio_group(widget: Widget) -> Widget | None:
    """Radio buttons side by side are a group, whatever holds them."""
    return widget.parent if widget.node.role is Role.RADIO else None


def _entry(world: World, composite: Widget, first: Widget) -> Widget:
    """Which item of a composite Tab leads to: the one chosen, else the first."""
    for item in composite.inside():
        node = item.node
        chosen = node.selected or node.checked == "true"
        if chosen and node.role is first.node.role and focusable(world, item):
            return item
    return first


def all_text(world: World, widget: Widget) -> None:
    """Select all of a field, as browsers and Windows do when Tab leads there."""
    if widget.text is not None and not widget.text.multiline:
        editing.select_all(widget.text)
