"""When a decision of a verifier does not count: the rules in the order in which they are asked, each a function of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from lumos_layer.state.agent_state import MOST_REVERSIONS, Contents, Standing
from lumos_layer.state.decision import VerifierDecision
from lumos_layer.state.evidence import Evidence
from lumos_layer.state.requirement import Requirement

LEAST_CONFIDENCE: Final = 0.7

Rule = Callable[[Contents, VerifierDecision], str]


def refusal(contents: Contents, decision: VerifierDecision) -> str:
    """Why the decision does not count; empty: it does."""
    rules = (*_ANY, *_BY_DECISION[decision.decision])
    return next((why for rule in rules if (why := rule(contents, decision))), "")


# Whatever is decided


def _is_known(contents: Contents, decision: VerifierDecision) -> str:
    return "" if decision.requirement in contents.plan.by_id else f"there is no requirement {decision.requirement!r}"


def _is_in_order(contents: Contents, decision: VerifierDecision) -> str:
    late = decision.step < contents.step
    return f"it is of step {decision.step}, and step {contents.step} has been decided already" if late else ""


# Of what changes something


def _has_evidence(contents: Contents, decision: VerifierDecision) -> str:  # S06
    return "" if decision.evidence is not None else "it names no evidence"


def _evidence_is_its_own(contents: Contents, decision: VerifierDecision) -> str:
    evidence = _evidence(decision)
    if evidence.requirement != decision.requirement:
        return f"its evidence is about {evidence.requirement!r}"
    if evidence.method != decision.method:
        return f"its evidence is {evidence.method}, the decision {decision.method}"
    if evidence.verdict is not (decision.decision == "verify"):
        return "its evidence says the opposite"
    if evidence.id in contents.evidence:
        return f"there is evidence {evidence.id!r} already"
    return ""


def _evidence_can_count(contents: Contents, decision: VerifierDecision) -> str:
    evidence = _evidence(decision)
    if evidence.status != "live":
        return f"its evidence is {evidence.status}"
    if evidence.kind == "focus":  # S35
        return "focus is never proof"
    if evidence.kind == "judge" and evidence.method != "model":
        return "what a judge says is never deterministic"
    if evidence.method == "model" and not any(quote.strip() for quote in evidence.quotes):
        return "a model's evidence has to quote what it saw"
    return ""


def _evidence_is_of_its_time(contents: Contents, decision: VerifierDecision) -> str:
    evidence = _evidence(decision)
    if not evidence.first_step <= evidence.last_step <= decision.step:
        return f"its evidence is of steps {evidence.first_step} to {evidence.last_step}, the decision of step {decision.step}"
    return ""


def _is_sure(contents: Contents, decision: VerifierDecision) -> str:  # S07
    unsure = decision.confidence < LEAST_CONFIDENCE
    return f"its confidence is {decision.confidence:.2f}, and {LEAST_CONFIDENCE} is the least that counts" if unsure else ""


# Of what is to be verified


def _is_not_capped(contents: Contents, decision: VerifierDecision) -> str:  # S10
    count = _standing(contents, decision).reversions
    return f"it has turned out not to be met {count} times; a person has to look" if count >= MOST_REVERSIONS else ""


def _is_built_on_what_holds(contents: Contents, decision: VerifierDecision) -> str:  # S20
    others = [each for each in _requirement(contents, decision).depends_on if contents.standings[each].status != "verified"]
    return f"it depends on {', '.join(others)}, which is not verified" if others else ""


def _slots_are_bound(contents: Contents, decision: VerifierDecision) -> str:  # S17
    slots = contents.plan.slots_in(decision.requirement)
    known = {each.slot for each in contents.bindings} | decision.bindings.keys() if slots else ()
    unbound = [slot for slot in slots if slot not in known]
    return f"nobody knows yet what {{{unbound[0]}}} is" if unbound else ""


def _slots_bind_once(contents: Contents, decision: VerifierDecision) -> str:  # S18
    if not decision.bindings:
        return ""
    if strangers := sorted(decision.bindings.keys() - contents.plan.slots):
        return f"no check has a slot {{{strangers[0]}}}"
    for each in contents.bindings:
        if decision.bindings.get(each.slot, each.text) != each.text:
            return f"{{{each.slot}}} is bound to {each.text[:80]!r} since step {each.step}"
    return ""


def _values_are_its_own(contents: Contents, decision: VerifierDecision) -> str:
    others = [each.name for each in decision.values if each.source not in ("", decision.requirement)]
    if others:
        return f"the value {others[0]!r} belongs to another requirement"
    early = [each.name for each in decision.values if each.step > decision.step]
    return f"the value {early[0]!r} is of a later step" if early else ""


def _is_not_overtaken(contents: Contents, decision: VerifierDecision) -> str:
    standing, seen = _standing(contents, decision), _evidence(decision).last_step
    if seen <= standing.invalidated_at:
        return f"its evidence is of step {seen}, and at step {standing.invalidated_at} it was not met"
    if seen <= standing.fell_at:
        return f"its evidence is of step {seen}, and what it builds on fell at step {standing.fell_at}"
    if seen < standing.verified_at:
        return f"its evidence is of step {seen}, and there is some of step {standing.verified_at}"
    return ""


# Of what is to be taken back


def _is_verified(contents: Contents, decision: VerifierDecision) -> str:
    status = _standing(contents, decision).status
    return "" if status == "verified" else f"it is {status}: there is nothing to take back"


def _has_to_last(contents: Contents, decision: VerifierDecision) -> str:
    return "" if _requirement(contents, decision).lasting else "it had to hold once, and did"


def _is_strong_enough(contents: Contents, decision: VerifierDecision) -> str:  # S08
    proven = any(each.method == "deterministic" for each in contents.evidence.live(decision.requirement))
    return "a model does not undo what was seen without one" if proven and decision.method == "model" else ""


def _is_later(contents: Contents, decision: VerifierDecision) -> str:  # S09
    seen, met = _evidence(decision).last_step, _standing(contents, decision).verified_at
    return f"its evidence is of step {seen}, and at step {met} it was met" if seen <= met else ""


def _brings_nothing(contents: Contents, decision: VerifierDecision) -> str:
    return "slots and values come to be known by what is verified" if decision.bindings or decision.values else ""


_CHANGING: tuple[Rule, ...] = (
    _is_in_order, _has_evidence, _evidence_is_its_own, _evidence_can_count, _evidence_is_of_its_time, _is_sure,
)  # fmt: skip
_ANY: tuple[Rule, ...] = (_is_known,)
_BY_DECISION: dict[str, tuple[Rule, ...]] = {
    "verify": (
        *_CHANGING, _is_not_capped, _is_built_on_what_holds, _slots_are_bound, _slots_bind_once, _values_are_its_own,
        _is_not_overtaken,
    ),
    "invalidate": (*_CHANGING, _brings_nothing, _is_verified, _has_to_last, _is_strong_enough, _is_later),
    "keep": (_brings_nothing,),
}  # fmt: skip


def _evidence(decision: VerifierDecision) -> Evidence:
    if decision.evidence is None:
        raise RuntimeError("rules about evidence are asked only where there is some")
    return decision.evidence


def _standing(contents: Contents, decision: VerifierDecision) -> Standing:
    return contents.standings[decision.requirement]


def _requirement(contents: Contents, decision: VerifierDecision) -> Requirement:
    return contents.plan.by_id[decision.requirement]
