"""A small app on the simulator, and an agent that may use it as long as it has it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lumos_layer import Observation
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator
from lumos_layer.surface import Controlled, Surfaces
from tests.screens import button, field, text, window

FORM = window(field("Name", "2"), field("City", "3", y=70), button("Save", "4", y=100), text("Draft", "5", y=130))


def simulated(clock: ManualClock | None = None) -> Simulator:
    """The form as it begins."""
    return Simulator.from_dump(FORM, clock=clock or ManualClock())


def controlled(folder: Path, simulator: Simulator | None = None, agent: str = "agent", **options: Any) -> Controlled:
    """The form, and the agent that has it."""
    surfaces = Surfaces(folder / "control.sqlite")
    simulator = simulator or simulated()
    made = Controlled(simulator, surfaces, agent=agent, clock=simulator.clock, **options)
    made.acquire()
    return made


def act(observation: Observation, name: str, type: str = "click", **said: Any) -> GroundedAction:
    """An act on the element of that name."""
    grounded = validate({"type": type, "ref": ref(observation, name), **said}, observation)
    assert isinstance(grounded, GroundedAction), grounded
    return grounded


def ref(observation: Observation, name: str) -> str:
    return next(ref for ref, node in observation.refs.items() if observation.name_of(node) == name)


def value(simulator: Simulator, name: str) -> str | None:
    """What the field of that name really holds."""
    return next(widget.node.value for widget in simulator.world.order() if widget.node.name == name)


def type_as_person(simulator: Simulator, name: str, words: str) -> None:
    """What a person does at the screen itself."""
    widget = next(widget for widget in simulator.world.order() if widget.node.name == name)
    if widget.text is not None:
        widget.text.text = words
    simulator.world.change(widget, value=words)
