"""The compact form with one of its choices changed: a blueprint's `ui` array is rewritten, so that the items stay the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from lumos_layer.perception.heads import BY_WORD
from lumos_layer.tree import Role

_ELEMENT = re.compile(r"(\d+)((?:\.[a-z_]+)*)(?: (.*))?", re.DOTALL)
_ROLES = frozenset(role.value for role in Role)
Numbers = Literal["integer", "implied", "every fifth"]
Json = Any


class Variant:
    """Rewrites items as they are; a variant overrides what it changes."""

    def items(self, items: Sequence[Json]) -> list[Json]:
        written: list[Json] = []
        n = 0
        while n < len(items):
            item = items[n]
            n += 1
            element = _alone(item)
            if element is None:
                written += self.item(item)
                continue
            first = n
            while n < len(items) and _is_of_an_element(items[n]):
                n += 1
            written += self.alone(element, items[first:n])
        return written

    def item(self, item: Json) -> list[Json]:
        if isinstance(item, dict):
            return [self.group(item)]
        if isinstance(item, list) and _is_run(item):
            return self.run(item)
        return self.part(item, in_run=False)

    def run(self, run: Sequence[Json]) -> list[Json]:
        return [[run[0], *self.entries(run[1:])]]

    def alone(self, element: Element, rest: Sequence[Json]) -> list[Json]:
        """An element that stands without a run, and its position and details."""
        return self.entries([element.text, *rest])

    def entries(self, entries: Sequence[Json]) -> list[Json]:
        parts: list[Json] = []
        for entry in entries:
            if isinstance(entry, str) and (element := _element(entry)):
                parts += self.element(element, starts=not parts)
            else:
                parts += self.part(entry, in_run=True)
        return parts

    def group(self, group: dict[str, Json]) -> dict[str, Json]:
        """A group, or a mark of more, or details, which are not changed."""
        (head, inside), *others = group.items()
        if others or not isinstance(inside, list):
            return group
        own, rest = _own(inside)
        element = _element(own[0]) if own and isinstance(own[0], str) else None
        return {head: (self.element(element, starts=True) if element else own) + self.items(rest)}

    def part(self, part: Json, *, in_run: bool) -> list[Json]:
        """Whatever is neither run, group nor element: a text, a heading, a position, details."""
        if isinstance(part, list) and isinstance(part[0], int):
            return [self.position(part)]
        if isinstance(part, list) or (isinstance(part, str) and not part.startswith("# ")):
            return [self.text(part if isinstance(part, str) else part[0], part, in_run=in_run)]
        return [part]

    def element(self, element: Element, *, starts: bool) -> list[Json]:
        return [element.text]

    def text(self, words: str, written: Json, *, in_run: bool) -> Json:
        return written

    def position(self, position: list[int]) -> list[int]:
        return position


class Element(NamedTuple):
    """An element string taken apart; `words` are what stands at the number."""

    text: str
    number: int
    words: tuple[str, ...]
    name: str


class TextsInBrackets(Variant):
    """Every text in an array of its own, not only those that read as an element."""

    def text(self, words: str, written: Json, *, in_run: bool) -> Json:
        return [words]


class WholePositions(Variant):
    """Positions that leave nothing out."""

    def __init__(self) -> None:
        self._last: list[int] = []

    def position(self, position: list[int]) -> list[int]:
        self._last = position + self._last[len(position) :]
        return self._last


class NumbersElsewhere(Variant):
    """Numbers as JSON integers before the name; only at jumps; or in the string at jumps, starts and every fifth."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers
        self._last = 0
        self._without = 0  # elements since a number was written

    def element(self, element: Element, *, starts: bool) -> list[Json]:
        follows = element.number == self._last + 1
        self._last = element.number
        name = "".join(f".{word}" for word in element.words) + (" " if element.words and element.name else "") + element.name
        if self._numbers == "integer" or (self._numbers == "implied" and not follows):
            return [element.number, name]
        self._without += 1
        if self._numbers == "implied" or not (starts or not follows or self._without == 5 or _element(name)):
            return [name]
        self._without = 0
        return [element.text]

    def text(self, words: str, written: Json, *, in_run: bool) -> Json:
        """Between elements that may lack a number, only brackets tell a text from a name."""
        return [words] if in_run and self._numbers != "integer" else written


