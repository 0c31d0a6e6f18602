"""The state machine passes on environments that keep to the rules, and finds what is planted in those that do not."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test
from jsonschema import Draft202012Validator
from msgspec.structs import replace

from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.actions.outcomes import Done, Outcome, Rejected, as_json
from lumos_layer.environments.clock import Clock, ManualClock
from lumos_layer.environments.port import Delivery, Environment
from lumos_layer.environments.replay.replay import Replay
from lumos_layer.environments.simulator import FaultPlan, Simulator
from lumos_layer.execution import Executor, Memory
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.formats import FORMATS
from lumos_layer.perception.observation import Observation
from lumos_layer.testing.machine import EnvironmentMachine, environment_machine
from lumos_layer.testing.rules import Nonconforming
from lumos_layer.testing.witness import Witness
from tests.execution.surfaces import Surface, do, window
from tests.trees import button, field, node

TESTS = Path(__file__).resolve().parents[1]
SECRETS = {"password": "quince-42"}
PASSING = settings(max_examples=12, stateful_step_count=20)

# What is planted must be found in every run, so these runs are always the same; nobody needs the smallest example of it.
FINDING = settings(
    max_examples=200,
    stateful_step_count=20,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)


def struck(simulator: Simulator, plan: FaultPlan) -> None:
    simulator.faults.plan = plan


def simulated(golden: str) -> Simulator:
    return Simulator.from_dump(TESTS / "goldens" / golden, clock=ManualClock(), secrets=SECRETS)


def a_planner(blueprint: Blueprint) -> dict[str, Any] | None:
    """Presses one of the elements that it is shown, always the same on the same screen."""
    refs = [ref for ref in blueprint.refs if ref != blueprint.root]
    return {"type": "click", "ref": Random(blueprint.compact()).choice(refs)} if refs else None


OF_DUMPS = ("uia/open-dialog.xml", "atspi/sign-in.xml", "android/rows.xml", "browser/open-menu.xml", "cdp/sign-up-errors.json")
OF_RECORDINGS = {
    "chromium-cdp/login-password": {"secret_1": "letmein", "secret_2": "correct horse"},
    "linux-atspi/zenity-login": {"secret_1": "hunter2!"},
    "win32-wine/notepad-open-cancel": {},
}


@pytest.mark.parametrize("dump", OF_DUMPS)
def test_it_passes_on_simulators_of_dumps_also_while_things_go_wrong(dump: str) -> None:
    machine = environment_machine(partial(simulated, dump), planner=a_planner, secrets=SECRETS, strike=struck)
    run_state_machine_as_test(machine, settings=PASSING)


@pytest.mark.parametrize("recording", OF_RECORDINGS)
def test_it_passes_on_recordings(recording: str) -> None:
    make = partial(Replay, TESTS / "recordings" / recording)
    machine = environment_machine(make, suggest=Replay.next_action, secrets=OF_RECORDINGS[recording])
    run_state_machine_as_test(machine, settings=PASSING)


# What is planted


class Honest(Surface):
    """A form that keeps to the rules."""

    def __init__(self) -> None:
        rows = window(field("Name", "old"), node("checkbox", "Terms", "toggle", checked="false"), button("Save"), button("Help"))
        super().__init__(*rows, secrets=SECRETS, react=self.do, can=("click", "type_text", "set_text", "set_checked", "hover"))

    def do(self, _: Surface, action: GroundedAction) -> Delivery | None:
        return do(self, action)

    def anew(self) -> Observation:
        """A look that knows of none before it."""
        look = self._made()
        dialect = next(each for each in FORMATS if each.name == look.format)
        return Observation(look.draft(), dialect, "main", 0, id=f"o{self.looks}")


class ChangesWhenLookedAt(Honest):
    def observe(self) -> Observation:
        self.change("Help", hint=f"seen {self.looks} times")
        return super().observe()


class MovesRefs(Honest):
    """Every look numbers its elements anew, and a press on Save puts something before them."""

    def observe(self) -> Observation:
        look = super().observe()
        return look if look.id == "o1" else self.anew()

    def do(self, _: Surface, action: GroundedAction) -> Delivery | None:
        if action.node is not None and action.node.name == "Save":
            self.rows.insert(1, (1, button("Undo", box=(300, 10, 50, 20))))
        return super().do(self, action)


class UsesRefsAgain(Honest):
    """A press on Help puts a field where the button was, and it gets the button's ref."""

    def observe(self) -> Observation:
        return super().observe() if any(made.name == "Help" for _, made in self.rows) else self.anew()

    def do(self, _: Surface, action: GroundedAction) -> Delivery | None:
        if action.node is not None and action.node.name == "Help":
            self.rows[-1] = (1, field("Question", box=(10, 200, 300, 40)))
            return None
        return super().do(self, action)


