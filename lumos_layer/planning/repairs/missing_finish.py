"""A run that has met its goal and goes on all the same (L54)."""

from __future__ import annotations

from pydantic import JsonValue

from lumos_layer.actions.documents import ref_in, verb_in
from lumos_layer.planning.progress import signature
from lumos_layer.planning.repairs.scene import Mended, Scene
from lumos_layer.planning.wording import element_words

TYPE = "missing_finish"
_LOOKING = frozenset(("observe", "wait", "wait_for_change", "wait_for", "scroll", "scroll_to"))
_TIMES = 2  # acts that only look, after which there is nothing more to wait for


def repair(scene: Scene) -> Mended | None:
    """The end of the run, where the goal is met and what is planned only looks again, or repeats what was done.

    Anything else is left to the planner, which is told that the goal is met.
    """
    if not scene.met or scene.verb == "finish" or not (_repeats(scene) or _only_looks(scene)):
        return None
    finish: JsonValue = {"type": "finish", "success": True, "reason": scene.met}
    return Mended(finish, "What was asked for is done; nothing is left but to finish.")


def _repeats(scene: Scene) -> bool:
    """True for an act, not a look, that was done just so before."""
    if scene.verb in _LOOKING:
        return False
    wanted = signature(dict(scene.document), element_words(scene.observation, ref_in(scene.document)))
    done = (each for each in scene.memory.acts if each.outcome == "done")
    return any(signature(each.action, each.element) == wanted for each in done)


def _only_looks(scene: Scene) -> bool:
    """True if the run has only looked for a while, and would do so again."""
    last = scene.memory.acts[-_TIMES:]
    looked = [verb_in(each.action) in _LOOKING for each in last]
    return scene.verb in _LOOKING and len(looked) == _TIMES and all(looked)
