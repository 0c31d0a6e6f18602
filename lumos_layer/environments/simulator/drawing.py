"""Where widgets take the pointer in dialects whose dumps say it in more than one box each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.perception.draft import Draft
from lumos_layer.tree import Rect, Region, Tree


class Drawing:
    """The regions of the dump that the world began with, which go where their widgets go; what came later is drawn above."""

    def __init__(self) -> None:
        self.drawn: list[tuple[int, Rect, Rect | None]] = []  # widget, region, and the widget's box at that time
        self.laid_out: set[int] = set()  # widgets that were shown then, and take the pointer only in their regions

    def begin(self, draft: Draft, order: Sequence[Widget]) -> None:
        if draft.regions is None:
            return
        for region in draft.freeze().regions():
            widget = order[region.node]
            self.drawn.append((widget.number, region.box, widget.node.bounds))
        if self.drawn:
            self.laid_out = {widget.number for widget in order if not widget.node.hidden}

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
