"""Which nodes a person can see, by docs/dialects.md alone, apart from the passes that choose what a blueprint shows."""

from __future__ import annotations

from collections.abc import Iterator

from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Node, Rect, Role

_INSISTENT = frozenset((Role.DIALOG, Role.ALERTDIALOG, Role.ALERT, Role.MENU))


def visible(observation: Observation) -> Iterator[int]:
    """The visible nodes in document order.

    Options of an open list that have no area are left to those who ask for more; all else that the page promises is here.
    """
    tree, screen = observation.tree, _edge(observation)
    i = 0
    while i < len(tree):
        node = tree[i]
        if (node.hidden or node.offscreen) and not node.focused:
            i = tree.end(i)
            continue
        if _has_place(node, screen):
            yield i
        i = tree.end(i) if node.minimized else i + 1


def _has_place(node: Node, screen: Rect | None) -> bool:
    box = node.bounds
    if box is None or node.focused or node.minimized or node.role in _INSISTENT:
        return True
    return not box.empty and (screen is None or box.touches(screen))


def _edge(observation: Observation) -> Rect | None:
    """The root's own box, outside of which nothing is visible; a page goes on below the fold."""
    tree = observation.tree
    box = tree[0].bounds if tree.end(0) == len(tree) else None
    return None if box is None or box.empty or observation.refs.letter == "W" else box
