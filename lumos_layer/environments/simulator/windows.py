"""Windows and dialogs: which is on top, which blocks which, and how they come and go.

Dialogs: WAI-ARIA Authoring Practices, "Dialog (Modal) Pattern". Windows dialects list the topmost window first, others last.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.tree import Role, layers

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

WINDOWS = layers.WINDOWS
_OWNERS = WINDOWS | {Role.DOCUMENT, Role.APPLICATION}


def tops(world: World) -> list[Widget]:
    """The windows that stand in no other, the topmost last."""
    found = [widget for widget in world.of_role(*WINDOWS) if window_of(widget) is widget]
    if world.topmost_first:
        found.reverse()
    found.sort(key=lambda window: (window.node.active is True, window.node.z or 0))
    return found


def up_to_window(widget: Widget) -> Iterator[Widget]:
    """The widget and what it stands in, up to the nearest window."""
    for above in widget.chain():
        yield above
        if above.node.role in WINDOWS:
            return


def window_of(widget: Widget) -> Widget | None:
    """The outermost window that the widget is or stands in."""
    found = None
    for above in widget.chain():
        if above.node.role in WINDOWS:
            found = above
    return found


def dialog_of(widget: Widget) -> Widget | None:
    """The nearest window or dialog that the widget is or stands in."""
    return next((above for above in widget.chain() if above.node.role in WINDOWS), None)


def open_windows(world: World) -> list[Widget]:
    """The windows that can be seen, the topmost last."""
    return [window for window in tops(world) if world.shown(window) and not window.node.minimized]


def active(world: World) -> Widget | None:
    """The window that the keyboard goes to: that of the focus, else the topmost."""
    if world.focused is not None and (window := window_of(world.focused)) is not None:
        return window
    shown = open_windows(world)
    return shown[-1] if shown else None


def activate(world: World, window: Widget) -> bool:
    """Bring a window to the front, out of the task bar too; False if it was there."""
    from lumos_layer.environments.simulator import focus

    changed = world.change(window, minimized=False) if window.node.minimized else False
    shown = open_windows(world)
    if shown and shown[-1] is not window:
        _raise(world, window)
        changed = True
    current = world.focused
    if current is None or not current.within(window):
        changed |= focus.focus(world, first_stop(world, window))
    if changed:
        world.emit("activate", window)
    return changed


def _raise(world: World, window: Widget) -> None:
    """Put it on top: by the word for it where the dialect has one, and by its place."""
    if any(other.node.active is not None for other in tops(world)):
        for other in tops(world):
            world.change(other, active=other is window)
        return
    siblings = world.roots if window.parent is None else window.parent.children
    places = [k for k, sibling in enumerate(siblings) if sibling.node.role in WINDOWS]
    first = world.topmost_first
    target = places[0] if first else places[-1]
    if siblings[target] is not window:
        world.move(window, window.parent, target)
    world.drawing.put_on_top(window)
    parent = window.parent
    # Windows of several programs: the program comes to the front with its window.
    if parent is not None and parent.node.role is Role.APPLICATION:
        programs = world.roots if parent.parent is None else parent.parent.children
        if len(programs) > 1:
            world.move(parent, parent.parent, 0 if first else len(programs) - 1)


def first_stop(world: World, window: Widget) -> Widget | None:
    """What gets the focus when a window comes up: the first thing in it that can have it."""
    from lumos_layer.environments.simulator import focus

    for widget in window.inside():
        if widget.node.role not in WINDOWS and focus.focusable(world, widget):
            return widget
    return None


def owner(modal: Widget) -> Widget | None:
    """What a modal dialog blocks: the window, page or program that it stands in."""
    above = next((above for above in modal.ancestors() if above.node.role in _OWNERS), None)
    if above is None and modal.parent is not None and modal.node.role not in WINDOWS:
        *_, above = modal.ancestors()
    return above


def blocking(world: World) -> dict[int, Widget]:
    """What modal dialogs block, as numbers, each with the topmost dialog that blocks it."""
    world.order()
    found: dict[int, Widget] = {}
    for modal in sorted((modal for modal in world.modals.values() if world.shown(modal)), key=lambda modal: modal.index):
        above = owner(modal)
        if above is not None:
            found[above.number] = modal
    return found


def blocker(world: World, widget: Widget) -> Widget | None:
    """The modal dialog that keeps the widget from being used; None if it is free."""
    if not world.modals:
        return None
    shown = [modal for modal in world.modals.values() if world.shown(modal)]
    if not shown:
        return None
    world.order()
    shown.sort(key=lambda modal: modal.index, reverse=True)
    for modal in shown:
        if widget.within(modal):
            return None
        above = owner(modal)
        if above is not None and widget.within(above):
            return modal
    return None


def top_modal(world: World) -> Widget | None:
    """The modal dialog that the keyboard stays in."""
    window = active(world)
    shown = [modal for modal in world.modals.values() if world.shown(modal)]
    world.order()
    inside = [modal for modal in shown if window is None or modal.within(window) or _blocks(modal, window)]
    return max(inside, key=lambda modal: modal.index, default=None)


def _blocks(modal: Widget, window: Widget) -> bool:
    above = owner(modal)
    return above is not None and window.within(above)


def opened(world: World, window: Widget) -> None:
    """A window or dialog has come up: remember what had the focus, and lead it there."""
    from lumos_layer.environments.simulator import focus

    if world.focused is not None and not world.focused.within(window):
        world.returns[window.number] = world.focused.number
    focus.focus(world, first_stop(world, window))


def close(world: World, window: Widget) -> bool:
    """Close a window or dialog unless a hook has another answer; the focus goes back to where it came from."""
    from lumos_layer.environments.simulator import focus

    if world.emit("close", window):
        return True
    if not world.alive(window):
        return True
    back = world.widgets.get(world.returns.pop(window.number, -1))
    world.remove(window)
    if world.focused is None:
        if back is None or not focus.focusable(world, back):
            shown = open_windows(world)
            back = first_stop(world, shown[-1]) if shown else None
        focus.focus(world, back)
    return True


def minimise(world: World, window: Widget) -> bool:
    """Put a window away; the next one comes to the front."""
    from lumos_layer.environments.simulator import focus

    if not world.change(window, minimized=True):
        return False
    if world.focused is not None and world.focused.within(window):
        focus.focus(world, None)
        shown = open_windows(world)
        if shown:
            activate(world, shown[-1])
    return True
