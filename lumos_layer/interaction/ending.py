"""The end of a run: its report (B38, B53)."""

from __future__ import annotations

from lumos_layer.interaction.services import Services
from lumos_layer.interaction.state import InteractionState
from lumos_layer.trace.events import Ended, RunEnded
from lumos_layer.trace.markdown import markdown
from lumos_layer.trace.report import report_of
from lumos_layer.trace.reports import replayed


def ended(state: InteractionState, services: Services) -> InteractionState:
    """The report, made from the journal and written beside it."""
    status: Ended = state["interaction_status"]  # type: ignore[assignment]
    summary = summary_of(state)
    note = state["feedback_observation"] or state["current_observation"]
    services.write(
        RunEnded(status=status, summary=summary, observation="" if note is None else note.observation, step=state["step_count"])
    )
    folder = services.folder
    services.commit()
    final = services.executor.latest or replayed(folder).last  # a process that only took an answer has not looked
    report = report_of(folder.journal.entries(), final, folder.name)
    folder.write(folder.report_file, report.model_dump(mode="json"))
    folder.write_text(folder.readable_report_file, markdown(report))
    return {"interaction_report": report, "needs_approval": False}


def summary_of(state: InteractionState) -> str:
    """Why it ended, in a sentence or two."""
    if state["interaction_status"] == "completed":
        plan = state["action_plan"]
        return plan.reason if plan is not None else ""
    if state["errors"]:
        return state["errors"][-1].error
    if state["interaction_status"] == "blocked" and state["action_trace"]:
        return state["action_trace"][-1].said
    plan = state["action_plan"]
    return plan.reason if plan is not None else ""
