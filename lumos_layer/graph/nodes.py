"""The nodes of the graph, one call each. A run that has come to its end passes through them untouched."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, cast

from langgraph.runtime import Runtime
from langgraph.types import interrupt

from lumos_layer.errors import ControlError, TakenSince
from lumos_layer.execution.sending import Broke
from lumos_layer.interaction import asking, choosing, deciding, doing, ending, looking, preparing, recovering, reviewing
from lumos_layer.interaction.services import Services
from lumos_layer.interaction.state import InteractionState, over
from lumos_layer.safety.approval import HumanApproval

Run = Runtime[Services]
Node = TypeVar("Node", bound=Callable[..., InteractionState])


def _held(node: Node) -> Node:
    """The node, which waits while somebody else has the surface; nothing of the screen is read or written meanwhile.

    It begins again from its top when the run goes on. Where nobody can look, the run ends as failed.
    """

    @wraps(node)
    def held(state: InteractionState, runtime: Run) -> InteractionState:
        while True:
            try:
                return node(state, runtime)
            except TakenSince:
                continue  # they have given it back: the node begins again, by a fresh look
            except ControlError as problem:
                interrupt({"paused": str(problem)})
            except Broke as problem:
                return looking.unseen(state, runtime.context, node.__name__, problem)

    return cast(Node, held)


def prepare_interaction_task(state: InteractionState, runtime: Run) -> InteractionState:
    return preparing.prepare(state, runtime.context)


@_held
def observe_environment(state: InteractionState, runtime: Run) -> InteractionState:
    return {} if over(state) else looking.observe(state, runtime.context)


@_held
def recognize_elements(state: InteractionState, runtime: Run) -> InteractionState:
    return {} if over(state) else looking.recognize(state, runtime.context)


@_held
def interpret_context(state: InteractionState, runtime: Run) -> InteractionState:
    return {} if over(state) else looking.interpreted(state, runtime.context)


@_held
def plan_next_action(state: InteractionState, runtime: Run) -> InteractionState:
    return {} if over(state) else choosing.plan(state, runtime.context)


@_held
def review_action_safety(state: InteractionState, runtime: Run) -> InteractionState:
    return {} if over(state) else reviewing.reviewed(state, runtime.context)


@_held
def request_human_approval(state: InteractionState, runtime: Run) -> InteractionState:
    """Nothing is done before the answer is there: the node begins again from its top when the run goes on."""
    given = asking.kept(state, runtime.context)
    if given is not None:
        return asking.answered(state, runtime.context, given)
    try:
        given = asking.asked(state, runtime.context)
    except TakenSince:
        return asking.dropped()
    if given is None:
        given = HumanApproval.model_validate(interrupt(asking.open_request(state).model_dump(mode="json")))
    try:
        return asking.answered(state, runtime.context, given)
    except ControlError:
        return {"human_approval": given}  # kept until the surface is given back, and waited for in this node's next turn


@_held
def execute_action(state: InteractionState, runtime: Run) -> InteractionState:
    return doing.execute(state, runtime.context)


def observe_feedback(state: InteractionState, runtime: Run) -> InteractionState:
    return deciding.look_back(state, runtime.context)


def decide_next_step(state: InteractionState, runtime: Run) -> InteractionState:
    return deciding.decide(state, runtime.context)


@_held
def recover_from_failure(state: InteractionState, runtime: Run) -> InteractionState:
    return recovering.recover(state, runtime.context)


def finalize_interaction_report(state: InteractionState, runtime: Run) -> InteractionState:
    return ending.ended(state, runtime.context)
