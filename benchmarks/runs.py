"""Items as runs of elements with one head: the compact form, and variants in which one of its choices is changed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct

from benchmarks.items import Item, Position

_LIKE_ELEMENT = re.compile(r"[0-9]+( |$)|# ")


class Choices(Struct, frozen=True):
    """How runs are written; the defaults are those of docs/compact-form.md."""

    # Where an element's number stands: in its string; before it as a JSON integer; likewise, but only where it is not
    # one more than the last; or in its string, but only there, at a run's start and at every fifth.
    numbers: Literal["string", "integer", "implied", "every fifth"] = "string"
    states_in_head: bool = True  # otherwise they are a detail of each element
    bracket_every_text: bool = False
    whole_positions: bool = False


def runs(items: Sequence[Item], choices: Choices | None = None) -> str:
    """The JSON of the `ui` array."""
    writer = _Writer(choices or Choices())
    return json.dumps(list(writer.items(items)), ensure_ascii=False, separators=(",", ":"))


class _Writer:
    """Writes items in reading order, and remembers what later ones may leave out."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self._number = 0  # that of the element before
        self._unnumbered = 0  # elements since a number was written
        self._position: Position = ()

    def items(self, items: Sequence[Item]) -> Iterator[Any]:
        i = 0
        while i < len(items):
            end = self._run_end(items, i) if items[i].kind == "element" else i + 1
            yield self._run(items[i:end]) if items[i].kind == "element" else self._single(items[i])
            i = end

    def _run_end(self, items: Sequence[Item], start: int) -> int:
        """One past the last element of the same head that only texts stand between."""
        head, end = self._head(items[start]), start + 1
        for i in range(start + 1, len(items)):
            if items[i].kind == "element" and self._head(items[i]) == head:
                end = i + 1
            elif items[i].kind not in ("text", "heading"):
                break
        return end

    def _head(self, item: Item) -> str:
        return item.head if self._choices.states_in_head else item.role

    def _run(self, items: Sequence[Item]) -> list[Any]:
        run: list[Any] = [self._head(items[0])]
        for item in items:
            if item.kind == "element":
                run += self._element(item, starts=len(run) == 1)
            else:
                run.append(self._text(item, in_run=True))
        return run

    def _element(self, item: Item, *, starts: bool) -> list[Any]:
        parts = self._numbered(item, starts=starts)
        states = {"is": " ".join(item.states)} if item.states and not self._choices.states_in_head else {}
        return parts + self._where(item) + [details for details in (states | item.details,) if details]

    def _numbered(self, item: Item, *, starts: bool) -> list[Any]:
        """Number and name of an element or group that has a number."""
        numbers, ref = self._choices.numbers, item.ref
        follows = ref == self._number + 1
        self._number = ref or 0
        joined = f"{ref} {item.name}" if item.name else str(ref)
        if numbers == "string":
            return [joined]
        if numbers == "integer" or (numbers == "implied" and not follows):
            return [ref, item.name]
        if numbers == "implied":
            return [item.name]
        self._unnumbered += 1
        if starts or not follows or self._unnumbered == 5 or _LIKE_ELEMENT.match(item.name):
            self._unnumbered = 0
            return [joined]
        return [item.name]

    def _where(self, item: Item) -> list[Any]:
        if item.position is None:
            return []
        position, last = item.position, self._position
        self._position = position
        if self._choices.whole_positions or len(last) != len(position):
            return [list(position)]
        length = len(position)
        while length > 1 and position[length - 1] == last[length - 1]:
            length -= 1
        return [list(position[:length])]

    def _single(self, item: Item) -> Any:
        if item.kind == "more":
            return item.details
        if item.kind == "group":
            return {item.head: self._group(item)}
        return self._text(item, in_run=False)

    def _group(self, item: Item) -> list[Any]:
        own = self._own(item) + self._where(item) + ([item.details] if item.details else [])
        inside = list(self.items(item.items))
        begins_clearly = (
            not inside or isinstance(inside[0], dict) or (isinstance(inside[0], list) and len(inside[0]) > 1)
        )
        return (own if own != [""] or not begins_clearly else []) + inside

    def _own(self, item: Item) -> list[Any]:
        if item.ref is not None:
            return self._numbered(item, starts=True)
        return [self._bracketed(item.name)] if item.name else [""]

    def _text(self, item: Item, *, in_run: bool) -> Any:
        if item.kind == "heading":
            return f"# {item.name}"
        # Where elements may lack a number, only brackets tell a text from a name.
        must = self._choices.bracket_every_text or (in_run and self._choices.numbers in ("implied", "every fifth"))
        return [item.name] if must else self._bracketed(item.name)

    def _bracketed(self, text: str) -> Any:
        return [text] if self._choices.numbers in ("string", "every fifth") and _LIKE_ELEMENT.match(text) else text
