"""The compact form back to a blueprint: strict, so that what was not written by its rules is refused with the place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Never

import msgspec
import orjson

from lumos_layer.errors import InputError
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.heads import BY_WORD, parsed, rank
from lumos_layer.perception.items import DETAILS, Element, Group, Heading, Item, More, Text
from lumos_layer.tree import Affordance, Role

_ELEMENT = re.compile(r"(\d+)((?:\.[a-z_]+)*)(?: (.*))?", re.DOTALL).fullmatch
_UI = "ui"
_ROLES = frozenset(Role)


class NotCompact(InputError):
    """The text is no compact form; `place` says where, like `ui[2][1]`."""

    def __init__(self, place: str, problem: str) -> None:
        self.place, self.problem = place, problem
        super().__init__(f"This is no compact blueprint: {problem} at {place}. Pass the text as `Blueprint.compact` gave it.")


def decode(text: str | bytes) -> Blueprint:
    """The blueprint that `Blueprint.compact` printed as `text`. Raises NotCompact (an InputError)."""
    try:
        document = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise NotCompact("the document", f"no JSON ({error})") from None
    if not isinstance(document, dict) or not isinstance(document.get(_UI), list):
        raise NotCompact("the document", "no object with an array `ui`")
    items = document.pop(_UI)
    try:
        header = msgspec.convert(document, Blueprint, strict=True)
    except msgspec.ValidationError as error:
        raise NotCompact("the header", str(error)) from None
    unknown = set(document) - {"refs", *Blueprint.__struct_fields__}
    if unknown:
        raise NotCompact("the header", f"unknown keys {sorted(unknown)}")
    header.items = _Reader(header.letter or "", {"none": 0, "centre": 2, "box": 4}[header.boxes]).items(items, _UI)
    return header


class _Reader:
    def __init__(self, letter: str, numbers: int) -> None:
        self._letter, self._numbers = letter, numbers
        self._last: tuple[int, ...] = ()

    def items(self, items: Sequence[Any], place: str) -> list[Item]:
        out: list[Item] = []
        for n, item in enumerate(items):
            where = f"{place}[{n}]"
            if isinstance(item, str) or (isinstance(item, list) and len(item) == 1):
                out.append(self._words(item, where))
            elif isinstance(item, list) and item:
                self._run(item, where, out)
            elif isinstance(item, dict):
                out.append(self._more(item, where) if "more" in item else self._group(item, where))
            else:
                _refuse(where, f"{item!r} is no text, run or group")
        return out

    def _words(self, item: Any, place: str) -> Text | Heading:
        if isinstance(item, list):
            return Text(item[0]) if isinstance(item[0], str) else _refuse(place, f"{item!r} is no text in brackets")
        if item.startswith("# "):
            return Heading(item[2:])
        if not item or _ELEMENT(item):
            _refuse(place, f"the text {item!r} reads as an element; it would stand in brackets")
        return Text(item)

    def _run(self, run: list[Any], place: str, out: list[Item]) -> None:
        head = run[0]
        n = 1
        first = True
        while n < len(run):
            where = f"{place}[{n}]"
            entry = run[n]
            element = _ELEMENT(entry) if isinstance(entry, str) else None
            if element:
                own = _with_words(head, element[2])
                made, n = self._described(own, element[1], element[3] or "", run, n + 1, where)
                out.append(Element(**made))
            elif first:
                _refuse(where, f"a run begins with an element, not with {entry!r}")
            else:
                out.append(self._words(entry, where))
                n += 1
            first = False

    def _described(
        self, head: Any, number: str | None, name: str, array: list[Any], n: int, place: str
    ) -> tuple[dict[str, Any], int]:
        """The fields of an element or group whose position and details may stand at `array[n]`; and the place after them."""
        role, can, states = self._head(head, place)
        made: dict[str, Any] = {"role": role, "states": states, "name": name}
        if number is not None:
            made["ref"] = self._letter + number
        if n < len(array) and self._numbers and isinstance(array[n], list) and array[n] and _integers(array[n]):
            made["at"] = self._position(array[n], place)
            n += 1
        if n < len(array) and isinstance(array[n], dict) and array[n] and set(array[n]) <= {*DETAILS, "can"}:
            details = dict(array[n])
            if "can" in details:
                can = tuple(str(details.pop("can")).split())
            made.update({key: float(value) if key in ("min", "max") else value for key, value in details.items()})
            n += 1
        made["can"] = can if number is not None else ()
        try:
            msgspec.convert(made["can"], tuple[Affordance, ...])
            msgspec.convert({key: made[key] for key in made if key in DETAILS}, _Details)
        except msgspec.ValidationError as error:
            _refuse(place, str(error))
        return made, n

    def _head(self, head: Any, place: str) -> Any:
        try:
            return parsed(head)
        except (ValueError, AttributeError, TypeError):
            return _refuse(place, f"{head!r} is no head")

    def _position(self, numbers: list[int], place: str) -> tuple[int, ...]:
        if len(numbers) > self._numbers or (len(numbers) < self._numbers and not self._last):
            _refuse(place, f"{numbers!r} is no position")
        self._last = (*numbers, *self._last[len(numbers) :])
        return self._last

    def _more(self, item: dict[str, Any], place: str) -> More:
        count, under = item.get("more"), item.get("under")
        if not isinstance(count, int) or set(item) - {"more", "under"} or not (under is None or isinstance(under, str)):
            _refuse(place, f"{item!r} is no mark of things left out")
        return More(count, under)

    def _group(self, item: dict[str, Any], place: str) -> Group:
        if len(item) != 1:
            _refuse(place, "a group has one key, its head")
        [(head, array)] = item.items()
        if not isinstance(array, list):
            _refuse(place, "a group's value is an array")
        number, name, n = self._own(array)
        made, n = self._described(head, number, name, array, n, place)
        return Group(**made, items=self.items(array[n:], f"{place}.{head}"))

    def _own(self, array: list[Any]) -> tuple[str | None, str, int]:
        """A group's number and name, and the place after them."""
        first = array[0] if array else None
        if isinstance(first, str):
            element = _ELEMENT(first)
            return (element[1], element[3] or "", 1) if element and not element[2] else (None, first, 1)
        if isinstance(first, list) and len(first) == 1 and isinstance(first[0], str):
            return None, first[0], 1
        return None, "", 0


class _Details(msgspec.Struct, forbid_unknown_fields=True):
    value: str | None = None
    hint: str | None = None
    min: float | None = None
    max: float | None = None
    nth: int | None = None
    above: int | None = None
    below: int | None = None
    left: int | None = None
    right: int | None = None
    offscreen: int | None = None
    name_left: int | None = None
    value_left: int | None = None
    hint_left: int | None = None


def _with_words(head: Any, words: str) -> Any:
    """The head of an element that says words of its own in a run: they add to the run's head, or begin with a role and replace it."""
    if not words or not isinstance(head, str):
        return head
    own = words[1:].split(".")
    if own[0] in _ROLES:
        silent = own[0] == "generic" and len(own) > 1 and own[1] in BY_WORD
        return " ".join(own[1:] if silent else own)
    return " ".join(sorted([*head.split(" "), *own], key=rank))


def _integers(array: list[Any]) -> bool:
    return all(type(number) is int for number in array)


def _refuse(place: str, problem: str) -> Never:
    raise NotCompact(place, problem)
