"""The loop on the world of a case: a scripted model, a store on disk, deaths of the process, and a person's answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.actions.outcomes import Outcome
from lumos_layer.environments.port import Capabilities, Delivery
from lumos_layer.errors import LumosError
from lumos_layer.execution import Executor
from lumos_layer.graph.running import Running, Stopped
from lumos_layer.interaction.services import Services
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.scripted import ScriptedPlanner
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import Answer, ApprovalRequest, Approve, Deny, HumanApproval
from lumos_layer.safety.policy import DEFAULT_POLICY
from lumos_layer.surface.controlled import Controlled
from lumos_layer.surface.records import Token
from lumos_layer.surface.registry import Surfaces
from lumos_layer.trace.folder import RunFolder
from lumos_layer.trace.runs import Runs
from tests.case_worlds import CaseWorld

_RUN = "case"


class Killed(BaseException):
    """The process ends here; no handler of the product may keep it alive."""


@dataclass
class Surface:
    """The world of the case as the loop acts on it. `dies`: the process ends once the next act has been sent."""

    world: CaseWorld
    dies: bool = False
    reached: list[GroundedAction] = field(default_factory=list)
    looks: list[Observation] = field(default_factory=list)

    @property
    def capabilities(self) -> Capabilities:
        return self.world.capabilities

    def observe(self) -> Observation:
        self.looks.append(self.world.observe())
        return self.looks[-1]

    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        delivery = self.world.perform(action_id, action)
        if delivery.status != "refused":
            self.reached.append(action)
        if self.dies:
            self.dies = False
            raise Killed
        return delivery

    def forget(self) -> None:
        self.world.session.forget()
        self.world.there.forget()

    def close(self) -> None:
        self.world.close()


class CaseRun:
    """One run of a case, over as many processes as it takes."""

    def __init__(self, world: CaseWorld, root: Path, model: Any, *, max_steps: int = 30, approve: str = "", kill: str = "") -> None:
        actions, repeat = (model["repeat"], True) if isinstance(model, Mapping) else (model, False)
        self.planner = ScriptedPlanner([_neutral(each) for each in actions], repeat=repeat)
        self.surface = Surface(world, dies=kill == "after-send")
        self.task = Task(goal="As the case says", surface="case", max_steps=max_steps)
        self.root, self.approver = root, _yes if approve == "all" else None
        self.policy = DEFAULT_POLICY.model_copy(update={"on_denial": "replan"})
        self.stopped: Stopped | None = None
        self.error: LumosError | None = None
        self.asked: ApprovalRequest | None = None  # what was answered last
        self.token: Token | None = None

    def start(self) -> None:
        self._drive(lambda running: running.start(), None)

    def resume(
        self, answer: Any = None, pause_id: str = "", same_pause: bool = False, run: str = _RUN, store: Path | None = None
    ) -> None:
        """Go on in a new process, with a person's answer to what is asked if there is one.

        `pause_id` names the question, `same_pause` is the one that was answered last; `store` is put in place of the checkpoints.
        """
        if store is not None:
            Runs(self.root).find(_RUN).checkpoints_file.write_bytes(store.read_bytes())

        def call(running: Running) -> Stopped:
            asked = self.asked if same_pause else running.now().request
            self.asked = asked
            given = _given(asked, answer)
            return running.resume(given.model_copy(update={"approval_id": pause_id}) if given and pause_id else given)

        self._drive(call, run)

    def take(self, reason: str) -> None:
        """A person takes the surface."""
        surfaces = Surfaces(Runs(self.root).find(_RUN).control_file)
        self.token = surfaces.take("main", "user", reason)
        surfaces.close()

    def give_back(self) -> None:
        surfaces = Surfaces(Runs(self.root).find(_RUN).control_file)
        assert self.token is not None
        surfaces.return_("main", self.token)
        surfaces.close()

    @property
    def outcome(self) -> Outcome | None:
        """What came of the last act, as far as the run knows."""
        return None if self.stopped is None else self.stopped.state.get("action_result")

    @property
    def kept(self) -> bytes:
        """All that the run has left on disk."""
        return b"".join(path.read_bytes() for path in sorted(self.root.rglob("*")) if path.is_file())

    def _drive(self, call: Any, run: str | None) -> None:
        """Let a process of its own call that; with no run, it makes it."""
        self.error = None
        runs = Runs(self.root)
        try:
            folder = runs.create(self.task, name=_RUN) if run is None else runs.open(run)
        except LumosError as problem:
            self.error = problem
            return
        try:
            self._driven(folder, call)
        except Killed:
            pass
        except LumosError as problem:
            self.error = problem
        finally:
            folder.close()

    def _driven(self, folder: RunFolder, call: Any) -> None:
        surfaces = Surfaces(folder.control_file)
        controlled = Controlled(self.surface, surfaces, "main", "agent")
        clock = self.surface.world.clock
        executor = Executor(controlled, clock, memory=folder.memory)
        services = Services(folder, self.task, controlled, executor, self.planner, self.policy, clock=clock, approver=self.approver)
        running = Running(services)
        try:
            self.stopped = call(running)
        finally:
            running.close()
            controlled.release()
            surfaces.close()


def _neutral(action: Mapping[str, Any]) -> dict[str, Any]:
    """A claim to be finished needs a reason in the product's words."""
    return {**action, "reason": action.get("reason", "as the case says")} if action.get("type") == "finish" else dict(action)


def _yes(request: ApprovalRequest) -> HumanApproval:
    return HumanApproval(approval_id=request.approval_id, binding=request.binding, answer=Approve())


def _given(request: ApprovalRequest | None, answer: Any) -> HumanApproval | None:
    """The answer in the product's words; None if nobody answers."""
    if answer is None or request is None:
        return None
    said: Answer = Approve() if answer in (True, "approve", "yes") else Deny()
    return HumanApproval(approval_id=request.approval_id, binding=request.binding, answer=said)


def summary(stopped: Stopped | None) -> str:
    """How the run stands, for messages."""
    return "it has not begun" if stopped is None else json.dumps([stopped.status, stopped.said])
