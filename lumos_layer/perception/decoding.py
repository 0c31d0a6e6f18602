"""The compact form back to a blueprint: strict, so that what was not written by its rules is refused with the place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, Never

import msgspec
import orjson
from msgspec import Meta

from lumos_layer.errors import InputError
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.heads import BY_WORD, head, parsed, rank
from lumos_layer.perception.items import DEEPEST, DETAILS, Element, Group, Heading, Item, More, Text
from lumos_layer.tree import Affordance, Role

_ELEMENT = re.compile(r"([0-9]+)((?:\.[a-z_]+)*)(?: (.*))?", re.DOTALL).fullmatch
_REF = re.compile(r"[AW][1-9][0-9]*").fullmatch
_UI = "ui"
_ROLES = frozenset(Role)
_EXCLUSIVE = (("expanded", "collapsed"), ("filled", "empty"))
_NUMBERS = {"none": 0, "centre": 2, "box": 4}


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
    blueprint = _header(document)
    blueprint.items = _Reader(blueprint.letter or "", _NUMBERS[blueprint.boxes], blueprint.root).items(items, _UI, 0)
    return blueprint


def _header(said: dict[str, Any]) -> Blueprint:
    unknown = said.keys() - ({"refs", *Blueprint.__struct_fields__} - {"letter", "items"})
    if unknown:
        _refuse("the header", f"unknown keys {sorted(unknown)}")
    try:
        blueprint = msgspec.convert(said, Blueprint, strict=True)
    except msgspec.ValidationError as error:
        _refuse("the header", str(error))
    for ref in (blueprint.root, blueprint.focus):
        if ref is not None and (not _REF(ref) or ref[0] != blueprint.letter):
            _refuse("the header", f"{ref!r} is no ref of this document")
    return blueprint


class _Reader:
    """Reads items in order, because a position leaves out what equals the one before. `numbers` is how many a position has."""

    def __init__(self, letter: str, numbers: int, root: str | None) -> None:
        self._letter, self._numbers = letter, numbers
        self._last: tuple[int, ...] = ()
        self._seen = {root}

    def items(self, items: Sequence[Any], place: str, depth: int) -> list[Item]:
        out: list[Item] = []
        n = 0
        while n < len(items):
            where = f"{place}[{n}]"
            item = items[n]
            n += 1
            alone = _ELEMENT(item) if isinstance(item, str) else None
            if alone and alone[2]:
                if alone[2].split(".")[1] not in _ROLES:
                    _refuse(where, f"{item!r} stands alone and does not say its role")
                made, n = self._described(_with_words("", alone[2]), alone[1], alone[3] or "", items, n, where)
                out.append(Element(**made))
            elif isinstance(item, str) or (isinstance(item, list) and len(item) == 1):
                out.append(self._words(item, where))
            elif isinstance(item, list) and item:
                self._run(item, where, out)
            elif isinstance(item, dict):
                out.append(self._more(item, where) if "more" in item else self._group(item, where, depth + 1))
            else:
                _refuse(where, f"{item!r} is no text, run or group")
        return out

    def _words(self, item: Any, place: str) -> Text | Heading:
        if isinstance(item, list):
            return Text(item[0]) if item[0] and isinstance(item[0], str) else _refuse(place, f"{item!r} is no text in brackets")
        if item.startswith("# ") and len(item) > 2:
            return Heading(item[2:])
        if not item or item == "# " or _ELEMENT(item):
            _refuse(place, f"the text {item!r} reads as something else; it would stand in brackets")
        return Text(item)

    def _run(self, run: list[Any], place: str, out: list[Item]) -> None:
        if not isinstance(run[0], str):
            _refuse(place, f"{run[0]!r} is no head")
        n, elements = 1, 0
        while n < len(run):
            where = f"{place}[{n}]"
            entry = run[n]
            element = _ELEMENT(entry) if isinstance(entry, str) else None
            if element:
                words = _with_words(run[0], element[2])
                made, n = self._described(words, element[1], element[3] or "", run, n + 1, where)
                out.append(Element(**made))
                elements += 1
            elif n == 1:
                _refuse(where, f"a run begins with an element, not with {entry!r}")
            elif isinstance(entry, str | list) and (isinstance(entry, str) or len(entry) == 1):
                out.append(self._words(entry, where))
                n += 1
            else:
                _refuse(where, f"{entry!r} is no element, text, position or details")
        if elements < 2:
            _refuse(place, "an element that is alone stands without a run")

    def _described(
        self, words: str, number: str | None, name: str, array: Sequence[Any], n: int, place: str
    ) -> tuple[dict[str, Any], int]:
        """The fields of an element or group whose position and details may stand at `array[n]`; and the place after them."""
        role, can, states = self._head(words, number is not None, place)
        made: dict[str, Any] = {"role": role, "can": can, "states": states, "name": name}
        if number is not None:
            made["ref"] = self._ref(number, place)
        if self._numbers and n < len(array) and _is_position(array[n]):
            made["at"] = self._position(array[n], place)
            n += 1
        if n < len(array) and isinstance(array[n], dict) and array[n] and array[n].keys() <= {*DETAILS, "can"}:
            made.update(_details(array[n], place))
            n += 1
            if number is None and "can" in array[n - 1]:
                _refuse(place, "what has no ref can do nothing")
        if "protected" in states and "value" in made:
            _refuse(place, "a protected element has no value")
        return made, n

    def _ref(self, number: str, place: str) -> str:
        ref = self._letter + number
        if not _REF(ref):
            _refuse(place, f"{number} is no ref, or the header does not say which letter `refs` have")
        if ref in self._seen:
            _refuse(place, f"{ref} stands twice")
        self._seen.add(ref)
        return ref

    def _head(self, words: str, has_ref: bool, place: str) -> Any:
        try:
            role, can, states = parsed(words)
        except ValueError:
            return _refuse(place, f"{words!r} is no head")
        can = can if has_ref else ()
        if head(role, can, states, has_ref)[0] != words or any(set(pair) <= set(states) for pair in _EXCLUSIVE):
            _refuse(place, f"{words!r} is no head as it would be written")
        return role, can, states

    def _position(self, numbers: list[int], place: str) -> tuple[int, ...]:
        if len(numbers) > self._numbers or (len(numbers) < self._numbers and not self._last):
            _refuse(place, f"{numbers!r} is no position")
        self._last = (*numbers, *self._last[len(numbers) :])
        return self._last

    def _more(self, item: dict[str, Any], place: str) -> More:
        count, under = item["more"], item.get("under")
        if type(count) is not int or count < 1 or item.keys() - {"more", "under"}:
            _refuse(place, f"{item!r} is no mark of things left out")
        if under is not None and not (isinstance(under, str) and _REF(under) and under[0] == self._letter):
            _refuse(place, f"{under!r} is no ref of this document")
        return More(count, under)

    def _group(self, item: dict[str, Any], place: str, depth: int) -> Group:
        if len(item) != 1:
            _refuse(place, "a group has one key, its head")
        [(words, array)] = item.items()
        if not isinstance(array, list):
            _refuse(place, "a group's value is an array")
        if depth > DEEPEST:
            _refuse(place, f"groups nest deeper than {DEEPEST} levels")
        number, name, n = self._own(array, place)
        made, n = self._described(words, number, name, array, n, place)
        return Group(**made, items=self.items(array[n:], f"{place}.{words}", depth))

    def _own(self, array: list[Any], place: str) -> tuple[str | None, str, int]:
        """A group's number and name, and the place after them."""
        first = array[0] if array else None
        if isinstance(first, list) and len(first) == 1 and isinstance(first[0], str):
            return None, first[0], 1
        if not isinstance(first, str):
            return None, "", 0
        element = _ELEMENT(first)
        if element and element[2]:
            return None, "", 0  # the first of what is inside
        if first.startswith("# "):
            _refuse(place, f"{first!r} is no number or name of a group")
        return (element[1], element[3] or "", 1) if element else (None, first, 1)


