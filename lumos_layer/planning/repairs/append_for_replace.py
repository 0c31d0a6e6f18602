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
    if asks_for_replacing(scene.goal, scene.steps, text) and not _goes_on(scene, value, text):
        return f"The goal asks for {text[:80]!r} in place of {value[:80]!r}; typing would add to it."
    if len(text) > len(value) and text.startswith(value):
        return f"The text repeats what the field holds, {value[:80]!r}; typing would double it."
    if role is Role.SEARCHBOX and not _goes_on(scene, value, text):
        return f"The search still holds {value[:80]!r}; typing would add to it."
    return ""


def _goes_on(scene: Scene, value: str, text: str) -> bool:
    """True for another piece of a text that the run has begun itself: the goal holds both together, or no word of the piece,
    and none of what stands there either, unless the run has put all of it there."""
    if not scene.typed_before:
        return False
    said = (scene.goal, *scene.steps)
    own = value == _put_there(scene)
    return any(f"{value}{text}" in each for each in said) or not any(
        (value in each and not own) or text.strip() in each for each in said
    )


def _put_there(scene: Scene) -> str:
    """What the field would hold if nothing but the run had written into it."""
    held = ""
    for each in scene.typed_before:
        held = each.text if each.whole else held + each.text
    return held
