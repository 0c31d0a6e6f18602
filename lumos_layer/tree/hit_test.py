"""Which node of a tree would receive the mouse at a pixel. The rules are in docs/pointing.md.

The first few queries look at every box: one point is often all that is asked of a look. Then an index is made. It knows the
visible parts of all nodes from the topmost to the lowest, and is cut finer where somebody looks, so that a query looks at a handful
of boxes in a tree of any size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Literal

from msgspec import Struct

from lumos_layer.tree.cells import Cells, Item
from lumos_layer.tree.modality import Modality, scopes_of
from lumos_layer.tree.order import Order
from lumos_layer.tree.survey import GROUNDS, Box, Survey, survey
from lumos_layer.tree.tree import Tree
from lumos_layer.tree.upwards import Nearest

Reason = Literal["modal", "outside", "empty"]

_WITHOUT_INDEX = 4  # queries, which together cost less than an index


class Found(Struct, frozen=True, gc=False):
    """What a query found. `node` is -1 where nothing takes the pointer; `beneath` is what lies behind the modal dialog, else -1."""

    node: int
    reason: Reason | None = None
    beneath: int = -1


class HitTest:
    """Answers for one tree. `native`: it is of a desktop or device, not of a page; `topmost_first`: so it lists windows."""

    def __init__(self, tree: Tree, native: bool = True, topmost_first: bool = False) -> None:
        self.tree = tree
        self._native, self._topmost_first = native, topmost_first
        self._part = range(len(tree))
        self._asked = 0
        self._acting = Nearest(tree, lambda i: bool(tree.nodes[i].can) or tree.nodes[i].role in GROUNDS)

    def only(self, node: int) -> HitTest:
        """The same, but as if there were nothing on the screen except what is in the subtree of `node`."""
        part = HitTest(self.tree, self._native, self._topmost_first)
        part._part = range(node, self.tree.end(node))
        part.survey, part.order = self.survey, self.order
        return part

    @cached_property
    def survey(self) -> Survey:
        return survey(self.tree, self._native, self._topmost_first)

    @cached_property
    def order(self) -> Order:
        return Order(self.survey)

    @cached_property
    def cells(self) -> Cells:
        """The boxes that take the pointer; an item's last number is the place of its node in `drawn`."""
        return Cells(self._index[0])

    @cached_property
    def drawn(self) -> Sequence[int]:
        """The nodes of these boxes, the topmost first."""
        return self._index[1]

    @cached_property
    def _index(self) -> tuple[list[Item], list[int]]:
        pairs = self._regions or _by_boxes(self.survey, self.order)
        first, end = self._part.start, self._part.stop
        if end - first < len(self.tree):
            pairs = [pair for pair in pairs if first <= pair[1] < end]
        return [(*box, place) for place, (box, _) in enumerate(reversed(pairs))], [node for _, node in reversed(pairs)]

    @cached_property
    def _regions(self) -> list[tuple[Box, int]]:
        return _by_regions(self.survey)

    @cached_property
    def modality(self) -> Modality | None:
        """What modals block; None where there are none that do."""
        scopes = scopes_of(self.survey, self.order, self._part)
        return Modality(self.survey, scopes) if scopes else None

    @cached_property
    def _grounds(self) -> list[Box]:
        """The screen, or the visible parts of roots, windows and pages: what lies in none of them is outside."""
        found = self.survey
        if found.screen is not None and len(self._part) == len(self.tree):
            return [found.screen]
        nodes, parents, top = self.tree.nodes, self.tree.parents, self._part.start
        here = (i for i in self._part if nodes[i].role in GROUNDS or parents[i] < 0 or i == top)
        return [box for i in here if (box := found.boxes[i]) is not None]

    def at(self, x: int, y: int) -> Found:
        """What takes the pointer at the pixel."""
        if self._asked < _WITHOUT_INDEX:
            node = self._topmost_of_all(x, y)
        else:
            item = self.cells.topmost(x, y)
            node = -1 if item is None else self.drawn[item[4]]
        if node < 0:
            inside = any(box[0] <= x < box[2] and box[1] <= y < box[3] for box in self._grounds)
            return Found(-1, "empty" if inside else "outside")
        if self.modality is not None and (modal := self.modality.of(node)) >= 0:
            return Found(modal, "modal", node)
        return Found(node)

    def _topmost_of_all(self, x: int, y: int) -> int:
        """The node whose box is the topmost at the pixel, by a look at every box; -1 if there is none."""
        self._asked += 1
        if self._regions:
            return next((node for box, node in reversed(self._regions) if node in self._part and _holds(box, x, y)), -1)
        nodes, boxes = self.tree.nodes, self.survey.boxes
        here = [i for i in self._part if (box := boxes[i]) is not None and _holds(box, x, y) and not nodes[i].passive]
        if not here:
            return -1
        return here[-1] if self.order.is_plain else max(here, key=self.order.key)

    def blocking(self, node: int) -> int:
        """The modal node that takes what is meant for `node`, -1 if there is none."""
        return self.modality.of(node) if self.modality is not None else -1

    def lift(self, node: int) -> int:
        """The node, or the nearest around it, that can be acted on, as far as its window or page; -1 if there is none."""
        found = self._acting.of(node)
        return found if found >= 0 and self.tree.nodes[found].can else -1

    def aim(self, node: int) -> int:
        """The same, but -1 for a window or page, at which nobody aims."""
        found = self.lift(node)
        return -1 if found >= 0 and self.tree.nodes[found].role in GROUNDS else found

    @cached_property
    def places(self) -> dict[int, list[int]]:
        """By node, the places of its boxes in `drawn`."""
        found: dict[int, list[int]] = {}
        for place, node in enumerate(self.drawn):
            found.setdefault(node, []).append(place)
        return found

    def item(self, place: int) -> Item:
        return self._index[0][place]

    def touching(self, area: Box) -> Iterator[Item]:
        """The boxes of which something may be seen in the area, each once."""
        seen: set[int] = set()
        for item in self.cells.touching(area):
            if item[4] not in seen:
                seen.add(item[4])
                yield item


def _holds(box: Box, x: int, y: int) -> bool:
    return box[0] <= x < box[2] and box[1] <= y < box[3]


def _by_regions(found: Survey) -> list[tuple[Box, int]]:
    """From the lowest to the topmost, where the tree has regions."""
    shown = found.shown
    regions = (region for region in found.tree.regions() if shown[region.node] and not region.box.empty)
    return [((box.x, box.y, box.right, box.bottom), node) for node, box in ((each.node, each.box) for each in regions)]


def _by_boxes(found: Survey, order: Order) -> list[tuple[Box, int]]:
    """From the lowest to the topmost."""
    nodes = found.tree.nodes
    pairs = [(box, i) for i, box in enumerate(found.boxes) if box is not None and not nodes[i].passive]
    if not order.is_plain:
        pairs.sort(key=lambda pair: order.key(pair[1]))
    return pairs
