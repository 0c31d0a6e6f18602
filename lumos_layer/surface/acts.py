"""What agents do, written down at the moment when it takes effect; a person's take comes before or after it, never in between."""

from __future__ import annotations

from sqlite3 import Connection

from lumos_layer.errors import AbortedByUser
from lumos_layer.surface.known import check, known
from lumos_layer.surface.leases import Lease
from lumos_layer.surface.store import Store


class Acts:
    """The acts of a run. Each is `queued` or not, then `landing`, then `done`, `refused`, `broken` or `unknown`; or `cancelled`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def queue(self, lease: Lease, action_id: str) -> int:
        """Write down that an act waits for its turn; a person's take cancels it for good."""
        with self._store.change(lasting=False) as db:
            check(known(db, lease.surface), lease)
            return _note(db, lease, action_id, "queued")

    def begin(self, lease: Lease, action_id: str, queued: int = 0) -> int:
        """Write down that an act takes effect from here on. Raises AbortedByUser if a person came first: then it must not."""
        with self._store.change(lasting=False) as db:
            record = known(db, lease.surface)
            if record.with_a_person or record.person_epoch > lease.epoch or (queued and not _is_queued(db, queued)):
                raise AbortedByUser(lease.surface)
            check(record, lease)
            if queued:
                db.execute("UPDATE acts SET state = 'landing' WHERE n = ?", (queued,))
                return queued
            return _note(db, lease, action_id, "landing")

    def end(self, n: int, state: str = "done") -> None:
        """Write down that an act has taken effect, or, as `refused` or `broken`, that it did not or nobody knows."""
        with self._store.change(lasting=False) as db:
            db.execute("UPDATE acts SET state = ? WHERE n = ? AND state IN ('landing', 'queued')", (state, n))

    def of(self, surface: str) -> tuple[tuple[str, int, str], ...]:
        """Of each act its id, the epoch it belongs to, and what became of it, in the order in which they came."""
        rows = self._store.rows("SELECT action_id, epoch, state FROM acts WHERE surface = ? ORDER BY n", surface)
        return tuple((row["action_id"], row["epoch"], row["state"]) for row in rows)


def _note(db: Connection, lease: Lease, action_id: str, state: str) -> int:
    words = (lease.surface, action_id, lease.epoch, state)
    return db.execute("INSERT INTO acts (surface, action_id, epoch, state) VALUES (?, ?, ?, ?)", words).lastrowid or 0


def _is_queued(db: Connection, n: int) -> bool:
    return db.execute("SELECT 1 FROM acts WHERE n = ? AND state = 'queued'", (n,)).fetchone() is not None


def cancel_queued(db: Connection, surface: str) -> tuple[str, ...]:
    """Those that wait for their turn will not be done; their ids."""
    rows = db.execute("SELECT action_id FROM acts WHERE surface = ? AND state = 'queued' ORDER BY n", (surface,)).fetchall()
    db.execute("UPDATE acts SET state = 'cancelled' WHERE surface = ? AND state = 'queued'", (surface,))
    return tuple(row["action_id"] for row in rows)


def end_all(db: Connection, surface: str) -> None:
    """Acts of a process that has ended: of what was landing nobody knows whether it arrived."""
    db.execute("UPDATE acts SET state = 'unknown' WHERE surface = ? AND state = 'landing'", (surface,))
    db.execute("UPDATE acts SET state = 'cancelled' WHERE surface = ? AND state = 'queued'", (surface,))
