"""Lists of which one or several entries are chosen. WAI-ARIA Authoring Practices: "Listbox Pattern"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import focus, popups, searching
from lumos_layer.environments.simulator.keys import Chord
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets import several
from lumos_layer.environments.simulator.widgets.behaviour import Behaviour
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_LISTS = frozenset((Role.LISTBOX, Role.LIST))
_STEPS = {"ArrowDown": 1, "ArrowUp": -1}


class Option(Behaviour):
    roles = frozenset((Role.OPTION, Role.LISTITEM))

    def click(self, world: World, widget: Widget) -> bool:
        opener = popups.opener_of(world, widget)
        if opener is not None:
            return world.behaviour(opener).select(world, opener, widget)
        if widget.node.role is Role.LISTITEM and "select" not in widget.node.can:
            return world.emit("click", widget)
        choose(world, widget, siblings(widget))
        world.emit("click", widget)
        return True

    def double_click(self, world: World, widget: Widget) -> bool:
        return world.emit("double_click", widget)

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        return move(world, widget, chord)

    def select(self, world: World, widget: Widget, option: Widget | None) -> bool:
        return option is None and self.click(world, widget)

    def type(self, world: World, widget: Widget, text: str) -> bool:
        return jump(world, widget, siblings(widget), text)


class Listbox(Behaviour):
    roles = frozenset((Role.LISTBOX,))

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        current = _current(world, widget)
        return current is not None and world.focused is widget and move(world, current, chord)

    def type(self, world: World, widget: Widget, text: str) -> bool:
        return jump(world, _current(world, widget), popups.items(widget, unseen=True), text)

    def select(self, world: World, widget: Widget, option: Widget | None) -> bool:
        return option is not None and world.enabled(option) and world.behaviour(option).click(world, option)

    def options(self, widget: Widget) -> list[Widget]:
        return popups.items(widget)


def siblings(widget: Widget) -> list[Widget]:
    """All entries of the list that it stands in, those out of view of a virtual list too."""
    holder = next((above for above in widget.ancestors() if above.node.role in _LISTS), None)
    if holder is not None:
        return popups.items(holder, unseen=True)
    beside = widget.siblings() if widget.parent is None else widget.parent.held()
    return [member for member in beside if member.node.role is widget.node.role]


def choose(world: World, widget: Widget, members: list[Widget]) -> None:
    """Select this entry alone, and say so."""
    several.begin(widget)
    if mark(world, widget, members):
        world.emit("select", widget, widget.node.name)


def mark(world: World, widget: Widget, members: list[Widget]) -> bool:
    """Let this entry alone be selected; False if it was already."""
    for member in members:
        if member is not widget and member.node.selected:
            world.change(member, selected=False)
    return world.change(widget, selected=True)


def move(world: World, widget: Widget, chord: Chord) -> bool:
    """Arrows, Home and End move the focus and choose with it; Space chooses; Enter opens, as a double click does.

    With Shift and Control they select several, where several can be selected.
    """
    if chord.held:
        return several.key(world, widget, _able(world, widget), chord)
    if chord.key == " ":
        return world.behaviour(widget).click(world, widget)
    if chord.key == "Enter":
        return world.emit("double_click", widget)
    members = _able(world, widget)
    target = stepped(members, widget, chord.key)
    if target is None:
        return False
    go(world, target, members)
    return True


def _able(world: World, widget: Widget) -> list[Widget]:
    """The entries of its list that can be chosen now."""
    return [member for member in siblings(widget) if world.enabled(member) and not member.node.hidden]


def stepped(members: list[Widget], widget: Widget, key: str) -> Widget | None:
    """Where a key leads from one entry; None if it is no key of lists. At an end it stays."""
    if widget not in members:
        return None
    place = members.index(widget)
    if key in _STEPS:
        place += _STEPS[key]
    elif key in ("Home", "End"):
        place = 0 if key == "Home" else len(members) - 1
    else:
        return None
    return members[min(max(place, 0), len(members) - 1)]


def go(world: World, target: Widget, members: list[Widget]) -> None:
    bring(world, target)
    if world.focused is not None and (world.focused.node.role is target.node.role or target.within(world.focused)):
        focus.lead(world, target)
    choose(world, target, members)


def bring(world: World, target: Widget) -> None:
    """Show what is out of view; of a virtual list it comes into the world."""
    from lumos_layer.environments.simulator.widgets import scrolling

    scrolling.into_view(world, target)


def jump(world: World, current: Widget | None, members: list[Widget], text: str) -> bool:
    """Type-ahead: to the next entry that begins with what was typed within a second."""
    found = searching.ahead(world, [m for m in members if world.enabled(m)], current, text)
    if found is None:
        return False
    go(world, found, members)
    return True


def _current(world: World, widget: Widget) -> Widget | None:
    """The chosen entry of a list, else its first."""
    members = [member for member in popups.items(widget, unseen=True) if world.enabled(member)]
    return next((member for member in members if member.node.selected), members[0] if members else None)
