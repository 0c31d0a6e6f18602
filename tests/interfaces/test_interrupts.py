"""A person's Ctrl+C ends a command at any moment with one line and exit code 130, and a run can be gone on with."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lumos_layer.interfaces.cli import app
from lumos_layer.trace.runs import Runs
from tests.interfaces.terminal import environment

# Tells when the interpreter has started, which hears interrupts in its own way, and is then the command.
_COMMAND = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from lumos_layer.__main__ import main
sys.argv = ["lumos", *sys.argv[2:]]
os.write(int(os.environ["READY"]), b".")
main()
"""
GOAL = ("run", 'Write "milk" into the text and save it as shopping.txt', "--on", "editor")
MOMENTS = 8


class Command:
    """A command in a process group of its own, as a terminal has it."""

    def __init__(self, folder: Path, *arguments: str, **streams: int) -> None:
        ready, told = os.pipe()
        self.process = subprocess.Popen(
            [sys.executable, "-c", _COMMAND, "lumos", *arguments],
            **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams},  # type: ignore[call-overload]
            pass_fds=[told],
            start_new_session=True,
            cwd=folder,
            env=environment(READY=str(told), PYTHONUNBUFFERED="1"),
        )
        os.close(told)
        os.read(ready, 1)
        os.close(ready)
        self.began = time.monotonic()

    def interrupted(self) -> tuple[int, str]:
        """What it ends with once everything in its group is interrupted, as by Ctrl+C."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.ended()

    def ended(self) -> tuple[int, str]:
        _, said = self.process.communicate(timeout=240)
        return self.process.returncode, (said or b"").decode()


def stopped(code: int, said: str) -> bool:
    """True where it ended as it has to: one line, and no traceback."""
    lines = said.strip().splitlines()
    return code == 130 and len(lines) == 1 and lines[0].startswith("Stopped.")


def test_a_run_is_interrupted_at_any_moment_and_gone_on_with(tmp_path: Path) -> None:
    whole = Command(tmp_path, *GOAL, "--runs", str(tmp_path / "whole"), "--approve", "all")
    code, said = whole.ended()
    assert code == 0, said
    lasts = time.monotonic() - whole.began
    cut_off = 0
    for moment in range(MOMENTS):
        runs = tmp_path / str(moment)
        command = Command(tmp_path, *GOAL, "--runs", str(runs), "--approve", "all")
        time.sleep(0.01 + lasts * moment / MOMENTS)
        code, said = command.interrupted()
        assert stopped(code, said) or (code in (0, -signal.SIGINT) and not said), (moment, code, said)  # or it had come to its end
        cut_off += code == 130
        for each in Runs(runs).names() if runs.is_dir() else ():
            went_on = CliRunner().invoke(app, ["resume", each, "--runs", str(runs)], catch_exceptions=False)
            assert went_on.exit_code in (0, 4), (moment, went_on.output)  # done, or asked again
    assert cut_off >= MOMENTS // 2


def test_an_interrupt_at_a_question_leaves_it_open(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = Command(tmp_path, "run", "invoice", "--runs", str(tmp_path / "runs"), stdin=theirs, stdout=theirs)
    os.close(theirs)
    said = b""
    while b"? " not in said:
        part = os.read(command.process.stderr.fileno(), 4096)
        assert part, said
        said += part
    code, rest = command.interrupted()
    os.close(ours)
    assert (code, "Traceback" in rest) == (130, False), rest
    assert "Stopped. Go on with: lumos resume" in rest
    went_on = CliRunner().invoke(app, ["resume", "last", "--runs", str(tmp_path / "runs"), "--json"], catch_exceptions=False)
    assert went_on.exit_code == 4


@pytest.mark.parametrize("wait", [0.05, 0.4, 1.5, 6.0])
def test_an_evaluation_with_workers_is_interrupted_without_a_word_of_theirs(tmp_path: Path, wait: float) -> None:
    command = Command(tmp_path, "eval", "plain", "--jobs", "2", "--output", str(tmp_path / "out"), "--task", "settings")
    time.sleep(wait)
    code, said = command.interrupted()
    assert code == 130, said
    assert "Traceback" not in said
    assert "Stopped" in said


@pytest.mark.parametrize("wait", [0.05, 1.0, 4.0])
def test_a_simulator_at_its_prompt_and_a_watch_are_interrupted(tmp_path: Path, wait: float) -> None:
    held, ours = os.pipe()
    command = Command(tmp_path, "sim", "editor", stdin=held)
    time.sleep(wait)
    code, said = command.interrupted()
    os.close(held)
    os.close(ours)
    assert stopped(code, said), said


def test_a_watch_is_interrupted(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    held = Command(tmp_path, *GOAL, "--runs", str(runs), "--approve", "all")
    while not any(b"run_started" in each.read_bytes() for each in runs.glob("*/journal.jsonl")):
        assert held.process.poll() is None
        time.sleep(0.01)
    os.kill(held.process.pid, signal.SIGSTOP)  # a run that goes on for ever
    watch = Command(tmp_path, "watch", "last", "--runs", str(runs))
    assert os.read(watch.process.stdout.fileno(), 10)
    code, said = watch.interrupted()
    os.kill(held.process.pid, signal.SIGCONT)
    assert stopped(code, said), said
    assert held.ended()[0] == 0
