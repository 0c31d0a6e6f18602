"""The rules of the agent's state against a simple model, over any order of decisions and plans (S04 to S20, S39)."""

from __future__ import annotations

import json
from typing import Any

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from lumos_layer.state import (
    AgentState,
    Requirement,
    StateEvent,
    Transition,
    VerifierDecision,
    add_requirements,
    apply,
    begin,
    checkpoint,
    load_checkpoint,
    plan_md,
    rebuild,
    refuse_claim,
    replan,
)
from lumos_layer.state.checks import ElementCheck
from lumos_layer.state.events import STATE_EVENT
from lumos_layer.state.plan_md import PlanPage
from tests.state.acting import judged, seen, value

IDS = ("a", "b", "c")
SLOTS = ("one", "two")
SURE = st.sampled_from((1.0, 1.0, 1.0, 1.0, 0.7, 0.69, 0.3))
BACK = st.sampled_from((0, 0, 0, 1, 1, 2))


@st.composite
def plans(draw: st.DrawFn, ids: tuple[str, ...] = IDS) -> tuple[Requirement, ...]:
    """A DAG: each depends on some of those before it, and they stand in any order."""
    made = []
    for number, id in enumerate(ids):
        others = draw(st.lists(st.sampled_from(ids[:number]), unique=True, max_size=2)) if number else []
        slot = draw(st.sampled_from(("", "", "", "", *(f"{{{slot}}}" for slot in SLOTS))))
        check, lasting = ElementCheck(name=id, value=slot or None), draw(st.integers(0, 7)) > 0
        made.append(Requirement(id=id, description=id, depends_on=tuple(others), check=check, lasting=lasting))
    return tuple(draw(st.permutations(made)))


