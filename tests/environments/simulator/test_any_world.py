"""Whatever a dump holds, and whatever is done on it: nothing breaks, looking changes nothing, a save goes on as before."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lumos_layer import Observation
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import FaultPlan, Simulator
from lumos_layer.testing.strategies import observations

_KEYS = (
    "Tab", "Shift+Tab", "Enter", "Escape", " ", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End", "PageDown", "a",
    "Backspace", "Delete", "Control+a", "Control+z", "Control+y", "Control+x", "Control+v", "Alt+F4", "F10", "Alt+ArrowDown",
)  # fmt: skip
_FAULTS = ("stale", "vanished", "popup", "lost", "focus_theft", "shifted", "duplicated")


def anything(random: Random, observation: Observation) -> dict[str, Any]:
    """Some action, likely a right one; of a tree without refs, one without."""
    refs = list(observation.refs)
    spot = {"ref": random.choice(refs)} if refs and random.random() < 0.8 else {"point": {"x": random.randint(-30, 500), "y": 50}}
    ref = {"ref": random.choice(refs)} if refs else {}
    return random.choice(
        (
            {"type": random.choice(("click", "double_click", "right_click", "hover")), **spot},
            {"type": "press_key", "key": random.choice(_KEYS), **(ref if random.random() < 0.4 else {})},
            {"type": random.choice(("type_text", "set_text")), **ref, "text": random.choice(("x", "two\nlines", "👍🏽 שלום"))},
            {"type": random.choice(("focus", "scroll_into_view", "switch_window")), **ref},
            {"type": "set_checked", **ref, "checked": random.random() < 0.5},
            {"type": "set_value", **ref, "value": random.choice((0, 1, 50, 7.5))},
            {"type": "expand", **ref, "expanded": random.random() < 0.5},
            {"type": "select", **ref},
            {"type": "scroll", "direction": random.choice(("up", "down", "left", "right"))},
            {"type": "scroll_to", "edge": "bottom", **ref},
            {"type": "drag", "start": spot, "end": {"point": {"x": 20, "y": 60}}},
            {"type": "wait", "seconds": 1},
        )
    )


@settings(max_examples=150)
@given(observations(), st.randoms(use_true_random=False))
def test_nothing_breaks_whatever_is_done_on_whatever_screen(observation: Observation, random: Random) -> None:
    simulator = Simulator.from_observation(observation, clock=ManualClock())
    for number in range(12):
        look = simulator.observe()
        grounded = validate(anything(random, look), look)
        if isinstance(grounded, GroundedAction):
            delivery = simulator.perform(str(number), grounded)
            assert simulator.perform(str(number), grounded) == replace(delivery, again=True)
        seen = simulator.observe()
        assert seen.tree == simulator.observe().tree
        seen.blueprint().compact()
    saved = simulator.save()
    again = Simulator.load(saved, clock=ManualClock(simulator.world.clock.now()))
    assert again.save() == saved
    assert again.observe().tree == simulator.observe().tree


@settings(max_examples=60)
@given(observations(), st.integers(0, 1000))
def test_the_same_seed_and_acts_give_the_same_screens(observation: Observation, seed: int) -> None:
    plan = FaultPlan.model_validate({"faults": [{"kind": kind, "chance": 0.2} for kind in _FAULTS]})

    def run() -> list[str]:
        simulator = Simulator.from_observation(observation, clock=ManualClock(), faults=plan, seed=seed)
        random, shown = Random(seed), []
        for number in range(6):
            look = simulator.observe()
            grounded = validate(anything(random, look), look)
            if isinstance(grounded, GroundedAction):
                simulator.perform(str(number), grounded)
            shown.append(simulator.observe().blueprint(boxes="box").compact())
        return shown

    assert run() == run()
