from __future__ import annotations

import os
import signal
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
