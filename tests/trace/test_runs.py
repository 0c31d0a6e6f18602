"""The folders of runs: who may drive one, what is listed, and what is on the disk."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pydantic import JsonValue

from lumos_layer.actions.outcomes import Done
from lumos_layer.errors import BadTask, DamagedRun, NoSuchRun, RunBusy
from lumos_layer.planning.task import Task
from lumos_layer.trace import runs as runs_module
from lumos_layer.trace.events import RunEnded, RunStarted
from lumos_layer.trace.runs import Runs
from lumos_layer.trace.summary import summary_of

TASK = Task(goal="Archive the letter", surface="mail")

HOLD = """
import sys
from lumos_layer.trace.runs import Runs
with Runs(sys.argv[1]).open(sys.argv[2]):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def held_elsewhere(root: Path, run: str) -> Iterator[int]:
    """Another process drives the run; gives its number."""
    command = [sys.executable, "-c", HOLD, str(root), run]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process.pid
        assert process.stdin is not None
        process.stdin.close()


def test_a_run_is_found_by_its_name_the_beginning_of_it_its_folder_or_as_the_last(tmp_path: Path) -> None:
    runs = Runs(tmp_path)
    for name in ("letters-1", "orders-1", "letters-2"):
        runs.create(TASK, name=name).close()
    assert runs.names() == ["letters-1", "orders-1", "letters-2"]
    assert runs.find("orders-1").name == "orders-1"
    assert runs.find("ord").name == "orders-1"
    assert runs.find("last").name == "letters-2"
    assert Runs(tmp_path / "elsewhere").find(str(tmp_path / "orders-1")).name == "orders-1"


def test_a_run_that_is_not_there_is_named_with_those_that_are_like_it(tmp_path: Path) -> None:
    runs = Runs(tmp_path)
    for name in ("letters-1", "letters-2"):
        runs.create(TASK, name=name).close()
    with pytest.raises(NoSuchRun) as caught:
        runs.open("letters")
    assert caught.value.nearest == ("letters-1", "letters-2")
    with pytest.raises(NoSuchRun, match=r"leters-1.*letters-1"):
        runs.open("leters-1")
    with pytest.raises(NoSuchRun):
        runs.open("../letters-1")


@pytest.mark.parametrize("name", ["", "..", ".hidden", "a/b", "last", "a b", "x" * 101])
def test_a_name_that_leads_elsewhere_or_means_another_thing_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadTask):
        Runs(tmp_path / "runs").create(TASK, name=name)
    assert not (tmp_path / "runs").exists()


def test_two_runs_cannot_have_one_name(tmp_path: Path) -> None:
    Runs(tmp_path).create(TASK, name="letters").close()
    with pytest.raises(BadTask, match="there is a run of that name"):
        Runs(tmp_path).create(TASK, name="letters")


def test_the_environment_says_where_runs_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUMOS_RUNS", str(tmp_path / "there"))
    with Runs().create(TASK) as run:
        assert run.path.parent == tmp_path / "there"
    monkeypatch.delenv("LUMOS_RUNS")
    monkeypatch.chdir(tmp_path)
    with Runs().create(TASK) as run:
        assert run.path.resolve().parent == tmp_path / ".lumos" / "runs"


def test_two_processes_cannot_drive_one_run(tmp_path: Path) -> None:
    runs = Runs(tmp_path)
    runs.create(TASK, name="letters").close()
    with held_elsewhere(tmp_path, "letters") as pid:
        with pytest.raises(RunBusy) as caught:
            runs.open("letters")
        assert caught.value.pid == pid
        assert (summary_of(runs.find("letters")).status, summary_of(runs.find("letters")).pid) == ("running", pid)
    runs.open("letters").close()


def test_one_process_cannot_drive_one_run_twice(tmp_path: Path) -> None:
    runs = Runs(tmp_path)
    with runs.create(TASK, name="letters"), pytest.raises(RunBusy) as caught:
        runs.open("letters")
    assert caught.value.pid == os.getpid()


