"""Whether rows tell of another thing in place of the one that they told of: a list that says "To Ada", and then "To Bob"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from lumos_layer.perception.belonging import label_in
from lumos_layer.perception.told_lists import ToldList, ToldRow
from lumos_layer.tree import Role

Pair = tuple[str, str]  # what is told no more, and what is in its place


def replaced(before: Sequence[ToldList], after: Sequence[ToldList]) -> Pair | None:
    """Words that are told no more and what has come in their place, in lists that stand in for each other; None if there are none.

    Rows that only come or only go, stand in another order or were scrolled are none.
    """
    return next((pair for one, other in _partners(before, after) if (pair := _in_place(one, other))), None)


def chosen_otherwise(before: Iterable[ToldList], after: Iterable[ToldList]) -> Pair | None:
    """The row that was chosen and is not any more, and the one that is."""
    old, new = ([row for told in look for row in told.rows if row.chosen] for look in (before, after))
    words, now = ({row.words for row in rows} for rows in (old, new))
    gone = next((row for row in old if row.words not in now), None)
    come = next((row for row in new if row.words not in words), None)
    return None if gone is None or come is None else (" ".join(gone.words), " ".join(come.words))


def _partners(before: Sequence[ToldList], after: Sequence[ToldList]) -> Iterator[tuple[ToldList, ToldList]]:
    """The lists that tell something else, each with the one of its role that has its place among these."""
    told, now = ({(each.role, _words(each)) for each in look} for look in (before, after))
    left: dict[Role, list[ToldList]] = {}
    for each in after:
        if (each.role, _words(each)) not in told:
            left.setdefault(each.role, []).append(each)
    for each in before:
        if (each.role, _words(each)) not in now and left.get(each.role):
            yield each, left[each.role].pop(0)


def _words(told: ToldList) -> tuple[tuple[str, ...], ...]:
    return tuple(row.words for row in told.rows)


def _in_place(before: ToldList, after: ToldList) -> Pair | None:
    words, others = _words(before), _words(after)
    lost, come = Counter(words) - Counter(others), Counter(others) - Counter(words)
    if not lost or not come or before.scrolled != after.scrolled:
        return None
    labels, labels_now = _by_label(before, lost), _by_label(after, come)
    for label, (ahead, row) in labels.items():
        if label in labels_now and labels_now[label][0] == ahead:
            return _difference(row, labels_now[label][1])
    standing = sum(one == other for one, other in zip(words, others, strict=False))
    moved = sum((Counter(words) & Counter(others)).values()) - standing
    if moved and moved >= standing:
        return None
    for row, other in zip(before.rows, after.rows, strict=False):
        is_labelled = len(row.words) > 1 and row.words[0] == other.words[0]
        if row.words in lost and other.words in come and (standing or is_labelled or not before.loose):
            return _difference(row, other)
    return None


def _by_label(told: ToldList, changed: Counter[tuple[str, ...]]) -> dict[str, tuple[int, ToldRow]]:
    """The changed rows that say what they tell, as in "To: Ada", each with the number of rows kept before it; labels are alone."""
    found: dict[str, tuple[int, ToldRow]] = {}
    often = Counter(label for row in told.rows if (label := _label(row)))
    ahead = 0
    for row in told.rows:
        label = _label(row)
        if row.words not in changed:
            ahead += 1
        elif label and often[label] == 1:
            found[label] = ahead, row
    return found


def _label(row: ToldRow) -> str:
    first = row.words[0]
    if len(row.words) > 1:
        return first if row.named or first.endswith((":", "：")) else ""
    return label_in(first)


def _difference(row: ToldRow, other: ToldRow) -> Pair:
    gone = next((words for words in row.words if words not in other.words), row.words[0])
    come = next((words for words in other.words if words not in row.words), other.words[0])
    return gone, come
