"""Control whose file was emptied, deleted or put back: nobody gets a surface by the loss of who had it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from lumos_layer.errors import DamagedRun, PausedByUser
from lumos_layer.surface import Surfaces
from lumos_layer.surface.marks import Known


def taken(folder: Path) -> Path:
    """The file of a run whose screen a person has, and whose processes have ended."""
    path = folder / "control.sqlite"
    surfaces = Surfaces(path)
    surfaces.lease("main", "lumos").unlock()
    surfaces.take("main")
    surfaces.close()
    return path


def emptied(path: Path) -> None:
    for beside in path.parent.glob("control.sqlite-*"):
        beside.unlink()
    path.write_bytes(b"")


def deleted(path: Path) -> None:
    emptied(path)
    path.unlink()


def made_new(path: Path) -> None:
    deleted(path)
    sqlite3.connect(path).close()


def without_its_rows(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM surfaces")


def without_all_rows(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("DROP TRIGGER history_is_kept")
        db.execute("DELETE FROM surfaces")
        db.execute("DELETE FROM history")


def without_its_tables(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("DROP TABLE surfaces")


def given_back_by_hand(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("DROP TRIGGER epochs_grow")
        db.execute("UPDATE surfaces SET state = 'idle', epoch = 1")


def given_back_by_a_word(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("UPDATE surfaces SET state = 'idle'")


def without_its_mark(path: Path) -> None:
    path.with_suffix(".mark").unlink()


def of_another_run(path: Path) -> None:
    other = path.parent / "other" / path.name
    surfaces = Surfaces(other)
    for _ in range(3):
        surfaces.return_("main", surfaces.take("main"))
    surfaces.close()
    emptied(path)
    shutil.copy(other, path)


def deleted_with_all_that_stands_beside_it(path: Path) -> None:
    deleted(path)
    shutil.rmtree(path.with_suffix(".locks"))
    path.with_suffix(".mark").write_bytes(b"")


LOSSES = [
    emptied,
    deleted,
    made_new,
    without_its_rows,
    without_all_rows,
    without_its_tables,
    given_back_by_hand,
    given_back_by_a_word,
    without_its_mark,
    of_another_run,
    deleted_with_all_that_stands_beside_it,
]


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.__name__)
def test_a_file_of_control_that_has_lost_its_records_gives_nobody_a_surface(tmp_path: Path, loss: Callable[[Path], None]) -> None:
    path = taken(tmp_path)
    loss(path)
    for _ in range(2):  # also the second time: nothing is made anew meanwhile
        with pytest.raises(DamagedRun, match=r"control\.sqlite"):
            Surfaces(path)


def test_a_copy_from_before_the_last_take_gives_nobody_a_surface(tmp_path: Path) -> None:
    path = tmp_path / "control.sqlite"
    surfaces = Surfaces(path)
    surfaces.lease("main", "lumos").unlock()
    surfaces.close()
    shutil.copy(path, tmp_path / "copy")
    surfaces = Surfaces(path)
    surfaces.take("main")
    surfaces.close()
    emptied(path)
    shutil.copy(tmp_path / "copy", path)
    with pytest.raises(DamagedRun, match="who had main in epoch 2"):
        Surfaces(path)


def test_what_waits_for_a_person_is_not_lost_with_a_copy_from_before(tmp_path: Path) -> None:
    path = tmp_path / "control.sqlite"
    surfaces = Surfaces(path)
    lease = surfaces.lease("main", "lumos")
    surfaces.close()
    shutil.copy(path, tmp_path / "copy")
    surfaces = Surfaces(path)
    surfaces.handoffs.ask(lease, "login")
    lease.unlock()
    surfaces.close()
    emptied(path)
    shutil.copy(tmp_path / "copy", path)
    with pytest.raises(DamagedRun, match=r"control\.sqlite"):
        Surfaces(path)


def test_a_file_that_is_all_there_is_gone_on_with(tmp_path: Path) -> None:
    path = taken(tmp_path)
    surfaces = Surfaces(path)
    with pytest.raises(PausedByUser):
        surfaces.lease("main", "lumos")
    token = surfaces.take("main")
    surfaces.return_("main", token)
    surfaces.close()
    assert Surfaces(path).lease("main", "lumos").held


def test_an_empty_file_that_never_had_records_is_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "control.sqlite"
    path.touch()
    assert Surfaces(path).lease("main", "lumos").held


@pytest.mark.parametrize("loss", [emptied, deleted, made_new, of_another_run], ids=lambda loss: loss.__name__)
def test_who_uses_a_file_of_control_that_is_replaced_reads_nothing_of_it_any_more(
    tmp_path: Path, loss: Callable[[Path], None]
) -> None:
    path = tmp_path / "control.sqlite"
    surfaces = Surfaces(path)
    lease = surfaces.lease("main", "lumos")
    loss(path)
    with pytest.raises(DamagedRun, match="deleted or replaced while it was in use"):
        lease.check()
    lease.release()  # which needs no file
    assert not lease.held


def test_what_others_know_of_a_file_of_control_is_held_against_it(tmp_path: Path) -> None:
    path = tmp_path / "control.sqlite"
    surfaces = Surfaces(path)
    surfaces.lease("main", "lumos").release()
    id = surfaces.id
    surfaces.close()
    Surfaces(path, told=Known(store=id, epochs={"main": 2})).close()
    with pytest.raises(DamagedRun, match="who had main in epoch 3"):
        Surfaces(path, told=Known(store=id, epochs={"main": 3}))
    with pytest.raises(DamagedRun, match="that of another run"):
        Surfaces(path, told=Known(store="another"))
    with pytest.raises(DamagedRun, match="it is missing"):
        Surfaces(tmp_path / "new" / "control.sqlite", told=Known(store=id))
