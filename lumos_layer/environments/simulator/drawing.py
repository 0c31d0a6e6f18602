"""Where widgets take the pointer, and which lie above which, where dumps tell more of it than boxes and their order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.perception.draft import Draft
from lumos_layer.tree import Rect, Region, Tree
from lumos_layer.tree.drawing_order import heights


class Drawing:
    """The regions and heights of the dump that the world began with, or that it shows in place of everything.

    They go where their widgets go. What came later is above; among its own siblings it keeps the order in which its dump drew them.
    """

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

    def join(self, draft: Draft, made: Sequence[Widget], siblings: Sequence[Widget]) -> None:
        """Keep the order in which widgets that come later are drawn, where their dump lists them in another.

        `siblings` are all that stand where the first ones of them stand now.
        """
        if draft.heights is not None and made:
            self._stack(draft.freeze(), made, siblings)

    def _stack(self, tree: Tree, order: Sequence[Widget], siblings: Sequence[Widget] = ()) -> None:
        told = tree.heights()
        if told is None:
            return
        last: dict[int, int] = {}  # by parent, how high its child before is
        mixed: set[int] = set()
        for i, parent in enumerate(tree.parents):
            if told[i] < last.get(parent, -1):
                mixed.add(parent)
            last[parent] = told[i]
        below = self._put_below(order, siblings) if -1 in mixed else 0
        for i, parent in enumerate(tree.parents):
            if parent in mixed:
                self.stacked[order[i].number] = _parent_of(order[i]), told[i] + (below if parent < 0 else 0)

    def _put_below(self, order: Sequence[Widget], siblings: Sequence[Widget]) -> int:
        """Give those that stand beside new ones already the order that they have; how high the first new one is drawn."""
        new = {widget.number for widget in order}
        beside = [widget for widget in siblings if widget.number not in new]
        ranks = [self.stacked.get(widget.number, (-2, 0)) for widget in beside]
        height = 1 + max((height for parent, height in ranks if parent == _parent_of(order[0])), default=-1)
        for widget, (parent, _) in zip(beside, ranks, strict=True):
            if parent != _parent_of(order[0]):
                self.stacked[widget.number] = _parent_of(order[0]), height
                height += 1
        return height

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
