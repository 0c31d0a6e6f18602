"""Which node of a tree would receive the mouse at a pixel. The rules are in docs/pointing.md.

An index is made at the first query. It knows the visible parts of all nodes from the topmost to the lowest, and is cut finer
where somebody looks, so that a query looks at a handful of boxes in a tree of any size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Literal

from msgspec import Struct

from lumos_layer.tree.cells import Cells, Item
from lumos_layer.tree.modality import Scope, scopes_of
from lumos_layer.tree.survey import GROUNDS, Box, Survey, survey
from lumos_layer.tree.tree import Tree

Reason = Literal["modal", "outside", "empty"]


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
        self._lifted: dict[int, int] = {-1: -1}

    def only(self, node: int) -> HitTest:
        """The same, but as if there were nothing on the screen except what is in the subtree of `node`."""
        part = HitTest(self.tree, self._native, self._topmost_first)
        part._part = range(node, self.tree.end(node))
        part.survey = self.survey
        return part

    @cached_property
    def survey(self) -> Survey:
        return survey(self.tree, self._native, self._topmost_first)

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
        pairs = _by_regions(self.survey) or _by_boxes(self.survey)
        first, end = self._part.start, self._part.stop
        if end - first < len(self.tree):
            pairs = [pair for pair in pairs if first <= pair[1] < end]
        pairs.reverse()
        return [(*box, place) for place, (box, _) in enumerate(pairs)], [node for _, node in pairs]

    @cached_property
    def scopes(self) -> Sequence[Scope]:
        return scopes_of(self.survey, self._part)

    @cached_property
    def _grounds(self) -> list[Box]:
        """Boxes of roots, windows and pages: what lies in none of them is outside."""
        nodes, parents, shown = self.tree.nodes, self.tree.parents, self.survey.shown
        top = self._part.start
        here = (i for i in self._part if shown[i] and (nodes[i].role in GROUNDS or parents[i] < 0 or i == top))
        boxes = (nodes[i].bounds for i in here)
        return [(box.x, box.y, box.right, box.bottom) for box in boxes if box is not None]

    def at(self, x: int, y: int) -> Found:
        """What takes the pointer at the pixel."""
        item = self.cells.topmost(x, y)
        if item is None:
            return Found(-1, "empty" if self._is_inside(x, y) else "outside")
        node = self.drawn[item[4]]
        if self.scopes and (modal := self.blocking(node)) >= 0:
            return Found(modal, "modal", node)
        return Found(node)

    def _is_inside(self, x: int, y: int) -> bool:
        screen = self.survey.screen
        if screen is not None and not _holds(screen, x, y):
            return False
        return any(_holds(box, x, y) for box in self._grounds)

    def blocking(self, node: int) -> int:
        """The modal node that takes what is meant for `node`, -1 if there is none."""
        found, node_now = -1, node
        while (modal := self._blocking(node_now)) >= 0:
            found = node_now = modal
        return found

    def _blocking(self, node: int) -> int:
        layers, layer_of = self.survey.layers, self.survey.layer_of
        for scope in self.scopes:
            if (
                scope.node <= node < scope.end
                and not scope.modal <= node < scope.modal_end
                and not layers.popup_after(layer_of[node], scope.modal)
            ):
                return scope.modal
        return -1

    def lift(self, node: int) -> int:
        """The node, or the nearest around it, that can be acted on, as far as its window or page; -1 if there is none."""
        lifted = self._lifted
        if node in lifted:
            return lifted[node]
        nodes, parents = self.tree.nodes, self.tree.parents
        passed = []
        found = node
        while found not in lifted and not nodes[found].can:
            passed.append(found)
            if nodes[found].role in GROUNDS:
                found = -1
                break
            found = parents[found]
        found = lifted.get(found, found)
        for each in passed:
            lifted[each] = found
        return found

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


def _by_boxes(found: Survey) -> list[tuple[Box, int]]:
    """From the lowest to the topmost: by layer, in it by declared height, then in document order."""
    nodes, layer_of = found.tree.nodes, found.layer_of
    pairs = [(box, i) for i, box in enumerate(found.boxes) if box is not None and not nodes[i].passive]
    heights = found.tree.heights() or (_declared(found) if found.stacked else None)
    if heights is not None:
        pairs.sort(key=lambda pair: heights[pair[1]])
    if len(found.layers) > 1:
        rank = found.layers.ranks
        pairs.sort(key=lambda pair: rank[layer_of[pair[1]]])
    return pairs


def _declared(found: Survey) -> list[int]:
    """Declared heights; a node that declares none is as high as what it stands in."""
    nodes, parents = found.tree.nodes, found.tree.parents
    heights = [0] * (len(nodes) + 1)  # the last place serves the parent -1 of roots
    for i, node in enumerate(nodes):
        heights[i] = heights[parents[i]] if node.z is None else node.z
    return heights
