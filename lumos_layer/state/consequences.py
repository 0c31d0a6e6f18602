"""What comes of a verifier's decision that counts: how requirements, evidence, slots and values stand after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from lumos_layer.state.agent_state import Binding, Contents
from lumos_layer.state.decision import VerifierDecision
from lumos_layer.state.events import StatusChange
from lumos_layer.state.evidence import Evidence, weakness
from lumos_layer.state.requirement import Requirement
from lumos_layer.state.value import UsefulValue

_PAST: Final = 8  # evidence of one requirement that is kept although it counts no longer; all of it is in the events


def verified(contents: Contents, decision: VerifierDecision, evidence: Evidence) -> Contents:
    standing = replace(contents.standings[decision.requirement], status="verified", verified_at=evidence.last_step)
    overtaken = tuple(_overtaken(each, evidence) for each in contents.evidence)
    return replace(
        contents,
        standings={**contents.standings, decision.requirement: standing},
        evidence=kept((*overtaken, evidence)),
        bindings=(*contents.bindings, *_bound(contents, decision, evidence)),
        values=_confirmed(contents.values, decision, evidence),
    )


def _overtaken(old: Evidence, new: Evidence) -> Evidence:
    """Evidence of the same requirement after more has been seen: only what is stronger counts still."""
    if old.requirement != new.requirement or old.status != "live" or (old.verdict and weakness(old) < weakness(new)):
        return old
    return old.model_copy(update={"status": "stale"})


def invalidated(contents: Contents, decision: VerifierDecision, evidence: Evidence) -> Contents:
    own = decision.requirement
    before = contents.standings[own]
    refuted = replace(before, status="invalidated", invalidated_at=evidence.last_step, reversions=before.reversions + 1)
    above = built_on(contents.requirements, (own,))
    fallen = {
        id: replace(contents.standings[id], status="pending", fell_at=evidence.last_step)
        for id in above
        if contents.standings[id].status == "verified"
    }
    return replace(
        contents,
        standings={**contents.standings, **fallen, own: refuted},
        evidence=kept((*(_fallen(each, own, above) for each in contents.evidence), evidence)),
    )


def _fallen(old: Evidence, refuted: str, above: set[str]) -> Evidence:
    """What was refuted counts no longer, and what builds on it has to be seen again (S16)."""
    if old.status != "live" or (old.requirement != refuted and old.requirement not in above):
        return old
    return old.model_copy(update={"status": "invalidated" if old.requirement == refuted else "stale"})


def built_on(requirements: Sequence[Requirement], roots: Iterable[str]) -> set[str]:
    """All that depends on any of these, however far."""
    users: dict[str, list[str]] = {}
    for each in requirements:
        for other in each.depends_on:
            users.setdefault(other, []).append(each.id)
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        new = [id for id in users.get(waiting.pop(), ()) if id not in found]
        found.update(new)
        waiting.extend(new)
    return found


def _bound(contents: Contents, decision: VerifierDecision, evidence: Evidence) -> Iterable[Binding]:
    known = {each.slot for each in contents.bindings}
    return (
        Binding(slot=slot, text=text, requirement=decision.requirement, evidence=evidence.id, step=evidence.last_step)
        for slot, text in sorted(decision.bindings.items())
        if slot not in known
    )


def _confirmed(known: Sequence[UsefulValue], decision: VerifierDecision, evidence: Evidence) -> tuple[UsefulValue, ...]:
    """The values with those that were read, and all of the requirement as seen to be so once more."""
    read = [
        each.model_copy(update={"step": each.step or decision.step, "last_verified_step": evidence.last_step})
        for each in decision.values
    ]
    old = (
        each.model_copy(update={"last_verified_step": evidence.last_step}) if each.source == decision.requirement else each
        for each in known
    )
    return merged(tuple(old), read)


def merged(known: Sequence[UsefulValue], new: Iterable[UsefulValue]) -> tuple[UsefulValue, ...]:
    """The latest value of each name and source, where the first stood; one that is as it was keeps the step of its reading."""
    values = {(each.name, each.source): each for each in known}
    for each in new:
        old = values.get((each.name, each.source))
        same = old is not None and (old.value, old.type) == (each.value, each.type)
        values[each.name, each.source] = each.model_copy(update={"step": old.step}) if old is not None and same else each
    return tuple(values.values())


def numbered(contents: Contents, evidence: Evidence) -> Evidence:
    if evidence.id:
        return evidence
    taken = {each.id for each in contents.evidence}
    number = next(n for n in range(contents.numbered + 1, contents.numbered + len(taken) + 2) if f"e{n}" not in taken)
    return evidence.model_copy(update={"id": f"e{number}"})


def kept(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """All that is live, and the last of the rest."""
    past: dict[str, int] = {}
    found = []
    for each in reversed(evidence):
        if each.status != "live":
            past[each.requirement] = past.get(each.requirement, 0) + 1
        if each.status == "live" or past[each.requirement] <= _PAST:
            found.append(each)
    return tuple(reversed(found))


def changes_between(before: Contents, after: Contents, evidence: Evidence) -> tuple[StatusChange, ...]:
    return tuple(
        StatusChange(requirement=id, before=before.standings[id].status, after=standing.status, why=_why(id, evidence))
        for id, standing in after.standings.items()
        if standing.status != before.standings[id].status
    )


def _why(id: str, evidence: Evidence) -> str:
    return evidence.why if id == evidence.requirement else f"it builds on {evidence.requirement}"
