"""The plan as a page that a person reads (S43): what is wanted, how it stands, and what shows it."""

from __future__ import annotations

from collections.abc import Iterator

from lumos_layer.perception.markdown import code
from lumos_layer.state.agent_state import MOST_REVERSIONS, AgentState
from lumos_layer.state.evidence import Evidence
from lumos_layer.state.requirement import Requirement, Status
from lumos_layer.state.words import in_words

_MARKS: dict[Status, str] = {"verified": "x", "pending": " ", "invalidated": "!"}
_LONGEST = 500


def plan_md(state: AgentState) -> str:
    """The plan in Markdown; words of screens and planners are code in it."""
    return "\n".join([*_head(state), *_requirements(state), *_values(state), ""])


def _head(state: AgentState) -> Iterator[str]:
    focus = state.focus
    yield "# Plan"
    yield ""
    yield f"{len(state.verified)} of {len(state.requirements)} verified, version {state.version}, step {state.step}."
    yield f"Next: {code(focus.id)}" if focus is not None else "Next: nothing is left."
    yield ""
    yield "`[x]` verified, `[ ]` pending, `[!]` it was met once, and is not any more."
    yield ""


def _requirements(state: AgentState) -> Iterator[str]:
    statuses = state.statuses
    for number, each in enumerate(state.requirements, 1):
        yield f"{number}. [{_MARKS[statuses[each.id]]}] {code(each.id)}: {_code(each.description)}"
        yield from (f"   - {line}" for line in _about(state, each))


def _about(state: AgentState, requirement: Requirement) -> Iterator[str]:
    yield f"shown by: {_code(in_words(requirement.check))}"
    if requirement.hint:
        yield f"where to look: {_code(requirement.hint)}"
    if requirement.depends_on:
        yield f"after: {', '.join(map(code, requirement.depends_on))}"
    yield from map(_seen, state.live_evidence(requirement.id))
    standing = state.standing(requirement.id)
    if standing.reversions:
        last = "; it is not verified again without a person" if standing.reversions >= MOST_REVERSIONS else ""
        yield f"turned out not to be met: {standing.reversions} of at most {MOST_REVERSIONS} times{last}"
    if standing.refusals:
        yield f"missing when the run was said to be done: {standing.refusals} times"


def _seen(evidence: Evidence) -> str:
    when = (
        f"step {evidence.last_step}"
        if evidence.first_step == evidence.last_step
        else f"steps {evidence.first_step} to {evidence.last_step}"
    )
    words = " · ".join(map(_code, evidence.quotes)) or _code(evidence.why)
    return f"seen ({evidence.kind}, {evidence.method}, {when}): {words}"


def _values(state: AgentState) -> Iterator[str]:
    served = {(each.name, each.source) for each in state.served_values()}
    if state.values or state.bound:
        yield from ["", "## Known", ""]
    for each in state.values:
        whence = f"from {code(each.source)}" if each.source else "from the beginning or for all"
        stale = "" if (each.name, each.source) in served else ", not to be used: what it comes from is not verified"
        when = f"seen at step {each.last_verified_step}"
        yield f"- {code(each.name)} = {_code(str(each.value))} ({each.type}, {whence}, {when}{stale})"
    for slot in state.bound:
        yield f"- {code('{' + slot.slot + '}')} = {_code(slot.text)} (from {code(slot.requirement)}, step {slot.step})"


def _code(words: str) -> str:
    return code(words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…")
