"""Cleaning of the words on a screen: data from outside, made safe to print without changing what they say."""

from __future__ import annotations

import re
import unicodedata

# Cc and Cs: control characters and lone surrogates. Cf that only steer layout: zero-width space, word joiner, invisible
# operators, byte-order mark, soft hyphen, bidirectional marks and overrides, tags. ZWJ and ZWNJ (200C, 200D) stay between
# characters: emoji, Persian and Indic words need them.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]+"
)
_JOINER_AT_EDGE = re.compile(r"(?:^|(?<=\s))[\u200c\u200d]+|[\u200c\u200d]+(?=\s|$)")
_BLANKS = re.compile(r"[^\S\n]+")
_BULLETS = frozenset("•●∙·*⬤\u2022\u25cf\uf09f")


def clean_line(text: str) -> str:
    """One line: invisible characters removed, every run of white space made one blank, none at the ends."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split()) if "  " in text or text[:1] == " " or text[-1:] == " " else text
    text = " ".join(_INVISIBLE.sub("", text).split())
    return _JOINER_AT_EDGE.sub("", text).strip() if "\u200d" in text or "\u200c" in text else text


def clean_value(text: str) -> str:
    """Several lines: invisible characters removed, line breaks kept as \\n, other runs of white space made one blank."""
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    text = _INVISIBLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return "\n".join(_BLANKS.sub(" ", line).strip() for line in text.split("\n")).strip("\n")


def is_glyph(text: str) -> bool:
    """True for icons of a font of symbols: private-use characters and blanks, which say nothing without the font."""
    return not text.isascii() and all(unicodedata.category(c) in ("Co", "Zs") for c in text)


def masked(text: str) -> bool:
    """True for a value that shows only bullets, as password fields do."""
    return bool(text) and all(c in _BULLETS for c in text) and len(text) > 1
