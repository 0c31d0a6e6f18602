"""Letting time pass until something holds, on the world's clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from lumos_layer.actions.wait_for import ElementIs, TextShown
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.tree import Node

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_HOLDS: dict[str, Callable[[Node], bool]] = {
    "checked": lambda node: node.checked == "true" or node.pressed == "true",
    "unchecked": lambda node: node.checked == "false" or node.pressed == "false",
    "selected": lambda node: node.selected is True,
    "expanded": lambda node: node.expanded is True,
    "collapsed": lambda node: node.expanded is False,
    "focused": lambda node: node.focused is True,
    "filled": lambda node: bool(node.filled or node.value),
    "empty": lambda node: not (node.filled or node.value),
    "idle": lambda node: node.busy is not True,
}


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
    return _HOLDS[condition.state](widget.node)


def _shows(world: World, text: str) -> bool:
    return any((text in widget.node.name or text in (widget.node.value or "")) and world.shown(widget) for widget in world.order())
