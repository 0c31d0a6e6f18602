"""The world of a case: what its dumps show, simulated, acted on by the executor, with all that reached it written down."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import lumos_layer
from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.actions.outcomes import Outcome, as_json
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.port import Capabilities, Delivery
from lumos_layer.environments.simulator.events import Event
from lumos_layer.environments.simulator.simulator import Simulator
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.world import World
from lumos_layer.execution import Executor
from lumos_layer.tree import Node

# What is acted on where a case shows no screen.
ANY_SCREEN = b"""<Window Name="Any" RuntimeId="42.1" IsEnabled="True" x="0" y="0" width="400" height="300">
<Edit Name="Text" AutomationId="text" Value="" IsReadOnly="False" x="10" y="10" width="200" height="30"/></Window>"""


@dataclass(frozen=True)
class Press:
    """Something was pressed: the node, and what it stands in."""

    node: Node
    around: tuple[Node, ...]


class Presses:
    """Hears what is pressed, and lets the world show that it was, as a program would."""

    def __init__(self) -> None:
        self.heard: list[Press] = []
        self.shown = True  # whether the world shows that something was pressed

    def on(self, event: Event, world: World) -> None:
        if event.kind == "click" and event.widget is not None:
            self.heard.append(Press(event.widget.node, tuple(above.node for above in event.widget.ancestors())))
            if self.shown and event.widget.node.can and not event.widget.node.value:
                world.change(event.widget, hint=f"pressed {len(self.heard)} times")


@dataclass
class CaseWorld:
    """An environment whose screen a case can change behind the agent's back. Its looks share the session of the case."""

    session: lumos_layer.Session = field(default_factory=lumos_layer.Session)
    secrets: Mapping[str, str] = field(default_factory=dict)
    clock: ManualClock = field(default_factory=ManualClock)
    shown: bytes = ANY_SCREEN
    simulator: Simulator | None = None
    before: Simulator | None = None  # the world that the last act reached, before it became another
    becomes: bytes | None = None
    presses: Presses = field(default_factory=Presses)
    reached: list[GroundedAction] = field(default_factory=list)  # of the last deed
    outcomes: list[Outcome] = field(default_factory=list)
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.executor = Executor(self, self.clock)

    def keep(self, secrets: Mapping[str, str]) -> None:
        """Begin anew with these secrets."""
        self.secrets, self.session = dict(secrets), lumos_layer.Session(secrets=secrets)

    def looked_at(self, dump: bytes) -> lumos_layer.Observation:
        """The agent's look at the screen, which shows what the dump says. Raises what `read` raises."""
        observation = self.session.observe(dump)
        self.show(dump)
        self.executor.saw(observation)
        return observation

    def show(self, dump: bytes) -> None:
        """Show what a dump shows, from when the world is needed next."""
        self.simulator, self.shown = None, dump

    @property
    def there(self) -> Simulator:
        if self.simulator is None:
            self.simulator = Simulator.from_dump(self.shown, clock=self.clock, secrets=self.secrets)
            self.simulator.session = self.session
            self.simulator.world.hooks.append(self.presses)
        return self.simulator

    # The port

    @property
    def capabilities(self) -> Capabilities:
        return self.there.capabilities

    def observe(self) -> lumos_layer.Observation:
        return self.there.observe()

    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        delivery = self.there.perform(action_id, action)
        if delivery.status != "refused":
            self.reached.append(action)
            self.before = self.simulator
            if self.becomes is not None:
                self.show(self.becomes)
                self.becomes = None
        return delivery

    def close(self) -> None:
        self.there.close()

    # What cases ask

    def act(self, document: Any, *, strict: bool = False, becomes: bytes | None = None) -> Outcome:
        """Carry out an action; `becomes`: what the world shows once it has arrived."""
        self.reached, self.becomes = [], becomes
        executor = Executor(self, self.clock, strict=True) if strict else self.executor
        with self._logged():
            self.outcomes.append(executor.run(document))
        return self.outcomes[-1]

    @property
    def outcome(self) -> Outcome:
        return self.outcomes[-1]

    def widgets(self) -> Iterator[Widget]:
        """What the world holds, that which the last act reached first."""
        for simulator in (self.before, self.simulator):
            if simulator is not None:
                yield from simulator.world.order()

    def said(self) -> Iterable[str]:
        """All that was said to anybody but the world: outcomes, logs, and what is kept for later."""
        yield from map(as_json, self.outcomes)
        yield from map(repr, self.outcomes)
        yield from self.log

    def _logged(self) -> _Logged:
        return _Logged(self.log)


class _Logged(logging.Handler):
    """Writes down all that is logged while it lasts."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.DEBUG)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(f"{record.name} {record.getMessage()} {record.args} {record.exc_info}")

    def __enter__(self) -> None:
        root = logging.getLogger()
        self._level = root.level
        root.setLevel(logging.DEBUG)
        root.addHandler(self)

    def __exit__(self, *_: object) -> None:
        logging.getLogger().removeHandler(self)
        logging.getLogger().setLevel(self._level)
