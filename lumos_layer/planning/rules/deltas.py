"""Words of what an act brought to the screen, out of the JSON of its delta."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import JsonValue

from lumos_layer.perception.heads import BY_WORD, STATES
from lumos_layer.tree import Role

_LONGEST = 120
_ELEMENT = re.compile(r"[0-9]+(\.[a-z_]+)*( |$)")  # how an element begins in the compact form, after which its name comes
_HEADING = "# "
_WORDED = frozenset(("name", "value", "hint"))  # fields that hold words of the screen
_HEAD_WORDS = frozenset((*Role, *BY_WORD, *STATES))


def added(delta: JsonValue) -> Iterator[str]:
    """All words of what a delta says was added."""
    waiting = [delta.get("added")] if isinstance(delta, dict) else []
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            yield part
        else:
            waiting.extend(part if isinstance(part, list) else part.values() if isinstance(part, dict) else ())


def new_texts(delta: JsonValue) -> Iterator[str]:
    """Words that have come, a sentence at most: what changed last, and texts that were added. Words of the form are none."""
    if not isinstance(delta, dict):
        return
    for text in (*map(_now, _list(delta.get("changed"))), *_texts(delta.get("added"))):
        if " " in text.strip():
            yield text[:_LONGEST]


def _now(change: JsonValue) -> str:
    """What an item says or holds since a change; empty where other things about it have changed, as its states."""
    match change:
        case [str() | dict(), str(words)]:
            return "" if _is_of_head(words) else words.removeprefix(_HEADING)
        case [_, None | str(), str(value)]:
            return value
        case [_, str(field), None | str(), str(words)] if field in _WORDED:
            return words
    return ""


def _is_of_head(words: str) -> bool:
    """True for what heads say now or no longer, as `-busy +disabled`."""
    return all(each[:1] in ("+", "-") and each[1:] in _HEAD_WORDS for each in words.split(" "))


def _texts(places: JsonValue) -> Iterator[str]:
    """The texts and headings that were added outside of groups, as they read."""
    for place in _list(places):
        for row in _list(place.get("ui") if isinstance(place, dict) else None):
            match row:
                case [str(text)]:
                    yield text
                case [str(), *entries]:
                    yield from filter(None, map(_text, entries))
                case _:
                    yield _text(row)


def _text(entry: JsonValue) -> str:
    """The words of a text or heading; empty for everything else."""
    match entry:
        case [str(text)]:
            return text
        case str(text) if not _ELEMENT.match(text):
            return text.removeprefix(_HEADING)
    return ""


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []
