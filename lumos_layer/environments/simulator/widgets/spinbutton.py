"""Numbers that are typed or stepped. WAI-ARIA Authoring Practices: "Spinbutton Pattern"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import ranges
from lumos_layer.environments.simulator.editing import Text
from lumos_layer.environments.simulator.keys import Chord
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets import textbox
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_STEPS = frozenset(("ArrowUp", "ArrowDown", "PageUp", "PageDown"))


class Spinbutton(textbox.Textbox):
    """What is typed counts when the focus leaves or Enter is pressed; what is no number, or out of range, is put right then."""

    roles = frozenset((Role.SPINBUTTON,))

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        if not chord.held and chord.key in _STEPS and not widget.node.readonly:
            return self.set_value(world, widget, None, chord.key)
        if not chord.held and chord.key == "Enter":
            self.leave(world, widget)
            return False
        if textbox.editable(widget):
            return super().key(world, widget, chord)
        return not chord.held and not widget.node.readonly and self.set_value(world, widget, None, chord.key)

    def set_value(self, world: World, widget: Widget, value: float | None, key: str = "") -> bool:
        if widget.node.readonly:
            return False
        self.leave(world, widget)
        done = ranges.by_key(world, widget, key) if value is None else ranges.put(world, widget, value)
        widget.text = None  # the text is the value's again
        return done

    def leave(self, world: World, widget: Widget) -> None:
        if widget.text is None or not widget.text.done:
            return
        typed, before = ranges.read(widget, widget.text.text), ranges.read(widget, _first(widget.text))
        widget.text = None
        ranges.put(world, widget, typed if typed is not None else (before or 0.0))


def _first(text: Text) -> str:
    """What stood there before anything was typed."""
    words = text.text
    for edit in reversed(text.done):
        words = words[: edit.at] + edit.taken + words[edit.at + len(edit.given) :]
    return words
