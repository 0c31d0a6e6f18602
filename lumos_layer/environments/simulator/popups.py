"""What opens over the rest and closes at the next click elsewhere: menus, and the lists of comboboxes.

WAI-ARIA Authoring Practices, "Menu and Menubar Pattern" and "Combobox Pattern".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import focus
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.tree import Rect, Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_POPUPS = frozenset((Role.MENU, Role.LISTBOX, Role.LIST, Role.TREE, Role.GRID))
CHOICES = frozenset((Role.OPTION, Role.LISTITEM, Role.MENUITEM, Role.MENUITEMCHECKBOX, Role.MENUITEMRADIO))
_HEIGHT = 24  # of an item whose dump gives it no box


def popup_of(opener: Widget) -> Widget | None:
    """What a combobox, menu button or menu item opens: a list or menu in it, right behind it, or named after it; itself
    where its items stand right in it."""
    for widget in opener.inside():
        if widget.node.role in _POPUPS:
            return widget
        if widget.node.role in CHOICES:
            return opener
    siblings = opener.siblings()
    place = siblings.index(opener) + 1
    if place < len(siblings) and siblings[place].node.role in _POPUPS and opener.node.expanded is not None:
        return siblings[place]
    return None


def is_open(world: World, opener: Widget) -> bool:
    return any(number == opener.number for _, number in world.popups) or bool(opener.node.expanded)


def open_popup(world: World, opener: Widget) -> bool:
    """Show what the widget opens, below it or beside it, and close what else is open; False if it was open."""
    if any(number == opener.number for _, number in world.popups):
        return False
    close_beside(world, opener)
    popup = popup_of(opener)
    world.change(opener, expanded=True)
    if popup is not None:
        world.popups.append((popup.number, opener.number))
        _show(world, opener, popup)
    world.emit("expand", opener)
    return True


def close_popup(world: World, opener: Widget) -> bool:
    """Hide what the widget has opened, and what that has opened; False if it was closed."""
    place = next((k for k, (_, number) in enumerate(world.popups) if number == opener.number), None)
    if place is None:
        changed = bool(opener.node.expanded) and world.change(opener, expanded=False)
        popup = popup_of(opener) if changed else None
        if popup is not None:
            _hide(world, opener, popup)
        return changed
    closing = world.popups[place:]
    del world.popups[place:]
    for inner, source in reversed(closing):
        _close(world, world.widgets.get(inner), world.widgets.get(source))
    return True


def close_all(world: World) -> bool:
    """Close every open popup; the focus goes back to what opened the first of them if it was in one."""
    if not world.popups:
        return False
    opener = world.widgets.get(world.popups[0][1])
    return close_popup(world, opener) if opener is not None else False


def close_beside(world: World, widget: Widget) -> bool:
    """Close the popups that the widget neither stands in nor has opened."""
    for popup, source in world.popups:
        holder, opener = world.widgets.get(popup), world.widgets.get(source)
        if holder is None or opener is None or widget.within(holder) or widget is opener:
            continue
        return close_popup(world, opener)
    return False


def opener_of(world: World, widget: Widget) -> Widget | None:
    """What opened the innermost popup that the widget stands in."""
    for popup, source in reversed(world.popups):
        holder = world.widgets.get(popup)
        if holder is not None and widget.within(holder) and widget.number != source:
            return world.widgets.get(source)
    for above in widget.ancestors():  # open already in the dump
        if above.node.role in (Role.COMBOBOX, Role.MENUITEM) and above.node.expanded:
            return above
    return None


def items(popup: Widget) -> list[Widget]:
    """The choices of a list or menu, without those of its submenus."""
    found: list[Widget] = []
    waiting = popup.children[::-1]
    while waiting:
        widget = waiting.pop()
        if widget.node.role in CHOICES or widget.node.role is Role.TREEITEM:
            found.append(widget)
        else:
            waiting += widget.children[::-1]
    return found


def _close(world: World, popup: Widget | None, opener: Widget | None) -> None:
    if opener is None:
        return
    world.change(opener, expanded=False)
    inside = popup is not None and world.focused is not None and world.focused is not opener and world.focused.within(popup)
    if inside and focus.focusable(world, opener):
        focus.focus(world, opener)
    if popup is not None:
        _hide(world, opener, popup)
    world.emit("collapse", opener)


def _show(world: World, opener: Widget, popup: Widget) -> None:
    if popup is not opener:
        world.change(popup, hidden=False, offscreen=False)
        for above in popup.ancestors():  # wrappers between the two
            if above is opener:
                break
            if opener.within(above):
                break
            world.change(above, hidden=False, offscreen=False)
    inside = opener.node.bounds
    beside = opener.node.role is Role.MENUITEM and opener.parent is not None and opener.parent.node.role is not Role.MENUBAR
    x, y = (inside.right, inside.y) if inside and beside else (inside.x, inside.bottom) if inside else (0, 0)
    choices, top = items(popup), y
    for item in choices:
        y = _show_item(world, item, x, y, inside)
    if inside and popup is not opener and (popup.node.bounds is None or popup.node.bounds.empty):
        world.change(popup, bounds=Rect(x, top, max(inside.width, 1), max(y - top, 1)))


def _show_item(world: World, item: Widget, x: int, y: int, opener: Rect | None) -> int:
    """Show one choice, with a box below the one before where it had none; where the next one begins."""
    bounds = item.node.bounds
    if opener is not None and (bounds is None or bounds.empty):
        bounds = Rect(x, y, max(opener.width, 1), max(min(opener.height, 2 * _HEIGHT), 1))
    world.change(item, hidden=False, offscreen=False, bounds=bounds)
    for inner in item.inside():  # its words; not a submenu
        if inner.node.role in _POPUPS or inner.node.role in CHOICES:
            break
        world.change(inner, hidden=False, offscreen=False)
    return bounds.bottom if bounds is not None else y


def _hide(world: World, opener: Widget, popup: Widget) -> None:
    """A list or menu is gone from sight; choices that stand right in their opener each by itself."""
    if popup is not opener:
        world.change(popup, hidden=True)
        return
    for item in items(popup):
        world.change(item, hidden=True)
