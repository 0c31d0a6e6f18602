"""How a command ends: its exit code, and the words on standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Any

import typer
from typer.core import TyperGroup

from lumos_layer.errors import (
    BadOption,
    BudgetTooSmall,
    InputError,
    LumosError,
    MissingExtra,
    PausedByUser,
    StoreFailed,
    TargetError,
)
from lumos_layer.execution.sending import Broke
from lumos_layer.interfaces.cli.output import complain, remark

NEGATIVE, USAGE, BAD_INPUT, NEEDS_APPROVAL, PAUSED, INTERRUPTED = 1, 2, 3, 4, 5, 130

EXIT_CODES: tuple[tuple[type[LumosError], int], ...] = (
    (InputError, BAD_INPUT),
    (StoreFailed, BAD_INPUT),
    (TargetError, NEGATIVE),
    (BudgetTooSmall, NEGATIVE),
    (MissingExtra, USAGE),
    (BadOption, USAGE),
    (PausedByUser, PAUSED),
)


def exit_code(error: LumosError) -> int:
    return next((code for kind, code in EXIT_CODES if isinstance(error, kind)), NEGATIVE)


class CommandGroup(TyperGroup):
    """The commands, run in UTF-8; a LumosError becomes one message and an exit code, never a traceback."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        _open_what_is_closed()
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")
        return super().main(*args, **kwargs)

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        with _interruptible():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: Any) -> Any:
        with _interruptible():
            return self._invoked(ctx)

    def _invoked(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except LumosError as error:
            complain(str(error))
            raise typer.Exit(exit_code(error)) from None
        except Broke as error:
            complain(f"The screen cannot be looked at or acted on: {error} Go on with the run when that is mended.")
            raise typer.Exit(NEGATIVE) from None
        except BrokenPipeError:
            _drop_output()
            raise typer.Exit from None
        except OSError as error:
            _drop_output()
            where = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
            complain(f"{where}{error.strerror or error}. Nothing more was written.")
            raise typer.Exit(BAD_INPUT) from None


@contextmanager
def _interruptible() -> Iterator[None]:
    """A person's interrupt becomes one line, with the words that it carries by then, and its exit code."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        remark(" ".join(("Stopped.", *map(str, interrupt.args))))
        raise typer.Exit(INTERRUPTED) from None


def _open_what_is_closed() -> None:
    """A program that was started without one of its streams reads nothing there, and what it writes there is lost."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))


def _drop_output() -> None:
    """Whoever read the output has seen enough; what is still buffered must not fail at the end of the program."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
