"""Whether two records, one of each tree, are two different ones, by what they are called and by what is in them."""

from __future__ import annotations

from lumos_layer.diff.calling import (
    are_two,
    has_letters,
    has_other_code,
    is_another_day,
    is_called_otherwise,
)
from lumos_layer.diff.records import Records

_BY_CHANCE = 0.15  # of the words of their own, two records may share so many and be different ones
_IN_COMMON = 0.5  # and so many where they begin with other words


class Contradiction:
    """Whether two records, one of each tree, are two different ones."""

    def __init__(self, before: Records, after: Records) -> None:
        self.before, self.after = before, after
        self._known: dict[tuple[int, int], bool] = {}
        self._known_around: dict[tuple[int, int], bool] = {}

    def between(self, i: int, j: int) -> bool:
        """Whether the records that two nodes are in, or those around these, are different ones; False where both are in none."""
        passed: list[tuple[int, int]] = []
        record, other = self._records_of(i, j)
        differ = False
        while record >= 0 and other >= 0:
            known = self._known_around.get((record, other))
            if known is not None:
                differ = known
                break
            passed.append((record, other))
            differ = self.of_content(record, other)
            if differ or self.before.is_item(record) or self.after.is_item(other):
                break
            outer, outer_after = self.before.around(record), self.after.around(other)
            if outer < 0 or outer_after < 0:
                break
            record, other = self._records_of(outer, outer_after)
        self._known_around.update(dict.fromkeys(passed, differ))
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
        key = i, j
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._differ(i, j)
        return found

    def _differ(self, i: int, j: int) -> bool:
        if self.before.first(i) == self.after.first(j) or self.before.side.telling(i) == self.after.side.telling(j):
            return False
        if self._is_another_by_name(i, j) or self._is_another_by_siblings(i, j):
            return True
        title, title_after = self.before.title(i), self.after.title(j)
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

    def _is_another_by_name(self, i: int, j: int) -> bool:
        """Whether what two records are called tells that they are others: a code, a day; of an only one, every word and number.

        What cells of a table say are values.
        """
        if self.before.is_cell(i):
            return False
        picture, picture_after = self.before.picture(i), self.after.picture(j)
        if picture and picture_after and picture.isdisjoint(picture_after):
            return True
        name, other = self.before.spelling(i), self.after.spelling(j)
        if name == other:
            return False
        if has_other_code(name, other) or is_another_day(name, other):
            return True
        return self.before.is_alone(i) and self.after.is_alone(j) and are_two(name, other)

    def _is_another_by_siblings(self, i: int, j: int) -> bool:
        """Whether what is beside two records tells that they are others, by what they are called."""
        title, title_after = self.before.title(i), self.after.title(j)
        if title == title_after:
            return self._are_spelled_apart(i, j)
        if not has_letters(title) and not has_letters(title_after):
            return self._is_another_by_number(i, j)
        if title and title_after and (self.before.is_called(i, title_after) or self.after.is_called(j, title)):
            return True
        if title.isdisjoint(title_after):
            return self._has_gone_to(j, title, i) or self._has_come_from(i, title_after, j)
        return not self._own(i, j, title & title_after)

    def _is_another_by_number(self, i: int, j: int) -> bool:
        """Whether two records that are called by numbers are others, where their siblings are too: what else is in them is."""
        title, title_after = self.before.title(i), self.after.title(j)
        if self._is_beside(i, j):
            return True
        if not title.isdisjoint(title_after):
            return not self._own(i, j, title & title_after)
        if not self.before.are_numbers(i) and not self.after.are_numbers(j):
            return False
        shared = self.before.words(i) & self.after.words(j)
        around = frozenset().union(*self.before.words_beside(i), *self.after.words_beside(j))
        return not has_letters(shared - around)

    def _own(self, i: int, j: int, words: frozenset[str]) -> frozenset[str]:
        """Those of the words that no sibling of two records is called by."""
        return words - self.before.common(i, words) - self.after.common(j, words)

    def _are_spelled_apart(self, i: int, j: int) -> bool:
        """Whether the names of two records have the same words, and only how they are written tells them from their siblings."""
        if self.before.spelling(i) == self.after.spelling(j):
            return False
        return self.before.are_spelled_apart(i) or self.after.are_spelled_apart(j)

    def _is_beside(self, i: int, j: int) -> bool:
        """Whether a neighbour of one of two records is called as the other is."""
        title, title_after = self.before.title(i), self.after.title(j)
        return self.after.is_beside(j, title) or self.before.is_beside(i, title_after)

    def _has_gone_to(self, j: int, title: frozenset[str], i: int) -> bool:
        """Whether one new sibling, and none before, shares a word with the title of `i`: that is the record, and `j` is not."""
        return self.after.sharing(j, title) == 1 and not self.before.sharing(i, title)

    def _has_come_from(self, i: int, title: frozenset[str], j: int) -> bool:
        """Whether one sibling before, and none now, shares a word with the title of `j`: that was the record, and `i` was not."""
        return self.before.sharing(i, title) == 1 and not self.after.sharing(j, title)
