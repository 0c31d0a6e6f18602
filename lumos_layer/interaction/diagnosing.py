"""Why the run does not get on, written down, and what follows from it (S44 to S55)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from pydantic import JsonValue

from lumos_layer.actions.documents import verb_in
from lumos_layer.actions.outcomes import Done, Outcome
from lumos_layer.interaction.choosing import failed_signatures, memory_of, remembering
from lumos_layer.interaction.services import Services
from lumos_layer.interaction.state import InteractionState
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.diagnosis import Diagnosis, Trigger
from lumos_layer.planning.progress import signature, times_in_vain
from lumos_layer.planning.recovery import Situation
from lumos_layer.recovery.dead_ends import Troubles
from lumos_layer.recovery.diagnosis import diagnose
from lumos_layer.recovery.routing import History, Route, route
from lumos_layer.recovery.triggers import Signals, triggered
from lumos_layer.recovery.trouble import Trouble
from lumos_layer.safety.dialogs import TO_A_PERSON
from lumos_layer.state.conflicts import conflicts
from lumos_layer.trace.events import Diagnosed
from lumos_layer.trace.telling import action_in_words, diagnosis_in_words

_MOST_MISSING = 20  # requirements that a diagnosis is told of


@dataclass(frozen=True)
class Looked:
    """What was found, where it leads, and the troubles of the run with it."""

    diagnosis: Diagnosis
    route: Route
    troubles: Troubles
    requirement: str = ""


def looked_into(
    state: InteractionState, services: Services, observation: Observation, now: Situation
) -> tuple[Troubles, Looked | None]:
    """The troubles of the run after its last act, and what was found, if anything has asked for it (S44)."""
    outcome, troubles = state["action_result"], (state.get("troubles") or Troubles()).told()
    missing = _missing(state, services)
    trigger = triggered(_signals(state, services, outcome, troubles, missing)) if services.is_on("recovery") else None
    if trigger is None:
        return (troubles.got_on() if isinstance(outcome, Done) else troubles), None
    trouble = _trouble(state, services, observation, now, trigger, missing)
    found = diagnose(trouble, services.diagnoser)
    leads = route(found, _history(state, trouble, troubles))
    step = state["step_count"]
    action_id = state["action_trace"][-1].action_id if state["action_trace"] else ""
    services.write(Diagnosed(trigger=trigger, diagnosis=found, route=leads.kind, why=leads.why, action_id=action_id, step=step))
    troubles = _with_dead_ends(troubles, trouble, found, leads, step).diagnosed(found, leads.kind, step, trouble.requirement)
    troubles = troubles.looked_over(trigger, missing, step)
    return troubles, Looked(found, leads, troubles, trouble.requirement)


def _missing(state: InteractionState, services: Services) -> tuple[str, ...]:
    """What has not been shown to hold; the goal itself where nothing was said that could be shown."""
    if not services.achieved.is_held_to_something:
        return (state["task_goal"],)
    return services.achieved.missing(_MOST_MISSING)


def _signals(
    state: InteractionState, services: Services, outcome: Outcome | None, troubles: Troubles, missing: tuple[str, ...]
) -> Signals:
    achieved, steps = services.achieved.state, state["step_count"]
    return Signals(
        outcome="" if outcome is None else outcome.outcome,
        verb=verb_in(state["action_trace"][-1].action) if state["action_trace"] else "",
        mismatch=isinstance(outcome, Done) and bool(outcome.mismatch),
        steps=steps,
        max_steps=state["max_steps"] if missing else 0,
        warned=troubles.warned,
        queue=0 if services.achieved.is_at_a_loss else None,
        since_progress=steps - max(achieved.step, troubles.reviewed) if missing else 0,
    )


def _trouble(
    state: InteractionState,
    services: Services,
    observation: Observation,
    now: Situation,
    trigger: Trigger,
    missing: tuple[str, ...],
) -> Trouble:
    last = state["action_trace"][-1] if state["action_trace"] else None
    memory = memory_of(state)
    remembered = remembering(state, services, observation)
    failed = failed_signatures({**state, "memory": remembered})
    refused = trigger == "completion_refused"
    requirement, shown = first_doubt(services, observation) if refused else ("", ())
    return Trouble(
        trigger=trigger,
        situation=now,
        observation=observation,
        action=None if last is None else last.action,
        element="" if last is None else last.element,
        events=state["environment_events"][-8:],
        failed=failed,
        same_ineffective=0 if last is None else times_in_vain(memory, signature(last.action, last.element)),
        missing=tuple(filter(None, services.objections.values())) if refused else missing,
        shown=shown,
        requirement=requirement,
        conflicts=_conflicts(services),
        window=remembered.window,
        verbs=services.verbs,
    )


def first_doubt(services: Services, observation: Observation) -> tuple[str, tuple[str, ...]]:
    """The requirement that the verifier may be wrong about, and what the screen shows of it; one that it shows goes first."""
    doubts = list(islice(services.achieved.doubts(observation), _MOST_MISSING))
    shown = next(((id, finding.answer().quotes) for id, finding in doubts if finding is not None), None)
    return shown or next(((id, ()) for id, _ in doubts), ("", ()))


def _conflicts(services: Services) -> tuple[tuple[str, str], ...]:
    """Requirements of the task that cannot both hold, in pairs of their descriptions (S53)."""
    wanted = services.task.requirements
    said = {each.id: each.description for each in wanted}
    return tuple((said[each.one], said[each.other]) for each in conflicts(wanted)) if wanted else ()


def _history(state: InteractionState, trouble: Trouble, troubles: Troubles) -> History:
    now = trouble.situation
    return History(
        attempts=state["recovery_attempts"],
        most_attempts=state["max_recovery_attempts"],
        same_ineffective=trouble.same_ineffective,
        redos=troubles.taken("redo"),
        replans=troubles.taken("replan"),
        looks=troubles.taken("environment"),
        persons=troubles.taken("person"),
        attributed_to_verifier=troubles.attributed_to("verifier", trouble.requirement) if trouble.requirement else 0,
        to_a_person=now.popup in TO_A_PERSON or now.outcome == "paused" or now.sensitive,
        conflict=bool(trouble.conflicts),
    )


def _with_dead_ends(troubles: Troubles, trouble: Trouble, found: Diagnosis, leads: Route, step: int) -> Troubles:
    """The act as a dead end, and the way that it belongs to where that has to be left (S52)."""
    now = trouble.situation
    if trouble.action is None or now.outcome in ("", "done", "paused", "unknown") or now.reason in ("denied", "policy"):
        return troubles  # a denial is told as such
    mark = signature(trouble.action, trouble.element)
    said, why = action_in_words(_without_ref(trouble.action), trouble.element), trouble.situation.said
    troubles = troubles.with_dead_end("action", mark, said, why, step)
    if leads.changed:
        way = trouble.element or trouble.verb
        troubles = troubles.with_dead_end("strategy", way, f"to go on by {way}", diagnosis_in_words(found), step)
    return troubles


def _without_ref(action: JsonValue) -> JsonValue:
    return {key: value for key, value in action.items() if key != "ref"} if isinstance(action, dict) else action
