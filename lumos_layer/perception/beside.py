"""What stands beside an element in the boxes around it: the words that tell it from equal ones in boxes of the same kind.

A screen that repeats a box for each of its records need not call it a row: it may be a pane, a group or a nameless view.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from lumos_layer.diff.calling import is_told_by_number
from lumos_layer.perception.words import FIELDS
from lumos_layer.tree import Role, Tree

HIGHEST = 32  # levels above an element
_WORDS = 8  # of a box
_LONGEST = 200  # characters of each
_LOOKED_AT = 500  # nodes of a box
_DIGITS = re.compile(r"\d")
# Called the same in the boxes of all records.
_CONTROLS = FIELDS | {
    Role.BUTTON, Role.CHECKBOX, Role.MENUITEM, Role.MENUITEMCHECKBOX, Role.MENUITEMRADIO, Role.RADIO, Role.SCROLLBAR, Role.SWITCH,
    Role.TAB,
}  # fmt: skip
Words = tuple[str, ...]
Said = tuple[Words, Words]  # of a box: without what its controls are called, and all


class Beside:
    """The words beside the elements of one tree.

    They are told by the first words in a box, up to what may be a count or a time and as many more as it takes, and by how many
    levels that is above the element: so they mean the same however many boxes there are, and where they stand. A badge or a state
    among these words means no other box: one that says the same has to say all the rest as well.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._known: dict[tuple[int, int], Said] = {}
        self._told: dict[tuple[int, int], tuple[tuple[int, ...], dict[str, list[int]]]] = {}

    def fitting(self, nodes: tuple[int, ...], words: str, levels: int) -> list[int]:
        """Those of the elements above which, so many levels, stands a box that begins with these words."""
        return self._by_words(nodes, levels).get(words, [])

    def ways(self, node: int, alike: tuple[int, ...]) -> Iterator[tuple[str, int]]:
        """Words and levels by which an element is told from the others of some, those that no control is called first, in the
        smallest box."""
        boxes = list(self._boxes(node, alike))
        for kind in range(2):
            for levels, box in boxes:
                mine = self._said(node, box)[kind]
                told = self._by_words(alike, levels)
                found = next((words for words in _beginnings(mine, _telling(mine)) if told[words] == [node]), None)
                if found is not None:
                    yield found, levels

    def _by_words(self, nodes: tuple[int, ...], levels: int) -> dict[str, list[int]]:
        """By the words with which the boxes so many levels above the elements begin, the elements; found once for all of them."""
        key = id(nodes), levels
        _, found = self._told.get(key, (nodes, None))
        if found is None:
            found = {}
            self._told[key] = nodes, found  # held here, so that no others get their id
            for node in nodes:
                for words in {words for said in self._said(node, self._above(node, levels)) for words in _beginnings(said)}:
                    found.setdefault(words, []).append(node)
        return found

    def _boxes(self, node: int, alike: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        """The boxes around an element that hold none of the others, from the smallest, and how many levels above it they are."""
        box = node
        for levels in range(1, HIGHEST + 1):
            box = self._tree.parents[box]
            if box < 0 or bisect_left(alike, self._tree.end(box)) - bisect_left(alike, box) > 1:
                return
            yield levels, box

    def _above(self, node: int, levels: int) -> int:
        for _ in range(levels):
            if node < 0:
                break
            node = self._tree.parents[node]
        return node

    def _said(self, node: int, box: int) -> Said:
        """The first words in a box around an element, but for its own."""
        if box < 0:
            return (), ()
        if (node, box) not in self._known:
            self._known[node, box] = tuple(self._words(node, box, False)), tuple(self._words(node, box, True))
        return self._known[node, box]

    def _words(self, node: int, box: int, with_controls: bool) -> Iterator[str]:
        nodes, ends = self._tree.nodes, self._tree.ends
        found: list[str] = []
        i, last = box, min(ends[box], box + _LOOKED_AT)
        while i < last and len(found) < _WORDS:
            each, around = nodes[i], i <= node < ends[i]
            is_control = each.role in _CONTROLS and not with_controls
            words = "" if i == node or is_control else each.name.strip()[:_LONGEST]
            if words and not each.hidden and words not in found:
                found.append(words)
            i = ends[i] if i == node or (not around and (each.hidden or is_control)) else i + 1
        yield from found


def _beginnings(words: Words, least: int = 1) -> Iterator[str]:
    """The first of the words, the first two, and so on."""
    return (", ".join(words[:count]) for count in range(least, len(words) + 1))


def _telling(words: Words) -> int:
    """How many of the words have to be said: the first without numbers, which soon stand beside something else, and all up to the
    next with numbers that are no names."""
    first = next((k for k, each in enumerate(words) if not has_numbers(each)), -1)
    if first < 0:
        return 1
    return next((k for k, each in enumerate(words) if k > first and has_numbers(each) and not is_told_by_number(each)), len(words))


def has_numbers(words: str) -> bool:
    """True for what may be a count or a time."""
    return _DIGITS.search(words) is not None
