"""The words of a look in the order of its nodes, and what stands around them: what probes of elements ask."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator
from functools import cached_property
from itertools import islice, takewhile
from typing import TypeVar, cast
from weakref import WeakKeyDictionary

from lumos_layer.perception.observation import Observation
from lumos_layer.perception.words import DIALOGS, ROWS, TYPED
from lumos_layer.tree import Node, Role
from lumos_layer.tree.layers import WINDOWS
from lumos_layer.tree.upwards import Nearest
from lumos_layer.verification.texts import normal

_T = TypeVar("_T")
PASSING = frozenset((Role.STATUS, Role.ALERT, Role.TOOLTIP, Role.MARQUEE, Role.LOG, Role.TIMER, Role.PROGRESSBAR))
_SECTIONS = frozenset((Role.GROUP, Role.FORM, Role.REGION, Role.RADIOGROUP, Role.MAIN, Role.DOCUMENT, Role.APPLICATION))
_APART = frozenset(
    (
        Role.COMPLEMENTARY,
        Role.NAVIGATION,
        Role.BANNER,
        Role.CONTENTINFO,
        Role.TOOLBAR,
        Role.MENUBAR,
        Role.MENU,
        Role.TABLIST,
        Role.ARTICLE,
        Role.TABPANEL,
    )
)
_NAMED_APART = frozenset((Role.GROUP, Role.FORM))  # where they have names; others only hold together what stands beside them
_ENTRIES = frozenset((Role.GENERIC, Role.GROUP))
_TICKED = frozenset((Role.CHECKBOX, Role.SWITCH, Role.RADIO))
_STATE = re.compile(r"(?:on|off|enabled|disabled|(?:not |un)?checked|켜짐|꺼짐|켬|끔|사용|사용 안 ?함)?", re.IGNORECASE)
_RUN = 24  # texts that may make up one line
_LEVELS = 40  # around a node that tell what it stands in
_MOST = 200_000  # nodes inside of others whose words are read for one check


class Words:
    """What a look says, node by node. Only what is visible says anything; what is typed into a field is nothing that it says."""

    def __init__(self, observation: Observation) -> None:
        self.observation, self.tree = observation, observation.tree
        self.visible = sorted({*observation.kept, *observation.refs.values()})
        self.shown = frozenset(self.visible)
        self._left = _MOST
        self._kept: dict[Hashable, object] = {}
        self._columns: dict[int, tuple[str, ...]] = {}
        self._found: dict[re.Pattern[str], list[tuple[int, str]]] = {}

    def name(self, i: int) -> str:
        """What the node is called."""
        return self.observation.name_of(i)

    def own(self, i: int) -> tuple[str, ...]:
        """What the node itself says: its name and its value; of a field nothing."""
        if self.typed(i) >= 0:
            return ()
        node = self.tree[i]
        return tuple(dict.fromkeys(words for words in (self.name(i), node.value) if words))

    def inside(self, i: int) -> Iterator[str]:
        """What the node and everything in it says, in order; it stops where too much has been read for one check."""
        place, end = bisect_left(self.visible, i), self.tree.end(i)
        while place < len(self.visible) and self.visible[place] < end and self._left > 0:
            self._left -= 1
            yield from self.own(self.visible[place])
            place += 1

    def run(self, i: int) -> str:
        """The words of a line that is told as several texts in one part of the screen, at the first of them; empty elsewhere."""
        parent = self.tree.parents[i]
        if self.tree[i].role is not Role.TEXT or parent < 0 or parent + 1 != i:
            return ""
        texts: list[str] = []
        for j in self.tree.children(parent):
            if (
                len(texts) == _RUN
                or self.tree[j].role is not Role.TEXT
                or self.tree[j].can
                or not _in_line(self.tree[i], self.tree[j])
            ):
                return ""
            texts += self.own(j) if j in self.shown else ()
        return " ".join(texts) if len(texts) > 1 else ""

    def kept(self, what: Hashable, tell: Callable[[], _T]) -> _T:
        """What was told of the whole look when it was asked for first; `what` names it."""
        if what not in self._kept:
            self._kept[what] = tell()
        return cast("_T", self._kept[what])

    def begin(self) -> None:
        """Another check may read as much again."""
        self._left = _MOST

    @property
    def exhausted(self) -> bool:
        """True if not everything could be read."""
        return self._left <= 0

    def under(self, heading: int) -> range:
        """The nodes from a heading to the next that is as high, or to the end of what both stand in."""
        parent = self.tree.parents[heading]
        end = self.tree.end(parent) if parent >= 0 else len(self.tree)
        level = self.tree[heading].level or 1
        for place in range(bisect_left(self.visible, heading + 1), len(self.visible)):
            i = self.visible[place]
            if i >= end:
                break
            if self.tree[i].role is Role.HEADING and (self.tree[i].level or 1) <= level:
                return range(heading, i)
        return range(heading, end)

    def title(self, i: int) -> str:
        """What a row or group is called that has one switch or box, where that says only its state (`ON`) or nothing."""
        if self.tree[i].role not in _TICKED or not _STATE.fullmatch(normal(self.name(i))):
            return ""
        row = self.row(i) if self.row(i) >= 0 else self.tree.parents[i]
        if row < 0 or not (self.tree[row].role in _ENTRIES or row == self.row(i)):
            return ""
        place, end = bisect_left(self.visible, row + 1), self.tree.end(row)
        inside = list(takewhile(lambda j: j < end, islice(self.visible, place, place + _RUN)))
        if sum(self.tree[j].role in _TICKED for j in inside) > 1:
            return ""
        return next((self.name(j) for j in inside if j != i and self.name(j) and not self.tree[j].can), "")

    # What stands around

    def typed(self, i: int) -> int:
        """The field that the node is or stands in, if a person can write into it; -1: none."""
        return self._typed.of(i)

    def passing(self, i: int) -> int:
        """The message that comes and goes which the node is or stands in; -1: none."""
        return self._passing.of(i)

    def busy(self, i: int) -> bool:
        """True if it, or what it stands in, says that it is still busy."""
        return self._busy.of(i) >= 0

    def around(self, i: int) -> Iterator[int]:
        """The node and the nearest of what stands around it."""
        yield i
        yield from islice(self.tree.ancestors(i), _LEVELS)

    def row(self, i: int) -> int:
        return self._rows.of(i)

    def column(self, i: int) -> str:
        """What the column of a cell is called, in small letters; empty: it is no cell, or its table names none."""
        row = self._rows.of(i)
        table = self.tree.parents[row] if row >= 0 else -1
        if table < 0 or self.tree.parents[i] != row:
            return ""
        heads = self._heads(table)
        place = next((k for k, j in enumerate(self.tree.children(row)) if j == i), len(heads))
        return normal(heads[place]).casefold() if place < len(heads) else ""

    def _heads(self, table: int) -> tuple[str, ...]:
        """The names of the columns of a table, as its first row tells them."""
        if table not in self._columns:
            first = next(iter(self.tree.children(table)), -1)
            cells = list(self.tree.children(first)) if first >= 0 else []
            heads = cells if cells and all(self.tree[j].role is Role.COLUMNHEADER for j in cells) else []
            self._columns[table] = tuple(self.name(j) for j in heads)
        return self._columns[table]

    def dialog(self, i: int) -> int:
        """The dialog that the node stands in; -1: none."""
        return self._dialogs.of(i)

    def section(self, i: int) -> int:
        """The group, form, dialog, window or page that the node stands in."""
        return self._sections.of(i)

    def part(self, i: int) -> int:
        """The part of the screen that it stands in and that tells of one thing: a named group, an article, a dialog, a bar."""
        return self._parts.of(i)

    def stretch(self, i: int) -> int:
        """Which stretch of the screen a node stands in: a bar or a menu ends one, a row of tabs, what is said aside."""
        return bisect_left(self._bars, i)

    def disabled(self, i: int) -> bool:
        """True if it, or the group that it stands in, cannot be used. A disabled window only waits for its dialog."""
        return self._disabled.of(i) >= 0

    @cached_property
    def _typed(self) -> Nearest:
        return self._nearest(lambda i, node: node.role in TYPED and node.readonly is not True)

    @cached_property
    def _passing(self) -> Nearest:
        return self._nearest(lambda i, node: node.role in PASSING)

    @cached_property
    def _busy(self) -> Nearest:
        return self._nearest(lambda i, node: node.busy is True)

    @cached_property
    def _rows(self) -> Nearest:
        return self._nearest(lambda i, node: node.role in ROWS or self._is_entry(i, node))

    def _is_entry(self, i: int, node: Node) -> bool:
        """True for what stands right in a list without a role of its own, as entries of Android's lists do."""
        parent = self.tree.parents[i]
        return node.role in _ENTRIES and parent >= 0 and self.tree[parent].role in (Role.LIST, Role.LISTBOX)

    @cached_property
    def _dialogs(self) -> Nearest:
        return self._nearest(lambda i, node: node.role in DIALOGS or node.modal)

    @cached_property
    def _sections(self) -> Nearest:
        return self._nearest(lambda i, node: node.role in _SECTIONS or node.role in WINDOWS or node.modal)

    @cached_property
    def _bars(self) -> list[int]:
        return [i for i in self.visible if self.tree[i].role in _APART]

    @cached_property
    def main_lines(self) -> list[int]:
        """What stands in no row, and in no bar, menu or what is said aside."""
        return [
            i
            for i in self.visible
            if self.row(i) < 0 and ((part := self.part(i)) < 0 or self.tree[part].role not in _APART - {Role.TABPANEL})
        ]

    @cached_property
    def _parts(self) -> Nearest:
        return self._nearest(lambda i, node: node.role in _APART or self._is_part(i, node))

    def _is_part(self, i: int, node: Node) -> bool:
        section = node.role in _SECTIONS or node.role in WINDOWS or node.modal or node.role in DIALOGS
        return section and node.role is not Role.RADIOGROUP and (node.role not in _NAMED_APART or bool(self.name(i)))

    @cached_property
    def _forms(self) -> Nearest:
        return self._nearest(lambda i, node: node.role is Role.FORM)

    @cached_property
    def _disabled(self) -> Nearest:
        return self._nearest(lambda i, node: node.enabled is False and node.role not in WINDOWS and node.role is not Role.DOCUMENT)

    def _nearest(self, test: Callable[[int, Node], bool]) -> Nearest:
        return Nearest(self.tree, lambda i: test(i, self.tree[i]))

    def text_like(self, pattern: re.Pattern[str], of: int | None = None) -> str:
        """The first text on the screen that a pattern finds something in; empty: none. Labels of controls are no texts.

        `of` a node: what stands in a form says nothing of what stands outside of it.
        """
        if pattern not in self._found:
            texts = [(i, words) for i in self.visible if not self.tree[i].can for words in self.own(i)]
            self._found[pattern] = [(i, words) for i, words in texts if pattern.search(words)]
        return next((words for i, words in self._found[pattern] if of is None or self._forms.of(i) in (-1, self._forms.of(of))), "")


def _in_line(one: Node, other: Node) -> bool:
    """True unless their boxes show that they stand on different lines."""
    first, second = one.bounds, other.bounds
    return first is None or second is None or (first.y < second.bottom and second.y < first.bottom)


def words_of(observation: Observation) -> Words:
    """The words of a look; asked for again, the same."""
    found = _KNOWN.get(observation)
    if found is None:
        found = _KNOWN[observation] = Words(observation)
    found.begin()
    return found


_KNOWN: WeakKeyDictionary[Observation, Words] = WeakKeyDictionary()
