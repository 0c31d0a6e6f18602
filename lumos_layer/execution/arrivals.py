"""What one look tells of an act that a former process sent, and that is known to have arrived."""

from __future__ import annotations

from lumos_layer.actions.base import BaseAction
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.execution.effects import judge, stands
from lumos_layer.execution.restless import Restless
from lumos_layer.execution.scene import Scene
from lumos_layer.execution.verdict import Verdict
from lumos_layer.perception.observation import Observation


def belied(action: BaseAction, now: Observation, restless: Restless) -> str:
    """Why an act that arrived once cannot be called done by this look; empty if it shows nothing to the contrary.

    Of what asks for text, a tick, a choice, a number or an open state it can be seen whether that is so.
    """
    verdict = _as_it_is(action, now, restless) if stands(action) else None
    if verdict is None or verdict.kind in ("met", "unseen"):
        return ""
    return f"What was asked for is not to be seen now. {verdict.said}".rstrip()


def shows(action: BaseAction, now: Observation, restless: Restless) -> bool:
    """True if this look alone shows what the action asks for: the page is open, the field holds the text, the box is ticked."""
    verdict = _as_it_is(action, now, restless)
    return verdict is not None and verdict.kind == "met"


def _as_it_is(action: BaseAction, now: Observation, restless: Restless) -> Verdict | None:
    """What one look tells of an act done before it; None if its element is not there any more."""
    grounded = validate(action, now)
    return judge(Scene(grounded, now, now, restless)) if isinstance(grounded, GroundedAction) else None
