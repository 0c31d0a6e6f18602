"""The same text once more into the same field, which holds it already (L49)."""

from __future__ import annotations

from lumos_layer.planning.repairs.sayings import asks_for_more_than_once
from lumos_layer.planning.repairs.scene import OBSERVE, Mended, Scene

TYPE = "repeated_typing"


def repair(scene: Scene) -> Mended | None:
    """Only look, so that the planner goes on. Text that the goal asks for several times is left alone."""
    node, text, before = scene.node, scene.text, scene.typed_before
    if node is None or not text or not before or before[-1].text != text or node.protected:
        return None
    value = node.value or ""
    holds = value == text if scene.verb == "set_text" else text in value
    times = sum(each.text == text for each in before)
    if not holds or (scene.verb == "type_text" and asks_for_more_than_once(scene.goal, scene.steps, text) > times):
        return None
    return Mended(OBSERVE, f"The field holds {text[:80]!r} already, from step {before[-1].step}: go on.")
