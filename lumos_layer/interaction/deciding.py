"""What came of the act on the screen, and where the run goes on (B35, B36, B48 to B52)."""

from __future__ import annotations

from typing import Any

from lumos_layer.actions.outcomes import Done, NoEffect, Outcome, Paused, Rejected, Unknown
from lumos_layer.errors import ControlError
from lumos_layer.execution.sending import Broke
from lumos_layer.interaction.choosing import memory_of, pending_act
from lumos_layer.interaction.denying import denied_words, exhausted, is_denial, replans
from lumos_layer.interaction.diagnosing import Looked, looked_into
from lumos_layer.interaction.doing import TIMED_OUT, is_recalled
from lumos_layer.interaction.grounding import grounded_for_review
from lumos_layer.interaction.overriding import overridden
from lumos_layer.interaction.records import recorded
from lumos_layer.interaction.reviewing import UNSEEN, asks, judged, request_of
from lumos_layer.interaction.services import Services
from lumos_layer.interaction.state import InteractionState, InteractionStatus, NextStep, at_limit, failed, few, recent
from lumos_layer.interaction.values import ActionRecord, PendingAction
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.feedback import EnvironmentEvent, feedback
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.popups import open_dialogs
from lumos_layer.planning.progress import Limits
from lumos_layer.planning.recovery import Remedy, Situation, remedy, situation_of
from lumos_layer.safety.decision import Decision
from lumos_layer.safety.dialogs import TO_A_PERSON
from lumos_layer.trace.events import About, Noted

_ABOUT: dict[str, About] = {"loading": "loading", "popup": "popup", "validation": "validation", "navigation": "navigation"}
_LIMITS = Limits(same=4)  # after the first, which may have moved the focus


def look_back(state: InteractionState, services: Services) -> InteractionState:
    """The events that the act brought about, written down."""
    latest = services.executor.latest
    before = services.looks.get(state["current_observation"].observation) if state["current_observation"] is not None else None
    try:
        with services.seen():
            events = feedback(state["action_result"], before, latest)
            step = state["step_count"]
            services.write(
                *(
                    Noted(about=_ABOUT.get(each.kind, "other"), said=each.text, ref=each.ref, step=step)
                    for each in events
                    if each.text
                )
            )
            if latest is not None and services.is_on("verifier"):
                services.achieved.look(latest, step)
        if latest is None and services.is_on("verifier"):
            _looked_for_another(state, services)
    except ControlError:
        events = ()
    return {"environment_events": few([*state["environment_events"], *events])}


def _looked_for_another(state: InteractionState, services: Services) -> None:
    """What holds after an act of a process that was ended before it looked: later it may not show any more. Raises ControlError."""
    try:
        latest = services.current()
    except Broke:
        return  # the next look says what is wrong
    with services.seen():
        services.achieved.look(latest, state["step_count"])


def decide(state: InteractionState, services: Services) -> InteractionState:
    """The state with the next step decided: an action pending for recovery or approval, an end, or neither."""
    outcome = state["action_result"]
    if isinstance(outcome, Paused):
        status: InteractionStatus = "blocked" if outcome.advice.startswith(TIMED_OUT) else "running"
        return {"pending_action": None, "interaction_status": status}
    if end := at_limit(state, "decide_next_step", state["step_count"]):
        return end
    try:
        return _decided(state, services, services.confirmed())
    except (Broke, ControlError):
        return {"pending_action": None}  # the next look says what is wrong, and nothing is made of the one before


def _decided(state: InteractionState, services: Services, observation: Observation) -> InteractionState:
    now = _situation(state, services, observation)
    troubles, looked = looked_into(state, services, observation, now)
    return {**_next(state, services, observation, now, looked), "troubles": troubles}


def _next(
    state: InteractionState, services: Services, observation: Observation, now: Situation, looked: Looked | None
) -> InteractionState:
    outcome = state["action_result"]
    last = state["action_trace"][-1] if state["action_trace"] else None
    if isinstance(outcome, Unknown) and last is not None and last.effect == "commits" and not _changed(outcome):
        return _perhaps_again(state, services, last, observation)
    if last is not None and is_denial(last) and replans(services):
        return {"pending_action": None, **({"interaction_status": "blocked"} if exhausted(state["action_trace"]) else {})}
    if looked is not None and looked.route.kind == "override" and (ends := overridden(state, services, observation, looked)):
        return ends
    found = _trouble(now, outcome) or _mending(looked, now)
    if found is None:
        return {"pending_action": None, "recovery_attempts": 0 if isinstance(outcome, Done) else state["recovery_attempts"]}
    return _remedied(state, services, found, observation)


def _mending(looked: Looked | None, now: Situation) -> Remedy | None:
    """What the diagnosis leads to, where no remedy has an answer and the planner would go on."""
    if looked is not None and looked.route.kind in ("person", "override"):
        quotes = ", ".join(map(repr, looked.diagnosis.quotes))
        return Remedy(kind="ask_person", reason=f"{looked.route.why} {quotes}".strip())
    if looked is None or looked.route.kind != "environment" or looked.diagnosis.suggested is None:
        return None
    if now.attempts >= now.most_attempts:
        return None
    return Remedy(kind="mend", reason=looked.route.why, action=looked.diagnosis.suggested)


