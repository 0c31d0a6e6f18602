"""Whether the pointer still meets the element that an act was grounded on: the screen may have changed since the look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lumos_layer.environments.simulator.refusal import Refusal, named
from lumos_layer.environments.simulator.widget import Widget

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_AGAIN = "Look again."


def met(world: World, meant: Widget, point: tuple[int, int] | None) -> Widget:
    """What lies under the pixel now: the widget that is meant or what stands for it; without a pixel the widget itself.

    Raises Refusal where a press there would reach another element.
    """
    if point is None:
        return meant
    test, order = world.hit_test(), world.order()
    found = test.at(*point)
    if found.reason == "modal":
        raise Refusal("modal", f"{named(order[found.node])} is open; answer it first.")
    hit = order[found.node] if found.node >= 0 else None
    if hit is not None and _stands_for(hit, meant):
        return hit
    bounds = meant.node.bounds
    if not world.shown(meant):
        raise Refusal("not_visible", f"{named(meant)} does not show any more. {_AGAIN}")
    if hit is None or bounds is None or not bounds.holds(*point):
        raise Refusal("stale", f"{named(meant)} is not at {point} any more. {_AGAIN}")
    raise Refusal("covered", f"{named(hit)} lies over {named(meant)} at {point} now. {_AGAIN}")


def _stands_for(hit: Widget, meant: Widget) -> bool:
    """True if it is the widget, or in it with nothing between that acts by itself; a dump may list an element twice."""
    for each in hit.chain():
        if each is meant:
            return True
        if each.node.can and _face(each) != _face(meant):
            return False
    return False


def _face(widget: Widget) -> tuple[object, ...]:
    node = widget.node
    return node.role, node.name, node.value, node.bounds, node.can
