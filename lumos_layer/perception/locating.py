"""Elements to locators and back: what tells an element from the others of a screen."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain, combinations, islice, pairwise
from operator import itemgetter

from msgspec.structs import replace

from lumos_layer.diff.titles import are_kinds
from lumos_layer.errors import Ambiguous, NoMatch
from lumos_layer.perception.beside import Beside, has_numbers
from lumos_layer.perception.fates import described, nearest_to
from lumos_layer.perception.locator import Locator, looks_stable
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.words import CONTAINERS, ROWS
from lumos_layer.tree import Role
from lumos_layer.tree.layers import WINDOWS
from lumos_layer.tree.upwards import Nearest

_OWN = ("identifier", "name")
_CONTEXTS = ("row", "group", "heading", "window", "column", "holds")
_TABLES = frozenset((Role.TABLE, Role.GRID, Role.TREEGRID))
_CELLS = frozenset((Role.CELL, Role.GRIDCELL, Role.ROWHEADER))
_LISTS = frozenset((Role.FEED, Role.LIST, Role.LISTBOX, *_TABLES))
_VERBS = frozenset((Role.BUTTON, Role.CHECKBOX, Role.SWITCH))  # called the same in all rows
_SHOWN = 5  # elements that an error names
_LEVELS = 500  # around an element in which its context is looked for
_LONGEST = 200  # characters of a name
Own = tuple[Role, str, str]  # a role, and identifier or name
Line = tuple[int, int, int]  # a table, and from where and how high


class Locating:
    """Finds locators for the elements of one look, and elements for locators."""

    def __init__(self, observation: Observation) -> None:
        self._observation, self._tree = observation, observation.tree
        self._known: dict[tuple[int, str], str] = {}  # by node and field, what can be said
        self._found: dict[Locator, tuple[int, ...]] = {}
        self._contexts: dict[tuple[Own, str], dict[str, list[int]]] = {}
        self._are_kinds: dict[int, bool] = {}  # by what rows stand in

    def locator_of(self, ref: str) -> Locator:
        """The locator of an element, which fits no other one here. Raises NoSuchRef, or Ambiguous if nothing durable tells it."""
        node = self._observation.refs[ref]
        passing: list[Locator] = []  # such as by a row that begins with the minutes since something, or with a town
        of_record = self._acts_on_record(node)
        for locator in self._ways(node):
            if of_record and locator.row is None:
                continue
            if locator.row is not None and (has_numbers(locator.row) or self._is_kind_of_row(node)):
                passing.append(locator)
            elif self._fitting(locator) == (node,):
                return locator
        for locator in chain(self._ways_beside(node), passing):
            if self._fitting(locator) == (node,):
                return locator
        fullest = self._locator(node, ("name", *_CONTEXTS))
        raise Ambiguous(str(fullest), self._described(self._fitting(fullest)))

    def _acts_on_record(self, node: int) -> bool:
        """Whether it does something with the row that it stands in, which has to be told then, even if it is the only one today."""
        tree = self._tree
        if tree[node].role not in _VERBS:
            return False
        for box, i in pairwise(islice((node, *tree.ancestors(node)), _LEVELS)):
            if tree[i].role in WINDOWS:
                return False
            if tree[i].role in ROWS or tree[i].role in _LISTS:
                around = i if tree[i].role in ROWS or box == node else box
                return any(
                    tree[k].name and tree[k].name != tree[node].name for k in range(around, min(tree.end(around), around + _LEVELS))
                )
        return False

    def full_locator_of(self, ref: str) -> Locator:
        """All that can be said of an element, so that it fits no more once anything is called otherwise. Raises NoSuchRef."""
        node = self._observation.refs[ref]
        full = self._locator(node, (*_OWN, *_CONTEXTS))
        fitting = self._fitting(full)
        told = next(self._beside.ways(node, fitting), None) if len(fitting) > 1 or self._is_kind_of_row(node) else None
        return full if told is None else replace(full, beside=told[0], levels=told[1])

    def located(self, locator: Locator) -> str:
        """The ref of the only element that the locator fits. Raises NoMatch with the nearest, or Ambiguous with those that fit."""
        found = self._fitting(locator)
        if not found:
            raise NoMatch(str(locator), nearest_to(locator.role, locator.name or "", None, self._observation))
        if len(found) > 1:
            raise Ambiguous(str(locator), self._described(found))
        return self._observation.ref_of(found[0]) or ""

    def _described(self, nodes: Sequence[int]) -> list[str]:
        return [described(self._observation, self._observation.ref_of(node) or "") for node in nodes[:_SHOWN]]

    def _ways(self, node: int) -> Iterator[Locator]:
        """What an element could be told by, the most durable and shortest first."""
        own = self._own(node)
        contexts = [context for context in _CONTEXTS if self._said(node, context)]
        has_own = len(own) > 1 or bool(self._said(node, "name"))
        for count in range(0 if has_own or not contexts else 1, len(contexts) + 1):
            for chosen in combinations(contexts, count):
                for words in own:
                    yield self._locator(node, (words, *chosen))

    def _own(self, node: int) -> list[str]:
        return ["identifier", "name"] if self._said(node, "identifier") else ["name"]

    def _ways_beside(self, node: int) -> Iterator[Locator]:
        """What an element could be told by where no row, group or heading is enough: what stands beside it, then that in those."""
        for contexts in ((), _CONTEXTS):
            for words in self._own(node):
                locator = self._locator(node, (words, *contexts))
                for beside, levels in self._beside.ways(node, self._fitting(locator)):
                    yield replace(locator, beside=beside, levels=levels)

    @cached_property
    def _beside(self) -> Beside:
        return Beside(self._tree)

    def _locator(self, node: int, fields: tuple[str, ...]) -> Locator:
        said = {field: words for field in fields if (words := self._said(node, field)) or field == "name"}
        return replace(Locator(role=self._tree[node].role), **said)

    def _fitting(self, locator: Locator) -> tuple[int, ...]:
        """The elements that have all that the locator says, in order; those that say the same are asked once."""
        found = self._found.get(locator)
        if found is None:
            found = self._found[locator] = tuple(sorted(self._fit(locator)))
        return found

    def _fit(self, locator: Locator) -> Sequence[int]:
        if locator.beside is not None and locator.levels is not None:
            alike = self._fitting(replace(locator, beside=None, levels=None))
            return self._beside.fitting(alike, locator.beside, locator.levels)
        wanted = [(field, words) for field in (*_OWN, *_CONTEXTS) if (words := getattr(locator, field)) is not None]
        known = next(((field, words) for field, words in wanted if field in _OWN), ("", ""))
        contexts = [(field, words) for field, words in wanted if field in _CONTEXTS]
        own = (locator.role, *known)
        found = self._elements.get(own, [])
        if contexts:
            found = min((self._by_context(own, field).get(words, []) for field, words in contexts), key=len)
        for field, words in wanted:
            found = [node for node in found if self._fits(node, field, words)]
        return found

    def _by_context(self, own: Own, field: str) -> dict[str, list[int]]:
        """Of the elements that are called so, by what can be said of them under this name."""
        found = self._contexts.get((own, field))
        if found is None:
            found = self._contexts[own, field] = {}
            for node in self._elements.get(own, []):
                found.setdefault(self._said(node, field), []).append(node)
        return found

    def _fits(self, node: int, field: str, words: str) -> bool:
        if field == "identifier":
            return self._tree[node].identifier == words
        return self._said(node, field) == words

    @cached_property
    def _elements(self) -> dict[Own, list[int]]:
        """The elements by role alone, by role and identifier, and by role and name."""
        found: dict[Own, list[int]] = {}
        for node in self._observation.refs.values():
            role = self._tree[node].role
            for known in (("", ""), ("identifier", self._tree[node].identifier), ("name", self._said(node, "name"))):
                found.setdefault((role, *known), []).append(node)
        return found

    def _said(self, node: int, field: str) -> str:
        """What can be said of the element under this name, empty if nothing."""
        known = self._known.get((node, field))
        if known is None:
            known = self._known[node, field] = self._say(node, field)
        return known

    def _say(self, node: int, field: str) -> str:
        if field == "name":
            return self._observation.name_of(node)[:_LONGEST]
        if field == "identifier":
            identifier = self._tree[node].identifier
            return identifier if looks_stable(identifier) else ""
        ask = self._asks.get(field)
        return ask(node) if ask is not None else self._around(node, field)

    @cached_property
    def _asks(self) -> dict[str, Callable[[int], str]]:
        return {"row": self._row, "heading": self._heading, "column": self._column, "holds": self._holds}

    def _row(self, node: int) -> str:
        """What the row around it is called."""
        row = self._row_around(node)
        return self._called(row) if row >= 0 else self._lines.get(self._line(node), "")

    def _row_around(self, node: int) -> int:
        tree = self._tree
        return next((i for i in islice(tree.ancestors(node), _LEVELS) if tree[i].role in ROWS), -1)

    def _called(self, row: int) -> str:
        """The name of a row, or the first words in it."""
        inside = range(row, min(self._tree.end(row), row + _LEVELS))
        return next((name[:_LONGEST] for i in inside if (name := self._tree[i].name)), "")

    def _is_kind_of_row(self, node: int) -> bool:
        """Whether the row around it is called by a kind, say a town: tomorrow another row may be called so."""
        row = self._row_around(node)
        if row < 0:
            return False
        parent = self._tree.parents[row]
        found = self._are_kinds.get(parent)
        if found is None:
            rows = self._tree.children(parent) if parent >= 0 else self._tree.roots()
            called = [name for i in rows if self._tree[i].role in ROWS and (name := self._called(i))]
            found = self._are_kinds[parent] = are_kinds(len(set(called)), len(called))
        return found

    def _line(self, node: int) -> Line:
        """The table and the height at which a cell stands that is in no row."""
        parent, bounds = self._tree.parents[node], self._tree[node].bounds
        if bounds is None or parent < 0 or self._tree[node].role not in _CELLS or self._tree[parent].role not in _TABLES:
            return -1, 0, 0
        return parent, bounds.y, bounds.height

    @cached_property
    def _lines(self) -> dict[Line, str]:
        """The first words in each line of tables that have no rows, only cells."""
        found: dict[Line, str] = {}
        for i, node in enumerate(self._tree):
            if node.role in _CELLS and node.name and (line := self._line(i))[0] >= 0:
                found.setdefault(line, node.name[:_LONGEST])
        return found

    def _column(self, node: int) -> str:
        """The name of the header over or under a cell."""
        bounds = self._tree[node].bounds
        if self._tree[node].role not in _CELLS or bounds is None:
            return ""
        headers = self._headers.get(self._table.of(node), [])
        middle = bounds.centre[0]
        place = bisect_right(headers, middle, key=itemgetter(0)) - 1
        return headers[place][2] if place >= 0 and middle < headers[place][1] else ""

    @cached_property
    def _table(self) -> Nearest:
        return Nearest(self._tree, lambda i: self._tree[i].role in _TABLES)

    @cached_property
    def _headers(self) -> dict[int, list[tuple[int, int, str]]]:
        """By table, from where to where each header goes, from the left, and its name."""
        found: dict[int, list[tuple[int, int, str]]] = {}
        for i, node in enumerate(self._tree):
            if node.role is Role.COLUMNHEADER and node.name and node.bounds is not None:
                header = node.bounds.x, node.bounds.right, node.name[:_LONGEST]
                found.setdefault(self._table.of(i), []).append(header)
        return {table: sorted(headers) for table, headers in found.items()}

    def _holds(self, node: int) -> str:
        """The first words in an element that has no name."""
        if self._said(node, "name"):
            return ""
        inside = range(node + 1, min(self._tree.end(node), node + _LEVELS))
        return next((self._tree[j].name[:_LONGEST] for j in inside if self._tree[j].name), "")

    def _around(self, node: int, kind: str) -> str:
        """The name of the nearest group or window around it."""
        for i in islice(self._tree.ancestors(node), _LEVELS):
            role, name = self._tree[i].role, self._tree[i].name
            if name and (role in WINDOWS if kind == "window" else role in CONTAINERS and role not in WINDOWS):
                return name[:_LONGEST]
        return ""

    def _heading(self, node: int) -> str:
        place = self._headings_before[node]
        return self._tree[place].name[:_LONGEST] if place >= 0 else ""

    @cached_property
    def _headings_before(self) -> list[int]:
        """For each node the last heading before it that is shown, -1 if there is none."""
        found: list[int] = []
        last = -1
        for i, node in enumerate(self._tree):
            found.append(last)
            if node.role is Role.HEADING and node.name and not node.hidden and not node.offscreen:
                last = i
        return found
