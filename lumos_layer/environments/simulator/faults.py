"""What goes wrong, as data: which fault, at which act or by what chance. The same seed gives the same faults.

A plan is a JSON document by schemas/faults.schema.json.
"""

from __future__ import annotations

from random import Random
from typing import Annotated, Literal

from pydantic import Field, field_validator

from lumos_layer.actions import BY_TYPE
from lumos_layer.environments.simulator import focus, navigating, revealing, windows
from lumos_layer.environments.simulator.change import Change
from lumos_layer.environments.simulator.locator import Data, Locator
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.environments.simulator.widgets.grid import shift
from lumos_layer.environments.simulator.world import World


class Crash(BaseException):
    """The program that acts has died, so nothing in it may take this for a failed act and go on.

    Whoever stands outside of it and catches this goes on with a new simulator from the world's last save.
    """


class _Fault(Data):
    """When it strikes: at the acts named (the first is 1), and otherwise by chance at each act."""

    acts: tuple[Annotated[int, Field(ge=1)], ...] = Field(default=(), description="The acts at which it strikes; the first is 1.")
    chance: float = Field(default=0.0, ge=0, le=1, description="How likely it strikes at any other act.")
    types: tuple[str, ...] = Field(default=(), description="Only at actions of these types; empty: of any.")

    @field_validator("types")
    @classmethod
    def _are_types(cls, types: tuple[str, ...]) -> tuple[str, ...]:
        unknown = [each for each in types if each not in BY_TYPE]
        if unknown:
            raise ValueError(f"There are no actions of the types {', '.join(unknown)}. Known: {', '.join(BY_TYPE)}.")
        return types

    def strikes(self, act: int, kind: str, random: Random) -> bool:
        drawn = random.random()  # always one number, so that no fault changes what another draws
        return (not self.types or kind in self.types) and (act in self.acts or drawn < self.chance)

    def before(self, world: World, widget: Widget | None, random: Random) -> None:
        """What has changed between the look and the act."""


class Stale(_Fault):
    """The element has been replaced by an equal one."""

    kind: Literal["stale"]

    def before(self, world: World, widget: Widget | None, random: Random) -> None:
        if widget is not None:
            world.renew(widget)


class Vanished(_Fault):
    """The element has gone; with `seconds` it comes back."""

    kind: Literal["vanished"]
    seconds: float | None = Field(default=None, gt=0)

    def before(self, world: World, widget: Widget | None, random: Random) -> None:
        if widget is None:
            return
        if self.seconds is None:
            world.remove(widget)
        else:
            hide_for(world, widget, self.seconds)


class Late(_Fault):
    """Something on the screen shows only when some time has passed, from the first look on."""

    kind: Literal["late"]
    target: Locator
    seconds: float = Field(gt=0)


class Slow(_Fault):
    """Whatever an app answers comes later, from this act on; the next ones too."""

    kind: Literal["slow"]
    seconds: float = Field(gt=0)

    def before(self, world: World, widget: Widget | None, random: Random) -> None:
        world.delay = self.seconds


class Popup(_Fault):
    """A dialog has come up that nobody asked for: a harmless one, or one whose first button does harm."""

    kind: Literal["popup"]
    harmful: bool = False
    title: str = ""
    text: str = ""
    buttons: tuple[str, ...] = ()
    modal: bool = True

    def before(self, world: World, widget: Widget | None, random: Random) -> None:
        title, text, buttons = random.choice(_HARMFUL if self.harmful else _HARMLESS)
        title, text = self.title or title, self.text or text
        navigating.open_dialog(world, title, text, self.buttons or buttons, (), self.modal)


class Lost(_Fault):
    """The act is sent and never arrives; nobody says so."""

    kind: Literal["lost"]


class FocusTheft(_Fault):
    """The focus has gone elsewhere: to another window, another element or nowhere."""

    kind: Literal["focus_theft"]

    def before(self, world: World, widget: Widget | None, random: Random) -> None:
        others = [window for window in windows.open_windows(world) if window is not windows.active(world)]
        if others:
            windows.activate(world, random.choice(others))
            return
        taken = (world.focused, widget)
        able = [other for other in world.order() if other not in taken and focus.focusable(world, other)]
        focus.focus(world, random.choice(able) if able else None)


class Shifted(_Fault):
    """Everything in the window has moved between the look and the act, as when a picture above has loaded."""

    kind: Literal["shifted"]
    right: int = 0
    down: int = 60

    def before(self, world: World, widget: Widget | None, random: Random) -> None:
        holder = windows.active(world) or (world.roots[0] if world.roots else None)
        for child in holder.children if holder is not None else ():
            shift(world, child, self.right, self.down)


class Duplicated(_Fault):
    """The act arrives twice."""

    kind: Literal["duplicated"]


class Broken(_Fault):
    """What carries out actions breaks down: before the act, or after it, when it is done but nobody says so."""

    kind: Literal["broken"]
    done: bool = False


class Crashed(_Fault):
    """The program that acts dies before the act, in the middle of it, or after it."""

    kind: Literal["crashed"]
    when: Literal["before", "during", "after"]


Fault = Annotated[
    Stale | Vanished | Late | Slow | Popup | Lost | FocusTheft | Shifted | Duplicated | Broken | Crashed,
    Field(discriminator="kind"),
]


class FaultPlan(Data):
    """Faults for a run of the simulator."""

    faults: tuple[Fault, ...] = ()


_HARMLESS: tuple[tuple[str, str, list[str]], ...] = (
    ("Update available", "A new version is ready. It will be installed when you close the program.", ["OK"]),
    ("Cookies", "This site uses cookies to remember what you chose.", ["Close"]),
    ("Tip of the day", "You can search with Control+F.", ["Close"]),
)
_HARMFUL: tuple[tuple[str, str, list[str]], ...] = (
    ("Delete everything?", "All files in this folder will be deleted for good.", ["Delete", "Cancel"]),
    ("Send report", "Your documents will be sent to the maker of this program.", ["Send", "Cancel"]),
    ("Buy the full version", "9.99 a month will be charged to your account.", ["Buy now", "Not now"]),
)


class Faults:
    """The faults of one run, drawn act by act."""

    def __init__(self, plan: FaultPlan | None, seed: int = 0) -> None:
        self.plan = plan or FaultPlan()
        self.random = Random(seed)  # noqa: S311 - a seed is to give the same faults again

    def at(self, act: int, kind: str) -> list[Fault]:
        """The faults that strike at this act, in the order of the plan."""
        return [fault for fault in self.plan.faults if not isinstance(fault, Late) and fault.strikes(act, kind, self.random)]

    def begin(self, world: World) -> None:
        """Hide what comes late."""
        for fault in self.plan.faults:
            if isinstance(fault, Late):
                widget = fault.target.find(world)
                if widget is not None:
                    hide_for(world, widget, fault.seconds)


class ShowAgain(Change):
    """Show a widget that was hidden for a while; known by its number, as platforms give one id to several."""

    do: Literal["show_again"]
    number: int

    def apply(self, world: World) -> None:
        widget = world.widgets.get(self.number)
        if widget is not None and widget.node.hidden:
            revealing.show(world, widget)


def hide_for(world: World, widget: Widget, seconds: float) -> None:
    """Hide a widget for a while; what is hidden anyway stays so."""
    if not widget.node.hidden:
        revealing.hide(world, widget)
        world.later(seconds, [ShowAgain(do="show_again", number=widget.number)])
