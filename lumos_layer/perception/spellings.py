"""The ways in which a text can be written so that it still says what it said: case, width, separators, escapes, base64, hex.

A text is looked for in several readings of what may hold it. Each reading is made character by character, so that what stands
around a place never changes how it reads: where the text stands, its reading stands in the reading of the whole.
"""

from __future__ import annotations

import base64
import html
import json
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate
from typing import NamedTuple
from urllib.parse import quote

from msgspec import Struct

SURE = 8  # characters of what stands nowhere by chance, not even inside a longer word
END = "\x00"  # never a part of a text: what stands before it does not go on behind it
_BLOCK = 1_000  # characters whose places are told apart at once
_SEPARATORS = frozenset("\x01.,;:/|_*'\"`+\\~=·•…")  # with blanks, dashes and what cannot be seen
_GONE = frozenset(("Cc", "Cf", "Cs", "Pd", "Zs", "Zl", "Zp"))  # categories of Unicode
_EAST = "\u1100"  # from here on are scripts that write words together
_LAST = 0x10FFFF  # of all characters
_DOTLESS = "ı"  # a capital I once, as i is

# Escapes, also escaped once more (%2541, &amp;lt;, \\u0041) or cut up over texts: of bytes, of HTML, of strings of programs.
_CUT = "\x01*"
_DIGIT, _DIGITS_OF = "[0-9a-f]", "(?:[0-9a-f]\x01*)"
_SLASHES = r"\\(?:\x01?\\)*\x01?"
_BEGIN = rf"(?<!\\)(?<!\\\x01){_SLASHES}"  # only where a row of them begins: else all the rest of it is read from each of them
_ESCAPE = re.compile(
    rf"%{_CUT}(?:2{_CUT}5{_CUT})*{_DIGIT}{_CUT}{_DIGIT}(?:{_CUT}%{_CUT}(?:2{_CUT}5{_CUT})*{_DIGIT}{_CUT}{_DIGIT})*"
    rf"|&{_CUT}(?:a{_CUT}m{_CUT}p{_CUT};{_CUT})*"
    rf"(?:#{_CUT}x{_CUT}{_DIGITS_OF}{{1,6}}|#{_CUT}(?:[0-9]{_CUT}){{1,7}}|[a-z]{_CUT}(?:[a-z0-9]{_CUT}){{1,31}});"
    rf"|{_BEGIN}(?:u{_CUT}{_DIGITS_OF}{{3}}{_DIGIT}(?:{_CUT}{_SLASHES}u{_CUT}{_DIGITS_OF}{{3}}{_DIGIT})*"
    rf"|u{_CUT}\{{{_CUT}{_DIGITS_OF}{{1,6}}\}}"
    rf"|x{_CUT}{_DIGITS_OF}{_DIGIT}(?:{_CUT}{_SLASHES}x{_CUT}{_DIGITS_OF}{_DIGIT})*"
    rf"|U{_CUT}{_DIGITS_OF}{{7}}{_DIGIT})"
    r"|\\+[nrtbfv0\"'/\\]",
    re.IGNORECASE,
)
_HINTS = ("%", "&", "\\")  # there is no escape without one of these
_PREFIX = re.compile(r"0x|\\x|&#x|%", re.IGNORECASE)
_HEX = re.compile("[0-9a-f]{2}", re.IGNORECASE)


class _Folding(dict[int, str]):
    """What each character reads as: in one case and width, without accents that stand apart; `spelled`: separators as nothing."""

    def __init__(self, spelled: bool) -> None:
        self._spelled = spelled

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if self._spelled and character != END and is_separator(character):
            read = ""
        else:
            read = _plain(_plain(character)).replace(_DOTLESS, "i")
            read = "".join(c for c in read if not is_separator(c)) if self._spelled and character != END else read
        self[code] = read
        return read


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKD", text).casefold()


def is_separator(character: str) -> bool:
    return character in _SEPARATORS or unicodedata.category(character) in _GONE


_READ, _SPELLED = _Folding(False), _Folding(True)
_BLANKS = dict.fromkeys(map(ord, "\x01 \t\n\r\x0b\x0c"), "")
_BASE64 = {**_BLANKS, ord("-"): "+", ord("_"): "/"}


def read(text: str) -> str:
    """In one case and width."""
    return text.translate(_READ)


def spelled(text: str) -> str:
    """The same without separators."""
    return text.translate(_SPELLED)


def _unwrapped(text: str) -> str:
    """As base64: in lines of any length, in either alphabet."""
    return text.translate(_BASE64)


def _digits(text: str) -> str:
    """As hexadecimal digits, without what may stand between and before them."""
    return spelled(_PREFIX.sub("", text))


