"""Words with wildcards and regular expressions, as policies and tasks give them, and what fits them."""

from __future__ import annotations

import re
from functools import lru_cache

import regex

from lumos_layer.actions.plain_words import readings

_SECONDS = 0.1  # that one expression may take on one text
_LONGEST = 2_000  # characters of a text that are looked at


def sound(pattern: str) -> str:
    """The pattern; raises ValueError if it is a regular expression that cannot be read."""
    if is_expression(pattern):
        try:
            _compiled(pattern)
        except regex.error as problem:
            raise ValueError(f"{pattern} is no regular expression: {problem}") from None
    return pattern


def is_expression(pattern: str) -> bool:
    return len(pattern) > 2 and pattern.startswith("/") and pattern.endswith("/")


def matches(pattern: str, text: str, *, denying: bool) -> bool:
    """True if the whole text fits the words, whatever the case, or the expression is found in it.

    `denying`: what fits is denied or asked for. Then the text is read in every way in which its letters can be taken, and what
    takes too long to tell counts as fitting; where something is allowed, only what surely fits does.
    """
    wanted, whole = _compiled(pattern), not is_expression(pattern)
    said = (text[:_LONGEST], *(" ".join(words) for words in readings(text) if denying))
    try:
        return any((wanted.fullmatch if whole else wanted.search)(each, timeout=_SECONDS) is not None for each in said)
    except TimeoutError:
        return denying


def host_matches(pattern: str, host: str, *, denying: bool) -> bool:
    """True if the host is this domain or lies below it; `*.example.org` is only what lies below it."""
    if is_expression(pattern):
        return matches(pattern, host, denying=denying)
    wanted = pattern.strip().lower().rstrip(".")
    if not host:
        return False
    if wanted.startswith("*."):
        return host.endswith(wanted[1:])
    return host == wanted or host.endswith(f".{wanted}") or ("*" in wanted and matches(wanted, host, denying=denying))


@lru_cache(maxsize=512)
def _compiled(pattern: str) -> regex.Pattern[str]:
    if is_expression(pattern):
        return regex.compile(pattern[1:-1], regex.IGNORECASE)
    parts = (_WILD.get(c, re.escape(c)) for c in pattern.strip())
    return regex.compile("".join(parts), regex.IGNORECASE | regex.DOTALL)


_WILD = {"*": ".*", "?": "."}