class StateMachine(RuleBasedStateMachine):
    """Drives the state with decisions good and bad, and keeps its own books of what must be so."""

    state: AgentState
    events: tuple[StateEvent, ...]

    @initialize(plan=plans())
    def start(self, plan: tuple[Requirement, ...]) -> None:
        made = begin(plan, (value("known", 1),))
        self.state, self.events = made.state, made.events
        self.step = 0
        self.statuses: dict[str, str] = dict.fromkeys(IDS, "pending")
        self.sure: set[str] = set()  # verified without a model
        self.met: dict[str, int] = {}
        self.fell: dict[str, int] = {}
        self.reversions: dict[str, int] = dict.fromkeys(IDS, 0)
        self.slots: dict[str, str] = {}
        self.read: dict[str, Any] = {}
        self.page = PlanPage()

    def _take(self, made: Transition) -> None:
        before = self.state
        self.state, self.events = made.state, (*self.events, *made.events)
        assert self.state.version == before.version + (0 if made.refused else 1)
        if made.refused:
            assert made.state is before

    def _plan(self) -> dict[str, Requirement]:
        return {each.id: each for each in self.state.requirements}

    @rule(steps=st.integers(1, 3))
    def go_on(self, steps: int) -> None:
        self.step += steps

    @rule(
        id=st.sampled_from(IDS), back=BACK, model=st.booleans(), confidence=SURE,
        bindings=st.just({}) | st.dictionaries(st.sampled_from(SLOTS), st.sampled_from(("x", "y")), max_size=2),
        read=st.none() | st.integers(0, 3),
    )  # fmt: skip
    def verify(self, id: str, back: int, model: bool, confidence: float, bindings: dict[str, str], read: int | None) -> None:
        at = max(0, self.step - back)
        evidence = (judged if model else seen)(id, at)
        values = () if read is None else (value(f"of {id}", read, id),)
        decision = VerifierDecision(
            requirement=id, decision="verify", confidence=confidence, method=evidence.method, evidence=evidence, bindings=bindings,
            values=values, step=self.step,
        )  # fmt: skip
        plan = self._plan()
        check = plan[id].check
        assert isinstance(check, ElementCheck)
        in_plan = {slot for each in plan.values() for slot in SLOTS if f"{{{slot}}}" in (each.check.value or "")}  # type: ignore[union-attr]
        counts = (
            confidence >= 0.7
            and self.reversions[id] < 3
            and all(self.statuses[other] == "verified" for other in plan[id].depends_on)
            and all(slot in bindings or slot in self.slots for slot in SLOTS if f"{{{slot}}}" in (check.value or ""))
            and set(bindings) <= in_plan
            and all(self.slots.get(slot, text) == text for slot, text in bindings.items())
            and at > self.fell.get(id, -1)
            and at >= self.met.get(id, -1)
        )
        made = apply(self.state, decision)
        assert (not made.refused) == counts, made.refused
        self._take(made)
        if counts:
            self.sure |= set() if model else {id}
            self.statuses[id], self.met[id] = "verified", at
            self.slots = {**bindings, **self.slots}
            if read is not None:
                self.read[id] = read

    @rule(id=st.sampled_from(IDS), back=BACK, model=st.booleans(), confidence=SURE)
    def invalidate(self, id: str, back: int, model: bool, confidence: float) -> None:
        at = max(0, self.step - back)
        evidence = (judged if model else seen)(id, at, False)
        decision = VerifierDecision(
            requirement=id, decision="invalidate", confidence=confidence, method=evidence.method, evidence=evidence, step=self.step
        )
        counts = (
            confidence >= 0.7
            and self.statuses[id] == "verified"
            and self._plan()[id].lasting
            and not (model and id in self.sure)
            and at > self.met[id]
        )
        made = apply(self.state, decision)
        assert (not made.refused) == counts, made.refused
        self._take(made)
        if counts:
            self.statuses[id], self.fell[id] = "invalidated", at
            self.reversions[id] += 1
            self.sure.discard(id)
            fallen = {id}
            for _ in IDS:
                fallen |= {each.id for each in self._plan().values() if fallen.intersection(each.depends_on)}
            for other in fallen - {id}:
                self.sure.discard(other)
                if self.statuses[other] == "verified":
                    self.statuses[other], self.fell[other] = "pending", at

    @rule(id=st.sampled_from(IDS), model=st.booleans())
    def verify_now(self, id: str, model: bool) -> None:
        """The good way: the step after, sure, with all slots that are known."""
        self.step += 1
        self.verify(id, 0, model, 1.0, {}, None)

    @rule(id=st.sampled_from(IDS))
    def refute_now(self, id: str) -> None:
        self.step += 1
        self.invalidate(id, 0, False, 1.0)

    @rule(
        id=st.sampled_from(IDS), models=st.tuples(st.booleans(), st.booleans(), st.booleans()), gaps=st.tuples(BACK, BACK),
        backs=st.tuples(BACK, BACK),
    )  # fmt: skip
    def contest(self, id: str, models: tuple[bool, bool, bool], gaps: tuple[int, int], backs: tuple[int, int]) -> None:
        """It is met, it is not, it is again: by whom and when, anyhow."""
        self.verify_now(id, models[0])
        self.step += gaps[0]
        self.invalidate(id, backs[0], models[1], 1.0)
        self.step += gaps[1]
        self.verify(id, backs[1], models[2], 1.0, {}, None)

    @rule(id=st.sampled_from(IDS), times=st.integers(1, 4))
    def waver(self, id: str, times: int) -> None:
        """It holds and does not, again and again."""
        for _ in range(times):
            self.verify_now(id, False)
            self.refute_now(id)

    @rule(id=st.sampled_from((*IDS, "nobody")), decision=st.sampled_from(("verify", "invalidate")))
    def decide_without_evidence(self, id: str, decision: Any) -> None:
        made = apply(self.state, VerifierDecision(requirement=id, decision=decision, step=self.step + 1))
        assert made.refused
        self._take(made)

    @rule(id=st.sampled_from(IDS))
    def prove_by_focus(self, id: str) -> None:
        made = apply(
            self.state,
            VerifierDecision(requirement=id, decision="verify", step=self.step, evidence=seen(id, self.step, kind="focus")),
        )
        assert made.refused
        self._take(made)

    @precondition(lambda self: self.step > 0)
    @rule(id=st.sampled_from(IDS))
    def decide_late(self, id: str) -> None:
        early = self.state.step - 1
        if early >= 0:
            made = apply(self.state, VerifierDecision(requirement=id, decision="verify", step=early, evidence=seen(id, early)))
            assert made.refused
            self._take(made)

    @rule(id=st.sampled_from(IDS))
    def keep(self, id: str) -> None:
        made = apply(self.state, VerifierDecision(requirement=id, decision="keep", step=self.step))
        assert made.state is self.state
        assert not made.refused
        self.events += made.events

    @rule(missing=st.lists(st.sampled_from(IDS), max_size=3))
    def claim(self, missing: list[str]) -> None:
        self._take(refuse_claim(self.state, missing, self.step))

    @rule(data=st.data())
    def plan_anew(self, data: st.DataObject) -> None:
        """What the run began with may be left out and stays; it may come to depend on more, and not on less."""
        plan = self._plan()
        asked, weaker = [], False
        for id in data.draw(st.lists(st.sampled_from(IDS), unique=True)):
            old = plan[id]
            change = data.draw(st.sampled_from(("none", "none", "turn", "words", "more", "less", "check", "once")))
            more = tuple(dict.fromkeys((*old.depends_on, data.draw(st.sampled_from(IDS)))))
            new = {
                "turn": old.model_copy(update={"depends_on": old.depends_on[::-1]}),
                "words": old.model_copy(update={"description": "otherwise", "hint": "elsewhere"}),
                "more": old.model_copy(update={"depends_on": more}),
                "less": old.model_copy(update={"depends_on": old.depends_on[1:]}),
                "once": old.model_copy(update={"lasting": not old.lasting}),
                "check": old.model_copy(update={"check": ElementCheck(name="easier")}),
            }.get(change, old)
            is_same = set(new.depends_on) == set(old.depends_on)
            weaker |= change in ("check", "once") or not set(old.depends_on) <= set(new.depends_on)
            weaker |= self.statuses[id] == "verified" and not is_same
            asked.append(new)
        made = replan(self.state, asked)
        if made.refused and not weaker:
            assert "circle" in made.refused
        else:
            assert bool(made.refused) == weaker
        self._take(made)

    @rule(extra=st.sampled_from(("a", "g")), ground=st.sampled_from((*IDS, "nobody")))
    def add_and_drop(self, extra: str, ground: str) -> None:
        made = add_requirements(self.state, (Requirement(id=extra, description=extra, depends_on=(ground,)),))
        assert bool(made.refused) == (extra == "a" or ground == "nobody")
        self._take(made)
        if not made.refused:
            self._take(replan(self.state, ()))

    # What always holds

    @invariant()
    def it_stands_as_the_model_says(self) -> None:
        assert self.state.statuses == self.statuses
        assert self.state.reversions == self.reversions
        assert self.state.bindings == self.slots

    @invariant()
    def reversions_are_capped(self) -> None:
        assert max(self.state.reversions.values()) <= 3

    @invariant()
    def what_is_verified_has_evidence_and_holds_on_what_is_verified(self) -> None:
        for each in self.state.requirements:
            live = self.state.live_evidence(each.id)
            assert bool(live) == (self.statuses[each.id] == "verified")
            if live:
                assert all(self.statuses[other] == "verified" for other in each.depends_on)
                assert any(one.method == "deterministic" for one in live) == (each.id in self.sure)

    @invariant()
    def the_focus_is_the_first_that_can_be_worked_on(self) -> None:
        able = [
            each.id
            for each in self.state.requirements
            if self.statuses[each.id] != "verified" and all(self.statuses[other] == "verified" for other in each.depends_on)
        ]
        assert [each.id for each in self.state.requirements if self.state.allows(each.id)] == able
        focus = self.state.focus
        assert (focus.id if focus is not None else None) == (able[0] if able else None)
        assert bool(able) == bool(self.state.open_leaves)
        assert [each.id for each in self.state.open_to_work()] == [id for id in able if self.reversions[id] < 3]

    @invariant()
    def only_values_that_count_are_served(self) -> None:
        expected = {"known": 1} | {f"of {id}": read for id, read in self.read.items() if self.statuses[id] == "verified"}
        assert {each.name: each.value for each in self.state.served_values()} == expected

    @invariant()
    def it_can_be_made_again_from_its_events_and_from_its_checkpoint(self) -> None:
        said = json.dumps(checkpoint(self.state))
        stored = [STATE_EVENT.validate_json(STATE_EVENT.dump_json(each, exclude_defaults=True)) for each in self.events]
        assert json.dumps(checkpoint(rebuild(stored))) == said
        assert json.dumps(checkpoint(load_checkpoint(json.loads(said)).state)) == said
        assert plan_md(self.state).startswith("# Plan\n")
        assert self.page.text(self.state) == plan_md(self.state)


StateMachine.TestCase.settings = settings(max_examples=50, stateful_step_count=25, deadline=None)
TestStateMachine = StateMachine.TestCase
