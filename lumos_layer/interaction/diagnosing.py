"""Why the run does not get on, written down, and what follows from it (S44 to S55)."""

from __future__ import annotations

from dataclasses import dataclass

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

# The other triggers ask what is still missing, which the loop knows of no task without requirements.
_LOOKED_INTO: tuple[Trigger, ...] = ("actor_failure", "completion_refused", "empty_queue")


@dataclass(frozen=True)
class Looked:
    """What was found, where it leads, and the troubles of the run with it."""

    diagnosis: Diagnosis
    route: Route
    troubles: Troubles


def looked_into(
    state: InteractionState, services: Services, observation: Observation, now: Situation
) -> tuple[Troubles, Looked | None]:
    """The troubles of the run after its last act, and what was found, if anything has asked for it (S44)."""
    outcome, troubles = state["action_result"], state.get("troubles") or Troubles()
    signals = _signals(state, services, outcome)
    trigger = triggered(signals)
    if trigger not in _LOOKED_INTO or not services.is_on("recovery"):
        return (troubles.got_on() if isinstance(outcome, Done) else troubles), None
    trouble = _trouble(state, services, observation, now, trigger)
    found = diagnose(trouble)
    leads = route(found, _history(state, trouble, troubles))
    step = state["step_count"]
    action_id = state["action_trace"][-1].action_id if state["action_trace"] else ""
    services.write(Diagnosed(trigger=trigger, diagnosis=found, route=leads.kind, why=leads.why, action_id=action_id, step=step))
    troubles = _with_dead_ends(troubles, trouble, found, leads, step).diagnosed(found, leads.kind, step)
    return troubles, Looked(found, leads, troubles)


def _signals(state: InteractionState, services: Services, outcome: Outcome | None) -> Signals:
    achieved = services.achieved.state
    return Signals(
        outcome="" if outcome is None else outcome.outcome,
        verb=verb_in(state["action_trace"][-1].action) if state["action_trace"] else "",
        mismatch=isinstance(outcome, Done) and bool(outcome.mismatch),
        steps=state["step_count"],
        max_steps=state["max_steps"],
        queue=0 if achieved.open_leaves and achieved.focus is None else None,
        since_progress=state["step_count"] - achieved.step if achieved.open_leaves else 0,
    )


def _trouble(state: InteractionState, services: Services, observation: Observation, now: Situation, trigger: Trigger) -> Trouble:
    last = state["action_trace"][-1] if state["action_trace"] else None
    memory = memory_of(state)
    remembered = remembering(state, services, observation)
    failed = failed_signatures({**state, "memory": remembered})
    return Trouble(
        trigger=trigger,
        situation=now,
        observation=observation,
        action=None if last is None else last.action,
        element="" if last is None else last.element,
        events=state["environment_events"][-8:],
        failed=failed,
        same_ineffective=0 if last is None else times_in_vain(memory, signature(last.action, last.element)),
        missing=tuple(filter(None, services.objections.values())) if trigger == "completion_refused" else (),
        conflicts=_conflicts(services),
        window=remembered.window,
        verbs=services.environment.capabilities.actions,
    )


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
        attributed_to_verifier=troubles.attributed_to("verifier", ""),
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
