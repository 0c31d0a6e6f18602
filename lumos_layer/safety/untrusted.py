"""Marks around what a screen said, which nothing that a screen says can end or begin.

Between them stands JSON, in which no mark can: every character that a mark could begin with, or that looks like it, is written
as a JSON escape. So the text is whole, and can be decoded again.
"""

from __future__ import annotations

import re
from typing import Any

import orjson

from lumos_layer.perception.text import clean_value

OPENING, CLOSING = "<untrusted>", "</untrusted>"

# The less-than sign, full-width, small and mathematical ones, and quotes and brackets that look like it.
_BEGINNINGS = re.compile("[<＜﹤‹〈⟨〈≺≪«᚜˂ᐸ\u1438\u276e\u2770\u29fc]")


def marked(json: str) -> str:
    """A JSON document between the marks, on lines of its own."""
    return f"{OPENING}\n{escaped(json)}\n{CLOSING}"


def marked_value(value: Any) -> str:
    """The same of a value: its texts lose what cannot be seen."""
    return marked(orjson.dumps(_clean(value)).decode())


def escaped(json: str) -> str:
    """The same JSON document without a character that a mark could begin with."""
    return _BEGINNINGS.sub(lambda found: f"\\u{ord(found[0]):04x}", json)


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return clean_value(value)
    if isinstance(value, list | tuple):
        return [_clean(each) for each in value]
    if isinstance(value, dict):
        return {clean_value(str(name)): _clean(each) for name, each in value.items()}
    return value
