"""What comes of a verifier's decision that counts: how requirements, evidence, slots and values stand after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count

from msgspec.structs import replace

from lumos_layer.state.agent_state import Binding, Contents
from lumos_layer.state.decision import VerifierDecision
from lumos_layer.state.events import StatusChange
from lumos_layer.state.evidence import Evidence, weakness
from lumos_layer.state.value import UsefulValue


def verified(contents: Contents, decision: VerifierDecision, evidence: Evidence) -> Contents:
    standing = replace(contents.standings[decision.requirement], status="verified", verified_at=evidence.last_step)
    overtaken = (_overtaken(each, evidence) for each in contents.evidence.of(decision.requirement))
    return replace(
        contents,
        standings={**contents.standings, decision.requirement: standing},
        evidence=contents.evidence.after((*overtaken, evidence)),
        bindings=(*contents.bindings, *_bound(contents, decision, evidence)),
        values=_confirmed(contents.values, decision, evidence),
    )


def _overtaken(old: Evidence, new: Evidence) -> Evidence:
    """Evidence of a requirement after more has been seen of it: only what is stronger counts still."""
    if old.status != "live" or (old.verdict and weakness(old) < weakness(new)):
        return old
    return old.model_copy(update={"status": "stale"})


def invalidated(contents: Contents, decision: VerifierDecision, evidence: Evidence) -> Contents:
    own = decision.requirement
    before = contents.standings[own]
    refuted = replace(before, status="invalidated", invalidated_at=evidence.last_step, reversions=before.reversions + 1)
    above = contents.plan.built_on((own,))
    proofs = (_fallen(each, own) for id in (own, *sorted(above)) for each in contents.evidence.of(id) if each.status == "live")
    fallen = {
        id: replace(contents.standings[id], status="pending", fell_at=evidence.last_step)
        for id in above
        if contents.standings[id].status == "verified"
    }
    return replace(
        contents,
        standings={**contents.standings, **fallen, own: refuted},
        evidence=contents.evidence.after((*proofs, evidence)),
    )


def _fallen(old: Evidence, refuted: str) -> Evidence:
    """What was refuted counts no longer, and what builds on it has to be seen again (S16)."""
    return old.model_copy(update={"status": "invalidated" if old.requirement == refuted else "stale"})


def _bound(contents: Contents, decision: VerifierDecision, evidence: Evidence) -> Iterable[Binding]:
    if not decision.bindings:
        return ()
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
    number = next(n for n in count(contents.numbered + 1) if f"e{n}" not in contents.evidence)
    return evidence.model_copy(update={"id": f"e{number}"})


def changes_between(before: Contents, after: Contents, evidence: Evidence) -> tuple[StatusChange, ...]:
    """What stands otherwise; `evidence` is what has brought it about."""
    own = evidence.requirement
    above = () if evidence.verdict else before.plan.built_on((own,))
    touched: Iterable[str] = (id for id in after.standings if id == own or id in above) if above else (own,)
    return tuple(
        StatusChange(requirement=id, before=before.standings[id].status, after=after.standings[id].status, why=_why(id, evidence))
        for id in touched
        if after.standings[id].status != before.standings[id].status
    )


def _why(id: str, evidence: Evidence) -> str:
    return evidence.why if id == evidence.requirement else f"it builds on {evidence.requirement}"