READINGS: dict[str, Callable[[str], str]] = {"read": read, "spelled": spelled, "base64": _unwrapped, "hex": _digits}


class Needle(Struct, frozen=True):
    """What to look for in a reading; `edges`: only where no letter or digit stands before and behind it."""

    reading: str
    text: str
    edges: bool = False


def needles(text: str) -> list[Needle]:
    """All that tells the text. A short one is looked for as a word of its own, a longer one everywhere."""
    line = " ".join(text.split())
    found = []
    for form in dict.fromkeys((text, line, line.replace(" ", "+"), unescaped(text), *_escaped(text))):
        found.append(Needle("read", read(form), len(form) < SURE))
        if len([c for c in form if not is_separator(c)]) >= SURE:
            found.append(Needle("spelled", spelled(form)))
    coded = [(each, code) for each in _said(text) for code in ("utf-8", "utf-16-le")]
    for each, code in dict.fromkeys(coded):
        said = each.encode(code, "surrogatepass")
        found += (Needle("base64", core) for core in _base64_of(said))
        found += (Needle("spelled", said.hex()), Needle("hex", said.hex()))
    return list(dict.fromkeys(found))


def _said(text: str) -> Iterator[str]:
    """The text as it may stand in what is encoded as a whole."""
    yield from (text, text.lower(), text.upper(), text.swapcase(), text.title(), " ".join(text.split()))
    yield from _escaped(text)


def _escaped(text: str) -> Iterator[str]:
    """As addresses, HTML and JSON commonly have it: escapes of escapes can be undone in more than one way."""
    yield from (
        quote(text.encode("utf-8", "surrogatepass"), safe=""),
        html.escape(text),
        json.dumps(text)[1:-1],
        json.dumps(text, ensure_ascii=False)[1:-1],
    )


