"""What an author forgot in a check: what it is about, placeholders that were never filled in, braces that hold no slot (S19)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from lumos_layer.perception.text import clean_line
from lumos_layer.state.checks import SLOT, Check, parts_of, texts_in, worded

# What stands for something in any text.
_ANYWHERE = re.compile(
    r"\{\{|\$\{|<\.\.\.>|<…>"
    r"|<(?:your|insert|enter|fill|add|some|any|put)\b[^<>]{0,100}>"
    r"|\[(?:your|insert|enter|fill in|placeholder)\b[^\]\[]{0,100}\]",
    re.IGNORECASE,
)
# What is no text by itself.
_ALONE = re.compile(
    r"(?i:TODO|FIXME|TBD|TBC|XXX+|\?\?+|\.\.\.+|…+|_{3,}|-{3,}|placeholder|change[ _-]?me|lorem ipsum.*)[\s.:!]*"
    r"|(?i:TODO|FIXME|TBD)\s*:.*"
    r"|<[a-z0-9]*[A-Z _-][\w -]*>|<(?:name|value|text|date|amount|path|file|id|url|address|number|password|email|here)>",
    re.DOTALL,
)
# Only where a text is expected: fields are called so on screens.
_EXPECTED = re.compile(
    r"(?:(?:enter|type|put|write|insert)\s+)?your\b.{0,60}\bhere[.!]?|(?:text|value|name|words)\s+(?:goes\s+)?here"
    r"|여기에\s*.{0,40}(?:입력|작성|기입).{0,10}",
    re.IGNORECASE,
)
_LONGEST = 200  # characters that a placeholder has at most
# Fields of which a check needs one, so that not just anything shows it.
_NEEDED: Mapping[str, Sequence[str]] = MappingProxyType(
    {"element": ("role", "name", "identifier", "value", "text_contains", "within", "app"), "page": ("url", "title")}
)
_NAMES = frozenset(("name", "within", "app", "identifier", "question", "key", "path"))
_WORD = re.compile(r"\{([\w -]*)\}")


def forgotten(check: Check) -> Iterator[str]:
    """What is wrong with the texts of a check, one sentence each."""
    for part in parts_of(check):
        needed = _NEEDED.get(part.type, ())
        if needed and not any(_tells(part.type, getattr(part, field)) for field in needed):
            yield f"{part.type} check: anything would show it; give one of {', '.join(needed)}"
        for field, value in worded(part):
            for text in texts_in(value):
                if problem := _problem(text, field not in _NAMES):
                    yield f"{part.type} check, {field}: {problem}"


def _tells(type: str, value: object) -> bool:
    """True if a field says anything: blanks say nothing, nor do stars where they stand for anything."""
    said = "" if value is None else str(value)
    return bool(clean_line(said.replace("*", "") if type == "page" else said))


def _problem(text: str, expected: bool) -> str:
    bare = text.strip()
    alone = len(bare) <= _LONGEST and (_ALONE.fullmatch(bare) or (expected and _EXPECTED.fullmatch(bare)))
    if alone or _ANYWHERE.search(bare):
        return f"{text[:80]!r} is a placeholder that was never filled in"
    rest = SLOT.sub("", text)
    if (odd := _WORD.search(rest)) is not None and odd[1].strip():
        return f"{odd[0][:80]!r} is no slot: a slot's name has small letters, digits and _ only, as {{amount}}"
    return "" if _balanced(rest) else f"{text[:80]!r} has a brace that is not closed, or never opened"


def _balanced(text: str) -> bool:
    depth = 0
    for brace in re.findall(r"[{}]", text):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0
