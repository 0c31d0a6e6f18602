"""Bytes of a dump to UTF-8, whatever their label says."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from charset_normalizer import from_bytes

# A byte-order mark; UTF-32 first, because its little-endian mark begins like that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_UNITS = {"utf-16-le": 2, "utf-16-be": 2, "utf-32-le": 4, "utf-32-be": 4}
_HEAD = 1 << 12  # bytes in which a dump's first bracket is looked for
_LEAD = re.compile(rb"(?:\xef\xbb\xbf|[\0\s])*")  # some tools write the mark twice
_DECLARATION = re.compile(rb"<\?xml(?=[\s?])[^>]{0,200}?\?>")
_LABEL = re.compile(rb"""encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
# Character sets in which ASCII stands for itself: Python knows others, and things that are no character sets at all.
_CHARACTER_SETS = ("ascii", "big5", "cp", "euc", "gb", "iso8859", "johab", "koi8", "latin", "mac-", "shift_jis", "tis-620")
_OLD_CHARACTER_SETS = ["cp949", "cp932", "gb18030", "big5", "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256"]
_SAMPLE = 1 << 14  # bytes by which a character set is guessed
_PIECE = 1 << 14  # bytes that are decoded at once
_ENOUGH = 12  # bytes that are not UTF-8, from which on a guess is better than a sign that something is lost
_SURROGATES = re.compile(rb"\xed([\xa0-\xaf])([\x80-\xbf])\xed([\xb0-\xbf])([\x80-\xbf])|\xed[\xa0-\xbf][\x80-\xbf]")
_LOST = "\ufffd"


class Utf8(NamedTuple):
    """A dump as UTF-8 without mark, declaration, or blanks and NULs around it."""

    text: bytes
    warnings: list[str]  # what had to be guessed or replaced
    first_line: int  # the line of the dump in which the text begins
    indent: bytes = b""  # the blanks before it in that line, which mean something in an outline


def to_utf8(data: bytes) -> Utf8:
    """The dump in valid UTF-8.

    The bytes themselves are believed before their label: real tools label UTF-8 as UTF-16, and shells turn UTF-8 into UTF-16.
    """
    warnings: list[str] = []
    codec, data = _unmarked(data, warnings)
    if codec in _UNITS:
        data = _narrowed(data, codec, warnings)
    label, start = _undeclared(data)
    text = data[start:].rstrip(b"\0 \t\r\n")
    first_line = 1 + data.count(b"\n", 0, start)
    if codec not in _UNITS and not text.isascii():
        text = _valid(text, label, first_line, warnings)
    before = data[data.rfind(b"\n", 0, start) + 1 : start]
    return Utf8(text, warnings, first_line, before if before.isspace() else b"")


def _unmarked(data: bytes, warnings: list[str]) -> tuple[str, bytes]:
    """How the bytes are stored, and those after the mark."""
    mark, said = next(((mark, codec) for mark, codec in _MARKS if data.startswith(mark)), (b"", ""))
    data = data[len(mark) :]
    head = data[:_HEAD]
    found = _by_nulls(head)
    if said in _UNITS and found == "utf-8" and b"\0" in head:
        found = said  # what looked like a bracket is one half of another character
    if said and found and found != said:
        warnings.append(f"The byte-order mark says {said}, but the dump is {found}.")
    return found or said or "utf-8", data


def _by_nulls(head: bytes) -> str:
    """How the first bracket is stored: a dump begins with ASCII, whose other bytes are zero. Empty if there is none."""
    bracket = re.search(rb"[<{\[]", head)
    if not bracket:
        return ""
    at = bracket.start()
    after = head[at + 1 : at + 4]
    if after == b"\0\0\0":
        return {0: "utf-32-le", 3: "utf-32-be"}.get(at % 4, "utf-8")
    if after[:1] == b"\0":
        return "utf-16-be" if at % 2 else "utf-16-le"
    return "utf-8"


