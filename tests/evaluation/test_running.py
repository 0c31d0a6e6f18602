from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
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


def lasting(file: Path) -> None:
    (file.parent / f"{file.name}.part").write_text(str(os.getpid()))
    (file.parent / f"{file.name}.part").rename(file)
    time.sleep(600)


def asking(folder: str) -> None:
    """In a process of its own: two others are at work for it."""
    for_each([Path(folder, "one"), Path(folder, "two")], lasting, lambda *_: None, jobs=2)


def test_who_is_killed_leaves_no_process_behind(tmp_path: Path) -> None:
    script = f"from tests.evaluation.test_running import asking\nif __name__ == '__main__': asking({str(tmp_path)!r})"
    with subprocess.Popen([sys.executable, "-c", script], cwd=Path(__file__).parents[2]) as asker:
        while len(found := [file for file in tmp_path.iterdir() if file.suffix == ""]) < 2:
            assert asker.poll() is None
            time.sleep(0.05)
        asker.kill()
    processes = {int(file.read_text()) for file in found}
    while left := [process for process in processes if is_alive(process)]:
        time.sleep(0.05)
    assert left == []


def is_alive(process: int) -> bool:
    """False also for one that has ended and that nobody has asked about yet."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
