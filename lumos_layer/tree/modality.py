"""What modal dialogs keep the pointer from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate

from msgspec import Struct

from lumos_layer.tree.layers import WINDOWS
from lumos_layer.tree.order import Order
from lumos_layer.tree.role import Role
from lumos_layer.tree.survey import GROUNDS, Survey
from lumos_layer.tree.tree import Tree
from lumos_layer.tree.upwards import Levels, Nearest


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


class Modality:
    """Which modal takes what is meant for a node. Each answer takes a few steps, however many modals and levels there are."""

    def __init__(self, found: Survey, scopes: Sequence[Scope]) -> None:
        self._tree, self._layer_of, self._popups = found.tree, found.layer_of, found.layers.popups
        self._programs = {scope.node: scope for scope in scopes if scope.of_program}
        self._scopes = [scope for scope in scopes if not scope.of_program]
        numbers = {scope.node: number for number, scope in enumerate(self._scopes)}
        self._numbers, self._around = numbers, Nearest(found.tree, lambda i: i in numbers)
        self._answers: dict[int, int] = {-1: -1}  # by modal, what takes what is meant for it in the end: maybe it itself
        self._chain()

    def _chain(self) -> None:
        """Join each scope to the nearest around it that blocks it, and know the latest modal from it upwards.

        A modal stands in no other window or page of its scope: what blocks one of those blocks all in it, popups apart.
        """
        outer: list[int] = []
        latest: list[int] = []
        self._outer, self._latest = outer, latest
        for scope in self._scopes:
            around = self._innermost(scope.node, self._tree.parents[scope.node])
            outer.append(around)
            latest.append(max(scope.modal, latest[around] if around >= 0 else -1))
        self._levels = Levels(outer)

    def _innermost(self, node: int, upwards: int) -> int:
        """The number of the nearest scope around, from a node above, that blocks `node`; -1 if there is none."""
        number = self._numbers.get(self._around.of(upwards), -1)
        return number if number < 0 or _blocks(self._scopes[number], node) else self._outer[number]

    def of(self, node: int) -> int:
        """The modal that takes what is meant for the node, in the end one that nothing blocks; -1 if none does."""
        modal = self._first(node)
        path = []
        while modal not in self._answers:
            path.append(modal)
            modal, before = self._first(modal), modal
            if modal < 0:
                self._answers[before] = before
                modal = before
        answer = self._answers[modal]
        for each in path:
            self._answers[each] = answer
        return answer

    def _first(self, node: int) -> int:
        """The modal of the outermost scope that blocks the node; one from which its popup was opened does not."""
        popup = self._popups[self._layer_of[node]]
        program = self._programs.get(self._program(node))
        if program is not None and _blocks(program, node) and program.modal >= popup:
            return program.modal
        number, latest = self._innermost(node, node), self._latest
        if number < 0 or latest[number] < popup:
            return -1
        return self._scopes[self._levels.highest(number, lambda each: latest[each] >= popup)].modal

    def _program(self, node: int) -> int:
        """The nearest application around the outermost window that the node is or stands in; -1 if there is none."""
        window = self._outermost.of(node) if self._programs else -1
        return self._applications.of(self._tree.parents[window]) if window >= 0 else -1

    @cached_property
    def _outermost(self) -> Nearest:
        tree = self._tree
        windows = Nearest(tree, lambda i: tree[i].role in WINDOWS)
        return Nearest(tree, lambda i: tree[i].role in WINDOWS and windows.of(tree.parents[i]) < 0)

    @cached_property
    def _applications(self) -> Nearest:
        return Nearest(self._tree, lambda i: self._tree[i].role is Role.APPLICATION)


def _blocks(scope: Scope, node: int) -> bool:
    """True unless the node, which is in the scope, is in its modal."""
    return not scope.modal <= node < scope.modal_end
