from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from lumos_layer.evaluation.running import for_each

FILES = [Path(name) for name in ("a", "raises", "b", "kills", "c", "d")]


def act(file: Path) -> str:
    if file.name == "raises":
        raise ValueError("no such thing")
    if file.name == "kills":
        os.kill(os.getpid(), signal.SIGKILL)
    return file.name.upper()


def failed(file: Path, problem: str) -> str:
    return f"{file.name}: {problem}"


def test_answers_come_in_the_order_of_the_files_and_none_is_lost() -> None:
    answers = for_each(FILES, act, failed, jobs=2)
    assert answers == ["A", "raises: ValueError: no such thing", "B", "kills: Its process was ended.", "C", "D"]


def test_one_job_needs_no_other_process() -> None:
    def here(file: Path) -> str:  # could not be sent to another process
        return f"{file.name} {os.getpid()}"

    assert for_each(FILES[:2], here, failed, jobs=1) == [f"a {os.getpid()}", f"raises {os.getpid()}"]


def test_each_answer_is_told_as_it_comes() -> None:
    told: list[str] = []
    answers = for_each([FILES[0], FILES[1], FILES[2]], act, failed, jobs=1, done=told.append)
    assert told == answers == ["A", "raises: ValueError: no such thing", "B"]


def test_no_files_have_no_answers() -> None:
    assert for_each([], act, failed) == []


def marked(file: Path) -> str:
    file.write_text("begun")
    return file.name


def stopped(folder: str) -> None:
    """In a process of its own: asks about many files, and stops at the first answer."""

    def stop(_: str) -> None:
        raise KeyboardInterrupt

    try:
        for_each([Path(folder, str(number)) for number in range(5_000)], marked, failed, jobs=2, done=stop)
    except KeyboardInterrupt:
        print("stopped")


def test_who_stops_leaves_nothing_running_that_had_not_begun(tmp_path: Path) -> None:
    script = f"from tests.evaluation.test_running import stopped\nif __name__ == '__main__': stopped({str(tmp_path)!r})"
    file = tmp_path / "script.py"
    file.write_text(script)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    ended = subprocess.run([sys.executable, str(file)], env=environment, capture_output=True, check=True)
    assert ended.stdout == b"stopped\n"
    assert len(list(tmp_path.iterdir())) < 4_000
