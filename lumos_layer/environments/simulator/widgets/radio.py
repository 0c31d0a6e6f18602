"""Radio buttons: one of a group is chosen, and arrows both move and choose.

WAI-ARIA Authoring Practices: "Radio Group Pattern".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import focus
from lumos_layer.environments.simulator.keys import Chord
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets.behaviour import Behaviour
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_STEPS = {"ArrowDown": 1, "ArrowRight": 1, "ArrowUp": -1, "ArrowLeft": -1}


class Radio(Behaviour):
    roles = frozenset((Role.RADIO,))

    def click(self, world: World, widget: Widget) -> bool:
        return choose(world, widget, group(widget))

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        if chord.held:
            return False
        if chord.key == " ":
            return self.click(world, widget)
        step = _STEPS.get(chord.key)
        if step is None:
            return False
        members = [member for member in group(widget) if world.enabled(member) and world.shown(member)]
        if widget not in members:
            return False
        target = members[(members.index(widget) + step) % len(members)]
        focus.lead(world, target)
        return self.click(world, target)

    def select(self, world: World, widget: Widget, option: Widget | None) -> bool:
        return option is None and self.click(world, widget)

    def set_checked(self, world: World, widget: Widget, checked: bool) -> bool:
        """A radio button is never unchecked by itself."""
        if not checked:
            return widget.node.checked != "true"
        return self.click(world, widget)


def group(widget: Widget) -> list[Widget]:
    """The radio buttons of its radio group; without one, those beside it or, each in a wrapper of its own, beside the wrapper."""
    for above in widget.ancestors():
        if above.node.role is Role.RADIOGROUP:
            return [member for member in above.inside() if member.node.role is widget.node.role]
    beside = [member for member in widget.siblings() if member.node.role is widget.node.role]
    if len(beside) > 1 or widget.parent is None or widget.parent.parent is None:
        return beside
    around = [member for wrapper in widget.parent.siblings() for member in (wrapper, *wrapper.children)]
    return [member for member in around if member.node.role is widget.node.role] or beside


def choose(world: World, widget: Widget, members: list[Widget]) -> bool:
    """Check this one, uncheck the others of its group. Toolkits that say `selected` instead of `checked` keep their word."""
    changed = False
    for member in members:
        if member is not widget:
            if member.node.checked == "true":
                world.change(member, checked="false")
            if member.node.selected:
                world.change(member, selected=False)
    if widget.node.checked is not None or widget.node.selected is None:
        changed |= world.change(widget, checked="true")
    if widget.node.selected is not None:
        changed |= world.change(widget, selected=True)
    if changed:
        world.emit("change", widget, "true")
        world.emit("click", widget)
    return True
