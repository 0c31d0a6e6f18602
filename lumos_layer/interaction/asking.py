"""What a person answers to the pending action, and what follows (B33, B41, B47, B48, B65, B66, X07)."""

from __future__ import annotations

from typing import Literal

from lumos_layer.actions.outcomes import Rejected
from lumos_layer.interaction.choosing import ANSWERED, effect_of, element_of
from lumos_layer.interaction.grounding import grounded_for_review
from lumos_layer.interaction.records import recorded
from lumos_layer.interaction.reviewing import ASKING, asks, judged
from lumos_layer.interaction.services import Services
from lumos_layer.interaction.state import InteractionState, pending_of, recent
from lumos_layer.interaction.values import PendingAction
from lumos_layer.safety.approval import ApprovalRequest, Approve, Constrain, Deny, Edit, HumanApproval, Reply
from lumos_layer.safety.binding import binding_of
from lumos_layer.trace.events import ApprovalAnswered, ApprovalAsked
from lumos_layer.trace.journal import now

AfterAnswer = Literal["execute", "finalize", "ask_again", "observe"]

_OFTEN = 20  # times that one action is asked about before it counts as denied


def open_request(state: InteractionState) -> ApprovalRequest:
    """What is asked now."""
    pending = pending_of(state)
    if pending.request is None:
        raise RuntimeError("nothing is asked")
    return pending.request


def asked(state: InteractionState, services: Services) -> HumanApproval | None:
    """The answer, if it is there already: supplied up front, or given at once. What is asked is written down once."""
    request = open_request(state)
    given = state["human_approval"]
    if given is not None and given.approval_id == request.approval_id:
        return given
    if given is not None and given.binding == request.binding and isinstance(given.answer, Approve):
        return given.model_copy(update={"approval_id": request.approval_id})  # for this very act on this very screen
    if services.last_asked != request.approval_id:
        services.write(ApprovalAsked(request=request, step=state["step_count"] + 1))
        services.folder.journal.commit()
        services.last_asked = request.approval_id
    return None if services.approver is None else services.approver(request)


def answered(state: InteractionState, services: Services, given: HumanApproval) -> InteractionState:
    """What follows from an answer. Before anything is done the screen is looked at: an approval holds only for what it was for."""
    pending = pending_of(state)
    step = state["step_count"] + 1
    given = given if given.at else given.model_copy(update={"at": now()})
    services.write(ApprovalAnswered(action_id=pending.action_id, approval=given, step=step))
    services.folder.journal.commit()
    update: InteractionState = {"human_approval": given, "needs_approval": False, "interaction_status": "running"}
    match given.answer:
        case Deny(reason=reason):
            return {**update, **_denied(state, services, pending, reason)}
        case Reply(text=text) if pending.verb not in ASKING:
            record = recorded(state, pending, "skipped", said=f"{ANSWERED}{text}")
            return {**update, "action_trace": recent([*state["action_trace"], record]), "pending_action": None}
        case Edit(action=document):
            return {**update, **_edited(state, services, pending, document)}
        case Constrain(constraints=constraints):
            both = state["constraints"].with_more(constraints)
            return {**update, "constraints": both, **_again({**state, "constraints": both}, services, pending)}
        case Approve() | Reply():
            return {**update, **_approved(state, services, pending, given)}


def _denied(state: InteractionState, services: Services, pending: PendingAction, reason: str) -> InteractionState:
    said = f"denied by a person{': ' + reason if reason else ''}. Do not ask for it again unless something has changed."
    record = recorded(state, pending, "blocked", said=said).model_copy(update={"outcome": "rejected", "reason": "denied"})
    trace = recent([*state["action_trace"], record])
    if services.policy.on_denial == "replan":
        return {"action_trace": trace, "pending_action": None}
    return {"action_trace": trace, "interaction_status": "blocked"}


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
    if given.binding != open_request(state).binding or binding_of(grounded, observation) != given.binding:
        return _again(state, services, pending)
    return {"pending_action": pending.model_copy(update={"observation": observation.id})}


def _edited(state: InteractionState, services: Services, pending: PendingAction, document: object) -> InteractionState:
    """Another action in its place, under an id of its own; it is reviewed as any other."""
    observation = services.look()
    plan = pending.plan.model_copy(update={"action": document, "reason": "A person asked for this instead.", "confidence": 1.0})
    other = pending.model_copy(
        update={
            "action_id": services.next_action_id(),
            "plan": plan,
            "observation": observation.id,
            "element": element_of(document, observation),
            "effect": effect_of(document, observation),
            "by": "person",
        }
    )
    return _again(state, services, other)


def _again(state: InteractionState, services: Services, pending: PendingAction) -> InteractionState:
    """Reviewed once more, on a fresh look."""
    observation = services.look()
    services.write_look(observation, state["step_count"])
    pending = pending.model_copy(update={"asked": pending.asked + 1})
    pending, decision = judged(state, services, pending, observation)
    if decision is not None and decision.verdict == "ask" and pending.asked < _OFTEN:
        return {**asks(state, pending), "human_approval": None}
    if decision is not None and decision.verdict != "allow":
        record = recorded(state, pending, "blocked", said=f"{decision.why} (rule {decision.rule})")
        return {
            "pending_action": pending,
            "action_trace": recent([*state["action_trace"], record]),
            "interaction_status": "blocked",
        }
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
