"""What an app does to the text of a field: finding and replacing in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from lumos_layer.environments.simulator import editing
from lumos_layer.environments.simulator.change import Change
from lumos_layer.environments.simulator.locator import Locator
from lumos_layer.environments.simulator.texts import filled
from lumos_layer.environments.simulator.widgets import textbox

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.widget import Widget
    from lumos_layer.environments.simulator.world import World


class Find(Change):
    """Select the next place after the selection where some words stand in a field, round and round."""

    do: Literal["find"]
    target: Locator
    text: str

    def apply(self, world: World) -> None:
        widget, words = self.target.find(world), filled(world, self.text, raw=True)
        if widget is not None and words and textbox.editable(widget):
            _select(widget, words)


class Replace(Change):
    """Put other words where some stand in a field: in the selection if it is them, else at the next place; or at every place."""

    do: Literal["replace"]
    target: Locator
    text: str
    by: str = ""
    every: bool = Field(default=False, description="At every place.")

    def apply(self, world: World) -> None:
        widget, words, others = self.target.find(world), filled(world, self.text, raw=True), filled(world, self.by)
        if widget is None or not words or not textbox.editable(widget) or widget.node.readonly:
            return
        text = textbox.text_of(widget)
        if self.every:
            changed = editing.set_whole(text, text.text.replace(words, others))
        else:
            changed = (text.selected == words or _select(widget, words)) and editing.insert(text, others)
        if changed:
            textbox.written(world, widget)


def _select(widget: Widget, words: str) -> bool:
    text = textbox.text_of(widget)
    start = text.text.find(words, max(text.caret, text.anchor))
    start = text.text.find(words) if start < 0 else start
    if start < 0:
        return False
    editing.place(text, start)
    editing.place(text, start + len(words), extend=True)
    return True
