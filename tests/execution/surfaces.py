"""A small surface for tests of the executor: a tree that tests change, and acts that do what tests say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from lumos_layer import Observation
from lumos_layer.actions import BY_TYPE
from lumos_layer.actions.fields import Secret
from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.port import Capabilities, Delivery
from lumos_layer.execution import Executor
from lumos_layer.perception.continuing import Parsed, continued, following
from lumos_layer.perception.formats import FORMATS
from lumos_layer.perception.known_secrets import hide
from lumos_layer.testing.trees import drafted
from lumos_layer.tree import Node, Rect
from tests.trees import Row, button, field, node

_DIALECTS = {dialect.name: dialect for dialect in FORMATS}
React = Callable[["Surface", GroundedAction], Delivery | None]


class Surface:
    """An environment that holds rows as `tests.trees` writes them down. `react` says what acts do; `sent` lists those that came."""

    def __init__(
        self,
        *rows: Row,
        react: React | None = None,
        dialect: str = "uia",
        url: str = "",
        clock: ManualClock | None = None,
        secrets: dict[str, str] | None = None,
        can: Iterable[str] = tuple(BY_TYPE),
    ) -> None:
        self.rows: list[Row] = list(rows)
        self.react, self.clock, self.secrets = react or do, clock or ManualClock(), secrets or {}
        self.title, self.url = "Window", url
        self.sent: list[tuple[str, str]] = []
        self.deliveries: dict[str, Delivery] = {}
        self.looks = 0
        self.later: list[tuple[float, Callable[[], None]]] = []
        self.each_look: Callable[[], None] = lambda: None
        self._dialect = _DIALECTS[dialect]
        self._can = frozenset(can)
        self._look: Observation | None = None
        self._seen: tuple[Any, ...] = ()

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(actions=self._can, windows=True, urls=True, clock=True)

    def observe(self) -> Observation:
        self.looks += 1
        self.each_look()
        for due, change in [each for each in self.later if each[0] <= self.clock.now()]:
            self.later.remove((due, change))
            change()
        seen = (tuple(self.rows), self.title, self.url)
        if self._look is None or seen != self._seen:
            self._look, self._seen = self._made(), seen
        return self._look

    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        if action_id in self.deliveries:
            return replace(self.deliveries[action_id], again=True)
        self.sent.append((action.action.verb(), action_id))
        self.deliveries[action_id] = Delivery(action_id=action_id, status="uncertain")
        self.deliveries[action_id] = self.react(self, action) or Delivery(action_id=action_id, status="delivered")
        return self.deliveries[action_id]

    def close(self) -> None: ...

    # What tests say

    def executor(self, **options: Any) -> Executor:
        return Executor(self, self.clock, **options)

    def at(self, name: str) -> int:
        """The place of the row of that name."""
        return next(i for i, (_, made) in enumerate(self.rows) if made.name == name)

    def change(self, called: str, **said: Any) -> None:
        """Let the node of that name say something else."""
        i = self.at(called)
        level, made = self.rows[i]
        self.rows[i] = level, replace(made, **said)

    def add(self, *rows: Row) -> None:
        self.rows += rows

    def remove(self, name: str) -> None:
        del self.rows[self.at(name)]

    def value(self, name: str) -> str | None:
        return self.rows[self.at(name)][1].value

    def after(self, seconds: float, change: Callable[[], None]) -> None:
        """Let something change when that much time has passed."""
        self.later.append((self.clock.now() + seconds, change))

    @property
    def verbs(self) -> list[str]:
        """What was sent."""
        return [verb for verb, _ in self.sent]

    def _made(self) -> Observation:
        draft = drafted(*self.rows)
        draft.title, draft.url = self.title, self.url
        hide(draft, self.secrets)
        if self._look is None:
            return Observation(draft, self._dialect, "main", 0)
        return continued(Parsed(draft, self._dialect, 0), "main", self._look, following(self._look.id))


def do(surface: Surface, action: GroundedAction) -> Delivery | None:
    """What acts do on a surface that works: fields take text, boxes are ticked, a button says by its hint that it was pressed."""
    asked: Any = action.action
    name = action.node.name if action.node is not None else ""
    verb = asked.verb()
    if verb == "set_text":
        surface.change(name, value=words(surface, asked.text))
    elif verb == "type_text":
        surface.change(name, value=(surface.value(name) or "") + words(surface, asked.text))
    elif verb == "set_checked":
        surface.change(name, checked="true" if asked.checked else "false")
    elif verb == "expand":
        surface.change(name, expanded=asked.expanded)
    elif verb == "set_value":
        surface.change(name, value=f"{asked.value:g}")
    elif verb == "select":
        surface.change(name, selected=True)
    elif verb == "click":
        surface.change(name, hint="pressed")
    elif verb == "open_url":
        surface.url = asked.url
    return None


def words(surface: Surface, text: str | Secret) -> str:
    return text if isinstance(text, str) else surface.secrets[text.secret]


def window(*inside: Node) -> list[Row]:
    """A window of 400 by 300 pixels with these nodes in it, one below the other where they say no place."""
    top = (0, node("window", "Window", box=(0, 0, 400, 300)))
    placed = [replace(each, bounds=each.bounds or Rect(10, 10 + 40 * i, 200, 30)) for i, each in enumerate(inside)]
    return [top, *((1, each) for each in placed)]


def form() -> list[Row]:
    """A window with a field `Name` that holds "old", a box `Terms` and a button `Save`."""
    return window(field("Name", "old"), node("checkbox", "Terms", "toggle", checked="false"), button("Save"))


def ref(executor: Executor, name: str) -> str:
    """The ref of what has that name in the latest look."""
    now = executor.latest or executor.observe()
    return next(ref for ref, i in now.refs.items() if now.name_of(i) == name)
