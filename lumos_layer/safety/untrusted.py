"""Marks around what a screen said, which nothing that a screen says can end or begin.

Between them stands JSON, in which no mark can: every character that a mark could begin with, or that looks like it, is written
as a JSON escape. So the text is whole, and can be decoded again.
"""

from __future__ import annotations

import json
import re
from typing import Any

from lumos_layer.perception.text import clean_value

OPENING, CLOSING = "<untrusted>", "</untrusted>"

# The less-than sign, what Unicode has of it in other widths, and the brackets and letters that look just like it.
_BEGINNINGS = re.compile("[<\uff1c\ufe64\u2039\u02c2\u1438\u276e\u2770\u2329\u27e8]")


def marked(document: str) -> str:
    """A JSON document between the marks, on lines of its own."""
    return f"{OPENING}\n{escaped(document)}\n{CLOSING}"


def marked_value(value: Any) -> str:
    """The same of a value: its texts lose what cannot be seen."""
    return marked(json.dumps(_clean(value), ensure_ascii=False, separators=(",", ":")))


def escaped(document: str) -> str:
    """The same JSON document without a character that a mark could begin with."""
    return _BEGINNINGS.sub(lambda found: f"\\u{ord(found[0]):04x}", document)


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return clean_value(value)
    if isinstance(value, list | tuple):
        return [_clean(each) for each in value]
    if isinstance(value, dict):
        return {clean_value(str(name)): _clean(each) for name, each in value.items()}
    return value
