"""Words of what an act brought to the screen, out of the JSON of its delta."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import JsonValue

_LONGEST = 120
_ELEMENT = re.compile(r"^\d+[.\w]* ")  # how an element begins in a delta, after which its name comes


def added(delta: JsonValue) -> Iterator[str]:
    """All words of what a delta says was added."""
    waiting = [delta.get("added")] if isinstance(delta, dict) else []
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            yield part
        else:
            waiting.extend(part if isinstance(part, list) else part.values() if isinstance(part, dict) else ())


def new_texts(delta: JsonValue) -> Iterator[str]:
    """Words that have come: what changed last, and texts that were added."""
    if not isinstance(delta, dict):
        return
    for key in ("changed", "added"):
        waiting = [delta.get(key)]
        while waiting:
            part = waiting.pop()
            if isinstance(part, list):
                one_change = key == "changed" and bool(part) and not isinstance(part[0], list)
                waiting.extend(reversed(part[-1:] if one_change else part))
            elif isinstance(part, dict):
                waiting.append(part.get("ui"))
            elif isinstance(part, str) and " " in part.strip() and not (key == "added" and _ELEMENT.match(part)):
                yield part[:_LONGEST]
