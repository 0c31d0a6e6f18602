"""One next action: the planner's, or what has to be done first on a screen that cannot be used (B31, B56, B58)."""

from __future__ import annotations

from typing import Any

from lumos_layer.actions.effects import Effect
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.actions.outcomes import Rejected
from lumos_layer.actions.reading import read_action
from lumos_layer.errors import PlannerFailed, TargetError
from lumos_layer.execution.memory import Begun
from lumos_layer.interaction.denying import denials
from lumos_layer.interaction.grounding import for_review
from lumos_layer.interaction.phasing import PHASE
from lumos_layer.interaction.services import Services, element_words
from lumos_layer.interaction.state import RECENT, InteractionState, few
from lumos_layer.interaction.values import ANSWERED, By, PendingAction, Problem
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import Remembered, Request
from lumos_layer.planning.recovery import Remedy, Situation, remedy, situation_of
from lumos_layer.safety.binding import binding_of
from lumos_layer.surface.suggestion import hand_off_suggested
from lumos_layer.trace.cleaning import printable
from lumos_layer.trace.events import Erred, Planned

_UNUSABLE = frozenset(("loading", "empty"))
_SURE = 0.5  # below which nothing is acted on
_TOLD = 12  # acts that a planner is told of
_SAID = 500  # characters of what a planner has against going on
ASKING = frozenset(("clarify", "propose_options", "request_approval"))  # acts that ask a person something


def plan(state: InteractionState, services: Services) -> InteractionState:
    """The action that is pending from now on, written down."""
    observation = services.current()
    chosen, problem = _chosen(state, services, observation)
    step = state["step_count"] + 1
    pending = pending_act(services, chosen, observation, _by(chosen), step)
    update: InteractionState = {"action_plan": chosen, "pending_action": pending, "needs_approval": False}
    if problem:
        services.write(Erred(where="plan_next_action", error=problem, step=step))
        update["errors"] = few([*state["errors"], Problem(where="plan_next_action", error=problem, step=step)])
    return update


def pending_act(services: Services, plan: Plan, observation: Observation, by: By, step: int) -> PendingAction:
    """The planned action under an id of its own, written down, with what it was chosen for on this look."""
    found = validate(plan.action, observation, observation_id=observation.id)
    grounded = for_review(found, plan.action, observation)
    pending = PendingAction(
        action_id=services.next_action_id(),
        observation=observation.id,
        plan=plan,
        element=_element_of(found, plan.action, observation),
        effect=_effect_of(found, plan.action),
        by=by,
        binding=binding_of(grounded, observation) if isinstance(grounded, GroundedAction) else "",
    )
    services.judged(pending.action_id, observation)
    services.write(Planned(observation=observation.id, action_id=pending.action_id, plan=plan, element=pending.element, step=step))
    return pending


def _by(plan: Plan) -> By:
    return "recovery" if plan.planner in ("recovery", PHASE) else "planner"


def memory_of(state: InteractionState, most: int = RECENT) -> tuple[Remembered, ...]:
    """What was done last, as planners and recovery are told: so many acts at most."""
    return tuple(record.remembered() for record in state["action_trace"][-most:])


def situation(state: InteractionState, observation: Observation) -> Situation:
    """How it stands on this look, apart from the last act."""
    return situation_of(
        None,
        observation,
        memory_of(state),
        recognised=state["recognized_elements"],
        expected=list(observation.refs),
        attempts=state["recovery_attempts"],
        most_attempts=state["max_recovery_attempts"],
    )


def _chosen(state: InteractionState, services: Services, observation: Observation) -> tuple[Plan, str]:
    """The plan, and what went wrong while it was made."""
    now = situation(state, observation)
    if now.page_state in _UNUSABLE or now.confidence < _SURE:
        return _first(remedy(now)), ""
    if (first := services.phases.first(observation, state["step_count"], state["action_trace"])) is not None:
        return first, ""
    try:
        return _planned(services, request(state, services, observation)), ""
    except PlannerFailed as problem:
        if not isinstance(problem.__cause__, TargetError):
            return _finish(str(problem)), str(problem)
        missing = now.model_copy(update={"outcome": "rejected", "reason": "not_found", "said": problem.problem})
        return _first(remedy(missing)), str(problem)


