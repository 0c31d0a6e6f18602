"""One element of a simulated screen: what a node is in a tree, but alive."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from lumos_layer.environments.simulator.editing import Text
from lumos_layer.tree import Node


class Traits(Struct, omit_defaults=True):
    """What an app says of a widget that no dump does, and where its user is in it."""

    limit: int | None = None  # the most UTF-16 units of its text
    step: float | None = None  # one step of its range
    default: bool = False  # the button that Enter presses
    reorderable: bool = False  # its entries can be dragged into another order
    anchor: int = 0  # where several are selected: the number of the entry from which Shift reaches; 0: none
    current: int = 0  # and of the one that keys go to


class Widget:
    """A node that can change; only its world changes it.

    `number` is its own for as long as the world lives. `index` is its place in the world's document order, true while the
    world says that its order is known. `text` is there once somebody has typed.
    `rows`, of a virtual list, are all that it holds: those in view are its children.
    """

    __slots__ = ("children", "confidence", "index", "node", "number", "origin", "parent", "place", "rows", "tag", "text", "traits")

    def __init__(self, number: int, node: Node, tag: str, place: str = "") -> None:
        self.number, self.node, self.tag, self.place = number, node, tag, place
        self.parent: Widget | None = None
        self.children: list[Widget] = []
        self.index = -1
        self.text: Text | None = None
        self.traits: Traits | None = None
        self.rows: list[Widget] | None = None
        self.confidence: float | None = None
        self.origin: str | None = None

    def __repr__(self) -> str:
        return f"<{self.node.role} {self.node.name!r} #{self.number}>"

    def ancestors(self) -> Iterator[Widget]:
        """From the parent up to the root."""
        above = self.parent
        while above is not None:
            yield above
            above = above.parent

    def chain(self) -> Iterator[Widget]:
        """The widget itself, then its ancestors."""
        yield self
        yield from self.ancestors()

    def within(self, other: Widget) -> bool:
        """True if the widget is the other one, or stands in it."""
        return any(above is other for above in self.chain())

    def subtree(self) -> Iterator[Widget]:
        """The widget and everything in it, in document order."""
        waiting = [self]
        while waiting:
            widget = waiting.pop()
            yield widget
            waiting.extend(reversed(widget.children))

    def inside(self) -> Iterator[Widget]:
        """Everything in it, in document order."""
        walk = self.subtree()
        next(walk)
        yield from walk

    def holds(self, child: Widget) -> bool:
        """True if it is one of the children, not only a row that is out of view."""
        return self.rows is None or any(other is child for other in self.children)

    def held(self) -> list[Widget]:
        """All that it holds, of a virtual list also what is out of view."""
        return self.rows if self.rows is not None else self.children

    def siblings(self) -> list[Widget]:
        """All children of the parent, itself among them; alone for a root."""
        return self.parent.children if self.parent is not None else [self]
