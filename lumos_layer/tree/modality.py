"""What modal dialogs keep the pointer from."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from msgspec import Struct

from lumos_layer.tree.layers import WINDOWS
from lumos_layer.tree.order import Order
from lumos_layer.tree.role import Role
from lumos_layer.tree.survey import GROUNDS, Survey
from lumos_layer.tree.tree import Tree
from lumos_layer.tree.upwards import Nearest


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
    scope_of = _scope_of(found.tree)
    by_scope: dict[int, list[int]] = {}
    for modal in found.modals:
        if modal in part and drawn[ends[modal]] > drawn[modal] and (scope := scope_of(modal)) >= 0:
            by_scope.setdefault(scope, []).append(modal)
    scopes = []
    for node, modals in sorted(by_scope.items()):
        nexts = [*modals[1:], len(nodes)]
        innermost = [modal for modal, later in zip(modals, nexts, strict=True) if later >= ends[modal]]
        topmost = max(innermost, key=order.key)
        scopes.append(Scope(node, ends[node], topmost, ends[topmost], nodes[node].role not in GROUNDS))
    return scopes


def _scope_of(tree: Tree) -> Callable[[int], int]:
    """Tells the window or page that a modal stands in, or of a top-level window the program; -1: nothing."""
    grounds = Nearest(tree, lambda i: tree[i].role in GROUNDS)
    programs = Nearest(tree, lambda i: tree[i].role is Role.APPLICATION)

    def scope(modal: int) -> int:
        around = grounds.of(tree.parents[modal])
        return programs.of(tree.parents[modal]) if around < 0 and tree[modal].role in WINDOWS else around

    return scope


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
