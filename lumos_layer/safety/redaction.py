"""Secrets, and what redaction rules name, out of whatever is written or said: texts, and documents of any shape.

What is a secret, and in what ways it can be written, `perception.known_secrets` says; here are rules and documents.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

import regex
from msgspec.structs import replace
from pydantic import JsonValue

from lumos_layer.perception.known_secrets import SHORTEST, Found, finder_of, in_order, told
from lumos_layer.perception.spellings import Needle, Wanted, needles, read
from lumos_layer.safety.patterns import is_expression

REDACTED = "[redacted]"
_REMEMBERED, _SHORT = 8_192, 2_000  # texts of up to so many characters
_SECONDS = 0.5  # that one expression may take on one text
_RUN, _END = "\x01", "\x00"  # between texts that may go on in one another, and others
_TEXT = "text"  # the role of runs of text
_SAID = ("name", "text", "value", "hint")  # what an object says, in the order in which it is read
_FIELD = re.compile("[A-Za-z]?[a-z]+(?:_[a-z]+)*")
_MARK = re.compile(re.escape(REDACTED))
_WILD = {"*": r"[^\s\x00]*", "?": r"[^\s\x00]"}

Place = tuple[int | str, ...]


class Redactor:
    """Takes secrets (texts by name) and what rules name out of texts and documents; what holds neither stays as it is.

    A rule is a word, in any of the ways in which a secret is known again; a word with * and ? as wildcards; or a /regular
    expression/. A text on which an expression takes too long is left out as a whole. `hidden` are secrets without a name, taken
    as they are written. It can be called, as `json`.
    """

    def __init__(self, secrets: Mapping[str, str] | None = None, rules: Iterable[str] = (), hidden: Iterable[str] = ()) -> None:
        rules = tuple(rule for rule in rules if rule.strip())
        self._finder = finder_of(secrets or {})
        words = [rule.strip() for rule in rules if not _is_pattern(rule)] + [text for text in hidden if text.strip()]
        self._words = Wanted({needle: REDACTED for word in words for needle in _needles_of(word)})
        self._text = lru_cache(_REMEMBERED)(self._cleaned)  # of a run that goes on nearly all texts are the same
        self._patterns = [_compiled(rule) for rule in rules if _is_pattern(rule)]

    def __bool__(self) -> bool:
        """True if there is anything to take out."""
        return self._finder is not None or bool(self._words or self._patterns)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def text(self, text: str) -> str:
        """The text without them."""
        return self._text(text) if len(text) <= _SHORT else self._cleaned(text)

    def _cleaned(self, text: str) -> str:
        found = self._known(text)
        for pattern in self._patterns:
            found += _fitting(pattern, text)
        return _cut(text, in_order(found))

    def json(self, value: JsonValue) -> JsonValue:
        """The document without them, also where one is cut up over texts that follow each other in a list; the same object if it
        holds none."""
        if isinstance(value, str):
            return self.text(value)
        if not self:
            return value
        keys: set[str] = set()
        streams = [*_streams(value, (), keys), _whole(value)]
        if not self._tells(streams, keys):
            return value
        cuts: dict[Place, list[Found]] = {}
        for stream in streams:
            for found in in_order(stream.told(self._known(stream.text))):
                for place, cut in stream.cut(found):
                    cuts.setdefault(place, []).append(cut)
        made = self._without(value, (), cuts)
        return value if made == value else made

    __call__ = json

    def _tells(self, streams: list[_Stream], keys: set[str]) -> bool:
        if self._known(_END.join((*(stream.text for stream in streams), *keys))):
            return True
        texts = {text for stream in streams for text in stream.texts} | keys if self._patterns else set()
        return any(_fitting(pattern, text) for pattern in self._patterns for text in texts)

    def _known(self, text: str) -> list[Found]:
        """Where secrets and words of rules stand."""
        found = [] if self._finder is None else self._finder.found(text)
        return found + [Found(*each) for each in self._words.found(text)]

    def _without(self, value: JsonValue, place: Place, cuts: Mapping[Place, list[Found]]) -> JsonValue:
        if isinstance(value, str):
            text = _cut(value, in_order(cuts.get(place, [])))
            for pattern in self._patterns:
                text = _cut(text, _fitting(pattern, text))
            return text
        if isinstance(value, dict):
            return {self._key(key): self._without(each, (*place, key), cuts) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [self._without(each, (*place, k), cuts) for k, each in enumerate(value)]
        return value

    def _key(self, key: str) -> str:
        """Names of fields stay as they are, whatever they tell: without them nobody could read the document."""
        return key if _FIELD.fullmatch(key) else self.text(key)


class _Stream:
    """Texts that follow each other and may be read as one."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._running: list[bool] = []
        self._places: list[Place] = []
        self._starts: list[int] = []
        self._size = 0

    def add(self, text: str, place: Place, running: bool) -> None:
        if not text:
            return
        self.texts.append(text)
        self._starts.append(self._size)
        self._places.append(place)
        self._running.append(running)
        self._size += len(text) + 1

    @property
    def text(self) -> str:
        return _RUN.join(self.texts)

    def told(self, found: Iterable[Found]) -> list[Found]:
        """Those of them that tell something, see `known_secrets.told`."""
        return told(found, self._starts, self._running, self.texts)

    def cut(self, found: Found) -> Iterator[tuple[Place, Found]]:
        """What to take out of each text; the mark stands where it begins."""
        first, last = bisect_right(self._starts, found.start) - 1, bisect_right(self._starts, found.end - 1) - 1
        for k in range(first, last + 1):
            start, end = max(found.start - self._starts[k], 0), min(found.end - self._starts[k], len(self.texts[k]))
            yield self._places[k], Found(start, end, found.mark if k == first else "")


