"""What changed since an earlier look, on the rows of a page: what each row was, and rows for what is no longer there."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import Struct

from lumos_layer import Blueprint, Delta, Observation
from lumos_layer.interfaces.view.picture import Picture
from lumos_layer.interfaces.view.rows import Row, rows
from lumos_layer.perception.alignment import Alignment
from lumos_layer.perception.changes import changes_of
from lumos_layer.perception.forest import TOP, Forest

MARKS = ("added", "changed", "moved", "removed")
_SECTION = "No longer there"
_HEADER = {"focus": "focus moved", "root": "another root"}
_WHY = {
    "page": "Another page or window is shown: nothing is compared.",
    "size": "So much has changed that a planner is told the whole screen, which is shorter.",
    "untold": "So much has changed that nothing can be told apart: nothing is compared.",
}


class Look(Struct, frozen=True):
    """An observation, what its dump is called, and the screenshot taken with it."""

    observation: Observation
    name: str
    picture: Picture | None = None


class Compared(Struct, frozen=True):
    """An earlier look and what changed since then. `rows` are those of the later look, then those that are gone; `counts` says
    how many have each mark.

    `told` is False where another page is shown, or nothing can be told apart: no row has a mark then.
    """

    earlier: Look
    delta: Delta
    rows: list[Row]
    counts: dict[str, int]
    told: bool
    summary: str
    note: str = ""


def compare(earlier: Look, later: Observation) -> Compared:
    """What became of each item that the full blueprints of the two looks show."""
    delta = later.since(earlier.observation)
    shown = rows(delta.observation or later, delta.blueprint)
    untold = delta.whole == "size" and not delta.said
    if delta.whole not in (None, "size") or untold:
        why = _WHY["untold" if untold else delta.whole or "page"]
        return Compared(earlier, delta, shown, dict.fromkeys(MARKS, 0), False, why)
    before = earlier.observation.blueprint()
    pairs = Alignment(Forest(before.items), Forest(delta.blueprint.items))
    everything = [*shown, *_Marker(pairs, before, delta, rows(earlier.observation, before), shown).gone()]
    found = Counter(mark for row in everything for mark in row.get("marks", ()))
    counts = {mark: found[mark] for mark in MARKS}
    return Compared(earlier, delta, everything, counts, True, _summary(counts, delta), _WHY["size"] if delta.whole else "")


def _summary(counts: dict[str, int], delta: Delta) -> str:
    """`3 added, 1 changed, focus moved`."""
    said = [f"{count:,} {mark}" for mark, count in counts.items() if count]
    said += [_HEADER.get(name, f"{name} changed") for name in delta.header]
    if delta.unseen:
        said.append(f"{delta.unseen:,} more in what is not shown")
    return ", ".join(said) or "nothing that is shown has changed"


class _Marker:
    """Marks the later rows, and finds those that are gone. Places in a forest are rows, but for the root before them."""

    def __init__(self, pairs: Alignment, before: Blueprint, delta: Delta, old: list[Row], shown: list[Row]) -> None:
        self._pairs, self._old, self._shown = pairs, old, shown
        self._first_old, self._first = len(old) - len(pairs.before), len(shown) - len(pairs.after)
        if before.root and delta.blueprint.root:
            _place(shown[0], old[0])
        new, moved = ({id(item) for item in items} for items in (delta.added, delta.moved))
        for a in range(1, len(pairs.after)):
            item = pairs.after.items[a]
            self._mark(a, [mark for mark, items in (("added", new), ("moved", moved)) if id(item) in items])

    def _mark(self, a: int, marks: list[str]) -> None:
        row, b = self._shown[self._first + a], self._before(a)
        if b > TOP:
            told = _changes(self._pairs, b, a)
            if told:
                row["changes"] = told
                marks.insert(0, "changed")
            _place(row, self._old[self._first_old + b])
        elif b == TOP:
            marks = ["added"]  # a group around all that was there
        if marks:
            row["marks"] = marks

    def _before(self, a: int) -> int:
        """The place of what the item was, also where it is another kind of item now."""
        b = self._pairs.backward[a]
        return b if b >= 0 else self._pairs.before.by_ref.get(self._pairs.after.ref(a) or "", -1)

    def gone(self) -> list[Row]:
        """A row that stands for all that is no longer there, and these, each in what it stood in, if that is gone too."""
        level: dict[int, int] = {}
        made: list[Row] = []
        for b in range(1, len(self._pairs.before)):
            if self._pairs.forward[b] > TOP or self._pairs.restated(b):
                continue
            level[b] = level.get(self._pairs.before.parents[b], 1) + 1
            made.append({**self._old[self._first_old + b], "level": level[b], "gone": True, "marks": ["removed"]})
        section: Row = {"level": 1, "kind": "section", "role": "", "name": _SECTION, "gone": True, "count": len(made)}
        return [section, *made] if made else []


def _changes(pairs: Alignment, b: int, a: int) -> list[dict[str, Any]]:
    if pairs.before.is_group(b) != pairs.after.is_group(a):
        kinds = ["group" if forest.is_group(place) else "element" for forest, place in ((pairs.before, b), (pairs.after, a))]
        return [{"field": "kind", "before": kinds[0], "after": kinds[1]}]
    told = changes_of(pairs.before.items[b], pairs.after.items[a])
    return [{"field": change.field, "before": change.before, "after": change.after} for change in told]


def _place(row: Row, old: Row) -> None:
    """Say where the row's element was, if it was elsewhere or had no box."""
    was = None if old.get("undrawn") else old.get("box")
    if was != row.get("box"):
        row["was"] = was
