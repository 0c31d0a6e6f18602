"""Checkpoints of a run's graph: where they are kept, and what may stand in them.

The journal is the truth; checkpoints say where the graph stands. Whatever saver is used, it gets the serializer of `serializer`:
values come back as what they were, or not at all.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, get_args

from lumos_layer.actions.outcomes import Outcome
from lumos_layer.errors import MissingExtra
from lumos_layer.planning.plan import Plan, Usage
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import Answer, ApprovalRequest, HumanApproval
from lumos_layer.safety.constraints import Constraints
from lumos_layer.safety.decision import Decision
from lumos_layer.trace.cleaning import Clean, as_it_is

if TYPE_CHECKING:
    from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

    from lumos_layer.trace.postgres_saver import Connection, PostgresCheckpoints
    from lumos_layer.trace.sqlite_saver import SqliteCheckpoints

KEPT = 3  # checkpoints of each graph: the latest, and those that it came from

# What may stand in a checkpoint beside the values of JSON. Whoever keeps other types in a graph's state adds them.
TYPES: tuple[type, ...] = (
    Task,
    Constraints,
    Plan,
    Usage,
    Decision,
    ApprovalRequest,
    HumanApproval,
    *get_args(get_args(Answer)[0]),
    *get_args(get_args(Outcome)[0]),
)


def serializer(types: Iterable[type] = (), clean: Clean = as_it_is) -> JsonPlusSerializer:
    """What turns a graph's state into bytes and back, for any saver: `SomeSaver(…, serde=serializer(types))`.

    Only TYPES and `types` come back; anything else, or a value that its own type refuses, raises DamagedRun. `clean` takes out of
    every text what must not be written. Raises MissingExtra where LangGraph is not installed.
    """
    try:
        from lumos_layer.trace.serializer import StrictSerializer
    except ImportError:
        raise MissingExtra("Keeping checkpoints", "run") from None
    return StrictSerializer((*TYPES, *types), clean)


def sqlite_checkpoints(
    path: str | os.PathLike[str],
    types: Iterable[type] = (),
    clean: Clean = as_it_is,
    *,
    keep: int = KEPT,
    durable: bool = False,
    one_at_a_time: bool = False,
) -> SqliteCheckpoints:
    """The checkpoints in a SQLite file, which is made if there is none. Of each graph only the last `keep` stay.

    They survive the death of this process; `durable` also that of the machine, at the cost of an fsync at every write: without it
    the last few may then be missing, and the journal knows more than they do. `one_at_a_time`: the graph never runs two nodes at
    once, so what a node answers is kept in the checkpoint that it leads to, and not by itself before that; a node that was killed
    in between runs again. Raises DamagedRun for a file that is damaged or of another version, RunBusy for one that another process
    holds, and MissingExtra.
    """
    try:
        from lumos_layer.trace.sqlite_saver import SqliteCheckpoints
    except ImportError:
        raise MissingExtra("Keeping checkpoints", "run") from None
    return SqliteCheckpoints(path, serializer(types, clean), clean, keep, durable, one_at_a_time)


def postgres_checkpoints(
    database: str | Connection, types: Iterable[type] = (), clean: Clean = as_it_is, *, keep: int = KEPT
) -> PostgresCheckpoints:
    """The checkpoints in a PostgreSQL database that several machines share. Of each graph only the last `keep` stay.

    `database` is an address (`postgresql://USER@HOST:PORT/DATABASE`), or a psycopg connection (autocommit, dict rows) that stays
    its owner's; over an address a line that was lost is made anew. The tables are made where they are missing. Raises StoreFailed
    where the database does not answer or refuses, BadOption for what is no address, and MissingExtra.
    """
    try:
        from lumos_layer.trace.postgres_saver import PostgresCheckpoints
    except ImportError:
        raise MissingExtra("Keeping checkpoints in PostgreSQL", "postgres") from None
    return PostgresCheckpoints(database, serializer(types, clean), clean, keep)
