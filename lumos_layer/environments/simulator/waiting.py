"""Letting time pass until something holds, on the world's clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from lumos_layer.actions.wait_for import ElementIs, TextShown, is_in
from lumos_layer.environments.simulator.widget import Widget

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World


def wait(world: World, seconds: float) -> None:
    """Let time pass; what is due in it happens each at its own time."""
    until(world, seconds, lambda: False)


def until(world: World, seconds: float, holds: Callable[[], bool]) -> bool:
    """Let time pass until something holds, at most so many seconds; False if it never did."""
    end = world.clock.now() + seconds
    while not holds():
        now = world.clock.now()
        if now >= end:
            return False
        due = world.timers.next
        busy = world.stage.busy_until
        moments = [end, *(moment for moment in (due, busy) if moment is not None and now < moment < end)]
        world.clock.sleep(min(moments) - now)
        world.catch_up()
    return True


def holds(world: World, condition: TextShown | ElementIs, widget: Widget | None) -> bool:
    """Whether the condition of a `wait_for` is true of the world as it is."""
    if isinstance(condition, TextShown):
        return _shows(world, condition.text) is condition.shown
    if widget is None or not world.alive(widget) or not world.shown(widget):
        return condition.state == "gone"
    if condition.state == "gone":
        return False
    if condition.state in ("enabled", "disabled"):
        return world.enabled(widget) is (condition.state == "enabled")
    return is_in(condition.state, widget.node)


def _shows(world: World, text: str) -> bool:
    return any((text in widget.node.name or text in (widget.node.value or "")) and world.shown(widget) for widget in world.order())
