"""Several threads on one simulator: one id is one act, and nobody sees half of one."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.environments.port import Delivery
from lumos_layer.environments.simulator import Simulator
from lumos_layer.environments.simulator.events import Event
from lumos_layer.environments.simulator.world import World
from tests.trees import button, node, observed, text

ROWS = (
    (0, node("window", "Main", box=(0, 0, 600, 400))),
    (1, button("Send", focused=True, box=(0, 0, 90, 20))),
    (1, text("sent 0", box=(0, 40, 90, 20), identifier="left")),
    (1, text("sent 0", box=(0, 80, 90, 20), identifier="right")),
)


class Counting:
    """Counts clicks in two places, one after the other, and lets other threads run in between."""

    def __init__(self) -> None:
        self.clicks = 0
        self.inside = 0
        self.met = False

    def on(self, event: Event, world: World) -> tuple[()] | None:
        if event.kind != "click":
            return None
        self.inside += 1
        self.met |= self.inside > 1
        self.clicks += 1
        for name in ("left", "right"):
            widget = next(each for each in world.order() if each.node.identifier == name)
            world.change(widget, name=f"sent {self.clicks}")
            time.sleep(0)  # another thread's turn
        self.inside -= 1
        return ()


def counting() -> tuple[Simulator, Counting, GroundedAction]:
    simulator, counting = Simulator.from_observation(observed(*ROWS)), Counting()
    simulator.world.hooks.append(counting)
    click = validate({"type": "click", "ref": "A1"}, simulator.observe())
    assert isinstance(click, GroundedAction)
    return simulator, counting, click


def at_once(*jobs: Callable[[], object]) -> list[object]:
    """What the jobs give, each begun in a thread of its own when all are there."""
    gate = threading.Barrier(len(jobs))

    def run(job: Callable[[], object]) -> object:
        gate.wait()
        return job()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


@pytest.fixture(autouse=True)
def _often_another_turn() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@settings(max_examples=25)
@given(st.lists(st.integers(0, 3), min_size=2, max_size=10))
def test_each_id_is_done_once_whoever_sends_it(ids: list[int]) -> None:
    simulator, counting_, click = counting()
    given_ = at_once(*[lambda act=f"act-{number}": simulator.perform(act, click) for number in ids])
    deliveries = [each for each in given_ if isinstance(each, Delivery)]
    assert (counting_.clicks, counting_.met) == (len(set(ids)), False)
    for id in set(ids):
        of_it = [delivery for delivery in deliveries if delivery.action_id == f"act-{id}"]
        firsts = [delivery for delivery in of_it if not delivery.again]
        assert len(firsts) == 1
        assert firsts[0].status == "delivered"
        assert all(delivery == replace(firsts[0], again=True) for delivery in of_it if delivery.again)


def test_a_look_shows_a_world_between_two_acts() -> None:
    simulator, counting_, click = counting()

    def look() -> list[tuple[str, str]]:
        seen = []
        for _ in range(20):
            tree = simulator.observe().tree
            by = {each.identifier: each.name for each in tree if each.identifier}
            seen.append((by["left"], by["right"]))
        return seen

    def act(name: str) -> None:
        for k in range(20):
            delivery = simulator.perform(f"{name}-{k}", click)
            assert delivery.status == "delivered", delivery

    looks = at_once(look, look, look, lambda: act("one"), lambda: act("two"))[:3]
    assert counting_.clicks == 40
    for seen in looks:
        assert isinstance(seen, list)
        assert all(left == right for left, right in seen)
        numbers = [int(left.removeprefix("sent ")) for left, _ in seen]
        assert numbers == sorted(numbers)


def test_a_save_holds_a_world_between_two_acts() -> None:
    simulator, _, click = counting()
    acts = [lambda k=k: simulator.perform(f"act-{k}", click) for k in range(8)]
    saves = [each for each in at_once(*acts, *[simulator.save] * 4) if isinstance(each, bytes)]
    for saved in saves:
        again = Simulator.load(saved)
        names = {each.name for each in again.observe().tree if each.identifier}
        assert names == {f"sent {again.acts}"}
        assert len(again.deliveries) == again.acts
