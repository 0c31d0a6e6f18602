"""A refused claim of which the screen shows what is missing: the verifier overridden, by the rules of the state (S50)."""

from __future__ import annotations

from lumos_layer.interaction.choosing import pending_act
from lumos_layer.interaction.diagnosing import Looked
from lumos_layer.interaction.reviewing import finishing
from lumos_layer.interaction.services import Services
from lumos_layer.interaction.state import InteractionState
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.diagnosis import Diagnosis
from lumos_layer.state.decision import VerifierDecision
from lumos_layer.state.evidence import Evidence
from lumos_layer.verification.finding import Finding
from lumos_layer.verification.judge import MOST_SURE, against_quotes
from lumos_layer.verification.verifier import sureness
from lumos_layer.verification.words import words_of


def overridden(state: InteractionState, services: Services, observation: Observation, looked: Looked) -> InteractionState | None:
    """The run after the verifier was overridden, with the claim weighed anew; None where that may not be.

    It may not be where a probe says that it is otherwise, where a model quotes what would not count from a judge, or where a rule
    of the state is against it: a person is asked then.
    """
    doubt = next((each for each in services.achieved.doubts(observation) if each[0] == looked.requirement), None)
    claim = state["action_plan"]
    if doubt is None or claim is None:
        return None
    asked = services.achieved.state.description(looked.requirement)
    if doubt[1] is None and against_quotes(looked.diagnosis.quotes, words_of(observation), asked):
        return None
    decision = _decision(looked.requirement, looked.diagnosis, doubt[1], observation, state["step_count"])
    if services.achieved.refuses(decision, state["step_count"], services.seen):
        return None
    pending = pending_act(services, claim, observation, "planner", state["step_count"] + 1)
    return {"pending_action": None, **_ended(finishing({**state, "pending_action": pending}, services, pending))}


def _ended(update: InteractionState) -> InteractionState:
    """The end, where nothing stands against the claim any more; else nothing, and the planner goes on."""
    status = update.get("interaction_status")
    return {} if status is None else {"interaction_status": status}


def _decision(requirement: str, found: Diagnosis, shown: Finding | None, observation: Observation, step: int) -> VerifierDecision:
    """What the screen shows by a probe of its own goes before what a model says that it shows."""
    evidence = Evidence(
        requirement=requirement,
        kind="judge" if shown is None else shown.kind,
        observation=observation.id,
        quotes=found.quotes,
        first_step=step,
        last_step=step,
        verdict=True,
        method="model" if shown is None else "deterministic",
        why="The screen shows literally what was refused three times.",
    )
    return VerifierDecision(
        requirement=requirement,
        decision="verify",
        confidence=min(found.confidence, MOST_SURE) if shown is None else min(found.confidence, sureness(shown)),
        method=evidence.method,
        evidence=evidence,
        step=step,
        why=evidence.why,
    )
