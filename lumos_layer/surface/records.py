"""What is kept of a surface: who has it, what happened to it, what a person was asked."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Control = Literal["idle", "agent", "handoff", "user"]
WITH_A_PERSON: frozenset[Control] = frozenset(("handoff", "user"))


class Record(Struct, frozen=True, kw_only=True):
    """One surface as it stands now. `epoch` grows by one with each change of control; it never shrinks.

    `agent` is whose surface it is, also while nobody drives it; `operator` who drives it now, empty for nobody. `scope` are the
    domains whose cookies its profile may hold, empty: any that it is shown. `url` and `look` are those of the agent's last look,
    the address without query and fragment. `person_epoch` is the last epoch that belonged to a person, 0 for none.
    """

    surface: str
    state: Control = "idle"
    operator: str = ""
    agent: str = ""
    profile: str = ""
    scope: tuple[str, ...] = ()
    epoch: int = 0
    person_epoch: int = 0
    url: str = ""
    look: str = ""
    at: str = ""  # ISO 8601, UTC: the last change of control

    @property
    def with_a_person(self) -> bool:
        """True while the agent may neither look nor act."""
        return self.state in WITH_A_PERSON


class Entry(Struct, frozen=True, kw_only=True):
    """One change of control: who did it, when and why."""

    n: int
    at: str
    surface: str
    actor: str
    was: Control
    became: Control
    epoch: int
    reason: str


class Token(Struct, frozen=True, kw_only=True):
    """What a person gives back a surface with. `secret` is shown once and kept nowhere; `epoch` is that of the person's control.

    `landing` is an act that had begun to take effect and had not ended when the take stopped waiting for it; empty: none.
    `stopped` are acts that were waiting for their turn and will not be done.
    """

    surface: str
    secret: str
    epoch: int
    landing: str = ""
    stopped: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Token(surface={self.surface!r}, epoch={self.epoch})"


Ending = Literal["pending", "accepted", "completed", "cancelled", "expired"]


class HandoffRecord(Struct, frozen=True, kw_only=True):
    """One time that an agent asked a person to take over (A44): what for, where it stood, what became of it and when.

    `seconds` is how long the agent waits; `look` the observation that it had before it asked.
    """

    id: str
    surface: str
    agent: str
    reason: str
    status: Ending
    url: str = ""
    look: str = ""
    seconds: float = 300.0
    asked_at: str = ""
    accepted_at: str = ""
    ended_at: str = ""

    @property
    def open(self) -> bool:
        """True as long as a person may still do what was asked, and the agent waits for it."""
        return self.status in ("pending", "accepted")


class ImportRecord(Struct, frozen=True, kw_only=True):
    """One session (its cookies) that an agent asked to be imported: from where, for which one domain, into which profile."""

    id: str
    surface: str
    agent: str
    profile: str
    source: str
    domain: str
    domains: int  # how many domains the source has cookies of
    status: Literal["pending", "approved", "denied", "used"]
    by: str = ""
    asked_at: str = ""
    answered_at: str = ""
