"""Who has which surface: the one place in which control changes, shared by all processes over one file."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from sqlite3 import Connection

import msgspec
from msgspec.structs import asdict, replace

from lumos_layer.environments.clock import Clock, SystemClock
from lumos_layer.errors import DamagedRun, NotOwner, PausedByUser, ReturnRefused
from lumos_layer.perception.text import clean_line
from lumos_layer.surface.acts import Acts, cancel_queued, end_all
from lumos_layer.surface.addresses import bare
from lumos_layer.surface.handoffs import Handoffs
from lumos_layer.surface.imports import Imports
from lumos_layer.surface.known import allow, check, known, record_of
from lumos_layer.surface.leases import Lease, Locks
from lumos_layer.surface.locks import Turn
from lumos_layer.surface.marks import Known
from lumos_layer.surface.records import Control, Entry, Record, Token
from lumos_layer.surface.store import Store

_LONGEST = 200  # characters of a reason
_LANDING = 5.0  # seconds that a take waits for an act that has begun to take effect
_PAUSE = 0.05  # seconds between two tries to get a lease


def _utc() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Surfaces:
    """The surfaces of a run, in a file that the agent's process and a person's command open alike.

    `claims` is a folder in which all runs of a machine say what they drive, so that no two drive one thing. `mark` is a file that
    says in which epochs persons have had the surfaces, by default one beside `path`, and `told` what others know of the file: it
    is refused where it has lost any of that. `clean` takes out of texts what must not be written down. `utc` tells the time that
    is written down; no time ever changes who has a surface. Raises DamagedRun if the file cannot be used.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        claims: str | os.PathLike[str] | None = None,
        mark: str | os.PathLike[str] | None = None,
        told: Known | None = None,
        clean: Callable[[str], str] = str,
        utc: Callable[[], str] = _utc,
    ) -> None:
        self.path = Path(path)
        self._store = Store(self.path, None if mark is None else Path(mark), told)
        self._utc, self._clean = utc, clean
        self._locks = Locks(self.path.with_suffix(".locks"), None if claims is None else Path(claims))
        self.acts = Acts(self._store)
        self.handoffs = Handoffs(self._store, utc, self._changed)
        self.imports = Imports(self._store, utc, self.status)

    def close(self) -> None:
        """Let go of the file. Leases end with their own `release`, or with the process."""
        self._store.close()

    @property
    def id(self) -> str:
        """What tells the file from those of other runs."""
        return self._store.id

    # What is so

    def status(self, surface: str) -> Record:
        """How it stands with the surface; one never heard of is idle, and nobody's."""
        rows = self._store.rows("SELECT * FROM surfaces WHERE surface = ?", surface)
        return record_of(rows[0]) if rows else Record(surface=surface)

    def all(self) -> tuple[Record, ...]:
        """All surfaces that anybody has had."""
        return tuple(map(record_of, self._store.rows("SELECT * FROM surfaces ORDER BY rowid")))

    def history(self, surface: str | None = None) -> tuple[Entry, ...]:
        """Every change of control so far, oldest first (A36)."""
        rows = self._store.rows("SELECT * FROM history WHERE ? IS NULL OR surface = ? ORDER BY n", surface, surface)
        return tuple(Entry(**dict(row)) for row in rows)

    def renewed(self, surface: str) -> int:
        """The last epoch of a person after which all refs were made stale for good; 0: there was none."""
        rows = self._store.rows("SELECT epoch FROM renewed WHERE surface = ?", surface)
        return int(rows[0][0]) if rows else 0

    def note_renewed(self, surface: str, epoch: int) -> None:
        """Take note that all refs were made stale after this epoch, in what outlives this process."""
        with self._store.change() as db:
            db.execute("INSERT OR REPLACE INTO renewed VALUES (?, ?)", (surface, epoch))

    def seconds_since(self, at: str) -> float:
        """The seconds since a time that was written down here; 0 if it lies ahead, as after a clock was set back."""
        return max(0.0, (datetime.fromisoformat(self._utc()) - datetime.fromisoformat(at)).total_seconds())

    # The agent's side

    def lease(
        self,
        surface: str,
        agent: str,
        *,
        profile: str = "",
        scope: Sequence[str] = (),
        address: str = "",
        wait: float = 0.0,
        clock: Clock | None = None,
    ) -> Lease:
        """The right of the agent to look at the surface and to act on it, as long as nothing takes it away.

        `profile` is what holds its cookies, by default one of the agent's own. `address` is what tells the real thing from all
        others on this machine, where several runs could get at it. Where another process has it, it is tried for `wait` seconds.
        Raises PausedByUser while a person has it, and NotOwner while another agent or run does; nothing is granted later by itself.
        """
        place = self._queue(surface, agent) if wait > 0 else 0
        try:
            return self._lease_in_time(Lease(self, surface, agent), profile, scope, address, wait, clock or SystemClock(), place)
        finally:
            if place:
                self._leave(place)

    def _lease_in_time(
        self, lease: Lease, profile: str, scope: Sequence[str], address: str, wait: float, clock: Clock, place: int
    ) -> Lease:
        until = clock.now() + wait
        while True:
            if place and not self._store.rows("SELECT 1 FROM waiting WHERE n = ?", place):
                raise PausedByUser(lease.surface)
            allow(self.status(lease.surface), lease.agent)
            try:
                self._locks.claim(lease, address, self.status(lease.surface).agent)
                return self._granted(lease, profile or lease.agent, scope)
            except NotOwner:
                if clock.now() >= until:
                    raise
            clock.sleep(_PAUSE)

    def _granted(self, lease: Lease, profile: str, scope: Sequence[str]) -> Lease:
        try:
            with self._store.change() as db:  # for sure: whoever writes down the epoch must not know more than the file
                record = known(db, lease.surface)
                allow(record, lease.agent)
                _own_profile(db, profile, lease)
                record = replace(record, agent=lease.agent, profile=profile, scope=tuple(scope) or record.scope)
                why = "lease" if record.state == "idle" else "lease, after its holder had ended without giving it up"
                after = self._become(db, record, "agent", operator=lease.agent, actor=lease.agent, reason=why)
                end_all(db, lease.surface)
        except BaseException:
            lease.unlock()
            raise
        lease.epoch, lease.person_epoch = after.epoch, after.person_epoch
        return lease

    def release(self, lease: Lease, reason: str = "released") -> None:
        """Give the lease up, which ends also where control is lost. While a person has the surface, it stays theirs."""
        try:
            with suppress(DamagedRun), self._store.change(lasting=False) as db:
                record = known(db, lease.surface)
                if record.state == "agent" and record.epoch == lease.epoch:
                    self._become(db, record, "idle", operator="", actor=lease.agent, reason=reason)
        finally:
            lease.unlock()

    def give_up(self, surface: str, agent: str, reason: str = "given up") -> None:
        """Make the surface nobody's: another agent may have it, with a profile of its own. Raises NotOwner, PausedByUser."""
        with self._store.change(lasting=False) as db:
            record = known(db, surface)
            allow(record, agent)
            if record.state == "agent":
                raise NotOwner(surface, agent, f"{record.operator}, who drives it,")
            freed = replace(record, agent="", profile="", scope=(), url="", look="")
            self._become(db, freed, "idle", operator="", actor=agent, reason=reason)

    def check(self, lease: Lease) -> None:
        """Raises PausedByUser while a person has the surface, and NotOwner if the lease does not count any more."""
        check(self.status(lease.surface), lease)

    def turn(self, surface: str) -> Turn:
        """Who looks or acts holds it, so that a person who takes the surface knows when nothing is under way any more."""
        return Turn(self._locks.turn(surface))

    def note_look(self, lease: Lease, look: str, url: str) -> None:
        """Keep what the agent looked at last: the observation's id, and the address without query and fragment.

        Raises what `check` raises, and then nothing is kept.
        """
        last, url = self.status(lease.surface), self._clean(bare(url))
        check(last, lease)
        if last.url == url and last.look == look:
            return
        with self._store.change(lasting=False) as db:
            check(known(db, lease.surface), lease)
            db.execute("UPDATE surfaces SET look = ?, url = ? WHERE surface = ?", (look, url, lease.surface))

    # The person's side

    def take(self, surface: str, by: str = "user", reason: str = "", *, wait: float = _LANDING) -> Token:
        """Give the surface to a person, at once and without the agent's consent. From here on the agent can neither look nor act.

        Acts and agents that wait are cancelled; an act that has begun to take effect is waited for, up to `wait` seconds. A person
        who has it already gets a new token, and the old one is void. Raises NotOwner if another person has it.
        """
        secret = secrets.token_hex(24)
        with self._store.change() as db:
            record = known(db, surface)
            if record.state == "user" and record.operator != by:
                raise NotOwner(surface, by, record.operator)
            stopped = cancel_queued(db, surface)
            after = self._become(db, record, "user", operator=by, actor=by, reason=reason or "taken", token=secret)
            db.execute("DELETE FROM waiting WHERE surface = ?", (surface,))
            self.handoffs.accept(db, surface)
        self._store.note_persons()
        return Token(surface=surface, secret=secret, epoch=after.epoch, landing=self._landed(surface, wait), stopped=stopped)

    def return_(self, surface: str, token: Token | str, reason: str = "") -> Record:
        """Give the surface back with the token of its take, which works once. It is idle then; an agent has to ask for it.

        Raises ReturnRefused if nobody has taken it, or the token is not the one.
        """
        said = token.secret if isinstance(token, Token) else token
        with self._store.change() as db:
            record = known(db, surface)
            if record.state != "user":
                raise ReturnRefused(surface, _NOT_TAKEN[record.state])
            kept = db.execute("SELECT token FROM surfaces WHERE surface = ?", (surface,)).fetchone()["token"]
            if not compare_digest(kept, _hash(surface, said)):
                raise ReturnRefused(surface, f"this is not the token that {record.operator} got when it was taken last.")
            self.handoffs.complete(db, surface)
            return self._become(db, record, "idle", operator="", actor=record.operator, reason=reason or "returned")

    def _landed(self, surface: str, wait: float) -> str:
        """Wait until nothing is under way; else the id of the act that is."""
        lock = self._locks.turn(surface)
        if lock.take(wait):
            try:
                with self._store.change(lasting=False) as db:
                    end_all(db, surface)
            finally:
                lock.release()
            return ""
        rows = self._store.rows("SELECT action_id FROM acts WHERE surface = ? AND state = 'landing' ORDER BY n DESC", surface)
        return rows[0]["action_id"] if rows else "a look"

    # The one way in which control changes

    def _become(
        self, db: Connection, record: Record, state: Control, *, operator: str, actor: str, reason: str, token: str = ""
    ) -> Record:
        """Change who has the surface, in a change that is open, and write down who did it and why."""
        at, epoch = self._utc(), record.epoch + 1
        with_a_person = epoch if state in ("handoff", "user") else record.person_epoch
        after = replace(record, state=state, operator=operator, epoch=epoch, person_epoch=with_a_person, at=at)
        said = asdict(after) | {"scope": msgspec.json.encode(after.scope).decode(), "token": _hash(record.surface, token)}
        names = ", ".join(f"{name} = :{name}" for name in said if name != "surface")
        db.execute(f"UPDATE surfaces SET {names} WHERE surface = :surface", said)  # noqa: S608 - names of our own columns
        db.execute(
            "INSERT INTO history (at, surface, actor, was, became, epoch, reason) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (at, record.surface, actor, record.state, state, epoch, clean_line(self._clean(reason))[:_LONGEST]),
        )
        return after

    def _changed(self, db: Connection, lease: Lease, state: Control, reason: str) -> Record:
        """The surface handed on by the agent that has its lease."""
        record = known(db, lease.surface)
        check(record, lease)
        cancel_queued(db, lease.surface)
        return self._become(db, record, state, operator="", actor=lease.agent, reason=reason)

    def _queue(self, surface: str, agent: str) -> int:
        with self._store.change(lasting=False) as db:
            allow(known(db, surface), agent)
            made = db.execute("INSERT INTO waiting (surface, agent) VALUES (?, ?)", (surface, agent))
            return made.lastrowid or 0

    def _leave(self, place: int) -> None:
        with self._store.change(lasting=False) as db:
            db.execute("DELETE FROM waiting WHERE n = ?", (place,))


_NOT_TAKEN: dict[Control, str] = {
    "idle": "nobody has taken it, or it was given back already; a token works once.",
    "agent": "nobody has taken it, or it was given back already; a token works once.",
    "handoff": "it waits for a person. Take it first, and give it back with the token that you get.",
}


def _own_profile(db: Connection, profile: str, lease: Lease) -> None:
    """Raises NotOwner if the profile is another agent's; from now on it is this one's."""
    row = db.execute("SELECT agent FROM profiles WHERE profile = ?", (profile,)).fetchone()
    if row is not None and row["agent"] != lease.agent:
        raise NotOwner(f"{lease.surface} (profile {profile})", lease.agent, row["agent"])
    db.execute("INSERT OR IGNORE INTO profiles (profile, agent) VALUES (?, ?)", (profile, lease.agent))


def _hash(surface: str, token: str) -> str:
    return sha256(f"{surface}\0{token}".encode("utf-8", "surrogatepass")).hexdigest() if token else ""
