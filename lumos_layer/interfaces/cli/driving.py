"""What the commands that drive a run share: from a task to its parts, and from where it has stopped to words and an exit code."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

import typer
import yaml
from pydantic import ValidationError

from lumos_layer.environments.clock import SystemClock
from lumos_layer.errors import BadTask, MissingExtra
from lumos_layer.execution import Executor
from lumos_layer.interaction.services import Approver, Services
from lumos_layer.interfaces.cli.exits import NEEDS_APPROVAL, NEGATIVE, PAUSED
from lumos_layer.interfaces.cli.redacting import policy_of
from lumos_layer.interfaces.cli.worlds import keeping, left_by
from lumos_layer.planning.port import Planner
from lumos_layer.planning.rules import RulePlanner
from lumos_layer.planning.scripted import ScriptedPlanner
from lumos_layer.planning.task import Task
from lumos_layer.safety.confined import Confined
from lumos_layer.safety.secrets import load_secrets
from lumos_layer.surface.controlled import Controlled
from lumos_layer.surface.registry import Surfaces
from lumos_layer.trace.cleaning import printable
from lumos_layer.trace.runs import RunFolder

if TYPE_CHECKING:
    from lumos_layer.graph.running import Running, Stopped

EXITS: Mapping[str, int] = MappingProxyType({"completed": 0, "needs_approval": NEEDS_APPROVAL, "paused": PAUSED})
AGENT = "lumos"
_FILES = ("surface", "policy", "secrets")  # fields of a task that may name files

RunsOption = Annotated[
    Path | None,
    typer.Option(
        "--runs", metavar="FOLDER", help="Where runs are kept [default: $LUMOS_RUNS, or .lumos/runs].", show_default=False
    ),
]
RunArgument = Annotated[
    str, typer.Argument(metavar="RUN", help="A run, by its name, a beginning of it, or `last`.", show_default=False)
]


def task_of(argument: str, options: Mapping[str, Any]) -> Task:
    """The task of a file, or one whose goal is the words. `options` that are given replace what the file says. Raises BadTask."""
    path = Path(argument)
    given = {name: value for name, value in options.items() if value not in (None, "", ())}
    if path.suffix.lower() in (".json", ".yaml", ".yml") or path.is_file():
        document = _document(path)
        where = str(path)
        for name in _FILES:  # a file names its neighbours
            said = document.get(name)
            if isinstance(said, str) and said and name not in given and (path.parent / said).exists():
                document[name] = str(path.parent / said)
    else:
        document, where = {"goal": argument}, "The task"
    for name in _FILES:  # so that the run goes on from wherever it is gone on with
        for said in (given, document):
            if isinstance(said.get(name), str) and said[name] and Path(said[name]).exists():
                said[name] = str(Path(said[name]).absolute())
    try:
        return Task.model_validate(printable({**document, **given}))
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


@contextmanager
def driven(folder: RunFolder, task: Task, approver: Approver | None) -> Iterator[Running]:
    """The run, ready to be started or gone on with in this process."""
    try:
        from lumos_layer.graph.running import Running
    except ImportError:
        raise MissingExtra("Driving a run", "run") from None
    secrets = load_secrets(Path(task.secrets) if task.secrets else None)
    environment, clock = left_by(folder, task, secrets.texts)
    keep = keeping(environment, folder.world_file)
    surfaces = Surfaces(folder.control_file)
    controlled = Controlled(Confined(environment, secrets), surfaces, "main", AGENT, clock=SystemClock(), keep=keep)
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
        keep=keep,
    )
    running = Running(services)
    try:
        yield running
    finally:
        running.close()
        controlled.release()
        surfaces.close()


def exit_for(stopped: Stopped) -> None:
    """Leave with the code that says how it stopped."""
    if code := EXITS.get(stopped.status, NEGATIVE):
        raise typer.Exit(code)


def on_terminal() -> bool:
    """True if a person can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()
