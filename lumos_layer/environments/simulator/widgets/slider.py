"""Sliders and scroll bars. WAI-ARIA Authoring Practices: "Slider Pattern"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import ranges
from lumos_layer.environments.simulator.keys import Chord
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets.behaviour import Behaviour
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World


class Slider(Behaviour):
    roles = frozenset((Role.SLIDER, Role.SCROLLBAR))

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        return not chord.held and not widget.node.readonly and ranges.by_key(world, widget, chord.key)

    def set_value(self, world: World, widget: Widget, value: float) -> bool:
        return not widget.node.readonly and ranges.put(world, widget, value)

    def dragged(self, world: World, widget: Widget, start: tuple[int, int], end: tuple[int, int]) -> bool:
        """The thumb follows the pointer along the longer side; upright, the greatest is at the top."""
        box, high = widget.node.bounds, ranges.greatest(widget)
        if box is None or box.empty or high is None or widget.node.readonly:
            return False
        upright = box.height > box.width
        share = (box.bottom - end[1]) / box.height if upright else (end[0] - box.x) / box.width
        low = ranges.least(widget)
        wanted = low + min(max(share, 0.0), 1.0) * (high - low)
        by = ranges.step(widget)
        return ranges.put(world, widget, low + round((wanted - low) / by) * by)
