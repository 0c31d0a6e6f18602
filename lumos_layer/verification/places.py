"""Places that checks name: a window, dialog, group, list or row, or the part of a page under a heading."""

from __future__ import annotations

from lumos_layer.tree import Role
from lumos_layer.tree.layers import WINDOWS
from lumos_layer.tree.upwards import Nearest
from lumos_layer.verification.texts import label, says
from lumos_layer.verification.words import Words

_CELLS = frozenset((Role.CELL, Role.GRIDCELL, Role.ROWHEADER))


class Place:
    """What has a name on one look; several of one name are one place."""

    def __init__(self, words: Words, within: str) -> None:
        self._words, self._tree, self._within = words, words.tree, within
        wanted = label(within)
        named = {i for i in words.visible if label(words.name(i)) == wanted or self._is_titled(i)}
        called = any(words.row(i) < 0 for i in named)  # then rows that only mention it are not the place
        rows = {row for i in words.visible if (row := words.row(i)) >= 0 and self._row_says(row, i, wanted, called)}
        self._rows = rows | self._lines(named)
        headings = [i for i in named if self._tree[i].role is Role.HEADING]
        places = named.difference(headings) | self._rows
        self._around = Nearest(self._tree, lambda i: i in places)
        self._under = [words.under(i) for i in headings]
        self._everywhere = wanted in (label(words.observation.title), label(words.observation.app)) and self._has_one_window
        self._open = any(self._tree[i].expanded is not False for i in places)

    def holds(self, i: int) -> bool:
        """True if a node stands in it."""
        within = self._around.of(self._tree.parents[i]) >= 0
        return self._everywhere or within or i in self._rows or any(i in part for part in self._under)

    @property
    def is_there(self) -> bool:
        """True if it is on the screen and not folded up, though nothing may stand in it."""
        return self._open or any(self.holds(i) for i in self._words.visible)

    @property
    def is_row(self) -> bool:
        """True for nothing but rows, and what is written in them: all of such a place is told wherever it is told at all."""
        if self._everywhere or not self._rows or any(len(part) > 1 for part in self._under):
            return False
        return not any(self._around.of(i) == i and self._words.row(i) < 0 for i in self._words.visible)

    def _is_titled(self, i: int) -> bool:
        """Titles of windows say more than a name: the file that is open in it, that it has changed."""
        return self._tree[i].role in WINDOWS and says(self._words.name(i).casefold(), self._within.casefold()) is True

    def _row_says(self, row: int, i: int, wanted: str, called: bool) -> bool:
        if any(label(words) == wanted for words in self._words.own(i)):
            return True
        return i == row and not called and says(self._words.name(i), self._within) is True

    def _lines(self, named: set[int]) -> set[int]:
        """The cells beside those of these names, in tables that have no rows, only cells."""
        tree = self._tree
        heights = {
            (tree.parents[i], bounds.y)
            for i in named
            if tree[i].role in _CELLS and self._words.row(i) < 0 and (bounds := tree[i].bounds) is not None
        }
        if not heights:
            return set()
        return {
            i
            for i in self._words.visible
            if tree[i].role in _CELLS and (bounds := tree[i].bounds) is not None and (tree.parents[i], bounds.y) in heights
        }

    @property
    def _has_one_window(self) -> bool:
        return sum(self._tree[i].role in WINDOWS for i in self._words.visible) <= 1
