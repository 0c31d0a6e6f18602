"""What records are called, and how many beside them are called so too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from lumos_layer.diff.calling import has_letters, signs_of, words_of
from lumos_layer.diff.content import Side
from lumos_layer.diff.said import Said, Titled

_TOLD_APART = 3  # siblings that are called by one word: without the one that asks, more than one is enough to know
_UNTITLED: Titled = (frozenset(), "")


class Titles:
    """The titles of the records of one tree: their names, or what stands so many names behind the first in each of them.

    A town in front of many names tells no record: where it does not, what is asked is what stands in the next column.
    """

    def __init__(self, side: Side, said: Said, column: int) -> None:
        self._side, self._said, self._column = side, said, column
        self._titles: dict[int, Titled] = {}
        self._spelled: dict[int, dict[frozenset[str], set[str]]] = {}  # by parent and title, how its children spell that
        self._times: dict[int, Counter[str]] = {}  # by parent and spelling, how many of its children have it
        self._kinds: dict[int, bool] = {}  # by parent, whether its children are called by kinds
        self._pictures: dict[int, dict[int, frozenset[str]]] = {}  # by parent and child
        self._siblings: dict[int, dict[str, set[int]]] = {}  # by parent and word, the children that are called by it

    def title(self, i: int) -> frozenset[str]:
        """The words of the name."""
        return self._titled(i)[0]

    def spelling(self, i: int) -> str:
        """The name of which the title has the words, as it is written: with signs, counters, small and capital letters."""
        return self._titled(i)[1]

    def tells_apart(self, i: int) -> bool:
        """Whether a record is called as no sibling is, and these are not called by kinds."""
        parent = self._side.tree.parents[i]
        times = self._spelling_times(parent)
        if parent not in self._kinds:
            self._kinds[parent] = are_kinds(len(times), times.total())
        return times[self.spelling(i)] < 2 and not self._kinds[parent]

    def are_spelled_apart(self, i: int) -> bool:
        """Whether a sibling of a record has the words of its title, but writes them in another way: Report (1) and Report (2)."""
        return len(self._spellings(self._side.tree.parents[i]).get(self.title(i), ())) > 1

    def is_called(self, i: int, title: frozenset[str]) -> bool:
        """Whether a sibling of a record, or it itself, has this title."""
        return title in self._spellings(self._side.tree.parents[i])

    def are_numbers(self, i: int) -> bool:
        """Whether a sibling of a record is called by a number, as it is."""
        spelled = self._spellings(self._side.tree.parents[i])
        return any(not has_letters(title) for title in spelled if title and title != self.title(i))

    def picture(self, i: int) -> frozenset[str]:
        """The signs that a record begins with in place of words, if no sibling begins with one of them."""
        if not self._first_signs(i):
            return frozenset()
        parent = self._side.tree.parents[i]
        found = self._pictures.get(parent)
        if found is None:
            signs = {k: self._first_signs(k) for k in self._side.children(parent)}
            times = Counter(sign for each in signs.values() for sign in each)
            found = self._pictures[parent] = {k: own for k, own in signs.items() if own and all(times[sign] == 1 for sign in own)}
        return found.get(i, frozenset())

    def sharing(self, i: int, title: frozenset[str]) -> int:
        """How many siblings of a record are called by one of the words of a title; of many only that they are more than one."""
        titled = self._titled_by(self._side.tree.parents[i])
        return len(set().union(*(titled.get(word, ()) for word in title)) - {i})

    def common(self, i: int, words: frozenset[str]) -> frozenset[str]:
        """Those of the words that a sibling of a record is called by."""
        titled = self._titled_by(self._side.tree.parents[i])
        return frozenset(word for word in words if titled.get(word, set()) - {i})

    def _titled(self, i: int) -> Titled:
        found = self._titles.get(i)
        if found is None:
            found = self._titles[i] = self._find(i)
        return found

    def _titled_children(self, parent: int) -> list[Titled]:
        known = self._titles
        return [known.get(k) or self._titled(k) for k in self._side.children(parent)]

    def _find(self, i: int) -> Titled:
        if not self._column:
            return self._said.title(i) or _title(self._said.names(i), signs_of)
        names = self._said.names(i)[self._column : self._column + 1]
        found = _title(names, words_of)
        return found if found[0] else _title(names, signs_of)

    def _spelling_times(self, parent: int) -> Counter[str]:
        times = self._times.get(parent)
        if times is None:
            times = self._times[parent] = Counter([spelling for _, spelling in self._titled_children(parent) if spelling])
        return times

    def _spellings(self, parent: int) -> dict[frozenset[str], set[str]]:
        """By the title of children, how they spell it."""
        spelled = self._spelled.get(parent)
        if spelled is None:
            spelled = self._spelled[parent] = {}
            for title, spelling in self._titled_children(parent):
                spelled.setdefault(title, set()).add(spelling)
        return spelled

    def _first_signs(self, i: int) -> frozenset[str]:
        name = next(iter(self._said.names(i)[self._column :]), "") if self._column else self._said.name(i)
        return frozenset() if words_of(name) else signs_of(name)

    def _titled_by(self, parent: int) -> dict[str, set[int]]:
        """By word, children that are called by it, or three of them."""
        titled = self._siblings.get(parent)
        if titled is None:
            titled = self._siblings[parent] = {}
            for k in self._side.children(parent):
                for word in self.title(k):
                    called = titled.setdefault(word, set())
                    if len(called) < _TOLD_APART:
                        called.add(k)
        return titled


def are_kinds(names: int, records: int) -> bool:
    """Whether so many records have so few different names that these are kinds, such as towns, and no names of records."""
    return names < records and 2 * names <= records + 1


def _title(names: Sequence[str], ask: Callable[[str], frozenset[str]]) -> Titled:
    return next(((words, name) for name in names if (words := ask(name))), _UNTITLED)
