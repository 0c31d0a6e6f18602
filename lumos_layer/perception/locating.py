"""Elements to locators and back: what tells an element from the others of a screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, islice

from lumos_layer.errors import Ambiguous, NoMatch
from lumos_layer.perception.fates import described, nearest_to
from lumos_layer.perception.locator import Locator, looks_stable
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.words import CONTAINERS, ROWS
from lumos_layer.tree import Role
from lumos_layer.tree.layers import WINDOWS

_OWN = ("identifier", "name")
_CONTEXTS = ("row", "group", "heading", "window")
_SHOWN = 5  # elements that an error names
_LEVELS = 500  # around an element in which its context is looked for
_LONGEST = 200  # characters of a name


class Locating:
    """Finds locators for the elements of one look, and elements for locators."""

    def __init__(self, observation: Observation) -> None:
        self._observation, self._tree = observation, observation.tree

    def locator_of(self, ref: str) -> Locator:
        """The locator of an element, which fits no other one here. Raises NoSuchRef, or Ambiguous if nothing durable tells it."""
        node = self._observation.refs[ref]
        for locator in self._ways(node):
            if self._fitting(locator) == [node]:
                return locator
        fullest = self._locator(node, ("name", *_CONTEXTS))
        raise Ambiguous(str(fullest), self._described(self._fitting(fullest)))

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
        own = ["identifier", "name"] if self._said(node, "identifier") else ["name"]
        contexts = [context for context in _CONTEXTS if self._said(node, context)]
        has_own = len(own) > 1 or bool(self._said(node, "name"))
        for count in range(0 if has_own or not contexts else 1, len(contexts) + 1):
            for chosen in combinations(contexts, count):
                for words in own:
                    yield self._locator(node, (words, *chosen))

    def _locator(self, node: int, fields: tuple[str, ...]) -> Locator:
        said = {field: words for field in fields if (words := self._said(node, field)) or field == "name"}
        return Locator(role=self._tree[node].role, **said)

    def _fitting(self, locator: Locator) -> list[int]:
        """The elements that have all that the locator says."""
        wanted = [(field, words) for field in (*_OWN, *_CONTEXTS) if (words := getattr(locator, field)) is not None]
        known = next(((field, words) for field, words in wanted if field in _OWN), ("", ""))
        found = self._elements.get((locator.role, *known), [])
        for field, words in wanted:
            found = [node for node in found if self._fits(node, field, words)]
        return found

    def _fits(self, node: int, field: str, words: str) -> bool:
        if field == "identifier":
            return self._tree[node].identifier == words
        return self._said(node, field) == words

    @cached_property
    def _elements(self) -> dict[tuple[Role, str, str], list[int]]:
        """The elements by role alone, by role and identifier, and by role and name."""
        found: dict[tuple[Role, str, str], list[int]] = {}
        for node in self._observation.refs.values():
            role = self._tree[node].role
            for known in (("", ""), ("identifier", self._tree[node].identifier), ("name", self._said(node, "name"))):
                found.setdefault((role, *known), []).append(node)
        return found

    def _said(self, node: int, field: str) -> str:
        """What can be said of the element under this name, empty if nothing."""
        if field == "name":
            return self._observation.name_of(node)[:_LONGEST]
        if field == "identifier":
            identifier = self._tree[node].identifier
            return identifier if looks_stable(identifier) else ""
        return self._row(node) if field == "row" else self._heading(node) if field == "heading" else self._around(node, field)

    def _row(self, node: int) -> str:
        """The name of the row around it, or the first words in the row."""
        for i in islice(self._tree.ancestors(node), _LEVELS):
            if self._tree[i].role in ROWS:
                if self._tree[i].name:
                    return self._tree[i].name[:_LONGEST]
                inside = range(i + 1, min(self._tree.end(i), i + _LEVELS))
                return next((self._tree[j].name[:_LONGEST] for j in inside if self._tree[j].name), "")
        return ""

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
