"""Children that share words: rows in which one cell has changed, names with another counter in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from lumos_layer.diff.family import Family
from lumos_layer.diff.records import Records

_ENOUGH = 0.5  # of the words of both that their siblings do not share


def pair_similar(family: Family) -> None:
    """Pair free children of one role and identifier that share their first name or most words: words which no sibling has."""
    records, records_after = family.same.records.before, family.same.records.after
    free, free_after = family.free(), family.free_after()
    known = _rare(records, free, family.children), _rare(records_after, free_after, family.children_after)
    votes: Counter[tuple[int, int]] = Counter()
    for word, i in known[0].items():
        j = known[1].get(word, -1)
        if i >= 0 and j >= 0:
            votes[i, j] += 1
    for (i, j), shared in _only_choices(votes):
        column = family.same.records.column(i, j)
        title, title_after = records.called(column).title(i), records_after.called(column).title(j)
        alike = shared >= _ENOUGH * _different(family, i, j) or title == title_after
        if alike and family.same.records.are_called_otherwise(i, j) and not family.is_in_place(i, j):
            alike = False  # elsewhere, and called otherwise in every word: what else they share, they may share by chance
        if alike and family.sides[0].identity(i) == family.sides[1].identity(j) and family.may_pair(i, j):
            family.pair(i, j)


def _rare(records: Records, free: Sequence[int], children: Sequence[int]) -> dict[str, int]:
    """By word, the only free child that has it; -1 if several have, or a sibling beside a free one."""
    wanted = set(free)
    near = {k for pair in pairwise(children) if not wanted.isdisjoint(pair) for k in pair}
    found: dict[str, int] = {}
    for i in wanted | near:
        for word in records.words(i):
            found[word] = -1 if word in found or i not in wanted else i
    return found


def _only_choices(votes: Counter[tuple[int, int]]) -> Iterable[tuple[tuple[int, int], int]]:
    times, times_after = Counter(i for i, _ in votes), Counter(j for _, j in votes)
    return ((pair, shared) for pair, shared in votes.items() if times[pair[0]] == 1 == times_after[pair[1]])


def _different(family: Family, i: int, j: int) -> int:
    """How many words there are in both, counting those that only one has."""
    words, others = family.same.records.before.words(i), family.same.records.after.words(j)
    return len(words | others)
