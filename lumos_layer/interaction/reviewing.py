"""What the policy says to the pending action (B32, B45, B46, B61)."""

from __future__ import annotations

from typing import Any, Literal

from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.actions.outcomes import Rejected
from lumos_layer.interaction.denying import denied_before, is_denial, replans
from lumos_layer.interaction.finishing import against_finishing
from lumos_layer.interaction.grounding import grounded_for_review
from lumos_layer.interaction.judging import is_another, is_outdated, judged_on
from lumos_layer.interaction.records import changes_in, recorded
from lumos_layer.interaction.repeating import perhaps_done
from lumos_layer.interaction.services import Services
from lumos_layer.interaction.state import InteractionState, few, pending_of, recent
from lumos_layer.interaction.values import ASKING, PendingAction, SafetyFinding
from lumos_layer.perception.observation import Observation
from lumos_layer.recovery.dead_ends import Troubles
from lumos_layer.safety.approval import ApprovalRequest
from lumos_layer.safety.asking import request_for
from lumos_layer.safety.binding import binding_of
from lumos_layer.safety.case import Case
from lumos_layer.safety.decision import Decision, strictest
from lumos_layer.safety.review import review
from lumos_layer.trace.events import Noted, Reviewed
from lumos_layer.trace.journal import now

AfterReview = Literal["execute", "approval", "finalize"]

_ANSWERED = Decision(verdict="ask", rule="control", why="It asks a person.", risk="low")
UNSEEN = Decision(
    verdict="ask", rule="unknown_outcome", why="It was sent, and nobody saw what came of it. It may have been done.", risk="high"
)
_FREE = Decision(verdict="allow", rule="control", why="It leaves the screen as it is.", risk="low")


def reviewed(state: InteractionState, services: Services) -> InteractionState:
    """The pending action with the policy's answer. What is asked about waits for a person; what is denied ends the run, or is
    refused by the executor where the policy lets the planner choose something else."""
    pending = pending_of(state)
    if pending.verb == "finish":
        return finishing(state, services, pending)
    observation = services.current()
    if chosen_elsewhere(services, pending, observation):
        return {"pending_action": pending, "needs_approval": False}  # it is refused as stale
    pending, decision = judged(state, services, pending, observation)
    update: InteractionState = {"pending_action": pending, "needs_approval": False, "human_approval": state["human_approval"]}
    if decision is None or decision.verdict == "allow":
        return update
    if decision.verdict == "ask":
        return {**update, **asks(state, pending)}
    update["safety_findings"] = few([*state["safety_findings"], finding(state, pending, decision)])
    if replans(services):
        return update
    record = recorded(state, pending, "blocked", said=f"{decision.why} (rule {decision.rule})")
    return {
        **update,
        "action_trace": recent([*state["action_trace"], record]),
        "interaction_status": "blocked",
    }


def judged(
    state: InteractionState, services: Services, pending: PendingAction, observation: Observation
) -> tuple[PendingAction, Decision | None]:
    """The action with the policy's answer on this look, written down; no answer to what cannot be carried out on it anyway.

    An act that may have been done already stays one that a person has to allow.
    """
    again = pending.decision is not None and pending.decision.rule == UNSEEN.rule
    grounded = grounded_for_review(pending.plan.action, observation)
    if isinstance(grounded, Rejected):
        return pending.model_copy(update={"decision": None, "request": None}), None
    decision, binding = decided(state, services, pending, grounded, observation)
    decision, question = _once_only(state, pending, decision, again)
    if replans(services) and pending.by == "planner":
        decision = denied_before(state, pending, binding) or decision
    pending = judged_on(services, pending, grounded, observation)
    services.write(Reviewed(action_id=pending.action_id, decision=decision, binding=binding, step=state["step_count"] + 1))
    effect = "commits" if decision.classes else pending.effect
    asked = request_of(pending, grounded, observation, decision, question) if decision.verdict == "ask" else None
    return pending.model_copy(update={"decision": decision, "request": asked, "binding": binding, "effect": effect}), decision


def _once_only(state: InteractionState, pending: PendingAction, decision: Decision, again: bool) -> tuple[Decision, str]:
    """The decision, which is at least to ask where the act may have been done already, and what a person is asked then."""
    before = perhaps_done(state, pending, decision)
    if not again and before is None:
        return decision, ""
    question = pending.request.question if again and pending.request is not None else ""
    if before is not None:
        question = question or f"{before.element or pending.element or 'It'} may have been done already; nobody saw. Do it (again)?"
    return strictest((UNSEEN.model_copy(update={"classes": decision.classes}), decision)), question


