"""A decoder of the compact form, written from docs/compact-form.md alone, apart from the encoder.

It is strict: whatever the grammar of that page does not allow raises ValueError with the place, such as `ui[2][1]`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

Kind = Literal["element", "group", "text", "heading", "more"]

HEADER_KEYS: Final = (
    "surface", "app", "title", "url", "size", "refs", "root", "view", "boxes", "omitted", "warnings", "focus",
)  # fmt: skip

# https://www.w3.org/TR/wai-aria-1.2/#role_definitions (without the abstract roles), and the page's own words.
ROLES: Final = frozenset((
    "alert", "alertdialog", "application", "article", "banner", "blockquote", "button", "caption", "cell", "checkbox",
    "code", "columnheader", "combobox", "complementary", "contentinfo", "definition", "deletion", "dialog",
    "directory", "document", "emphasis", "feed", "figure", "form", "generic", "grid", "gridcell", "group", "heading",
    "img", "insertion", "link", "list", "listbox", "listitem", "log", "main", "marquee", "math", "menu", "menubar",
    "menuitem", "menuitemcheckbox", "menuitemradio", "meter", "navigation", "none", "note", "option", "paragraph",
    "presentation", "progressbar", "radio", "radiogroup", "region", "row", "rowgroup", "rowheader", "scrollbar",
    "search", "searchbox", "separator", "slider", "spinbutton", "status", "strong", "subscript", "superscript",
    "switch", "tab", "table", "tablist", "tabpanel", "term", "textbox", "time", "timer", "toolbar", "tooltip", "tree",
    "treegrid", "treeitem", "text", "window",
))  # fmt: skip

ABILITIES: Final[Mapping[str, tuple[str, ...]]] = {  # states that say what can be done
    "click": ("click",),
    "long_click": ("long_click",),
    "toggle": ("toggle",),
    "expand": ("expand",),
    "select": ("select",),
    "edit": ("set_value", "type"),
    "scroll": ("scroll",),
    "focus": ("focus",),
}

STATES: Final = (
    *ABILITIES, "modal", "minimized", "disabled", "checked", "mixed", "pressed", "selected", "expanded", "collapsed",
    "readonly", "required", "invalid", "busy", "protected", "filled", "empty",
)  # fmt: skip

AFFORDANCES: Final = (
    "click", "long_click", "toggle", "expand", "select", "set_value", "type", "range", "scroll", "focus",
)  # fmt: skip

CAN: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("button", "link", "menuitem"), ("click",)),
    **dict.fromkeys(("textbox", "searchbox"), ("set_value", "type")),
    **dict.fromkeys(("checkbox", "switch", "menuitemcheckbox"), ("toggle",)),
    **dict.fromkeys(("radio", "menuitemradio", "tab", "option", "treeitem"), ("select",)),
    "combobox": ("expand",),
    **dict.fromkeys(("slider", "spinbutton", "scrollbar"), ("range",)),
}

_VIEWS: Final = ("outline", "interactive", "subtree", "search")
_POSITION_LENGTHS: Final = {"centre": 2, "box": 4}
_ELEMENT: Final = re.compile(r"([0-9]+)((?:\.[a-z_]+)*)(?: (.*))?", re.DOTALL)
_UNFOCUSED: Final = frozenset({"generic", "text", "progressbar", "meter"})  # with nothing to do, these do nothing
_FULL_REF: Final = re.compile(r"[AW][0-9]+")


@dataclass(frozen=True)
class Thing:
    """One thing on the screen.

    `path` holds the indices (into `Screen.things`) of the groups around it, outermost first. `name` holds the words
    of a text or heading. `position` is complete: `(x, y)` or `(x, y, width, height)`. `count` and `under` belong to a
    mark of things left out.
    """

    kind: Kind
    ref: str | None = None
    role: str = ""
    name: str = ""
    states: tuple[str, ...] = ()
    details: Mapping[str, str | int | float] = field(default_factory=dict)
    position: tuple[int, ...] | None = None
    can: tuple[str, ...] = ()
    path: tuple[int, ...] = ()
    count: int = 0
    under: str | None = None


@dataclass(frozen=True)
class Screen:
    """A decoded document: its header as written, and its things in reading order."""

    header: Mapping[str, Any]
    things: tuple[Thing, ...]

    @property
    def refs(self) -> tuple[str, ...]:
        """The full refs of the things shown, in order; the root's own ref is in the header."""
        return tuple(thing.ref for thing in self.things if thing.ref is not None)

    def by_ref(self) -> dict[str, Thing]:
        return {thing.ref: thing for thing in self.things if thing.ref is not None}


