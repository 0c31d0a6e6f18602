"""Checkboxes, switches and menu items with a tick.

WAI-ARIA Authoring Practices: "Checkbox Pattern" (a mixed one becomes checked), "Switch Pattern", "Menu and Menubar Pattern".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import popups
from lumos_layer.environments.simulator.keys import Chord
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets.behaviour import Behaviour
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World


class Checkbox(Behaviour):
    roles = frozenset((Role.CHECKBOX, Role.SWITCH))

    def click(self, world: World, widget: Widget) -> bool:
        return self.set_checked(world, widget, widget.node.checked != "true")

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        # APG leaves Enter open for a switch and gives a checkbox only the space bar, as browsers and Windows do.
        return not chord.held and chord.key == " " and self.click(world, widget)

    def set_checked(self, world: World, widget: Widget, checked: bool) -> bool:
        if widget.node.readonly:
            return False
        if world.change(widget, checked="true" if checked else "false"):
            world.emit("change", widget, widget.node.checked or "")
            world.emit("click", widget)
        return True


def tick(world: World, widget: Widget) -> bool:
    """Turn a menu item's tick over. On desktops the menus close; on pages they stay, as the pattern allows."""
    CHECKBOX.click(world, widget)
    if world.letter == "A":
        popups.close_all(world)
    return True


CHECKBOX = Checkbox()
