"""Naming a widget by what it is, in data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World


class Data(BaseModel):
    """A part of a document about a simulated world: immutable, and without fields that it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Locator(Data):
    """The widgets that fit all that is said; where one is meant, the first in document order."""

    role: Role | None = None
    name: str | None = Field(default=None, description="The whole name.")
    contains: str | None = Field(default=None, description="Words in the name, in any case.")
    identifier: str | None = Field(default=None, description="What its developers call it: AutomationId, resource-id, HTML id.")
    native_id: str | None = None
    within: Locator | None = Field(default=None, description="Something that it stands in.")
    nth: int = Field(default=1, ge=1, description="Which one of those that fit, in document order.")

    def fits(self, widget: Widget) -> bool:
        """True if all but `nth` is true of the widget."""
        node = widget.node
        return (
            (self.role is None or node.role is self.role)
            and (self.name is None or node.name == self.name)
            and (self.contains is None or self.contains.casefold() in node.name.casefold())
            and (self.identifier is None or node.identifier == self.identifier)
            and (self.native_id is None or node.native_id == self.native_id)
            and (self.within is None or any(self.within.fits(above) for above in widget.ancestors()))
        )

    def all(self, world: World) -> Iterator[Widget]:
        return (widget for widget in world.order() if self.fits(widget))

    def find(self, world: World) -> Widget | None:
        for place, widget in enumerate(self.all(world), 1):
            if place == self.nth:
                return widget
        return None

    def means(self, world: World, widget: Widget) -> bool:
        """True if the widget is the one that is found."""
        return self.fits(widget) and (self.nth == 1 or self.find(world) is widget)
