"""What happens in a simulated world, and who may answer to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, Protocol

from msgspec import Struct

from lumos_layer.environments.simulator.widget import Widget

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.change import Change
    from lumos_layer.environments.simulator.world import World

EventKind = Literal[
    "click", "double_click", "right_click", "hover", "key", "change", "select", "expand", "collapse", "focus", "drop", "submit",
    "scroll", "activate", "open", "close", "navigate", "load", "tab", "open_app", "search",
]  # fmt: skip


class Event(Struct, frozen=True):
    """One thing that happened to a widget (None: to the world as a whole).

    `detail` says more in words: of `key` the chord, of `change` the new value, of `select` the option, of `navigate`, `load` and
    `tab` (a tab is shown again, its page as it was left) the address, of `open_app` the program, of `search` the words. `other` is
    where something was dropped.
    """

    kind: EventKind
    widget: Widget | None
    detail: str = ""
    other: Widget | None = None


class Hook(Protocol):
    """Answers to events: what an app is to its world."""

    def on(self, event: Event, world: World) -> Iterable[Change] | None:
        """What happens because of it; None if this hook has no answer, and the world does what it does by itself."""
        ...
