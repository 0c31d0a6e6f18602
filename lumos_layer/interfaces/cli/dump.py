"""The dump that a command works on, from a file or from standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

import lumos_layer
from lumos_layer import Observation
from lumos_layer.errors import InputError
from lumos_layer.interfaces.cli import worked
from lumos_layer.interfaces.cli.output import warn
from lumos_layer.perception import limits
from lumos_layer.perception.formats import FORMATS

STANDARD_INPUT = "-"


def _known_format(name: str | None) -> str | None:
    known = [dialect.name for dialect in FORMATS]
    if name is not None and name not in known:
        raise typer.BadParameter(f"{name!r} is none of {', '.join(known)}.")
    return name


def _complete_format(incomplete: str) -> list[tuple[str, str]]:
    return [(dialect.name, dialect.summary) for dialect in FORMATS if dialect.name.startswith(incomplete)]


DumpArgument = Annotated[
    str,
    typer.Argument(metavar="DUMP", help="A recorded accessibility dump, or - for standard input.", show_default=False),
]
FormatOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="NAME",
        callback=_known_format,
        autocompletion=_complete_format,
        help=f"Read it as this dialect: {', '.join(dialect.name for dialect in FORMATS)}. Recognised when left out.",
        show_default=False,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Plain JSON, on a terminal too.")]


def not_both_from_standard_input(before: str, after: str | None, name: str) -> None:
    """Refuse two dumps that would both come from standard input, as wrong usage of the parameter of this name."""
    if before == after == STANDARD_INPUT:
        raise typer.BadParameter("Only one dump can come from standard input.", param_hint=name)


def content(dump: str) -> bytes:
    """The bytes of the dump, of too large a one just enough to be refused; raises InputError if they cannot be had."""
    enough = limits.DEFAULT.size + 1
    if dump == STANDARD_INPUT:
        return sys.stdin.buffer.read(enough)
    try:
        with (worked.screen(dump) or Path(dump)).open("rb") as file:
            return file.read(enough)
    except OSError as error:
        problem = error.strerror or type(error).__name__
        raise InputError(
            f"Cannot read {dump}: {problem}. Name a file that can be read, or {STANDARD_INPUT} for standard input."
            f"{'' if Path(dump).suffix else worked.known()}"
        ) from error


def observe(data: bytes, format: str | None, after: Observation | None = None) -> Observation:
    """An observation of the dump, which follows `after`; what its reader warns of goes to standard error."""
    observation = lumos_layer.read(data, format=format, after=after)
    for warning in observation.warnings:
        warn(warning)
    return observation
