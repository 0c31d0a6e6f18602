"""What modal dialogs keep the pointer from."""

from __future__ import annotations

from msgspec import Struct

from lumos_layer.tree.layers import WINDOWS
from lumos_layer.tree.role import Role
from lumos_layer.tree.survey import GROUNDS, Survey


class Scope(Struct, frozen=True, gc=False):
    """The subtree `node` to `end`, of which only that of `modal` takes the pointer."""

    node: int
    end: int
    modal: int
    modal_end: int


def scopes_of(found: Survey, part: range) -> list[Scope]:
    """What the modals inside a part of the tree block, the outermost first; of several in one place the topmost blocks."""
    if not found.modals:
        return []
    ends, rank, layer_of = found.tree.ends, found.layers.ranks, found.layer_of
    topmost: dict[int, int] = {}
    for modal in found.modals:
        scope = _scope(found, modal) if modal in part and _is_visible(found, modal) else -1
        if scope < 0:
            continue
        other = topmost.get(scope, -1)
        if other < 0 or (rank[layer_of[modal]], modal) > (rank[layer_of[other]], other):
            topmost[scope] = modal
    return [Scope(node, ends[node], modal, ends[modal]) for node, modal in sorted(topmost.items())]


def _is_visible(found: Survey, node: int) -> bool:
    return found.tree[node].bounds is None or found.boxes[node] is not None


def _scope(found: Survey, modal: int) -> int:
    """The window or page that it stands in; of a top-level window its program; else the whole tree around it. -1: nothing."""
    nodes = found.tree.nodes
    top = modal
    for above in found.tree.ancestors(modal):
        if nodes[above].role in GROUNDS:
            return above
        top = above
    if nodes[modal].role in WINDOWS:
        return next((above for above in found.tree.ancestors(modal) if nodes[above].role is Role.APPLICATION), -1)
    return top
