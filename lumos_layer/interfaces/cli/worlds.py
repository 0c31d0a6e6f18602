"""What a run acts on: begun as its task names it, or as the run left it; and how it is kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from lumos_layer.environments.clock import Clock, ManualClock
from lumos_layer.environments.port import Environment
from lumos_layer.environments.remote import RemoteEnvironment
from lumos_layer.environments.replay.recording import STEPS
from lumos_layer.environments.replay.replay import Replay
from lumos_layer.environments.simulator.simulator import Simulator
from lumos_layer.errors import BadRecording, BadTask, DamagedRun, DamagedWorld
from lumos_layer.interfaces.cli import worked
from lumos_layer.interfaces.cli.screens import opened
from lumos_layer.planning.task import Task
from lumos_layer.trace.folder import RunFolder

_ELSEWHERE = "http://"


def environment_of(task: Task, world: Path | None, secrets: Mapping[str, str]) -> tuple[Environment, Clock]:
    """What a task acts on, as it was left in `world` if that is there, and the clock that it lives by. Raises InputError."""
    if not task.surface:
        some = f", or an example: {', '.join(worked.names())}" if worked.names() else ""
        raise BadTask("The task", f"it names no surface; give an app, a dump or a recorded session with --on{some}")
    if task.surface.startswith(_ELSEWHERE):
        remote = RemoteEnvironment(task.surface)
        return remote, remote.clock
    path = Path(task.surface)
    clock = ManualClock()
    if path.name == STEPS or (path / STEPS).is_file():
        return _recording(path, world, clock, secrets), clock
    return opened(task.surface, None, secrets, clock, world), clock


def _recording(path: Path, world: Path | None, clock: Clock, secrets: Mapping[str, str]) -> Replay:
    if world is not None and world.exists():
        return Replay.load(world.read_bytes(), path, clock=clock, secrets=secrets or None)
    return Replay(path, clock=clock, secrets=secrets or None)


def left_by(folder: RunFolder, task: Task, secrets: Mapping[str, str]) -> tuple[Environment, Clock]:
    """What a run acts on, as it left it. Raises DamagedRun where it has acted and what it left is gone: nothing begins anew."""
    is_here = not task.surface.startswith(_ELSEWHERE)
    if is_here and not folder.world_file.exists() and next(folder.journal.raw("outcome"), None) is not None:
        raise DamagedRun(str(folder.world_file), "it is missing, and the run has acted on what was saved there")
    try:
        return environment_of(task, folder.world_file, secrets)
    except (DamagedWorld, BadRecording) as problem:
        if not folder.world_file.exists():
            raise
        raise DamagedRun(str(folder.world_file), str(problem)) from problem


def keeping(environment: Environment, world: Path) -> Callable[[], None]:
    """What saves that which lives in this process only: whole or not at all. A machine that stops may lose the last of it."""

    def keep() -> None:
        if isinstance(environment, Simulator | Replay):
            beside = world.with_name(f".{world.name}.{os.getpid()}")
            beside.touch(mode=0o600)
            beside.write_bytes(environment.save())
            beside.replace(world)

    return keep
