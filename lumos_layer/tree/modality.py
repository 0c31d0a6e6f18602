"""What modal dialogs keep the pointer from."""

from __future__ import annotations

from itertools import accumulate

from msgspec import Struct

from lumos_layer.tree.layers import WINDOWS
from lumos_layer.tree.order import Order
from lumos_layer.tree.role import Role
from lumos_layer.tree.survey import GROUNDS, Survey
from lumos_layer.tree.tree import Tree


class Scope(Struct, frozen=True, gc=False):
    """The subtree `node` to `end`, of which only that of `modal` takes the pointer; of a program only its windows."""

    node: int
    end: int
    modal: int
    modal_end: int
    of_program: bool


def scopes_of(found: Survey, order: Order, part: range) -> list[Scope]:
    """What the modals inside a part of the tree block, the outermost first; of several in one place the topmost blocks."""
    if not found.modals:
        return []
    nodes, ends = found.tree.nodes, found.tree.ends
    drawn = list(accumulate((box is not None for box in found.boxes), initial=0))  # how many boxes come before each node
    by_scope: dict[int, list[int]] = {}
    for modal in found.modals:
        if modal in part and drawn[ends[modal]] > drawn[modal] and (scope := _scope(found.tree, modal)) >= 0:
            by_scope.setdefault(scope, []).append(modal)
    scopes = []
    for node, modals in sorted(by_scope.items()):
        nexts = [*modals[1:], len(nodes)]
        innermost = [modal for modal, later in zip(modals, nexts, strict=True) if later >= ends[modal]]
        topmost = max(innermost, key=order.key)
        scopes.append(Scope(node, ends[node], topmost, ends[topmost], nodes[node].role not in GROUNDS))
    return scopes


def _scope(tree: Tree, modal: int) -> int:
    """The window or page that it stands in, or of a top-level window the program; -1: nothing."""
    around = next((above for above in tree.ancestors(modal) if tree[above].role in GROUNDS), -1)
    return program_of(tree, modal) if around < 0 and tree[modal].role in WINDOWS else around


def program_of(tree: Tree, node: int) -> int:
    """The nearest application around the outermost window that the node is or stands in; -1 if there is none."""
    program, in_window = -1, tree[node].role in WINDOWS
    for above in tree.ancestors(node):
        role = tree[above].role
        if role in WINDOWS:
            program, in_window = -1, True
        elif role is Role.APPLICATION and in_window and program < 0:
            program = above
    return program
