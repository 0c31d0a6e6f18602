"""What a run knows between two steps: the state that checkpoints keep (B01 to B26)."""

from __future__ import annotations

from typing import Literal, TypedDict, TypeVar

from lumos_layer.actions.outcomes import Outcome
from lumos_layer.interaction.values import ActionRecord, PendingAction, Problem, SafetyFinding, ScreenNote
from lumos_layer.planning.feedback import EnvironmentEvent
from lumos_layer.planning.interpretation import ElementInterpretation, TaskContext
from lumos_layer.planning.memory import Memory
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.recognition import RecognizedElement
from lumos_layer.recovery.dead_ends import Troubles
from lumos_layer.safety.approval import HumanApproval
from lumos_layer.safety.constraints import Constraints
from lumos_layer.safety.policy import Policy
from lumos_layer.trace.report import InteractionReport

InteractionStatus = Literal["ready", "running", "needs_approval", "completed", "blocked", "failed"]
NextStep = Literal["observe", "recover", "approval", "finalize"]

Item = TypeVar("Item")

RECENT = 40  # actions that the state holds: what tells whether the run gets on; all of them are in the journal
FEW = 10  # of what else grows with every step


class InteractionState(TypedDict, total=False):
    """Each field has its exact type, so that a run that goes on in another process gets the same values back.

    Lists that grow with every step hold the last ones (40 actions, 10 of the rest); the whole of them is in the run's journal.
    """

    input: str
    task_goal: str
    environment_type: str
    constraints: Constraints
    safety_policy: Policy
    initial_observation: ScreenNote | None
    current_observation: ScreenNote | None
    observations: list[ScreenNote]
    recognized_elements: list[RecognizedElement]
    element_interpretations: list[ElementInterpretation]
    task_context: TaskContext
    action_plan: Plan | None
    pending_action: PendingAction | None
    action_result: Outcome | None
    feedback_observation: ScreenNote | None
    action_trace: list[ActionRecord]
    memory: Memory
    troubles: Troubles
    environment_events: list[EnvironmentEvent]
    safety_findings: list[SafetyFinding]
    needs_approval: bool
    human_approval: HumanApproval | None
    step_count: int
    max_steps: int
    recovery_attempts: int
    max_recovery_attempts: int
    interaction_status: InteractionStatus
    errors: list[Problem]
    interaction_report: InteractionReport | None


def over(state: InteractionState) -> bool:
    """True if the run has come to its end and only the report is left."""
    return state.get("interaction_status") in ("completed", "blocked", "failed")


def pending_of(state: InteractionState) -> PendingAction:
    """The action that is on its way; to be asked for only where there is one."""
    pending = state["pending_action"]
    if pending is None:
        raise RuntimeError("no action is pending")
    return pending


def failed(state: InteractionState, where: str, error: str) -> InteractionState:
    """The end of the run as failed, with the error added."""
    problem = Problem(where=where, error=error, step=state.get("step_count", 0))
    return {"interaction_status": "failed", "errors": few([*state.get("errors", []), problem])}


def at_limit(state: InteractionState, where: str, steps: int) -> InteractionState:
    """The end of the run as failed if so many steps are its limit (B21); else nothing."""
    if steps < state["max_steps"]:
        return {}
    return failed(state, where, f"The limit of {state['max_steps']} steps is reached.")


def recent(actions: list[ActionRecord]) -> list[ActionRecord]:
    """The last actions of a run, after those before them that may have been done and cannot be undone."""
    if len(actions) <= RECENT:
        return actions
    return [*few([each for each in actions[:-RECENT] if each.effect == "commits" and is_unsure(each)]), *actions[-RECENT:]]


def is_unsure(record: ActionRecord) -> bool:
    """True for an act that may have been done, and may not."""
    return record.outcome == "unknown" or (record.outcome == "failed" and record.delta is not None)


def few(items: list[Item]) -> list[Item]:
    """The last of another list that grows."""
    return items[-FEW:]
