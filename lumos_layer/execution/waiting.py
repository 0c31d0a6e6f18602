"""Waiting on a clock that is handed in: for time, for any change, for a condition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from lumos_layer.actions.target import target_of
from lumos_layer.actions.wait_for import ElementIs, TextShown
from lumos_layer.execution.scene import node_in
from lumos_layer.perception.looking import look
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Node

Holds = Callable[[Node], bool]

_HOLDS: Mapping[str, Holds] = MappingProxyType(
    {
        "checked": lambda node: "true" in (node.checked, node.pressed),
        "unchecked": lambda node: "false" in (node.checked, node.pressed),
        "selected": lambda node: node.selected is True,
        "expanded": lambda node: node.expanded is True,
        "collapsed": lambda node: node.expanded is False,
        "focused": lambda node: node.focused is True,
        "filled": lambda node: bool(node.filled or node.value),
        "empty": lambda node: not (node.filled or node.value),
        "idle": lambda node: not node.busy,
    }
)


def holds(condition: TextShown | ElementIs, observation: Observation) -> bool:
    """True if the condition is true of this look."""
    if isinstance(condition, TextShown):
        return _shows(condition.text, observation) is condition.shown
    shown = condition.ref in observation.refs
    if condition.state == "gone":
        return not shown
    node = node_in(observation, condition.ref)
    if node is None or not shown:
        return False
    if condition.state in ("enabled", "disabled"):
        return target_of(observation, node).enabled is (condition.state == "enabled")
    return _HOLDS[condition.state](observation.tree[node])


def _shows(words: str, observation: Observation) -> bool:
    tree = observation.tree
    if not any(words in node.name or words in (node.value or "") for node in tree.nodes):
        return False
    return any(words in tree[i].name or words in (tree[i].value or "") for i in look(tree, observation.screen).kept)
