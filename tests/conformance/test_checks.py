"""The checks find what they are there for: each one an environment that breaks just that rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

import msgspec
import pytest

from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.environments.port import Capabilities, Delivery
from lumos_layer.environments.replay.replay import Replay
from lumos_layer.environments.simulator import Simulator
from lumos_layer.perception.observation import Observation
from lumos_layer.testing import conformance
from lumos_layer.testing.conformance import Check, Nonconforming, Subject, examine, on
from tests.conformance.subjects import BLUEPRINTS, RECORDINGS, SUBJECTS, field


class Honest:
    """A replay by another name, for others to break."""

    def __init__(self) -> None:
        self.replay = Replay(RECORDINGS / "chromium-cdp/login-password", secrets={})

    @property
    def capabilities(self) -> Capabilities:
        return self.replay.capabilities

    def observe(self) -> Observation:
        return self.replay.observe()

    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        return self.replay.perform(action_id, action)

    def close(self) -> None:
        self.replay.close()


class MovesWhenLookedAt(Honest):
    def observe(self) -> Observation:
        look = self.replay.observe()
        self.replay.advance()
        return look


class DoesItTwice(Honest):
    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        delivery = self.replay.perform(action_id, action)
        if delivery.status == "delivered" and action.action.type == "type_text":
            self.replay.advance()
        return delivery


class TakesARetryForAnAct(Honest):
    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        return msgspec.structs.replace(self.replay.perform(action_id, action), again=False)


class TakesAnActForARetry(Honest):
    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        return msgspec.structs.replace(self.replay.perform(action_id, action), again=True)


class RefusesAndActs(Honest):
    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        delivery = self.replay.perform(action_id, action)
        if delivery.status == "refused":
            self.replay.advance()
        return delivery


class SaysNothing(Honest):
    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        return msgspec.structs.replace(self.replay.perform(action_id, action), note="")


class RemembersOnlyTheLastAct(Honest):
    """And does what it has forgotten once more."""

    def __init__(self) -> None:
        super().__init__()
        self.last, self.acts = "", 0

    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        self.acts += action_id != self.last
        self.last = action_id
        return msgspec.structs.replace(self.replay.perform(f"{self.acts}", action), action_id=action_id)


class TakesNoId(Honest):
    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        return msgspec.structs.replace(self.replay.perform(action_id or "none", action), action_id=action_id)


class Form(Honest):
    """A form, of which others write elsewhere or otherwise than they were asked."""

    def __init__(self) -> None:
        self.simulator = Simulator.from_dump(BLUEPRINTS / "login" / "dump.json")
        self.clock = self.simulator.clock

    @property
    def capabilities(self) -> Capabilities:
        return self.simulator.capabilities

    def observe(self) -> Observation:
        return self.simulator.observe()

    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        delivery = self.simulator.perform(action_id, action)
        if delivery.status == "delivered" and not delivery.again and action.action.type == "set_text":
            self.written()
        return delivery

    def written(self) -> None:
        """What happens to a text that was written."""

    def close(self) -> None:
        self.simulator.close()

    def change(self, name: str, **said: Any) -> None:
        self.simulator.world.change(
            next(each for each in self.simulator.world.order() if each.node.name == name and each.node.can), **said
        )


class WritesTwice(Form):
    def written(self) -> None:
        self.change("User name", value="annann")


class WritesTwiceOnce(Form):
    """So that it can be mended."""

    times = 0

    def written(self) -> None:
        self.times += 1
        if self.times == 1:
            self.change("User name", value="annann")


class TicksInsteadOfWriting(Form):
    def written(self) -> None:
        self.change("User name", value="")
        self.change("Keep me signed in", checked="true")


class StaysAsItIs(Honest):
    """It types what it was never asked for."""

    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        if action.action.type != "type_text":
            return self.replay.perform(action_id, action)
        return Delivery(action_id=action_id, status="refused", reason="unsupported", note="It cannot.")


class ClaimsLess(Honest):
    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        if action.action.type == "finish":
            return Delivery(action_id=action_id, status="delivered")
        return self.replay.perform(action_id, action)


class TakesWhatIsNotThere(Honest):
    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        delivery = self.replay.perform(action_id, action)
        return Delivery(action_id=action_id, status="delivered") if delivery.reason == "stale" else delivery


class NeverCloses(Honest):
    def close(self) -> None:
        pass


class EachIsAnother(Honest):
    made = count()

    def __init__(self) -> None:
        super().__init__()
        if next(self.made) % 2:
            self.replay.advance()


class TellsTheSecret(Honest):
    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        return msgspec.structs.replace(self.replay.perform(action_id, action), note="It was hunter2!")


class ForgetsRefs(Honest):
    def observe(self) -> Observation:
        look = self.replay.observe()
        return look if look.id == "o1" else Replay(RECORDINGS / "chromium-cdp/orders-dialog").observe()


BROKEN: list[tuple[type[Honest], Check]] = [
    (MovesWhenLookedAt, conformance.observing_changes_nothing),
    (EachIsAnother, conformance.two_made_alike_are_alike),
    (DoesItTwice, conformance.the_same_act_is_done_once),
    (RefusesAndActs, conformance.a_refused_act_changes_nothing),
    (SaysNothing, conformance.a_delivery_says_what_came_of_the_act),
    (StaysAsItIs, conformance.what_was_asked_for_comes_about),
    (ClaimsLess, conformance.capabilities_are_true),
    (ForgetsRefs, conformance.refs_live_on),
    (TakesWhatIsNotThere, conformance.what_is_not_on_the_latest_look_is_refused),
    (NeverCloses, conformance.closing_twice_is_closing),
    (TellsTheSecret, conformance.no_secret_shows),
]


@pytest.mark.parametrize(("broken", "check"), BROKEN, ids=[broken.__name__ for broken, _ in BROKEN])
def test_a_check_finds_what_breaks_its_rule(broken: Callable[[], Honest], check: Check) -> None:
    acts = (field(0, "type_text", text="ann"),)
    check(Subject(make=Honest, acts=acts, secrets=("hunter2!",)))
    with pytest.raises(Nonconforming):
        check(Subject(make=broken, acts=acts, secrets=("hunter2!",)))


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (TakesARetryForAnAct, "Type_text with an id seen before got another delivery"),
        (TakesAnActForARetry, "Type_text with a new id is said to have been done before"),
    ],
)
def test_just_what_is_handed_over_again_is_marked(broken: Callable[[], Honest], told: str) -> None:
    with pytest.raises(Nonconforming, match=told):
        conformance.the_same_act_is_done_once(Subject(make=broken, acts=(field(0, "type_text", text="ann"),)))


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (RemembersOnlyTheLastAct, "with an id seen before later acts got another delivery"),
        (TakesNoId, "An act without an id was refused instead of raising BadOption"),
    ],
)
def test_ids_are_known_for_good_and_never_empty(broken: Callable[[], Honest], told: str) -> None:
    acts = (field(0, "type_text", text="ann"), field(1, "type_text", text={"secret": "secret_1"}))
    conformance.the_same_act_is_done_once(Subject(make=Honest, acts=acts))
    with pytest.raises(Nonconforming, match=told):
        conformance.the_same_act_is_done_once(Subject(make=broken, acts=acts))


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (WritesTwice, "came to failed"),
        (WritesTwiceOnce, "had to be mended"),
        (TicksInsteadOfWriting, "came to failed"),
    ],
)
def test_what_comes_about_otherwise_is_found(broken: Callable[[], Form], told: str) -> None:
    acts = (on("User name", "set_text", text="ann"),)
    conformance.what_was_asked_for_comes_about(Subject(make=Form, acts=acts))
    with pytest.raises(Nonconforming, match=told):
        conformance.what_was_asked_for_comes_about(Subject(make=broken, acts=acts))


def test_every_check_is_tried() -> None:
    assert [check for _, check in BROKEN] == list(conformance.CHECKS)


def test_all_checks_run_at_once() -> None:
    examine(SUBJECTS["recording, Windows"])


def test_acts_that_change_nothing_show_nothing() -> None:
    make = partial(Replay, RECORDINGS / "linux-atspi/zenity-login")
    with pytest.raises(Nonconforming, match="None of the acts changed anything"):
        conformance.the_same_act_is_done_once(Subject(make=make, acts=[{"type": "observe"}]))


def test_an_act_on_what_is_not_there_says_so() -> None:
    look = Replay(RECORDINGS / "linux-atspi/zenity-login").observe()
    with pytest.raises(Nonconforming, match="No element 'Nowhere' takes click; of that name: none"):
        on("Nowhere", "click")(look)