def _situation(state: InteractionState, services: Services, observation: Observation) -> Situation:
    """How it stands after the act."""
    outcome = state["action_result"]
    new = state["environment_events"][-8:] if isinstance(outcome, Done) and outcome.mismatch else []
    popups = [each for each in new if each.kind == "popup"]
    return situation_of(
        outcome,
        observation,
        memory_of(state),
        recognised=state["recognized_elements"],
        expected=_expected(outcome, observation, popups, _open_before(state, services, observation)),
        attempts=state["recovery_attempts"],
        most_attempts=state["max_recovery_attempts"],
        limits=_LIMITS,
    )


def _trouble(now: Situation, outcome: Outcome | None) -> Remedy | None:
    """What to do about it; None if the planner can go on as it is."""
    if now.no_progress:
        return remedy(now)
    if isinstance(outcome, Done | NoEffect) and now.page_state != "loading" and now.popup is None:
        return None
    if isinstance(outcome, Rejected) and outcome.reason == "denied":
        return None
    return remedy(now)


def _open_before(state: InteractionState, services: Services, now: Observation) -> frozenset[str] | None:
    """Refs of the dialogs that were open when the act was chosen; None where nobody has looked since."""
    note = state["current_observation"]
    look = services.looks.get(note.observation) if note is not None else None
    if look is now:
        return None
    return frozenset() if look is None else frozenset(filter(None, map(look.ref_of, open_dialogs(look))))


def _expected(
    outcome: Outcome | None, observation: Observation, popups: list[EnvironmentEvent], before: frozenset[str] | None
) -> list[str]:
    """Refs of open dialogs that the run can go on with: what the act was to open, and what its planner can answer.

    Not among them: a dialog that came unasked and is harmless, or about what only a person may decide; and where a dialog stood in
    the way of the act, the one that has come since the act was chosen, or else any.
    """
    unasked = {each.ref for each in popups if each.popup == "harmless" or each.popup in TO_A_PERSON}
    refs = [ref for i in open_dialogs(observation) if (ref := observation.ref_of(i)) is not None]
    if isinstance(outcome, Rejected) and outcome.reason in ("modal", "covered") and before is not None:
        known = [ref for ref in refs if ref in before]
        return known if len(known) < len(refs) or outcome.reason == "covered" else []
    return [ref for ref in refs if ref not in unasked]


def _remedied(state: InteractionState, services: Services, found: Remedy, observation: Observation) -> InteractionState:
    """The remedy as a pending action, asked about where the policy or the remedy itself wants a person."""
    if found.kind == "give_up":
        if found.ends == "blocked":
            return {"interaction_status": "blocked", "pending_action": None}
        return failed(state, "decide_next_step", found.reason)
    document = found.action
    if found.kind == "ask_person" or document is None:
        document = {"type": "clarify", "question": f"{found.reason} Answer it, or say how to go on."[:1_000]}
    plan = Plan(action=document, reason=found.reason, planner="recovery")
    pending = pending_act(services, plan, observation, "recovery", state["step_count"] + 1)
    pending, decision = judged(state, services, pending, observation)
    if decision is not None and decision.verdict == "ask":
        return asks(state, pending)
    if decision is not None and decision.verdict == "deny":
        return _without_remedy(state, services, pending, decision, found.reason)
    return {"pending_action": pending, "needs_approval": False}


def _without_remedy(
    state: InteractionState, services: Services, pending: PendingAction, decision: Decision, why: str
) -> InteractionState:
    """On without a remedy that the policy denies, where the planner may choose something else; else the end."""
    denied = recorded(state, pending, "blocked", said=denied_words(decision))
    trace = recent([*state["action_trace"], denied.model_copy(update={"outcome": "rejected", "reason": "policy"})])
    if replans(services) and not exhausted(trace):
        return {"action_trace": trace, "pending_action": None}
    return failed(state, "decide_next_step", f"{why} {decision.why} (rule {decision.rule})")


def _perhaps_again(state: InteractionState, services: Services, last: ActionRecord, observation: Observation) -> InteractionState:
    """An act that cannot be undone, and may have been done: only a person can say whether it is to be sent again."""
    plan = Plan(action=last.action, reason="Nobody saw what came of it.", planner="recovery")
    grounded = grounded_for_review(last.action, observation)
    if isinstance(grounded, Rejected) or is_recalled(services, last.action_id):
        return {"pending_action": None}  # it has arrived, or is not there any more: the planner sees what has become of it
    pending = pending_act(services, plan, observation, "recovery", state["step_count"] + 1)
    pending = pending.model_copy(update={"decision": UNSEEN})
    question = f"{last.element or 'The last act'} may have been done already; nobody saw. Do it (again)?"
    request = request_of(pending, grounded, observation, UNSEEN, question)
    return asks(state, pending.model_copy(update={"request": request}))


def _changed(outcome: Unknown) -> bool:
    delta: Any = outcome.delta
    return isinstance(delta, dict) and not delta.get("same", False)


def next_step(state: InteractionState) -> NextStep:
    """Where the run goes on (B43)."""
    if state["interaction_status"] in ("completed", "blocked", "failed"):
        return "finalize"
    if state["needs_approval"]:
        return "approval"
    return "observe" if state["pending_action"] is None else "recover"
