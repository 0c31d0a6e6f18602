"""The graph: nodes and edges, nothing else (B27 to B44)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from langgraph.graph import END, START, StateGraph

from lumos_layer.graph import nodes
from lumos_layer.interaction.asking import OFTEN, after_answer
from lumos_layer.interaction.deciding import next_step
from lumos_layer.interaction.reviewing import after_review
from lumos_layer.interaction.services import Services
from lumos_layer.interaction.state import InteractionState

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.graph.state import CompiledStateGraph

NODES = (
    nodes.prepare_interaction_task,
    nodes.observe_environment,
    nodes.recognize_elements,
    nodes.interpret_context,
    nodes.plan_next_action,
    nodes.review_action_safety,
    nodes.request_human_approval,
    nodes.execute_action,
    nodes.observe_feedback,
    nodes.decide_next_step,
    nodes.recover_from_failure,
    nodes.finalize_interaction_report,
)
EDGES = (
    (START, "prepare_interaction_task"),
    ("prepare_interaction_task", "observe_environment"),
    ("observe_environment", "recognize_elements"),
    ("recognize_elements", "interpret_context"),
    ("interpret_context", "plan_next_action"),
    ("plan_next_action", "review_action_safety"),
    ("execute_action", "observe_feedback"),
    ("observe_feedback", "decide_next_step"),
    ("recover_from_failure", "observe_environment"),
    ("finalize_interaction_report", END),
)
# Where a node leads, by what its rule answers.
ROUTES: tuple[tuple[str, Any, dict[Hashable, str]], ...] = (
    (
        "review_action_safety",
        after_review,
        {"execute": "execute_action", "approval": "request_human_approval", "finalize": "finalize_interaction_report"},
    ),
    (
        "request_human_approval",
        after_answer,
        {
            "execute": "execute_action",
            "finalize": "finalize_interaction_report",
            "ask_again": "request_human_approval",
            "observe": "observe_environment",
        },
    ),
    (
        "decide_next_step",
        next_step,
        {
            "observe": "observe_environment",
            "recover": "recover_from_failure",
            "approval": "request_human_approval",
            "finalize": "finalize_interaction_report",
        },
    ),
)
_A_STEP = 12 + OFTEN  # nodes of one step at most, all questions about it included


def build(checkpointer: BaseCheckpointSaver[Any] | None = None) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The graph, ready to run: `invoke({"input": goal}, {"configurable": {"thread_id": run}}, context=services)`."""
    graph = StateGraph(InteractionState, context_schema=Services)
    for node in NODES:
        graph.add_node(node.__name__, node)
    for start, end in EDGES:
        graph.add_edge(start, end)
    for start, rule, leads in ROUTES:
        graph.add_conditional_edges(start, rule, leads)
    return graph.compile(checkpointer=checkpointer)


def recursion_limit(max_steps: int, max_recovery_attempts: int) -> int:
    """More nodes than a run of so many steps can pass."""
    return _A_STEP * (max_steps + max_recovery_attempts + 2) + 20
