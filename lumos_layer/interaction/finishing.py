"""What speaks against the claim that a goal is reached, on a look that was made after the last act (A33)."""

from __future__ import annotations

from lumos_layer.actions.documents import verb_in
from lumos_layer.actions.finish import Finish
from lumos_layer.interaction.services import Services
from lumos_layer.interaction.state import InteractionState
from lumos_layer.interaction.values import ANSWERED, ActionRecord, PendingAction
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.screen_state import is_loading

_STAYS = (
    1.0,
    5.0,
    10.0,
)  # seconds for which a claim has to hold on a surface that answers at once: the first, the second, all later
_SLOWEST = 10.0  # seconds for which a slower one is waited for besides, at most
_BETWEEN_LOOKS = 1.5  # seconds at most
_LOADING = "The screen is still loading: wait until it shows what came of the last act."


def against_finishing(state: InteractionState, services: Services, observation: Observation) -> str:
    """Why it is not believed; empty if nothing speaks against it. A claim rests on the look that it was made by, not on an act."""
    pending = state["pending_action"]
    known = services.objections.get(pending.action_id) if pending is not None else None
    if known:
        return known  # it was weighed, and counted, when it was reviewed
    objection = _objection(state, services, pending, observation)
    if pending is not None:
        services.objections = {pending.action_id: objection}
    return objection


def _objection(state: InteractionState, services: Services, pending: PendingAction | None, observation: Observation) -> str:
    if pending is not None and not _is_of(pending, services, observation):
        return "The screen has been looked at again since: look at what it shows now, then finish."
    if is_loading(observation):
        return _LOADING
    return "" if pending is None else _unproven(state, services, pending, observation)


def _unproven(state: InteractionState, services: Services, pending: PendingAction, observation: Observation) -> str:
    """What must hold in the end and has not been shown to, or what an independent auditor has seen to the contrary."""
    claim = Finish.model_validate(pending.plan.action)
    if not claim.success or not services.is_on("verifier"):
        return ""
    reworded = any(map(_is_a_persons, state["action_trace"]))
    found = services.achieved.against(claim, observation, state["step_count"], services.seen, reworded=reworded)
    left = _stays(state) + min(services.slowest_answer, _SLOWEST) if services.achieved.is_held_to_something else 0.0
    while found.passed and left > 0:
        services.clock.sleep(min(left, _BETWEEN_LOOKS))
        left -= _BETWEEN_LOOKS
        observation = services.look()  # the app may have gone on, or taken back what was set
        services.write_look(observation, state["step_count"] + 1)
        if is_loading(observation):
            return _LOADING
        found = services.achieved.against(claim, observation, state["step_count"] + 1, services.seen, reworded=reworded)
    with services.seen():
        services.phases.settle(state["step_count"])
    missing = services.phases.missing()
    if not found.passed:
        return f"Not all of it has been shown to hold. {found.said} {missing}".strip()
    if missing:
        return missing
    refuted = services.achieved.refuted(observation) if services.is_on("auditor") else ""
    return f"What the screen shows speaks against it. {refuted}" if refuted else ""


def _is_a_persons(record: ActionRecord) -> bool:
    """True for what a person put in place of an act, or said in words of their own about what is to be done."""
    if record.by == "person":
        return True
    return record.said.startswith(ANSWERED) and (not record.outcome or verb_in(record.action) == "clarify")


def _stays(state: InteractionState) -> float:
    """Seconds for which the claim has to hold: longer after one that was refused, since what is taken back once is again."""
    refused = sum(1 for record in state["action_trace"] if verb_in(record.action) == "finish" and record.outcome == "rejected")
    return _STAYS[min(refused, len(_STAYS) - 1)]


def _is_of(pending: PendingAction, services: Services, observation: Observation) -> bool:
    """True if this process chose it by this look."""
    return services.has_judged(pending.action_id, pending.observation) and pending.observation == observation.id
