"""One next action: the planner's, or what has to be done first on a screen that cannot be used (B31, B56, B58)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lumos_layer import plugins
from lumos_layer.actions.documents import ref_in, verb_in
from lumos_layer.actions.effects import Effect
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.actions.outcomes import Rejected
from lumos_layer.actions.reading import read_action
from lumos_layer.errors import PlannerFailed, PluginFailed, TargetError
from lumos_layer.execution.memory import Begun
from lumos_layer.interaction.denying import denials
from lumos_layer.interaction.grounding import for_review
from lumos_layer.interaction.judging import judged_on
from lumos_layer.interaction.services import Services
from lumos_layer.interaction.state import RECENT, InteractionState, few
from lumos_layer.interaction.values import ANSWERED, ASKING, BY_OTHERS, By, PendingAction, Problem
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.completion import met
from lumos_layer.planning.memory import Memory
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import Remembered, Request
from lumos_layer.planning.recovery import Remedy, Situation, remedy, situation_of
from lumos_layer.planning.repairs import Repair, Scene, missing_finish, repaired
from lumos_layer.planning.repairs import Repaired as Chosen
from lumos_layer.planning.wording import element_words
from lumos_layer.recovery.alternatives import CHANGE, other_way, was_tried_otherwise
from lumos_layer.recovery.dead_ends import Troubles, forced_change, told_of
from lumos_layer.safety.binding import binding_of
from lumos_layer.surface.suggestion import hand_off_suggested
from lumos_layer.trace.cleaning import printable
from lumos_layer.trace.events import Erred, Planned, Repaired
from lumos_layer.trace.telling import action_in_words
from lumos_layer.tree.identity import ByIdentity

_UNUSABLE = frozenset(("loading", "empty"))
_SURE = 0.5  # below which nothing is acted on
_TOLD = 12  # acts that a planner is told of
_SAID = 500  # characters of what a planner has against going on
_told: ByIdentity[Remembered] = ByIdentity(16 * RECENT)


def plan(state: InteractionState, services: Services) -> InteractionState:
    """The action that is pending from now on, written down."""
    observation = services.current()
    state = {**state, "memory": remembering(state, services, observation)}
    made, problem = _chosen(state, services, observation)
    chosen, step = made.plan, state["step_count"] + 1
    pending = pending_act(services, chosen, observation, chosen_by(chosen), step)
    pending = pending.model_copy(update={"repairs": made.repairs})
    services.write(*(Repaired(action_id=pending.action_id, repair=each, step=step) for each in made.repairs))
    update: InteractionState = {
        "action_plan": chosen,
        "pending_action": pending,
        "needs_approval": False,
        "memory": state["memory"].planned(observation, ref_in(chosen.action)),
    }
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
    pending = judged_on(services, pending, grounded, observation)
    services.write(Planned(observation=observation.id, action_id=pending.action_id, plan=plan, element=pending.element, step=step))
    return pending


def chosen_by(plan: Plan) -> By:
    """Who chose it."""
    return "recovery" if plan.planner in BY_OTHERS else "planner"


def remembering(state: InteractionState, services: Services, observation: Observation) -> Memory:
    """What the run remembers, with all that has been done and seen by now; nothing where memory is switched off."""
    if not services.is_on("memory"):
        return Memory()
    return (state.get("memory") or Memory()).after(memory_of(state)).seen(observation)


def memory_of(state: InteractionState, most: int = RECENT) -> tuple[Remembered, ...]:
    """What was done last, as planners and recovery are told: so many acts at most."""
    return tuple(_told.get(record) or _told.keep(record, record.remembered()) for record in state["action_trace"][-most:])


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


def _was_emptied(state: InteractionState, page_state: str) -> bool:
    """True if the last act left nothing on the screen: the planner says what that means."""
    came = [record.outcome for record in state["action_trace"] if record.effect != "reads"]
    return page_state == "empty" and came[-1:] == ["done"]


def _chosen(state: InteractionState, services: Services, observation: Observation) -> tuple[Chosen, str]:
    """The plan with its repairs, and what went wrong while it was made."""
    now = situation(state, observation)
    if (now.page_state in _UNUSABLE and not _was_emptied(state, now.page_state)) or now.confidence < _SURE:
        return Chosen(plan=_first(remedy(now))), ""
    if (first := _of_phase(state, services, observation)) is not None:
        return Chosen(plan=first), ""
    try:
        shown = _is_met(state, services, observation)
        return _mended(state, services, request(state, services, observation, shown), shown), ""
    except PlannerFailed as problem:
        if not isinstance(problem.__cause__, TargetError):
            return Chosen(plan=_finish(str(problem))), str(problem)
        missing = now.model_copy(update={"outcome": "rejected", "reason": "not_found", "said": problem.problem})
        return Chosen(plan=_first(remedy(missing))), str(problem)


def _of_phase(state: InteractionState, services: Services, observation: Observation) -> Plan | None:
    """What has to be done first so that the phase that comes next can begin, if the task has any."""
    if not services.task.phases:
        return None
    with services.seen():
        return services.phases.first(observation, state["step_count"], state["action_trace"])


def _mended(state: InteractionState, services: Services, asked: Request, shown: str) -> Chosen:
    """The planner's plan, repaired. Once it is sent back: where only the planner can say otherwise, or has to find another way."""
    plan = _planned(services, asked)
    made = _repaired(state, services, asked, plan, shown)
    back = made.back or _against(state, services, asked, made.plan)
    if not back:
        return made
    again = _planned(services, replace(asked, hints=(*asked.hints, back)))
    again = again.model_copy(update={"usage": plan.usage + again.usage})
    made = _repaired(state, services, asked, again, shown, told=True)
    return _another_way(state, asked, made) if _against(state, services, asked, made.plan) else made


