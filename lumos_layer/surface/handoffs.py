"""What agents asked people to do, and what became of it: kept for as long as the run is."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from math import inf
from sqlite3 import Connection

from lumos_layer.errors import BadOption
from lumos_layer.perception.text import clean_line
from lumos_layer.surface.leases import Lease
from lumos_layer.surface.records import Control, HandoffRecord, Record
from lumos_layer.surface.store import Store

FIVE_MINUTES = 300.0
_LONGEST = 200  # characters of a reason
_OPEN = "status IN ('pending', 'accepted')"


class Handoffs:
    """The hand-offs of a run. Asking for one makes the surface a person's, who takes it and gives it back."""

    def __init__(self, store: Store, utc: Callable[[], str], changed: Callable[[Connection, Lease, Control, str], Record]) -> None:
        self._store, self._utc, self._changed = store, utc, changed

    def ask(self, lease: Lease, reason: str, seconds: float = FIVE_MINUTES) -> HandoffRecord:
        """Mark the surface as waiting for a person; from here on the agent can neither look nor act.

        Raises BadOption for no reason, no time or one without end, and what `Surfaces.check` raises.
        """
        words = clean_line(reason)[:_LONGEST]
        if not words:
            raise BadOption("reason", reason, "a few words, such as login, password, 2fa or captcha")
        if not 0 < seconds < inf:
            raise BadOption("seconds", seconds, "a time above zero that comes to an end")
        with self._store.change() as db:
            record = self._changed(db, lease, "handoff", f"hand-off: {words}")
            db.execute(f"UPDATE handoffs SET status = 'cancelled', ended_at = ? WHERE surface = ? AND {_OPEN}",  # noqa: S608
                       (self._utc(), lease.surface))  # fmt: skip
            id = f"h{secrets.token_hex(4)}"
            db.execute(
                "INSERT INTO handoffs VALUES (?, ?, ?, ?, 'pending', ?, ?, ?, ?, '', '')",
                (id, lease.surface, lease.agent, words, record.url, record.look, seconds, self._utc()),
            )
        self._store.note_persons()
        return self.find(id)

    def find(self, id: str) -> HandoffRecord:
        """The hand-off of that id. Raises BadOption if there is none."""
        rows = self._store.rows("SELECT * FROM handoffs WHERE id = ?", id)
        if not rows:
            raise BadOption("handoff", id, "the id of a hand-off of this run")
        return HandoffRecord(**dict(rows[0]))

    def all(self, surface: str | None = None) -> tuple[HandoffRecord, ...]:
        """All of a surface, or of the run, oldest first."""
        rows = self._store.rows("SELECT * FROM handoffs WHERE ? IS NULL OR surface = ? ORDER BY rowid", surface, surface)
        return tuple(HandoffRecord(**dict(row)) for row in rows)

    def expire(self, id: str) -> HandoffRecord:
        """The agent waits no longer. The surface stays with the person, who may be at it still."""
        return self._end(id, "expired")

    def cancel(self, id: str) -> HandoffRecord:
        """The agent needs it no more, or its run ends. The surface stays with the person until they give it back."""
        return self._end(id, "cancelled")

    def accept(self, db: Connection, surface: str) -> None:
        """A person has taken the surface, in a change that is open."""
        said = (self._utc(), surface)
        db.execute("UPDATE handoffs SET status = 'accepted', accepted_at = ? WHERE surface = ? AND status = 'pending'", said)

    def complete(self, db: Connection, surface: str) -> None:
        """A person has given it back, in a change that is open."""
        said = (self._utc(), surface)
        db.execute("UPDATE handoffs SET status = 'completed', ended_at = ? WHERE surface = ? AND status = 'accepted'", said)

    def _end(self, id: str, status: str) -> HandoffRecord:
        with self._store.change() as db:
            db.execute(f"UPDATE handoffs SET status = ?, ended_at = ? WHERE id = ? AND {_OPEN}", (status, self._utc(), id))  # noqa: S608
        return self.find(id)
