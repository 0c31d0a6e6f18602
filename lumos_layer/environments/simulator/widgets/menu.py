"""Menus, menu bars and submenus. WAI-ARIA Authoring Practices: "Menu and Menubar Pattern"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import focus, popups, searching
from lumos_layer.environments.simulator.keys import Chord
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets import checkbox, radio
from lumos_layer.environments.simulator.widgets.behaviour import Behaviour
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_SIDEWAYS = {"ArrowRight": 1, "ArrowLeft": -1}
_ITEMS = frozenset((Role.MENUITEM, Role.MENUITEMCHECKBOX, Role.MENUITEMRADIO))
_HOLDERS = frozenset((Role.MENU, Role.MENUBAR, Role.MENUITEM))


class Menu(Behaviour):
    roles = frozenset((Role.MENU, Role.MENUBAR))

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        """With the focus on the menu itself, Down leads to its first item."""
        if chord.held or world.focused is not widget or chord.key not in ("ArrowDown", "ArrowUp", "ArrowRight"):
            return False
        members = _able(world, popups.items(widget))
        return bool(members) and focus.lead(world, members[-1 if chord.key == "ArrowUp" else 0])


class MenuItem(Behaviour):
    roles = _ITEMS

    def click(self, world: World, widget: Widget) -> bool:
        if opens(widget):
            return self.set_expanded(world, widget, not popups.is_open(world, widget))
        if widget.node.role is Role.MENUITEMCHECKBOX:
            return checkbox.tick(world, widget)
        if widget.node.role is Role.MENUITEMRADIO:
            radio.choose(world, widget, _of_one_choice(widget))
            return popups.close_all(world) or True
        opener = popups.opener_of(world, widget)
        if opener is not None and opener.node.role is Role.COMBOBOX:  # GTK's combobox opens a menu
            return world.behaviour(opener).select(world, opener, widget)
        closed = popups.close_all(world)
        return world.emit("click", widget) or closed

    def set_checked(self, world: World, widget: Widget, checked: bool) -> bool:
        if widget.node.role is Role.MENUITEM and widget.node.checked is None:
            return False
        return (widget.node.checked == "true") is checked or self.click(world, widget)

    def select(self, world: World, widget: Widget, option: Widget | None) -> bool:
        return option is None and self.click(world, widget)

    def set_expanded(self, world: World, widget: Widget, expanded: bool) -> bool:
        if not opens(widget):
            return False
        if expanded:
            return popups.open_popup(world, widget) or bool(widget.node.expanded)
        return popups.close_popup(world, widget) or not widget.node.expanded

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        if chord.held or not focus.listens(world, widget):
            return False
        key, in_bar = chord.key, _in_bar(widget)
        if key in ("Enter", " "):
            self.click(world, widget)
            if opens(widget):
                popups.enter(world, widget)
            return True
        if opens(widget) and key == ("ArrowDown" if in_bar else "ArrowRight"):
            return self.set_expanded(world, widget, True) and popups.enter(world, widget)
        if not in_bar and key in _SIDEWAYS and (top := _bar_item(world, widget, key)) is not None:
            return _open_beside(world, top, _SIDEWAYS[key])
        if not in_bar and key in ("ArrowLeft", "Escape"):
            return _leave(world, widget)
        return _step(world, widget, key, in_bar)

    def type(self, world: World, widget: Widget, text: str) -> bool:
        found = searching.ahead(world, _able(world, _beside(widget)), widget, text)
        return found is not None and (focus.lead(world, found) or True)


def opens(widget: Widget) -> bool:
    """True for an item with a menu of its own."""
    return widget.node.expanded is not None or popups.popup_of(widget) is not None


def _in_bar(widget: Widget) -> bool:
    holder = _holder(widget)
    return holder is not None and holder.node.role is Role.MENUBAR


def _beside(widget: Widget) -> list[Widget]:
    """The items of the same menu."""
    holder = _holder(widget)
    return popups.items(holder) if holder is not None else [widget]


def _of_one_choice(widget: Widget) -> list[Widget]:
    """The radio items of which one is chosen: those of its group in the menu, or those that no separator parts from it."""
    holder = _holder(widget)
    around = next((above for above in widget.ancestors() if above is holder or above.node.role is Role.GROUP), None)
    beside = [item for item in _beside(widget) if item.node.role is Role.MENUITEMRADIO]
    if holder is None or around is not holder:
        return beside if around is None else [item for item in beside if item.within(around)]
    found: list[Widget] = []
    for inner in holder.inside():
        if inner.node.role is Role.SEPARATOR and widget in found:
            break
        if inner.node.role is Role.SEPARATOR:
            found = []
        elif inner in beside:
            found.append(inner)
    return found


def _holder(widget: Widget) -> Widget | None:
    """The menu, menu bar or item that it stands in; without one whatever it stands in."""
    return next((above for above in widget.ancestors() if above.node.role in _HOLDERS), widget.parent)


def _able(world: World, members: list[Widget]) -> list[Widget]:
    return [member for member in members if world.enabled(member) and world.shown(member)]


def _leave(world: World, widget: Widget) -> bool:
    """Back to what opened this menu."""
    opener = popups.opener_of(world, widget)
    if opener is None:
        return False
    focus.lead(world, opener)
    return popups.close_popup(world, opener)


def _bar_item(world: World, widget: Widget, key: str) -> Widget | None:
    """The item of a menu bar from which the menus around open, if the key leads out of them: to the right from any depth."""
    opener, depth = popups.opener_of(world, widget), 1
    while opener is not None and not _in_bar(opener):
        opener, depth = popups.opener_of(world, opener), depth + 1
    return opener if key == "ArrowRight" or depth == 1 else None


def _open_beside(world: World, item: Widget, step: int) -> bool:
    """From an open menu to that of the next or last item of its bar."""
    members = _able(world, _beside(item))
    beside = members[(members.index(item) + step) % len(members)]
    popups.close_all(world)
    if not opens(beside):
        return focus.lead(world, beside) or True
    return world.behaviour(beside).set_expanded(world, beside, True) and popups.enter(world, beside)


def _step(world: World, widget: Widget, key: str, in_bar: bool) -> bool:
    steps = _SIDEWAYS if in_bar else {"ArrowDown": 1, "ArrowUp": -1}
    members = _able(world, _beside(widget))
    if widget not in members:
        return False
    if key in ("Home", "End"):
        return focus.lead(world, members[0 if key == "Home" else -1]) or True
    if key not in steps:
        return False
    return focus.lead(world, members[(members.index(widget) + steps[key]) % len(members)]) or True
