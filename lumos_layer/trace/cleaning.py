"""What is written passes through a function that takes secrets out; words by which a run is read are put back."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import Any, cast, get_args

import orjson
from pydantic import JsonValue, ValidationError

from lumos_layer.actions import BY_TYPE
from lumos_layer.actions.violation import Reason
from lumos_layer.errors import BadOption
from lumos_layer.safety.decision import Risk
from lumos_layer.safety.redaction import Redactor
from lumos_layer.trace.events import ANY_EVENT

Clean = Callable[[JsonValue], JsonValue]

# Words of ours that tell the kinds of documents apart, the names of looks and refs, and hashes: never a person's words.
_OURS = {
    **dict.fromkeys(("status", "interaction_status", "environment_type"), re.compile("[a-z_]+")),
    **dict.fromkeys(("binding", "untold", "store", "policy_sum"), re.compile("[0-9a-f]{16}(?:[0-9a-f]{48})?")),
    "surface": re.compile("main"),
    "type": re.compile("|".join(BY_TYPE)),
    "risk": re.compile("|".join(get_args(Risk))),
    "reason": re.compile("|".join(get_args(Reason))),
    "rule": re.compile("unknown_outcome|credentials"),  # what is asked about because of these is asked about in every process
    "planner": re.compile("rules|scripted|recovery|phase"),
    "kind": re.compile("[a-z_ ]+"),
    "outcome": re.compile("[a-z_]+"),
    "answer": re.compile("[a-z_]+"),
    **dict.fromkeys(("at", "asked_at"), re.compile(r"[0-9]{4}-[0-9]{2}-[0-9T:.+-]+Z?")),
    **dict.fromkeys(("observation", "before", "after", "since"), re.compile("o[0-9]{1,18}")),
    "ref": re.compile("[AW][0-9]{1,18}"),
}
_IDS = frozenset(("action_id", "approval_id"))
_NUMBER = re.compile(r"\.[0-9]+(?:\?[0-9]+)?$")  # behind the name of the run
_PLACE = "cursor"  # where a planner stands: a number, or JSON
_NONE: frozenset[str] = frozenset()
# What can only be a word of a list of ours, or a name by which the run speaks of something elsewhere, as the id of a requirement.
_CLOSED = ("literal_error", "enum", "string_pattern_mismatch")
_TAG = "union_tag_invalid"  # the word that tells the kinds of a document apart
_MOST = 32  # rounds: behind a word that is put back more may come to light


def as_it_is(value: JsonValue) -> JsonValue:
    """Takes nothing out."""
    return value


class Growing:
    """Takes out what `clean` takes out, and what is added while it is in use, for all that hold it."""

    def __init__(self, clean: Clean) -> None:
        self._clean, self._more = clean, Redactor()
        self.words: tuple[str, ...] = ()
        self.hidden: tuple[str, ...] = ()

    def __call__(self, value: JsonValue) -> JsonValue:
        return self._more(self._clean(value)) if self._more else self._clean(value)

    def add(self, words: Iterable[str]) -> None:
        """Take these out from now on as well: words, or rules as those of a `Redactor`."""
        self.words = tuple(dict.fromkeys((*self.words, *words)))
        self._more = Redactor(rules=self.words, hidden=self.hidden)

    def hide(self, texts: Iterable[str]) -> None:
        """Take these texts out from now on as well, as secrets that have no name."""
        self.hidden = tuple(dict.fromkeys((*self.hidden, *texts)))
        self._more = Redactor(rules=self.words, hidden=self.hidden)

    @property
    def takes_nothing(self) -> bool:
        return self._clean is as_it_is and not self._more


def takes_nothing(clean: Clean) -> bool:
    """True if it takes nothing out of anything, now."""
    return clean is as_it_is or (isinstance(clean, Growing) and clean.takes_nothing)


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
    if takes_nothing(clean):
        return document
    found = without(document, clean)
    if found == document:
        return document
    for _ in range(_MOST):
        try:
            ANY_EVENT.validate_python(found)
            return cast(dict[str, Any], found)
        except ValidationError as problem:
            put_back_words(problem, document, found)
    _check(found)
    return cast(dict[str, Any], found)


def put_back_words(problem: ValidationError, before: Any, found: Any) -> Any:
    """What is found, with those words as they were before that can only be words of a list of ours."""
    for error in problem.errors():
        if error["type"] in _CLOSED:
            _restore(found, before, error["loc"])
        elif error["type"] == _TAG:
            _restore(found, before, (*error["loc"], error.get("ctx", {}).get("discriminator", "").strip("'")))
    return found


def _check(document: Any) -> None:
    try:
        ANY_EVENT.validate_python(document)
    except ValidationError as problem:
        raise BadOption("clean", f"{problem.error_count()} damaged fields", "what changes words and nothing else") from None


def without(document: Any, clean: Clean, names: Collection[str] = _NONE) -> Any:
    """The document without what `clean` takes out, but with our own words as they were, and the names of fields.

    `names` adds to the names that are known. Keys that have become one are told apart by `~`, so that nothing is lost.
    """
    return document if takes_nothing(clean) else _put_back(document, clean(document), clean, names)


def _put_back(before: JsonValue, after: JsonValue, clean: Clean, names: Collection[str]) -> JsonValue:
    if isinstance(before, dict) and isinstance(after, dict):
        found: dict[str, JsonValue] = {}
        whole = len(before) == len(after)
        for (key, said), new in zip(before.items(), after.items() if whole else map(_cleaner(clean), before.items()), strict=True):
            name = key if key in _NAMES or key in names else new[0]
            while name in found:
                name += "~"
            found[name] = _kept(key, said, new[1], clean, names)
        return found
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return [_put_back(old, new, clean, names) for old, new in zip(before, after, strict=True)]
    return after


def _cleaner(clean: Clean) -> Callable[[tuple[str, JsonValue]], tuple[str, JsonValue]]:
    """Cleans one key and its value by themselves, for where several keys would become one."""
    return lambda item: (str(clean(item[0])), clean(item[1]))


def _kept(key: str, before: JsonValue, after: JsonValue, clean: Clean, names: Collection[str]) -> JsonValue:
    return word(key, before, after, clean) if isinstance(before, str) else _put_back(before, after, clean, names)


def word(key: str, before: str, after: JsonValue, clean: Clean) -> JsonValue:
    """The text of a field as it may be written: `after`, what `clean` leaves of it, but for what the run itself is read by."""
    if before == after:
        return after
    if key in _IDS:
        return id_without(before, clean)
    if key == _PLACE:
        return _place(before, after, clean)
    ours = _OURS.get(key)
    return before if ours is not None and ours.fullmatch(before) else after


def id_without(id: str, clean: Clean) -> str:
    """The id of an act or a question without what `clean` takes out of the run's name: its number tells it from others."""
    found = _NUMBER.search(id)
    return str(clean(id)) if found is None else f"{clean(id[: found.start()])}{found[0]}"


def _place(before: str, after: JsonValue, clean: Clean) -> JsonValue:
    if before.isdecimal():
        return before
    try:
        said = orjson.loads(before)
    except orjson.JSONDecodeError:
        return after
    return orjson.dumps(without(said, clean)).decode() if isinstance(said, dict) else after


def names_in(schema: Any) -> frozenset[str]:
    """The names of all fields that a schema knows."""
    found: set[str] = set()
    waiting = [schema]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            found.update(part["properties"] if isinstance(part.get("properties"), dict) else ())
            waiting.extend(part.values())
        elif isinstance(part, list):
            waiting.extend(part)
    return frozenset(found)


def _restore(found: Any, before: Any, place: tuple[int | str, ...]) -> None:
    """Put the word at that place back; parts of the place that only name a kind lead nowhere."""
    *way, last = place
    for part in way:
        try:
            found, before = found[part], before[part]
        except (KeyError, IndexError, TypeError):
            continue
    if isinstance(before, dict | list) and isinstance(found, dict | list):
        with suppress(LookupError, TypeError):
            found[last] = before[last]  # type: ignore[index]


_NAMES = names_in(ANY_EVENT.json_schema())
