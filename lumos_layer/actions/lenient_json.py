"""JSON as models write it: with other quotes or none, trailing commas, comments, Python's words. Nothing is ever added to it.

What breaks off is refused, however little is missing: nobody knows what would have followed.
"""

from __future__ import annotations

import json
import re
from typing import Any

from lumos_layer.actions.repair import Kind, Repair, Unreadable

_DEEPEST = 32
_BLANK = re.compile(r"[\s\u200b\ufeff]*")
_COMMENT = re.compile(r"//[^\n]*|#[^\n]*|/\*.*?\*/", re.DOTALL)
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,300})(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?(?![\w.])")
_WORD = re.compile(r"[^\W\d]\w*(?:[+.-]\w+)*")
_ENDS_WORD = re.compile(r"[\s\u200b\ufeff]*(?:[,:}\]#]|//|/\*|$)")
_QUOTES = {'"': '"', "'": "'", "\u201c": "\u201d", "\u2018": "\u2019"}
_ESCAPED = {'"': '"', "'": "'", "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_ESCAPED_CODE = re.compile(r"\\u([0-9a-fA-F]{4})(?:\\u([dD][c-fC-F][0-9a-fA-F]{2}))?")
_PYTHON_ESCAPE = re.compile(r"\\x([0-9a-fA-F]{2})")
_LITERALS = {"true": True, "false": False, "null": None}
_PYTHON = {"True": True, "False": False, "None": None}


def strict_json(text: str) -> Any:
    """The document of a text that is JSON and nothing else. Raises ValueError, also where a key stands twice."""
    try:
        return json.loads(text, object_pairs_hook=_once_each, parse_constant=_no_constant)
    except RecursionError:
        raise Unreadable("It nests too deep.") from None


def lenient_json(text: str, start: int, repairs: list[Repair]) -> tuple[Any, int]:
    """The value that begins at `start` and where it ends; adds what had to be mended. Raises Unreadable."""
    reader = _Reader(text, start, repairs)
    return reader.value(0), reader.at


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Unreadable(f"The key {twice!r:.60} stands there twice.")
    return document


def _no_constant(word: str) -> Any:
    raise Unreadable(f"{word} is no JSON.")


class _Reader:
    def __init__(self, text: str, at: int, repairs: list[Repair]) -> None:
        self.text, self.at, self.repairs = text, at, repairs

    def value(self, depth: int) -> Any:
        self._skip()
        first = self.text[self.at : self.at + 1]
        if not first:
            raise self._broken("it breaks off where a value was to come")
        if first in "{[":
            if depth >= _DEEPEST:
                raise self._broken(f"it nests deeper than {_DEEPEST} levels")
            return self._object(depth) if first == "{" else self._array(depth)
        if first in _QUOTES:
            return self._string(first)
        number = _NUMBER.match(self.text, self.at)
        if number:
            self.at = number.end()
            return json.loads(number[0])
        return self._word(literals=True)

    def _object(self, depth: int) -> dict[str, Any]:
        pairs: list[tuple[str, Any]] = []
        self.at += 1
        while not self._closes("}", first=not pairs):
            key = self._key()
            self._skip()
            if self.text[self.at : self.at + 1] != ":":
                raise self._broken(f"a colon is missing after {key!r:.60}")
            self.at += 1
            pairs.append((key, self.value(depth + 1)))
        return _once_each(pairs)

    def _array(self, depth: int) -> list[Any]:
        items: list[Any] = []
        self.at += 1
        while not self._closes("]", first=not items):
            items.append(self.value(depth + 1))
        return items

    def _closes(self, bracket: str, first: bool) -> bool:
        """True, and past it, at the closing bracket; otherwise past the comma between two items."""
        self._skip()
        comma = not first and self.text[self.at : self.at + 1] == ","
        if comma:
            self.at += 1
            self._skip()
        here = self.text[self.at : self.at + 1]
        if here == bracket:
            if comma:
                self._mend("trailing_comma")
            self.at += 1
            return True
        if not here:
            raise self._broken(f"it breaks off before {bracket!r}")
        if not first and not comma:
            raise self._broken("a comma is missing")
        return False

    def _key(self) -> str:
        first = self.text[self.at]
        return self._string(first) if first in _QUOTES else str(self._word(literals=False))

    def _word(self, literals: bool) -> Any:
        """A word without quotes: JSON's and Python's literals as values, any other as text if it stands alone."""
        word = _WORD.match(self.text, self.at)
        if not word or not _ENDS_WORD.match(self.text, word.end()):
            raise self._broken(f"{self.text[self.at : self.at + 20]!r} is no value")
        if literals and word[0] in _LITERALS:
            self.at = word.end()
            return _LITERALS[word[0]]
        self._mend("python_literal" if literals and word[0] in _PYTHON else "missing_quotes")
        self.at = word.end()
        return _PYTHON.get(word[0], word[0]) if literals else word[0]

    def _string(self, quote: str) -> str:
        if quote != '"':
            self._mend("single_quotes")
        closing, start = _QUOTES[quote], self.at
        parts: list[str] = []
        self.at += 1
        while True:
            if self.at >= len(self.text):
                self.at = start
                raise self._broken("a text breaks off, its closing quote is missing")
            letter = self.text[self.at]
            if letter == closing:
                self.at += 1
                return "".join(parts)
            if letter == "\\":
                parts.append(self._escape())
                continue
            if letter < " ":
                if letter not in "\n\r\t":
                    raise self._broken("a control character stands in a text")
                self._mend("line_break")
            parts.append(letter)
            self.at += 1

    def _escape(self) -> str:
        letter = self.text[self.at + 1 : self.at + 2]
        if letter in _ESCAPED and letter:
            self.at += 2
            return _ESCAPED[letter]
        python = _PYTHON_ESCAPE.match(self.text, self.at)
        if python:
            self._mend("python_literal")
            self.at = python.end()
            return chr(int(python[1], 16))
        found = _ESCAPED_CODE.match(self.text, self.at)
        if not found:
            raise self._broken(f"{self.text[self.at : self.at + 2]!r} is no escape; write a backslash as \\\\")
        code = int(found[1], 16)
        if not 0xD800 <= code <= 0xDFFF:
            self.at += 6
            return chr(code)
        if code >= 0xDC00 or not found[2]:
            raise self._broken("half a character is escaped")
        self.at = found.end()
        return chr(0x10000 + ((code - 0xD800) << 10) + int(found[2], 16) - 0xDC00)

    def _skip(self) -> None:
        """Past blanks and comments."""
        while True:
            self.at = _BLANK.match(self.text, self.at).end()  # type: ignore[union-attr]  # it matches nothing as well
            comment = _COMMENT.match(self.text, self.at)
            if not comment:
                return
            self._mend("comment")
            self.at = comment.end()

    def _mend(self, kind: Kind) -> None:
        self.repairs.append(Repair(kind, f"character {self.at}"))

    def _broken(self, why: str) -> Unreadable:
        return Unreadable(f"It cannot be read at character {self.at}: {why}.")
