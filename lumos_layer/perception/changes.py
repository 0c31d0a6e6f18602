"""What has changed in the items that are in both of two blueprints, field by field, and how a delta says it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lumos_layer.perception import compact
from lumos_layer.perception.alignment import Alignment
from lumos_layer.perception.delta import Change
from lumos_layer.perception.forest import TOP
from lumos_layer.perception.heads import CONTRARY, head, with_role
from lumos_layer.perception.items import Element, Group, Heading, Item, More, Text
from lumos_layer.perception.shifts import Shift

_SHOWN = 40  # characters of what a field held before


def changes(pairs: Alignment, moved_by: Mapping[int, Shift]) -> Iterator[tuple[int, Change]]:
    """By place of the item in the earlier blueprint; positions only as far as they are not told by `moved_by`."""
    before, after = pairs.before.items, pairs.after.items
    for b in range(1, len(before)):
        a = pairs.forward[b]
        # Of groups it is not told at a glance, and would be asked of all that is inside.
        if a > TOP and (type(before[b]) is Group or b in moved_by or before[b] != after[a]):
            yield from ((b, change) for change in changes_of(before[b], after[a], moved_by.get(b)))


def changes_of(one: Item, other: Item, moved_by: Shift | None = None) -> Iterator[Change]:
    """What became of an item that is there still; `moved_by` is how far all around it moved, which is no change."""
    if isinstance(one, Text | Heading) and isinstance(other, Text | Heading):
        if one.text != other.text:
            yield Change(None, "text", one.text, other.text)
    elif isinstance(one, More) and isinstance(other, More):
        if one.count != other.count:
            yield Change(None, "more", one.count, other.count)
    elif isinstance(one, Element | Group) and isinstance(other, Element | Group):
        yield from _fields(one, other, moved_by)


def _fields(one: Element | Group, other: Element | Group, moved_by: Shift | None) -> Iterator[Change]:
    words, can = head(one.role, one.can, one.states, one.ref is not None)
    words_now, can_now = head(other.role, other.can, other.states, other.ref is not None)
    if words != words_now:
        yield Change(one.ref, "states", tuple(with_role(words)), tuple(with_role(words_now)))
    if one.name != other.name:
        yield Change(one.ref, "name", one.name, other.name)
    held, holds = compact.details(one, can), compact.details(other, can_now)
    for name in {**held, **holds}:
        if name != "nth" and held.get(name) != holds.get(name):
            yield Change(one.ref, name, held.get(name), holds.get(name))
    at = one.at if moved_by is None or one.at is None else (one.at[0] + moved_by[0], one.at[1] + moved_by[1], *one.at[2:])
    if at != other.at:
        yield Change(one.ref, "at", one.at, other.at)


def said_together(pairs: Alignment, found: Sequence[tuple[int, Change]]) -> list[list[Any]]:
    """The changes as a delta says them; those to the same other states in one, where the first of them stands."""
    said: list[list[Any]] = []
    alike: dict[str, tuple[list[Any], list[int]]] = {}
    for b, change in found:
        words = _said(pairs, b, change)
        if change.field != "states":
            said.append(words)
        elif words[1] in alike:
            alike[words[1]][1].append(b)
        else:
            said.append(words)
            alike[words[1]] = words, [b]
    for words, places in alike.values():
        if len(places) > 1:
            words[0] = pairs.before.named(places)
    return said


def _said(pairs: Alignment, b: int, change: Change) -> list[Any]:
    address = pairs.before.address(b)
    if change.field == "text":
        now = pairs.after.items[pairs.forward[b]]
        return [address, f"# {change.after}" if isinstance(now, Heading) else change.after]
    if change.field == "states":
        return [address, " ".join(_signs(change.before, change.after))]
    field = () if change.field == "value" else (change.field,)
    return [address, *field, _short(change.before), change.after]


def _signs(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    """`-disabled`, `+checked`; what the contrary of a new word was goes without saying."""
    yield from (f"-{word}" for word in before if word not in after and CONTRARY.get(word) not in after)
    yield from (f"+{word}" for word in after if word not in before)


def _short(value: Any) -> Any:
    """What was, so far as to be known again; what is, is told in full."""
    return f"{value[: _SHOWN - 1]}…" if isinstance(value, str) and len(value) > _SHOWN else value
