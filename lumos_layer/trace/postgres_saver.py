"""Checkpoints in a PostgreSQL database: of each graph only the last few, and every word through the serializer."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Self, TypeVar

import psycopg
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.serde.base import SerializerProtocol
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import DictRow, dict_row

from lumos_layer.errors import BadOption, StoreFailed
from lumos_layer.trace.cleaning import Clean
from lumos_layer.trace.serializer import metadata_without

_PATIENCE = 10  # seconds to wait for a connection
_SETTING_UP = 30.0  # seconds to wait for another process that makes the tables
_LOCK = 0x4C554D53  # "LUMS": whoever holds it makes the tables
_MOMENT = 0.05  # seconds
_LINE = """
    WITH RECURSIVE line(id, parent, depth) AS (
        SELECT checkpoint_id, parent_checkpoint_id, 1 FROM checkpoints WHERE thread_id = %(thread)s AND checkpoint_ns = %(ns)s
            AND checkpoint_id = %(id)s
        UNION ALL
        SELECT c.checkpoint_id, c.parent_checkpoint_id, depth + 1 FROM line JOIN checkpoints c ON c.checkpoint_id = line.parent
            WHERE c.thread_id = %(thread)s AND c.checkpoint_ns = %(ns)s AND depth < %(keep)s
    )
"""
_OLD = "thread_id = %(thread)s AND checkpoint_ns = %(ns)s AND checkpoint_id NOT IN (SELECT id FROM line)"
_HELD = """
    SELECT 1 FROM checkpoints c WHERE c.thread_id = b.thread_id AND c.checkpoint_ns = b.checkpoint_ns
        AND c.checkpoint -> 'channel_versions' ->> b.channel = b.version
