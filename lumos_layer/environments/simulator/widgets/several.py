"""Several entries that are selected at once, by keys. WAI-ARIA Authoring Practices: "Listbox Pattern", "Tree View Pattern"."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from msgspec.structs import replace

from lumos_layer.environments.simulator import focus
from lumos_layer.environments.simulator.keys import Chord
from lumos_layer.environments.simulator.widget import Traits, Widget
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_HOLDERS = frozenset((Role.LISTBOX, Role.LIST, Role.TREE, Role.TREEGRID, Role.GRID, Role.TABLE))


def holder_of(widget: Widget) -> Widget | None:
    """The list, tree or table around an entry, if several of its entries can be selected."""
    holder = next((above for above in widget.ancestors() if above.node.role in _HOLDERS), None)
    return holder if holder is not None and holder.node.multiselectable else None


def begin(widget: Widget) -> None:
    """From this entry on Shift reaches, as it was chosen alone."""
    holder = holder_of(widget)
    if holder is not None:
        _remember(holder, widget, widget)


def key(world: World, widget: Widget, members: list[Widget], chord: Chord) -> bool:
    """Control moves without selecting, and with Space turns one over; Shift selects from the last one chosen up to where it leads;
    Control+A selects all."""
    holder = holder_of(widget)
    if holder is None or widget not in members or set(chord.held) - {"ctrl", "shift"}:
        return False
    if chord.command == "a" and not chord.shifted:
        return _select(world, holder, members, members)
    target = widget if chord.key == " " else _led(members, widget, chord.key)
    if target is None:
        return False
    before = world.revision
    if chord.shifted:
        anchor = next((each for each in members if each.number == _traits(holder).anchor), widget)
        first, last = sorted((members.index(anchor), members.index(target)))
        _select(world, holder, members, members[first : last + 1])
    else:
        anchor = target
        if chord.key == " ":
            selected = [each for each in members if bool(each.node.selected) is not (each is target)]
            _select(world, holder, members, selected)
    _remember(holder, anchor, target)
    _show(world, target)
    return chord.key != " " or world.revision != before


def _led(members: list[Widget], widget: Widget, key: str) -> Widget | None:
    from lumos_layer.environments.simulator.widgets import listbox

    return listbox.stepped(members, widget, key)


def _show(world: World, target: Widget) -> None:
    from lumos_layer.environments.simulator.widgets import listbox

    listbox.bring(world, target)
    if world.focused is not None and world.focused.node.role is target.node.role:
        focus.lead(world, target)


def _select(world: World, holder: Widget, members: list[Widget], wanted: Collection[Widget]) -> bool:
    """Let just these be selected; the holder tells of each that came to it, and that others left it."""
    come = [each for each in members if each in wanted and world.change(each, selected=True)]
    gone = [each for each in members if each not in wanted and each.node.selected and world.change(each, selected=False)]
    for each in come:
        world.emit("select", each, each.node.name)
    if gone and not come:
        world.emit("change", holder, gone[0].node.name)
    return bool(come or gone)


def _traits(holder: Widget) -> Traits:
    return holder.traits or Traits()


def _remember(holder: Widget, anchor: Widget, current: Widget) -> None:
    holder.traits = replace(_traits(holder), anchor=anchor.number, current=current.number)
