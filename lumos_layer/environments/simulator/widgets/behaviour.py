"""How widgets of one kind answer to the pointer, the keyboard and what assistive technology asks of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from lumos_layer.environments.simulator.keys import Chord
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.tree import Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World


class Behaviour:
    """What a widget does; this one does nothing. Each method says whether the widget had an answer.

    Callers have made sure that the widget is enabled, shown and not blocked by a dialog.
    """

    roles: ClassVar[frozenset[Role]] = frozenset()

    def click(self, world: World, widget: Widget) -> bool:
        """The primary button of the pointer, or the Invoke of an accessibility API; here only apps have an answer."""
        return "click" in widget.node.can and world.emit("click", widget)

    def double_click(self, world: World, widget: Widget) -> bool:
        """What a second click right after the first does beside it."""
        return False

    def key(self, world: World, widget: Widget, chord: Chord) -> bool:
        """A key pressed while the focus is on the widget or in it."""
        return False

    def type(self, world: World, widget: Widget, text: str) -> bool:
        """Words typed while the widget has the focus."""
        return False

    def set_text(self, world: World, widget: Widget, text: str) -> bool:
        return False

    def set_checked(self, world: World, widget: Widget, checked: bool) -> bool:
        return False

    def set_value(self, world: World, widget: Widget, value: float) -> bool:
        return False

    def set_expanded(self, world: World, widget: Widget, expanded: bool) -> bool:
        return False

    def select(self, world: World, widget: Widget, option: Widget | None) -> bool:
        """Choose the widget (`option` None), or one of the options that it offers."""
        return False

    def options(self, widget: Widget) -> list[Widget]:
        """What `select` can choose from."""
        return []

    def dragged(self, world: World, widget: Widget, start: tuple[int, int], end: tuple[int, int]) -> bool:
        """The pointer pressed at one point and released at another, the press having hit the widget."""
        return False

    def tabbed(self, world: World, widget: Widget) -> None:
        """Tab has led here."""

    def leave(self, world: World, widget: Widget) -> None:
        """The focus goes elsewhere."""


NOTHING = Behaviour()