def _base64_of(said: bytes) -> Iterator[str]:
    """The characters that stand there whatever stands before and behind, for each of the three ways in which it can begin."""
    for before in range(3):
        whole = base64.b64encode(b"\0" * before + said).decode()
        first = -(-before * 8 // 6)
        yield whole[first : (before + len(said)) * 8 // 6]


class Wanted:
    """Needles, each with what it is wanted for: all are looked for at once."""

    def __init__(self, needles: Mapping[Needle, str]) -> None:
        self.by_reading: dict[str, list[tuple[Needle, str]]] = {}
        for needle, what in sorted(needles.items(), key=lambda each: len(each[0].text)):
            self.by_reading.setdefault(needle.reading, []).append((needle, what))
        self._shortest = min((len(needle.text) for needle in needles), default=0)

    def __bool__(self) -> bool:
        return bool(self.by_reading)

    def found(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Where something stands that is wanted, as half-open places, and what it is wanted for; in no order."""
        if not self or (len(text) < self._shortest and text.isascii()):
            return
        sources = Sources(text)
        for k, needle, what in sources.holding(self):
            yield from ((*span, what) for span in sources.spans(k, needle))


class _Piece(NamedTuple):
    """A part of a text and how it reads; `whole`: it reads so only as a whole, as an escape does."""

    start: int
    end: int
    text: str
    whole: bool


class Sources:
    """A text as it stands, and with all escapes undone: what is looked for may stand in either."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._read: dict[tuple[int, str], str] = {}
        self._placed: dict[tuple[int, str], _Placed] = {}
        undone = unescaped(text)
        self._texts = (text,) if undone == text else (text, undone)

    def holding(self, wanted: Wanted) -> Iterator[tuple[int, Needle, str]]:
        """What stands there, whatever stands before and behind: in which source, and for what it was wanted."""
        for reading, group in wanted.by_reading.items():
            for k, text in enumerate(self._texts):
                if reading == "hex" and not _PREFIX.search(text):
                    continue  # it reads as it is spelled
                said = self._reading(k, reading)
                for needle, what in group:
                    if len(needle.text) > len(said):
                        break
                    if needle.text in said:
                        yield k, needle, what

    def spans(self, k: int, needle: Needle) -> Iterator[tuple[int, int]]:
        """Where it stands in the text, as half-open places."""
        place = (k, needle.reading)
        if place not in self._placed:
            self._placed[place] = _Placed(self.text, k > 0, READINGS[needle.reading])
        return self._placed[place].spans(needle)

    def _reading(self, k: int, reading: str) -> str:
        if (k, reading) not in self._read:
            self._read[k, reading] = READINGS[reading](self._texts[k])
        return self._read[k, reading]


class _Placed:
    """A reading of a text that knows where each of its characters comes from."""

    def __init__(self, text: str, undone: bool, reading: Callable[[str], str]) -> None:
        self._reading = reading
        self._pieces = list(_pieces(text, undone, reading))
        self._at: list[int] = []
        self._ends: dict[int, list[int]] = {}  # of a piece: where the reading of each of its characters ends
        at = 0
        for piece in self._pieces:
            self._at.append(at)
            at += len(piece.text)
        self._whole = "".join(piece.text for piece in self._pieces)
        self._text = text

    def spans(self, needle: Needle) -> Iterator[tuple[int, int]]:
        at = self._whole.find(needle.text)
        while at >= 0:
            end = at + len(needle.text)
            if not needle.edges or self._stands_alone(at, end):
                yield self._place(at)[0], self._place(end - 1)[1]
            at = self._whole.find(needle.text, at + 1)

    def _stands_alone(self, start: int, end: int) -> bool:
        whole = self._whole
        before = start > 0 and _joined(whole[start - 1], whole[start])
        return not before and not (end < len(whole) and _joined(whole[end - 1], whole[end]))

    def _place(self, at: int) -> tuple[int, int]:
        k = bisect_right(self._at, at) - 1
        while not self._pieces[k].text:
            k -= 1
        piece = self._pieces[k]
        if piece.whole:
            return piece.start, piece.end
        if k not in self._ends:
            characters = self._text[piece.start : piece.end]
            self._ends[k] = list(accumulate(len(self._reading(character)) for character in characters))
        i = piece.start + bisect_right(self._ends[k], at - self._at[k])
        return i, i + 1


def _joined(one: str, other: str) -> bool:
    """True if both belong to one word; scripts of Asia do not tell."""
    return one.isalnum() and other.isalnum() and max(one, other) < _EAST


def _pieces(text: str, undone: bool, reading: Callable[[str], str]) -> Iterator[_Piece]:
    """The text in parts that are read one by one, with the same reading as of the whole."""
    pattern = _ESCAPE if undone else _PREFIX if reading is _digits else None
    end = 0
    for found in pattern.finditer(text) if pattern is not None else ():
        yield from _blocks(text, end, found.start(), reading)
        yield _Piece(found.start(), found.end(), reading(_undone(found[0])) if undone else "", True)
        end = found.end()
    yield from _blocks(text, end, len(text), reading)


def _blocks(text: str, start: int, end: int, reading: Callable[[str], str]) -> Iterator[_Piece]:
    for k in range(start, end, _BLOCK):
        stop = min(k + _BLOCK, end)
        yield _Piece(k, stop, reading(text[k:stop]), False)


def unescaped(text: str) -> str:
    """The text with all escapes in it undone."""
    return _ESCAPE.sub(lambda found: _undone(found[0]), text) if any(each in text for each in _HINTS) else text


def _undone(escape: str) -> str:
    """What an escape stands for."""
    escape = escape.replace("\x01", "")
    if escape[0] == "%":
        return _of_bytes(re.sub("%(?:25)*(?=[0-9a-f]{2})", "", escape, flags=re.IGNORECASE))
    if escape[0] == "&":
        return _of_html(re.sub("^&(?:amp;)*(?=.)", "", escape, flags=re.IGNORECASE).rstrip(";"))
    kind, rest = escape.lstrip("\\")[:1], escape.lstrip("\\")[1:]
    if kind == "x":
        return _of_bytes(re.sub(r"\\+x", "", rest, flags=re.IGNORECASE))
    if kind in "uU" and kind:
        return _of_units(escape)
    return _CONTROLS.get(kind, kind or "\\")


_CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "v": "\v", "0": ""}


def _of_html(name: str) -> str:
    """The character of a number, whatever browsers make of some of them, or of a name."""
    if name[0] != "#":
        return html.unescape(f"&{name};")
    base, digits = (16, name[2:]) if name[1] in "xX" else (10, name[1:])
    code = int(digits, base)
    return chr(code) if code <= _LAST else ""


def _of_bytes(digits: str) -> str:
    """Bytes of UTF-8; what is none, by the byte."""
    raw = bytes.fromhex("".join(_HEX.findall(digits)))
    return raw.decode("utf-8", "surrogateescape").translate({0xDC00 + byte: chr(byte) for byte in range(128, 256)})


def _of_units(escape: str) -> str:
    """Units of UTF-16, or whole characters in braces."""
    codes = [int(each, 16) for each in re.findall(r"u\{?([0-9a-f]{8}|[0-9a-f]{1,6})", escape, re.IGNORECASE)]
    if any(code > _LAST for code in codes):
        return ""
    return "".join(map(chr, codes)).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
