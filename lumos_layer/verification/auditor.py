"""An independent look at a claim to be done: from the goal, a raw look and the evidence alone (S58, S59).

An auditor is told neither what a planner said nor how anything stands. It can refute a claim;
one that could not run refutes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from msgspec import Struct, structs

from lumos_layer.errors import PluginFailed
from lumos_layer.plugins import asked
from lumos_layer.state.agent_state import AgentState
from lumos_layer.state.checks import Check, ElementCheck, bound, parts_of
from lumos_layer.state.evidence import SHOWN, Evidence
from lumos_layer.state.probing import Sources
from lumos_layer.verification.doubts import failing
from lumos_layer.verification.earlier import is_of
from lumos_layer.verification.probes import found, looked_before
from lumos_layer.verification.texts import normal
from lumos_layer.verification.words import PASSING, Words, words_of

AuditVerdict = Literal["pass", "fail", "partial", "could_not_run"]


class Wanted(Struct, frozen=True):
    """A part of the goal: in words, and what shows it, if that was said when the goal was set; `lasting` if it has to hold now."""

    id: str
    description: str
    check: Check | None = None
    lasting: bool = True


class Case(Struct, frozen=True):
    """All that an auditor sees."""

    goal: str
    wanted: tuple[Wanted, ...]
    evidence: tuple[Evidence, ...]
    sources: Sources


class Audit(Struct, frozen=True):
    """What an auditor says; `refuted` are the parts of the goal that are not met, with the reasons in `why`."""

    verdict: AuditVerdict
    why: str = ""
    refuted: tuple[str, ...] = ()

    @property
    def refutes(self) -> bool:
        return self.verdict in ("fail", "partial")


class Auditor(Protocol):
    def audit(self, case: Case) -> Audit: ...


def case_of(goal: str, state: AgentState, sources: Sources) -> Case:
    """What an auditor is shown of a run: the leaves as they were set, the live evidence for them, and a look made just now."""
    bindings = state.bindings
    leaves = [each for id in state.leaves if (each := state.requirement(id)) is not None]
    checks = {each.id: None if each.check is None else bound(each.check, bindings) for each in leaves}
    wanted = [Wanted(each.id, each.description, checks[each.id], each.lasting) for each in leaves]
    evidence = [one for each in leaves for one in state.live_evidence(each.id)]
    return Case(goal, tuple(wanted), tuple(evidence), sources)


def proven_in(case: Case) -> Case:
    """The same, with those parts alone that there is evidence for."""
    shown = {each.requirement for each in case.evidence}
    return structs.replace(case, wanted=tuple(each for each in case.wanted if each.id in shown))


def audited(auditor: Auditor, case: Case) -> Audit:
    """What the auditor says; that it could not run where it broke down."""
    try:
        return asked("auditor", lambda: auditor.audit(case), Audit)
    except PluginFailed as problem:
        return Audit("could_not_run", problem.problem)


class EvidenceAuditor:
    """Asks no model: it looks for the evidence once more, and whether anything on the screen speaks against it."""

    def audit(self, case: Case) -> Audit:
        if not case.wanted:
            return Audit("could_not_run", "nothing is wanted that could be looked for")
        if late := looked_before(case.sources):
            return Audit("could_not_run", late)
        by_part: dict[str, list[Evidence]] = {each.id: [] for each in case.wanted}
        for one in case.evidence:
            if one.verdict and one.requirement in by_part:
                by_part[one.requirement].append(one)
        whys = {each.id: why for each in case.wanted if (why := _against(each, by_part[each.id], case.sources))}
        return verdict_of(whys, len(case.wanted))


def verdict_of(whys: Mapping[str, str], parts: int) -> Audit:
    """The verdict on so many parts, given what stands against some of them."""
    said = " ".join(f"{id}: {why}." for id, why in whys.items())
    verdict: AuditVerdict = "pass" if not whys else "fail" if len(whys) == parts else "partial"
    return Audit(verdict, said, tuple(whys))


def _against(wanted: Wanted, evidence: Sequence[Evidence], sources: Sources) -> str:
    """What speaks against a part of the goal being met; empty if nothing does."""
    if not evidence:
        return "there is no evidence for it"
    words = words_of(sources.observation)
    if forged := next((quote for each in evidence for quote in _not_shown(each, sources, words)), ""):
        return f"its evidence quotes {forged[:80]!r}, which is not there"
    passed = False
    if wanted.check is not None and wanted.lasting:
        finding = found(wanted.check, sources, wanted.description)
        if finding.verdict is False and finding.seen:
            return finding.why
        if finding.verdict is True:
            return ""
        passed = any(isinstance(each, ElementCheck) and each.role in PASSING for each in parts_of(wanted.check))
    if (passed or all(each.kind in ("act", "judge") for each in evidence)) and (said := failing(words)):
        return f"a message says {said[:80]!r}"
    return ""


def _not_shown(evidence: Evidence, sources: Sources, words: Words) -> list[str]:
    """The quotes from this very look that it does not hold."""
    if evidence.kind not in SHOWN or not is_of(evidence, sources):
        return []
    shown = sources.observation
    said = [normal(each) for each in (shown.title, shown.app, shown.url) if each]
    for i in words.visible:
        said += [normal(each)[:200] for each in (words.name(i), words.tree[i].value or "") if each]
    everything = "\n".join(said)
    return [quote for quote in evidence.quotes if normal(quote) not in everything]
