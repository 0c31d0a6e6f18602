"""What a delta says of two blueprints: changed, moved, removed and added items, each in as few words as name it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.perception import compact
from lumos_layer.perception.alignment import Alignment
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.changes import changes, said_together
from lumos_layer.perception.delta import Change
from lumos_layer.perception.forest import TOP, Address, Forest
from lumos_layer.perception.items import Element, Group, Item
from lumos_layer.perception.refs import number_of
from lumos_layer.perception.shifts import shifts
from lumos_layer.tree.layers import WINDOWS

HEADER = ("app", "title", "url", "warnings")
_Marked = Item | dict[str, Any]


class Told(Struct):
    """What `Delta` holds of the items, by the same names."""

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


def tell(before: Blueprint, after: Blueprint, forests: tuple[Forest, Forest] | None = None) -> Told | None:
    """What changed from one blueprint to the other, which show the same part; None where it cannot be said.

    `forests` are those of their items, where they are known.
    """
    known, now = forests or (Forest(before.items), Forest(after.items))
    teller = _Teller(Alignment(known, now))
    return teller.told(_header(before, after, known), after.boxes != "none", (before, after))


def _header(before: Blueprint, after: Blueprint, known: Forest) -> dict[str, Any]:
    """What the header says else now: the size only where places are shown, the root only if nothing else has told its ref."""
    names = (*HEADER, "size") if after.boxes != "none" else HEADER
    found = {name: getattr(after, name) or None for name in names if getattr(before, name) != getattr(after, name)}
    if after.root and after.root != before.root and after.root not in known.by_ref:
        found["root"] = number_of(after.root)
    if after.focus != before.focus:
        found["focus"] = number_of(after.focus) if after.focus else None
    return found


class _Teller:
    """Says what has become of the items of two blueprints, as `Alignment` joins them."""

    def __init__(self, alignment: Alignment) -> None:
        self.pairs, self.before, self.after = alignment, alignment.before, alignment.after
        self.moved: list[dict[str, Any]] = []
        self.added: list[dict[str, Any]] = []

    def told(self, header: dict[str, Any], with_places: bool, looks: tuple[Blueprint, Blueprint]) -> Told | None:
        pairs = self.pairs
        if pairs.forward[TOP] > TOP and not self._stands_in_new(pairs.forward[TOP]):
            return None
        shifted, moved_by = shifts(pairs) if with_places else ([], {})
        changed = list(changes(pairs, moved_by))
        top = self._top()
        self._place_children()
        added = [self.after.items[a] for a, b in enumerate(pairs.backward) if b < 0 and a != TOP and self._is_new(a)]
        gone = [b for b, a in enumerate(pairs.forward) if a < 0 and b != TOP and self._is_gone(b)]
        removed = [self.before.items[b] for b in gone]
        opened, closed = _windows(added, looks[0]), _windows(removed, looks[1])
        said = header | {
            "opened": opened,
            "closed": closed,
            "top": top,
            "changed": said_together(pairs, changed),
            "moved": self.moved,
            "removed": self._removed(gone),
            "added": self.added,
            "shifted": shifted,
        }
        return Told(
            said={name: value for name, value in said.items() if name in header or value or (name == "top" and value is not None)},
            header=header,
            changed=tuple(change for _, change in changed),
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
        for a, stays in enumerate(self.pairs.stays):
            if not stays and a != TOP and self.pairs.backward[a] > TOP:
                yield self.after.items[a]

    # In words

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
        stays = self.pairs.stays
        for a, b in enumerate(self.pairs.backward):
            if b < 0 or all(map(stays.__getitem__, self.after.children[a])):
                continue
            run: list[int] = []
            anchor = -1
            for child in self.after.children[a]:
                if stays[child]:
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
            self.moved.append({**where, "items": self.before.named([self.pairs.backward[a] for a in run])})
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
                yield {"keep": self.before.named(kept)}
                kept = []
            if b == TOP:
                yield self._like(a, [{"keep": ""}])
            else:
                item = self.after.items[a]
                yield self._like(a, list(self._rows(self.after.children[a]))) if isinstance(item, Group) else _plain(item)
        if kept:
            yield {"keep": self.before.named(kept)}

    def _like(self, a: int, inside: list[_Marked]) -> _Marked:
        group = self.after.items[a]
        return replace(_plain(group), items=inside)

    def _removed(self, gone: Sequence[int]) -> list[Any]:
        """The addresses of what is gone from groups that are there still, group by group."""
        inside: dict[int, list[int]] = {}
        for b in gone:
            parent = self.before.parents[b]
            if self.pairs.forward[parent] >= 0:
                inside.setdefault(parent, []).append(b)
        return [named for parent in sorted(inside) for named in self.before.named(inside[parent])]


def _plain(item: Item) -> Item:
    """The item without its ordinal, which is counted anew."""
    return replace(item, nth=None) if isinstance(item, Element | Group) and item.nth is not None else item


def _windows(items: Iterable[Item], other: Blueprint) -> tuple[str, ...]:
    """The windows and dialogs among the items, without the one that the other look is all about."""
    found = (item for item in items if isinstance(item, Element | Group) and item.role in WINDOWS)
    whole = other.root and other.title
    return tuple(
        f"{item.role.value} {item.name}".rstrip() for item in found if item.ref != other.root and (item.name or None) != whole
    )
