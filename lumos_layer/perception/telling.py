"""What a delta says of two blueprints: changed, moved, removed and added items, each in as few words as name it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.perception import compact
from lumos_layer.perception.alignment import Alignment
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.delta import Change
from lumos_layer.perception.forest import TOP, Address, Forest
from lumos_layer.perception.heads import CONTRARY, head, with_role
from lumos_layer.perception.items import Element, Group, Heading, Item, More, Text
from lumos_layer.perception.shifts import Shift, shifts
from lumos_layer.tree import Role

HEADER = ("app", "title", "url", "warnings")
_WINDOWS = frozenset((Role.WINDOW, Role.DIALOG, Role.ALERTDIALOG))
_SHOWN = 40  # characters of what a field held before
_Marked = Item | dict[str, Any]


class Told(Struct):
    """What `Delta` holds of the items."""

    said: dict[str, Any]
    header: dict[str, Any]
    changed: tuple[Change, ...]
    added: tuple[Item, ...]
    removed: tuple[Item, ...]
    moved: tuple[Item, ...]
    opened: tuple[str, ...]
    closed: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many changes there are."""
        return len(self.changed) + len(self.added) + len(self.removed) + len(self.moved)


def tell(before: Blueprint, after: Blueprint) -> Told | None:
    """What changed from one blueprint to the other, which show the same part; None where it cannot be said."""
    teller = _Teller(Alignment(Forest(before.items), Forest(after.items)))
    return teller.told(_header(before, after), after.boxes != "none", (before, after))


def _header(before: Blueprint, after: Blueprint) -> dict[str, Any]:
    """What the header says else now: the size only where places are shown, the root only if nothing else has told its ref."""
    names = (*HEADER, "size") if after.boxes != "none" else HEADER
    found = {name: getattr(after, name) or None for name in names if getattr(before, name) != getattr(after, name)}
    if after.root and after.root not in before.refs:
        found["root"] = int(after.root[1:])
    if after.focus != before.focus:
        found["focus"] = int(after.focus[1:]) if after.focus else None
    return found


