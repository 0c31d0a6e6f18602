"""Whether what `wait_for` waits for is true of a look."""

from __future__ import annotations

from lumos_layer.actions.target import target_of
from lumos_layer.actions.wait_for import ElementIs, TextShown, is_in
from lumos_layer.execution.scene import node_in
from lumos_layer.perception.looking import look
from lumos_layer.perception.observation import Observation


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
    return is_in(condition.state, observation.tree[node])


def _shows(words: str, observation: Observation) -> bool:
    tree = observation.tree
    if not any(words in node.name or words in (node.value or "") for node in tree.nodes):
        return False
    return any(words in tree[i].name or words in (tree[i].value or "") for i in look(tree, observation.screen).kept)