class RefusesAndActs(Honest):
    def do(self, _: Surface, action: GroundedAction) -> Delivery | None:
        super().do(self, action)
        if action.action.verb() != "click":
            return None
        return Delivery(
            action_id=next(reversed(self.deliveries)), status="refused", reason="covered", note="Something is above it."
        )


class RefusesInSilence(Honest):
    def do(self, _: Surface, action: GroundedAction) -> Delivery | None:
        refused = action.action.verb() == "hover"
        return Delivery(action_id=next(reversed(self.deliveries)), status="refused", reason="covered") if refused else None


class DoesItTwice(Honest):
    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        if action.action.verb() == "type_text":
            self.deliveries.pop(action_id, None)
        return super().perform(action_id, action)


class AnswersOtherwise(Honest):
    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        again = action_id in self.deliveries
        delivery = super().perform(action_id, action)
        return Delivery(action_id=action_id, status="uncertain") if again else delivery


class SaysNotThatItWasDoneBefore(Honest):
    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        return replace(super().perform(action_id, action), again=False)


class ShowsSecrets(Honest):
    def _made(self) -> Observation:
        kept, self.secrets = self.secrets, {}
        look = super()._made()
        self.secrets = kept
        return look


BROKEN: dict[type[Honest], str] = {
    ChangesWhenLookedAt: "Two looks with nothing between them show different trees",
    MovesRefs: "has moved to another element",
    UsesRefsAgain: "and is used again for",
    RefusesAndActs: "was refused, and yet the screen changed",
    RefusesInSilence: "A refusal says in a note what to do",
    DoesItTwice: "was done twice under one id",
    AnswersOtherwise: "with an id seen before got another delivery",
    SaysNotThatItWasDoneBefore: "with an id seen before got another delivery",
    ShowsSecrets: "A secret of 9 characters shows",
}


def test_it_passes_on_the_form_in_which_faults_are_planted() -> None:
    run_state_machine_as_test(environment_machine(Honest, planner=a_planner, secrets=SECRETS), settings=PASSING)


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.__name__)
def test_it_finds_what_an_environment_does_wrong(broken: type[Honest]) -> None:
    with pytest.raises(Nonconforming, match=BROKEN[broken]):
        run_state_machine_as_test(environment_machine(broken, secrets=SECRETS), settings=FINDING)


class Careless(Executor):
    """An executor, for others to break."""

    def __init__(self, environment: Environment, clock: Clock, memory: Memory) -> None:
        super().__init__(environment, clock, memory=memory)


class ChangesWhatItRefuses(Careless):
    def run(self, document: Any, action_id: str | None = None) -> Outcome:
        outcome = super().run(document, action_id)
        if isinstance(outcome, Rejected) and isinstance(self.environment, Witness) and isinstance(self.environment.inner, Surface):
            self.environment.inner.change("Help", hint="refused")
        return outcome


class SaysNonsense(Careless):
    def run(self, document: Any, action_id: str | None = None) -> Outcome:
        outcome = super().run(document, action_id)
        return Done.model_construct(action_id=outcome.action_id, after=7) if isinstance(outcome, Done) else outcome


class TellsSecrets(Careless):
    def run(self, document: Any, action_id: str | None = None) -> Outcome:
        outcome = super().run(document, action_id)
        return outcome.model_copy(update={"note": "It is quince-42."}) if isinstance(outcome, Done) else outcome


