"""Comboboxes, to choose from and to type into. WAI-ARIA Authoring Practices: "Combobox Pattern"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import editing, popups, searching
from lumos_layer.environments.simulator.keys import Chord
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets import textbox
from lumos_layer.environments.simulator.widgets.listbox import mark, stepped
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_MOVING = frozenset(("ArrowDown", "ArrowUp", "Home", "End"))
_OPENING = frozenset(("ArrowDown", "ArrowUp", "Enter", " "))


class Combobox(textbox.Textbox):
    roles = frozenset((Role.COMBOBOX,))

    def set_text(self, world: World, widget: Widget, text: str) -> bool:
        return super().set_text(world, textbox.field_of(widget), text)

    def click(self, world: World, widget: Widget) -> bool:
        if textbox.editable(widget):
            super().click(world, textbox.field_of(widget))
        else:
            world.emit("click", widget)
        return self.set_expanded(world, widget, not popups.is_open(world, widget))

    def set_expanded(self, world: World, widget: Widget, expanded: bool) -> bool:
        if expanded:
            if not popups.is_open(world, widget):
                self._mark_value(world, widget)
            return popups.open_popup(world, widget) or bool(widget.node.expanded)
        return popups.close_popup(world, widget) or not widget.node.expanded

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        opened = popups.is_open(world, widget)
        if chord.held == ("alt",) and chord.key in ("ArrowDown", "ArrowUp"):
            return self.set_expanded(world, widget, chord.key == "ArrowDown")
        if opened and (answered := self._answer(world, widget, chord)) is not None:
            return answered
        if textbox.editable(widget):
            if super().key(world, textbox.field_of(widget), chord) and not self._lists(chord):
                self._mark_value(world, widget)
                return True
        elif not opened and not chord.held and chord.key in _OPENING:
            return self.set_expanded(world, widget, True)
        return self._move(world, widget, chord, opened)

    def _answer(self, world: World, widget: Widget, chord: Chord) -> bool | None:
        """Keys that close the open list, with the marked option or without it; None for any other."""
        typed_into = textbox.editable(widget)
        if chord.key == "Tab" and chord.plain and not typed_into:
            self._accept(world, widget)
            return False  # and goes on to the next stop
        if chord.held:
            return None
        if chord.key == "Enter" or (chord.key == " " and not typed_into):
            return self._accept(world, widget)
        if chord.key == "Escape":
            popups.close_popup(world, widget)
            self._mark_value(world, widget)
            return True
        return None

    def type(self, world: World, widget: Widget, text: str) -> bool:
        if textbox.editable(widget):
            if not super().type(world, textbox.field_of(widget), text):
                return False
            self._mark_value(world, widget)
            if popups.popup_of(widget) is not None:
                popups.open_popup(world, widget)
            return True
        found = searching.ahead(world, self._able(world, widget), _chosen(self.options(widget)), text)
        return found is not None and self.select(world, widget, found)

    def select(self, world: World, widget: Widget, option: Widget | None) -> bool:
        """Take an option as the value and close."""
        if option is None or not world.enabled(option):
            return False
        mark(world, option, self.options(widget))
        _take(world, widget, option)
        popups.close_popup(world, widget)
        world.emit("select", widget, option.node.name)
        world.emit("change", widget, option.node.name)
        return True

    def options(self, widget: Widget) -> list[Widget]:
        popup = popups.popup_of(widget)
        return popups.items(popup) if popup is not None else []

    def _mark_value(self, world: World, widget: Widget) -> None:
        """Mark the option that the value is. What was only marked is not; nor is any where other words were typed."""
        options = self.options(widget)
        value = widget.node.value if widget.node.value is not None else widget.node.name
        same = next((option for option in options if option.node.name == value), None)
        if same is not None:
            mark(world, same, options)
        elif textbox.editable(widget):
            for option in options:
                if option.node.selected:
                    world.change(option, selected=False)

    @staticmethod
    def _lists(chord: Chord) -> bool:
        return chord.key in ("ArrowDown", "ArrowUp")

    def _able(self, world: World, widget: Widget) -> list[Widget]:
        return [option for option in self.options(widget) if world.enabled(option)]

    def _accept(self, world: World, widget: Widget) -> bool:
        chosen = _chosen(self.options(widget))
        if chosen is None:
            return popups.close_popup(world, widget)
        return self.select(world, widget, chosen)

    def _move(self, world: World, widget: Widget, chord: Chord, opened: bool) -> bool:
        """Arrows go through the options: open, they only mark; Enter takes the marked one, Escape none."""
        if chord.held or chord.key not in _MOVING:
            return False
        members = self._able(world, widget)
        if not members or (textbox.editable(widget) and not self._lists(chord)):
            return False
        if not opened:
            return self.set_expanded(world, widget, True)
        current = _chosen(members)
        target = members[0] if current is None else stepped(members, current, chord.key)
        if target is None:
            return False
        mark(world, target, members)
        return True


def _chosen(options: list[Widget]) -> Widget | None:
    return next((option for option in options if option.node.selected), None)


def _take(world: World, widget: Widget, option: Widget) -> None:
    """Show the option as the value; toolkits that call a combobox by what is chosen keep to that."""
    words = option.node.name or (option.node.value or "")
    field = textbox.field_of(widget)
    if textbox.editable(field):
        editing.set_whole(textbox.text_of(field), words)
        textbox.show_text(world, field)
    called = widget.node.value is None and widget.node.name and widget.node.name in {other.node.name for other in option.siblings()}
    if called:
        world.change(widget, name=words)
    else:
        world.change(widget, value=words)
        for child in [child for child in widget.children if child.node.role is Role.TEXT]:
            world.change(child, name=words)
