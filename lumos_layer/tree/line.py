"""Places on a line, numbered from 0: which are covered, and which are marked. Each question and each change takes a few steps."""

from __future__ import annotations

from collections.abc import Sequence

_BITS = 10  # of a place's number that tell where in a word it is: words of 1,024 places
_IN_WORD = (1 << _BITS) - 1


class Runs:
    """Places side by side under covers, that may lie on each other, and the runs of free ones. A segment tree.

    Each of its parts knows its free places as they are under the covers that lie on all of it, and shows none while there are such:
    what a cover hides comes back in a few steps, however much it is.
    """

    def __init__(self, edges: Sequence[int]) -> None:
        """Place k lies between edges k and k + 1; nothing is covered."""
        count = len(edges) - 1
        self._levels = max(1, count - 1).bit_length()
        self._size = size = 1 << self._levels
        # Behind the last edge places have no width.
        self._edges = [*edges, *[edges[-1]] * (size - count)]
        self._covers = [0] * (2 * size)  # by part, how many lie on all of it and not on all of the part around
        # By part: where its first places cease to be free, where its last begin to be, and width and place of its widest run.
        self._heads, self._tails, self._widths, self._places = ([0] * (2 * size) for _ in range(4))
        for level in range(self._levels + 1):
            for part in range(size >> level, 2 * size >> level):
                self._read(part, level)

    def put(self, first: int, end: int) -> None:
        """Lay one more cover on the places from the first to before the end."""
        self._lay(first, end, 1)

    def take(self, first: int, end: int) -> None:
        """Take away a cover that was laid on the same places."""
        self._lay(first, end, -1)

    def around(self, place: int) -> tuple[int, int]:
        """From where to before where all is free around a place; nothing, from it to before it, if the place is covered."""
        part, first, end = place + self._size, place, place + 1
        start = place  # of the part
        for level in range(self._levels + 1):
            if self._covers[part]:
                return place, place
            if part & 1 and part > 1:
                first = self._tails[part - 1] if first == start else first
                start -= 1 << level
            elif end == start + (1 << level) and part > 1:
                end = self._heads[part + 1]
            part >>= 1
        return first, end

    def widest(self, first: int, end: int) -> tuple[int, int]:
        """The width of the widest run of free places from the first to before the end, and where it begins; of equals the first."""
        edges, most, place = self._edges, 0, first
        begun = first  # since where all is free up to the next part
        waiting = [(1, self._levels)]
        while waiting:
            part, level = waiting.pop()
            start = (part << level) - self._size
            behind = start + (1 << level)
            if end <= start or behind <= first:
                continue
            if self._covers[part]:
                begun = behind
            elif first <= start and behind <= end:
                for width, at in ((edges[self._heads[part]] - edges[begun], begun), (self._widths[part], self._places[part])):
                    if width > most:
                        most, place = width, at
                begun = begun if self._heads[part] == behind else self._tails[part]
            else:
                waiting += (2 * part + 1, level - 1), (2 * part, level - 1)
        return most, place

    def _lay(self, first: int, end: int, more: int) -> None:
        covers = self._covers
        low, high = first + self._size, end + self._size
        left, right = low, high - 1  # the parts around the first and the last place
        left_changed = right_changed = False
        for level in range(self._levels + 1):
            if low < high and low & 1:
                covers[low] += more
                left_changed |= self._read(low, level)
                low += 1
            if low < high and high & 1:
                high -= 1
                covers[high] += more
                right_changed |= self._read(high, level)
            low, high, left, right = low >> 1, high >> 1, left >> 1, right >> 1
            if left == right:
                left_changed |= right_changed
                right_changed = False
            left_changed = left_changed and self._read(left, level + 1)
            right_changed = right_changed and self._read(right, level + 1)
            if low >= high and not (left_changed or right_changed):
                return

    def _read(self, part: int, level: int) -> bool:
        """Find what a part shows, whose halves are found; returns whether that is something else now."""
        if not part:
            return False
        edges, heads, tails, widths, places = self._edges, self._heads, self._tails, self._widths, self._places
        start = (part << level) - self._size
        end = start + (1 << level)
        head, tail, width, place = end, start, edges[end] - edges[start], start  # all is free
        if self._covers[part]:
            head, tail, width = start, end, 0
        elif level:
            left, right, middle = 2 * part, 2 * part + 1, start + end >> 1
            head = heads[right] if heads[left] == middle else heads[left]
            tail = tails[left] if tails[right] == middle else tails[right]
            width, place = widths[left], places[left]
            across = edges[heads[right]] - edges[tails[left]]
            if across > width:
                width, place = across, tails[left]
            if widths[right] > width:
                width, place = widths[right], places[right]
        if heads[part] == head and tails[part] == tail and widths[part] == width and places[part] == place:
            return False
        heads[part], tails[part], widths[part], places[part] = head, tail, width, place
        return True


class Marked:
    """A set of places that knows the next and the last one."""

    def __init__(self, count: int) -> None:
        self._words = [0] * ((count >> _BITS) + 1)
        self._some = 0  # a bit for each word that is not 0

    def add(self, place: int) -> None:
        self._words[place >> _BITS] |= 1 << (place & _IN_WORD)
        self._some |= 1 << (place >> _BITS)

    def remove(self, place: int) -> None:
        word = self._words[place >> _BITS] = self._words[place >> _BITS] & ~(1 << (place & _IN_WORD))
        if not word:
            self._some &= ~(1 << (place >> _BITS))

    def next(self, place: int) -> int:
        """The first from this one on, -1 if there is none."""
        number = place >> _BITS
        if number >= len(self._words):
            return -1
        word = self._words[number] >> (place & _IN_WORD)
        if word:
            return place + _lowest(word)
        some = self._some >> (number + 1)
        if not some:
            return -1
        number += 1 + _lowest(some)
        return (number << _BITS) + _lowest(self._words[number])

    def last(self, place: int) -> int:
        """The last up to and with this one, -1 if there is none."""
        if place < 0:
            return -1
        number = place >> _BITS
        word = self._words[number] & ((2 << (place & _IN_WORD)) - 1)
        if word:
            return (number << _BITS) + word.bit_length() - 1
        some = self._some & ((1 << number) - 1)
        if not some:
            return -1
        number = some.bit_length() - 1
        return (number << _BITS) + self._words[number].bit_length() - 1


def _lowest(word: int) -> int:
    return (word & -word).bit_length() - 1
