"""What belongs to every page of a site: all that may be the same on two different pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from lumos_layer.diff.pairs import Pairs
from lumos_layer.tree import Node, Role, Tree

LANDMARKS = frozenset((Role.BANNER, Role.CONTENTINFO, Role.MENUBAR, Role.NAVIGATION, Role.SEARCH))
_PAGES = frozenset((Role.APPLICATION, Role.DOCUMENT, Role.WINDOW))  # named after what they show
_Place = tuple[object, ...]


class _Piece(NamedTuple):
    """What tells a piece of furniture: the landmark it is in, the named nodes around it, and what it says of itself."""

    landmark: int
    surroundings: int
    label: tuple[str, ...]


def keep_furniture(pairs: Pairs, nodes: range, others: range) -> None:
    """Pair nodes in landmarks that are the only ones of their role, name, identifier and address in equal surroundings.

    Two landmarks are the same if most of what is in them is. A button that has neither identifier nor address is no furniture: on
    each page it may do the same with something else.
    """
    places: dict[_Place, int] = {}
    found = dict(_alone(pairs.before.tree, nodes, places))
    found_after = dict(_alone(pairs.after.tree, others, places))
    common = found.keys() & found_after.keys()
    sizes, sizes_after, kept = (Counter(piece.landmark for piece in pieces) for pieces in (found, found_after, common))
    for piece in common:
        landmark = piece.landmark
        if kept[landmark] * 2 > max(sizes[landmark], sizes_after[landmark]):
            pairs.pair(found[piece], found_after[piece])


def _alone(tree: Tree, nodes: range, places: dict[_Place, int]) -> Iterator[tuple[_Piece, int]]:
    """The pieces of furniture that no other node is too."""
    seen: dict[_Piece, int] = {}
    for piece, i in _pieces(tree, nodes, places):
        seen[piece] = -1 if piece in seen else i
    return ((piece, i) for piece, i in seen.items() if i >= 0)


def _pieces(tree: Tree, nodes: range, places: dict[_Place, int]) -> Iterator[tuple[_Piece, int]]:
    """Every named node in a landmark. `places` gives equal surroundings equal numbers."""
    outside = places.setdefault((), 0), -1
    around: dict[int, tuple[int, int]] = {}  # of what is right below a node: surroundings, landmark
    for i in nodes:
        node = tree[i]
        surroundings, landmark = around.get(tree.parents[i], outside)
        label = (node.role.value, node.name, node.identifier, node.url)
        is_landmark = node.role in LANDMARKS
        if node.name or node.identifier or is_landmark:
            here = surroundings if node.role in _PAGES else places.setdefault((surroundings, *label), len(places))
            if is_landmark:
                landmark = here
            if landmark >= 0 and _may_be_furniture(node):
                yield _Piece(landmark, surroundings, label), i
            surroundings = here
        if tree.end(i) > i + 1:
            around[i] = surroundings, landmark


def _may_be_furniture(node: Node) -> bool:
    return node.role is not Role.BUTTON or bool(node.identifier or node.url)