"""
_PRUNING = (
    f"{_LINE} DELETE FROM checkpoints WHERE {_OLD}",  # noqa: S608 - ours
    f"{_LINE} DELETE FROM checkpoint_writes WHERE {_OLD}",  # noqa: S608 - ours
    f"DELETE FROM checkpoint_blobs b WHERE thread_id = %(thread)s AND checkpoint_ns = %(ns)s AND NOT EXISTS ({_HELD})",  # noqa: S608
)

Connection = psycopg.Connection[DictRow]
_T = TypeVar("_T")


class PostgresCheckpoints(PostgresSaver):
    """LangGraph's PostgreSQL saver with strict values, pruning and this library's errors. `close` it, or use it as a context.

    Made with an address it connects itself, and anew where the line was lost; a connection that is handed over stays its owner's.
    """

    conn: Any

    def __init__(self, database: str | Connection, serde: SerializerProtocol, clean: Clean, keep: int) -> None:
        self._address = database if isinstance(database, str) else None
        self.place = _place(database)
        self._clean, self._keep = clean, max(1, keep)
        self._connecting = threading.Lock()
        super().__init__(self._connected() if isinstance(database, str) else database, serde=serde)
        try:
            self._set_up()
        except BaseException:
            self.close()
            raise

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return self._in_spite_of_a_lost_line(lambda: super(PostgresCheckpoints, self).get_tuple(config))

    def put(
        self, config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata, new_versions: ChannelVersions
    ) -> RunnableConfig:
        said = metadata_without(metadata, self._clean)
        return self._in_spite_of_a_lost_line(lambda: self._put(config, checkpoint, said, new_versions))

    def put_writes(self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = "") -> None:
        put = super().put_writes
        self._in_spite_of_a_lost_line(lambda: put(config, writes, task_id, task_path))

    def close(self) -> None:
        """Let go of the line, if it is its own."""
        if self._address is not None:
            self.conn.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _put(
        self, config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata, new_versions: ChannelVersions
    ) -> RunnableConfig:
        """LangGraph writes words and numbers into the checkpoint as JSON, past the serializer: here they go where all values go."""
        values = checkpoint["channel_values"]
        apart = {name: value for name, value in values.items() if isinstance(value, str | float)}
        place = config["configurable"]
        versions: ChannelVersions = {name: version for name, version in new_versions.items() if name in apart}
        if versions:
            with self._cursor() as cursor:
                blobs = self._dump_blobs(str(place["thread_id"]), place["checkpoint_ns"], apart, versions)
                cursor.executemany(self.UPSERT_CHECKPOINT_BLOBS_SQL, blobs)
        left: Checkpoint = {**checkpoint, "channel_values": {name: each for name, each in values.items() if name not in apart}}
        saved = super().put(config, left, metadata, new_versions)
        self._prune(saved)
        return saved

    def _prune(self, saved: RunnableConfig) -> None:
        """Leave only the checkpoint that was just saved, those that it came from, and what they hold."""
        place = saved["configurable"]
        said = {"thread": str(place["thread_id"]), "ns": place["checkpoint_ns"], "id": place["checkpoint_id"], "keep": self._keep}
        with self._cursor() as cursor, cursor.connection.transaction():
            for each in _PRUNING:
                cursor.execute(each, said)

    def _set_up(self) -> None:
        """Make the tables, one process after the other: who waits inside a statement would hold up the making of an index."""
        until = time.monotonic() + _SETTING_UP
        while not self._asked("SELECT pg_try_advisory_lock(%s) AS said"):
            if time.monotonic() > until:
                raise StoreFailed(self.place, "another process has been making its tables for too long", "Try again later.")
            time.sleep(_MOMENT)
        try:
            self.setup()
        finally:
            with suppress(StoreFailed):
                self._asked("SELECT pg_advisory_unlock(%s) AS said")

    def _asked(self, question: str) -> bool:
        with self._cursor() as cursor:
            found = cursor.execute(question, (_LOCK,)).fetchone()
            return bool(found and found["said"])

    # The line

    def _connected(self) -> Connection:
        with self._explained():
            return psycopg.Connection[DictRow].connect(
                self._address or "", autocommit=True, prepare_threshold=0, row_factory=dict_row, connect_timeout=_PATIENCE
            )

    def _in_spite_of_a_lost_line(self, call: Callable[[], _T]) -> _T:
        """All that is called may be done twice: where the line was lost while nobody used it, it is done over a new one."""
        try:
            return call()
        except StoreFailed:
            if self._address is None or not self.conn.closed:
                raise
            return call()

    @contextmanager
    def _cursor(self, *, pipeline: bool = False) -> Iterator[psycopg.Cursor[DictRow]]:
        with self._connecting:
            if self._address is not None and self.conn.closed:
                self.conn = self._connected()
        with self._explained(), super()._cursor(pipeline=pipeline) as cursor:
            yield cursor

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """What PostgreSQL complains of, as errors of this library."""
        try:
            yield
        except psycopg.Error as problem:
            raise StoreFailed(self.place, _told(problem), _remedy(problem)) from problem


def _place(database: str | Connection) -> str:
    """The database in words, without the password that an address may hold. Raises BadOption for what is no address."""
    try:
        said = conninfo_to_dict(database) if isinstance(database, str) else _parameters(database)
    except psycopg.Error:
        raise BadOption("checkpoints", "an address", "postgresql://USER@HOST:PORT/DATABASE") from None
    where = "".join(
        f" {word} {said[key]}" for key, word in (("dbname", "called"), ("host", "at"), ("port", "port")) if said.get(key)
    )
    return f"The PostgreSQL database{where}"


def _parameters(connection: Connection) -> dict[str, str]:
    """Where a connection leads; empty for a pool of them."""
    info = getattr(connection, "info", None)
    return {} if info is None else info.get_parameters()


def _told(problem: psycopg.Error) -> str:
    return " ".join(str(problem).split()) or type(problem).__name__


def _remedy(problem: psycopg.Error) -> str:
    if isinstance(problem, psycopg.errors.InsufficientPrivilege):
        return "Let its user make tables there once, then go on with the run."
    return "Go on with the run (lumos resume) when it answers again: nothing is done twice."
