"""The words of a name as a person reads them, however they are written: full width, look-alikes, letters apart, mixed case."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby
from types import MappingProxyType

_LONGEST = 600  # characters that are read; nobody calls a control by more

# Letters of other scripts that look like Latin ones, from the confusables of Unicode (UTS #39), and capitals drawn in boxes.
_LOOKS_LIKE: Mapping[int, int | str] = MappingProxyType(
    {
        **str.maketrans("АВЕКМНОРСТУХЅІЈԌԚԜ", "ABEKMHOPCTYXSIJGQW"),
        **str.maketrans("аеорсухѕіјԁһӏԛԝкмтвнг", "aeopcyxsijdhlqwkmtbhr"),
        **str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"),
        **str.maketrans("αεικνορτυχϲϳη", "aeikvoptuxcjn"),
        **str.maketrans("օոսցհԼՏՍ", "onughLSU"),
        **str.maketrans("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢıɑɡɩ", "abcdefghijklmnoprstuvwyziagi"),
        **str.maketrans("ÐðĐđØøŁłĦħŦŧɃƀ", "DdDdOoLlHhTtBb"),
        **{0x1F150 + i: chr(65 + i) for i in range(26)},
        **{0x1F170 + i: chr(65 + i) for i in range(26)},
        **{0x1F1E6 + i: chr(65 + i) for i in range(26)},
    }
)
_DIGITS = str.maketrans("013457@$!|", "oleasTasil".lower())
_SPLIT = re.compile(r"[^\w]+|_")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_TALL = re.compile(r"(?<=[a-z])I(?=[a-z])")  # drawn as an l
_LATIN = re.compile(r"[a-z]", re.IGNORECASE)
# https://www.unicode.org/versions/latest/core-spec/chapter-3/#G24646 : a syllable, and a first consonant that begins no other.
_OPEN_SYLLABLE = re.compile("[\uac00-\ud7a3][\u1100-\u1112](?![\u1161-\u1175])")
_FIRST_SYLLABLE, _FIRST_LETTER, _LETTERS_AT_END = 0xAC00, 0x1100, 28
_FINALS = (1, 2, 4, 7, 0, 8, 16, 17, 0, 19, 20, 21, 22, 0, 23, 24, 25, 26, 27)
_APART = 3  # single letters in a row that are one word


def set_of(words: str) -> frozenset[str]:
    """The words of a text, each once: how lists of words are written down."""
    return frozenset(words.split())


@lru_cache(maxsize=4096)
def readings(name: str) -> tuple[tuple[str, ...], ...]:
    """The lower-case words of a name, in each way in which it can be read; the plainest way first."""
    text = _seen(name[:_LONGEST])
    ways = [_words(text), _words(_latin(text)), _words(" ".join(map(_undigited, text.split()))), _words(_TALL.sub("l", text))]
    if " " not in text.strip():
        ways.append(_words(_CAMEL.sub(" ", text)))
    ways += [joined for way in tuple(ways) if (joined := _joined(way)) != way]
    return tuple(way for way in dict.fromkeys(ways) if way)


@lru_cache(maxsize=4096)
def solid(name: str) -> str:
    """The name in lower case without blanks and marks, for languages that are written without blanks, or with them anywhere."""
    return _SPLIT.sub("", _seen(name[:_LONGEST]).lower())


def _seen(name: str) -> str:
    """Composed and plain: no invisible characters, no marks piled on letters, no widths and faces of letters."""
    composed = _syllables(unicodedata.normalize("NFKC", name.replace("’", "'")))
    return "".join(c for c in composed if c.isascii() or unicodedata.category(c) not in ("Cf", "Mn", "Me", "Cc"))


def _syllables(text: str) -> str:
    """Hangul that was written letter by letter, as `ㅅㅏㄱㅈㅔ`, in syllables."""
    return _OPEN_SYLLABLE.sub(_closed, text) if _OPEN_SYLLABLE.search(text) else text


def _closed(found: re.Match[str]) -> str:
    syllable, letter = found.group()[0], found.group()[1]
    final = _FINALS[ord(letter) - _FIRST_LETTER]
    open_syllable = (ord(syllable) - _FIRST_SYLLABLE) % _LETTERS_AT_END == 0
    return chr(ord(syllable) + final) if final and open_syllable else syllable + letter


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word in _SPLIT.split(text.replace("'", "").lower()) if word)


def _latin(text: str) -> str:
    """Words that mix Latin letters with look-alikes, and those of look-alikes alone, in Latin letters without accents."""
    return " ".join(_latin_word(word) for word in text.split()) if not text.isascii() else text


def _latin_word(word: str) -> str:
    turned = word.translate(_LOOKS_LIKE)
    if not turned.isascii() and (plain := _unaccented(turned)).isascii():
        return plain
    whole = all(c.isascii() for c in turned)
    return turned if turned != word and (whole or _LATIN.search(word)) else word


def _unaccented(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", word) if unicodedata.category(c) != "Mn")


def _undigited(word: str) -> str:
    """`De1ete`, `$end`: digits and signs among letters as the letters that they look like."""
    turned = word.lower().translate(_DIGITS)
    return turned if _LATIN.search(word) and turned != word.lower() and turned.isalpha() else word


def _joined(words: tuple[str, ...]) -> tuple[str, ...]:
    """`s e n d`: letters that stand apart, as one word."""
    made: list[str] = []
    for alone, run in groupby(words, key=lambda word: len(word) == 1):
        letters = list(run)
        made += ["".join(letters)] if alone and len(letters) >= _APART else letters
    return tuple(made)
