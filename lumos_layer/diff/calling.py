"""What things are called: the words, signs, codes and days in a name that tell it from another."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import lru_cache
from unicodedata import category

_LONGEST = 400  # characters of a text are read
_COUNTER = re.compile(r"\(\s*[\d.,]+\+?\s*\)|\[\s*[\d.,]+\+?\s*\]")
_WORD = re.compile(r"\w+(?:[+#]+(?!\w))?")  # C++ and C# are two
# Room 12, v1.2; not 3 unread, 3 of 7, 45 %, 9:30.
_NAMING = re.compile(r"(?<=[^\W\d_])[\s.#_-]{0,2}(\d+(?:[.,_-]\d+)*)(?![\d.,]*\s?(?:%|/|:|of\b))")
_SIGNS = frozenset(("So", "Cs"))  # categories of Unicode
DIGITS = re.compile(r"\d+")
# Order #12, INV-0042, IMG_0042; 1001, unless it is the beginning of an amount or a time.
CODE = re.compile(r"#\s?\d+|(?<![^\W_])[A-Z]{1,6}[-_]?\d{2,}(?![^\W_])|\b\d{4,}\b(?!\s?[%\w.,:/])")
TIME = re.compile(r"\d+:\d+(?::\d+)?")
YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


@lru_cache(maxsize=1 << 16)
def words_of(text: str) -> frozenset[str]:
    """The words by which a text is known again: small letters, no punctuation, no counters such as (3)."""
    return frozenset(_WORD.findall(_COUNTER.sub(" ", text[:_LONGEST]).casefold()))


@lru_cache(maxsize=1 << 12)
def signs_of(text: str) -> frozenset[str]:
    """The pictures of a text without words: a list of reactions, flags or moods is called so."""
    return frozenset(sign for sign in text[:_LONGEST] if category(sign) in _SIGNS)


def is_called_otherwise(title: frozenset[str], other: frozenset[str], common: frozenset[str]) -> bool:
    """Whether titles share words, but have as many that the other has not, numbers apart: two Bobs, or two of one family.

    Titles that share none may be a state, and say nothing.
    """
    lost, come = (sum(not word.isdecimal() for word in words) for words in (title - other, other - title))
    return bool(title & other and lost and come) and len((title & other) - common) <= max(lost, come)


class Names:
    """What several things side by side are called."""

    def __init__(self, names: Iterable[str]) -> None:
        known = list(names)
        self._are_one = len(known) < 2
        times = Counter(word for name in known for word in words_of(name))
        self._common = frozenset(word for word, count in times.items() if count > 1)

    def tell_apart(self, name: str, other: str) -> bool:
        """Whether two different names are those of two things, and not one that is called otherwise now."""
        title, title_after = words_of(name), words_of(other)
        if title & title_after <= self._common or is_called_otherwise(title, title_after, self._common):
            return True
        return has_other_code(name, other) or is_another_day(name, other) or (self._are_one and are_two(name, other))


def are_two(name: str, other: str) -> bool:
    """Whether two names are those of two things where nothing is beside them: in one a word, picture or number is another.

    What was only added to a name or left out of it, a counter, a share or a time may be news of the same thing.
    """
    words, others = ({word for word in words_of(each) if has_letters({word})} for each in (name, other))
    signs, signs_after = signs_of(name), signs_of(other)
    if (words - others and others - words) or (signs and signs_after and signs.isdisjoint(signs_after)):
        return True
    if not words and not others:
        return not signs and words_of(name) != words_of(other)
    numbers, numbers_after = _NAMING.findall(_COUNTER.sub(" ", name)), _NAMING.findall(_COUNTER.sub(" ", other))
    return bool(numbers and numbers_after) and numbers != numbers_after


def has_letters(words: AbstractSet[str]) -> bool:
    """Whether they are more than numbers."""
    return any(not word.isdecimal() for word in words)


def is_told_by_number(name: str) -> bool:
    """Whether a number in it names the thing, as in Order 1001 or Room 12, and is no count, time or amount."""
    return bool(_NAMING.search(_COUNTER.sub(" ", name)) or CODE.search(name))


def has_other_code(before: str, after: str) -> bool:
    """Whether both have codes, and none in common: Order 1001, INV-0042."""
    codes, others = set(CODE.findall(before)), set(CODE.findall(after))
    return bool(codes and others) and codes.isdisjoint(others)


def is_another_day(before: str, after: str) -> bool:
    """Whether it tells another date, with its year, apart from the time."""
    return bool(YEAR.search(before) and YEAR.search(after)) and numbers_in(before) != numbers_in(after)


def numbers_in(words: str) -> list[str]:
    return DIGITS.findall(TIME.sub(" ", words))
