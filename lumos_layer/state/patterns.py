"""Addresses, titles and paths with `*` in them, which stands for anything."""

from __future__ import annotations

_STAR = "\ue02a"  # a star that is one, in a pattern


def literal(text: str) -> str:
    """The text for a pattern in which its stars stand for nothing but stars, as what was read off a screen."""
    return text.replace("*", _STAR)


def plain(pattern: str) -> str:
    """The pattern as a text, for people, and for those that hold no star that stands for anything."""
    return pattern.replace(_STAR, "*")


def fits(text: str, pattern: str) -> bool:
    """True if the text is as the pattern says, all of it: `*` stands for any characters, or none. Takes linear time per `*`."""
    first, *rest = map(plain, pattern.split("*"))
    if not rest:
        return text == first
    *middle, last = rest
    if not text.startswith(first):
        return False
    at, end = len(first), len(text) - len(last)
    for part in middle:
        found = text.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return at <= end and text.endswith(last)
