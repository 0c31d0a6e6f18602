"""Where widgets take the pointer, and which lie above which, where dumps tell more of it than boxes and their order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.perception.draft import Draft
from lumos_layer.tree import Rect, Region, Tree
from lumos_layer.tree.drawing_order import heights


class Drawing:
    """The regions and heights of the dump that the world began with, which go where their widgets go; what came later is above."""

    def __init__(self) -> None:
        self.drawn: list[tuple[int, Rect, Rect | None]] = []  # widget, region, and the widget's box at that time
        self.laid_out: set[int] = set()  # widgets that were shown then, and take the pointer only in their regions
        # By widget: its parent (-1: none) and how high it is drawn among its siblings, where they are listed in another order.
        self.stacked: dict[int, tuple[int, int]] = {}

    def begin(self, draft: Draft, order: Sequence[Widget]) -> None:
        tree = draft.freeze()
        for region in tree.regions():
            widget = order[region.node]
            self.drawn.append((widget.number, region.box, widget.node.bounds))
        if self.drawn:
            self.laid_out = {widget.number for widget in order if not widget.node.hidden}
        self._stack(tree, order)

    def _stack(self, tree: Tree, order: Sequence[Widget]) -> None:
        told = tree.heights()
        if told is None:
            return
        last: dict[int, int] = {}  # by parent, how high its child before is
        mixed: set[int] = set()
        for i, parent in enumerate(tree.parents):
            if told[i] < last.get(parent, -1):
                mixed.add(parent)
            last[parent] = told[i]
        self.stacked = {
            order[i].number: (_parent_of(order[i]), told[i]) for i, parent in enumerate(tree.parents) if parent in mixed
        }

    def put_on_top(self, widget: Widget) -> None:
        """Draw it above its siblings, if it was drawn below some by the dump's word."""
        if widget.number in self.stacked:
            self.stacked[widget.number] = _parent_of(widget), self._above_all()

    def heights(self, order: Sequence[Widget]) -> Callable[[Tree], Sequence[int] | None] | None:
        """How high the nodes of a tree made of these widgets, in order, are drawn; None where the dump listed all as drawn."""
        return (lambda tree: self._heights_of(tree, order)) if self.stacked else None

    def _heights_of(self, tree: Tree, order: Sequence[Widget]) -> Sequence[int] | None:
        rank: dict[int, int] = {}
        for i, widget in enumerate(order):
            parent, height = self.stacked.get(widget.number, (-2, 0))
            if parent == _parent_of(widget):
                rank[i] = height
        parents, above = tree.parents, self._above_all()
        mixed = {parents[i] for i in rank}
        return heights(tree, {i: rank.get(i, above) for i in range(len(tree)) if parents[i] in mixed})

    def _above_all(self) -> int:
        return 1 + max(height for _, height in self.stacked.values())

    def regions(self, order: Sequence[Widget]) -> Callable[[Tree], Sequence[Region]] | None:
        """The regions of a tree made of these widgets, in order; None where the dump had none."""
        return (lambda tree: list(self._of(tree, order))) if self.drawn else None

    def _of(self, tree: Tree, order: Sequence[Widget]) -> Sequence[Region]:
        places = {widget.number: i for i, widget in enumerate(order)}
        found: list[Region] = []
        for number, box, then in self.drawn:
            i = places.get(number)
            now = tree[i].bounds if i is not None else None
            if i is None:
                continue
            if now is not None and then is not None:
                box = Rect(box.x + now.x - then.x, box.y + now.y - then.y, box.width, box.height)
            found.append(Region(i, box))
        for i, widget in enumerate(order):
            bounds = tree[i].bounds
            if widget.number not in self.laid_out and not tree[i].hidden and bounds is not None and not bounds.empty:
                found.append(Region(i, bounds))
        return found


def _parent_of(widget: Widget) -> int:
    return -1 if widget.parent is None else widget.parent.number