def chosen_elsewhere(services: Services, pending: PendingAction, observation: Observation) -> bool:
    """True if a person has had the surface since the action was chosen, or a former process chose it on another screen."""
    if is_outdated(services, pending):
        return True
    if services.has_judged(pending.action_id, pending.observation) or not pending.binding:
        return False
    grounded = grounded_for_review(pending.plan.action, observation)
    if isinstance(grounded, Rejected) or grounded.action.control:
        return False  # it says itself what is wrong with it, or does not matter to it
    return is_another(services, pending, grounded, observation)


def decided(
    state: InteractionState, services: Services, pending: PendingAction, grounded: GroundedAction, observation: Observation
) -> tuple[Decision, str]:
    """The answer, and what an approval would be bound to."""
    here = services.has_judged(pending.action_id, observation.id) and pending.observation == observation.id
    known = pending.binding if here else ""
    binding = known or binding_of(grounded, observation)
    if grounded.action.control:
        return (_ANSWERED if pending.verb in ASKING else _FREE), binding
    case = Case(
        constraints=state["constraints"],
        confidence=min(pending.plan.confidence, _sure(grounded, observation)),
        read_untrusted=not services.trusted and bool(state["observations"]),
        read_orders=any(note.suspicious for note in state["observations"]),
        trusted=services.trusted,
        environment=state["environment_type"],
        secret_rule=services.secrets.rule,
        acts=changes_in(state),
    )
    return review(grounded, observation, services.policy, case), binding


def _sure(grounded: GroundedAction, observation: Observation) -> float:
    """How sure it is that the element is what it seems: 1 from an accessibility tree, less where it was read off a picture."""
    return 1.0 if grounded.node_id is None else observation.confidence_of(grounded.node_id)


def request_of(
    pending: PendingAction, grounded: GroundedAction, observation: Observation, decision: Decision, question: str = ""
) -> ApprovalRequest:
    """What the person is asked. The id counts how often it was asked, so that an old answer never fits a new question."""
    made = request_for(grounded, observation, decision, f"{pending.action_id}?{pending.asked + 1}", pending.action_id)
    words = question or _words(pending.plan.action)
    return made.model_copy(update={"question": words or made.question, "asked_at": now()})


def _words(document: Any) -> str:
    """Of an act that asks, what it asks."""
    if not isinstance(document, dict) or document.get("type") not in ASKING:
        return ""
    return str(document.get("question") or document.get("what") or "")


def asks(state: InteractionState, pending: PendingAction) -> InteractionState:
    """The state in which a person is asked about the action."""
    update: InteractionState = {"pending_action": pending, "needs_approval": True, "interaction_status": "needs_approval"}
    if pending.verb not in ASKING and pending.decision is not None:
        update["safety_findings"] = few([*state["safety_findings"], finding(state, pending, pending.decision)])
    return update


def finding(state: InteractionState, pending: PendingAction, decision: Decision) -> SafetyFinding:
    return SafetyFinding(step=state["step_count"] + 1, action_id=pending.action_id, element=pending.element, decision=decision)


def finishing(state: InteractionState, services: Services, pending: PendingAction) -> InteractionState:
    """The end as the planner claims it, if nothing that was seen speaks against it."""
    action: Any = pending.plan.action
    if not action.get("success"):
        tried = (state.get("troubles") or Troubles()).left_ways
        for said in services.achieved.impossible(services.current(), tried):
            services.write(Noted(about="other", said=said, step=state["step_count"]))
        denied = bool(state["action_trace"]) and is_denial(state["action_trace"][-1])
        return {"interaction_status": "blocked" if denied else "failed"}
    objection = against_finishing({**state, "pending_action": pending}, services, services.current())
    if objection:
        return {"pending_action": pending.model_copy(update={"decision": None}), "needs_approval": False}
    return {"interaction_status": "completed"}


def after_review(state: InteractionState) -> AfterReview:
    """Where the run goes on (B40)."""
    if state["interaction_status"] in ("completed", "blocked", "failed"):
        return "finalize"
    return "approval" if state["needs_approval"] else "execute"
