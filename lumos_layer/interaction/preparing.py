"""The beginning of a run: the task checked, everything else at its default (B27, B55)."""

from __future__ import annotations

from lumos_layer.interaction.services import Services
from lumos_layer.interaction.state import InteractionState, failed
from lumos_layer.planning.interpretation import TaskContext
from lumos_layer.planning.memory import Memory
from lumos_layer.recovery.dead_ends import Troubles

_NO_GOAL = "The task has no goal. Give one in words, for example: Rename report.txt to final.txt."


def prepare(state: InteractionState, services: Services) -> InteractionState:
    """The state as a run begins. An answer that was supplied up front is kept; all else is set."""
    task = services.task
    said = state.get("input") or task.goal
    begun: InteractionState = {
        "input": said,
        "task_goal": " ".join(said.split()),
        "environment_type": task.environment_type,
        "constraints": task.constraints,
        "safety_policy": services.policy,
        "initial_observation": None,
        "current_observation": None,
        "observations": [],
        "recognized_elements": [],
        "element_interpretations": [],
        "task_context": TaskContext(),
        "action_plan": None,
        "pending_action": None,
        "action_result": None,
        "feedback_observation": None,
        "action_trace": [],
        "memory": Memory(),
        "troubles": Troubles(),
        "environment_events": [],
        "safety_findings": [],
        "needs_approval": False,
        "human_approval": state.get("human_approval"),
        "step_count": 0,
        "max_steps": task.max_steps,
        "recovery_attempts": 0,
        "max_recovery_attempts": task.max_recovery_attempts,
        "interaction_status": "ready",
        "errors": [],
        "interaction_report": None,
    }
    services.achieved.begin()
    return begun if begun["task_goal"] else {**begun, **failed(begun, "prepare_interaction_task", _NO_GOAL)}
