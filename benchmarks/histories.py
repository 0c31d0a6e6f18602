"""What happens to records between two looks, and whether the two screens alone could come from another history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from benchmarks.records import Record, another_town, first_id, shown

T = TypeVar("T")
_NEW_WORD = "Zeta"
Rows = list[Record]
Operation = Callable[[Rows, Rows, Random], Rows]  # the rows, those that may come, to the rows then


class Look(Struct, frozen=True):
    """The rows of one look: which records they are, and what of it the screen shows."""

    records: Sequence[Record]
    said: Sequence[tuple[str, ...]]
    ids: Sequence[int]

    def place(self, key: int) -> int:
        """Where a record stands; -1: nowhere."""
        return next((n for n, record in enumerate(self.records) if record.key == key), -1)


def look_at(shape: str, ids: str, rows: Rows) -> Look:
    return Look(rows, [shown(shape, row) for row in rows], [first_id(ids, row, n) for n, row in enumerate(rows)])


def _changed(rows: Rows, change: Callable[[Record], Record], random: Random) -> Rows:
    chosen = random.randrange(len(rows))
    return [change(row) if n == chosen else row for n, row in enumerate(rows)]


def _renamed(record: Record, random: Random) -> Record:
    words = record.name.split()
    words[random.randrange(len(words))] = _NEW_WORD
    return replace(record, name=" ".join(words))


def _replaced(rows: Rows, spare: Rows, random: Random, number: int) -> Rows:
    come = dict(zip(random.sample(range(len(rows)), min(number, len(rows))), spare, strict=False))
    return [come.get(n, row) for n, row in enumerate(rows)]


def _inserted(rows: Rows, spare: Rows, random: Random) -> Rows:
    place = random.randrange(len(rows) + 1)
    return [*rows[:place], *spare[:1], *rows[place:]]


def _removed(rows: Rows, spare: Rows, random: Random) -> Rows:
    place = random.randrange(len(rows))
    return [*rows[:place], *rows[place + 1 :]]


def _two(rows: Rows, spare: Rows, random: Random) -> Rows:
    for name in random.sample(_COMBINED, 2):
        rows = OPERATIONS[name](rows, spare, random) if rows else rows
        spare = [record for record in spare if all(record.key != row.key for row in rows)]
    return rows


OPERATIONS: Mapping[str, Operation] = {
    "nothing": lambda rows, spare, random: rows,
    "count up": lambda rows, spare, random: _changed(rows, lambda row: replace(row, count=row.count + 1), random),
    "other town": lambda rows, spare, random: _changed(rows, lambda row: replace(row, town=another_town(row, random)), random),
    "rename": lambda rows, spare, random: _changed(rows, lambda row: _renamed(row, random), random),
    "one at top": lambda rows, spare, random: spare[:1] + rows,
    "three at top": lambda rows, spare, random: spare[:3] + rows,
    "insert": _inserted,
    "append": lambda rows, spare, random: rows + spare[:1],
    "remove": _removed,
    "remove first": lambda rows, spare, random: rows[1:],
    "remove last": lambda rows, spare, random: rows[:-1],
    "reverse": lambda rows, spare, random: rows[::-1],
    "shuffle": lambda rows, spare, random: random.sample(rows, len(rows)),
    "scroll one": lambda rows, spare, random: rows[1:] + spare[:1],
    "scroll two": lambda rows, spare, random: rows[2:] + spare[: min(2, len(rows))],
    "scroll most": lambda rows, spare, random: rows[-1:] + spare[: len(rows) - 1],
    "scroll back": lambda rows, spare, random: spare[:1] + rows[:-1],
    "scroll back most": lambda rows, spare, random: spare[: len(rows) - 1] + rows[:1],
    "replace": lambda rows, spare, random: _replaced(rows, spare, random, 1),
    "replace two": lambda rows, spare, random: _replaced(rows, spare, random, 2),
    "replace first": lambda rows, spare, random: spare[:1] + rows[1:],
    "another list": lambda rows, spare, random: spare[: len(rows)],
    "filter": lambda rows, spare, random: [random.choice(rows)],
    "filter to another": lambda rows, spare, random: spare[:1],
    "two of these": _two,
}  # fmt: skip
_COMBINED = ("one at top", "remove", "shuffle", "count up", "replace", "remove last")


def kept_is_undecidable(before: Look, after: Look, here: int, there: int) -> bool:
    """Whether row `here` could have become row `there`, which it has not, in another history with the same two screens.

    Such a history has the two rows say the same, and takes no more records that come, go or move than the true one; or one row in
    its place had one word changed, and nothing else happened around it. Native ids, where there are any, must fit: each may stay
    with its place, and of rows that say the same they may have been made anew.
    """
    alike = before.said[here] == after.said[there]
    made_anew = before.ids[here] not in after.ids and after.ids[there] not in before.ids
    if not _fit_by_place(before, after) and not (alike and made_anew):
        return False
    if alike:
        return _least_cost(before, after, here, there) <= _cost(before, after)
    return _is_one_word_in_place(before, after, here, there)


def loss_is_undecidable(before: Look, after: Look, here: int) -> bool:
    """Whether row `here`, which is there still, could be another in a history with the same two screens.

    Several rows say the same as it said or says, and not all stay where they are; or its name was changed. That values of a record
    change is so common that it is not taken for another one.
    """
    there = after.place(before.records[here].key)
    was, now = before.said[here], after.said[there]
    if before.records[here].name != after.records[there].name:
        return True
    stays = list(before.said) == list(after.said)
    alike = max(before.said.count(was), after.said.count(now), before.said.count(now), after.said.count(was)) > 1
    lasting = before.ids[here] == after.ids[there] != 0 and not _fit_by_place(before, after)
    return alike and not stays and not lasting


def _fit_by_place(before: Look, after: Look) -> bool:
    """Whether native ids, or that there are none, say only where a row stands."""
    return all(id == other for id, other in zip(before.ids, after.ids, strict=False))


def _cost(before: Look, after: Look) -> int:
    """How many records came, went or moved."""
    partners = [after.place(record.key) for record in before.records]
    kept = [partner for partner in partners if partner >= 0]
    return len(partners) + len(after.records) - len(kept) - _in_order(kept, range(len(after.records)), int.__eq__)


def _least_cost(before: Look, after: Look, here: int, there: int) -> int:
    """How few must have come, gone or moved if row `here` became row `there`, and others became any that say the same."""
    said, now = list(before.said), list(after.said)
    for n, record in enumerate(before.records):  # what has changed is still itself
        partner = after.place(record.key)
        if partner >= 0 and said[n] != now[partner] and n != here and partner != there:
            said[n] = now[partner] = (str(record.key),)
    kept = (Counter(said[:here] + said[here + 1 :]) & Counter(now[:there] + now[there + 1 :])).total() + 1
    in_order = _in_order(said[:here], now[:there], tuple.__eq__) + 1 + _in_order(said[here + 1 :], now[there + 1 :], tuple.__eq__)
    return len(said) + len(now) - kept - in_order


def _in_order(rows: Sequence[T], others: Sequence[T], same: Callable[[T, T], bool]) -> int:
    """The length of the longest sequence that is in both."""
    longest = [0] * (len(others) + 1)
    for row in rows:
        corner = 0
        for n, other in enumerate(others, 1):
            corner, longest[n] = longest[n], corner + 1 if same(row, other) else max(longest[n], longest[n - 1])
    return longest[-1]


def _is_one_word_in_place(before: Look, after: Look, here: int, there: int) -> bool:
    """Whether two rows between the same rows, or ends, differ in a value without letters, or in one word and share something."""

    def around(look: Look, n: int) -> tuple[object, object]:
        return look.said[n - 1] if n else None, look.said[n + 1] if n + 1 < len(look.said) else None

    texts, texts_after = before.said[here], after.said[there]
    if around(before, here) != around(after, there) or len(texts) != len(texts_after):
        return False
    changed = [(text.split(), other.split()) for text, other in zip(texts, texts_after, strict=True) if text != other]
    if len(changed) != 1:
        return False
    words, others = changed[0]
    if not any(letter.isalpha() for text in (*words, *others) for letter in text):  # a value
        return True
    shared = 0
    while shared < min(len(words), len(others)) and words[shared] == others[shared]:
        shared += 1
    tail = 0
    while tail < min(len(words), len(others)) - shared and words[-1 - tail] == others[-1 - tail]:
        tail += 1
    return max(len(words), len(others)) - shared - tail == 1 and (shared + tail > 0 or len(texts) > 1)