_Positive = Annotated[int, Meta(ge=1)]


class _Details(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    value: str | None = None
    hint: str | None = None
    min: float | None = None
    max: float | None = None
    nth: Annotated[int, Meta(ge=2)] | None = None
    above: _Positive | None = None
    below: _Positive | None = None
    left: _Positive | None = None
    right: _Positive | None = None
    offscreen: _Positive | None = None
    name_left: _Positive | None = None
    value_left: _Positive | None = None
    hint_left: _Positive | None = None
    can: str | None = None


def _details(said: dict[str, Any], place: str) -> dict[str, Any]:
    try:
        found = msgspec.to_builtins(msgspec.convert(said, _Details))
        if found.keys() != said.keys():
            _refuse(place, f"details without a value in {said!r}")
        if "can" in found:
            found["can"] = msgspec.convert(found["can"].split(), tuple[Affordance, ...])
    except msgspec.ValidationError as error:
        _refuse(place, str(error))
    return dict(found)


def _with_words(words: str, own: str) -> str:
    """The head of an element that says words of its own: they add to the run's, `words`, or begin with a role and replace it."""
    if not own:
        return words
    said = own[1:].split(".")
    if said != sorted(said, key=rank):
        return own  # no head: words keep their order
    all_words = said if said[0] in _ROLES else sorted([*words.split(" "), *said], key=rank)
    silent = all_words[0] == "generic" and len(all_words) > 1 and all_words[1] in BY_WORD
    return " ".join(all_words[1:] if silent else all_words)


def _is_position(entry: Any) -> bool:
    return isinstance(entry, list) and bool(entry) and all(type(number) is int for number in entry)


def _refuse(place: str, problem: str) -> Never:
    raise NotCompact(place, problem)
