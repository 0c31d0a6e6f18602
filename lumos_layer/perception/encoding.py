"""Bytes of a dump to UTF-8, whatever their label says."""

from __future__ import annotations

import codecs
import re

# A byte-order mark; UTF-32 first, because its little-endian mark begins like that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARATION = re.compile(rb"\s*<\?xml[^>]{0,200}?\?>")
_LABEL = re.compile(rb"""encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
_UNITS = {"utf-16-le": 2, "utf-16-be": 2, "utf-32-le": 4, "utf-32-be": 4}


def to_utf8(data: bytes) -> tuple[bytes, list[str]]:
    """The dump in UTF-8 without mark, declaration, or blanks and NULs around it; and warnings of what had to be guessed.

    The bytes themselves are believed before their label: real tools label UTF-8 as UTF-16, and shells turn UTF-8 into UTF-16.
    """
    codec, data = _unmarked(data)
    warnings: list[str] = []
    if codec is None and b"\0" in data[:64]:
        codec = _by_nulls(data[:64])
    if codec not in (None, "utf-8"):
        data = _decoded(data, codec or "utf-8", warnings).encode("utf-8")
    label, body = _undeclared(data)
    body = body.strip(b"\0 \t\r\n")
    if codec is None and not body.isascii():
        body = _by_label(body, label, warnings)
    return body, warnings


def _unmarked(data: bytes) -> tuple[str | None, bytes]:
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return codec, data[len(mark) :]
    return None, data


def _by_nulls(head: bytes) -> str | None:
    """UTF-16 or UTF-32 without a mark, by where the zero bytes of Latin letters stand."""
    if head[1:4] == b"\0\0\0":
        return "utf-32-le"
    if head[:3] == b"\0\0\0":
        return "utf-32-be"
    even, odd = head[::2].count(0), head[1::2].count(0)
    if odd > len(head) // 4 and odd > even:
        return "utf-16-le"
    return "utf-16-be" if even > len(head) // 4 else None


def _decoded(data: bytes, codec: str, warnings: list[str]) -> str:
    unit = _UNITS.get(codec, 1)
    if len(data) % unit:
        data = data[: -(len(data) % unit)]
        warnings.append(f"The dump ends in the middle of a {codec} character; the rest of it was read.")
    text = data.decode(codec, "replace")
    if "\ufffd" in text:
        warnings.append(f"Some bytes are not valid {codec}; they were replaced by U+FFFD.")
    return text


def _undeclared(data: bytes) -> tuple[str | None, bytes]:
    """The label of the XML declaration, if any, and what comes after it."""
    found = _DECLARATION.match(data[:400].lstrip(b"\0"))
    if not found:
        return None, data
    label = _LABEL.search(found[0])
    return (label[1].decode("ascii").lower() if label else None), data.lstrip(b"\0")[found.end() :]


def _by_label(body: bytes, label: str | None, warnings: list[str]) -> bytes:
    """UTF-8 if the bytes are; otherwise what the label says; otherwise what loses least."""
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        pass
    else:
        return body
    if label and not label.replace("-", "").replace("_", "").startswith(("utf", "ucs")):
        try:
            return body.decode(label).encode("utf-8")
        except (LookupError, UnicodeError):
            warnings.append(f"The dump is not {label}, as its label says.")
    text = body.decode("utf-8", "replace")
    warnings.append(f"Some bytes are not valid UTF-8; {text.count(chr(0xFFFD))} places were replaced by U+FFFD.")
    return text.encode("utf-8")
