"""A Hypothesis state machine that acts rightly and wrongly on any environment, and finds what breaks the rules of all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from lumos_layer.actions.documents import LOOKING
from lumos_layer.errors import BadOption, MissingExtra

try:
    from hypothesis import strategies as st
    from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
except ModuleNotFoundError:
    raise MissingExtra("lumos_layer.testing.machine", "testing") from None

from lumos_layer.actions.outcomes import Outcome, Rejected, Unknown
from lumos_layer.environments.clock import Clock, ManualClock
from lumos_layer.environments.port import Environment
from lumos_layer.environments.simulator import FaultPlan
from lumos_layer.execution import Begun, Executor, Memory, OutcomesInMemory
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.observation import Observation
from lumos_layer.testing.ref_watch import RefWatch
from lumos_layer.testing.rules import check_delivery, check_hidden, check_outcome, clock_of, expect, repeated, texts_in, words_of
from lumos_layer.testing.strategies.acting import invalid_actions, valid_actions
from lumos_layer.testing.strategies.faults import fault_plans
from lumos_layer.testing.witness import MISHAPS, Died, Mishap, Witness

Planner = Callable[[Blueprint], Any]

_OLD = 5  # looks that are remembered, to act by
_NEVER = frozenset(("invalid", "not_found"))  # what nobody is told who asks for what was shown


class Runner(Protocol):
    """What makes an outcome of a document, as `Executor` does."""

    def observe(self) -> Observation: ...

    def run(self, document: Any, action_id: str | None = None) -> Outcome: ...


def _strict(environment: Environment, clock: Clock, memory: Memory) -> Runner:
    return Executor(environment, clock, memory=memory, strict=True)


@dataclass(frozen=True)
class Plugged:
    """What a machine drives; see `environment_machine`."""

    make: Callable[[], Environment]
    planner: Planner | None = None
    suggest: Callable[[Any], Any] | None = None
    secrets: Mapping[str, str] = field(default_factory=dict)
    strike: Callable[[Any, FaultPlan], None] | None = None
    clock: Callable[[Any], Clock] | None = None
    executor: Callable[[Environment, Clock, Memory], Runner] = _strict


def environment_machine(
    make: Callable[[], Environment],
    *,
    planner: Planner | None = None,
    suggest: Callable[[Any], Any] | None = None,
    secrets: Mapping[str, str] | None = None,
    strike: Callable[[Any, FaultPlan], None] | None = None,
    clock: Callable[[Any], Clock] | None = None,
    executor: Callable[[Environment, Clock, Memory], Runner] = _strict,
) -> type[EnvironmentMachine]:
    """A state machine for the environments that `make` gives, a fresh one each time; `.TestCase` is what a test runner takes.

    `planner` makes a document of a blueprint (None: nothing to do), and is tried between the machine's own acts. `suggest` gives a
    document that the environment is known to take now, for one that takes few, as a recording does (None: nothing). `secrets` are
    those that the environment fills in, by name. `strike(environment, plan)` lets an environment follow a plan of faults from now
    on; an empty one ends them. `clock(environment)` is the clock that it waits on (default: its `clock`, or that of this machine);
    `executor` makes what runs the documents.
    """
    plugged = Plugged(make, planner, suggest, dict(secrets or {}), strike, clock, executor)
    return type("PluggedMachine", (EnvironmentMachine,), {"plugged": plugged})


class EnvironmentMachine(RuleBasedStateMachine):
    """Acts on one environment: validly, invalidly, twice; looks; lets things go wrong. Its invariants are the rules of all.

    Raises Nonconforming (an AssertionError) where one is broken. `environment_machine` plugs things in.
    """

    plugged: ClassVar[Plugged]

    @initialize()
    def begins(self) -> None:
        plugged = self.plugged
        self.environment = plugged.make()
        self.witness = Witness(self.environment)
        self.clock: Clock = plugged.clock(self.environment) if plugged.clock else clock_of(self.environment)
        self.memory = OutcomesInMemory()
        self.watch = RefWatch()
        self.outcomes: dict[str, tuple[Any, Outcome]] = {}
        self.document: Any = None
        self.outcome: Outcome | None = None  # of the last document
        self.changed = False  # something changed although it was rejected and nothing was sent
        self.judged = 0  # acts that were sent and have been judged
        self.struck = False  # what changes at this act may be the work of a fault
        self.told: Observation | None = None
        self.looked: list[Observation] = []
        self._starts()

    def teardown(self) -> None:
        if hasattr(self, "environment"):
            self.environment.close()

    # Rules

    @rule()
    def looks(self) -> None:
        self._looks()

    @rule(data=st.data())
    def acts(self, data: st.DataObject) -> None:
        """Ask for what this screen allows."""
        self._asks(self._valid(data))

    @rule(data=st.data())
    def acts_wrongly(self, data: st.DataObject) -> None:
        """Ask for what `validate` refuses: whatever the executor makes of it, the rules hold."""
        self._looks()
        self._asks(data.draw(invalid_actions(self.latest)))

    @rule(data=st.data())
    def acts_by_an_old_look(self, data: st.DataObject) -> None:
        """Ask for what an earlier look allowed: it is done if it is still what was meant."""
        look = data.draw(st.sampled_from(self.looked))
        action = self._valid(data, look)
        action_id = f"act-{len(self.outcomes)}"
        self._asks({"action_id": action_id, "observation": look.id, "action": action})

    @rule(data=st.data())
    @precondition(lambda self: self.witness.sent)
    def acts_again_under_the_same_id(self, data: st.DataObject) -> None:
        """Hand an act to the environment that it has had before: it gets its first delivery, marked, and nothing is done."""
        sent = data.draw(st.sampled_from(self.witness.sent))
        if sent.delivery is None:
            return
        before = self.environment.observe()
        again = self.environment.perform(sent.action_id, sent.action)
        verb = sent.action.action.verb()
        expect(self.environment.observe().tree == before.tree, f"{verb} was done twice under one id")
        expect(again == repeated(sent.delivery), f"{verb} with an id seen before got another delivery: {again}")

    @rule(data=st.data())
    @precondition(lambda self: self.outcomes)
    def asks_again_under_the_same_id(self, data: st.DataObject) -> None:
        """Ask for an act by an id that has its outcome: it gets it, and nothing is sent."""
        action_id = data.draw(st.sampled_from(list(self.outcomes)))
        document, first = self.outcomes[action_id]
        sent = len(self.witness.sent)
        again = self.runner.run(document, action_id)
        expect(again == first or isinstance(first, Rejected), f"an id seen before got another outcome: {again!r}")
        expect(len(self.witness.sent) == sent, "an act was sent again under the same id")

    @rule(seconds=st.sampled_from((0.1, 1.0, 30.0)))
    @precondition(lambda self: isinstance(self.clock, ManualClock))
    def waits(self, seconds: float) -> None:
        self._asks({"type": "wait", "seconds": seconds})

    @rule(mishap=st.sampled_from(MISHAPS), data=st.data())
    def acts_while_the_line_breaks(self, mishap: Mishap, data: st.DataObject) -> None:
        """Let what lies between executor and environment break down at an act, or the program die; then go on."""
        document = self._valid(data)
        self.witness.mishap = mishap
        self._asks(document)
        self.witness.mishap = None

    @rule(plan=fault_plans(), data=st.data())
    @precondition(lambda self: self.plugged.strike is not None)
    def acts_while_things_go_wrong(self, plan: FaultPlan, data: st.DataObject) -> None:
        """Let the environment itself follow a plan of faults for one act."""
        document = self._valid(data)
        self._strike(plan)
        self.struck = True
        self._asks(document)
        self._judge_what_was_sent()
        self._strike(FaultPlan())
        self.struck = False

    @rule()
    @precondition(lambda self: self.plugged.planner is not None)
    def plans(self) -> None:
        """Do what the planner says to a blueprint: it asks for nothing that it was not shown, and tells no secret."""
        if self.plugged.planner is None:
            return
        self._looks()
        document = self.plugged.planner(self.latest.blueprint())
        if document is None:
            return
        self._no_secret_in(texts_in(document), "what the planner asks for")
        outcome = self._asks(document)
        if isinstance(outcome, Rejected):
            told = f"the planner asked for {document!r}, which is not to be had: {outcome.violations[0].message}"
            expect(outcome.reason not in _NEVER, told)

    @rule()
    @precondition(lambda self: self.plugged.suggest is not None)
    def acts_as_suggested(self) -> None:
        """Ask for what the environment is known to take."""
        self._looks()
        document = self.plugged.suggest(self.environment) if self.plugged.suggest else None
        if document is not None:
            self._asks(document)

    # Invariants

    @invariant()
    def observing_changes_nothing(self) -> None:
        first, second = self.environment.observe(), self.environment.observe()
        if first is not second:
            expect(first.tree == second.tree, "two looks with nothing between them show different trees")
            expect(dict(first.refs) == dict(second.refs), "two looks with nothing between them give different refs")

    @invariant()
    def refs_stay_with_their_elements(self) -> None:
        self.watch.see(self.environment.observe())

    @invariant()
    def refused_acts_change_nothing(self) -> None:
        self._judge_what_was_sent()
        expect(not self.changed, f"{self.document} was rejected, and nothing was sent, and yet the screen changed")

    @invariant()
    def an_act_is_sent_once(self) -> None:
        ids = [sent.action_id for sent in self.witness.sent if sent.action_id in self.outcomes]
        expect(len(set(ids)) == len(ids), f"an act was sent again under the same id: {ids}")

    @invariant()
    def outcomes_are_valid(self) -> None:
        if self.outcome is not None:
            check_outcome(self.outcome)

    @invariant()
    def no_secret_shows(self) -> None:
        if not self.plugged.secrets:
            return
        look = self.environment.observe()
        if look is not self.told:
            self._no_secret_in(words_of(None, look, self.told), f"the look {look.id} or what it says has changed")
            self.told = look
        if self.outcome is not None:
            self._no_secret_in(texts_in(self.outcome.model_dump(warnings=False)), "an outcome")
        notes = (sent.delivery.note for sent in self.witness.sent if sent.delivery is not None)
        self._no_secret_in(notes, "a note")

    # Asking

    def _starts(self) -> None:
        """A program that acts begins, with all that was written down by the one before it."""
        self.runner = self.plugged.executor(self.witness, self.clock, self.memory)
        self._looks()

    def _looks(self) -> None:
        self.latest = self.runner.observe()
        self.looked = [*(look for look in self.looked[-_OLD:] if look is not self.latest), self.latest]

    def _valid(self, data: st.DataObject, look: Observation | None = None) -> Any:
        if look is None:
            self._looks()
        able = self.environment.capabilities
        verbs = able.actions - LOOKING - ({"open_url"} if not able.urls else set()) - ({"open_app"} if able.apps == () else set())
        try:
            return data.draw(valid_actions(look or self.latest, verbs=verbs, secrets=tuple(self.plugged.secrets)))
        except BadOption:  # this screen allows none of them
            return {"type": "observe"}

    def _asks(self, document: Any) -> Outcome:
        action_id = f"act-{len(self.outcomes)}"
        before, sent = self.environment.observe(), len(self.witness.sent)
        try:
            outcome = self.runner.run(document, action_id)
        except Died:
            outcome = self._goes_on(document, action_id)
        self.document, self.outcome = document, outcome
        self.outcomes[action_id] = document, outcome
        idle = isinstance(outcome, Rejected) and len(self.witness.sent) == sent and not self.struck
        self.changed = idle and self.environment.observe().tree != before.tree
        return outcome

    def _goes_on(self, document: Any, action_id: str) -> Outcome:
        """The program starts anew and asks by the same id: what was begun is not sent again, and is told to be unknown."""
        begun, sent = isinstance(self.memory.find(action_id), Begun), len(self.witness.sent)
        self._starts()
        outcome = self.runner.run(document, action_id)
        if begun:
            expect(len(self.witness.sent) == sent, "an act that was begun before the program died was sent again")
            expect(isinstance(outcome, Unknown), f"of an act that was begun before the program died it is told: {outcome!r}")
        return outcome

    # Judging

    def _judge_what_was_sent(self) -> None:
        for sent in self.witness.sent[self.judged :]:
            self.judged += 1
            if sent.delivery is None:
                continue
            check_delivery(sent.delivery, sent.action_id)
            refused = sent.delivery.status == "refused" and not self.struck
            verb = sent.action.action.verb()
            expect(not refused or sent.before.tree == sent.after.tree, f"{verb} was refused, and yet the screen changed")

    def _no_secret_in(self, words: Iterable[str], where: str) -> None:
        check_hidden(self.plugged.secrets.values(), words, where)

    def _strike(self, plan: FaultPlan) -> None:
        if self.plugged.strike is not None:
            self.plugged.strike(self.environment, plan)
