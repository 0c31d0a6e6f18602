"""A state that is older than the journal, made good from it: nothing that was done is forgotten, and the run looks first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson

from lumos_layer.actions.outcomes import Done, Outcome, Unknown
from lumos_layer.errors import DamagedRun
from lumos_layer.execution.memory import Begun
from lumos_layer.interaction.choosing import chosen_by
from lumos_layer.interaction.doing import CAME
from lumos_layer.interaction.records import recorded
from lumos_layer.interaction.services import Services
from lumos_layer.interaction.state import InteractionState, few, over, recent
from lumos_layer.interaction.values import PendingAction, Problem
from lumos_layer.planning.plan import Plan
from lumos_layer.safety.approval import Constrain, HumanApproval
from lumos_layer.safety.constraints import Constraints
from lumos_layer.safety.decision import Decision
from lumos_layer.safety.redaction import REDACTED
from lumos_layer.trace.cleaning import id_without
from lumos_layer.trace.folder import RunFolder

_UNSEEN = "The machine stopped before anybody saw what came of it."
_LOST = "The last states of the run were lost; what was done since is known from its journal."
_LATER = "its last entries are missing: the run's checkpoints tell of the act {id}, and it does not"
_HIDDEN = "a limit that a person set is lost, and the journal may not tell its words"


def is_behind(state: InteractionState, folder: RunFolder) -> bool:
    """True if the journal tells of acts, or of the end of the run, that the state does not know of.

    Raises DamagedRun where the state knows of acts that the journal does not tell of.
    """
    for record in state.get("action_trace", []):
        if record.came in ("executed", "failed") and folder.memory.find(record.action_id) is None:
            raise DamagedRun(str(folder.journal_file), _LATER.format(id=record.action_id))
    pending = state.get("pending_action")
    known = {id_without(pending.action_id, folder.clean)} if pending is not None else set()
    later = {id_without(act["action_id"], folder.clean) for act in _since(state, folder, "intent", "outcome")}
    return bool(later - known) or (not over(state) and bool(_end(folder)))


def made_good(state: InteractionState, services: Services) -> InteractionState:
    """What a state that is behind lacks, for the run to go on by a look. Raises DamagedRun where the journal cannot tell it.

    Of an act without an outcome nobody knows whether it was done: the same is not done again unless a person allows it.
    """
    folder = services.folder
    clean = folder.clean  # ids may hold words that came to be kept out only in between
    planned = {id_without(act["action_id"], clean): act for act in _since(state, folder, "planned")}
    reviewed = ((id_without(act["action_id"], clean), act["decision"]) for act in _since(state, folder, "reviewed"))
    decisions = {id: Decision.model_validate(decision) for id, decision in reviewed}
    steps, trace = state["step_count"], list(state["action_trace"])
    known = {id_without(record.action_id, clean) for record in trace}
    for act in _since(state, folder, "intent", "outcome"):
        id, step = id_without(act["action_id"], clean), act["step"]
        if id in known:
            continue
        known.add(id)
        chosen = planned.get(id) or _pending(state, folder, id)
        if chosen is None:
            raise DamagedRun(str(folder.journal_file), f"it does not tell what the act {id} was")
        outcome = _outcome(services, id, chosen["observation"], step)
        plan = Plan.model_validate(chosen["plan"])
        decision = decisions.get(id)
        pending = PendingAction(
            action_id=id,
            observation=chosen["observation"],
            plan=plan,
            element=chosen.get("element", ""),
            effect="commits" if isinstance(outcome, Unknown) or (decision is not None and decision.classes) else "edits",
            by=chosen_by(plan),
            decision=decision,
        )
        verified = isinstance(outcome, Done) and outcome.verified
        before: InteractionState = {**state, "step_count": step - 1, "action_trace": trace}
        trace.append(recorded(before, pending, CAME[outcome.outcome], outcome, verified=verified))
        steps = max(steps, step)
    attempts = sum(1 for _ in _since(state, folder, "recovery"))
    return {
        "action_trace": recent(trace),
        "step_count": steps,
        "recovery_attempts": state["recovery_attempts"] + attempts,
        "constraints": _limits(state, folder),
        "pending_action": None,
        "human_approval": None,
        "needs_approval": False,
        "interaction_status": _end(folder) or "running",  # type: ignore[typeddict-item]
        "errors": few([*state["errors"], Problem(where="checkpoints", error=_LOST, step=steps)]),
    }


def _since(state: InteractionState, folder: RunFolder, *kinds: str) -> Iterator[Any]:
    """The events of later steps."""
    for said in folder.journal.raw(*kinds):
        event = orjson.loads(said)
        if event.get("step", 0) > state.get("step_count", 0):
            yield event


def _end(folder: RunFolder) -> str:
    """How the run has ended for good; empty if it has not."""
    last: Any = {}
    for said in folder.journal.raw("run_started", "resumed", "run_ended"):
        event = orjson.loads(said)
        if event["kind"] != "resumed" or last.get("status") not in ("completed", "blocked", "failed"):
            last = event
    status = last.get("status", "")
    return status if status in ("completed", "blocked", "failed") else ""


def _pending(state: InteractionState, folder: RunFolder, id: str) -> Any:
    pending = state["pending_action"]
    if pending is None or id_without(pending.action_id, folder.clean) != id:
        return None
    return {"observation": pending.observation, "plan": pending.plan, "element": pending.element}


def _outcome(services: Services, id: str, before: str, step: int) -> Outcome:
    """What came of the act, as it was written down; from now on it is known that nobody knows."""
    memory = services.folder.memory
    found = memory.find(id)
    if found is None or isinstance(found, Begun):
        found = Unknown(action_id=id, before=before, why=_UNSEEN)
        memory.step = step
        memory.end(id, found)
    return found


def _limits(state: InteractionState, folder: RunFolder) -> Constraints:
    """The limits of the run, with those that persons have set in later steps."""
    limits: Constraints = state["constraints"]
    for event in _since(state, folder, "approval_answered"):
        given = HumanApproval.model_validate(event["approval"]).answer
        if isinstance(given, Constrain) and not event.get("refused"):
            more = given.constraints.model_copy(update={"redaction": folder.kept_out})
            if REDACTED in str(more.model_dump()):
                raise DamagedRun(str(folder.checkpoints_file), _HIDDEN)
            limits = limits.with_more(more)
    return limits
