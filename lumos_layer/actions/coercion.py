"""A model's answer to one action document: what is plainly meant is mended, each repair said; what would be a guess is refused."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lumos_layer.actions.lenient_json import lenient_json, strict_json
from lumos_layer.actions.mending import mended
from lumos_layer.actions.outcomes import Rejected, rejected
from lumos_layer.actions.repair import Repair, Unreadable
from lumos_layer.actions.violation import Violation
from lumos_layer.actions.wrappers import unwrapped

_log = logging.getLogger(__name__)

_LONGEST = 1_000_000  # characters
_FENCE = re.compile(r"\A\s*```[\w-]*[ \t]*\r?\n(.*?)\r?\n?[ \t]*```\s*\Z", re.DOTALL)
_THOUGHTS = re.compile(r"\A\s*<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_BEGINNINGS = ("{", "[", "`")
_OPENING = re.compile(r"[\[{]")
# What stands in brackets in a sentence, as [1], [see: below] or {name}; an object has a colon, and a list of them a brace.
_PROSE = re.compile(r"\[[^\[\]{}]*\]|\{[^:{}\[\]\"']*\}")


@dataclass(frozen=True)
class Coerced:
    """A document that `validate` takes, what was mended to get it, and the answer as it came."""

    document: Any
    repairs: tuple[Repair, ...]
    original: Any

    @property
    def counts(self) -> Counter[str]:
        """How many repairs there were of each kind."""
        return Counter(repair.kind for repair in self.repairs)


def coerce(answer: Any, *, strict: bool = False, letter: str | None = None, made: Sequence[Repair] = ()) -> Coerced | Rejected:
    """The one action in a model's answer: text, or JSON that is decoded already. With `strict` nothing is mended.

    `letter` begins the refs of the screen (A or W): with it the numbers that a compact blueprint shows are refs. Every repair is
    logged, by kind and place and without content. An answer without an action, or with several, is rejected, and so is one that
    breaks off: nothing is added that does not stand there. `made` are repairs that `decoded` has made before.
    """
    repairs = list(made)
    try:
        document = decoded(answer, repairs) if isinstance(answer, str) else answer
        document = _inside(unwrapped(document, repairs), letter, repairs)
    except Unreadable as problem:
        return _refused(str(problem))
    if strict and repairs:
        kinds = ", ".join(dict.fromkeys(repair.kind for repair in repairs))
        return _refused(f"It is no action as the schema has it, and nothing is to be mended; it would take: {kinds}.")
    for repair in repairs:
        _log.info("mended %s%s", repair.kind, f" at {repair.at}" if repair.at else "")
    return Coerced(document, tuple(repairs), answer)


def is_json(answer: str) -> bool:
    """True for a text that is to be an action as JSON, in a fence or not; false for anything said in words."""
    return answer.lstrip().startswith(_BEGINNINGS)


def _inside(document: Any, letter: str | None, repairs: list[Repair]) -> Any:
    """The document with its action mended, also where it stands in an envelope."""
    if not isinstance(document, dict):
        return document
    inner = document.get("action")
    if isinstance(inner, dict) and "type" not in document:
        return {**document, "action": mended(unwrapped(inner, repairs), letter, repairs)}
    return mended(document, letter, repairs)


def decoded(text: str, repairs: list[Repair]) -> Any:
    """The one JSON document in a text, as it stands there; adds what had to be mended. Raises Unreadable."""
    if len(text) > _LONGEST:
        raise Unreadable(f"It is longer than {_LONGEST:,} characters.")
    try:
        return strict_json(text)
    except Unreadable:
        raise
    except ValueError:
        pass
    fenced = _FENCE.match(text)
    if fenced and "```" not in fenced[1]:
        repairs.append(Repair("code_fence"))
        text = fenced[1]
    bare = _THOUGHTS.sub("", text)
    found = list(_values(bare))
    if len(found) != 1:
        raise Unreadable(f"Give exactly one action as a JSON object; there are {len(found) or 'none'}.")
    ((value, start, end, mendings),) = found
    repairs.extend(mendings)
    before, after = bare[:start].strip(), bare[end:].strip()
    if bare != text or before or after:
        fence = ("```" in before and "```" in after) or before == after == "`"
        repairs.append(Repair("code_fence" if fence else "surrounding_text"))
    return value


def _values(text: str) -> Iterator[tuple[Any, int, int, list[Repair]]]:
    """Every object, or array with one in it, that stands in the text, with where it begins and ends."""
    at = 0
    while opening := _OPENING.search(text, at):
        start, mendings = opening.start(), list[Repair]()
        try:
            value, at = lenient_json(text, start, mendings)
        except Unreadable:
            if not _PROSE.match(text, start):
                raise
            at = start + 1
            continue
        if isinstance(value, dict) or _holds_an_object(value):
            yield value, start, at, mendings


def _holds_an_object(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(item, dict) or _holds_an_object(item) for item in value)


def _refused(message: str) -> Rejected:
    printable = message[:2000].encode("utf-8", "backslashreplace").decode()
    return rejected([Violation(reason="invalid", message=printable)])