class OneKindOfElement(Variant):
    """Makes no difference between an element alone and a run of one."""

    def alone(self, element: Element, rest: Sequence[Json]) -> list[Json]:
        return self.run([_head(element.words), f"{element.number} {element.name}".rstrip(), *rest])


class RunForEachHead(OneKindOfElement):
    """No words at a number: every change of role or state begins a new run."""

    def run(self, run: Sequence[Json]) -> list[Json]:
        runs: list[list[Json]] = []
        for head, entry in _with_heads(run):
            element = _element(entry) if isinstance(entry, str) else None
            if element and (not runs or runs[-1][0] != head):
                runs.append([head])
            runs[-1].append(f"{element.number} {element.name}".rstrip() if element else entry)
        return runs


class StatesAsDetails(OneKindOfElement):
    """Runs of one role; what else a head says stands with each element."""

    def run(self, run: Sequence[Json]) -> list[Json]:
        runs: list[list[Json]] = []
        for head, entry in _with_heads(run):
            element = _element(entry) if isinstance(entry, str) else None
            if not element:
                runs[-1].append(entry)
                continue
            role, *states = _words(head)
            if not runs or runs[-1][0] != role:
                runs.append([role])
            runs[-1] += [f"{element.number} {element.name}".rstrip(), *([{"is": " ".join(states)}] if states else [])]
        return runs


class NoRuns(OneKindOfElement):
    """Role and states in every element's string: `"12 button disabled Name"`."""

    def run(self, run: Sequence[Json]) -> list[Json]:
        parts: list[Json] = []
        for head, entry in _with_heads(run):
            element = _element(entry) if isinstance(entry, str) else None
            parts.append(f"{element.number} {head} {element.name}".rstrip() if element else entry)
        return parts


class LongRunsOnly(Variant):
    """Runs of two elements taken apart as well: `"12.button Name"` stands alone."""

    def run(self, run: Sequence[Json]) -> list[Json]:
        if sum(isinstance(entry, str) and _element(entry) is not None for entry in run[1:]) > 2:
            return [run]
        parts: list[Json] = []
        for head, entry in _with_heads(run):
            element = _element(entry) if isinstance(entry, str) else None
            parts.append(f"{element.number}.{'.'.join(_words(head))} {element.name}".rstrip() if element else entry)
        return parts


def _with_heads(run: Sequence[Json]) -> Iterator[tuple[str, Json]]:
    """Every entry of a run with the head of the element that it is or follows."""
    head = own = run[0]
    for entry in run[1:]:
        element = _element(entry) if isinstance(entry, str) else None
        if element:
            own = _head(element.words) if element.words and element.words[0] in _ROLES else " ".join((head, *element.words))
        yield own, entry


def _head(words: Sequence[str]) -> str:
    """The head that an element's own words make, the first of which is its role."""
    return " ".join(words[1:] if words[0] == "generic" and len(words) > 1 and words[1] in BY_WORD else words)


def _words(head: str) -> list[str]:
    """A head as words, the first of which is always a role."""
    words = head.split(" ")
    return words if words[0] in _ROLES else ["generic", *words]


def _alone(item: Json) -> Element | None:
    element = _element(item) if isinstance(item, str) else None
    return element if element and element.words else None


def _is_of_an_element(item: Json) -> bool:
    """True for a position or details."""
    if isinstance(item, dict):
        return "more" not in item and not any(isinstance(value, list) for value in item.values())
    return isinstance(item, list) and isinstance(item[0], int)


def _element(text: str) -> Element | None:
    found = _ELEMENT.fullmatch(text)
    return Element(text, int(found[1]), tuple(found[2].split(".")[1:]), found[3] or "") if found else None


def _is_run(item: list[Json]) -> bool:
    return len(item) > 1 and isinstance(item[0], str)


def _own(inside: list[Json]) -> tuple[list[Json], list[Json]]:
    """A group's own string, if it is written, and the rest."""
    first = inside[0] if inside else None
    has_own = (isinstance(first, str) and _alone(first) is None) or (
        isinstance(first, list) and len(first) == 1 and isinstance(first[0], str)
    )
    return (inside[:1], inside[1:]) if has_own else ([], inside)
