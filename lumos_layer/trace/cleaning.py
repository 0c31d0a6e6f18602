"""What is written passes through a function that takes secrets out; words by which a run is read are put back."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any, cast

from pydantic import JsonValue, ValidationError

from lumos_layer.errors import BadOption
from lumos_layer.trace.events import ANY_EVENT

Clean = Callable[[JsonValue], JsonValue]

# Words of ours that tell the kinds of documents apart, and the names of looks and refs: never a person's words.
_OURS = {
    "kind": re.compile("[a-z_ ]+"),
    "outcome": re.compile("[a-z_]+"),
    "answer": re.compile("[a-z_]+"),
    "at": re.compile(r"[0-9]{4}-[0-9]{2}-[0-9T:.+-]+Z?"),
    **dict.fromkeys(("observation", "before", "after", "since"), re.compile("o[0-9]{1,18}")),
    "ref": re.compile("[AW][0-9]{1,18}"),
}
_CLOSED = ("literal_error", "enum")  # what can only be a word of a list of ours


def as_it_is(value: JsonValue) -> JsonValue:
    """Takes nothing out."""
    return value


def printable(value: Any) -> Any:
    """The document with what no JSON can hold written out: half characters, numbers beyond 64 bits, no numbers."""
    match value:
        case str():
            return value if value.isascii() else value.encode("utf-8", "backslashreplace").decode()
        case dict():
            return {str(printable(key)): printable(each) for key, each in value.items()}
        case list() | tuple():
            return [printable(each) for each in value]
        case float() if not math.isfinite(value):
            return str(value)
        case int() if not -(2**63) <= value < 2**64:
            return str(value)
    return value


def cleaned(document: dict[str, Any], clean: Clean) -> dict[str, Any]:
    """The document of an event without what `clean` takes out. Raises BadOption if that leaves no event."""
    if clean is as_it_is:
        return document
    said = clean(document)
    if said == document:
        return document
    found = _put_back(document, said)
    try:
        ANY_EVENT.validate_python(found)
    except ValidationError as problem:
        _check(put_back_words(problem, document, found))
    return cast(dict[str, Any], found)


def put_back_words(problem: ValidationError, before: Any, found: Any) -> Any:
    """What is found, with those words as they were before that can only be words of a list of ours."""
    for error in problem.errors():
        if error["type"] in _CLOSED:
            _restore(found, before, error["loc"])
    return found


def _check(document: Any) -> None:
    try:
        ANY_EVENT.validate_python(document)
    except ValidationError as problem:
        raise BadOption("clean", f"{problem.error_count()} damaged fields", "what changes words and nothing else") from None


def _put_back(before: JsonValue, after: JsonValue) -> JsonValue:
    """What is after, with our own words as they were before."""
    if isinstance(before, dict) and isinstance(after, dict):
        return {key: _kept(key, before[key], value) if key in before else value for key, value in after.items()}
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return [_put_back(old, new) for old, new in zip(before, after, strict=True)]
    return after


def _kept(key: str, before: JsonValue, after: JsonValue) -> JsonValue:
    if isinstance(before, str):
        ours = _OURS.get(key)
        return before if ours is not None and ours.fullmatch(before) else after
    return _put_back(before, after)


def _restore(found: Any, before: Any, place: tuple[int | str, ...]) -> None:
    """Put the word at that place back; parts of the place that only name a kind lead nowhere."""
    *way, last = place
    for part in way:
        try:
            found, before = found[part], before[part]
        except (KeyError, IndexError, TypeError):
            continue
    found[last] = before[last]
