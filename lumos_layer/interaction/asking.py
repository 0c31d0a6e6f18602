"""What a person answers to the pending action, and what follows (B33, B41, B47, B48, B65, B66, X07)."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from lumos_layer.actions.outcomes import Rejected
from lumos_layer.errors import PluginFailed, TakenSince
from lumos_layer.execution.sending import Broke
from lumos_layer.interaction.choosing import pending_act
from lumos_layer.interaction.denying import denied_words, exhausted, replans
from lumos_layer.interaction.grounding import grounded_for_review
from lumos_layer.interaction.judging import is_another, is_outdated, judged_on
from lumos_layer.interaction.looking import LOOKS, PAUSE
from lumos_layer.interaction.records import recorded
from lumos_layer.interaction.reviewing import asks, finishing, judged
from lumos_layer.interaction.services import Services
from lumos_layer.interaction.state import InteractionState, at_limit, few, pending_of, recent
from lumos_layer.interaction.usable import chosen, unusable
from lumos_layer.interaction.values import ANSWERED, ASKING, ActionRecord, PendingAction, Problem
from lumos_layer.safety.approval import ApprovalRequest, Approve, Constrain, Deny, Edit, HumanApproval, Reply
from lumos_layer.safety.constraints import Constraints
from lumos_layer.safety.credentials import CREDENTIALS, to_be_hidden, typed_in
from lumos_layer.trace.cleaning import printable
from lumos_layer.trace.events import ApprovalAnswered, ApprovalAsked, Erred
from lumos_layer.trace.journal import now

AfterAnswer = Literal["execute", "finalize", "ask_again", "observe"]

OFTEN = 20  # times that one action is asked about before it counts as denied


def open_request(state: InteractionState) -> ApprovalRequest:
    """What is asked now."""
    pending = pending_of(state)
    if pending.request is None:
        raise RuntimeError("nothing is asked")
    return pending.request


def kept(state: InteractionState, services: Services) -> HumanApproval | None:
    """The answer to what is asked now, if the state has it already, or a former process wrote it down before it ended."""
    given, asked_now = state["human_approval"], open_request(state).approval_id
    return given if given is not None and given.approval_id == asked_now else services.answered().get(asked_now)


def asked(state: InteractionState, services: Services) -> HumanApproval | None:
    """The answer, if it is there already: supplied up front, or given at once. What is asked is written down once.

    Raises ControlError before it is, while a person has the surface; TakenSince where they have had it since the question was made.
    """
    request = open_request(state)
    if _too_late(request, services.task.answer_within):
        late = Deny(reason="nobody answered in time")
        return HumanApproval(approval_id=request.approval_id, binding=request.binding, answer=late, by="time limit")
    given = state["human_approval"]
    if given is not None and given.binding == request.binding and isinstance(given.answer, Approve):
        return given.model_copy(update={"approval_id": request.approval_id})  # for this very act on this very screen
    if not services.has_asked(request.approval_id):
        with services.seen():
            if is_outdated(services, pending_of(state)):
                raise TakenSince(services.surface)
            services.write(ApprovalAsked(request=request, step=state["step_count"] + 1))
        services.commit()
    return _asked_until_usable(services, request)


def dropped() -> InteractionState:
    """On by a fresh look, without a question that was made before a person had the surface: it was never asked."""
    return {"pending_action": None, "needs_approval": False, "interaction_status": "running"}


def _asked_until_usable(services: Services, request: ApprovalRequest) -> HumanApproval | None:
    """The first answer that can be used; None where there is none, or only others: then the question stays open."""
    for _ in range(OFTEN):
        try:
            given = services.answer_to(request)
        except PluginFailed as broke:
            services.write(Erred(where="request_human_approval", error=str(broke), step=services.folder.memory.step))
            return None  # the question stays open
        problem = "" if given is None else unusable(services, request, given)
        if not problem:
            return given
        request = request.model_copy(update={"problem": f"Your answer is not taken: {problem}"})
    return None


def _too_late(request: ApprovalRequest, seconds: float | None) -> bool:
    """True if the time is over in which the question could be answered."""
    if seconds is None or not request.asked_at:
        return False
    return (datetime.fromisoformat(now()) - datetime.fromisoformat(request.asked_at)).total_seconds() > seconds


def answered(state: InteractionState, services: Services, given: HumanApproval) -> InteractionState:
    """What follows from an answer. Before anything is done the screen is looked at: an approval holds only for what it was for.

    Raises ControlError while somebody else has the surface: then it is to be called again with the same answer.
    """
    pending = pending_of(state)
    given = readable(given if given.at else given.model_copy(update={"at": now()}))
    given = given if pending.request is None else chosen(pending.request, given)
    keep_out(services, given, pending)
    if given.approval_id not in services.answered():
        services.write(ApprovalAnswered(action_id=pending.action_id, approval=given, step=state["step_count"] + 1))
        services.commit()
        services.answered()[given.approval_id] = given
    for attempt in range(1, LOOKS + 1):
        try:
            return _followed(state, services, pending, given)
        except Broke as problem:
            if attempt == LOOKS:
                return _unlooked(state, services, pending, f"Nobody could look: {problem}")
            services.clock.sleep(PAUSE)
    raise AssertionError("an answer is followed or given up")


def keep_out(services: Services, given: HumanApproval, pending: PendingAction | None) -> None:
    """What an answer wants no trace to show is in none from now on: not in that of the answer itself either.

    Nor is a text that was to go into a field which is called like one of a secret, and that a person refuses.
    """
    rule = "" if pending is None or pending.decision is None else pending.decision.rule
    if pending is not None and rule == CREDENTIALS and isinstance(given.answer, Deny | Edit):
        services.folder.hide(to_be_hidden([typed_in(pending.plan.action)]))
    if isinstance(given.answer, Constrain):
        services.folder.leave_out(given.answer.constraints.redaction)


def readable(given: HumanApproval) -> HumanApproval:
    """The answer with nothing in it that cannot be written as text."""
    return HumanApproval.model_validate(printable(given.model_dump(mode="json")))


def _unlooked(state: InteractionState, services: Services, pending: PendingAction, error: str) -> InteractionState:
    """Nothing is done by an answer whose screen nobody can see; the run looks again, and asks again."""
    step = state["step_count"] + 1
    services.write(Erred(where="request_human_approval", error=error, step=step))
    errors = few([*state["errors"], Problem(where="request_human_approval", error=error, step=step)])
    update: InteractionState = {"human_approval": None, "needs_approval": False, "interaction_status": "running", "errors": errors}
    record = recorded(state, pending, "skipped", said=error).model_copy(update={"cursor": ""})  # it is to be chosen again
    return {**update, **_not_done({**state, "errors": errors}, record)}


def _followed(state: InteractionState, services: Services, pending: PendingAction, given: HumanApproval) -> InteractionState:
    update: InteractionState = {"human_approval": given, "needs_approval": False, "interaction_status": "running"}
    match given.answer:
        case Deny(reason=reason):
            return {**update, **_denied(state, services, pending, reason)}
        case Reply(text=text) if pending.verb not in ASKING:
            record = recorded(state, pending, "skipped", said=f"{ANSWERED}{text}")
            return {**update, **_not_done(state, record)}
        case Edit(action=document):
            return {**update, **_edited(state, services, pending, document)}
        case Constrain(constraints=constraints):
            both = state["constraints"].with_more(constraints)
            return {**update, "constraints": both, **_minding({**state, "constraints": both}, services, pending, constraints)}
        case Approve() | Reply():
            return {**update, **_approved(state, services, pending, given)}


def _minding(state: InteractionState, services: Services, pending: PendingAction, more: Constraints) -> InteractionState:
    """Limits in words are for the planner, which chooses anew; others are for the policy, which reviews the act once more."""
    words = " ".join(filter(None, (more.scope, *more.notes)))
    if words and pending.by == "planner":
        record = recorded(state, pending, "skipped", said=f"A person asks to mind: {words}").model_copy(update={"cursor": ""})
        return _not_done(state, record)
    return _again(state, services, pending)


def _denied(state: InteractionState, services: Services, pending: PendingAction, reason: str) -> InteractionState:
    said = f"denied by a person{': ' + reason if reason else ''}; not to be asked for again unless something has changed"
    record = recorded(state, pending, "blocked", said=said).model_copy(update={"outcome": "rejected", "reason": "denied"})
    return _ended_or_on(state, services, record)


def _ended_or_on(state: InteractionState, services: Services, record: ActionRecord) -> InteractionState:
    """The end as blocked; or on without what was denied, as long as the planner may choose something else."""
    trace = recent([*state["action_trace"], record])
    if replans(services) and not exhausted(trace):
        return _not_done(state, record)
    return {"action_trace": trace, "interaction_status": "blocked"}


def _not_done(state: InteractionState, record: ActionRecord) -> InteractionState:
    """On without the act. It counts as a step, so that no planner asks without end."""
    steps = state["step_count"] + 1
    end = at_limit(state, "request_human_approval", steps)
    return {"action_trace": recent([*state["action_trace"], record]), "step_count": steps, "pending_action": None, **end}


def _approved(state: InteractionState, services: Services, pending: PendingAction, given: HumanApproval) -> InteractionState:
    """Bound to what it was given for; on another screen it is asked about anew."""
    if pending.verb in ASKING:
        return {}
    observation = services.look()
    services.write_look(observation, state["step_count"])
    grounded = grounded_for_review(pending.plan.action, observation)
    if isinstance(grounded, Rejected):
        # The executor says why, and does nothing: what was approved is not there any more.
        return {"pending_action": pending.model_copy(update={"decision": None, "observation": observation.id})}
    bound = pending.model_copy(update={"binding": given.binding})
    if given.binding != open_request(state).binding or is_another(services, bound, grounded, observation):
        return _again(state, services, pending)
    return {"pending_action": judged_on(services, pending, grounded, observation)}


def _edited(state: InteractionState, services: Services, pending: PendingAction, document: object) -> InteractionState:
    """Another action in its place, under an id of its own; it is reviewed as any other."""
    if isinstance(document, dict) and "type" not in document:
        document = document.get("action", document)  # as a grounded schema has it
    observation = services.look()
    services.write_look(observation, state["step_count"])
    reason = "A person asked for this instead."
    if isinstance(document, dict) and document.get("type") == "finish":
        reason = str(document.get("reason") or reason)
    elif isinstance(grounded_for_review(document, observation), Rejected):
        return _again(state, services, pending)  # the screen has changed since: the question is open again
    plan = pending.plan.model_copy(update={"action": document, "reason": reason, "confidence": 1.0, "risk": "low"})
    plan = services.guarded(plan, observation)
    other = pending_act(services, plan, observation, "person", state["step_count"] + 1)
    other = other.model_copy(update={"asked": pending.asked})
    if other.verb == "finish":
        return {"action_plan": plan, **finishing({**state, "pending_action": other}, services, other)}
    return {"action_plan": plan, **_again(state, services, other)}


def _again(state: InteractionState, services: Services, pending: PendingAction) -> InteractionState:
    """Reviewed once more, on a fresh look."""
    observation = services.look()
    services.write_look(observation, state["step_count"])
    pending = pending.model_copy(update={"asked": pending.asked + 1})
    pending, decision = judged(state, services, pending, observation)
    if decision is not None and decision.verdict == "ask" and pending.asked < OFTEN:
        return {**asks(state, pending), "human_approval": None}
    if decision is not None and decision.verdict != "allow":
        denied = recorded(state, pending, "blocked", said=denied_words(decision))
        denied = denied.model_copy(update={"outcome": "rejected", "reason": "policy"})
        return {"pending_action": pending, **_ended_or_on(state, services, denied)}
    return {"pending_action": pending}


def is_granted(state: InteractionState) -> bool:
    """True if the pending action may be executed: the policy allows it, or a person has approved this very one (B47)."""
    pending, given = state["pending_action"], state["human_approval"]
    if pending is None or pending.decision is None:
        return False
    if pending.decision.verdict == "allow":
        return True
    if pending.decision.verdict == "deny" or given is None or pending.request is None:
        return False
    fits = given.approval_id == pending.request.approval_id and given.binding == pending.request.binding
    return fits and (isinstance(given.answer, Approve) or (pending.verb in ASKING and isinstance(given.answer, Reply)))


def after_answer(state: InteractionState) -> AfterAnswer:
    """Where the run goes on (B41): never to an act that was not allowed."""
    if state["interaction_status"] in ("completed", "blocked", "failed"):
        return "finalize"
    if state["needs_approval"]:
        return "ask_again"
    return "observe" if state["pending_action"] is None else "execute"
