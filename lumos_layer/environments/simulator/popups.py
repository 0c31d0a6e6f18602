"""What opens over the rest and closes at the next click elsewhere: menus, and the lists of comboboxes.

WAI-ARIA Authoring Practices, "Menu and Menubar Pattern" and "Combobox Pattern".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import focus
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.tree import Rect, Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_POPUPS = frozenset((Role.MENU, Role.LISTBOX, Role.LIST, Role.TREE, Role.GRID))
CHOICES = frozenset((Role.OPTION, Role.LISTITEM, Role.MENUITEM, Role.MENUITEMCHECKBOX, Role.MENUITEMRADIO))
_OPENERS = frozenset((Role.COMBOBOX, Role.MENUITEM, Role.BUTTON))
_HEIGHT = 24  # of an item whose dump gives it no box


def popup_of(opener: Widget) -> Widget | None:
    """What a combobox, menu button or menu item opens: a list or menu in it; itself where its items stand right in it; the one
    right behind it; or, as pages have it, the next menu, or list that is closed or open with it, of all that follows."""
    for widget in opener.inside():
        if widget.node.role in _POPUPS:
            return widget
        if widget.node.role in CHOICES:
            nested = opener.node.role is Role.COMBOBOX and any(inner.node.role in CHOICES for inner in widget.inside())
            return widget if nested else opener  # GTK's combobox holds a menu, which AT-SPI calls as it calls an item
    if opener.node.expanded is None or opener.node.role not in _OPENERS:
        return None
    siblings = opener.siblings()
    place = siblings.index(opener) + 1
    if place < len(siblings) and siblings[place].node.role in _POPUPS:
        return siblings[place]
    return next((widget for widget in _following(opener) if _belongs(opener, widget)), None)


def _following(widget: Widget) -> Iterator[Widget]:
    """What comes after a widget, in document order, up to the end of its tree."""
    for above in widget.chain():
        siblings = above.siblings()
        for later in siblings[siblings.index(above) + 1 :]:
            yield from later.subtree()


def _belongs(opener: Widget, popup: Widget) -> bool:
    if opener.node.role is Role.COMBOBOX:
        return popup.node.role is Role.LISTBOX and popup.node.hidden is not bool(opener.node.expanded)
    return popup.node.role is Role.MENU and popup.node.hidden is not bool(opener.node.expanded)


def is_open(world: World, opener: Widget) -> bool:
    return any(number == opener.number for _, number in world.popups) or bool(opener.node.expanded)


def find_open(world: World) -> None:
    """What is open in the dump: popups of what says that it is expanded, or says nothing of it while its choices show."""
    for opener in world.of_role(Role.COMBOBOX, Role.MENUITEM, Role.BUTTON):
        if opener.node.expanded is False or not (opener.children or opener.node.expanded):
            continue
        popup = popup_of(opener)
        if popup is not None and any(_seen(world, item) for item in items(popup)[:1]):
            world.popups.append((popup.number, opener.number))


def _seen(world: World, item: Widget) -> bool:
    bounds = item.node.bounds
    return world.shown(item) and bounds is not None and not bounds.empty


def open_popup(world: World, opener: Widget) -> bool:
    """Show what the widget opens, below it or beside it, and close what else is open; False if it was open."""
    if any(number == opener.number for _, number in world.popups):
        return False
    close_beside(world, opener)
    popup = popup_of(opener)
    _say_open(world, opener, True)
    if popup is not None:
        world.popups.append((popup.number, opener.number))
        _show(world, opener, popup)
    world.emit("expand", opener)
    return True


def enter(world: World, opener: Widget, *, last: bool = False) -> bool:
    """From what has opened a menu to its first choice that can be taken, or its last; False if there is none."""
    popup = popup_of(opener)
    members = [item for item in items(popup) if world.enabled(item) and world.shown(item)] if popup is not None else []
    return bool(members) and focus.lead(world, members[-1 if last else 0])


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


def close_inside(world: World, item: Widget) -> bool:
    """Close what other items of the open menu in which the widget stands have opened."""
    holders = [widget for popup, _ in world.popups if (widget := world.widgets.get(popup)) is not None and item.within(widget)]
    openers = [widget for _, source in world.popups if (widget := world.widgets.get(source)) is not None]
    beside = next((each for each in openers if holders and each is not item and each.within(holders[-1])), None)
    return beside is not None and close_popup(world, beside)


def close_unseen(world: World) -> None:
    """Close what stands, with its opener, on a page or in a window that does not show any more, so that it takes no click."""
    while (unseen := next((pair for pair in world.popups if not _shows(world, *pair)), None)) is not None:
        opener = world.widgets.get(unseen[1])
        if opener is None or not close_popup(world, opener):
            world.popups.remove(unseen)


def _shows(world: World, *numbers: int) -> bool:
    return any(world.shown(widget) for number in numbers if (widget := world.widgets.get(number)) is not None)


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


def items(popup: Widget, *, unseen: bool = False) -> list[Widget]:
    """The choices of a list or menu, without those of its submenus; `unseen`: of a virtual list also those out of view."""
    found: list[Widget] = []
    waiting = [popup]
    while waiting:
        widget = waiting.pop()
        if widget is not popup and (widget.node.role in CHOICES or widget.node.role is Role.TREEITEM):
            found.append(widget)
        else:
            waiting += (widget.held() if unseen else widget.children)[::-1]
    return found


def _say_open(world: World, opener: Widget, opened: bool) -> None:
    """Let the opener say it, in the words of its toolkit: what says nothing of it keeps to that; GTK's menus are selected."""
    if opener.node.expanded is not None:
        world.change(opener, expanded=opened)
    if opener.node.selected is not None and opener.node.role is Role.MENUITEM:
        world.change(opener, selected=opened)


