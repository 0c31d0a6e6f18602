"""What is kept of an action in the state: bounded, however much it changed."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import orjson
from pydantic import JsonValue

from lumos_layer.actions.documents import verb_in
from lumos_layer.actions.outcomes import Outcome, Rejected
from lumos_layer.interaction.state import InteractionState
from lumos_layer.interaction.values import ANSWERED, ActionRecord, Came, PendingAction

_SAID = 500  # characters
_ANSWER = 20_100  # of what a person said: all of it
_DELTA = 1_500  # bytes


def recorded(
    state: InteractionState,
    pending: PendingAction,
    came: Came,
    outcome: Outcome | None = None,
    said: str = "",
    verified: bool = False,
) -> ActionRecord:
    """The action as the state keeps it."""
    is_change = came in ("executed", "approved") and pending.effect != "reads"
    return ActionRecord(
        step=state["step_count"] + 1,
        action_id=pending.action_id,
        action=pending.plan.action,
        element=pending.element,
        effect=pending.effect,
        came=came,
        outcome="" if outcome is None else outcome.outcome,
        reason=outcome.reason if isinstance(outcome, Rejected) else "",
        said=_bounded_words(said or words_of(outcome)),
        verified=verified,
        delta=bounded(getattr(outcome, "delta", None)),
        cursor=getattr(pending.plan, "cursor", ""),
        by=pending.by,
        classes=() if pending.decision is None else pending.decision.classes,
        binding=pending.binding,
        repaired=_mended_words(pending),
        changes=changes_in(state) + is_change,
    )


def changes_in(state: InteractionState) -> int:
    """How many acts of the run have changed something so far, also those that the state does not hold any more."""
    return state["action_trace"][-1].changes if state["action_trace"] else 0


def _mended_words(pending: PendingAction) -> str:
    """As the planner is told of the repairs of what it chose."""
    said = (f"Your {verb_in(each.original)} was not done as you chose it ({each.type}): {each.why}" for each in pending.repairs)
    return _bounded_words(" ".join(said))


def _bounded_words(said: str) -> str:
    return said[: _ANSWER if said.startswith(ANSWERED) else _SAID]


def words_of(outcome: Outcome | None) -> str:
    """What an outcome has to say to a planner."""
    if isinstance(outcome, Rejected):
        return " ".join((*(each.message for each in outcome.violations), outcome.advice))
    said = (getattr(outcome, name, "") for name in ("mismatch", "note", "question", "error", "why", "advice"))
    return " ".join(filter(None, said))


def bounded(delta: JsonValue) -> JsonValue:
    """The delta, or, where it is long, only what tells it from others."""
    said = orjson.dumps(delta, option=orjson.OPT_SORT_KEYS)
    if len(said) <= _DELTA:
        return delta
    without: Any = {k: v for k, v in delta.items() if k not in ("since", "now")} if isinstance(delta, dict) else delta
    mark = sha256(orjson.dumps(without, option=orjson.OPT_SORT_KEYS)).hexdigest()[:16]
    return {"changed": "much", "mark": mark}
