"""What sessions agents asked to have imported, and what people answered. Of the sessions themselves nothing is kept here."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from typing import Literal

from lumos_layer.errors import ApprovalRefused, BadOption
from lumos_layer.perception.text import clean_line
from lumos_layer.surface.leases import Lease
from lumos_layer.surface.records import ImportRecord, Record
from lumos_layer.surface.store import Store

_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_DOMAIN = re.compile(rf"(?:{_LABEL}\.)+{_LABEL}|localhost").fullmatch
_WANTED = "the name of one domain, such as shop.example: no address, no pattern and no list"
_LONGEST = 120  # characters of a source's name


def shown(source: str) -> str:
    """The name of a source as a person is shown it."""
    return clean_line(source)[:_LONGEST]


class Imports:
    """The imports of a run: each is asked for by an agent, answered once by a person, and done once."""

    def __init__(self, store: Store, utc: Callable[[], str], status: Callable[[str], Record]) -> None:
        self._store, self._utc, self._status = store, utc, status

    def ask(self, lease: Lease, source: str, domain: str, domains: int) -> ImportRecord:
        """Ask a person whether the cookies of one domain may go from the source into the profile of this surface.

        `domains` is of how many domains the source has any. Raises BadOption for what is no one domain, or outside of the
        surface's scope, and NotOwner without a lease.
        """
        record, name = self._status(lease.surface), domain.strip().casefold().rstrip(".")
        lease.check()
        if not _DOMAIN(name):
            raise BadOption("domain", domain, _WANTED)
        if record.scope and not any(name == each or name.endswith(f".{each}") for each in record.scope):
            raise BadOption("domain", domain, f"one in the scope of the surface: {', '.join(record.scope)}")
        id = f"i{secrets.token_hex(4)}"
        words = (id, lease.surface, lease.agent, record.profile, shown(source), name, domains, self._utc())
        with self._store.change() as db:
            db.execute("INSERT INTO imports VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', '', ?, '')", words)
        return self.find(id)

    def find(self, id: str) -> ImportRecord:
        """The import of that id. Raises ApprovalRefused if there is none."""
        rows = self._store.rows("SELECT * FROM imports WHERE id = ?", id)
        if not rows:
            raise ApprovalRefused(id, "no import of this id was asked for.")
        return ImportRecord(**dict(rows[0]))

    def all(self) -> tuple[ImportRecord, ...]:
        """All that were asked for, oldest first."""
        return tuple(ImportRecord(**dict(row)) for row in self._store.rows("SELECT * FROM imports ORDER BY rowid"))

    def answer(self, id: str, answer: Literal["approved", "denied"], by: str = "user") -> ImportRecord:
        """A person's answer, which is given once. Raises ApprovalRefused."""
        return self._pass(id, "pending", answer, "it was answered before.", by)

    def use(self, id: str) -> ImportRecord:
        """Use up the approval, right before the import. Raises ApprovalRefused if there is none, or it was used."""
        return self._pass(id, "approved", "used", "no person has approved it, or it was done before.", None)

    def _pass(self, id: str, was: str, becomes: str, problem: str, by: str | None) -> ImportRecord:
        known = self.find(id)
        with self._store.change() as db:
            changed = db.execute(
                "UPDATE imports SET status = ?, by = ?, answered_at = ? WHERE id = ? AND status = ?",
                (becomes, known.by if by is None else by, self._utc(), id, was),
            )
            if not changed.rowcount:
                raise ApprovalRefused(id, problem)
        return self.find(id)
