"""The file in which control is kept: one SQLite database, shared by all processes of a run and by the person's command."""

from __future__ import annotations

import os
import secrets
import sqlite3
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from lumos_layer.errors import DamagedRun
from lumos_layer.surface.marks import Known, Mark

VERSION = 1
_PATIENCE = 10.0  # seconds that another process may hold the file for one change
_ADDED = (  # no older version minds them
    "CREATE TABLE IF NOT EXISTS renewed (surface TEXT PRIMARY KEY, epoch INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS identity (id TEXT NOT NULL)",
)
_GONE = "it is missing, and there were records in it of who has the screen"
_EMPTIED = "it is empty, and there were records in it of who has the screen"
_LOST = "its last records are lost: it does not tell who had {surface} in epoch {epoch}"
_ANOTHER = "it is not the file of control that belongs here, but that of another run or one that was made anew"
_CHANGED = "it contradicts its own history of {surface}"
_REPLACED = "it was deleted or replaced while it was in use"
_NO_MARK = "it is missing, so nobody knows whether {path} has lost records of who has the screen"
_FROM_A_COPY = "Put the whole of it back as it was last; without it nobody knows who has the screen, so nothing is done."
_NEWER = "it was written by a later version of lumos_layer ({found}; this one knows {known})"
_SCHEMA = """
CREATE TABLE surfaces (
    surface TEXT PRIMARY KEY, state TEXT NOT NULL, operator TEXT NOT NULL, agent TEXT NOT NULL, profile TEXT NOT NULL,
    scope TEXT NOT NULL, epoch INTEGER NOT NULL, person_epoch INTEGER NOT NULL, url TEXT NOT NULL, look TEXT NOT NULL,
    at TEXT NOT NULL, token TEXT NOT NULL
);
CREATE TABLE history (
    n INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, surface TEXT NOT NULL, actor TEXT NOT NULL, was TEXT NOT NULL,
    became TEXT NOT NULL, epoch INTEGER NOT NULL, reason TEXT NOT NULL
);
CREATE TRIGGER history_stays BEFORE UPDATE ON history BEGIN SELECT RAISE(ABORT, 'the history of control is only added to'); END;
CREATE TRIGGER history_is_kept BEFORE DELETE ON history BEGIN SELECT RAISE(ABORT, 'the history of control is only added to'); END;
CREATE TRIGGER epochs_grow BEFORE UPDATE OF epoch ON surfaces WHEN NEW.epoch < OLD.epoch
    BEGIN SELECT RAISE(ABORT, 'an epoch never shrinks'); END;
CREATE TABLE acts (
    n INTEGER PRIMARY KEY AUTOINCREMENT, surface TEXT NOT NULL, action_id TEXT NOT NULL, epoch INTEGER NOT NULL, state TEXT NOT NULL
);
CREATE INDEX acts_under_way ON acts (surface, state);
CREATE TABLE waiting (n INTEGER PRIMARY KEY AUTOINCREMENT, surface TEXT NOT NULL, agent TEXT NOT NULL);
CREATE TABLE profiles (profile TEXT PRIMARY KEY, agent TEXT NOT NULL);
CREATE TABLE handoffs (
    id TEXT PRIMARY KEY, surface TEXT NOT NULL, agent TEXT NOT NULL, reason TEXT NOT NULL, status TEXT NOT NULL, url TEXT NOT NULL,
    look TEXT NOT NULL, seconds REAL NOT NULL, asked_at TEXT NOT NULL, accepted_at TEXT NOT NULL, ended_at TEXT NOT NULL
);
CREATE TABLE imports (
    id TEXT PRIMARY KEY, surface TEXT NOT NULL, agent TEXT NOT NULL, profile TEXT NOT NULL, source TEXT NOT NULL,
    domain TEXT NOT NULL, domains INTEGER NOT NULL, status TEXT NOT NULL, by TEXT NOT NULL, asked_at TEXT NOT NULL,
    answered_at TEXT NOT NULL
);
"""


