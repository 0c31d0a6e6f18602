"""The file in which control is kept: one SQLite database, shared by all processes of a run and by the person's command."""

from __future__ import annotations

import os
import sqlite3
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from lumos_layer.errors import DamagedRun
from lumos_layer.surface.marks import Mark

VERSION = 1
_PATIENCE = 10.0  # seconds that another process may hold the file for one change
_ADDED = "CREATE TABLE IF NOT EXISTS renewed (surface TEXT PRIMARY KEY, epoch INTEGER NOT NULL)"  # no older version minds it
_GONE = "it is missing, and there were records in it of who has the screen"
_EMPTIED = "it is empty, and there were records in it of who has the screen"
_LOST = "its last records are lost: it does not tell who had {surface} in epoch {epoch}"
_FROM_A_COPY = "Put the whole of it back from a copy; without it nobody knows who has the screen, so nothing is done."
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
    what it held."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._one_at_a_time = RLock()
        self.mark = Mark(path)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            if self.mark.tells_of_records():
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
                if self.mark.tells_of_records():
                    raise DamagedRun(str(self.path), _EMPTIED, _FROM_A_COPY)
                for statement in _statements(_SCHEMA):
                    db.execute(statement)
                db.execute(f"PRAGMA user_version = {VERSION}")
            db.execute(_ADDED)
        self._check_kept()

    def _check_kept(self) -> None:
        """Raises DamagedRun where the file tells less than was written down in it."""
        marked = self.mark.epochs()  # never ahead of the file
        rows = self.rows(
            "SELECT surface, COALESCE(MAX(surfaces.epoch), 0), COALESCE(MAX(person_epoch), 0), MAX(history.epoch)"
            " FROM history LEFT JOIN surfaces USING (surface) GROUP BY surface"
        )
        kept = {surface: epoch for surface, epoch, _, _ in rows}
        told = {surface: epoch for surface, _, _, epoch in rows}
        for surface, epoch in (*marked.items(), *told.items()):
            if kept.get(surface, 0) < epoch:
                raise DamagedRun(str(self.path), _LOST.format(surface=surface, epoch=epoch), _FROM_A_COPY)
        self.mark.note({surface: person for surface, _, person, _ in rows if person})

    def close(self) -> None:
        with self._one_at_a_time:
            self._open.close()

    def rows(self, query: str, *values: Any) -> list[sqlite3.Row]:
        """What the query finds in what all processes have written so far."""
        with self._one_at_a_time, self._translated():
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


def _statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one, so that they belong to the transaction that is open."""
    statement = ""
    for line in script.strip().splitlines():
        statement += line + "\n"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
