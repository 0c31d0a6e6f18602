"""Control whose file was emptied, deleted or put back: nobody gets a surface by the loss of who had it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from lumos_layer.errors import DamagedRun, PausedByUser
from lumos_layer.surface import Surfaces


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


LOSSES = [emptied, deleted, made_new, without_its_rows, without_all_rows, without_its_tables, given_back_by_hand]


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
