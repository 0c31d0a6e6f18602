"""What an app does to its world, as data. Each effect is one model; `do` tells them apart.

In every text `{name}` stands for the value that is stored under that name, `{{` and `}}` for braces.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from lumos_layer.environments.simulator import focus, navigating, rows, windows
from lumos_layer.environments.simulator.locator import Data, Locator
from lumos_layer.environments.simulator.rows import Row
from lumos_layer.environments.simulator.stage import Stored
from lumos_layer.environments.simulator.widget import Traits, Widget
from lumos_layer.environments.simulator.widgets import scrolling, textbox
from lumos_layer.tree import Node, Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_HOLES = re.compile(r"\{\{|\}\}|\{([A-Za-z_][\w.]*)\}")


class Change(Data):
    """One change of a world; a target that is not there changes nothing."""

    def apply(self, world: World) -> None:
        raise NotImplementedError


class Show(Change):
    """Show another screen in place of everything."""

    do: Literal["show"]
    screen: str

    def apply(self, world: World) -> None:
        navigating.show(world, self.screen)


class OpenWindow(Change):
    """Open what a screen holds as windows above the others, or bring it up if its first window is open."""

    do: Literal["open_window"]
    screen: str
    inside: Locator | None = Field(default=None, description="What the window belongs to: a dialog to its window.")

    def apply(self, world: World) -> None:
        navigating.open_window(world, self.screen, self.inside.find(world) if self.inside else None)


class OpenDialog(Change):
    """Open a dialog of some words and buttons in the active window. Buttons that answer (OK, Cancel, ...) close it."""

    do: Literal["dialog"]
    title: str
    text: str = ""
    buttons: tuple[str, ...] = Field(default=("OK",), min_length=1)
    fields: tuple[str, ...] = Field(default=(), description="Names of text fields in it.")
    modal: bool = True

    def apply(self, world: World) -> None:
        navigating.open_dialog(world, filled(world, self.title), filled(world, self.text), self.buttons, self.fields, self.modal)


class Close(Change):
    """Close a window or dialog: the one named, or the one on top. No rule is asked."""

    do: Literal["close"]
    target: Locator | None = None

    def apply(self, world: World) -> None:
        window = self.target.find(world) if self.target else (windows.top_modal(world) or windows.active(world))
        if window is not None:
            navigating.discard(world, window)


class Toast(Change):
    """Show some words for a while."""

    do: Literal["toast"]
    text: str
    seconds: float = Field(default=4.0, gt=0)
    role: Literal["status", "alert"] = "status"

    def apply(self, world: World) -> None:
        navigating.toast(world, filled(world, self.text), self.seconds, Role(self.role))


class Set(Change):
    """Give a widget other properties; `text` is what a field holds, `default` makes it the button that Enter presses."""

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
    default: bool | None = None
    limit: int | None = Field(default=None, ge=0, description="The most UTF-16 units of its text.")
    step: float | None = Field(default=None, gt=0, description="One step of its range.")
    every: bool = Field(default=False, description="All that fit, not only the first.")

    def apply(self, world: World) -> None:
        found = list(self.target.all(world)) if self.every else [self.target.find(world)]
        for widget in found:
            if widget is not None:
                self._put(world, widget)

    def _put(self, world: World, widget: Widget) -> None:
        said = self.model_dump(exclude_none=True, exclude={"do", "target", "every", "text", "default", "limit", "step"})
        said = {name: filled(world, value) if isinstance(value, str) else value for name, value in said.items()}
        world.change(widget, **said)
        if "hidden" in said and not said["hidden"]:
            for inner in widget.inside():
                world.change(inner, hidden=False)
        traits = {name: getattr(self, name) for name in ("default", "limit", "step") if getattr(self, name) is not None}
        if traits:
            old = widget.traits or Traits()
            known = {"default": old.default, "limit": old.limit, "step": old.step}
            widget.traits = Traits(**{**known, **traits})
            if widget.text is not None:
                widget.text.limit = widget.traits.limit
        if self.text is not None:
            textbox.put_text(world, widget, filled(world, self.text))
        elif self.value is not None:
            widget.text = None


class Store(Change):
    """Keep a value: the one given, or what a widget says. What a protected field holds is never kept, only whether it is filled."""

    do: Literal["store"]
    name: str = Field(pattern=r"^[A-Za-z_][\w.]*$")
    value: Stored = None
    of: Locator | None = None

    def apply(self, world: World) -> None:
        widget = self.of.find(world) if self.of is not None else None
        kept: Stored = said_by(widget) if widget is not None else self.value
        world.stage.values[self.name] = filled(world, kept) if isinstance(kept, str) and widget is None else kept


class Add(Change):
    """Add to a stored number."""

    do: Literal["add"]
    name: str = Field(pattern=r"^[A-Za-z_][\w.]*$")
    by: float = 1

    def apply(self, world: World) -> None:
        old = world.stage.values.get(self.name)
        total = (old if isinstance(old, int | float) else 0) + self.by
        world.stage.values[self.name] = int(total) if float(total).is_integer() else total


class WriteFile(Change):
    """Write a file of the simulated machine: the text given, or what a widget holds."""

    do: Literal["write_file"]
    path: str
    text: str = ""
    of: Locator | None = None

    def apply(self, world: World) -> None:
        widget = self.of.find(world) if self.of is not None else None
        world.stage.files[filled(world, self.path)] = str(said_by(widget)) if widget is not None else filled(world, self.text)


class DeleteFile(Change):
    """Delete a file of the simulated machine."""

    do: Literal["delete_file"]
    path: str

    def apply(self, world: World) -> None:
        world.stage.files.pop(filled(world, self.path), None)


class Busy(Change):
    """Answer to nothing for a while; then do something."""

    do: Literal["busy"]
    seconds: float = Field(gt=0)
    target: Locator | None = Field(default=None, description="What says meanwhile that it is busy.")
    then: tuple[Effect, ...] = ()

    def apply(self, world: World) -> None:
        world.stage.busy_until = max(world.stage.busy_until, world.clock.now() + self.seconds)
        after: list[Any] = list(self.then)
        widget = self.target.find(world) if self.target is not None else None
        if widget is not None:
            world.change(widget, busy=True)
            after.insert(0, Set(do="set", target=self.target or Locator(), busy=False))
        world.later(self.seconds, after)


class After(Change):
    """Do something later."""

    do: Literal["after"]
    seconds: float = Field(gt=0)
    then: tuple[Effect, ...]

    def apply(self, world: World) -> None:
        world.later(self.seconds, self.then)


class Navigate(Change):
    """Go to an address in the tab shown; `back` and `forward` go through the addresses visited."""

    do: Literal["navigate"]
    url: str

    def apply(self, world: World) -> None:
        navigating.navigate(world, filled(world, self.url))


class TabTo(Change):
    """Open a tab of the browser, close the one shown, or show another (the first is 1)."""

    do: Literal["tab"]
    how: Literal["open", "close", "show"]
    url: str = "about:blank"
    number: int = Field(default=1, ge=1)

    def apply(self, world: World) -> None:
        if self.how == "open":
            navigating.open_tab(world, filled(world, self.url))
        elif self.how == "close":
            navigating.close_tab(world)
        else:
            navigating.show_tab(world, self.number - 1)


class Focus(Change):
    """Give the focus to a widget."""

    do: Literal["focus"]
    target: Locator

    def apply(self, world: World) -> None:
        widget = self.target.find(world)
        if widget is not None:
            focus.focus(world, widget)


class Insert(Change):
    """Add widgets inside one, at a place among its children (the first is 1; left out: at the end)."""

    do: Literal["insert"]
    into: Locator
    rows: tuple[Row, ...] = Field(min_length=1)
    at: int | None = Field(default=None, ge=1)

    def apply(self, world: World) -> None:
        parent = self.into.find(world)
        if parent is not None:
            made = [row.model_copy(update={"name": filled(world, row.name)}) for row in self.rows]
            world.graft(rows.draft(made), parent, None if self.at is None else self.at - 1)


class Remove(Change):
    """Take widgets away, with all in them."""

    do: Literal["remove"]
    target: Locator
    every: bool = False

    def apply(self, world: World) -> None:
        found = list(self.target.all(world)) if self.every else [self.target.find(world)]
        for widget in found:
            if widget is not None and world.alive(widget):
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


class Progress(Change):
    """Let a progress bar go on to a value, in steps over some time; then do something."""

    do: Literal["progress"]
    target: Locator
    to: float = 100
    seconds: float = Field(gt=0)
    steps: int = Field(default=10, ge=1, le=1000)
    then: tuple[Effect, ...] = ()

    def apply(self, world: World) -> None:
        from lumos_layer.environments.simulator import ranges

        widget = self.target.find(world)
        if widget is None:
            return
        start = ranges.value(widget)
        for step in range(1, self.steps + 1):
            shown = ranges.written(start + (self.to - start) * step / self.steps)
            last: Sequence[Any] = self.then if step == self.steps else ()
            world.later(self.seconds * step / self.steps, [Set(do="set", target=self.target, value=shown), *last])


class Virtualise(Change):
    """Make a scrolling container virtual: only rows in view are there."""

    do: Literal["virtualise"]
    target: Locator

    def apply(self, world: World) -> None:
        widget = self.target.find(world)
        if widget is not None:
            scrolling.virtualise(world, widget)


class Nothing(Change):
    """Do nothing, in place of what would happen by itself."""

    do: Literal["nothing"]

    def apply(self, world: World) -> None:
        """Nothing is done."""


Effect = Annotated[
    Show
    | OpenWindow
    | OpenDialog
    | Close
    | Toast
    | Set
    | Store
    | Add
    | WriteFile
    | DeleteFile
    | Busy
    | After
    | Navigate
    | TabTo
    | Focus
    | Insert
    | Remove
    | Move
    | Progress
    | Virtualise
    | Nothing,
    Field(discriminator="do"),
]

for _model in (Busy, After, Progress):
    _model.model_rebuild()


def filled(world: World, text: str) -> str:
    """The text with stored values in its holes; a value that is not there leaves nothing."""

    def value(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0][0]
        kept = world.stage.values.get(found[1])
        return "" if kept is None else str(kept)

    return _HOLES.sub(value, text) if "{" in text or "}" in text else text


def said_by(widget: Widget) -> Stored:
    """What a widget says: whether it is ticked, what it holds, or its name. Of a protected one, whether it is filled."""
    node: Node = widget.node
    if node.protected:
        return bool(node.filled)
    if node.checked is not None and node.role in (Role.CHECKBOX, Role.SWITCH, Role.RADIO):
        return node.checked == "true"
    if widget.text is not None:
        return widget.text.text
    return node.value if node.value is not None else node.name
