"""Runs a command that only reads: without a shell, in one folder, for a few seconds, for so many bytes."""

from __future__ import annotations

import os
import selectors
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from lumos_layer.state.probing import CommandResult
from lumos_layer.verification.commands import Refused, allowed

_PATH = "/usr/bin:/bin"
_CHUNK = 65_536


class Bounds(Struct, frozen=True, kw_only=True):
    """How long a command may take, in seconds, and how much of its output is kept, in bytes."""

    seconds: float = 10.0
    output: int = 262_144


def run(argv: Sequence[str], roots: Sequence[Path], bounds: Bounds | None = None) -> CommandResult:
    """What the command says on its standard output; why it could not be run or did not end is its `error`."""
    bounds = bounds or Bounds()
    try:
        allowed(argv, roots)
    except Refused as problem:
        return CommandResult(error=f"This command may not be run: {problem}.")
    program = shutil.which(argv[0], path=_PATH)
    if program is None:
        return CommandResult(error=f"{argv[0]} is not installed here.")
    try:
        process = _started(program, argv, roots[0])
    except (OSError, ValueError) as problem:
        return CommandResult(error=f"{argv[0]} could not be started: {type(problem).__name__}.")
    try:
        return _read(process, bounds)
    finally:
        _ended(process)


def _started(program: str, argv: Sequence[str], folder: Path) -> subprocess.Popen[bytes]:
    """The process, which knows nothing of our environment, has no input and cannot write to a file."""
    process = subprocess.Popen(  # noqa: S603 - no shell, a program of our table, options of our table
        list(argv),
        executable=program,
        cwd=folder,
        env={"PATH": _PATH, "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    _bound(process.pid)
    return process


def _bound(pid: int) -> None:
    """A second line behind the list of options: a process of these bounds can make no file longer than nothing."""
    if sys.platform == "linux":
        import resource

        with suppress(OSError, ValueError):
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, 0))
            resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))


def _read(process: subprocess.Popen[bytes], bounds: Bounds) -> CommandResult:
    output = process.stdout
    if output is None:
        return CommandResult(error="It has no output.")
    until = time.monotonic() + bounds.seconds
    kept = bytearray()
    with selectors.DefaultSelector() as ready:
        ready.register(output, selectors.EVENT_READ)
        while len(kept) <= bounds.output:
            left = until - time.monotonic()
            if left <= 0 or not ready.select(left):
                return CommandResult(error=f"It did not end within {bounds.seconds:g} s.")
            piece = os.read(output.fileno(), _CHUNK)
            if not piece:
                return _of_ended(process, bytes(kept), until)
            kept += piece
    return CommandResult(output=_text(bytes(kept[: bounds.output])), cut=True)


def _of_ended(process: subprocess.Popen[bytes], said: bytes, until: float) -> CommandResult:
    try:
        code = process.wait(max(0.1, until - time.monotonic()))
    except subprocess.TimeoutExpired:
        return CommandResult(error="It closed its output and did not end.")
    if code < 0:
        return CommandResult(error=f"It was ended by signal {-code}.")
    return CommandResult(exit_code=code, output=_text(said))


def _text(said: bytes) -> str:
    return said.decode("utf-8", "replace")


def _ended(process: subprocess.Popen[bytes]) -> None:
    """End it with all that it has started, if it has not ended by itself."""
    if process.poll() is None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    if process.stdout is not None:
        process.stdout.close()
