"""Whether words say of themselves that what a requirement wants has come about, and do not only mention the thing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lumos_layer.verification.texts import normal, says, stem
from lumos_layer.verification.vocabulary import WORDS

_WORD = re.compile(r"[^\s,;:!?()\[\]\"'“”‘’「」]+")
_HANGUL = re.compile(r"[가-힣]+")
_LATIN = re.compile(r"[A-Za-z]")
_IDEOGRAPHS = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
CALLED = re.compile(r"(?<!\w)'[^']*'(?!\w)|\"[^\"]*\"|“[^”]*”|‘[^’]*’")
_STATED = re.compile(r"(\d[\d.,]*)\S{0,3}?(?:으로|로|이다|이고|다)(?![가-힣])")  # the numbers that are said of a thing: 92점으로
_NUMBER = re.compile(r"\d[\d.,]*")
_THERE = re.compile(r"\b(?:is|are|was|were) (?:in|on|at|among|an?|part of) ", re.IGNORECASE)
_ENDS_WITH_VALUE = re.compile(
    r"\b(?:is|are|costs?|lasts?|runs? until|is set to) (?:now |set to |at )?(?P<value>[^ ]*\d.*|[A-Z].*)$"
)
_INTEGER = re.compile(r"(?<![\d.,:-])\d{1,9}(?![\d.,:-]\d)\b")
_COUNTED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_PRESENT = dict(each.split("=") for each in WORDS["irregular"])
_ALIKE = 6  # first letters by which forms of a word are known, where their language is not


class Claimed:
    """What a requirement says of its thing, by its words."""

    def __init__(self, intent: str) -> None:
        said = CALLED.sub(" ", normal(intent.partition("\n")[0])).rstrip(" .")
        words = [word.casefold().strip(".") for word in _WORD.findall(said)]
        self._korean = _korean(words) if _HANGUL.search(said) else ""
        self._wanted = frozenset() if self._korean else _predicate(words)
        self._subject = {stem(word) for word in words if word not in self._wanted}
        self._loosely = not self._korean and WORDS["finite_english"].isdisjoint(words)
        self._said, self._words = said, words
        if "being" in words:  # `is being recorded` is told by `Recording`
            self._wanted |= {word[: -len("ed")] + "ing" for word in self._wanted if word.endswith("ed")}
        self._numbers = frozenset(_STATED.findall(said)) if self._korean else frozenset[str]()
        self.is_being = not WORDS["being"].isdisjoint(words) or any(part in said for part in WORDS["korean_being"])
        self.is_being = self.is_being or _THERE.search(said) is not None

    @property
    def is_name(self) -> bool:
        """True if it only calls something by a name, and says nothing of it: `step 1`."""
        return not self._korean and len(self._words) < 3

    @property
    def is_end(self) -> bool:
        """True if something is to have ended or to be off, so that it cannot be used any more."""
        if self._korean:
            return any(word in self._said for word in WORDS["korean_ends"])
        return not WORDS["ends"].isdisjoint(self._words)

    @property
    def is_handed_in(self) -> bool:
        """True if something is to have been given to somebody who then deals with it."""
        return not WORDS["hands"].isdisjoint(self._wanted) or any(
            word in self._said for word in WORDS["hands"] if not word.isascii()
        )

    def ends_in(self, text: str) -> bool:
        """True for a word of an end, where something is to have ended: `Terminated` of what is to be deleted."""
        return self.is_end and normal(text).casefold() in WORDS["ends"]

    def fits(self, text: str) -> bool:
        """True if a text has the words that the requirement says of its thing."""
        said = normal(text).casefold()
        if self._korean:
            return self._korean in said or not self._numbers.isdisjoint(_NUMBER.findall(said))
        words = {word.strip(".") for word in _WORD.findall(said)}
        if not self._wanted.isdisjoint(words):
            return True
        starts = {word[:_ALIKE] for word in self._wanted if len(word) >= _ALIKE} if self._loosely else frozenset[str]()
        return any(word[:_ALIKE] in starts for word in words)

    def names(self, text: str) -> bool:
        """True if what a part is called says so: `Your orders` of what was ordered, where the thing itself is called otherwise."""
        words = {stem(word) for word in _WORD.findall(normal(text).casefold())}
        return not words.isdisjoint({stem(word) for word in self._wanted if word.endswith("ed")} - self._subject)

    def tells_value(self, name: str, within: str) -> bool:
        """True if a name is what a requirement in Korean says of a thing, at the place that is named."""
        return bool(self._korean and within and name) and normal(name) in self._said

    def is_value(self, text: str) -> bool:
        """True for the value that a requirement in English ends with: `9,000` of `The daily goal is 9000 steps`."""
        found = None if self._korean else _ENDS_WITH_VALUE.search(self._said)
        return found is not None and bool(text) and says(found["value"], text) is True

    def is_of(self, name: str) -> bool:
        """True for what is called by a word that the requirement says of its thing: `Book` of what is to be booked."""
        said = normal(name).casefold()
        if self._korean:
            return said.startswith(self._korean)
        done = {word for word in self._wanted if word.endswith(("ed", "en")) or word in WORDS["participles"]}
        asked = {form for word in done for form in (word, stem(word), _PRESENT.get(word, word))}
        if self._loosely and any(
            word[:_ALIKE] == each[:_ALIKE] for word in self._wanted for each in said.split() if len(each) > _ALIKE
        ):
            return True
        return not asked.isdisjoint({form for word in _WORD.findall(said) for form in (word, stem(word))})

    def said_in(self, text: str) -> bool:
        """True if a text says so, or that something has come about."""
        return self.fits(text) or tells_of_done((text,))

    def counts_other(self, text: str) -> bool:
        """True if a text that is but a number is none of those that the requirement tells (`Two keys were made`, and 1)."""
        asked = {*_INTEGER.findall(self._said), *(str(_COUNTED.index(word)) for word in self._words if word in _COUNTED)}
        return bool(asked) and text.isdecimal() and text not in asked

    def turned_from(self, text: str) -> bool:
        """True if a text says that something else has come about (`Sent invitations` of friends), as names of lists do."""
        words = {word.casefold() for word in _WORD.findall(normal(text))}
        return not words.isdisjoint(WORDS["partial"]) and not self.fits(text)


def tells_of_done(texts: Iterable[str]) -> bool:
    """True if one of the texts says itself that something has come about."""
    return any(_tells(text) for text in texts)


def _tells(text: str) -> bool:
    said = normal(text).casefold()
    words = [word for word in re.split(r"[^\w'-]+", said) if word]
    if any(word in WORDS["done"] or word in WORDS["done_abroad"] for word in words):
        return True
    if _HANGUL.search(said):
        return any(word in said for word in WORDS["korean_done"])
    return _IDEOGRAPHS.search(said) is not None and any(word in said for word in WORDS["ideographic_done"])


def _predicate(words: list[str]) -> frozenset[str]:
    """The words after the first that says that something is or was so; of a requirement without one all but the first two."""
    at = next((k for k, word in enumerate(words) if word in WORDS["finite_english"]), -1)
    said = words[at + 1 :] if at >= 0 else words[2:] or words
    return frozenset(word for word in said if word not in WORDS["small"])


def _korean(words: list[str]) -> str:
    """How the last word that says something begins: `병합` of `병합되었다`, `닫` of `닫혀 있다`."""
    told = [found[0] for word in words if (found := _HANGUL.search(word))]
    while len(told) > 1 and told[-1] in WORDS["korean_empty"]:
        told.pop()
    last = told[-1] if told else ""
    return last[:2] if len(last) > 3 or last[:2] in WORDS["korean_done"] else last[:1]
