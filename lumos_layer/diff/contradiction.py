"""Whether two records, one of each tree, are two different ones, by what they are called and by what is in them."""

from __future__ import annotations

from lumos_layer.diff.calling import (
    are_two,
    has_letters,
    has_other_code,
    is_another_day,
    is_called_otherwise,
    words_of,
)
from lumos_layer.diff.records import Records
from lumos_layer.diff.titles import Titles

_BY_CHANCE = 0.15  # of the words of their own, two records may share so many and be different ones
_IN_COMMON = 0.5  # and so many where they begin with other words
_COLUMNS = 8  # of a record's names are looked at for the one that tells it


class Contradiction:
    """Whether two records, one of each tree, are two different ones."""

    def __init__(self, before: Records, after: Records) -> None:
        self.before, self.after = before, after
        self._parents, self._parents_after = before.tree.parents, after.tree.parents
        self._known: dict[tuple[int, int], bool] = {}
        self._known_above: dict[tuple[int, int], bool] = {}  # by parents of records

    def between(self, i: int, j: int) -> bool:
        """Whether the records that two nodes are in, or those around these, are different ones; False where both are in none."""
        record, other = self._records_of(i, j)
        return record >= 0 and other >= 0 and self.of_records(record, other)

    def of_records(self, record: int, other: int) -> bool:
        """Whether two records, or those around them, are different ones."""
        if self.of_content(record, other):
            return True
        if self.before.is_item(record) or self.after.is_item(other):
            return False
        known = self._known_above.get((self._parents[record], self._parents_after[other]))
        return self._around(record, other) if known is None else known

    def _around(self, record: int, other: int) -> bool:
        """Whether the records around two records are different ones: the same for all below the parents of the two."""
        known, passed = self._known_above, list[tuple[int, int]]()
        differ: bool | None = None
        while differ is None:
            above = self._parents[record], self._parents_after[other]
            differ = known.get(above)
            if differ is not None:
                break
            passed.append(above)
            record, other = self.before.around(record), self.after.around(other)
            if record < 0 or other < 0:
                differ = False
            elif self.of_content(record, other):
                differ = True
            elif self.before.is_item(record) or self.after.is_item(other):
                differ = False
        for above in passed:
            known[above] = differ
        return differ

    def _records_of(self, i: int, j: int) -> tuple[int, int]:
        """The records that two nodes are in, each as high above its node as the other; -1 where there is none."""
        record, other = self.before.of(i), self.after.of(j)
        if record < 0 and other < 0:
            return -1, -1
        if record < 0:
            record = self.before.levels.above(i, self.after.levels.between(j, other))
        elif other < 0:
            other = self.after.levels.above(j, self.before.levels.between(i, record))
        return record, other

    def of_content(self, i: int, j: int) -> bool:
        """Whether two subtrees share no word that their neighbours do not share too, although both have words of their own."""
        if self.before.first(i) == self.after.first(j):
            return False
        key = i, j
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._differ(i, j)
        return found

    def column(self, i: int, j: int) -> int:
        """How many names stand in two subtrees in front of the one that tells them from their siblings."""
        numbers = 0  # counts and prices tell them only where no words do
        for column in range(_COLUMNS):
            called, called_after = self.before.called(column), self.after.called(column)
            title, title_after = called.title(i), called_after.title(j)
            if column and not (title and title_after):
                break
            if called.tells_apart(i) and called_after.tells_apart(j):
                if not column or (has_letters(title) and has_letters(title_after)):
                    return column
                numbers = numbers or column
        return numbers

    def are_called_otherwise(self, i: int, j: int) -> bool:
        """Whether two records share nothing of their own in one of the places of their names that tell them from siblings."""
        for column in range(_COLUMNS):
            called, called_after = self.before.called(column), self.after.called(column)
            title, title_after = called.title(i), called_after.title(j)
            if not (title and title_after):
                break
            if called.spelling(i) == called_after.spelling(j) or not (called.tells_apart(i) and called_after.tells_apart(j)):
                continue
            if title != title_after:
                differ = not _own(called, i, called_after, j)
            else:
                differ = called.are_spelled_apart(i) or called_after.are_spelled_apart(j)
            if differ:
                return True
        return False

    def _differ(self, i: int, j: int) -> bool:
        if self.before.side.telling(i) == self.after.side.telling(j):
            return False
        column = self.column(i, j)
        if self._is_another_by_name(i, j, column) or self._is_another_by_siblings(i, j, column):
            return True
        title, title_after = self.before.called(column).title(i), self.after.called(column).title(j)
        words, others = self.before.words(i), self.after.words(j)
        if words == others or not words or not others:
            return False
        around = [*self.before.words_beside(i), *self.after.words_beside(j)]
        common = frozenset().union(*around)
        if is_called_otherwise(title, title_after, common):
            return True
        least = min(len(words - common), len(others - common))
        by_chance = _IN_COMMON if title and title_after and title.isdisjoint(title_after) else _BY_CHANCE
        return len((words & others) - common) <= least * by_chance

    def _is_another_by_name(self, i: int, j: int, column: int) -> bool:
        """Whether what two records are called tells that they are others: a code, a day; of an only one, every word and number.

        What cells of a table say are values.
        """
        if self.before.is_cell(i):
            return False
        called, called_after = self.before.called(column), self.after.called(column)
        picture, picture_after = called.picture(i), called_after.picture(j)
        if picture and picture_after and picture.isdisjoint(picture_after):
            return True
        name, other = called.spelling(i), called_after.spelling(j)
        if name == other:
            return False
        if has_other_code(name, other) or is_another_day(name, other):
            return True
        if not (self.before.is_alone(i) and self.after.is_alone(j)):
            return False
        return are_two(name, other) or self._says_all_otherwise(i, j, name, other)

    def _says_all_otherwise(self, i: int, j: int, name: str, other: str) -> bool:
        """Whether none of the words that two records say beside their names, which are written in two ways, is in both."""
        words, others = (
            {word for word in side.words(k) - words_of(called) if has_letters({word})}
            for side, k, called in ((self.before, i, name), (self.after, j, other))
        )
        return bool(words and others) and words.isdisjoint(others)

    def _is_another_by_siblings(self, i: int, j: int, column: int) -> bool:
        """Whether what is beside two records tells that they are others, by what they are called."""
        called, called_after = self.before.called(column), self.after.called(column)
        title, title_after = called.title(i), called_after.title(j)
        if called.spelling(i) == called_after.spelling(j):
            return False
        if title == title_after:
            return called.are_spelled_apart(i) or called_after.are_spelled_apart(j)
        if not has_letters(title) and not has_letters(title_after):
            return self._is_another_by_number(i, j, column)
        if title and title_after and (called.is_called(i, title_after) or called_after.is_called(j, title)):
            return True
        if title.isdisjoint(title_after):
            return _has_gone_to(called, i, called_after, j) or _has_gone_to(called_after, j, called, i)
        return not _own(called, i, called_after, j)

    def _is_another_by_number(self, i: int, j: int, column: int) -> bool:
        """Whether two records that are called by numbers are others, where their siblings are too: what else is in them is."""
        called, called_after = self.before.called(column), self.after.called(column)
        title, title_after = called.title(i), called_after.title(j)
        if self.after.is_beside(j, title, column) or self.before.is_beside(i, title_after, column):
            return True
        if not title.isdisjoint(title_after):
            return not _own(called, i, called_after, j)
        if not called.are_numbers(i) and not called_after.are_numbers(j):
            return False
        shared = self.before.words(i) & self.after.words(j)
        around = frozenset().union(*self.before.words_beside(i), *self.after.words_beside(j))
        return not has_letters(shared - around)


def _own(called: Titles, i: int, called_after: Titles, j: int) -> frozenset[str]:
    """The words that two records are both called by, and no sibling of theirs."""
    words = called.title(i) & called_after.title(j)
    return words and words - called.common(i, words) - called_after.common(j, words)


def _has_gone_to(called: Titles, i: int, called_after: Titles, j: int) -> bool:
    """Whether one sibling of `j`, and none of `i`, shares a word with the title of `i`: that is the record, and `j` is not."""
    title = called.title(i)
    return called_after.sharing(j, title) == 1 and not called.sharing(i, title)
