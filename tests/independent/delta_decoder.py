"""Applies a delta to the items of an earlier blueprint, by docs/delta.md alone, apart from the code that makes deltas.

It is strict: an address that names nothing, or a key that the page does not know, raises ValueError.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tests.independent.decoder import ABILITIES, ROLES, STATES, Screen, Thing, decode

KEYS: Final = (
    "since", "app", "title", "url", "warnings", "size", "root", "focus", "opened", "closed", "top", "changed", "moved", "removed",
    "added", "shifted", "same", "unseen",
)  # fmt: skip
CONTRARY: Final = {"expanded": "collapsed", "collapsed": "expanded", "filled": "empty", "empty": "filled"}
_MARK: Final = 10**12  # marks `keep` are read as marks of so many things left out and more


@dataclass
class Item:
    """One thing with what stands in it."""

    kind: str
    number: int | None = None
    role: str = ""
    name: str = ""
    states: tuple[str, ...] = ()
    details: dict[str, Any] = field(default_factory=dict)
    position: tuple[int, ...] | None = None
    count: int = 0
    under: str | None = None
    inside: list[Item] = field(default_factory=list)

    def form(self) -> tuple[Any, ...]:
        """All that there is to compare, without the ordinal."""
        details = {key: value for key, value in self.details.items() if key != "nth"}
        said = (self.kind, self.number, self.role, self.name, self.states, tuple(sorted(details.items())), self.position)
        return (*said, self.count, self.under, tuple(item.form() for item in self.inside))


def nested(screen: Screen) -> list[Item]:
    top: list[Item] = []
    made: list[Item] = []
    for thing in screen.things:
        item = _item(thing)
        made.append(item)
        (made[thing.path[-1]].inside if thing.path else top).append(item)
    return top


def _item(thing: Thing) -> Item:
    number = None if thing.ref is None else int(thing.ref[1:])
    kept = dict(thing.details)
    return Item(thing.kind, number, thing.role, thing.name, thing.states, kept, thing.position, thing.count or 0, thing.under)


def applied(earlier: str, delta: str) -> list[Item]:
    """The items of the later blueprint, from the compact form of the earlier one and the JSON of a delta."""
    header = json.loads(earlier)
    said = json.loads(delta)
    if list(said) != [key for key in KEYS if key in said]:
        raise ValueError(f"keys unknown or not in order: {list(said)}")
    if said.get("same"):
        if set(said) - {"since", "same", "unseen"}:
            raise ValueError("the same, but something is said")
        return nested(decode(earlier))
    return _Screen(nested(decode(earlier)), header.get("refs"), header.get("boxes")).after(said)


class _Screen:
    def __init__(self, top: list[Item], letter: str | None, boxes: str | None) -> None:
        self.top = Item("group", inside=top)
        self.letter, self.boxes = letter, boxes
        self.order = list(self._walk(self.top))
        self.around = {id(item): group for group in [self.top, *self.order] for item in group.inside}
        self.siblings = {id(group): list(group.inside) for group in [self.top, *self.order]}
        self.labels = [None if item.number is not None else _label(item) for item in self.order]
        self.times = Counter(label for label in self.labels if label is not None)

    def _walk(self, group: Item) -> Iterator[Item]:
        for item in group.inside:
            yield item
            yield from self._walk(item)

    # Addresses

    def find(self, address: Any) -> Item:
        """What the address names."""
        if address == "":
            return self.top
        if isinstance(address, int):
            return self._only([item for item in self.order if item.number == address], address)
        if isinstance(address, dict):
            ((label, nth),) = address.items()
            alike = [item for item, words in zip(self.order, self.labels, strict=True) if words == label]
            return self._only(alike[nth - 1 : nth], address)
        if re.fullmatch(r"\^[0-9]+", address):
            group = self.around[id(self.find(int(address[1:])))]
            if group.number is not None or group is self.top:
                raise ValueError(f"{address} is no group without a ref")
            return group
        return self._only([item for item, label in zip(self.order, self.labels, strict=True) if label == address], address)

    def _only(self, found: Sequence[Item], address: Any) -> Item:
        if len(found) != 1:
            raise ValueError(f"{address!r} names {len(found)} items")
        return found[0]

    def stretch(self, first: Any, last: Any) -> list[Item]:
        one, other = self.find(first), self.find(last)
        siblings = self.siblings[id(self.around[id(one)])]
        start = next(n for n, item in enumerate(siblings) if item is one)
        end = next(n for n, item in enumerate(siblings) if item is other)
        return siblings[start : end + 1]

    def listed(self, items: Sequence[Any]) -> list[Item]:
        found: list[Item] = []
        for entry in items:
            found += self.stretch(*entry) if isinstance(entry, list) else [self.find(entry)]
        return found

    # The steps

    def after(self, said: Mapping[str, Any]) -> list[Item]:
        changes = [(self.listed(c[0]) if isinstance(c[0], list) else [self.find(c[0])], c[1:]) for c in said.get("changed", ())]
        places = [(hunk, self._place(hunk)) for key in ("moved", "added") for hunk in said.get(key, ())]
        self.marks: list[Any] = []
        rows = {id(hunk): self._rows(hunk["ui"]) for hunk in said.get("added", ())}
        top_rows = self._rows(said["top"]) if isinstance(said.get("top"), list) else None
        top_group = self.find(said["top"]) if "top" in said and top_rows is None else None
        moved = {id(hunk): self.listed(hunk["items"]) for hunk in said.get("moved", ())}
        removed = self.listed(said.get("removed", ()))
        kept = [None if mark == "" else self.listed(mark) for mark in self.marks]
        self._shift(said.get("shifted", ()))
        for items, change in changes:
            for item in items:
                self._change(item, change)
        for taken in (*kept, *moved.values()):
            for item in taken or ():
                self._take_out(item)
        for made in [*rows.values(), top_rows or []]:
            self._drop_restated(made)
        for item in removed:
            self._take_out(item)
        for hunk, (group, anchor) in places:
            put = moved[id(hunk)] if id(hunk) in moved else self._filled(rows[id(hunk)], kept)
            at = 0 if anchor is None else next(n for n, item in enumerate(group.inside) if item is anchor) + 1
            group.inside[at:at] = put
        if top_rows is not None:
            return self._filled(top_rows, kept)
        return (top_group or self.top).inside

    def _place(self, hunk: Mapping[str, Any]) -> tuple[Item, Item | None]:
        if "in" in hunk:
            return self.find(hunk["in"]), None
        item = self.find(hunk["after"])
        return self.around[id(item)], item

    def _rows(self, rows: list[Any]) -> list[Item]:
        header = {"refs": self.letter, "boxes": self.boxes}
        document = {**{key: said for key, said in header.items() if said}, "ui": self._marked(rows)}
        return nested(decode(json.dumps(document)))

    def _marked(self, value: Any) -> Any:
        if isinstance(value, dict) and "keep" in value:
            self.marks.append(value["keep"])
            return {"more": _MARK + len(self.marks) - 1}
        if isinstance(value, dict):
            return {key: self._marked(held) for key, held in value.items()}
        return [self._marked(held) for held in value] if isinstance(value, list) else value

    def _filled(self, items: list[Item], kept: Sequence[list[Item] | None]) -> list[Item]:
        found: list[Item] = []
        for item in items:
            if item.kind == "more" and item.count >= _MARK:
                here = kept[item.count - _MARK]
                found += self.top.inside if here is None else here
            else:
                item.inside = self._filled(item.inside, kept)
                found.append(item)
        return found

    def _drop_restated(self, rows: list[Item]) -> None:
        numbers = {item.number for row in rows for item in [row, *self._walk(row)] if item.number is not None}
        for item in self.order:
            if item.number in numbers:
                self._take_out(item)

    def _take_out(self, item: Item) -> None:
        group = self.around[id(item)]
        group.inside = [other for other in group.inside if other is not item]

    def _shift(self, shifts: Sequence[Sequence[int]]) -> None:
        numbered = [item for item in self.order if item.number is not None and item.position is not None]
        numbers = [item.number for item in numbered]
        for first, last, x, y in shifts:
            for item in numbered[numbers.index(first) : numbers.index(last) + 1]:
                assert item.position is not None
                item.position = (item.position[0] + x, item.position[1] + y, *item.position[2:])

    def _change(self, item: Item, change: Sequence[Any]) -> None:
        if len(change) == 1 and item.kind in ("text", "heading"):
            item.name = change[0].removeprefix("# ") if item.kind == "heading" else change[0]
        elif len(change) == 1:
            _new_head(item, change[0].split(" "))
        else:
            name, _, now = change if len(change) == 3 else ("value", *change)
            if name == "name":
                item.name = now
            elif name == "more":
                item.count = now
            elif name == "at":
                item.position = None if now is None else tuple(now)
            elif now is None:
                item.details.pop(name)
            else:
                item.details[name] = now


def _label(item: Item) -> str:
    if item.kind == "heading":
        return f"# {item.name}"
    if item.kind == "more":
        return "^more"
    return item.name or f"^{' '.join(_head(item))}"


def _head(item: Item) -> list[str]:
    plain = item.role == "generic" and bool(ABILITIES.keys() & {*item.states})
    return [*([] if plain else [item.role]), *item.states]


def _new_head(item: Item, signs: Sequence[str]) -> None:
    words = {item.role, *item.states}
    for sign in signs:
        if sign[0] == "-":
            words.remove(sign[1:])
    for sign in signs:
        if sign[0] == "+":
            words.discard(CONTRARY.get(sign[1:], ""))
            words.add(sign[1:])
    (item.role,) = words & ROLES
    item.states = tuple(state for state in STATES if state in words)
