"""Which of two nodes is drawn later: by layer, in it by height, then in document order."""

from __future__ import annotations

from lumos_layer.tree.survey import Survey

Key = tuple[int, bool, int, int]


class Order:
    """The order in which the nodes of a tree are drawn, by a key that grows towards the top."""

    def __init__(self, found: Survey) -> None:
        self._layers, self._layer_of = found.layers, found.layer_of
        self._ranks = found.layers.ranks
        told = found.tree.heights()
        self._heights = told if told is not None else _declared(found) if found.stacked else None
        self.is_plain = self._heights is None and len(self._ranks) == 1  # it is the order of the document

    def key(self, i: int) -> Key:
        """The node that makes a layer is the lowest in it."""
        layer = self._layer_of[i]
        heights = self._heights
        return self._ranks[layer], self._layers.all[layer].node != i, 0 if heights is None else heights[i], i


def _declared(found: Survey) -> list[int]:
    """Heights inside each layer: what declares none is as high as what it stands in, in the end 0."""
    nodes, parents, layers, layer_of = found.tree.nodes, found.tree.parents, found.layers.all, found.layer_of
    heights = [0] * (len(nodes) + 1)  # the last place serves the parent -1 of roots
    for i, node in enumerate(nodes):
        if layers[layer_of[i]].node != i:
            heights[i] = heights[parents[i]] if node.z is None else node.z
    return heights