def decode(text: str) -> Screen:
    """The screen that a compact document describes; ValueError names the place where the grammar is broken."""
    document = _parse(text)
    header, ui = _header(document)
    reader = _Reader(header.get("refs"), header.get("boxes"))
    try:
        reader.items(ui, "ui", ())
    except RecursionError:
        raise ValueError("ui: groups nest too deep to be read") from None
    _unique_refs(reader.things)
    return Screen(header, tuple(reader.things))


def _parse(text: str) -> dict[str, Any]:
    try:
        document = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except RecursionError:
        raise ValueError("document: nested too deep to be read") from None
    if not isinstance(document, dict):
        raise ValueError("document: a blueprint is an object")
    return document


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    for key in keys:
        _require(keys.count(key) == 1, "document", f"the key {key!r} stands twice in one object")
    return dict(pairs)


def _no_constant(word: str) -> None:
    raise ValueError(f"document: {word} is no JSON number")


def _require(condition: bool, place: str, problem: str) -> None:
    if not condition:
        raise ValueError(f"{place}: {problem}")


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


# The header


def _header(document: dict[str, Any]) -> tuple[dict[str, Any], list[Any]]:
    keys = list(document)
    for key in keys:
        _require(key in HEADER_KEYS or key == "ui", key, "no such key in a header")
    wanted = [key for key in (*HEADER_KEYS, "ui") if key in document]
    _require(keys == wanted, "header", f"the order of keys is {wanted}, not {keys}")
    _require(isinstance(document.get("ui"), list), "ui", "must be there, and an array")
    for key in keys[:-1]:
        _HEADER_CHECKS[key](key, document[key])
    letter = document.get("refs")
    for key in ("root", "focus"):
        _require(key not in document or document[key][0] == letter, key, f"its letter is not that of refs, {letter!r}")
    return {key: document[key] for key in keys[:-1]}, document["ui"]


def _filled_text(place: str, value: object) -> None:
    _require(isinstance(value, str) and value != "", place, "must be a string that is not empty")


def _size(place: str, value: object) -> None:
    good = isinstance(value, list) and len(value) == 2 and all(_is_int(n) and n >= 0 for n in value)
    _require(good, place, "must be [width, height] in integers")


def _one_of(*words: str) -> Callable[[str, object], None]:
    def check(place: str, value: object) -> None:
        _require(value in words, place, f"must be one of {', '.join(words)}")

    return check


def _full_ref(place: str, value: object) -> None:
    _require(isinstance(value, str) and _FULL_REF.fullmatch(value) is not None, place, "must be a full ref such as W8")


def _omitted(place: str, value: object) -> None:
    good = isinstance(value, dict) and value and all(_is_int(count) and count > 0 for count in value.values())
    _require(bool(good), place, "must be an object of counts that is not empty")


def _warnings(place: str, value: object) -> None:
    good = isinstance(value, list) and value and all(isinstance(warning, str) and warning for warning in value)
    _require(bool(good), place, "must be an array of strings that is not empty")


_HEADER_CHECKS: Final[Mapping[str, Callable[[str, Any], None]]] = {
    "surface": _filled_text,
    "app": _filled_text,
    "title": _filled_text,
    "url": _filled_text,
    "size": _size,
    "refs": _one_of("A", "W"),
    "root": _full_ref,
    "view": _one_of(*_VIEWS),
    "boxes": _one_of(*_POSITION_LENGTHS),
    "omitted": _omitted,
    "warnings": _warnings,
    "focus": _full_ref,
}


# Details


def _string(place: str, value: object) -> None:
    _require(isinstance(value, str), place, "must be a string")


def _number(place: str, value: object) -> None:
    _require(_is_number(value), place, "must be a number")


def _at_least_one(place: str, value: object) -> None:
    _require(isinstance(value, int) and _is_int(value) and value >= 1, place, "must be an integer of at least 1")


def _at_least_two(place: str, value: object) -> None:
    _require(isinstance(value, int) and _is_int(value) and value >= 2, place, "must be an integer of at least 2")


