"""The screen that a command acts on: a dump or an app, as it begins or as it was left, as a simulator."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from lumos_layer.environments.clock import Clock
from lumos_layer.environments.simulator import apps
from lumos_layer.environments.simulator.simulator import Simulator
from lumos_layer.errors import InputError
from lumos_layer.interfaces.cli import worked
from lumos_layer.interfaces.cli.dump import STANDARD_INPUT, content
from lumos_layer.interfaces.cli.output import leave_out
from lumos_layer.safety.secrets import load_secrets

_APP = worked.APP

ScreenArgument = Annotated[
    str,
    typer.Argument(
        metavar="SCREEN",
        help="A recorded dump, or a simulated app: its folder, or the name of an example; - reads a dump from standard input.",
        show_default=False,
    ),
]
SaveOption = Annotated[
    Path | None,
    typer.Option(
        "--save",
        metavar="WORLD",
        help="Go on from the world in this file, if it is there, and save the world there afterwards.",
        show_default=False,
    ),
]
SecretsOption = Annotated[
    Path | None,
    typer.Option(
        "--secrets",
        metavar="FILE",
        help='Secret texts by name, as JSON; actions name them: {"secret": "name"}.',
        show_default=False,
    ),
]


def opened(screen: str, format: str | None, secrets: Mapping[str, str], clock: Clock, world: Path | None) -> Simulator:
    """The screen as a simulator: as it was left in the file `world`, if that is there. Raises InputError."""
    path = Path(screen) if screen == STANDARD_INPUT else worked.screen(screen) or Path(screen)
    if path.is_dir() and not (path / _APP).is_file():
        raise InputError(f"{screen} is a folder without {_APP}, so no app. Name a dump in it, or the folder of an app.")
    if path.name == _APP and not path.is_file():
        raise InputError(f"There is no app {screen}. Name the folder or the {_APP} of an app, or a dump.")
    app = apps.load(path) if screen != STANDARD_INPUT and (path.is_dir() or path.name == _APP) else None
    if world is not None and world.exists():
        simulator = Simulator.load(world.read_bytes(), clock=clock, secrets=secrets, app=app)
        of = simulator.world.stage.app
        if app is None and of:
            raise InputError(f"{world} holds a world of the app {of}, not of {screen}. Name that, or another file.")
        return simulator
    if app is not None:
        return Simulator.from_app(app, clock=clock, secrets=secrets)
    if screen != STANDARD_INPUT and not path.suffix and not path.exists():
        raise InputError(
            f"Cannot read {screen}: no file, and no example that is called so. "
            f"Name a dump, or the folder of an app.{worked.known()}"
        )
    return Simulator.from_dump(content(screen if screen == STANDARD_INPUT else str(path)), format, clock=clock, secrets=secrets)


def secrets_in(file: Path | None) -> dict[str, str]:
    """The secrets of a file, which no error quotes; what is printed from now on is without them. Raises InputError."""
    store = load_secrets(file)
    leave_out(store.redactor().text)
    return dict(store.texts)


def given(argument: str) -> str:
    """The words as they were given, or from standard input."""
    return sys.stdin.read() if argument == STANDARD_INPUT else argument