def _streams(value: JsonValue, place: Place, keys: set[str]) -> Iterator[_Stream]:
    """All texts: those of a list, and those that its objects have in one field, together; all others alone. Keys go to `keys`.

    Of what stands in objects that say a role other than text, as buttons, only parts of three characters or more are read so.
    """
    together: dict[str, _Stream] = {}
    if isinstance(value, dict):
        keys.update(value)
        for key, each in value.items():
            yield from _streams(each, (*place, key), keys)
    elif isinstance(value, str):
        yield _alone(value, place)
    elif isinstance(value, list | tuple):
        for k, each in enumerate(value):
            if isinstance(each, str):
                together.setdefault("", _Stream()).add(each, (*place, k), True)
            elif isinstance(each, dict):
                running = each.get("role", _TEXT) == _TEXT
                keys.update(each)
                for key, inner in each.items():
                    if isinstance(inner, str):
                        together.setdefault(f".{key}", _Stream()).add(inner, (*place, k, key), running)
                    elif inner is not None:
                        yield from _streams(inner, (*place, k, key), keys)
            elif each is not None:
                yield from _streams(each, (*place, k), keys)
    yield from together.values()


def _whole(value: JsonValue) -> _Stream:
    """What a document says, in its order: the words of its lists, and of each object its name, value and hint."""
    stream = _Stream()
    waiting: list[tuple[JsonValue, Place, bool]] = [(value, (), True)]
    while waiting:
        part, place, running = waiting.pop()
        if isinstance(part, str):
            stream.add(part, place, running)
        elif isinstance(part, list | tuple):
            waiting.extend((each, (*place, k), running) for k, each in reversed(list(enumerate(part))))
        elif isinstance(part, dict):
            runs = part.get("role", _TEXT) == _TEXT
            said = [(key, part[key]) for key in _SAID if isinstance(part.get(key), str) and part[key]]
            below = [(key, each) for key, each in part.items() if isinstance(each, list | tuple | dict)]
            waiting.extend((each, (*place, key), runs) for key, each in reversed([*said, *below]))
    return stream


def _alone(text: str, place: Place) -> _Stream:
    stream = _Stream()
    stream.add(text, place, False)
    return stream


def _cut(text: str, found: Iterable[Found]) -> str:
    """The text with marks in place of what was found, which stands in order; a mark is in the place of something already."""
    parts, end = list[str](), 0
    marks = [mark.start() for mark in _MARK.finditer(text)]
    for each in found:
        k = bisect_right(marks, each.start) - 1
        if k >= 0 and each.end <= marks[k] + len(REDACTED):
            continue
        parts += (text[end : each.start], each.mark)
        end = each.end
    return "".join((*parts, text[end:])) if parts else text


def _is_pattern(rule: str) -> bool:
    return is_expression(rule) or "*" in rule or "?" in rule


def _compiled(rule: str) -> regex.Pattern[str]:
    if is_expression(rule):
        return regex.compile(rule[1:-1], regex.IGNORECASE)
    words = "".join(_WILD.get(c, re.escape(c)) for c in rule.strip())
    return regex.compile(rf"(?<!\w){words}(?!\w)", regex.IGNORECASE)


def _needles_of(word: str) -> list[Needle]:
    """A short word is looked for as it is. In scripts that write words together it may stand in others."""
    found = needles(word) if len(word) >= SHORTEST else [Needle("read", read(word), True)]
    return found if word.isascii() else [replace(each, edges=False) for each in found]


def _fitting(pattern: regex.Pattern[str], text: str) -> list[Found]:
    try:
        spans = [found.span() for found in pattern.finditer(text, timeout=_SECONDS)]
    except TimeoutError:
        return [Found(0, len(text), REDACTED)]
    return [Found(start, end, REDACTED) for start, end in spans if start < end]


def texts_in(value: JsonValue) -> Iterator[str]:
    """All texts of a document, without the names of fields."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts_in(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts_in(each)