def _planned(services: Services, asked: Request) -> Plan:
    """The planner's plan. Raises PlannerFailed, whatever breaks in it."""
    name = str(getattr(services.planner, "name", "") or type(services.planner).__name__)
    try:
        plan: object = services.planner.plan(asked)
    except PlannerFailed:
        raise
    except Exception as problem:
        raise PlannerFailed(name, f"It broke down: {type(problem).__name__}: {problem}"[:_SAID]) from problem
    if not isinstance(plan, Plan):
        raise PlannerFailed(name, f"It gave no plan but a {type(plan).__name__}.")
    return Plan.model_validate(printable(plan.model_dump()))


def request(state: InteractionState, services: Services, observation: Observation) -> Request:
    """All that a planner is told."""
    return Request(
        goal=state["task_goal"],
        observation=observation,
        steps=services.task.steps,
        memory=tuple(_without_secrets(entry, services) for entry in memory_of(state, _TOLD)),
        hints=hints(state, services),
        constraints=state["constraints"],
        values=(*state["task_context"].values, *services.achieved.values()),
        requirements=services.achieved.told(),
        verbs=services.environment.capabilities.actions,
        secrets=tuple(sorted(services.secrets.texts)) or None,
    )


def _without_secrets(entry: Remembered, services: Services) -> Remembered:
    """The act as a planner is told of it: a secret that was put into it in clear, and denied for it, is told to nobody."""
    action = services.secrets.without(entry.action)
    return entry if action is entry.action else entry.model_copy(update={"action": action})


def hints(state: InteractionState, services: Services) -> tuple[str, ...]:
    """What the runtime has to say: what a person added, answered or changed, that nothing works (A41), how many steps are left."""
    left = state["max_steps"] - state["step_count"]
    answers = tuple(
        record.said.removeprefix(ANSWERED)
        for record in state["action_trace"]
        if record.said.startswith(ANSWERED) and (not record.outcome or _verb(record.action) in ASKING)
    )
    known = (services.folder.memory.find(record.action_id) for record in state["action_trace"][-_TOLD:])
    suggested = hand_off_suggested(outcome for outcome in known if outcome is not None and not isinstance(outcome, Begun))
    helpless = () if suggested is None else (f"{suggested.reason}; a person may help: handoff.",)
    few = (f"{left} steps are left; finish in time.",) if left <= 3 else ()
    return (
        *state["constraints"].notes,
        *answers,
        *denials(state["action_trace"]),
        *services.returns.untold,
        *services.phases.told(),
        *helpless,
        *few,
    )


def _verb(document: Any) -> str:
    return str(document.get("type", "")) if isinstance(document, dict) else ""


def _first(found: Remedy) -> Plan:
    """What a remedy says is to be done before anything else."""
    if found.action is None or found.kind == "give_up":
        return _finish(found.reason)
    return Plan(action=found.action, reason=found.reason, planner="recovery")


def _finish(why: str) -> Plan:
    words = " ".join(why.split())[:1_000] or "It cannot go on."
    return Plan(action={"type": "finish", "success": False, "reason": words}, reason=words, planner="recovery")


def _element_of(found: GroundedAction | Rejected, document: Any, observation: Observation) -> str:
    """What an action acts on, in words; empty for what acts on nothing."""
    if isinstance(found, GroundedAction):
        return element_words(observation, found.ref)
    ref = document.get("ref") if isinstance(document, dict) else None
    return element_words(observation, ref) if isinstance(ref, str) else ""


def _effect_of(found: GroundedAction | Rejected, document: Any) -> Effect:
    """The effect class of an action; `reads` for what cannot be carried out."""
    if isinstance(found, GroundedAction):
        return found.effect
    read = read_action(document)
    return "reads" if isinstance(read, Rejected) else read[0].effect(None)
