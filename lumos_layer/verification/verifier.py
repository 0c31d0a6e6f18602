"""What a verifier decides at the boundary of a subgoal: what is met, and what is met no longer (S26, S34 to S37)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from lumos_layer.state.agent_state import AgentState
from lumos_layer.state.checks import Check, ElementCheck, JudgeCheck, bound, parts_of
from lumos_layer.state.decision import VerifierDecision
from lumos_layer.state.evidence import Evidence, Kind, Method
from lumos_layer.state.probing import ActSeen, Sources
from lumos_layer.state.requirement import Requirement
from lumos_layer.state.value import UsefulValue
from lumos_layer.verification.doubts import is_passing
from lumos_layer.verification.earlier import earlier_of, is_from, is_of, look_of, place_of
from lumos_layer.verification.finding import Finding
from lumos_layer.verification.judge import Judge, judged
from lumos_layer.verification.probes import found, looked_before
from lumos_layer.verification.undoing import landed, takes_back, undone_by, words_of_act

_SURE: Mapping[Kind, float] = {"file": 1.0, "stored": 1.0, "command": 1.0, "page": 0.95, "element": 0.95, "act": 0.8, "judge": 1.0}
Span = tuple[int, int]


class Verifier:
    """Decides about requirements by what can be looked at, and by nothing that anybody says.

    `judge` is asked where a requirement has no other check, where its probes cannot tell, or where they find what is wanted beside
    words that nobody understands; it never overrules a probe.
    What it is less sure of than `threshold` is kept as it is.
    """

    def __init__(self, judge: Judge | None = None, threshold: float = 0.7) -> None:
        self._judge, self._threshold = judge, threshold

    def decide(self, state: AgentState, sources: Sources, step: int, span: Span | None = None) -> tuple[VerifierDecision, ...]:
        """The decisions in the order in which they are to be applied: first what has fallen, then what is met.

        `span` are the first and last step of what was done since the last boundary. Whatever builds on something that is met is
        looked at in the same go. What was seen to be met and could not have changed since is not looked at again.
        """
        going = _Going(self, state, sources, step, span or (step, step))
        return tuple(going.decisions())

    def examined(self, requirement: Requirement, check: Check | None, sources: Sources) -> Finding:
        """What the requirement comes to; a judge is asked only where no probe has an answer."""
        intent = f"{requirement.description}\n{requirement.hint}"
        if check is None:
            return self._judged(requirement.description, sources)
        finding = found(check, sources, intent)
        if finding.verdict is not None or finding.error or self._judge is None:
            return finding
        if finding.unclear:
            return self._read_by_judge(requirement, finding, sources)
        return self._with_judge(check, sources, intent) or finding

    def _read_by_judge(self, requirement: Requirement, finding: Finding, sources: Sources) -> Finding:
        """What is wanted is there: a judge says whether all that stands around it lets it be met."""
        said = self._judged(requirement.description, sources, found=True)
        return said if said.verdict is True else replace(finding, why=f"{finding.why}; {said.error or said.why}")

    def _with_judge(self, check: Check, sources: Sources, intent: str) -> Finding | None:
        """Where a judge is one of the checks, with what it says in its place; None where there is none."""
        if not any(isinstance(each, JudgeCheck) for each in parts_of(check)):
            return None
        return found(check, sources, intent, judged=lambda question: self._judged(question, sources))

    def _judged(self, question: str, sources: Sources, found: bool = False) -> Finding:
        if self._judge is None:
            return Finding(kind="judge", why="it has no check, and there is no judge to ask")
        if late := looked_before(sources):
            return Finding(kind="judge", why=late)
        return judged(self._judge, question, sources.observation, found)

    def is_sure(self, finding: Finding) -> bool:
        return finding.verdict is not None and sureness(finding) >= self._threshold


class _Going:
    """One boundary: each requirement is looked at once, in the order of what builds on what."""

    def __init__(self, verifier: Verifier, state: AgentState, sources: Sources, step: int, span: Span) -> None:
        self._verifier, self._state, self._sources, self._step, self._span = verifier, state, sources, step, span
        self._met = set(state.verified)
        self._bindings = state.bindings

    def decisions(self) -> Iterator[VerifierDecision]:
        state = self._state
        fallen: set[str] = set()
        gone: set[str] = set()  # with all that builds on it
        for id in state.order:
            if id not in self._met or id in gone or not state.lasts(id):
                continue
            decision = self._looked_again(self._requirement(id))
            if decision is not None:
                yield decision
                if decision.decision == "invalidate":
                    fallen.add(id)
                    gone |= {id} | state.built_on((id,))
        self._met -= gone
        places = {id: place for place, id in enumerate(state.order)}
        ready = [id for id in places if id not in self._met and id not in fallen and self._is_ready(id)]
        while ready:
            new = set()
            for id in ready:
                decision = self._looked_at(self._requirement(id))
                if decision.decision == "verify":
                    self._met.add(id)
                    new.add(id)
                yield decision
            above = {user for id in new for user in state.users(id)} - fallen - self._met
            ready = sorted(filter(self._is_ready, above), key=places.__getitem__)

    def _is_ready(self, id: str) -> bool:
        return self._met.issuperset(self._state.depends_on(id))

    def _requirement(self, id: str) -> Requirement:
        found = self._state.requirement(id)
        if found is None:
            raise RuntimeError("only what is in the plan is looked at")
        return found

    # What is not met yet

    def _looked_at(self, requirement: Requirement) -> VerifierDecision:
        check = None if requirement.check is None else bound(requirement.check, self._bindings)
        finding = self._verifier.examined(requirement, check, self._sources)
        new: Mapping[str, str] = {}
        if finding.verdict is None and finding.bindings and check is not None:
            new = finding.bindings
            finding = self._verifier.examined(requirement, bound(check, new), self._sources)
        if finding.verdict is not True or not self._verifier.is_sure(finding):
            return self._kept(requirement, finding)
        self._bindings = {**self._bindings, **new}
        return self._decided(requirement, "verify", finding, new)

    def _kept(self, requirement: Requirement, finding: Finding) -> VerifierDecision:
        return VerifierDecision(
            requirement=requirement.id,
            decision="keep",
            confidence=sureness(finding),
            method=_method(finding),
            step=self._step,
            why=finding.error or finding.why,
        )

    # What is met

    def _looked_again(self, requirement: Requirement) -> VerifierDecision | None:
        """None where nothing can have changed, or where nothing is to be said."""
        since = self._acts_since(requirement)
        if not since and self._state.live_evidence(requirement.id) and not self._is_new(requirement):
            return None
        check = None if requirement.check is None else bound(requirement.check, self._bindings)
        if check is None:  # a judge undoes nothing by itself
            taken_back = next((act for act in reversed(since) if takes_back(act)), None)
            return None if taken_back is None else self._undone(requirement, taken_back)
        finding = found(check, self._sources, f"{requirement.description}\n{requirement.hint}")
        if finding.verdict is False and finding.seen and self._verifier.is_sure(finding):
            return self._decided(requirement, "invalidate", finding, {})
        if finding.verdict is True:
            return self._seen_again(requirement, check, finding, since)
        if self._has_gone(requirement, check, finding, since):
            why = f"the same page does not show it any more: {finding.why}"
            return self._decided(requirement, "invalidate", replace(finding, verdict=False, why=why), {})
        return self._perhaps_undone(requirement, check, since)

    def _has_gone(self, requirement: Requirement, check: Check, finding: Finding, since: Sequence[ActSeen]) -> bool:
        """True where nothing was done since, the page is the same, and what showed it is not there any more, or says more now."""
        if not isinstance(check, ElementCheck) or not check.exists or is_passing(check.role) or finding.error:
            return False
        if any(act.verb != "wait" for act in since):
            return False
        evidence = [each for each in self._state.live_evidence(requirement.id) if each.kind == "element"]
        looks = [look for look in earlier_of(self._sources) if any(is_from(each, look) for each in evidence)]
        if not looks or not all(look.was_called(self._sources.observation.title) for look in looks):
            return False
        if finding.verdict is False:
            now = look_of(self._sources.observation).texts
            return not all(set(each.quotes) <= now for each in evidence)
        return bool(finding.quotes) and all(set(each.quotes).isdisjoint(finding.quotes) for each in evidence)

    def _seen_again(
        self, requirement: Requirement, check: Check, finding: Finding, since: Sequence[ActSeen]
    ) -> VerifierDecision | None:
        """Noted where something may have undone it, or what showed it counts no longer."""
        if not self._verifier.is_sure(finding) or (self._state.live_evidence(requirement.id) and undone_by(check, since) is None):
            return None
        return self._decided(requirement, "verify", finding, {})

    def _perhaps_undone(self, requirement: Requirement, check: Check, since: Sequence[ActSeen]) -> VerifierDecision | None:
        """It cannot be seen any more, and something was done that may have undone it: then it has to be shown again."""
        act = undone_by(check, since)
        return None if act is None else self._undone(requirement, act)

    def _undone(self, requirement: Requirement, act: ActSeen) -> VerifierDecision:
        said = words_of_act(act)
        finding = Finding(verdict=False, kind="act", quotes=(said,), why=f"{said} may have undone it, and nobody has seen it since")
        return self._decided(requirement, "invalidate", finding, {})

    def _acts_since(self, requirement: Requirement) -> list[ActSeen]:
        at = self._state.standing(requirement.id).verified_at
        return [act for act in self._sources.acts if act.step > at and landed(act)]

    def _is_new(self, requirement: Requirement) -> bool:
        """True if there is a look that the evidence is not of: a screen changes by itself, too."""
        return not any(is_of(each, self._sources) for each in self._state.live_evidence(requirement.id))

    def _decided(self, requirement: Requirement, what: str, finding: Finding, new: Mapping[str, str]) -> VerifierDecision:
        evidence = self._evidence(requirement, finding)
        return VerifierDecision(
            requirement=requirement.id,
            decision="verify" if what == "verify" else "invalidate",
            confidence=sureness(finding),
            method=evidence.method,
            evidence=evidence,
            bindings=dict(new),
            values=tuple(
                UsefulValue(name=name, value=text, source=requirement.id, step=self._step, last_verified_step=self._step)
                for name, text in new.items()
            ),
            step=self._step,
            why=finding.why,
        )

    def _evidence(self, requirement: Requirement, finding: Finding) -> Evidence:
        told = finding.answer()
        return Evidence(
            requirement=requirement.id,
            kind=finding.kind,
            observation=self._sources.observation.id,
            look=max(0, place_of(self._sources)),
            quotes=told.quotes,
            first_step=min(self._span[0], self._step),
            last_step=self._step,
            verdict=finding.verdict is True,
            method=_method(finding),
            why=told.why,
        )


def sureness(finding: Finding) -> float:
    """How sure a finding is: what lasts is surer than what shows, and what shows than what was done."""
    return round(min(finding.confidence, _SURE.get(finding.kind, 0.0)), 4)


def _method(finding: Finding) -> Method:
    return "model" if finding.kind == "judge" else "deterministic"
