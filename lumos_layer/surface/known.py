"""Records of surfaces as the file has them, and what they allow an agent."""

from __future__ import annotations

from sqlite3 import Connection

import msgspec
from msgspec.structs import asdict

from lumos_layer.errors import NotOwner, PausedByUser
from lumos_layer.surface.leases import Lease
from lumos_layer.surface.records import Record


def record_of(row: object) -> Record:
    said = dict(row)  # type: ignore[call-overload] # a row of sqlite3 is a mapping to dict
    del said["token"]
    return Record(**said | {"scope": tuple(msgspec.json.decode(said["scope"]))})


def known(db: Connection, surface: str) -> Record:
    """The surface's record, made if it has none; in a change that is open."""
    row = db.execute("SELECT * FROM surfaces WHERE surface = ?", (surface,)).fetchone()
    if row is not None:
        return record_of(row)
    made = asdict(Record(surface=surface)) | {"scope": "[]", "token": ""}
    marks = ", ".join(f":{name}" for name in made)
    db.execute(f"INSERT INTO surfaces ({', '.join(made)}) VALUES ({marks})", made)  # noqa: S608 - names of our own columns
    return Record(surface=surface)


def allow(record: Record, agent: str) -> None:
    """Raises if the agent may not ask for the surface."""
    if record.agent and record.agent != agent:
        raise NotOwner(record.surface, agent, record.agent)
    if record.with_a_person:
        raise PausedByUser(record.surface)


def check(record: Record, lease: Lease) -> None:
    """Raises PausedByUser while a person has the surface, and NotOwner if the lease does not count any more."""
    if record.agent and record.agent != lease.agent:
        raise NotOwner(record.surface, lease.agent, record.agent)
    if record.with_a_person:
        raise PausedByUser(record.surface)
    if record.state != "agent" or record.epoch != lease.epoch or not lease.held:
        raise NotOwner(record.surface, lease.agent)
