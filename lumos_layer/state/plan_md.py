"""The plan as a page that a person reads (S43): what is wanted, how it stands, and what shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lumos_layer.perception.markdown import code
from lumos_layer.state.agent_state import MOST_REVERSIONS, AgentState, Contents, Standing, contents_of
from lumos_layer.state.evidence import Evidence, lasting_first
from lumos_layer.state.requirement import Requirement, Status
from lumos_layer.state.words import in_words

_MARKS: dict[Status, str] = {"verified": "x", "pending": " ", "invalidated": "!"}
_LONGEST = 500


def plan_md(state: AgentState) -> str:
    """The plan in Markdown; words of screens and planners are code in it."""
    return PlanPage().text(state)


class PlanPage:
    """The page of one run: what has not changed since it was last made is not worded anew."""

    def __init__(self) -> None:
        self._worded: dict[str, tuple[_Stand, str]] = {}

    def text(self, state: AgentState) -> str:
        """The page of this state."""
        contents = contents_of(state)
        rows = (self._row(number, each, contents) for number, each in enumerate(contents.requirements, 1))
        return "\n".join([*_head(state), *rows, *_values(state), ""])

    def _row(self, number: int, each: Requirement, contents: Contents) -> str:
        stand = _Stand(number, each, contents.standings[each.id], contents.evidence.live(each.id))
        known = self._worded.get(each.id)
        if known is None or not known[0].is_same(stand):
            known = self._worded[each.id] = stand, "\n".join(_row_of(stand))
        return known[1]


class _Stand:
    """All that a row is made of."""

    __slots__ = ("evidence", "number", "requirement", "standing")

    def __init__(self, number: int, requirement: Requirement, standing: Standing, evidence: Iterable[Evidence]) -> None:
        self.number, self.requirement, self.standing = number, requirement, standing
        self.evidence = tuple(evidence)

    def is_same(self, other: _Stand) -> bool:
        return (
            self.number == other.number
            and self.requirement is other.requirement
            and self.standing == other.standing
            and self.evidence == other.evidence
        )


def _head(state: AgentState) -> Iterator[str]:
    focus = state.focus
    yield "# Plan"
    yield ""
    yield f"{len(state.verified)} of {len(state.order)} verified, version {state.version}, step {state.step}."
    yield f"Next: {code(focus.id)}" if focus is not None else "Next: nothing is left."
    yield ""
    yield "`[x]` verified, `[ ]` pending, `[!]` it was met once, and is not any more."
    yield ""


def _row_of(stand: _Stand) -> Iterator[str]:
    each = stand.requirement
    yield f"{stand.number}. [{_MARKS[stand.standing.status]}] {code(each.id)}: {_code(each.description)}"
    yield from (f"   - {line}" for line in _about(stand))


def _about(stand: _Stand) -> Iterator[str]:
    requirement, standing = stand.requirement, stand.standing
    yield f"shown by: {_code(in_words(requirement.check))}"
    if requirement.hint:
        yield f"where to look: {_code(requirement.hint)}"
    if requirement.depends_on:
        yield f"after: {', '.join(map(code, requirement.depends_on))}"
    yield from map(_seen, lasting_first(stand.evidence))
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
