"""Links. WAI-ARIA Authoring Practices: "Link Pattern"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lumos_layer.environments.simulator.keys import Chord
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets.behaviour import Behaviour
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World


class Link(Behaviour):
    roles = frozenset((Role.LINK,))

    def click(self, world: World, widget: Widget) -> bool:
        return world.emit("click", widget) or bool(widget.node.url and world.emit("navigate", widget, widget.node.url))

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        if chord.held or chord.key != "Enter":
            return False
        self.click(world, widget)
        return True
