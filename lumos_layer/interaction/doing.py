"""Carrying out what is allowed or approved, and nothing else (B34, B47)."""

from __future__ import annotations

from typing import Any

from lumos_layer.actions.base import against
from lumos_layer.actions.outcomes import Aborted, Done, Failed, Outcome, Paused, Rejected, rejected
from lumos_layer.environments.port import Delivery, arrived
from lumos_layer.errors import ControlError, Forgets, LumosError
from lumos_layer.execution.memory import Begun
from lumos_layer.execution.sending import Broke
from lumos_layer.interaction.asking import is_granted
from lumos_layer.interaction.denying import denied_words
from lumos_layer.interaction.finishing import against_finishing
from lumos_layer.interaction.grounding import grounded_for_review
from lumos_layer.interaction.judging import is_another
from lumos_layer.interaction.looking import noted
from lumos_layer.interaction.records import recorded
from lumos_layer.interaction.repeating import perhaps_done
from lumos_layer.interaction.reviewing import UNSEEN, chosen_elsewhere
from lumos_layer.interaction.services import Services
from lumos_layer.interaction.state import InteractionState, pending_of, recent
from lumos_layer.interaction.values import ANSWERED, ASKING, Came, PendingAction, ScreenNote
from lumos_layer.perception.observation import Observation
from lumos_layer.plugins import guarded, told
from lumos_layer.safety.approval import Reply
from lumos_layer.surface.controlled import Controlled
from lumos_layer.surface.handoff import Finished
from lumos_layer.surface.records import HandoffRecord

TIMED_OUT = "timed out"

CAME: dict[str, Came] = {
    "done": "executed",
    "no_effect": "executed",
    "unknown": "executed",
    "rejected": "skipped",
    "needs_approval": "skipped",
    "paused": "skipped",
    "aborted": "skipped",
    "failed": "failed",
}


def execute(state: InteractionState, services: Services) -> InteractionState:
    """What came of the pending action. Its id makes it done at most once, whoever calls this how often.

    Raises ControlError where it was sent and a person came before anybody could look: to be called again once they have given the
    surface back, and then it is looked for.
    """
    pending = pending_of(state)
    services.folder.memory.step = state["step_count"] + 1
    try:
        outcome = _outcome(state, services, pending)
        while isinstance(services.folder.memory.find(pending.action_id), Begun):
            services.acquire()
            outcome = _outcome(state, services, pending)
    except Broke as problem:  # before anything was sent
        error = f"Nobody could look: {problem}"
        outcome = _kept(services, pending, Failed(action_id=pending.action_id, before=pending.observation, error=error))
    services.folder.journal.commit()
    note = state["current_observation"]
    if outcome.after and services.executor.latest is not None:
        note = _written(state, services, services.executor.latest)
    denied = pending.decision is not None and pending.decision.verdict == "deny"
    came: Came = "blocked" if denied else CAME[outcome.outcome]
    record = recorded(state, pending, came, outcome, verified=isinstance(outcome, Done) and outcome.verified)
    after = services.executor.latest if outcome.after else None
    is_judged_here = services.has_judged(pending.action_id, pending.observation)
    before = services.looks.get(pending.observation) if is_judged_here else None
    services.achieved.acted(record, outcome, before, after)
    return {
        "action_result": outcome,
        "feedback_observation": note,
        "step_count": state["step_count"] + 1,
        "action_trace": recent([*state["action_trace"], record]),
        "pending_action": None,
        "human_approval": None,
        "needs_approval": False,
    }


def _written(state: InteractionState, services: Services, latest: Observation) -> ScreenNote | None:
    """The look after the act, written down; None if a person has taken the surface meanwhile."""
    try:
        services.write_look(latest, state["step_count"] + 1)
    except ControlError:
        return None
    return noted(latest, state["step_count"] + 1)


def _outcome(state: InteractionState, services: Services, pending: PendingAction) -> Outcome:
    known = services.folder.memory.find(pending.action_id)
    if known is not None and not isinstance(known, Begun):
        return known
    if pending.verb == "finish":
        objection = against_finishing(state, services, services.current()) or "It is not believed."
        return _kept(services, pending, rejected([against("invalid", objection, "success")], (), pending.action_id))
    answered = _without_the_screen(state, services, pending)
    if answered is not None:
        return _kept(services, pending, answered)
    if isinstance(known, Begun):
        services.acquire()
    refused = _refused(state, services, pending)
    if refused is not None:
        return _kept(services, pending, refused)
    if not services.has_judged(pending.action_id, pending.observation):
        pending = pending.model_copy(update={"observation": services.current().id})
    begun = services.clock.now()
    outcome = services.executor.run(
        {"action_id": pending.action_id, "observation": pending.observation, "action": pending.plan.action}
    )
    if isinstance(outcome, Done) and outcome.seen and pending.effect != "reads":
        services.slowest_answer = max(services.slowest_answer, services.clock.now() - begun)
    return outcome


def _without_the_screen(state: InteractionState, services: Services, pending: PendingAction) -> Outcome | None:
    """What comes of an act that is not allowed, or that a person answers; None for one that the executor has to carry out."""
    if not is_granted(state):
        return _not_granted(services, pending)
    if pending.verb in ASKING:
        return _told(state, pending)
    return _handed_off(services, pending) if pending.verb == "handoff" else None


