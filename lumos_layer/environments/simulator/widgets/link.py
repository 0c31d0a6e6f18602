"""Links. WAI-ARIA Authoring Practices: "Link Pattern"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import navigating
from lumos_layer.environments.simulator.keys import Chord
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets.behaviour import Behaviour
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World


class Link(Behaviour):
    roles = frozenset((Role.LINK,))

    def click(self, world: World, widget: Widget) -> bool:
        if world.emit("click", widget):
            return True
        url = widget.node.url
        if not url:
            return False
        if world.emit("navigate", widget, url):
            return True
        if navigating.page_of(world, url) is None:
            return False
        navigating.navigate(world, url)
        return True

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        if chord.held or chord.key != "Enter":
            return False
        self.click(world, widget)
        return True
