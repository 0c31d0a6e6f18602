"""A pending action on the present look, for judging: also where it cannot be reached yet and the executor would scroll to it."""

from __future__ import annotations

from typing import Any

from lumos_layer.actions.grounding import GroundedAction, Spot, validate
from lumos_layer.actions.outcomes import Rejected
from lumos_layer.actions.reading import read_action
from lumos_layer.actions.target import target_of
from lumos_layer.perception.observation import Observation

_IN_THE_WAY = frozenset(("not_visible", "covered", "modal", "minimised"))


def grounded_for_review(document: Any, observation: Observation) -> GroundedAction | Rejected:
    """The action with its element, though something may be in the way; a rejection if nothing can be said of what it would do."""
    return for_review(validate(document, observation, observation_id=observation.id), document, observation)


def for_review(found: GroundedAction | Rejected, document: Any, observation: Observation) -> GroundedAction | Rejected:
    """The same, of a document that was grounded on the look already, with what came of that."""
    if isinstance(found, GroundedAction) or any(each.reason not in _IN_THE_WAY for each in found.violations):
        return found
    read = read_action(document)
    ref = getattr(read[0], "ref", None) if not isinstance(read, Rejected) else None
    node = observation.refs.get(ref) if isinstance(ref, str) else None
    if isinstance(read, Rejected) or node is None:
        return found
    target = target_of(observation, node)
    return GroundedAction(action=read[0], effect=read[0].effect(target), observation=observation.id, spot=Spot(target, node))
