"""Places on a line, numbered from 0: which are covered, and which are marked. Each question and each change takes a few steps."""

from __future__ import annotations

_BITS = 10  # of a place's number that tell where in a word it is: words of 1,024 places
_IN_WORD = (1 << _BITS) - 1


class Covered:
    """Which places lie under covers, that may lie on each other. `full` and `covers` are those of a segment tree."""

    def __init__(self, count: int) -> None:
        self._levels = max(1, count - 1).bit_length()
        self._size = size = 1 << self._levels
        self._covers = [0] * (2 * size)  # by node, how many lie on all of it and not on all of the node around
        self._full = bytearray(2 * size)  # 1: nothing in it is free
        self.put(count, size)

    def put(self, first: int, end: int) -> None:
        """Lay one more cover on the places from the first to before the end."""
        full, covers = self._full, self._covers
        for p in self._parts(first, end):
            covers[p] += 1
            while p and not full[p]:
                full[p] = 1
                p >>= 1
                if covers[p] or not (full[2 * p] and full[2 * p + 1]):
                    break

    def take(self, first: int, end: int) -> None:
        """Take away a cover that was laid on the same places."""
        full, covers, size = self._full, self._covers, self._size
        for p in self._parts(first, end):
            covers[p] -= 1
            if covers[p] or (p < size and full[2 * p] and full[2 * p + 1]):
                continue
            while p and full[p] and not covers[p]:
                full[p] = 0
                p >>= 1

    def free_from(self, place: int) -> int:
        """The first free place from this one on; a number that no place has where there is none."""
        full, size, turn = self._full, self._size, 0
        if place >= size:
            return size
        for level in range(self._levels, -1, -1):
            p = (place + size) >> level
            if full[p]:
                break
            if level and not (place >> (level - 1)) & 1 and not full[2 * p + 1]:
                turn = 2 * p + 1
        else:
            return place
        while 0 < turn < size:
            turn *= 2
            turn += full[turn]
        return turn - size if turn else size

    def _parts(self, first: int, end: int) -> list[int]:
        """The nodes that together make up the places."""
        found = []
        low, high = first + self._size, end + self._size
        while low < high:
            if low & 1:
                found.append(low)
                low += 1
            if high & 1:
                high -= 1
                found.append(high)
            low >>= 1
            high >>= 1
        return found


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