def _another_way(state: InteractionState, asked: Request, made: Chosen) -> Chosen:
    """The act in another way, where the planner knows of none (S51); the end where there is none that has not failed as well."""
    failed = failed_signatures(state)
    tried = was_tried_otherwise(made.plan.action, asked.observation, failed)
    document = None if tried else other_way(made.plan.action, asked.observation, failed, asked.verbs)
    if document is None:
        words = action_in_words(made.plan.action, _element(made.plan.action, asked.observation))
        return Chosen(plan=_finish(f"no progress: nothing comes of {words}, and there is no other way to do it."))
    why = "It has come to nothing three times as it was; this is another way to do the same."
    repair = Repair(type=CHANGE, original=made.plan.action, repaired=document, why=why)
    update = {"action": document, "repairs": (*made.plan.repairs, CHANGE)}
    return Chosen(plan=made.plan.model_copy(update=update), repairs=(*made.repairs, repair))


def failed_signatures(state: InteractionState) -> frozenset[str]:
    """What has come to nothing so far."""
    return frozenset(each.signature for each in (state.get("memory") or Memory()).failures)


def _repaired(state: InteractionState, services: Services, asked: Request, plan: Plan, shown: str, *, told: bool = False) -> Chosen:
    if not isinstance(plan.action, dict) or not services.is_on("all"):
        return Chosen(plan=plan)
    scene = Scene(
        document=plan.action,
        memory=state["memory"],
        observation=asked.observation,
        goal=asked.goal,
        steps=tuple(asked.steps),
        verbs=asked.verbs,
        met=shown,
        told=told,
    )
    return repaired(plan, scene, (*services.switched_off, *services.task.switched_off))


def _is_met(state: InteractionState, services: Services, observation: Observation) -> str:
    """What shows that the goal is reached; empty where it is not, or nobody can tell."""
    if not services.is_on(missing_finish.TYPE):
        return ""
    return met(state["task_goal"], services.task.steps, state["memory"], observation)


def _against(state: InteractionState, services: Services, asked: Request, plan: Plan) -> str:
    """Why a plan is sent back that would do for a fourth time what has come to nothing three times (S51)."""
    if not services.is_on("recovery") or plan.planner == "recovery":
        return ""
    return forced_change(memory_of(state), plan.action, _element(plan.action, asked.observation))


def _element(document: Any, observation: Observation) -> str:
    return element_words(observation, ref_in(document))


def _planned(services: Services, asked: Request) -> Plan:
    """The planner's plan. Raises PlannerFailed, whatever breaks in it."""
    name = services.planner_name
    try:
        plan = plugins.asked("planner", lambda: services.planner.plan(asked), Plan, PlannerFailed)
    except PluginFailed as problem:
        raise PlannerFailed(name, f"It {problem.problem}.") from problem.__cause__
    return services.guarded(Plan.model_validate(printable(plan.model_dump())), asked.observation)


def request(state: InteractionState, services: Services, observation: Observation, shown: str = "") -> Request:
    """All that a planner is told; `shown` is what shows that the goal is reached, if it is."""
    return Request(
        goal=state["task_goal"],
        observation=observation,
        steps=services.task.steps,
        memory=tuple(_without_secrets(entry, services) for entry in memory_of(state, _TOLD)),
        hints=hints(state, services, shown),
        constraints=state["constraints"],
        values=(*state["task_context"].values, *services.achieved.values()),
        requirements=services.achieved.told(),
        verbs=services.verbs,
        secrets=tuple(sorted(services.secrets.texts)) or None,
        without=services.without_hidden,
        refuse=services.folder.hide,
    )


def _without_secrets(entry: Remembered, services: Services) -> Remembered:
    """The act as a planner is told of it: a secret that was put into it in clear, and denied for it, is told to nobody."""
    action = services.secrets.without(entry.action)
    return entry if action is entry.action else entry.model_copy(update={"action": action})


def hints(state: InteractionState, services: Services, shown: str = "") -> tuple[str, ...]:
    """What the runtime has to say: what a person added, answered or changed, that nothing works (A41), how many steps are left."""
    left = state["max_steps"] - state["step_count"]
    answers = tuple(
        record.said.removeprefix(ANSWERED)
        for record in state["action_trace"]
        if record.said.startswith(ANSWERED) and (not record.outcome or verb_in(record.action) in ASKING)
    )
    known = (services.folder.memory.find(record.action_id) for record in state["action_trace"][-_TOLD:])
    suggested = hand_off_suggested(outcome for outcome in known if outcome is not None and not isinstance(outcome, Begun))
    helpless = () if suggested is None else (f"{suggested.reason}; a person may help: handoff.",)
    finish = (f"What was asked for is done: finish, and quote what shows it. {shown}",) if shown else ()
    dead = told_of(state.get("troubles") or Troubles()) if services.is_on("recovery") else ()
    few = (f"{left} steps are left; finish in time.",) if left <= 3 else ()
    return (
        *state["constraints"].notes,
        *answers,
        *denials(state["action_trace"]),
        *services.returns.untold,
        *services.phases.told(),
        *helpless,
        *dead,
        *filter(None, (services.achieved.turned(),)),
        *finish,
        *few,
    )


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
    return _element(document, observation)


def _effect_of(found: GroundedAction | Rejected, document: Any) -> Effect:
    """The effect class of an action; `reads` for what cannot be carried out."""
    if isinstance(found, GroundedAction):
        return found.effect
    read = read_action(document)
    return "reads" if isinstance(read, Rejected) else read[0].effect(None)