def _close(world: World, popup: Widget | None, opener: Widget | None) -> None:
    if opener is None:
        return
    _say_open(world, opener, False)
    inside = popup is not None and world.focused is not None and world.focused is not opener and world.focused.within(popup)
    if inside and focus.focusable(world, opener):
        focus.focus(world, opener)
    if popup is not None:
        _hide(world, opener, popup)
    world.emit("collapse", opener)


def _show(world: World, opener: Widget, popup: Widget) -> None:
    if popup is not opener:
        _reveal(world, opener, popup)
        for above in popup.ancestors():  # wrappers between the two
            if above is opener or opener.within(above):
                break
            _reveal(world, opener, above)
    inside = opener.node.bounds
    beside = opener.node.role is Role.MENUITEM and opener.parent is not None and opener.parent.node.role is not Role.MENUBAR
    x, y = (inside.right, inside.y) if inside and beside else (inside.x, inside.bottom) if inside else (0, 0)
    top = y
    for item in items(popup):
        y = _place(world, opener, item, x, y)
    for widget in _without_submenus(popup):
        _reveal(world, opener, widget)
    if inside and popup is not opener and (popup.node.bounds is None or popup.node.bounds.empty):
        world.change(popup, bounds=Rect(x, top, max(inside.width, 1), max(y - top, 1)))


def _place(world: World, opener: Widget, item: Widget, x: int, y: int) -> int:
    """Give one choice a box below the one before where it had none; where the next one begins."""
    bounds, around = item.node.bounds, opener.node.bounds
    if around is not None and (bounds is None or bounds.empty):
        bounds = Rect(x, y, max(around.width, 1), max(min(around.height, 2 * _HEIGHT), 1))
    world.change(item, bounds=bounds)
    return bounds.bottom if bounds is not None else y


def _without_submenus(popup: Widget) -> list[Widget]:
    """Everything in a popup but what its items open."""
    found: list[Widget] = []
    waiting = popup.children[::-1]
    while waiting:
        widget = waiting.pop()
        found.append(widget)
        if widget.node.role is Role.MENUITEM:
            waiting += [child for child in reversed(widget.children) if child.node.role not in _POPUPS | CHOICES]
        else:
            waiting += widget.children[::-1]
    return found


def _reveal(world: World, opener: Widget, widget: Widget) -> None:
    """Show one widget for as long as the opener is open."""
    if widget.node.hidden:
        world.revealed.setdefault(opener.number, []).append(widget.number)
    world.change(widget, hidden=False, offscreen=False)


def _hide(world: World, opener: Widget, popup: Widget) -> None:
    """Hide what opening has shown; of what was open in the dump, the list or menu, or each choice right in its opener."""
    for number in world.revealed.pop(opener.number, ()):
        if (widget := world.widgets.get(number)) is not None:
            world.change(widget, hidden=True)
    for widget in items(popup) if popup is opener else (popup,):
        world.change(widget, hidden=True)
