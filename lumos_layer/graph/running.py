"""A run from its beginning to its end or to where it waits for a person, and on from there in whichever process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal, cast

from langgraph.types import Command
from pydantic import JsonValue
from pydantic_core import to_jsonable_python

from lumos_layer.errors import ApprovalRefused, ControlError, DamagedRun
from lumos_layer.graph.build import build, recursion_limit
from lumos_layer.interaction import values
from lumos_layer.interaction.asking import keep_out, readable
from lumos_layer.interaction.making_good import is_behind, made_good
from lumos_layer.interaction.services import Services
from lumos_layer.interaction.state import InteractionState
from lumos_layer.interaction.usable import unusable
from lumos_layer.planning import memory
from lumos_layer.planning.diagnosis import Diagnosis
from lumos_layer.planning.feedback import EnvironmentEvent
from lumos_layer.planning.interpretation import ElementInterpretation, TaskContext
from lumos_layer.planning.recognition import RecognizedElement
from lumos_layer.planning.repairs import Repair
from lumos_layer.planning.task import Task
from lumos_layer.recovery import dead_ends
from lumos_layer.safety.approval import ApprovalRequest, HumanApproval
from lumos_layer.safety.policy import Policy
from lumos_layer.trace import report
from lumos_layer.trace.events import Resumed, RunEnded, RunStarted
from lumos_layer.trace.private_files import kept_in
from lumos_layer.tree.collection import set_aside

Ended = Literal["completed", "blocked", "failed", "needs_approval", "paused"]

_REPORT = (
    report.InteractionReport,
    report.ReportedAction,
    report.SafetyFinding,
    report.ReportedError,
    report.TraceLine,
    report.FinalObservation,
)

# What stands in the state beside the values of JSON and what `trace.checkpoints` knows.
TYPES: tuple[type, ...] = (
    Policy,
    EnvironmentEvent,
    ElementInterpretation,
    TaskContext,
    RecognizedElement,
    values.Source,
    values.ScreenNote,
    values.PendingAction,
    values.ActionRecord,
    values.SafetyFinding,
    values.Problem,
    Repair,
    memory.Memory,
    memory.RememberedAct,
    memory.Failure,
    memory.TypedText,
    memory.Launch,
    Diagnosis,
    dead_ends.Troubles,
    dead_ends.DeadEnd,
    dead_ends.Attribution,
    *_REPORT,
)


@dataclass(frozen=True)
class Stopped:
    """Where a run has stopped: at its end, before a question, or because a person has the surface."""

    status: Ended
    state: InteractionState
    request: ApprovalRequest | None = None
    said: str = ""


class Running:
    """One run, driven by this process. `checkpointer` is any LangGraph saver; by default the run's own SQLite file, or the
    database that LUMOS_CHECKPOINTS names. Any saver but that file may hold other runs too."""

    def __init__(self, services: Services, checkpointer: Any = None) -> None:
        self.services = services
        self._own = checkpointer is None
        self.saver = checkpointer or services.folder.checkpoints(TYPES, one_at_a_time=True)
        services.settle = getattr(self.saver, "settle", services.settle)
        self._graph = build(self.saver)
        task, folder = services.task, services.folder
        apart = getattr(self.saver, "path", None) == folder.checkpoints_file
        self._config: Any = {
            "configurable": {"thread_id": folder.name if apart else folder.thread},
            "max_concurrency": 1,  # nodes run one after the other, and so do the writes of checkpoints
            "recursion_limit": recursion_limit(task.max_steps, task.max_recovery_attempts),
        }

    def start(self, approval: HumanApproval | None = None) -> Stopped:
        """Begin; a run that has begun goes on. `approval` is an answer that is given up front, for the act that it is bound to.

        Raises DamagedRun where what is kept of the run does not fit together, and StoreFailed where no more can be kept: the run
        can be gone on with when that is mended.
        """
        if self.now().state:
            return self.resume(approval)
        self._is_behind({})
        with kept_in(self.services.folder.path):
            return self._driven(self._beginning(approval))

    def _beginning(self, approval: HumanApproval | None) -> InteractionState:
        """What the graph begins with. That the run has started is written down once."""
        services = self.services
        if next(services.folder.journal.raw("run_started"), None) is None:
            started = RunStarted(
                run=services.folder.name,
                task=_without_token(services.task),
                planner=services.planner_name,
                environment=services.task.surface.partition("#")[0],
                version=lumos_version(),
                policy_sum=services.folder.policy_sum,
            )
            services.write(started)
            services.commit()
        return {"input": services.task.goal, "human_approval": approval}

    def resume(self, answer: HumanApproval | None = None) -> Stopped:
        """Go on from where the run stopped or was killed; `answer` is to what it asks.

        Raises ApprovalRefused for an answer to what is not asked, and DamagedRun where what is kept of the run does not fit
        together: then nothing has changed. Raises StoreFailed as `start` does.
        """
        with kept_in(self.services.folder.path):
            return self._gone_on(answer)

    def _gone_on(self, answer: HumanApproval | None) -> Stopped:
        now = self.now()
        behind = self._is_behind(now.state)
        if answer is not None:
            self._check_answer(answer, replace(now, request=None) if behind else now)
            keep_out(self.services, answer, now.state.get("pending_action"))
        if now.state.get("interaction_report") is not None:
            return now  # it has ended
        if not now.state:  # it was killed before it had begun
            return self._driven(self._beginning(None))
        if behind:
            self._make_good(now.state)
            now = self.now()
        step = self.services.folder.memory.step = now.state.get("step_count", 0)
        self.services.write(Resumed(planner=self.services.planner_name, version=lumos_version(), step=step))
        return self._driven(None if answer is None else Command(resume=readable(answer).model_dump(mode="json")))

    def asked(self) -> ApprovalRequest | None:
        """What the run asks; None: nothing. Raises DamagedRun where what is kept of it does not fit together."""
        now = self.now()
        return None if self._is_behind(now.state) else now.request

    def now(self) -> Stopped:
        """Where it stands, without going on."""
        snapshot = self._graph.get_state(self._config)
        return _stopped(
            cast(InteractionState, snapshot.values), [each.value for task in snapshot.tasks for each in task.interrupts]
        )

    def steps(self) -> Iterator[Mapping[str, Any]]:
        """Every kept state of the run, the latest first (B54)."""
        for snapshot in self._graph.get_state_history(self._config):
            yield snapshot.values

    def close(self) -> None:
        if self._own:
            self.saver.close()

    def _driven(self, given: Any) -> Stopped:
        with set_aside():
            self._graph.invoke(given, self._config, context=self.services, durability="sync", output_keys=["interaction_status"])
        stopped = self.now()
        self.services.folder.write(self.services.folder.state_file, _readable(stopped.state))
        if stopped.status == "needs_approval":
            self._keep()
        if stopped.status in ("needs_approval", "paused"):
            self.services.write_taken()
            step = stopped.state.get("step_count", 0)
            self.services.write(RunEnded(status=stopped.status, summary=stopped.said, step=step))
            self.services.commit()
        return stopped

    def _keep(self) -> None:
        """Save what an answer is about, unless a person has the surface."""
        with suppress(ControlError), self.services.seen():
            self.services.save()

    def _check_answer(self, answer: HumanApproval, now: Stopped) -> None:
        """The answer is to what is asked now, the first one, and can be used. Raises ApprovalRefused; then nothing has changed."""
        if answer.approval_id in self.services.answered():
            problem = "it was answered before."
        elif now.request is None:
            problem = "nothing is asked."
        else:
            self.services.folder.memory.step = now.state.get("step_count", 0)
            problem = unusable(self.services, now.request, answer)
            if not problem:
                return
        raise ApprovalRefused(answer.approval_id, f"{problem} `lumos show` tells what is open; `lumos resume` goes on.")

    def _is_behind(self, state: InteractionState) -> bool:
        """True if the journal tells of more than the checkpoints know. Raises DamagedRun where they do not belong together."""
        folder = self.services.folder
        if not state and next(folder.journal.raw("planned"), None) is not None:
            file = getattr(self.saver, "place", str(folder.checkpoints_file))
            raise DamagedRun(file, "the run's journal tells of acts, and there are no checkpoints of them")
        return bool(state) and is_behind(state, folder)

    def _make_good(self, state: InteractionState) -> None:
        """Go on from the journal, by a look: the last checkpoints are lost, as where a machine lost power."""
        self._graph.update_state(self._config, made_good(state, self.services), as_node="recover_from_failure")  # leads to a look
        self.services.commit()


def _without_token(task: Task) -> Task:
    """The task without what lets in whoever has the address of its surface: that stands in the run's task alone."""
    return task.model_copy(update={"surface": task.surface.partition("#")[0]})


def lumos_version() -> str:
    """The installed version; empty where it is not installed."""
    try:
        return version("lumos-layer")
    except PackageNotFoundError:
        return ""


def _readable(state: InteractionState) -> JsonValue:
    """The state as JSON, but for the report, which stands in a file of its own."""
    said: JsonValue = to_jsonable_python({name: value for name, value in state.items() if name != "interaction_report"})
    return said


def _stopped(state: InteractionState, waiting: list[Any]) -> Stopped:
    if not waiting:
        status: Any = state.get("interaction_status", "failed")
        told = state.get("interaction_report")
        return Stopped(status, state, said="" if told is None else told.summary)
    if isinstance(waiting[0], dict) and "paused" in waiting[0]:
        return Stopped("paused", state, said=waiting[0]["paused"])
    request = ApprovalRequest.model_validate(waiting[0])
    return Stopped("needs_approval", state, request, request.question)
