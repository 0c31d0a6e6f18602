"""Naming a widget by what it is, in data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from lumos_layer.environments.simulator.texts import filled
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.tree import Node, Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_TEXTS = ("name", "contains", "identifier")


class Data(BaseModel):
    """A part of a document about a simulated world: immutable, and without fields that it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Locator(Data):
    """The widgets that fit all that is said; where one is meant, the first in document order. Texts may have holes."""

    role: Role | None = None
    name: str | None = Field(default=None, description="The whole name.")
    contains: str | None = Field(default=None, description="Words in the name, in any case.")
    identifier: str | None = Field(default=None, description="What its developers call it: AutomationId, resource-id, HTML id.")
    native_id: str | None = None
    selected: bool | None = None
    shown: bool | None = Field(default=None, description="Whether neither it nor what it stands in is hidden.")
    within: Locator | None = Field(default=None, description="Something that it stands in.")
    holding: Locator | None = Field(default=None, description="Something that stands in it.")
    nth: int = Field(default=1, ge=1, description="Which one of those that fit, in document order.")

    def fits(self, widget: Widget) -> bool:
        """True if all but `nth` and `shown` is true of the widget; holes must have been filled."""
        return (
            self.says(widget.node)
            and (self.within is None or any(self.within.fits(above) for above in widget.ancestors()))
            and (self.holding is None or any(self.holding.fits(inner) for inner in widget.inside()))
        )

    def says(self, node: Node) -> bool:
        """True if what is said of the node itself is true of it."""
        return (
            (self.role is None or node.role is self.role)
            and (self.name is None or node.name == self.name)
            and (self.contains is None or self.contains.casefold() in node.name.casefold())
            and (self.identifier is None or node.identifier == self.identifier)
            and (self.native_id is None or node.native_id == self.native_id)
            and (self.selected is None or bool(node.selected) is self.selected)
        )

    def all(self, world: World) -> Iterator[Widget]:
        told = self.told(world)
        shown = told.shown
        return (w for w in world.order() if told.fits(w) and (shown is None or world.shown(w) is shown))

    def find(self, world: World) -> Widget | None:
        for place, widget in enumerate(self.all(world), 1):
            if place == self.nth:
                return widget
        return None

    def means(self, world: World, widget: Widget) -> bool:
        """True if the widget is the one that is found."""
        told = self.told(world)
        if not told.fits(widget) or (told.shown is not None and world.shown(widget) is not told.shown):
            return False
        return self.nth == 1 or self.find(world) is widget

    def told(self, world: World) -> Locator:
        """The locator with stored values in its holes."""
        texts = {name: getattr(self, name) for name in _TEXTS}
        said: dict[str, object] = {name: filled(world, text) for name, text in texts.items() if text and "{" in text}
        for name in ("within", "holding"):
            part: Locator | None = getattr(self, name)
            if part is not None and (told := part.told(world)) is not part:
                said[name] = told
        return self.model_copy(update=said) if said else self
