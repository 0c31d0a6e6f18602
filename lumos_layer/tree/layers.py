"""Layers of a screen: what stands above what as a whole, whatever the order of the nodes in it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from lumos_layer.tree.node import Node
from lumos_layer.tree.role import Role

WINDOWS = frozenset((Role.WINDOW, Role.DIALOG, Role.ALERTDIALOG))

# Kinds of layers inside one owner, from the lowest.
DESKTOP, MODAL, TOP_LEVEL, POPUP, OWNED = range(5)
_WINDOW_LAYERS = (TOP_LEVEL, OWNED)


class Layer(Struct, frozen=True, gc=False):
    """A node with all below it that stands in no layer of its own.

    `around` is the number of the layer that the node stands in, `owner` of that which the layer lies above.
    """

    node: int
    around: int
    owner: int
    kind: int
    z: int = 0
    active: bool = False


class Layers:
    """The layers of a tree by number; 0 holds what is in no other. `topmost_first`: so the dialect lists windows."""

    def __init__(self, topmost_first: bool) -> None:
        self.all = [Layer(-1, -1, -1, DESKTOP)]
        self._topmost_first = topmost_first

    def __len__(self) -> int:
        return len(self.all)

    def add(self, i: int, node: Node, around: int, owner: int, kind: int) -> int:
        """The number of the new layer that begins with node `i`."""
        self.all.append(Layer(i, around, owner, kind, node.z or 0, node.active is True))
        return len(self.all) - 1

    @cached_property
    def popups(self) -> Sequence[int]:
        """By layer, the node that begins the innermost popup that it is or stands in, -1 if there is none."""
        found = [-1] * len(self.all)
        for number, layer in enumerate(self.all[1:], 1):
            found[number] = layer.node if layer.kind == POPUP else found[layer.around]
        return found

    @cached_property
    def ranks(self) -> Sequence[int]:
        """By layer, how many are drawn before it."""
        ranks = [0] * len(self.all)
        for rank, number in enumerate(self.from_lowest()):
            ranks[number] = rank
        return ranks

    def from_lowest(self) -> Sequence[int]:
        """The numbers of the layers in the order in which they are drawn: each before those that it owns."""
        owned: list[list[int]] = [[] for _ in self.all]
        for number, layer in enumerate(self.all[1:], 1):
            owned[layer.owner].append(number)
        order: list[int] = []
        waiting = [0]
        while waiting:
            number = waiting.pop()
            order.append(number)
            waiting.extend(sorted(owned[number], key=self._height, reverse=True))
        return order

    def _height(self, number: int) -> tuple[int, int, bool, int]:
        layer = self.all[number]
        if layer.kind in (MODAL, POPUP):
            return layer.kind, layer.z, False, layer.node
        return layer.kind, layer.z, number in self._active, -layer.node if self._topmost_first else layer.node

    @cached_property
    def _active(self) -> set[int]:
        """Windows that are active, or own one that is."""
        found: set[int] = set()
        for number, layer in enumerate(self.all):
            above = number if layer.active and layer.kind in _WINDOW_LAYERS else 0
            while above > 0 and above not in found:
                found.add(above)
                above = self.all[above].owner
        return found
