"""Ambiguity: elements that a planner cannot tell apart by what a blueprint says of them and around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.items import Element, Group, Heading, Item, Text


class Ambiguity(Struct, frozen=True):
    """Of so many `elements` shown, so many are `alike` another by role and name; context leaves so many of them `ambiguous`."""

    elements: int
    alike: int
    ambiguous: int


def ambiguity(blueprint: Blueprint) -> Ambiguity:
    keys = [key for _, key in _keys(blueprint)]
    return Ambiguity(len(keys), _shared([key[:2] for key in keys]), _shared(keys))


def ambiguous_refs(blueprint: Blueprint) -> frozenset[str]:
    """Refs of elements that share role, name, value, the words before them and the groups around them with another element.

    A group is known by all that it says, the words before it and the groups around it. An ordinal (`nth`) tells nothing apart.
    """
    found = list(_keys(blueprint))
    count = Counter(key for _, key in found)
    return frozenset(ref for ref, key in found if count[key] > 1)


def _shared(keys: Iterable[Any]) -> int:
    return sum(n for n in Counter(keys).values() if n > 1)


def _keys(blueprint: Blueprint) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """For each actionable element its ref and what it is known by; role and name come first."""
    waiting: list[tuple[list[Item], int]] = [(blueprint.items, 0)]
    while waiting:
        items, around = waiting.pop()
        spoken = last = other = ""  # the last text or heading; the last name; and the last that was another
        for item in items:
            if isinstance(item, Text | Heading):
                spoken = item.text
            elif isinstance(item, Element | Group):
                if item.name and item.name != last:
                    last, other = item.name, last
                before = spoken or (other if item.name else last)
                if item.ref and item.can:
                    yield item.ref, (item.role, item.name, item.value, before, around)
                if isinstance(item, Group):
                    waiting.append((item.items, hash((around, before, _says(item)))))


def _says(group: Group) -> int:
    """A fingerprint of all that a group says, without refs, places and ordinals."""
    return hash((group.role, group.name, group.value, *(_fingerprint(item) for item in group.items)))


def _fingerprint(item: Item) -> Any:
    if isinstance(item, Group):
        return _says(item)
    if isinstance(item, Text | Heading):
        return item.text
    return (item.role, item.name, item.value) if isinstance(item, Element) else None
