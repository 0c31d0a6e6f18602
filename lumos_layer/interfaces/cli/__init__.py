"""The command `lumos`, one module for each command."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from lumos_layer.interfaces.cli import (
    act,
    approve,
    blueprint,
    compare,
    control,
    diff,
    doctor,
    evaluate,
    plan,
    point,
    policy,
    procedures,
    refs,
    replay,
    resume,
    run,
    runs,
    schemas,
    show,
    sim,
    view,
    watch,
)
from lumos_layer.interfaces.cli.exits import CommandGroup

app = typer.Typer(
    name="lumos",
    cls=CommandGroup,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

COMMANDS = {
    "blueprint": blueprint,
    "diff": diff,
    "refs": refs,
    "point": point,
    "act": act,
    "view": view,
    "compare": compare,
    "doctor": doctor,
    "eval": evaluate,
    "replay": replay,
    "sim": sim,
    "run": run,
    "plan": plan,
    "approve": approve,
    "resume": resume,
    "runs": runs,
    "show": show,
    "watch": watch,
    "schemas": schemas,
}  # in the order of `lumos --help`

# Points may have negative coordinates, which are no options.
_SETTINGS = {"point": {"ignore_unknown_options": True}}

# Those with commands of their own.
GROUPS = {"control": control, "policy": policy, "procedures": procedures}

for name, command in COMMANDS.items():
    app.command(name, epilog=command.EXAMPLES, context_settings=_SETTINGS.get(name))(command.run)
for name, group in GROUPS.items():
    app.add_typer(group.app, name=name, epilog=group.EXAMPLES)


def _show_version(wanted: bool) -> None:
    if not wanted:
        return
    try:
        typer.echo(f"lumos-layer {version('lumos-layer')}")
    except PackageNotFoundError:
        typer.echo("lumos-layer, not installed")
    raise typer.Exit


@app.callback()
def lumos(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Turn recorded accessibility dumps into small, faithful JSON for AI agents, and take tasks to their end on simulated screens.

    On a terminal the answer is laid out for people; piped, or with --json, it is plain JSON.
    Exit codes: 0 done, 1 a negative answer (not found, refused, failed, blocked, without effect), 2 wrong usage, 3 bad input,
    4 waits for an answer, 5 a person has the screen, 130 stopped by Ctrl+C.
    """