def test_a_run_whose_process_was_killed_is_interrupted_and_can_be_driven_again(tmp_path: Path) -> None:
    runs = Runs(tmp_path)
    with runs.create(TASK, name="letters") as run:
        run.journal.append(RunStarted(run="letters", task=TASK))
    command = [sys.executable, "-c", HOLD, str(tmp_path), "letters"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        process.kill()
    assert summary_of(runs.find("letters")).status == "interrupted"
    runs.open("letters").close()


def test_what_became_of_a_run_is_listed_the_newest_first(tmp_path: Path) -> None:
    runs = Runs(tmp_path)
    for name in ("first", "second"):
        with runs.create(TASK, name=name) as run:
            run.journal.append(RunStarted(at="2030-01-01T00:00:00Z", run=name, task=TASK))
            run.memory.end("a1", Done(action_id="a1"))
            run.journal.append(RunEnded(at="2030-01-01T00:00:09Z", status="completed"))
    (tmp_path / "second" / "journal.jsonl").write_bytes(b"nothing of the kind\n")
    second, first = runs.list()
    assert (second.run, second.status) == ("second", "damaged")
    assert "line 1 is damaged" in second.problem
    assert first.model_dump(exclude_defaults=True) == {
        "run": "first",
        "status": "completed",
        "goal": "Archive the letter",
        "started": "2030-01-01T00:00:00Z",
        "last": "2030-01-01T00:00:09Z",
        "events": 3,
    }


def test_only_the_owner_can_read_what_a_run_leaves(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        with Runs(tmp_path / "all" / "runs").create(TASK, name="letters") as run:
            run.write(run.report_file, {"status": "completed"})
            run.journal.commit()
    finally:
        os.umask(old)
    modes = {path.relative_to(tmp_path).as_posix(): stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "all").rglob("*")}
    assert {oct(mode) for name, mode in modes.items() if (tmp_path / name).is_dir()} == {"0o700"}
    assert {oct(mode) for name, mode in modes.items() if (tmp_path / name).is_file()} == {"0o600"}
    assert {"all/runs/letters/task.json", "all/runs/letters/journal.jsonl", "all/runs/letters/report.json"} <= set(modes)


def test_no_secret_is_in_any_file_of_a_run(tmp_path: Path) -> None:
    def clean(value: object) -> object:
        if isinstance(value, str):
            return value.replace("hunter22", "[secret]")
        if isinstance(value, dict):
            return {clean(key): clean(each) for key, each in value.items()}
        return [clean(each) for each in value] if isinstance(value, list) else value

    with Runs(tmp_path).create(Task(goal="Type hunter22", surface="mail"), clean, name="letters") as run:  # type: ignore[arg-type]
        run.journal.append(RunStarted(run="letters", task=Task(goal="Type hunter22")))
        run.memory.begin("hunter22-1")
        run.memory.end("hunter22-1", Done(action_id="hunter22-1", note="hunter22"))
        run.write_text(run.readable_report_file, "hunter22 was typed")
        assert run.memory.find("hunter22-1") == Done(action_id="hunter22-1", note="hunter22")
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [path for path in files if b"hunter22" in path.read_bytes()] == []
    with Runs(tmp_path).open("letters", clean) as run:  # type: ignore[arg-type]
        assert run.task.goal == "Type [secret]"
        assert run.memory.find("hunter22-1") == Done(action_id="[secret]-1", note="[secret]")


def test_a_run_without_its_task_is_not_gone_on_with(tmp_path: Path) -> None:
    runs = Runs(tmp_path)
    runs.create(TASK, name="letters").close()
    (tmp_path / "letters" / "task.json").unlink()
    with pytest.raises(DamagedRun, match=r"task\.json cannot be gone on with: it is missing"):
        runs.open("letters")


def test_a_run_without_a_name_gets_one_that_no_other_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = iter(("one", "one", "one", "two"))
    monkeypatch.setattr(runs_module, "_new_name", lambda: next(names))
    made = [Runs(tmp_path).create(Task(goal="Order paper")) for _ in range(2)]
    assert [run.name for run in made] == ["one", "two"]
    for run in made:
        run.close()


def test_the_task_is_known_whole_when_its_words_are_redacted_only_later(tmp_path: Path) -> None:
    with Runs(tmp_path).create(Task(goal="Write to Annabel", surface="mail"), name="it") as folder:
        assert not folder.task_beside.exists()
        folder.leave_out(["Annabel"])
    place = Runs(tmp_path).find("it")
    assert "Annabel" not in place.task_file.read_text("utf-8")
    assert place.whole_task.goal == "Write to Annabel"


def test_slots_of_a_removed_run_are_not_those_of_the_next_of_its_name(tmp_path: Path) -> None:
    def clean(said: JsonValue) -> JsonValue:
        return said.replace("4711", "…") if isinstance(said, str) else said

    with Runs(tmp_path).create(TASK, clean, name="it") as folder:
        folder.keep_slots({"pin": "4711"})
        assert folder.whole_slots == {"pin": "4711"}
    shutil.rmtree(folder.path)
    with Runs(tmp_path).create(TASK, name="it") as again:
        assert again.whole_slots == {}
