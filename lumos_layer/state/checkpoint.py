"""The agent's state as one document that a person can read, and back, also from other versions of it (S40 to S42)."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from pydantic import ValidationError

from lumos_layer.errors import BadTask, DamagedState
from lumos_layer.state.agent_state import AgentState, Binding, Contents, Standing, contents_of, made_of
from lumos_layer.state.consequences import merged
from lumos_layer.state.events import Restored
from lumos_layer.state.evidence import Evidence
from lumos_layer.state.part import Made, Part
from lumos_layer.state.plan import Plan
from lumos_layer.state.proofs import Proofs
from lumos_layer.state.requirement import Requirement, checked_plan
from lumos_layer.state.transitions import Transition
from lumos_layer.state.value import UsefulValue

FORMAT: Final = 1
_STANDING = frozenset(Standing.__struct_fields__)
_FIELDS = frozenset(
    ("format", "version", "step", "achieved", "next", "requirements", "values", "slots", "evidence", "dropped", "numbered", "seal")
)


def checkpoint(state: AgentState) -> dict[str, Any]:
    """The state whole, as JSON. `achieved` and `next` are for people; `seal` shows whether it was changed since."""
    contents, focus = contents_of(state), state.focus
    document: dict[str, Any] = {
        "format": FORMAT,
        "version": contents.version,
        "step": contents.step,
        "achieved": f"{len(state.verified)} of {len(contents.requirements)} verified",
        "next": focus.id if focus is not None else "",
        "requirements": [_row(contents, each) for each in contents.requirements],
        "values": [_said(each) for each in contents.values],
        "slots": [_said(each) for each in contents.bindings],
        "evidence": [_said(each) for each in contents.evidence],
        "dropped": {id: _stands(each) for id, each in sorted(_dropped(contents))},
        "numbered": contents.numbered,
    }
    return {**document, "seal": _seal(document)}


def load_checkpoint(document: Mapping[str, Any]) -> Transition:
    """The state of a checkpoint, and the event that tells of it, with notes on what could not be taken over as it stood.

    Unknown fields are left out, missing ones stand for what they are at the beginning. What is called verified counts only in a
    document that nobody has changed, with live evidence, and while all that it depends on counts; else it is pending, to be looked
    at again. Raises DamagedState for what is no object, and for requirements that make no plan.
    """
    if not isinstance(document, Mapping):
        raise DamagedState(f"it is no object, but {type(document).__name__}")
    reading = _Reading(document)
    state = made_of(reading.contents())
    event = Restored(version=state.version, document=copy.deepcopy(dict(document)), notes=tuple(reading.notes))
    return Transition(state, (event,))


def _said(part: Part) -> dict[str, Any]:
    return part.model_dump(mode="json", exclude_defaults=True)


def _row(contents: Contents, requirement: Requirement) -> dict[str, Any]:
    standing = contents.standings[requirement.id]
    own = _said(requirement)
    return {"id": own.pop("id"), "status": standing.status, **own, "given": requirement.id in contents.given, **_stands(standing)}


def _stands(standing: Standing) -> dict[str, Any]:
    fresh = Standing()
    return {name: value for name in Standing.__struct_fields__ if (value := getattr(standing, name)) != getattr(fresh, name)}


def _dropped(contents: Contents) -> Iterator[tuple[str, Standing]]:
    there = {each.id for each in contents.requirements}
    return ((id, each) for id, each in contents.standings.items() if id not in there)


def _seal(document: Mapping[str, Any]) -> str:
    """A hash of all that the document says; empty for what is no JSON."""
    rest = {key: value for key, value in document.items() if key != "seal"}
    try:
        said = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError):
        return ""
    return hashlib.sha256(said.encode("ascii", "replace")).hexdigest()


class _Reading:
    """One document as it is read; `notes` grow with what could not be taken over."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.notes: list[str] = []
        self.trusted = bool(document.get("seal")) and document.get("seal") == _seal(document)
        self.unread: set[str] = set()  # requirements of which something could not be read

    def contents(self) -> Contents:
        """All that the document says, as far as it goes together."""
        self._unknown(self.document, _FIELDS, "the document")
        rows = list(self._rows())
        plan = self._plan(tuple(requirement for requirement, _ in rows))
        standings = {requirement.id: self._standing(row, requirement.id) for requirement, row in rows}
        dropped = self.document.get("dropped")
        if isinstance(dropped, Mapping):
            others = {str(id): self._standing(row, str(id)) for id, row in dropped.items() if str(id) not in standings}
            standings |= {id: replace(each, status="pending") for id, each in others.items()}
        known = plan.by_id.keys()
        found = Contents(
            plan=plan,
            given=frozenset(requirement.id for requirement, row in rows if row.get("given") is not False),
            standings=standings,
            values=merged((), [each for each in self._all("values", UsefulValue) if each.source in known or not each.source]),
            evidence=Proofs(self._own_ids([each for each in self._all("evidence", Evidence) if each.requirement in standings])),
            bindings=tuple({each.slot: each for each in self._all("slots", Binding) if each.slot in plan.slots}.values()),
            version=self._number(self.document, "version"),
            step=self._number(self.document, "step"),
            numbered=self._number(self.document, "numbered"),
        )
        return self._supported(found)

    def _rows(self) -> Iterator[tuple[Requirement, Mapping[str, Any]]]:
        seen: set[str] = set()
        for row in self._list("requirements"):
            if not isinstance(row, Mapping):
                self.notes.append(f"a requirement is no object: {str(row)[:80]!r}")
                continue
            own = {key: value for key, value in row.items() if key not in _STANDING and key != "given"}
            made = self._made(Requirement, {"description": str(row.get("id", "")), **own}, f"requirement {row.get('id')!r}")
            if made is not None and made.id in seen:
                self.notes.append(f"requirement {made.id!r} stands there twice; the first counts")
            elif made is not None:
                seen.add(made.id)
                yield made, row

    def _plan(self, requirements: tuple[Requirement, ...]) -> Plan:
        known = {each.id for each in requirements}
        plan = []
        for each in requirements:
            there = tuple(other for other in each.depends_on if other in known)
            if there != each.depends_on:
                self.notes.append(f"requirement {each.id!r} depends on some that are not there; they are left out")
                self.unread.add(each.id)
            plan.append(each.model_copy(update={"depends_on": there}))
        try:
            return Plan(checked_plan(plan))
        except BadTask as problem:
            raise DamagedState(problem.problem) from None

    def _supported(self, contents: Contents) -> Contents:
        """The same, with what is called verified without support as pending, and its evidence as stale."""
        live = {each.requirement for each in contents.evidence if each.status == "live" and each.verdict}
        bound = {each.slot for each in contents.bindings}
        weak = set()
        for each in contents.requirements:
            unbound = not bound.issuperset(contents.plan.slots_in(each.id))
            unmet = any(contents.standings[other].status != "verified" for other in each.depends_on)
            if not self.trusted or each.id not in live or unbound or unmet or each.id in self.unread:
                weak.add(each.id)
        fallen = {id for id in weak | contents.plan.built_on(weak) if contents.standings[id].status == "verified"}
        if fallen:
            why = "lack support" if self.trusted else "are called so in a document that was changed or never sealed"
            self.notes.append(f"{', '.join(sorted(fallen))}: verified before, to be looked at again, since they {why}")
        standings = {id: replace(each, status="pending") if id in fallen else each for id, each in contents.standings.items()}
        return replace(contents, standings=standings, evidence=Proofs(_proving(each, standings) for each in contents.evidence))

    # Parts of it

    def _all(self, name: str, model: type[Made]) -> list[Made]:
        made = (self._made(model, row, f"{name}, entry {number}") for number, row in enumerate(self._list(name), 1))
        return [each for each in made if each is not None]

    def _made(self, model: type[Made], row: Any, where: str) -> Made | None:
        """The part, without the fields that are unknown or cannot be read; None if nothing is left of it."""
        if not isinstance(row, Mapping):
            self.notes.append(f"{where}: no object; left out")
            return None
        self._unknown(row, frozenset(model.model_fields), where)
        known = {key: value for key, value in row.items() if key in model.model_fields}
        try:
            return model.model_validate(known)
        except ValidationError as problem:
            unread = {str(error["loc"][0]) for error in problem.errors() if error["loc"]}
        self.notes.append(f"{where}: {', '.join(sorted(unread))} cannot be read; left out")
        if model is Requirement:
            self.unread.add(str(row.get("id")))
        try:
            return model.model_validate({key: value for key, value in known.items() if key not in unread})
        except ValidationError:
            self.notes.append(f"{where}: left out whole")
            return None

    def _own_ids(self, evidence: Sequence[Evidence]) -> Iterator[Evidence]:
        """Evidence without a number, or with one that is taken, is left out."""
        seen: set[str] = set()
        for each in evidence:
            if each.id and each.id not in seen:
                seen.add(each.id)
                yield each
            else:
                self.notes.append(f"evidence {each.id!r} of {each.requirement}: its number is missing or taken; left out")

    def _standing(self, row: Any, id: str) -> Standing:
        said = row if isinstance(row, Mapping) else {}
        counts = {name: self._number(said, name, Standing()) for name in _STANDING if name != "status"}
        status = said.get("status", "pending")
        try:
            return msgspec.convert({**counts, "status": status}, Standing)
        except (msgspec.ValidationError, UnicodeError):
            self.notes.append(f"requirement {id!r}: the status {str(status)[:40]!r} is none; it counts as pending")
            return msgspec.convert(counts, Standing)

    def _number(self, row: Mapping[str, Any], name: str, default: Standing | None = None) -> int:
        fallback = 0 if default is None else int(getattr(default, name))
        found = row.get(name, fallback)
        if isinstance(found, int) and not isinstance(found, bool) and fallback <= found < 2**53:
            return found
        self.notes.append(f"{name}: {str(found)[:40]!r} is no number that it can have; it counts as {fallback}")
        return fallback

    def _list(self, name: str) -> Sequence[Any]:
        found = self.document.get(name)
        if found is None:
            self.notes.append(f"{name}: missing; there are none")
        elif not isinstance(found, list | tuple):
            self.notes.append(f"{name}: no list; there are none")
        return found if isinstance(found, list | tuple) else ()

    def _unknown(self, row: Mapping[str, Any], known: frozenset[str], where: str) -> None:
        if strangers := sorted(str(key) for key in row if key not in known):
            self.notes.append(f"{where}: not known here and left out: {', '.join(strangers)[:200]}")


def _proving(evidence: Evidence, standings: Mapping[str, Standing]) -> Evidence:
    """Live evidence that something is met belongs to what is verified."""
    standing = standings.get(evidence.requirement)
    if evidence.status != "live" or not evidence.verdict or (standing is not None and standing.status == "verified"):
        return evidence
    return evidence.model_copy(update={"status": "stale"})
