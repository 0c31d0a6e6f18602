"""Whether a field says in its own way what was put into it: numbers in groups, telephone numbers, dates, other case.

What changes the meaning is none: a decimal mark or sign that is gone or was put in, an @ that was left out.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

from lumos_layer.perception.numbers import number_at, readings_of

_LEFT_OUT = frozenset("-")  # by fields with letters in them: keys, account numbers
_BETWEEN_DIGITS = frozenset("-.,:/()#%'")  # by fields of digits: telephones, dates, cards
# What editors put for what is typed, by what it stands for.
_TYPOGRAPHIC = str.maketrans(
    {**dict.fromkeys("‘’‚‛′", "'"), **dict.fromkeys("“”„‟″«»", '"'), **dict.fromkeys("‐‑‒–—―−", "-"), "…": "..."}
)
_STOPS = re.compile(r"[.,;](?=\s|$)")
_LONG = 6  # digits from which on a number may be one of a telephone, a card or a day, whose marks say nothing
_TOLD_APART = 15  # digits
_NAMING = re.compile(r"\D?0\d|.*[^\W\d_]")
_SHORT = 200  # characters of a field up to which every place is tried at which something may have been typed


def letters(text: str) -> str:
    """What a text says without its spelling."""
    return "".join(character for character in text.casefold() if character.isalnum())


def says_the_same(held: str, text: str) -> bool:
    """True if what the field holds says what the text does, written otherwise."""
    one, other = _only_number(text), _only_number(held)
    if one and other:
        is_dialled = one.startswith("+") and len(letters(one)) >= _LONG
        return not (is_dialled and not other.startswith("+")) and not set(readings_of(one)).isdisjoint(readings_of(other))
    if not letters(text) or letters(held) != letters(text):
        return False
    is_exact = bool(one) and not one.isdecimal()  # with a sign or mark: no telephone number or day
    return not is_exact and not (other and len(letters(text)) < _LONG) and not _lost(text, held)


def may_be_typed(before: str, held: str, text: str) -> bool:
    """True if the field says in its own way what it held with the text at any place in it, or in place of it all."""
    if says_the_same(held, text):
        return True
    if len(before) + len(text) > _SHORT:
        return letters(text) in letters(held) and not _lost(before + text, held)
    plain = (format(each, ".15g") for each in readings_of(_only_number(before)))
    olds = dict.fromkeys((before, *plain))
    return any(says_the_same(held, old[:at] + text + old[at:]) for old in olds for at in range(len(old) + 1))


def _only_number(text: str) -> str:
    """The number that a text is, but for a currency or percent sign; empty if it is none or says more.

    Zeros in front, letters and more digits than a float tells apart are those of something that has a number for its name.
    """
    bare = "".join(character for character in text if unicodedata.category(character) != "Sc" and character != "%").strip()
    found = number_at(bare)
    if found is None or found[0] != bare or _NAMING.match(bare) or len(letters(bare)) > _TOLD_APART:
        return ""
    return bare


def _lost(text: str, held: str) -> Counter[str]:
    """The signs of a text that say something and are not in the field."""
    has_letters = any(character.isalpha() for character in text)
    spare = _LEFT_OUT if has_letters else _BETWEEN_DIGITS
    kept = Counter(
        character
        for character in _STOPS.sub("", text.translate(_TYPOGRAPHIC))
        if not character.isalnum()
        and not character.isspace()
        and character not in spare
        and unicodedata.category(character) not in ("Sc", "Mn", "Mc", "Cf", "Cc")
    )
    return kept - Counter(held.translate(_TYPOGRAPHIC))
