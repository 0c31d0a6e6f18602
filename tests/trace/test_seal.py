"""A run goes on with the task and the words that it was given, and with no others, wherever a process was killed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from lumos_layer.errors import BadTask, DamagedRun
from lumos_layer.planning.task import Task
from lumos_layer.safety.redaction import Redactor
from lumos_layer.trace.cleaning import as_it_is
from lumos_layer.trace.events import RunStarted
from lumos_layer.trace.folder import RunFolder
from lumos_layer.trace.place import RunPlace
from lumos_layer.trace.private_files import write_private
from lumos_layer.trace.runs import Given, Runs

TASK = Task(goal="Write to Annabel", surface="mail")
OTHER = TASK.model_copy(update={"goal": "Write to Annabel at once"})


def made(root: Path, *words: str, name: str = "it", task: Task = TASK) -> RunPlace:
    """A run that has begun, without these words."""
    with Runs(root).create(task, name=name) as run:
        run.journal.append(RunStarted(run=name, task=task))
        run.leave_out(words)
        run.journal.commit()
    return Runs(root).find(name)


def changed(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"a", b"e", 1))


def truncated(path: Path) -> None:
    path.write_bytes(b"")


def anothers(path: Path) -> None:
    other = made(path.parent.parent if path.name == "task.json" else path.parent, "mail", "Annabel", name="other", task=OTHER)
    source = other.task_file if path.name == "task.json" else other.path.with_name(path.name.replace(".it.", ".other."))
    shutil.copy(source, path)


@pytest.mark.parametrize("damage", [changed, truncated, Path.unlink, anothers])
@pytest.mark.parametrize("name", ["task.json", ".it.task", ".it.redaction", ".it.seal"])
def test_what_a_run_was_given_cannot_be_another_when_it_goes_on(tmp_path: Path, name: str, damage: Callable[[Path], None]) -> None:
    run = made(tmp_path, "Annabel")
    path = run.task_file if name == "task.json" else tmp_path / name
    before = path.read_bytes()
    damage(path)
    assert not path.exists() or path.read_bytes() != before
    with pytest.raises(DamagedRun) as caught:
        Runs(tmp_path).open("it")
    assert path.name in str(caught.value)
    path.write_bytes(before)
    Runs(tmp_path).open("it").close()


def test_a_task_or_words_that_a_run_was_never_given_are_refused(tmp_path: Path) -> None:
    run = made(tmp_path)
    for path in (run.task_beside, run.words_beside, run.slots_beside):
        path.write_text('["mail"]' if path == run.words_beside else "{}")
        with pytest.raises(DamagedRun, match=rf"{path.name} .*not what was written there for this run"):
            Runs(tmp_path).open("it")
        path.unlink()


def test_a_task_with_the_seal_of_another_run_is_refused(tmp_path: Path) -> None:
    run, other = made(tmp_path), made(tmp_path, name="other")
    shutil.copy(other.task_file, run.task_file)
    shutil.copy(other.seal.path, run.seal.path)
    with pytest.raises(DamagedRun, match=r"\.it\.seal .*it is that of another run, other"):
        Runs(tmp_path).open("it")


class Killed(BaseException):
    """Nothing of the process runs after it."""


def killed_at(monkeypatch: pytest.MonkeyPatch, n: int) -> None:
    """From the n-th file on, whoever writes one is killed: before it is there, or, for odd n, right after."""
    written = [0]

    def writing(path: Path, content: bytes) -> None:
        written[0] += 1
        if written[0] < n // 2 or (written[0] == n // 2 and n % 2):
            write_private(path, content)
        if written[0] >= n // 2:
            raise Killed

    for module in ("seal", "folder", "runs"):
        monkeypatch.setattr(f"lumos_layer.trace.{module}.write_private", writing)


@pytest.mark.parametrize("n", range(2, 26))
def test_wherever_a_process_is_killed_while_words_are_taken_out_of_a_run_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, n: int
) -> None:
    made(tmp_path)
    folder = Runs(tmp_path).open("it")
    folder.write(folder.state_file, {"said": "Annabel"})
    killed = False
    with monkeypatch.context() as patch:
        killed_at(patch, n)
        try:
            folder.leave_out(["Annabel"])
        except Killed:
            killed = True
    folder.close()
    assert killed or n >= 20
    with Runs(tmp_path).open("it") as again:
        known = "Annabel" in again.kept_out
        assert known or n < 6  # the words themselves are kept first
        assert again.whole_task.goal == "Write to Annabel"
        told = [path for path in again.path.iterdir() if path.is_file() and b"Annabel" in path.read_bytes()]
        assert told == [again.journal_file] if known else again.task_file in told
        again.leave_out(["Annabel"])
        assert again.task.goal == "Write to [redacted]"
    with Runs(tmp_path).open("it") as last:
        assert last.whole_task.goal == "Write to Annabel"


def test_the_task_as_it_was_before_it_was_redacted_cannot_be_put_back(tmp_path: Path) -> None:
    run = made(tmp_path)
    before = run.task_file.read_bytes()
    with Runs(tmp_path).open("it") as folder:
        folder.leave_out(["Annabel"])
    run.task_file.write_bytes(before)
    with pytest.raises(DamagedRun, match=r"task\.json .*not what was written there"):
        Runs(tmp_path).open("it")


def test_a_run_keeps_its_place_among_the_others_when_its_task_is_redacted(tmp_path: Path) -> None:
    run, other = made(tmp_path, name="a"), made(tmp_path, name="b")
    for age, place in ((20, run), (10, other)):
        os.utime(place.task_file, (1_900_000_000 - age,) * 2)
    with Runs(tmp_path).open("a") as folder:
        folder.leave_out(["Annabel"])
    assert Runs(tmp_path).names() == ["a", "b"]


@pytest.mark.parametrize("said", [b"", b"\0" * 48])
def test_a_mark_that_says_nothing_of_a_journal_with_events_is_refused(tmp_path: Path, said: bytes) -> None:
    run = made(tmp_path)
    run.committed_beside.write_bytes(said)
    with pytest.raises(DamagedRun, match=r"\.it\.committed .*does not say how far the journal goes"):
        Runs(tmp_path).open("it")


def test_a_mark_says_from_the_beginning_that_nothing_was_kept_yet(tmp_path: Path) -> None:
    with Runs(tmp_path).create(TASK, name="it") as run:
        assert run.committed_beside.read_bytes().startswith(b"0 ")
        assert isinstance(run, RunFolder)
    for said in (b"", None):  # a process that was killed as it began
        run.journal_file.write_bytes(b"")
        run.committed_beside.write_bytes(b"") if said is not None else run.committed_beside.unlink()
        Runs(tmp_path).open("it").close()


def test_nothing_half_written_is_left_once_a_run_is_gone_on_with(tmp_path: Path) -> None:
    run = made(tmp_path, "Annabel")
    left = [
        tmp_path / "..it.task.a1b2c3_d",
        tmp_path / "..it.seal.a1b2c3_d",
        run.path / ".state.json.a1b2c3_d",
        run.path / ".plan.md.a1b2c3_d",
        run.path / ".task.json.a1b2c3_d",
        run.path / ".world.json.a1b2c3_d",
    ]
    others = [tmp_path / "..its.task.a1b2c3_d", run.path / ".run.html.a1b2c3_d", run.path / ".mine"]
    for path in (*left, *others):
        path.write_text("Annabel")
    Runs(tmp_path).open("it").close()
    assert [path for path in (*left, *others) if path.exists()] == others


@pytest.mark.parametrize("n", range(2, 30))
def test_a_run_whose_process_was_killed_while_it_was_made_is_none_or_has_all_that_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, n: int
) -> None:
    clean = Redactor(rules=["Annabel"])

    killed = False
    with monkeypatch.context() as patch:
        patch.setattr("lumos_layer.trace.runs.nothing_left", lambda _: nullcontext())  # a killed process takes nothing back
        killed_at(patch, n)
        try:
            Runs(tmp_path).create(TASK, clean, "it", Given(b"{}", ("Annabel",), as_it_is)).close()
        except Killed:
            killed = True
    assert killed == (n < 24)
    if Runs(tmp_path).names() == []:
        assert n < 21  # the task is written last
        return
    with Runs(tmp_path).open("it") as run:
        assert (run.task.goal, run.whole_task.goal) == ("Write to [redacted]", "Write to Annabel")
        assert (run.kept_out, run.policy_file.read_bytes()) == (("Annabel",), b"{}")


def test_a_name_is_refused_with_what_has_it(tmp_path: Path) -> None:
    made(tmp_path)
    (tmp_path / "half").mkdir()
    with pytest.raises(BadTask, match=r"'it'.*there is a run of that name; give it another"):
        Runs(tmp_path).create(TASK, name="it")
    with pytest.raises(BadTask, match="half is there and holds no run, as where the making of one was cut off; remove it"):
        Runs(tmp_path).create(TASK, name="half")
