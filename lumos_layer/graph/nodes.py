"""The nodes of the graph, one call each. A run that has come to its end passes through them untouched."""

from __future__ import annotations

from langgraph.runtime import Runtime
from langgraph.types import interrupt

from lumos_layer.errors import ControlError
from lumos_layer.interaction import asking, choosing, deciding, doing, ending, looking, preparing, recovering, reviewing
from lumos_layer.interaction.services import Services
from lumos_layer.interaction.state import InteractionState, over
from lumos_layer.safety.approval import HumanApproval

Run = Runtime[Services]


def prepare_interaction_task(state: InteractionState, runtime: Run) -> InteractionState:
    return preparing.prepare(state, runtime.context)


def observe_environment(state: InteractionState, runtime: Run) -> InteractionState:
    """While somebody else has the surface the run waits; nothing of the screen is read or written meanwhile."""
    while not over(state):
        try:
            return looking.observe(state, runtime.context)
        except ControlError as problem:
            interrupt({"paused": str(problem)})
    return {}


def recognize_elements(state: InteractionState, runtime: Run) -> InteractionState:
    return {} if over(state) else looking.recognize(state, runtime.context)


def interpret_context(state: InteractionState, runtime: Run) -> InteractionState:
    return {} if over(state) else looking.interpreted(state, runtime.context)


def plan_next_action(state: InteractionState, runtime: Run) -> InteractionState:
    return {} if over(state) else choosing.plan(state, runtime.context)


def review_action_safety(state: InteractionState, runtime: Run) -> InteractionState:
    return {} if over(state) else reviewing.reviewed(state, runtime.context)


def request_human_approval(state: InteractionState, runtime: Run) -> InteractionState:
    """Nothing is done before the answer is there: the node begins again from its top when the run goes on."""
    given = asking.asked(state, runtime.context)
    if given is None:
        given = HumanApproval.model_validate(interrupt(asking.open_request(state).model_dump(mode="json")))
    return asking.answered(state, runtime.context, given)


def execute_action(state: InteractionState, runtime: Run) -> InteractionState:
    return doing.execute(state, runtime.context)


def observe_feedback(state: InteractionState, runtime: Run) -> InteractionState:
    return deciding.look_back(state, runtime.context)


def decide_next_step(state: InteractionState, runtime: Run) -> InteractionState:
    return deciding.decide(state, runtime.context)


def recover_from_failure(state: InteractionState, runtime: Run) -> InteractionState:
    return recovering.recover(state, runtime.context)


def finalize_interaction_report(state: InteractionState, runtime: Run) -> InteractionState:
    return ending.ended(state, runtime.context)