def _percent(place: str, value: object) -> None:
    good = isinstance(value, int) and _is_int(value) and 0 <= value <= 100
    _require(good, place, "must be an integer from 0 to 100")


def _can(place: str, value: object) -> None:
    _require(isinstance(value, str), place, "must be a string")
    words = str(value).split(" ") if value else []
    for word in words:
        _require(word in AFFORDANCES, place, f"{word!r} is nothing that can be done")
    _require(len(set(words)) == len(words), place, "says something twice")


_DETAIL_CHECKS: Final[Mapping[str, Callable[[str, Any], None]]] = {
    "value": _string,
    "hint": _string,
    "min": _number,
    "max": _number,
    "can": _can,
    "nth": _at_least_two,
    **dict.fromkeys(("above", "below", "left", "right"), _percent),
    **dict.fromkeys(("offscreen", "name_left", "value_left", "hint_left"), _at_least_one),
}


def _details(place: str, value: dict[str, Any]) -> dict[str, Any]:
    _require(bool(value), place, "details are never empty")
    for key, detail in value.items():
        _require(key in _DETAIL_CHECKS, f"{place}.{key}", "no such detail")
        _DETAIL_CHECKS[key](f"{place}.{key}", detail)
    return value


# Heads and strings


def _head(place: str, value: object) -> tuple[str, tuple[str, ...]]:
    _require(isinstance(value, str), place, "a head is a string")
    words = str(value).split(" ")
    role, *states = ["generic", *words] if words[0] in ABILITIES else words
    _require(role in ROLES, place, f"{role!r} is no role")
    _require(words[:1] != ["generic"] or not ABILITIES.keys() & {*states}, place, "generic is left out here")
    _in_order(place, states)
    _consistent(place, states)
    return role, tuple(states)


def _numbered(value: str) -> bool:
    """True if a string outside brackets reads as an element: a number, perhaps words at it, then its end or a blank."""
    return _ELEMENT.fullmatch(value) is not None


def _is_alone(value: str) -> bool:
    """True if a string outside runs and brackets reads as an element alone: one with words at its number."""
    match = _ELEMENT.fullmatch(value)
    return match is not None and match[2] != ""


def _own_head(place: str, words: Sequence[str], run: tuple[str, tuple[str, ...]]) -> tuple[str, tuple[str, ...]]:
    """The head of an element of a run: its own words alone if the first is a role, else the run's head and its words."""
    role, states = run
    if words and words[0] in ROLES:
        role, states, words = words[0], (), words[1:]
    _in_order(place, words)
    for word in words:
        _require(word not in states, place, f"{word!r} is in the run's head already")
    both = tuple(state for state in STATES if state in (*states, *words))
    _consistent(place, both)
    return role, both


def _in_order(place: str, states: Sequence[str]) -> None:
    for state in states:
        _require(state in STATES, place, f"{state!r} is no state")
    _require([*states] == [state for state in STATES if state in states], place, "its states are not in order")


def _consistent(place: str, states: Sequence[str]) -> None:
    for one, other in (("expanded", "collapsed"), ("filled", "empty")):
        _require(not (one in states and other in states), place, f"says both {one} and {other}")


def _is_bracketed(item: object) -> bool:
    return isinstance(item, list) and len(item) == 1 and isinstance(item[0], str)


def _is_position(item: object) -> bool:
    return isinstance(item, list) and bool(item) and all(_is_number(number) for number in item)


def _is_details(item: object) -> bool:
    """True if an object after an element is its details, and not a group or a mark of things left out."""
    return isinstance(item, dict) and "more" not in item and not any(isinstance(v, list) for v in item.values())


def _begins_without_own_string(inside: Sequence[Any]) -> bool:
    """True if a group's array may do without its own string: empty, or beginning with an element alone, a run or an object."""
    if not inside:
        return True
    first = inside[0]
    if isinstance(first, str):
        return _is_alone(first)
    return isinstance(first, dict) or (isinstance(first, list) and len(first) > 1 and isinstance(first[0], str))


