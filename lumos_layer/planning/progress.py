"""Whether a run gets on, or does the same again and again and nothing comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from pydantic import JsonValue

from lumos_layer.actions.documents import verb_in
from lumos_layer.planning.port import Remembered

# They ask nothing of the screen: between acts that do they count for nothing, unless something changed meanwhile.
_LOOKING = frozenset(("observe", "wait", "wait_for", "wait_for_change"))
_SINCE = frozenset(("since", "now"))  # ids of looks, in which equal deltas differ
_NOTHING = "nothing"


@dataclass(frozen=True)
class Limits:
    """How many acts without progress are too many: one act `same` times, or several in turn `alternating` in all."""

    same: int = 5
    alternating: int = 8


@dataclass(frozen=True)
class Stuck:
    """No progress: `acts` are the repeated ones in words, `count` how many were done in all."""

    acts: tuple[str, ...]
    count: int

    @property
    def why(self) -> str:
        times = f"{self.count} times" if len(self.acts) == 1 else f"in turn, {self.count} acts"
        return f"no progress: {', then '.join(self.acts)} {times}, and the screen does not get on."


def stuck(memory: Sequence[Remembered], limits: Limits | None = None) -> Stuck | None:
    """What is done again and again, at the end of what is remembered; None if the run gets on.

    An act that brings the same as before counts, whether that is nothing or a turn and a turn back; one that brings other rows, or
    a wait in which a progress bar moves, does not.
    """
    limits = limits or Limits()
    recent = memory[-_kept(limits) :]
    acting = [entry for entry in recent if verb_in(entry.action) not in _LOOKING or _came_of(entry) != _NOTHING]
    for entries in (acting, recent):
        for period in (1, 2, 3):
            count = limits.same if period == 1 else -(-limits.alternating // period) * period
            if len(entries) >= count and _turns(entries[-count:], period):
                return Stuck(tuple(_said(entry) for entry in entries[-period:]), count)
    return None


def _kept(limits: Limits) -> int:
    """How many acts are looked at, looks between them included."""
    return 4 * max(limits.same, limits.alternating)


def _turns(entries: Sequence[Remembered], period: int) -> bool:
    """True if the last acts repeat those so many before, in what was asked and what came of it."""
    pairs = zip(entries, entries[period:], strict=False)
    return all(_asked(one) == _asked(other) and _came_of(one) == _came_of(other) for one, other in pairs)


def _asked(entry: Remembered) -> str:
    return signature(entry.action, entry.element)


def signature(action: JsonValue, element: str = "") -> str:
    """The act as one text, the same also where a new look gave the same element another ref."""
    if element and isinstance(action, Mapping):
        action = {**{key: value for key, value in action.items() if key != "ref"}, "element": element}
    return _printed(action)


def times_in_vain(memory: Sequence[Remembered], mark: str) -> int:
    """How often the act of this signature has come to nothing since anything has last changed; acts that only look do not count."""
    count = 0
    for entry in reversed(memory):
        if verb_in(entry.action) in _LOOKING:
            continue
        if _came_of(entry) != _NOTHING:
            break
        count += signature(entry.action, entry.element) == mark
    return count


def _came_of(entry: Remembered) -> str:
    delta = entry.delta
    if entry.outcome != "done" and not _changed(delta):
        return _NOTHING
    if isinstance(delta, Mapping):
        left = {key: value for key, value in delta.items() if key not in _SINCE}
        return _printed(left) if _changed(delta) else _NOTHING
    return _NOTHING if delta is None else _printed(delta)


def _changed(delta: Any) -> bool:
    return isinstance(delta, Mapping) and not delta.get("same", False) and bool(set(delta) - _SINCE)


def _said(entry: Remembered) -> str:
    verb = verb_in(entry.action) or "an act"
    return f"{verb} {entry.element}"[:120] if entry.element else f"{verb} {_of(entry.action)}".strip()[:120]


def _of(action: Any) -> str:
    """What tells the act from others where nobody named its element."""
    if not isinstance(action, Mapping):
        return ""
    return " ".join(str(value) for key, value in action.items() if key != "type" and isinstance(value, str | int | float))


def _printed(value: Any) -> str:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