class RemembersNothing(Careless):
    def __init__(self, environment: Environment, clock: Clock, memory: Memory) -> None:
        super().__init__(environment, clock, Oblivion())


class ActsAgainAfterDeath(Careless):
    """Takes what was begun for what was never done."""

    def __init__(self, environment: Environment, clock: Clock, memory: Memory) -> None:
        super().__init__(environment, clock, BegunIsNothing(memory))


class Oblivion:
    def find(self, action_id: str) -> None: ...

    def begin(self, action_id: str) -> None: ...

    def end(self, action_id: str, outcome: Outcome) -> None: ...


class BegunIsNothing:
    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.begin, self.end = memory.begin, memory.end

    def find(self, action_id: str) -> Any:
        known = self.memory.find(action_id)
        return known if isinstance(known, Done | Rejected) else None


CARELESS: dict[type[Careless], str] = {
    ChangesWhatItRefuses: "was rejected, and nothing was sent, and yet the screen changed",
    SaysNonsense: "This is no outcome by the schema",
    TellsSecrets: "A secret of 9 characters shows in an outcome",
    RemembersNothing: "An id seen before got another outcome|An act was sent again under the same id",
    ActsAgainAfterDeath: "An act that was begun before the program died was sent again|An act was sent again under the same id",
}


@pytest.mark.parametrize("careless", CARELESS, ids=lambda careless: careless.__name__)
def test_it_finds_what_an_executor_does_wrong(careless: type[Careless]) -> None:
    machine = environment_machine(Honest, secrets=SECRETS, executor=careless)
    with pytest.raises(Nonconforming, match=CARELESS[careless]):
        run_state_machine_as_test(machine, settings=FINDING)


PLANNERS: list[tuple[Callable[[Blueprint], Any], str]] = [
    (lambda blueprint: {"type": "click", "ref": "A99"}, "No element has the ref A99"),
    (lambda blueprint: {"type": "press", "ref": blueprint.refs[0]}, "which is not to be had"),
    (lambda blueprint: {"type": "set_text", "ref": blueprint.refs[1], "text": "quince-42"}, "shows in what the planner asks for"),
]


@pytest.mark.parametrize(("planner", "found"), PLANNERS, ids=["unknown ref", "no action", "secret"])
def test_it_finds_what_a_planner_does_wrong(planner: Callable[[Blueprint], Any], found: str) -> None:
    with pytest.raises(Nonconforming, match=found):
        run_state_machine_as_test(environment_machine(Honest, planner=planner, secrets=SECRETS), settings=FINDING)


def test_every_invariant_finds_something() -> None:
    invariants = [each for each in vars(EnvironmentMachine).values() if hasattr(each, "hypothesis_stateful_invariant")]
    assert {each.__name__ for each in invariants} == {
        "observing_changes_nothing",  # ChangesWhenLookedAt
        "refs_stay_with_their_elements",  # MovesRefs, UsesRefsAgain
        "refused_acts_change_nothing",  # RefusesAndActs, RefusesInSilence, ChangesWhatItRefuses
        "an_act_is_sent_once",  # ActsAgainAfterDeath
        "outcomes_are_valid",  # SaysNonsense
        "no_secret_shows",  # ShowsSecrets, TellsSecrets
    }


def test_outcomes_are_valid_by_the_published_schema() -> None:
    schema = json.loads((TESTS.parent / "schemas" / "outcome.schema.json").read_text("utf-8"))
    valid = Draft202012Validator(schema).is_valid
    seen: set[str] = set()

    class Seen(Careless):
        def run(self, document: Any, action_id: str | None = None) -> Outcome:
            outcome = super().run(document, action_id)
            assert valid(json.loads(as_json(outcome)))
            seen.add(outcome.outcome)
            return outcome

    machine = environment_machine(partial(simulated, "atspi/sign-in.xml"), secrets=SECRETS, strike=struck, executor=Seen)
    run_state_machine_as_test(machine, settings=settings(FINDING, max_examples=20))
    assert {"done", "no_effect", "rejected", "unknown"} <= seen
