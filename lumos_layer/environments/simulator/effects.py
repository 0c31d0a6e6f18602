"""What an app does to its world, as data. Each effect is one model; `do` tells them apart.

In every text `{name}` stands for the value that is stored under that name, `{{` and `}}` for braces.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from lumos_layer.environments.simulator import confiding, navigating, windows
from lumos_layer.environments.simulator.change import Change
from lumos_layer.environments.simulator.conditions import Condition, Pattern, first, number
from lumos_layer.environments.simulator.cookies import domain_of
from lumos_layer.environments.simulator.file_effects import DeleteFile, ListFiles, MoveFile, ReadFile, WriteFile
from lumos_layer.environments.simulator.locator import Locator
from lumos_layer.environments.simulator.stage import Stored
from lumos_layer.environments.simulator.text_effects import Find, Replace
from lumos_layer.environments.simulator.texts import filled, holes, said_by
from lumos_layer.environments.simulator.widget_effects import Focus, Insert, Move, Press, Remove, Set, Virtualise
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World


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


class Store(Change):
    """Keep a value: the one given, or what a widget says. What a protected field holds is never kept, only whether it is filled.

    With `match`, only what the pattern's first group, or all of it, finds in the text; nothing is kept if it finds nothing.
    """

    do: Literal["store"]
    name: str = Field(pattern=r"^[A-Za-z_][\w.]*$")
    value: Stored = None
    of: Locator | None = None
    match: Pattern | None = Field(default=None, description="A regular expression.")

    def apply(self, world: World) -> None:
        widget = self.of.find(world) if self.of is not None else None
        kept: Stored = said_by(widget) if widget is not None else self.value
        kept = filled(world, kept) if isinstance(kept, str) and widget is None else kept
        world.stage.values[self.name] = kept if self.match is None else first(self.match, str(kept))
        confiding.stored(world, self.name, widget)


class Add(Change):
    """Add to a stored number; `by` may be a text with a stored value in its hole."""

    do: Literal["add"]
    name: str = Field(pattern=r"^[A-Za-z_][\w.]*$")
    by: float | str = 1

    def apply(self, world: World) -> None:
        old = world.stage.values.get(self.name)
        by = number(filled(world, self.by, raw=True)) if isinstance(self.by, str) else self.by
        total = (old if isinstance(old, int | float) else 0) + (by or 0)
        world.stage.values[self.name] = int(total) if float(total).is_integer() else total
        confiding.counted(world, self.name, holes(self.by) if isinstance(self.by, str) else ())


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
    """Go to an address in the tab shown; `back` and `forward` go through those visited, `reload` loads the page anew."""

    do: Literal["navigate"]
    url: str

    def apply(self, world: World) -> None:
        navigating.navigate(world, filled(world, self.url))


class SetCookie(Change):
    """Keep a cookie of the page shown, in the profile that the browser runs in; an empty value drops it."""

    do: Literal["set_cookie"]
    name: str = Field(min_length=1)
    value: str = ""

    def apply(self, world: World) -> None:
        domain = domain_of(world.url)
        if domain:
            world.cookies.of(domain).put(self.name, filled(world, self.value))


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


class If(Change):
    """Do something if all conditions hold, else something else."""

    do: Literal["if"]
    when: tuple[Condition, ...] = Field(min_length=1)
    then: tuple[Effect, ...] = ()
    otherwise: tuple[Effect, ...] = ()

    def apply(self, world: World) -> None:
        world.apply(self.then if all(condition.holds(world) for condition in self.when) else self.otherwise)


class Run(Change):
    """Do what the document says under this name in `procedures`."""

    do: Literal["run"]
    name: str

    def apply(self, world: World) -> None:
        world.apply(world.procedures.get(self.name, ()))


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
    | ReadFile
    | MoveFile
    | ListFiles
    | Find
    | Replace
    | Busy
    | After
    | Navigate
    | SetCookie
    | TabTo
    | Focus
    | Press
    | Insert
    | Remove
    | Move
    | Progress
    | Virtualise
    | If
    | Run
    | Nothing,
    Field(discriminator="do"),
]

for _model in (Busy, After, Progress, If):
    _model.model_rebuild()
