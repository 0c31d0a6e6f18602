"""What the commands that drive a run share: from a task to its parts, and from where it has stopped to words and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import typer
import yaml
from pydantic import ValidationError

from lumos_layer.environments.clock import Clock, ManualClock, SystemClock
from lumos_layer.environments.port import Environment
from lumos_layer.environments.remote import RemoteEnvironment
from lumos_layer.environments.replay.recording import STEPS
from lumos_layer.environments.replay.replay import Replay
from lumos_layer.environments.simulator.simulator import Simulator
from lumos_layer.errors import BadTask, MissingExtra
from lumos_layer.execution import Executor
from lumos_layer.interaction.services import Approver, Services
from lumos_layer.interfaces.cli.exits import NEEDS_APPROVAL, NEGATIVE, PAUSED
from lumos_layer.interfaces.cli.output import complain
from lumos_layer.interfaces.cli.redacting import policy_of
from lumos_layer.interfaces.cli.screens import opened
from lumos_layer.planning.port import Planner
from lumos_layer.planning.rules import RulePlanner
from lumos_layer.planning.scripted import ScriptedPlanner
from lumos_layer.planning.task import Task
from lumos_layer.safety.confined import Confined
from lumos_layer.safety.secrets import load_secrets
from lumos_layer.surface.controlled import Controlled
from lumos_layer.surface.registry import Surfaces
from lumos_layer.trace.runs import RunFolder

if TYPE_CHECKING:
    from lumos_layer.graph.running import Running, Stopped

EXITS: Mapping[str, int] = MappingProxyType({"completed": 0, "needs_approval": NEEDS_APPROVAL, "paused": PAUSED})
AGENT = "lumos"


def task_of(argument: str, options: Mapping[str, Any]) -> Task:
    """The task of a file, or one whose goal is the words. `options` that are given replace what the file says. Raises BadTask."""
    path = Path(argument)
    given = {name: value for name, value in options.items() if value not in (None, "", ())}
    if path.suffix.lower() in (".json", ".yaml", ".yml") or path.is_file():
        document = _document(path)
        where = str(path)
        for name in ("surface", "policy", "secrets"):  # a file names its neighbours
            said = document.get(name)
            if isinstance(said, str) and said and name not in given and (path.parent / said).exists():
                document[name] = str(path.parent / said)
    else:
        document, where = {"goal": argument}, "The task"
    try:
        return Task.model_validate({**document, **given})
    except ValidationError as problem:
        first = problem.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise BadTask(where, f"{field}: {first['msg']}" if field else str(first["msg"])) from None


def _document(path: Path) -> dict[str, Any]:
    try:
        document = yaml.safe_load(path.read_bytes())
    except OSError as error:
        raise BadTask(str(path), f"it cannot be read ({error.strerror})") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise BadTask(str(path), f"it is neither JSON nor YAML ({' '.join(str(error).split())[:200]})") from None
    if not isinstance(document, dict):
        raise BadTask(str(path), "it is no object; wanted is one with a goal")
    return document


def planner_of(task: Task) -> Planner:
    """The planner that a task names. Raises BadTask, MissingExtra."""
    if task.script or task.planner == "scripted":
        return ScriptedPlanner(task.script)
    if task.planner == "rules":
        return RulePlanner()
    try:
        from lumos_layer.planning.model import ModelPlanner
    except ImportError:
        raise MissingExtra("A language model as planner", "models") from None
    return ModelPlanner(task.planner)


def environment_of(task: Task, world: Path, secrets: Mapping[str, str]) -> tuple[Environment, Clock]:
    """What a task acts on, as it was left in `world` if that is there, and the clock that it lives by."""
    if not task.surface:
        raise BadTask("The task", "it names no surface; give an app, a dump or a recorded session with --on")
    if task.surface.startswith("http://"):
        remote = RemoteEnvironment(task.surface)
        return remote, remote.clock
    path = Path(task.surface)
    clock = ManualClock()
    if path.name == STEPS or (path / STEPS).is_file():
        return Replay(path, clock=clock, secrets=secrets or None), clock
    return opened(task.surface, None, secrets, clock, world), clock


@contextmanager
def driven(folder: RunFolder, task: Task, approver: Approver | None) -> Iterator[Running]:
    """The run, ready to be started or gone on with in this process."""
    try:
        from lumos_layer.graph.running import Running
    except ImportError:
        raise MissingExtra("Driving a run", "run") from None
    secrets = load_secrets(Path(task.secrets) if task.secrets else None)
    environment, clock = environment_of(task, folder.world_file, secrets.texts)
    surfaces = Surfaces(folder.control_file)
    controlled = Controlled(Confined(environment, secrets), surfaces, "main", AGENT, clock=SystemClock())
    services = Services(
        folder,
        task,
        controlled,
        Executor(controlled, clock, memory=folder.memory),
        planner_of(task),
        policy_of(task),
        clock,
        approver,
        secrets=secrets,
        keep=lambda: _keep(environment, folder.world_file),
    )
    running = Running(services)
    try:
        yield running
    finally:
        running.close()
        controlled.release()
        surfaces.close()


def _keep(environment: Environment, world: Path) -> None:
    """Save what lives in this process only, whole or not at all; a machine that stops may lose the last of it."""
    if not isinstance(environment, Simulator):
        return
    beside = world.with_name(f".{world.name}.{os.getpid()}")
    beside.touch(mode=0o600)
    beside.write_bytes(environment.save())
    beside.replace(world)


def exit_for(stopped: Stopped) -> None:
    """Leave with the code that says how it stopped."""
    if code := EXITS.get(stopped.status, NEGATIVE):
        raise typer.Exit(code)


def leave_if_taken(folder: RunFolder) -> None:
    """Leave with the code for it, and nothing done, while a person has a screen of the run."""
    surfaces = Surfaces(folder.control_file)
    try:
        taken = [record for record in surfaces.all() if record.with_a_person]
    finally:
        surfaces.close()
    if taken:
        who = ", ".join(sorted({record.operator for record in taken if record.operator})) or "A person"
        complain(
            f"{who} has the screen of {folder.name}: nothing was done, and no answer was taken. "
            f"Once it is given back (lumos control return {folder.name} TOKEN), run this again."
        )
        raise typer.Exit(PAUSED)


def on_terminal() -> bool:
    """True if a person can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()
