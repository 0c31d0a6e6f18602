"""Addresses, titles and paths with `*` in them, which stands for anything."""

from __future__ import annotations


def fits(text: str, pattern: str) -> bool:
    """True if the text is as the pattern says, all of it: `*` stands for any characters, or none. Takes linear time per `*`."""
    first, *rest = pattern.split("*")
    if not rest:
        return text == pattern
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