class _Reader:
    """Reads `ui` in order; remembers the position written last."""

    def __init__(self, letter: str | None, boxes: str | None) -> None:
        self.letter, self.boxes = letter, boxes
        self.things: list[Thing] = []
        self._last: tuple[int, ...] | None = None

    def items(self, items: Sequence[Any], place: str, path: tuple[int, ...], first: int = 0) -> None:
        entries = iter(enumerate(items[first:], first))
        for i, item in entries:
            if isinstance(item, str) and _is_alone(item):
                self._alone(items, i, place, path, entries)
            else:
                self._item(item, f"{place}[{i}]", path)

    def _alone(self, items: Sequence[Any], i: int, place: str, path: tuple[int, ...], rest: Iterator[tuple[int, Any]]) -> None:
        here = f"{place}[{i}]"
        position, details = self._attached(items, i + 1, place, rest)
        ref, words, name = self._element_string(items[i], here)
        _require(words[0] in ROLES, here, "the first word of an element alone is its role")
        role, states = _own_head(here, words, (words[0], ()))
        self._add("element", ref, role, name, states, details, position, path, here)

    def _item(self, item: object, place: str, path: tuple[int, ...]) -> None:
        match item:
            case str():
                self._words(item, place, path)
            case list():
                self._bracketed(item, place, path) if _is_bracketed(item) else self._run(item, place, path)
            case dict():
                self._more(item, place, path) if "more" in item else self._group(item, place, path)
            case _:
                raise ValueError(f"{place}: {item!r} is neither text, run, group nor mark")

    def _words(self, item: str, place: str, path: tuple[int, ...]) -> None:
        _require(not _numbered(item), place, f"{item!r} reads as an element of a run")
        if item.startswith("# "):
            _require(item != "# ", place, "an empty heading is never written")
            self.things.append(Thing("heading", name=item[2:], path=path))
        else:
            _require(item != "", place, "an empty text is never written")
            self.things.append(Thing("text", name=item, path=path))

    def _bracketed(self, item: list[Any], place: str, path: tuple[int, ...]) -> None:
        _require(item[0] != "", place, "an empty text is never written")
        self.things.append(Thing("text", name=item[0], path=path))

    def _more(self, item: Mapping[str, Any], place: str, path: tuple[int, ...]) -> None:
        _require(set(item) <= {"more", "under"}, place, "a mark has only `more` and `under`")
        _at_least_one(f"{place}.more", item["more"])
        under = item.get("under")
        if "under" in item:
            _full_ref(f"{place}.under", under)
            _require(item["under"][0] == self.letter, f"{place}.under", "its letter is not that of refs")
        self.things.append(Thing("more", count=item["more"], under=under, path=path))

    def _run(self, run: list[Any], place: str, path: tuple[int, ...]) -> None:
        _require(len(run) >= 2, place, "an array is a text in brackets or a run, which has a head and entries")
        role, states = _head(f"{place}[0]", run[0])
        first = run[1]
        is_element = isinstance(first, str) and _numbered(first)
        _require(is_element, f"{place}[1]", "the first entry of a run is an element")
        entries = iter(enumerate(run[1:], 1))
        for i, entry in entries:
            here = f"{place}[{i}]"
            if isinstance(entry, str) and _numbered(entry):
                position, details = self._attached(run, i + 1, place, entries)
                ref, words, name = self._element_string(entry, here)
                own_role, own_states = _own_head(here, words, (role, states))
                self._add("element", ref, own_role, name, own_states, details, position, path, here)
            elif isinstance(entry, str):
                self._words(entry, here, path)
            elif isinstance(entry, list) and _is_bracketed(entry):
                self._bracketed(entry, here, path)
            else:
                raise ValueError(f"{here}: {entry!r} stands after no element in a run")
        elements = sum(isinstance(entry, str) and _numbered(entry) for entry in run[1:])
        _require(elements >= 2, place, "a run has two or more elements")

    def _group(self, group: Mapping[str, Any], place: str, path: tuple[int, ...]) -> None:
        _require(len(group) == 1, place, "a group is an object with one key, its head")
        ((key, inside),) = group.items()
        role, states = _head(place, key)
        here = f"{place}.{key}"
        _require(isinstance(inside, list), here, "what a group holds is an array")
        ref, name, first = self._own_string(inside, here)
        position: tuple[int, ...] | None = None
        details: dict[str, Any] = {}
        if first:
            rest = iter(enumerate(inside[1:], 1))
            position, details = self._attached(inside, 1, here, rest)
            first += (position is not None) + bool(details)
        index = len(self.things)
        self._add("group", ref, role, name, states, details, position, path, here)
        self.items(inside, here, (*path, index), first)

    def _own_string(self, inside: Sequence[Any], place: str) -> tuple[str | None, str, int]:
        """A group's ref, its name, and how many entries its own string takes (0 or 1)."""
        if _begins_without_own_string(inside):
            return None, "", 0
        own = inside[0]
        if _is_bracketed(own):
            _require(own[0] != "", f"{place}[0]", "an empty name is never in brackets")
            return None, own[0], 1
        _require(isinstance(own, str), f"{place}[0]", "a group begins with its own string here")
        _require(not own.startswith("# "), f"{place}[0]", "a name that begins with `# ` needs brackets")
        if _numbered(own):
            ref, words, name = self._element_string(own, f"{place}[0]")
            assert not words, "with words it is an element alone"
            return ref, name, 1
        return None, own, 1

    def _element_string(self, entry: str, place: str) -> tuple[str, list[str], str]:
        """The full ref, the words at the number, and the name."""
        match = _ELEMENT.fullmatch(entry)
        assert match is not None
        number, words, name = match.groups()
        _require(self.letter is not None, place, "an element needs `refs` in the header")
        _require(number == str(int(number)), place, "a ref's number has no leading zeros")
        _require(name != "", place, "an element without a name has no blank behind its number")
        return f"{self.letter}{number}", words.split(".")[1:], name or ""

    def _attached(
        self, entries: Sequence[Any], i: int, place: str, rest: Iterator[tuple[int, Any]]
    ) -> tuple[tuple[int, ...] | None, dict[str, Any]]:
        """The position and details that stand from `i` on; takes as many from `rest`."""
        position: tuple[int, ...] | None = None
        details: dict[str, Any] = {}
        if i < len(entries) and _is_position(entries[i]):
            position = self._position(entries[i], f"{place}[{i}]")
            next(rest)
            i += 1
        if i < len(entries) and _is_details(entries[i]):
            details = _details(f"{place}[{i}]", entries[i])
            next(rest)
        return position, details

    def _position(self, numbers: Sequence[Any], place: str) -> tuple[int, ...]:
        _require(self.boxes is not None, place, "a position needs `boxes` in the header")
        length = _POSITION_LENGTHS[str(self.boxes)]
        _require(all(_is_int(n) for n in numbers), place, "a position is made of integers")
        _require(len(numbers) <= length, place, f"with boxes {self.boxes!r} a position has up to {length} numbers")
        _require(self._last is not None or len(numbers) == length, place, "the first position must be complete")
        self._last = (*numbers, *(self._last or ())[len(numbers) :])
        return self._last

    def _add(
        self,
        kind: Kind,
        ref: str | None,
        role: str,
        name: str,
        states: tuple[str, ...],
        details: dict[str, Any],
        position: tuple[int, ...] | None,
        path: tuple[int, ...],
        place: str,
    ) -> None:
        _require("protected" not in states or "value" not in details, place, "a protected element shows its value")
        can = _what_it_can(role, states, details) if ref is not None else ()
        said = "can" in details or ABILITIES.keys() & {*states}
        _require(ref is not None or not said, place, "a group without a ref can do nothing")
        self.things.append(Thing(kind, ref, role, name, states, details, position, can, path))


def _what_it_can(role: str, states: Sequence[str], details: Mapping[str, Any]) -> tuple[str, ...]:
    """What role and states say together, unless a detail says all of it; in the order of the page's words."""
    if "can" in details:
        return tuple(str(details["can"]).split())
    can = {word for state in states for word in ABILITIES.get(state, ())}
    if {"expanded", "collapsed"} & {*states}:
        can.add("expand")
    if role not in ("textbox", "searchbox") or "readonly" not in states:
        can |= {*CAN.get(role, ())}
    if not can and role not in _UNFOCUSED:
        can.add("focus")
    return tuple(word for word in AFFORDANCES if word in can)


def _unique_refs(things: Sequence[Thing]) -> None:
    seen: set[str] = set()
    for thing in things:
        if thing.ref is not None:
            _require(thing.ref not in seen, "ui", f"{thing.ref} stands for two things")
            seen.add(thing.ref)
