"""The checks find what they are there for: each one an environment that breaks just that rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count

import msgspec
import pytest

from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.environments.port import Capabilities, Delivery
from lumos_layer.environments.replay.replay import Replay
from lumos_layer.perception.observation import Observation
from lumos_layer.testing import conformance
from lumos_layer.testing.conformance import Check, Nonconforming, Subject, examine, on
from tests.conformance.subjects import RECORDINGS, SUBJECTS, field


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
