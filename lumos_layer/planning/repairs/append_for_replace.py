"""Text added to what a field holds, where it was to stand in its place (L50)."""

from __future__ import annotations

from lumos_layer.planning.repairs.sayings import asks_for_adding, asks_for_replacing
from lumos_layer.planning.repairs.scene import Mended, Scene
from lumos_layer.tree import Role

TYPE = "append_for_replace"


def repair(scene: Scene) -> Mended | None:
    """The whole text set instead: where the goal says so, the new text repeats the old, or a search holds former words."""
    node, text = scene.node, scene.text
    if scene.verb != "type_text" or node is None or not text or not node.value or node.protected:
        return None
    ref = scene.observation.ref_of(scene.place) if scene.place is not None else None
    if ref is None or "type" not in node.can or not scene.can("set_text"):
        return None
    if not (why := _why(scene, node.role, node.value, text)):
        return None
    return Mended({"type": "set_text", "ref": ref, "text": text}, why)


def _why(scene: Scene, role: Role, value: str, text: str) -> str:
    if asks_for_adding(scene.goal, scene.steps, text):
        return ""
    if asks_for_replacing(scene.goal, scene.steps, text) and not _in_pieces(scene):
        return f"The goal asks for {text[:80]!r} in place of {value[:80]!r}; typing would add to it."
    if len(text) > len(value) and text.startswith(value):
        return f"The text repeats what the field holds, {value[:80]!r}; typing would double it."
    if role is Role.SEARCHBOX and not _in_pieces(scene):
        return f"The search still holds {value[:80]!r}; typing would add to it."
    return ""


def _in_pieces(scene: Scene) -> bool:
    """True if the run has begun the field anew itself, and goes on with its text."""
    before, node = scene.typed_before, scene.node
    return bool(before) and bool(before[-1].text) and node is not None and (node.value or "").endswith(before[-1].text)
