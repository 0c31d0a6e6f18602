"""A run made again from its journal alone: every look, every outcome, how it ended; and what in the journal contradicts itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any

import msgspec
import orjson
from msgspec import Struct, field

from lumos_layer.actions.outcomes import Outcome
from lumos_layer.errors import DamagedRun, ScriptMismatch
from lumos_layer.perception.observation import Observation
from lumos_layer.safety.approval import Approve
from lumos_layer.trace import events as e
from lumos_layer.trace.cleaning import Clean, as_it_is
from lumos_layer.trace.journal import Entry
from lumos_layer.trace.looks import Rebuilder, Seen, seen, whole
from lumos_layer.trace.report import InteractionReport, Reporting

_LONGEST = 300  # characters


class Difference(Struct, frozen=True):
    """Where a journal contradicts itself, or a replay differs: at which entry (0: none), in what, what was wanted and found."""

    seq: int
    what: str
    wanted: str
    found: str


class Replayed(Struct):
    """A run as its journal has it. `observations` has a digest of each look by its id, `final` the last look at each surface."""

    report: InteractionReport
    observations: dict[str, str] = field(default_factory=dict)
    final: dict[str, Observation] = field(default_factory=dict)
    last: Observation | None = None
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    begun: list[str] = field(default_factory=list)
    problems: list[Difference] = field(default_factory=list)

    @property
    def state(self) -> dict[str, Any]:
        """The final state as JSON: two runs with the same one came to the same."""
        report = self.report
        return {
            "status": report.status,
            "steps": report.steps,
            "observations": dict(self.observations),
            "final": {surface: look.id for surface, look in self.final.items()},
            "outcomes": {id: outcome.model_dump(mode="json") for id, outcome in self.outcomes.items()},
            "begun": list(self.begun),
            "pending": None if report.pending_approval is None else report.pending_approval.approval_id,
        }


class Replaying:
    """Takes the entries of a run in their order. `path` is what errors call the journal."""

    def __init__(self, path: str, run: str = "") -> None:
        self._path = path
        self._looks = Rebuilder()
        self._reporting = Reporting(run)
        self._may: dict[str, str] = {}  # by action: what stands against sending it; empty: nothing
        self._asked: dict[str, str] = {}  # by approval: the action
        self._replayed = Replayed(self._reporting.report())

    def add(self, entry: Entry) -> Observation | None:
        """Take the next entry; gives the look that it tells of. Raises DamagedRun if that does not follow the looks before."""
        self._reporting.add(entry)
        match entry.event:
            case e.Observed() as event:
                return self._look(entry.seq, event)
            case e.Intent(action_id=id):
                self._begin(entry.seq, id)
            case e.OutcomeKnown(action_id=id, outcome=outcome):
                self._replayed.outcomes[id] = outcome
                if id in self._replayed.begun:
                    self._replayed.begun.remove(id)
            case _:
                self._allowed(entry)
        return None

    def done(self) -> Replayed:
        """The run so far."""
        found = self._replayed
        found.report = self._reporting.report(found.last)
        return found

    def _look(self, seq: int, event: e.Observed) -> Observation:
        before = self._replayed.final.get(event.surface)
        if before is not None and event.look == {"kind": "change", "since": event.observation} and before.id == event.observation:
            self._replayed.last = before
            return before
        try:
            look = self._looks.observation(event.observation, event.surface, event.look)
        except (ValueError, KeyError, IndexError, ScriptMismatch) as problem:
            raise DamagedRun(self._path, f"the look of entry {seq} cannot be made again ({problem})") from problem
        found = self._replayed
        found.observations[look.id] = digest(look)
        found.final[look.surface] = found.last = look
        return look

    def _begin(self, seq: int, id: str) -> None:
        found = self._replayed
        if id in found.begun or id in found.outcomes:
            found.problems.append(Difference(seq, f"action {id}", "sent at most once", "begun again"))
        if against := self._may.get(id):
            found.problems.append(Difference(seq, f"action {id}", "allowed, or approved by a person", against))
        if id not in found.begun:
            found.begun.append(id)

    def _allowed(self, entry: Entry) -> None:
        """Keep in mind what may be sent."""
        match entry.event:
            case e.Reviewed(action_id=id, decision=decision):
                self._may[id] = "" if decision.verdict == "allow" else f"{decision.verdict} by rule {decision.rule}"
            case e.ApprovalAsked(request=request):
                self._asked[request.approval_id] = request.action_id
            case e.ApprovalAnswered(approval=approval, refused=""):
                asked = self._asked.get(approval.approval_id)
                if asked is None:
                    what = f"approval {approval.approval_id}"
                    self._replayed.problems.append(Difference(entry.seq, what, "an answer to a question", "nobody asked"))
                elif isinstance(approval.answer, Approve) and not self._may.get(asked, "").startswith("deny"):
                    self._may[asked] = ""


def replay(entries: Iterable[Entry], path: str = "The journal", run: str = "") -> Replayed:
    """The run that these entries tell of, made again. Raises DamagedRun."""
    replaying = Replaying(path, run)
    for entry in entries:
        replaying.add(entry)
    return replaying.done()


def digest(look: Observation | Seen, clean: Clean = as_it_is) -> str:
    """A hash of everything that a journal keeps of a look, and of the refs that it shows."""
    found = look if isinstance(look, Seen) else seen(look, clean)
    kept = orjson.dumps(msgspec.to_builtins(whole(found), str_keys=True), option=orjson.OPT_SORT_KEYS)
    refs = b"" if isinstance(look, Seen) else orjson.dumps(dict(look.refs))
    return blake2b(kept + b"\n" + refs, digest_size=8).hexdigest()


def differences(wanted: Any, found: Any, seq: int = 0) -> Iterator[Difference]:
    """In which fields two documents differ."""
    for key in dict.fromkeys((*wanted, *found)):
        if wanted.get(key) != found.get(key):
            yield Difference(seq, key, short(_json(wanted.get(key))), short(_json(found.get(key))))


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()


def short(words: str) -> str:
    """The words, cut where they are too long for a message."""
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"
