"""What an app does to its widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace
from pydantic import Field

from lumos_layer.environments.simulator import focus, parts, revealing, windows
from lumos_layer.environments.simulator.change import Change
from lumos_layer.environments.simulator.keys import chord
from lumos_layer.environments.simulator.locator import Locator
from lumos_layer.environments.simulator.rows import Box, Row
from lumos_layer.environments.simulator.texts import filled
from lumos_layer.environments.simulator.widget import Traits, Widget
from lumos_layer.environments.simulator.widgets import scrolling, textbox
from lumos_layer.tree import Rect

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_TRAITS = ("default", "limit", "step", "reorderable")
_OF_APPS = ("text", *_TRAITS)  # what no dump says


class Set(Change):
    """Give a widget other properties; `text` is what a field holds, `default` makes it the button that Enter presses.

    Shown, it shows all in it but what is closed by itself; disabled, it gives up the focus. `focused` is what it says only:
    where the keyboard is, `focus` says.
    """

    do: Literal["set"]
    target: Locator
    name: str | None = None
    text: str | None = None
    value: str | None = None
    hint: str | None = None
    url: str | None = None
    checked: Literal["false", "true", "mixed"] | None = None
    pressed: Literal["false", "true", "mixed"] | None = None
    selected: bool | None = None
    expanded: bool | None = None
    enabled: bool | None = None
    hidden: bool | None = None
    readonly: bool | None = None
    required: bool | None = None
    invalid: bool | None = None
    busy: bool | None = None
    focused: bool | None = None
    box: Box | None = Field(default=None, description="x, y, width, height.")
    default: bool | None = None
    limit: int | None = Field(default=None, ge=0, description="The most UTF-16 units of its text.")
    step: float | None = Field(default=None, gt=0, description="One step of its range.")
    reorderable: bool | None = Field(default=None, description="Whether its entries can be dragged into another order.")
    every: bool = Field(default=False, description="All that fit, not only the first.")

    def apply(self, world: World) -> None:
        for widget in _meant(world, self.target, self.every):
            self._put(world, widget)

    def _put(self, world: World, widget: Widget) -> None:
        said = self.model_dump(exclude_none=True, exclude={"do", "target", "every", "hidden", "box", *_OF_APPS})
        said = {name: filled(world, value) if isinstance(value, str) else value for name, value in said.items()}
        if "name" in said and widget.node.role in windows.WINDOWS and world.title == widget.node.name:
            world.title = said["name"]
        if self.box is not None:
            said["bounds"] = Rect(*self.box)
        world.change(widget, **said)
        if self.enabled is False and world.focused is not None and not world.enabled(world.focused):
            revealing.release(world, widget)
        if self.hidden is not None and widget.node.hidden is not self.hidden:
            (revealing.hide if self.hidden else revealing.show)(world, widget)
        traits = {name: getattr(self, name) for name in _TRAITS if getattr(self, name) is not None}
        if traits:
            widget.traits = replace(widget.traits or Traits(), **traits)
            if widget.text is not None:
                widget.text.limit = widget.traits.limit
        if self.text is not None:
            textbox.put_text(world, widget, filled(world, self.text))
        elif self.value is not None:
            widget.text = None


class Focus(Change):
    """Give the focus to a widget that is not disabled."""

    do: Literal["focus"]
    target: Locator

    def apply(self, world: World) -> None:
        widget = self.target.find(world)
        if widget is not None and world.enabled(widget):
            focus.focus(world, widget)


class Press(Change):
    """Press a key or chord while a widget has the focus; what that leads to presses no more."""

    do: Literal["press"]
    key: str
    target: Locator | None = None

    def apply(self, world: World) -> None:
        from lumos_layer.environments.simulator import keyboard  # which emits events

        widget = self.target.find(world) if self.target is not None else world.focused
        if widget is None or world.pressing or not world.enabled(widget):
            return
        focus.focus(world, widget)
        world.pressing = True
        try:
            keyboard.press(world, chord(self.key))
        finally:
            world.pressing = False


class Insert(Change):
    """Add widgets inside one, at a place among its children (the first is 1; left out: at the end)."""

    do: Literal["insert"]
    into: Locator
    rows: tuple[Row, ...] = Field(min_length=1)
    at: int | None = Field(default=None, ge=1)
    stack: bool = Field(default=False, description="Below the last one that is there; their own boxes are for the first.")

    def apply(self, world: World) -> None:
        parent = self.into.find(world)
        if parent is not None:
            parts.add(world, parent, self.rows, None if self.at is None else self.at - 1, self.stack)


class Remove(Change):
    """Take widgets away, with all in them."""

    do: Literal["remove"]
    target: Locator
    every: bool = False

    def apply(self, world: World) -> None:
        for widget in _meant(world, self.target, self.every):
            if world.alive(widget):
                world.remove(widget)


class Move(Change):
    """Put a widget into another, at a place among its children."""

    do: Literal["move"]
    target: Locator
    into: Locator
    at: int | None = Field(default=None, ge=1)

    def apply(self, world: World) -> None:
        widget, into = self.target.find(world), self.into.find(world)
        if widget is not None and into is not None and not into.within(widget):
            world.move(widget, into, None if self.at is None else self.at - 1)


class Virtualise(Change):
    """Make a scrolling container virtual: only rows in view are there."""

    do: Literal["virtualise"]
    target: Locator

    def apply(self, world: World) -> None:
        widget = self.target.find(world)
        if widget is not None:
            scrolling.virtualise(world, widget)


def _meant(world: World, target: Locator, every: bool) -> list[Widget]:
    """The widgets that a change is for: all that fit, or the one that is found."""
    if every:
        return list(target.all(world))
    widget = target.find(world)
    return [] if widget is None else [widget]
