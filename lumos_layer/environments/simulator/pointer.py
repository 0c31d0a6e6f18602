"""What the pointer does: a click goes to what lies under it, then up to the first thing around it that has an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from lumos_layer.actions.affordances import PRESSABLE
from lumos_layer.environments.simulator import focus, labels, popups, reordering, windows
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

Point = tuple[int, int]


def click(world: World, target: Widget | None) -> bool:
    """A click on a widget; True if anything came of it. What is disabled, blocked, hidden or loading does nothing."""
    if target is None:
        return popups.close_all(world)
    target = labels.control_of(world, target) or target
    if not _reaches(world, target):
        return False
    window = windows.window_of(target)
    raised = window is not None and window is not windows.active(world) and windows.activate(world, window)
    if popups.close_beside(world, target) and world.letter == "A":
        return True  # on desktops the click that closes a menu does no more
    if not world.enabled(target):
        return raised
    moved = focus.focus(world, focus.nearest(world, target)) if _takes_focus(world, target) else False
    return _up(target, lambda widget: world.behaviour(widget).click(world, widget)) or moved or raised


def double_click(world: World, target: Widget | None) -> bool:
    """Two clicks, and what the second one does beside."""
    done = click(world, target)
    if target is None or not world.alive(target):
        return done
    done |= click(world, target)
    if not world.alive(target) or not _reaches(world, target) or not world.enabled(target):
        return done
    return _up(target, lambda widget: world.behaviour(widget).double_click(world, widget)) or done


def right_click(world: World, target: Widget | None) -> bool:
    """Moves the focus as a click does, and asks for a context menu."""
    if target is None or not _reaches(world, target) or not world.enabled(target):
        return False
    popups.close_beside(world, target)
    moved = focus.focus(world, focus.nearest(world, target)) if _takes_focus(world, target) else False
    return _up(target, lambda widget: world.emit("right_click", widget)) or moved


def hover(world: World, target: Widget | None) -> bool:
    """Rests over a widget: of an open menu the one that belongs to it opens, and those that others beside it have opened close."""
    if target is None or not _reaches(world, target) or not world.enabled(target):
        return False
    if target.node.role is Role.MENUITEM and world.popups and popups.popup_of(target) is not None:
        return popups.open_popup(world, target)
    if target.node.role in popups.CHOICES and popups.close_inside(world, target):
        return True
    return _up(target, lambda widget: world.emit("hover", widget))


def drag(world: World, source: Widget | None, start: Point | None, target: Widget | None, end: Point | None) -> bool:
    """Presses on one widget and lets go on another: what moves by itself moves; else the app is asked; else lists reorder."""
    if source is None or not _reaches(world, source) or not world.enabled(source):
        return False
    if start and end and _dragged(world, source, start, end):
        return True
    if target is None or not _reaches(world, target) or not world.enabled(target):
        return False
    dropped = _up(source, lambda widget: world.emit("drop", widget, other=target))
    return dropped or reordering.reorder(world, source, target, end)


def _dragged(world: World, source: Widget, start: Point, end: Point) -> bool:
    """Ask what was pressed, then what it stands in. A press on a control in a window is none on the window."""
    pressed = False
    for widget in windows.up_to_window(source):
        if pressed and widget.node.role in windows.WINDOWS:
            return False
        if world.behaviour(widget).dragged(world, widget, start, end):
            return True
        pressed |= bool(PRESSABLE & set(widget.node.can))
    return False


def _reaches(world: World, target: Widget) -> bool:
    return world.alive(target) and not world.busy and world.shown(target) and windows.blocker(world, target) is None


def _takes_focus(world: World, target: Widget) -> bool:
    """On a page a click beside everything takes the focus away; on a desktop it leaves it. Menus keep theirs."""
    if popups.opener_of(world, target) is not None and target.node.role in popups.CHOICES:
        return False
    return world.letter == "W" or focus.nearest(world, target) is not None


def _up(target: Widget, answer: Callable[[Widget], bool]) -> bool:
    """Ask the widget, then what it stands in, up to its window, until one has an answer."""
    return any(answer(widget) for widget in windows.up_to_window(target))
