"""Runs the command line as a person does: in a process of its own, on a terminal or in a pipe."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

LUMOS = (sys.executable, "-m", "lumos_layer")
_CHECKOUT = Path(__file__).parents[2]
_PLAIN = {"TERM": "dumb", "PYTHONPATH": str(_CHECKOUT)}


class Run(NamedTuple):
    code: int
    stdout: bytes
    stderr: bytes


def environment(**more: str) -> dict[str, str]:
    return os.environ | _PLAIN | more


def piped(*arguments: str, stdin: bytes = b"", **more: str) -> Run:
    done = subprocess.run([*LUMOS, *arguments], input=stdin, capture_output=True, env=environment(**more), check=False)
    return Run(done.returncode, done.stdout, done.stderr)


def on_a_terminal(*arguments: str) -> Run:
    """Standard output is a terminal, standard error a pipe."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([*LUMOS, *arguments], stdout=theirs, stderr=subprocess.PIPE, env=environment())
    os.close(theirs)
    written = _read_to_the_end(ours)
    _, stderr = process.communicate()
    return Run(process.returncode, written.replace(b"\r\n", b"\n"), stderr)


def _read_to_the_end(terminal: int) -> bytes:
    parts = []
    with open(terminal, "rb", buffering=0) as stream:
        try:
            while part := stream.read(65536):
                parts.append(part)
        except OSError:  # Linux says EIO when the other side has closed the terminal.
            pass
    return b"".join(parts)
