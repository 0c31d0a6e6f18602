"""Checkpoints in a SQLite file: of each graph only the last few, so that a step costs the same however long a run gets."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import WRITES_IDX_MAP, ChannelVersions, Checkpoint, CheckpointMetadata
from langgraph.checkpoint.serde.base import SerializerProtocol
from langgraph.checkpoint.sqlite import SqliteSaver

from lumos_layer.errors import DamagedRun, RunBusy, StoreFailed
from lumos_layer.trace.cleaning import Clean
from lumos_layer.trace.private_files import keep_folder
from lumos_layer.trace.serializer import metadata_without

VERSION = 1
_APPLICATION = 0x4C554D53  # "LUMS", by which the file is known as ours
_PATIENCE = 5.0  # seconds to wait for a file that is locked
_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
# The file is as it was; its disk, folder or rights are at fault. https://www.sqlite.org/rescode.html
_UNKEPT = (
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
)  # fmt: skip
_FROM = """
    WITH RECURSIVE line(id, parent, depth) AS (
        SELECT checkpoint_id, parent_checkpoint_id, 1 FROM checkpoints WHERE thread_id = :thread AND checkpoint_ns = :ns
            AND checkpoint_id = :id
        UNION ALL
        SELECT c.checkpoint_id, c.parent_checkpoint_id, depth + 1 FROM line CROSS JOIN checkpoints c
            ON c.checkpoint_id = line.parent WHERE c.thread_id = :thread AND c.checkpoint_ns = :ns AND depth < :keep
    )
"""
_PRUNE = f"""{_FROM} DELETE FROM checkpoints
    WHERE thread_id = :thread AND checkpoint_ns = :ns AND checkpoint_id NOT IN (SELECT id FROM line)
"""  # noqa: S608 - ours
# Where nothing waits for checkpoints to be saved, what a node writes may come before the checkpoint that it belongs to: that stays.
_PRUNE_WRITES = f"""{_FROM} DELETE FROM writes
    WHERE thread_id = :thread AND checkpoint_ns = :ns AND checkpoint_id NOT IN (SELECT id FROM line)
    AND (checkpoint_id < :id OR checkpoint_id IN
        (SELECT checkpoint_id FROM checkpoints WHERE thread_id = :thread AND checkpoint_ns = :ns))
"""  # noqa: S608 - ours


class SqliteCheckpoints(SqliteSaver):
    """LangGraph's SQLite saver with strict values, pruning and this library's errors. `close` it, or use it as a context."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        serde: SerializerProtocol,
        clean: Clean,
        keep: int,
        durable: bool = False,
        one_at_a_time: bool = False,
    ) -> None:
        self.path = Path(path)
        self._clean, self._keep, self._one_at_a_time = clean, max(1, keep), one_at_a_time
        self._settled, self._unsettled = False, False
        self._saving = threading.local()  # `place`: where a checkpoint is being put
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        connection = sqlite3.connect(self.path, check_same_thread=False, timeout=_PATIENCE)
        super().__init__(connection, serde=serde)
        try:
            with self._explained():
                fresh = self._is_fresh()
                if not fresh:
                    self._check()
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
                if fresh:
                    connection.execute(f"PRAGMA application_id = {_APPLICATION}")
                    connection.execute(f"PRAGMA user_version = {VERSION}")
                self.setup()
        except BaseException:
            connection.close()
            raise

    def put(
        self, config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata, new_versions: ChannelVersions
    ) -> RunnableConfig:
        said = metadata_without(metadata, self._clean)
        self._saving.place = {
            "thread": str(config["configurable"]["thread_id"]),
            "ns": config["configurable"]["checkpoint_ns"],
            "id": checkpoint["id"],
            "keep": self._keep,
        }
        try:
            put = super().put(config, checkpoint, said, new_versions)
        finally:
            self._saving.place = None
        self._unsettled = True
        if not self._settled:
            self.settle()  # so that of every process there is one checkpoint at least
        return put

    def settle(self) -> None:
        """Return when all checkpoints so far survive also the death of the machine. Raises StoreFailed."""
        if not self._unsettled:
            return
        self._unsettled = False
        try:
            with Path(f"{self.path}-wal").open("rb") as file:
                os.fdatasync(file.fileno())
            if not self._settled:
                keep_folder(self.path.parent)
        except FileNotFoundError:
            return  # SQLite has taken all of it over into the file itself
        except OSError as problem:
            raise StoreFailed(str(self.path), problem.strerror or str(problem)) from problem
        self._settled = True

    def put_writes(self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = "") -> None:
        if self._one_at_a_time:
            writes = [each for each in writes if each[0] in WRITES_IDX_MAP]
        if writes:
            super().put_writes(config, writes, task_id, task_path)

    @contextmanager
    def cursor(self, transaction: bool = True) -> Iterator[sqlite3.Cursor]:
        """LangGraph's cursor; what is saved and what gives way to it are one transaction."""
        with self._explained(), super().cursor(transaction) as cursor:
            yield cursor
            if (place := getattr(self._saving, "place", None)) is not None:
                self._prune(cursor, place)

    def close(self) -> None:
        self.conn.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _prune(self, cursor: sqlite3.Cursor, place: dict[str, Any]) -> None:
        """Leave only the checkpoint that was just saved and those that it came from.

        Its id need not be the largest: ids follow the clock, and another process may have had a clock that was ahead.
        """
        for statement in (_PRUNE_WRITES, _PRUNE):
            cursor.execute(statement, place)

    def _is_fresh(self) -> bool:
        """True for a new file, and for one whose maker was killed before anything stood in it."""
        (tables,) = self.conn.execute("SELECT count(*) FROM sqlite_master").fetchone()
        (application,) = self.conn.execute("PRAGMA application_id").fetchone()
        (version,) = self.conn.execute("PRAGMA user_version").fetchone()
        return not tables and (application, version) in ((0, 0), (_APPLICATION, 0))

    def _check(self) -> None:
        """Raises DamagedRun unless the file is a whole store of this version."""
        (application,) = self.conn.execute("PRAGMA application_id").fetchone()
        (version,) = self.conn.execute("PRAGMA user_version").fetchone()
        if application != _APPLICATION:
            raise DamagedRun(str(self.path), "it is no store of checkpoints that lumos_layer made")
        if version != VERSION:
            when = "a later" if version > VERSION else "an earlier"
            raise DamagedRun(
                str(self.path),
                f"{when} version of lumos_layer wrote it (format {version}, known {VERSION})",
                "Go on with that version, or begin a new run.",
            )
        (found,) = self.conn.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise DamagedRun(str(self.path), f"it is damaged ({found})")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """What SQLite complains of, as errors of this library."""
        try:
            yield
        except sqlite3.DatabaseError as problem:
            code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
            if code in _LOCKED:
                raise RunBusy(str(self.path)) from problem
            if code in _UNKEPT:
                raise StoreFailed(str(self.path), f"SQLite says: {problem}") from problem
            raise DamagedRun(str(self.path), f"SQLite says: {problem}") from problem