class _Teller:
    def __init__(self, alignment: Alignment) -> None:
        self.pairs, self.before, self.after = alignment, alignment.before, alignment.after
        self.moved: list[dict[str, Any]] = []
        self.added: list[dict[str, Any]] = []

    def told(self, header: dict[str, Any], with_places: bool, looks: tuple[Blueprint, Blueprint]) -> Told | None:
        pairs = self.pairs
        if pairs.forward[TOP] > TOP and not self._stands_in_new(pairs.forward[TOP]):
            return None
        shifted, moved_by = shifts(pairs) if with_places else ([], {})
        changes = [(b, change) for b in self._other_than_before(moved_by) for change in self._changes(b, moved_by)]
        top = self._top()
        self._place_children()
        added = [self.after.items[a] for a in range(1, len(self.after)) if self._is_new(a)]
        removed = [self.before.items[b] for b in range(1, len(self.before)) if self._is_gone(b)]
        opened, closed = _windows(added, looks[0]), _windows(removed, looks[1])
        said = header | {
            "opened": opened,
            "closed": closed,
            "top": top,
            "changed": self._together(changes),
            "moved": self.moved,
            "removed": self._removed(),
            "added": self.added,
            "shifted": shifted,
        }
        return Told(
            said={name: value for name, value in said.items() if name in header or value or (name == "top" and value is not None)},
            header=header,
            changed=tuple(change for _, change in changes),
            added=tuple(added),
            removed=tuple(removed),
            moved=tuple(self._moved()),
            opened=opened,
            closed=closed,
        )

    # What has become of items

    def _stands_in_new(self, a: int) -> bool:
        """True if nothing around a group was there before: else what stood on top would stand in a part of itself."""
        while (a := self.after.parents[a]) >= 0:
            if self.pairs.backward[a] >= 0:
                return False
        return True

    def _is_new(self, a: int) -> bool:
        return self.pairs.backward[a] < 0 and (self.after.ref(a) or "") not in self.before.by_ref

    def _is_gone(self, b: int) -> bool:
        return self.pairs.forward[b] < 0 and not self.pairs.restated(b)

    def _moved(self) -> Iterator[Item]:
        """What stands elsewhere than it did, without what moved only with what it stands in."""
        for a in range(1, len(self.after)):
            b = self.pairs.backward[a]
            if b > TOP and not self.pairs.stays[a]:
                yield self.after.items[a]

    def _other_than_before(self, moved_by: dict[int, Shift]) -> list[int]:
        """Items that are there still and may say something else; of groups this is not told at a glance."""
        before, after, forward = self.before.items, self.after.items, self.pairs.forward
        return [
            b
            for b in range(1, len(before))
            if (a := forward[b]) > TOP and (type(before[b]) is Group or b in moved_by or before[b] != after[a])
        ]

    def _changes(self, b: int, moved_by: dict[int, Shift]) -> Iterator[Change]:
        a = self.pairs.forward[b]
        if a <= TOP:
            return
        one, other, ref = self.before.items[b], self.after.items[a], self.before.ref(b)
        if isinstance(one, Text | Heading) and isinstance(other, Text | Heading):
            if one.text != other.text:
                yield Change(ref, "text", one.text, other.text)
        elif isinstance(one, More) and isinstance(other, More):
            if one.count != other.count:
                yield Change(ref, "more", one.count, other.count)
        elif isinstance(one, Element | Group) and isinstance(other, Element | Group):
            yield from _fields(one, other, moved_by.get(b))

    # In words

    def _together(self, changes: Sequence[tuple[int, Change]]) -> list[list[Any]]:
        """The changes; those to the same other states in one, where the first of them stands."""
        found: list[list[Any]] = []
        alike: dict[str, tuple[list[Any], list[int]]] = {}
        for b, change in changes:
            said = self._change(b, change)
            if change.field != "states":
                found.append(said)
            elif said[1] in alike:
                alike[said[1]][1].append(b)
            else:
                found.append(said)
                alike[said[1]] = said, [b]
        for said, places in alike.values():
            if len(places) > 1:
                said[0] = self._named(places)
        return found

    def _change(self, b: int, change: Change) -> list[Any]:
        address = self.before.address(b)
        if change.field == "text":
            words = self.after.items[self.pairs.forward[b]]
            return [address, f"# {change.after}" if isinstance(words, Heading) else change.after]
        if change.field == "states":
            old, new = change.before, change.after
            signs = [f"-{word}" for word in old if word not in new and CONTRARY.get(word) not in new]
            signs += [f"+{word}" for word in new if word not in old]
            return [address, " ".join(signs)]
        field = () if change.field == "value" else (change.field,)
        return [address, *field, _short(change.before), change.after]

    def _top(self) -> list[Any] | Address | None:
        """What the top level is now, if it is not what it was: rows, or the group that it was."""
        b = self.pairs.backward[TOP]
        if b == TOP:
            return None
        if b > TOP:
            return self.before.address(b)
        return compact.rows(list(self._rows(self.after.children[TOP])))

    def _place_children(self) -> None:
        """Say of each group that was there before what has come into it, or moved to another place in it."""
        for a in range(len(self.after)):
            b = self.pairs.backward[a]
            if b < 0:
                continue
            run: list[int] = []
            anchor = -1
            for child in self.after.children[a]:
                if self.pairs.stays[child]:
                    self._place(run, b, anchor)
                    run, anchor = [], self.pairs.backward[child]
                else:
                    run.append(child)
            self._place(run, b, anchor)

    def _place(self, run: Sequence[int], group: int, anchor: int) -> None:
        if not run:
            return
        where = {"in": self.before.address(group)} if anchor < 0 else {"after": self.before.address(anchor)}
        if all(self.pairs.backward[a] > TOP for a in run):
            self.moved.append({**where, "items": self._named([self.pairs.backward[a] for a in run])})
        else:
            self.added.append({**where, "ui": compact.rows(list(self._rows(run)))})

    def _rows(self, places: Iterable[int]) -> Iterator[_Marked]:
        """New items, and marks for those that were there before."""
        kept: list[int] = []
        for a in places:
            b = self.pairs.backward[a]
            if b > TOP:
                kept.append(b)
                continue
            if kept:
                yield {"keep": self._named(kept)}
                kept = []
            if b == TOP:
                yield self._like(a, [{"keep": ""}])
            else:
                item = self.after.items[a]
                yield self._like(a, list(self._rows(self.after.children[a]))) if isinstance(item, Group) else _plain(item)
        if kept:
            yield {"keep": self._named(kept)}

    def _like(self, a: int, inside: list[_Marked]) -> _Marked:
        group = self.after.items[a]
        return replace(_plain(group), items=inside)

    def _removed(self) -> list[Any]:
        found: list[Any] = []
        for b in range(len(self.before)):
            if self.pairs.forward[b] >= 0:
                found += self._named([child for child in self.before.children[b] if self._is_gone(child)])
        return found

    def _named(self, places: Sequence[int]) -> list[Any]:
        """Addresses; two in an array for three or more that stood one after the other in one group."""
        found: list[Any] = []
        start = 0
        for end in range(1, len(places) + 1):
            if end < len(places) and self._next_to(places[end - 1], places[end]):
                continue
            stretch = places[start:end]
            if len(stretch) > 2:
                found.append([self.before.address(stretch[0]), self.before.address(stretch[-1])])
            else:
                found += map(self.before.address, stretch)
            start = end
        return found

    def _next_to(self, one: int, other: int) -> bool:
        return self.before.place_among_siblings(other) == self.before.place_among_siblings(one) + 1 and (
            self.before.parents[one] == self.before.parents[other]
        )


def _plain(item: Item) -> Item:
    """The item without its ordinal, which is counted anew."""
    return replace(item, nth=None) if isinstance(item, Element | Group) and item.nth is not None else item


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


def _short(value: Any) -> Any:
    """What was, so far as to be known again; what is, is told in full."""
    return f"{value[: _SHOWN - 1]}…" if isinstance(value, str) and len(value) > _SHOWN else value


def _windows(items: Iterable[Item], other: Blueprint) -> tuple[str, ...]:
    """The windows and dialogs among the items, without the one that the other look is all about."""
    found = (item for item in items if isinstance(item, Element | Group) and item.role in _WINDOWS)
    whole = other.root and other.title
    return tuple(
        f"{item.role.value} {item.name}".rstrip() for item in found if item.ref != other.root and (item.name or None) != whole
    )
