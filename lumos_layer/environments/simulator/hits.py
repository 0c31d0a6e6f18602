"""What a pixel of the world belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import windows
from lumos_layer.environments.simulator.widget import Widget

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World


def under(world: World, x: int, y: int) -> Widget | None:
    """The widget that the pointer would hit at a pixel; None where there is nothing."""
    places = {window.number: place for place, window in enumerate(windows.tops(world), 1)}
    best: tuple[int, int] = (-1, -1)
    found: Widget | None = None
    order, i = world.order(), 0
    ends = world.draft().ends
    popups = {number for number, _ in world.popups}
    while i < len(order):
        widget = order[i]
        node = widget.node
        if node.hidden or node.offscreen or node.minimized:
            i = ends[i]
            continue
        if node.bounds is not None and node.bounds.holds(x, y):
            window = windows.window_of(widget)
            layer = places.get(window.number, 0) if window is not None else 0
            if popups and any(above.number in popups for above in widget.chain()):
                layer = len(places) + 1
            if (layer, i) >= best:
                best, found = (layer, i), widget
        i += 1
    if found is None:
        return None
    return windows.blocker(world, found) or found