def _refused(state: InteractionState, services: Services, pending: PendingAction) -> Outcome | None:
    """What keeps an allowed act from being sent now; None if nothing does."""
    if objection := _not_wanted(state, services, pending):
        return rejected([against("invalid", objection, "requirement")], (), pending.action_id)
    if arrived := _arrived_before(state, services, pending):
        return rejected([against("stale", arrived, "")], (), pending.action_id)
    return _changed_since(services, pending)


def _not_wanted(state: InteractionState, services: Services, pending: PendingAction) -> str:
    """What keeps the planner from working on the requirement that it names, or in a later phase; empty if nothing does (S23)."""
    plan = pending.plan
    if pending.by != "planner":
        return ""
    document = plan.action if pending.effect != "reads" else None
    look = services.looks.get(pending.observation)
    early = services.phases.too_early(plan.requirement, document, look, state["step_count"])
    return early or services.achieved.take_up(plan.requirement, plan.reason, plan.expected_effect)


def _arrived_before(state: InteractionState, services: Services, pending: PendingAction) -> str:
    """Why an act that may have been done is not sent again, whoever allowed it: the surface knows by now that it arrived."""
    if pending.decision is None or pending.decision.rule != UNSEEN.rule:
        return ""
    before = perhaps_done(state, pending, pending.decision)
    if before is None or not is_recalled(services, before.action_id):
        return ""
    return f"{before.element or 'It'} was done: the surface recalls it. Nothing was sent again; look at what came of it."


def is_recalled(services: Services, action_id: str) -> bool:
    """True if the surface recalls the act for certain."""
    try:
        known = arrived(services.environment, action_id)
    except Forgets:
        return False
    return isinstance(known, Delivery) and known.status == "delivered"


def _changed_since(services: Services, pending: PendingAction) -> Outcome | None:
    """The refusal of an action that another process judged, if the screen is no longer what it was judged for."""
    if services.has_judged(pending.action_id, pending.observation) or _has_arrived(services, pending.action_id):
        return None
    observation = services.look()
    grounded = grounded_for_review(pending.plan.action, observation)
    if isinstance(grounded, Rejected):
        return grounded.model_copy(update={"action_id": pending.action_id, "before": pending.observation})
    return _stale(pending) if is_another(services, pending, grounded, observation) else None


def _stale(pending: PendingAction) -> Rejected:
    message = "The screen is no longer what it was judged on; look again."
    return rejected([against("stale", message, "observation")], (), pending.action_id, pending.observation)


def _has_arrived(services: Services, action_id: str) -> bool:
    """False if the act was never sent, or never arrived: then it would be done now."""
    if services.folder.memory.find(action_id) is None:
        return False
    try:
        return arrived(services.environment, action_id) is not None
    except Forgets:  # the executor says so, and sends nothing
        return True


def _kept(services: Services, pending: PendingAction, outcome: Outcome) -> Outcome:
    """The outcome, known under the id of the action from now on."""
    services.folder.memory.end(pending.action_id, outcome)
    return outcome


def _not_granted(services: Services, pending: PendingAction) -> Outcome:
    """Why it cannot be carried out: what is wrong with it on this screen, or that nobody allowed it."""
    found = grounded_for_review(pending.plan.action, services.current())
    if isinstance(found, Rejected):
        return found.model_copy(update={"action_id": pending.action_id, "before": pending.observation})
    if chosen_elsewhere(services, pending, services.current()):
        return _stale(pending)
    if pending.decision is not None and pending.decision.verdict == "deny":
        return rejected([against("policy", denied_words(pending.decision), "")], (), pending.action_id, pending.observation)
    return rejected([against("policy", "Nobody has allowed it.", "")], (), pending.action_id, pending.observation)


def _told(state: InteractionState, pending: PendingAction) -> Outcome:
    """A person's answer to an act that asks."""
    given = state["human_approval"]
    words = given.answer.text if given is not None and isinstance(given.answer, Reply) else "Yes."
    return Done(action_id=pending.action_id, before=pending.observation, note=f"{ANSWERED}{words}")


def _asked_of_a_person(services: Services, controlled: Controlled, pending: PendingAction) -> HandoffRecord:
    """The hand-off that a process before this one asked for, or a new one."""
    before = controlled.surfaces.handoffs.all(controlled.surface)
    if before and (before[-1].open or services.folder.memory.find(pending.action_id) is not None):
        return before[-1]
    action: Any = pending.plan.action
    services.acquire()
    asked = controlled.ask_person(str(services.folder.clean(str(action.get("reason", "")))))
    services.folder.memory.begin(pending.action_id)
    return asked


def _handed_off(services: Services, pending: PendingAction) -> Outcome:
    """The surface with a person, until they give it back or the time is over."""
    controlled = services.controlled
    if controlled is None:
        advice = "Nobody can take this surface: it was opened without control."
        return rejected([against("unsupported", advice, "type")], (), pending.action_id, pending.observation)
    try:
        with guarded(lambda problem: Broke(told(problem)), LumosError):
            answer = controlled.answer(_asked_of_a_person(services, controlled, pending))
    except ControlError as problem:
        return Aborted(action_id=pending.action_id, before=pending.observation, why=str(problem))
    except Broke as problem:
        return Failed(action_id=pending.action_id, before=pending.observation, error=str(problem))
    if isinstance(answer, Finished):
        said = f"The person has finished{': ' + answer.url if answer.url else ''}. All refs are new."
        return Done(action_id=pending.action_id, before=pending.observation, note=said)
    return Paused(action_id=pending.action_id, before=pending.observation, advice=f"{TIMED_OUT}: the person still has the surface.")
