"""How high nodes are drawn, where a dump tells of the order among siblings apart from that in which it lists them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lumos_layer.tree.tree import Tree


def heights(tree: Tree, rank: Mapping[int, int]) -> Sequence[int] | None:
    """By node, how many are drawn before it, if siblings are drawn by rank, the lowest first; None: in document order.

    A node without a rank has 0; of equals the one that is listed later is drawn later. Each is drawn before its children.
    """
    parents = tree.parents
    mixed = {parents[i] for i in rank}
    order: dict[int, list[int]] = {}
    for parent in mixed:
        listed = list(tree.children(parent) if parent >= 0 else tree.roots())
        drawn = sorted(listed, key=lambda i: rank.get(i, 0))
        if drawn != listed:
            order[parent] = drawn
    if not order:
        return None
    found = [0] * len(tree)
    waiting = _reversed_children(tree, -1, order)
    height = 0
    while waiting:
        i = waiting.pop()
        found[i] = height
        height += 1
        waiting += _reversed_children(tree, i, order)
    return found


def _reversed_children(tree: Tree, i: int, order: Mapping[int, Sequence[int]]) -> list[int]:
    listed = order.get(i)
    if listed is None:
        listed = list(tree.children(i) if i >= 0 else tree.roots())
    return list(reversed(listed))
