"""A run in a process of its own that is killed at a given moment, on a shop that lives in another one."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

from lumos_layer.environments.clock import SystemClock
from lumos_layer.environments.remote import RemoteEnvironment
from lumos_layer.environments.simulator import Simulator
from lumos_layer.execution import Executor
from lumos_layer.graph.running import Running
from lumos_layer.interaction.services import Services
from lumos_layer.interfaces.cli.driving import driven
from lumos_layer.planning.scripted import ScriptedPlanner
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import ApprovalRequest, Approve, HumanApproval
from lumos_layer.surface.controlled import Controlled
from lumos_layer.trace.folder import RunFolder
from lumos_layer.trace.runs import Runs

RUN = "killed"
_LOOK, _BETWEEN = 0.0002, 0.004  # seconds: between two looks at a process; of a step from one boundary to the next or so
ACTIONS: tuple[Any, ...] = (
    {"type": "set_text", "target": {"name": "Name"}, "text": "Ann"},
    {"type": "click", "target": {"name": "Buy now"}},
    {"type": "click", "target": {"name": "Show details"}},
    {"type": "finish", "success": True, "reason": "done"},
)
_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload(["tests.graph.kills"])


def drive(root: str, url: str, kill_at: int, boundaries: Any) -> None:
    """Begin the run, or go on with it, and be killed at that boundary; 0: never. Boundaries are counted into `boundaries`."""
    passed = _killer(kill_at, boundaries)
    runs = Runs(root)
    new = RUN not in runs.names()
    task = Task(goal="Order paper", surface="shop")
    folder = runs.create(task, name=RUN) if new else runs.open(RUN)
    _watch(folder, passed)
    environment = RemoteEnvironment(url)
    environment.perform = _around(environment.perform, passed)  # type: ignore[method-assign]
    environment.observe = _around(environment.observe, passed)  # type: ignore[method-assign]
    surfaces = folder.surfaces()
    controlled = Controlled(environment, surfaces, "main", "agent", clock=SystemClock())
    executor = Executor(controlled, environment.clock, memory=folder.memory)
    planner = ScriptedPlanner(ACTIONS)
    services = Services(folder, task, controlled, executor, planner, clock=environment.clock, approver=_yes)
    running = Running(services)
    running.saver.put = _around(running.saver.put, passed)  # type: ignore[method-assign]
    stopped = running.start() if new and not running.now().state else running.resume()
    running.close()
    folder.close()
    boundaries[1] = {"completed": 1, "needs_approval": 2}.get(stopped.status, 3)


def drive_inside(root: str, app: str, kill_at: int, boundaries: Any, asks: bool) -> None:
    """As `drive`, on a shop that lives in the process that is killed; with `asks`, each process answers one question at most."""
    passed = _killer(kill_at, boundaries)
    runs = Runs(root)
    new = RUN not in runs.names()
    task = Task(goal="Order paper", surface=app, planner="scripted", script=ACTIONS)
    folder = runs.create(task, name=RUN) if new else runs.open(RUN)
    _watch(folder, passed)
    Path.replace = _around(Path.replace, passed)  # type: ignore[method-assign]
    Simulator.perform = _around(Simulator.perform, passed)  # type: ignore[method-assign]
    Simulator.observe = _around(Simulator.observe, passed)  # type: ignore[method-assign]
    with driven(folder, folder.task, None if asks else _yes) as running:
        running.saver.put = _around(running.saver.put, passed)  # type: ignore[method-assign]
        running.saver.put_writes = _around(running.saver.put_writes, passed)  # type: ignore[method-assign]
        asked = running.asked()
        stopped = (
            running.start() if asked is None or asked.approval_id in running.services.answered() else running.resume(_yes(asked))
        )
    folder.close()
    boundaries[1] = {"completed": 1, "needs_approval": 2}.get(stopped.status, 3)


def killed_inside(root: Path, app: Path, kill_at: int, asks: bool, after: float | None = None) -> tuple[int, bool]:
    """As `killed`, on a shop that lives in the process that is killed."""
    return _killed(drive_inside, (str(root), str(app), kill_at), (asks,), after)[1:]


def killed(root: Path, url: str, kill_at: int, after: float | None = None) -> tuple[int, int, bool]:
    """Drive it in a process until its end or its death; gives the boundaries that it passed, how it ended, and whether it died.

    `after` kills it from outside, some time after it has passed so many boundaries: 12.5 is halfway from one to the next or so.
    """
    return _killed(drive, (str(root), url, kill_at), (), after)


def _killed(
    drives: Callable[..., None], first: tuple[Any, ...], last: tuple[Any, ...], after: float | None
) -> tuple[int, int, bool]:
    boundaries = _PROCESSES.Array("i", 2, lock=False)  # who is killed lets go of no lock
    process = _PROCESSES.Process(target=drives, args=(*first, boundaries, *last))
    process.start()
    if after is not None:
        while process.is_alive() and boundaries[0] < int(after):
            time.sleep(_LOOK)
        time.sleep((after - int(after)) * _BETWEEN)
        process.kill()
    process.join(120)
    assert process.exitcode in (0, -signal.SIGKILL), process.exitcode
    return boundaries[0], boundaries[1], process.exitcode != 0


def _killer(kill_at: int, boundaries: Any) -> Callable[[], None]:
    one_at_a_time = Lock()  # checkpoints are written by threads of their own

    def passed() -> None:
        with one_at_a_time:
            boundaries[0] += 1
            if boundaries[0] == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)

    return passed


def _around(call: Callable[..., Any], passed: Callable[[], None]) -> Callable[..., Any]:
    def around(*args: Any, **kwargs: Any) -> Any:
        passed()
        answer = call(*args, **kwargs)
        passed()
        return answer

    return around


def _watch(folder: RunFolder, passed: Callable[[], None]) -> None:
    journal = folder.journal
    journal._put = _around(journal._put, passed)  # type: ignore[method-assign]


def _yes(request: ApprovalRequest) -> HumanApproval:
    return HumanApproval(approval_id=request.approval_id, binding=request.binding, answer=Approve())
