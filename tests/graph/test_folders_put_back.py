"""A run whose folder is not as it was last: what a person has is never acted on, and what was done is never done again."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from lumos_layer.errors import DamagedRun, LumosError
from lumos_layer.trace.runs import Runs
from lumos_layer.trace.summary import summary_of
from tests.graph.test_control import Shared, ended, shared, to_its_end

FILES = ("control.sqlite", "control.locks", "journal.jsonl", "checkpoints.sqlite", "lock")


def asking(root: Path) -> Shared:
    """A run that has stopped with its question, in a process that has ended."""
    run = shared(root / "runs")
    assert run.running.start().status == "needs_approval"
    ended(run)
    run.surfaces.close()
    return run


def taken(run: Shared) -> str:
    surfaces = run.folder.surfaces()
    secret = surfaces.take("main", by="bea").secret
    surfaces.close()
    return secret


def some_of(files: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for size in range(1, len(files) + 1):
        yield from combinations(files, size)


def put(folder: Path, names: tuple[str, ...], copy: Path | None) -> None:
    """These files, with what SQLite has beside them, as they are in the copy; without one they are deleted."""
    for name in names:
        for path in folder.glob(f"{name}*"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        for path in [] if copy is None else copy.glob(f"{name}*"):
            copied = shutil.copytree if path.is_dir() else shutil.copy
            copied(path, folder / path.name)


def gone_on(run: Shared) -> str:
    """How it ends when it is gone on with, also with an answer; empty: it is refused."""
    other: Shared | None = None
    try:
        other = shared(run.folder.path.parent, run.world, run.folder.name)
        return to_its_end(other, other.running.resume()).status
    except LumosError:
        return ""
    finally:
        if other is not None:
            ended(other)
            other.surfaces.close()


@pytest.mark.parametrize("back", [False, True], ids=["deleted", "put back"])
def test_whatever_of_the_folder_is_lost_the_agent_does_nothing_while_a_person_has_the_screen(tmp_path: Path, back: bool) -> None:
    run = asking(tmp_path)
    before = shutil.copytree(run.folder.path, tmp_path / "before")
    taken(run)
    last = shutil.copytree(run.folder.path, tmp_path / "last")
    committed, reached = run.folder.committed_beside.read_bytes(), list(run.world.reached)
    for names in some_of(FILES):
        put(run.folder.path, names, before if back else None)
        assert gone_on(run) in ("", "paused"), names
        assert run.world.reached == reached, names
        put(run.folder.path, FILES, last)
        run.folder.committed_beside.write_bytes(committed)
    assert gone_on(run) == "paused"


def test_a_whole_folder_that_was_put_back_is_refused(tmp_path: Path) -> None:
    run = asking(tmp_path)
    before = shutil.copytree(run.folder.path, tmp_path / "before")
    other = shared(tmp_path / "runs", run.world, run.folder.name)
    assert to_its_end(other, other.running.resume()).status == "completed"
    ended(other)
    reached = list(run.world.reached)
    shutil.rmtree(run.folder.path)
    shutil.copytree(before, run.folder.path)
    with pytest.raises(DamagedRun, match=r"journal\.jsonl .* kept for sure, are missing"):
        Runs(tmp_path / "runs").open(run.folder.name)
    assert run.world.reached == reached


@pytest.mark.parametrize("names", list(some_of(FILES[:4])), ids="+".join)
def test_files_of_another_run_are_refused(tmp_path: Path, names: tuple[str, ...]) -> None:
    run, other = asking(tmp_path), asking(tmp_path)
    taken(run)
    put(run.folder.path, names, other.folder.path)
    reached = list(run.world.reached)
    assert gone_on(run) in ("", "paused")
    assert run.world.reached == reached


def test_a_copy_is_for_looking_at(tmp_path: Path) -> None:
    run = asking(tmp_path)
    shutil.copytree(run.folder.path, run.folder.path.with_name("copy"))
    with pytest.raises(DamagedRun, match=r"\.copy\.committed .* if it was moved, bring this file along"):
        Runs(run.folder.path.parent).open("copy")
    assert summary_of(Runs(run.folder.path.parent).find("copy")).status == "needs_approval"


def test_a_run_that_was_moved_with_what_stands_beside_it_goes_on(tmp_path: Path) -> None:
    run = asking(tmp_path)
    for path in (run.folder.path, run.folder.committed_beside, run.folder.control_beside, run.folder.seal.path):
        shutil.move(path, tmp_path / path.name)
    moved = shared(tmp_path, run.world, run.folder.name)
    assert to_its_end(moved, moved.running.resume()).status == "completed"
    ended(moved)


@pytest.mark.parametrize("names", list(some_of(("control.sqlite", "control.locks"))), ids="+".join)
@pytest.mark.parametrize("back", [False, True], ids=["deleted", "put back"])
def test_an_agent_whose_control_is_replaced_under_it_does_nothing_more(tmp_path: Path, names: tuple[str, ...], back: bool) -> None:
    run = shared(tmp_path / "runs")
    perform, reached = run.world.perform, run.world.reached
    at_take: list[Any] = []

    def loses_control(action_id: str, action: Any) -> Any:
        delivery = perform(action_id, action)
        if not at_take:
            before = shutil.copytree(run.folder.path, tmp_path / "before")
            put(run.folder.path, names, before if back else None)
            with suppress(DamagedRun):
                taken(run)
            at_take.extend(reached)
        return delivery

    run.world.perform = loses_control  # type: ignore[method-assign]
    with suppress(LumosError):
        assert to_its_end(run, run.running.start()).status in ("paused", "failed")
    assert reached == at_take == ["set_text Name"]
    ended(run)


def test_a_new_run_knows_nothing_of_one_of_its_name_that_was_removed(tmp_path: Path) -> None:
    run = asking(tmp_path)
    run.folder.leave_out(["paper"])
    assert run.folder.whole_task.goal == "Order paper"
    shutil.rmtree(run.folder.path)
    new = Runs(run.folder.path.parent).create(run.services.task.model_copy(update={"goal": "Order pens"}), name=run.folder.name)
    assert new.whole_task.goal == "Order pens"
    assert new.surfaces().lease("main", "agent").held
    new.close()
