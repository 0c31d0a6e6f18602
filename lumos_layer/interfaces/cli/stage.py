"""What a command acts on: an environment made of a file or folder, and one who carries out actions there."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import typer

from lumos_layer.environments.clock import Clock
from lumos_layer.environments.port import Environment
from lumos_layer.environments.replay.recording import STEPS
from lumos_layer.environments.replay.replay import Replay
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.execution.executor import Executor
from lumos_layer.interfaces.cli.dump import content

APP = "app.json"


def staged(what: str, format: str | None, secrets: Mapping[str, str]) -> Executor:
    """An executor on a simulated app (a folder or an app.json), a recorded session (a folder of one) or a simulated dump."""
    environment, clock = _environment(what, format, secrets)
    return Executor(environment, clock)


def _environment(what: str, format: str | None, secrets: Mapping[str, str]) -> tuple[Environment, Clock]:
    path = Path(what)
    if (path / STEPS).is_file() or path.name == STEPS:
        replay = Replay(path, secrets=secrets or None, format=format)
        return replay, replay.clock
    if path.is_dir() or path.name == APP:
        simulator = Simulator.from_app(apps.load(path / APP if path.is_dir() else path), secrets=secrets)
    else:
        simulator = Simulator.from_dump(content(what), format, secrets=secrets)
    return simulator, simulator.world.clock


def secrets_of(named: list[str]) -> dict[str, str]:
    """The secrets `NAME=VARIABLE`, each out of its environment variable: nothing secret stands on a command line."""
    found: dict[str, str] = {}
    for each in named:
        name, equals, variable = each.partition("=")
        if not name or not equals or variable not in os.environ:
            wanted = "name a secret and the environment variable that holds it, as in --secret pin=MY_PIN"
            raise typer.BadParameter(f"{each!r}: {wanted}; there is {'such a variable' if variable in os.environ else 'none'}.")
        found[name] = os.environ[variable]
    return found
