"""What the commands that drive a run share: from a task to its parts, and from where it has stopped to words and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import typer

from lumos_layer.environments.clock import Clock, SystemClock
from lumos_layer.environments.port import Environment
from lumos_layer.environments.remote import RemoteEnvironment
from lumos_layer.errors import BadTask, MissingExtra
from lumos_layer.execution import Executor
from lumos_layer.interaction.achieving import Proving
from lumos_layer.interaction.services import Approver, Services, left_out
from lumos_layer.interfaces.cli.exits import NEEDS_APPROVAL, NEGATIVE, PAUSED
from lumos_layer.interfaces.cli.output import complain, leave_out
from lumos_layer.interfaces.cli.redacting import policy_of
from lumos_layer.interfaces.cli.worlds import environment_of, keeping, left_by
from lumos_layer.planning.fast_paths import with_fast_paths
from lumos_layer.planning.port import Planner
from lumos_layer.planning.rules import RulePlanner
from lumos_layer.planning.scripted import ScriptedPlanner
from lumos_layer.planning.task import Task
from lumos_layer.procedures.book import Procedures
from lumos_layer.procedures.playing import ProcedurePlanner
from lumos_layer.safety.confined import Confined
from lumos_layer.safety.policy import Policy
from lumos_layer.safety.secrets import SecretStore, load_secrets
from lumos_layer.surface.controlled import Controlled
from lumos_layer.trace.folder import RunFolder

if TYPE_CHECKING:
    from lumos_layer.graph.running import Running, Stopped

EXITS: Mapping[str, int] = MappingProxyType({"completed": 0, "needs_approval": NEEDS_APPROVAL, "paused": PAUSED})
AGENT = "lumos"


def planner_of(task: Task) -> Planner:
    """The planner that a task names, with its procedures, and with shortcuts where LUMOS_FAST_PATHS=1 is set.

    Raises BadTask, BadProcedure, MissingExtra.
    """
    planner = _planner_alone(task)
    if not task.procedures or "procedures" in {*task.switched_off, *left_out()}:
        return planner
    root = Path(task.procedures)
    if not root.is_dir():
        raise BadTask("The task", f"there is no folder of procedures {task.procedures}; `lumos procedures record` makes one")
    return ProcedurePlanner(planner, Procedures(root), by_goal=task.planner == "rules" and not task.script)


def _planner_alone(task: Task) -> Planner:
    if task.script or task.planner == "scripted":
        return ScriptedPlanner(task.script)
    if task.planner == "rules":
        return with_fast_paths(RulePlanner())
    try:
        from lumos_layer.planning.model import ModelPlanner
    except ImportError:
        raise MissingExtra("A language model as planner", "models") from None
    return with_fast_paths(ModelPlanner(task.planner))


@dataclass(frozen=True)
class Parts:
    """What a task names, as this process has it."""

    environment: Environment
    clock: Clock
    planner: Planner
    policy: Policy
    secrets: SecretStore
    proving: Proving


def proving_of(task: Task) -> Proving:
    """How the task wants it to be shown what was achieved. Raises MissingExtra and PlannerFailed for a model that cannot be had."""
    proving = Proving(folders=task.folders)
    if not task.judge and not task.auditor:
        return proving
    try:
        from lumos_layer.verification.judge import ModelJudge
        from lumos_layer.verification.model_auditor import ModelAuditor
    except ImportError:
        raise MissingExtra("A language model as judge or auditor", "models") from None
    judge = ModelJudge(task.judge) if task.judge else None
    return Proving(judge, task.folders, ModelAuditor(task.auditor) if task.auditor else proving.auditor)


def parts_of(task: Task, folder: RunFolder | None = None) -> Parts:
    """What the task names, made: before there is a run, so that a mistake leaves none behind; or as `folder` keeps it.

    Raises LumosError.
    """
    secrets = load_secrets(Path(task.secrets) if task.secrets else None)
    planner, policy = planner_of(task), policy_of(task, folder)
    environment, clock = environment_of(task, None, secrets.texts) if folder is None else left_by(folder, task, secrets.texts)
    return Parts(environment, clock, planner, policy, secrets, proving_of(task))


@contextmanager
def driven(folder: RunFolder, task: Task, approver: Approver | None, parts: Parts | None = None) -> Iterator[Running]:
    """The run, ready to be started or gone on with in this process. Without `parts` they are made from where the run was left."""
    try:
        from lumos_layer.graph.running import Running
    except ImportError:
        raise MissingExtra("Driving a run", "run") from None
    parts = parts or parts_of(task, folder)
    keep = keeping(parts.environment, folder.world_file)
    surfaces = folder.surfaces(claims=_claims(folder))
    elsewhere = isinstance(parts.environment, RemoteEnvironment)
    controlled = Controlled(
        Confined(parts.environment, parts.secrets),
        surfaces,
        "main",
        AGENT,
        address=task.surface.partition("#")[0].rstrip("/") if elsewhere else "",  # without the token
        clock=SystemClock(),
        keep=keep,
    )
    services = Services(
        folder,
        task,
        controlled,
        Executor(controlled, parts.clock, memory=folder.memory),
        parts.planner,
        parts.policy,
        parts.clock,
        approver,
        trusted=not elsewhere,
        secrets=parts.secrets,
        proving=parts.proving,
        keep=keep,
    )
    running = Running(services)
    leave_out(lambda text: str(folder.clean(text)))  # also what is to be left out only from an answer on
    try:
        yield running
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"Go on with: lumos resume {folder.name}") from None
    finally:
        running.close()
        controlled.release()
        surfaces.close()


def _claims(folder: RunFolder) -> Path:
    """Where runs say which environment of another process they drive: all of a user where there is a place, else of one folder."""
    place = os.environ.get("XDG_RUNTIME_DIR", "")
    return Path(place) / "lumos_layer" if place and os.access(place, os.W_OK) else folder.path.with_name(".claims")


def exit_for(stopped: Stopped) -> None:
    """Leave with the code that says how it stopped."""
    if code := EXITS.get(stopped.status, NEGATIVE):
        raise typer.Exit(code)


def leave_if_taken(folder: RunFolder) -> None:
    """Leave with the code for it, and nothing done, while a person has a screen of the run."""
    surfaces = folder.surfaces()
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