def _narrowed(data: bytes, codec: str, warnings: list[str]) -> bytes:
    rest = len(data) % _UNITS[codec]
    if rest:
        data = data[:-rest]
        warnings.append(f"The dump ends in the middle of a {codec} character; the rest of it was read.")
    try:
        return data.decode(codec).encode("utf-8")
    except UnicodeDecodeError:
        warnings.append(f"Bytes that are not valid {codec} were replaced by U+FFFD.")
        return data.decode(codec, "replace").encode("utf-8")


def _undeclared(data: bytes) -> tuple[str, int]:
    """The label of the XML declaration, if any, and where the text after it begins."""
    start = _end(_LEAD, data, 0)
    declaration = _DECLARATION.match(data, start)
    if not declaration:
        return "", start
    label = _LABEL.search(declaration[0])
    return (label[1].decode("ascii").lower() if label else ""), _end(_LEAD, data, declaration.end())


def _end(pattern: re.Pattern[bytes], data: bytes, start: int) -> int:
    found = pattern.match(data, start)
    return found.end() if found else start


def _valid(text: bytes, label: str, first_line: int, warnings: list[str]) -> bytes:
    """The text itself if it is UTF-8; otherwise what of UTF-8 and the label loses least."""
    wrong = _first_wrong(text)
    if wrong < 0:
        return text
    line = first_line + text.count(b"\n", 0, wrong)
    whole = _SURROGATES.sub(_joined, text)
    best = whole.decode("utf-8", "replace")
    lost = best.count(_LOST)
    said = "UTF-8"
    if _beyond_ascii(best) - lost < lost:
        labelled = _by_label(text, label)
        if labelled is not None and labelled.count(_LOST) < lost:
            best, lost, said = labelled, labelled.count(_LOST), label
        elif lost >= _ENOUGH and whole == text and (guessed := _guessed(text[wrong:])) and (found := _by_label(text, guessed)):
            best, lost, said = found, found.count(_LOST), guessed
            warnings.append(f"The dump is not UTF-8 and does not say what it is; it was taken for {guessed}.")
    if lost:
        warnings.append(f"Bytes that are not valid {said} were replaced by U+FFFD, the first at line {line}: {lost}.")
    return best.encode("utf-8")


def _first_wrong(text: bytes) -> int:
    """Where the first byte stands that is not UTF-8, -1 if there is none.

    Decoded piece by piece: finding memory for all characters of a large dump takes longer than decoding them.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    for start in range(0, len(text), _PIECE):
        end = min(start + _PIECE, len(text))
        try:
            decoder.decode(text[start:end], end == len(text))
        except UnicodeDecodeError as error:
            return end - len(error.object) + error.start
    return -1


def _guessed(text: bytes) -> str:
    """The character set that the first bytes beyond ASCII look like; empty if none fits."""
    found = from_bytes(text[:_SAMPLE], cp_isolation=_OLD_CHARACTER_SETS).best()
    return found.encoding if found else ""


def _joined(found: re.Match[bytes]) -> bytes:
    """A pair of surrogates, each written as if it were a character, as the character that they mean."""
    if found[1] is None:
        return _LOST.encode()
    units = [0xD000 | (found[i][0] & 0x3F) << 6 | found[i + 1][0] & 0x3F for i in (1, 3)]
    return chr(0x10000 + ((units[0] & 0x3FF) << 10) + (units[1] & 0x3FF)).encode()


def _beyond_ascii(text: str) -> int:
    return len(text) - len(text.encode("ascii", "ignore"))


def _by_label(text: bytes, label: str) -> str | None:
    """The text in the character set that the label names; None if that is none, or turns markup into something else."""
    try:
        codec = codecs.lookup(label).name if label else ""
    except LookupError:
        return None
    if not codec.startswith(_CHARACTER_SETS):
        return None
    decoded = text.decode(codec, "replace")
    return decoded if decoded.count("<") == text.count(b"<") else None
