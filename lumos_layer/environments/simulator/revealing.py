"""Showing and hiding whole parts of a screen: pages of tabs, what a disclosure discloses, branches of a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_CLOSED = frozenset((Role.MENU, Role.DIALOG, Role.ALERTDIALOG, Role.TOOLTIP))
_OPENERS = frozenset((Role.COMBOBOX, Role.MENUITEM))


def show(world: World, part: Widget) -> None:
    """Show a part with all in it but what is closed by itself: menus, lists of comboboxes, dialogs, branches, other pages."""
    waiting = [part]
    while waiting:
        widget = waiting.pop()
        node = widget.node
        if node.hidden:
            world.change(widget, hidden=False)
        if node.role in _OPENERS and not node.expanded:
            continue
        waiting += [child for child in widget.children if not _stays_closed(child)]


def hide(world: World, part: Widget) -> None:
    """Hide a part; the focus does not stay in what cannot be seen."""
    world.change(part, hidden=True)
    release(world, part)


def release(world: World, part: Widget) -> None:
    """Take the focus out of a part that can have it no more."""
    if world.focused is not None and world.focused.within(part):
        gone, world.focused = world.focused, None
        world.change(gone, focused=False if world.says_unfocused else None)


def disclosed(widget: Widget) -> Widget | None:
    """What a disclosure shows: what comes right behind it, if that can be shown and hidden as a whole."""
    siblings = widget.siblings()
    place = siblings.index(widget) + 1
    if place >= len(siblings):
        return None
    follower = siblings[place]
    return follower if follower.node.role in (Role.GROUP, Role.REGION, Role.LIST, Role.GENERIC, Role.TABPANEL) else None


def _stays_closed(widget: Widget) -> bool:
    node = widget.node
    if not node.hidden:
        return False
    if node.role in _CLOSED:
        return True
    if node.role is Role.TABPANEL:
        return True
    above = widget.parent
    return above is not None and above.node.role in (Role.TAB, Role.TREEITEM) and not (above.node.selected or above.node.expanded)
