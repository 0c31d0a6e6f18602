"""A simulated screen, written down as rows, and hands that act on it by names."""

from __future__ import annotations

from typing import Any

from lumos_layer import Observation
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.actions.outcomes import Rejected
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.port import Delivery
from lumos_layer.environments.simulator import Simulator
from lumos_layer.environments.simulator.widget import Widget
from tests.trees import Row, observed


class Screen:
    """What names a widget is its name, or else its identifier."""

    def __init__(self, *rows: Row, dialect: str = "uia", simulator: Simulator | None = None, **options: Any) -> None:
        if simulator is None:
            options.setdefault("clock", ManualClock())
            simulator = Simulator.from_observation(observed(*rows, dialect=dialect), **options)
        self.simulator = simulator
        self.acts = simulator.acts

    @property
    def clock(self) -> ManualClock:
        clock = self.simulator.world.clock
        assert isinstance(clock, ManualClock)
        return clock

    def do(self, type: str, name: str = "", **fields: Any) -> Delivery:
        """Act; a rejection by the checks before the environment fails the test."""
        answer = self.ask(type, name, **fields)
        assert isinstance(answer, Delivery), answer
        return answer

    def ask(self, type: str, name: str = "", **fields: Any) -> Delivery | Rejected:
        observation = self.simulator.observe()
        document = {"type": type, **fields}
        if name:
            ref = observation.ref_of(self._place(observation, name))
            assert ref is not None, f"{name} has no ref"
            document["ref"] = ref
        grounded = validate(document, observation)
        if isinstance(grounded, Rejected):
            return grounded
        return self.perform(grounded)

    def perform(self, grounded: GroundedAction) -> Delivery:
        self.acts += 1
        return self.simulator.perform(f"act-{self.acts}", grounded)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.do("press_key", key=key)

    def __getitem__(self, name: str) -> Any:
        """What the screen shows of a widget: its node. It is another one at each look, which no type can know."""
        observation = self.simulator.observe()
        return observation.tree[self._place(observation, name)]

    def __contains__(self, name: str) -> bool:
        return any(name in (node.name, node.identifier) for node in self.simulator.observe().tree)

    def widget(self, name: str) -> Widget:
        return next(widget for widget in self.simulator.world.order() if name in (widget.node.name, widget.node.identifier))

    @property
    def focus(self) -> str:
        """The name of what has the focus."""
        focused = self.simulator.observe().focused
        return "" if focused is None else focused.name or focused.identifier

    @staticmethod
    def _place(observation: Observation, name: str) -> int:
        return next(i for i, node in enumerate(observation.tree) if name in (node.name, node.identifier))