class Store:
    """The database at `path`, made if there never was one. Raises DamagedRun if the file is none, of a later version, or has lost
    what it held: less than the file `mark` says was in it, or than is `told` elsewhere (the epochs of surfaces).
    """

    def __init__(self, path: Path, mark: Path | None = None, told: Known | None = None) -> None:
        self.path = path
        self._one_at_a_time = RLock()
        self._mark, self._told = Mark(mark or path.with_suffix(".mark")), told
        self._files: tuple[object, ...] = ()
        self._paths = [f"{path}{ending}" for ending in ("", "-wal", "-shm")]
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        had_records = self._had_records()  # asked first: another process may be making the file
        if not path.exists():
            if had_records:
                raise DamagedRun(str(path), _GONE, _FROM_A_COPY)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        try:
            self._open = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        except sqlite3.DatabaseError as problem:
            raise DamagedRun(str(path), str(problem)) from problem
        weakref.finalize(self, self._open.close)
        self._open.row_factory = sqlite3.Row
        try:
            self._prepare()
        except BaseException:
            self._open.close()
            raise

    @property
    def id(self) -> str:
        """What tells this file from those of other runs, and from one that was made anew."""
        return str(self.rows("SELECT id FROM identity")[0][0])

    def _had_records(self) -> bool:
        return self._told is not None or self._mark.path.exists() or self.path.with_suffix(".locks").exists()

    def _prepare(self) -> None:
        with self._translated():
            self._open.execute("PRAGMA journal_mode=WAL")
        begun = bool(self.rows("PRAGMA user_version")[0][0])
        with self.change(lasting=not begun) as db:
            found = db.execute("PRAGMA user_version").fetchone()[0]
            if found > VERSION:
                remedy = "Go on with it in that version."
                raise DamagedRun(str(self.path), _NEWER.format(found=found, known=VERSION), remedy)
            if not found:
                if self._had_records():
                    raise DamagedRun(str(self.path), _EMPTIED, _FROM_A_COPY)
                for statement in _statements(_SCHEMA):
                    db.execute(statement)
                db.execute(f"PRAGMA user_version = {VERSION}")
            for statement in _ADDED:
                db.execute(statement)
            db.execute("INSERT INTO identity SELECT ? WHERE NOT EXISTS (SELECT 1 FROM identity)", (secrets.token_hex(8),))
        self._files = self._on_disk()
        self._check_kept()

    def _check_kept(self) -> None:
        """Raises DamagedRun where the file tells less, or something else, than was written down in it."""
        with self.change(lasting=False) as db:
            (id,) = db.execute("SELECT id FROM identity").fetchone()
            told, marked = self._told or Known(store=id), self._mark.read()
            if {told.store, id if marked is None else marked.store} != {id}:
                raise DamagedRun(str(self.path), _ANOTHER, _FROM_A_COPY)
            found = _found(db)
            for surface, (_, _, consistent) in found.items():
                if not consistent:
                    raise DamagedRun(str(self.path), _CHANGED.format(surface=surface), _FROM_A_COPY)
            if marked is None and found:
                raise DamagedRun(str(self._mark.path), _NO_MARK.format(path=self.path), _FROM_A_COPY)
            for at, epochs in ((0, told.epochs), (1, {} if marked is None else marked.epochs)):
                for surface, epoch in epochs.items():
                    if found.get(surface, (0, 0, True))[at] < epoch:
                        raise DamagedRun(str(self.path), _LOST.format(surface=surface, epoch=epoch), _FROM_A_COPY)
            self._note(db)

    def note_persons(self) -> None:
        """Write into the mark in which epochs persons have had the surfaces; what is noted is kept in the file for sure."""
        with self.change() as db:
            self._note(db)

    def _note(self, db: sqlite3.Connection) -> None:
        (id,) = db.execute("SELECT id FROM identity").fetchone()
        known = Known(store=id, epochs={surface: person for surface, (_, person, _) in _found(db).items() if person})
        if self._mark.read() != known:
            self._mark.write(known)

    def _on_disk(self) -> tuple[object, ...]:
        """Which files are there now: what is read from others than those that were opened is not what persons have written."""
        try:
            found = [os.stat(path) for path in self._paths]  # noqa: PTH116 - before every act, several times
        except FileNotFoundError:
            return ("gone",)
        return tuple((each.st_dev, each.st_ino) for each in found)

    def _check_in_place(self) -> None:
        if self._files and self._files != self._on_disk():
            raise DamagedRun(str(self.path), _REPLACED, _FROM_A_COPY)

    def close(self) -> None:
        with self._one_at_a_time:
            self._open.close()

    def rows(self, query: str, *values: Any) -> list[sqlite3.Row]:
        """What the query finds in what all processes have written so far."""
        with self._one_at_a_time, self._translated():
            self._check_in_place()
            return self._open.execute(query, values).fetchall()

    @contextmanager
    def change(self, *, lasting: bool = True) -> Iterator[sqlite3.Connection]:
        """Change the file as a whole, or not at all: nobody else changes it meanwhile, and what is read here stays true.

        Any change outlives this process; a `lasting` one also a loss of power.
        """
        with self._one_at_a_time, self._translated():
            self._open.execute(f"PRAGMA synchronous={'FULL' if lasting else 'NORMAL'}")
            self._open.execute("BEGIN IMMEDIATE")
            try:
                self._check_in_place()
                yield self._open
            except BaseException:
                if self._open.in_transaction:  # where the disk is full SQLite has done so itself
                    self._open.execute("ROLLBACK")
                raise
            self._open.execute("COMMIT")

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as problem:
            remedy = "See that the disk has room, that the file may be written, and that no other program holds it; try again."
            raise DamagedRun(str(self.path), str(problem), remedy) from problem
        except sqlite3.DatabaseError as problem:
            raise DamagedRun(str(self.path), str(problem)) from problem


def _found(db: sqlite3.Connection) -> dict[str, tuple[int, int, bool]]:
    """Of each surface the last epoch, the last one of a person, and whether its record is what its history came to."""
    kept = {row["surface"]: row for row in db.execute("SELECT surface, state, epoch, person_epoch FROM surfaces")}
    history = db.execute(
        "SELECT surface, became, epoch, (SELECT COALESCE(MAX(epoch), 0) FROM history AS theirs"
        " WHERE theirs.surface = history.surface AND became IN ('handoff', 'user')) AS person"
        " FROM history WHERE n IN (SELECT MAX(n) FROM history GROUP BY surface)"
    )
    found = {}
    for row in history:
        now = kept.pop(row["surface"], None)
        told = (row["became"], row["epoch"], row["person"])
        same = now is not None and (now["state"], now["epoch"], now["person_epoch"]) == told
        found[row["surface"]] = row["epoch"], row["person"], same
    return found | {surface: (row["epoch"], row["person_epoch"], False) for surface, row in kept.items() if row["epoch"]}


def _statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one, so that they belong to the transaction that is open."""
    statement = ""
    for line in script.strip().splitlines():
        statement += line + "\n"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
