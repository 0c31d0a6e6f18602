"""First walk over a tree: which nodes are visible, and which of those say or do anything."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from lumos_layer.perception.words import CHOICES, MODAL, SPEAKING
from lumos_layer.tree import Node, Rect, Role, Tree


class Look(Struct):
    """What the walk found: `kept` are the visible nodes that can be acted on or say something, in document order.

    `owner[i]` is the nearest visible actionable node at or above node `i` (-1: none). `omitted` counts the rest by reason.
    """

    kept: list[int]
    owner: list[int]
    omitted: Counter[str]
    beyond: Counter[int]  # by scrolling container: how many things inside it are out of view


def look(tree: Tree, screen: Rect | None) -> Look:
    """`screen` is the box outside which nothing is visible; None where there is no such edge."""
    nodes, parents, ends = tree.nodes, tree.parents, tree.ends
    count = len(nodes)
    left, top, right, bottom = (0, 0, 0, 0) if screen is None else (screen.x, screen.y, screen.right, screen.bottom)
    owner = [-1] * (count + 1)  # the last place serves the parent -1 of roots
    kept: list[int] = []
    keep = kept.append
    omitted: Counter[str] = Counter()
    beyond: Counter[int] = Counter()
    openers = _Openers(tree)
    silent = i = 0
    while i < count:
        node = nodes[i]
        if (node.hidden or node.offscreen) and not node.focused:
            omitted["hidden" if node.hidden else "offscreen"] += ends[i] - i
            if node.offscreen and (above := owner[parents[i]]) >= 0 and "scroll" in nodes[above].can:
                beyond[above] += 1
            i = ends[i]
            continue
        bounds = node.bounds
        above = owner[parents[i]]
        if (
            bounds is not None
            and (
                (width := bounds.width) <= 0
                or (height := bounds.height) <= 0
                or (
                    screen is not None
                    and not (bounds.x < right and left < bounds.x + width and bounds.y < bottom and top < bounds.y + height)
                )
            )
            and not _shown_without_area(node, i, openers)
        ):
            omitted["zero_area" if bounds.empty else "offscreen"] += 1
            owner[i] = above
        elif node.can:
            owner[i] = i
            keep(i)
        else:
            owner[i] = above
            if node.name or node.value or node.role in SPEAKING or node.focused:
                keep(i)
            else:
                silent += 1
        if node.minimized:
            omitted["minimized"] += ends[i] - i - 1
            i = ends[i]
        else:
            i += 1
    if silent:
        omitted["wrapper"] = silent
    return Look(kept, owner, omitted, beyond)


def _shown_without_area(node: Node, i: int, openers: _Openers) -> bool:
    """Modal roles, minimised windows and the focused element always; choices where their list or menu is open."""
    if node.focused or node.minimized or node.role in MODAL:
        return True
    return node.role in CHOICES and openers.is_open(i)


_POPUPS = frozenset((Role.LISTBOX, Role.LIST, Role.MENU, Role.TREE))


class _Openers:
    """Finds what a choice stands in: the nearest node around it that is neither a choice itself nor a mere wrapper."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._around: dict[int, int] = {-1: -1}

    def is_open(self, i: int) -> bool:
        """True if the list, menu or item that the choice `i` stands in says that it is expanded."""
        nodes, parents, parent = self._tree.nodes, self._tree.parents, self._tree.parents[i]
        opener = self._opener(parent)
        chain = [parent, opener]
        while opener >= 0 and nodes[opener].role in _POPUPS and nodes[opener].expanded is None:
            opener = self._opener(parents[opener])  # a list or menu that says nothing is as open as what it belongs to
            chain.append(opener)
        return any(nodes[j].expanded for j in chain if j >= 0)

    def _opener(self, i: int) -> int:
        """The opener at or above node `i`, -1 if there is none."""
        nodes, parents, around = self._tree.nodes, self._tree.parents, self._around
        passed: list[int] = []
        while i not in around and (nodes[i].role in CHOICES or nodes[i].role is Role.GENERIC):
            passed.append(i)
            i = parents[i]
        found = around.get(i, i)
        around.update(dict.fromkeys(passed, found))
        return found
