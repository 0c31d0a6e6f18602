"""What is left of a box when others lie on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lumos_layer.tree.line import Covered, Marked
from lumos_layer.tree.survey import Box

Span = tuple[int, int]

_LARGEST = 4  # of covers that the others are compared with


def largest_free(area: Box, covers: Sequence[Box]) -> Box | None:
    """The largest box inside the area that no cover touches, None if they leave no pixel; of equals the one that ends first.

    Boxes are looked for between the covers' edges down the area, each as high as its left and right edges stay.
    One line goes down the area: the steps are as many as covers and free boxes, each takes the logarithm of that.
    """
    inside = [cover for each in covers if (cover := _common(area, each))[0] < cover[2] and cover[1] < cover[3]]
    inside = _without_hidden(inside)
    if area in inside:
        return None
    if not inside:
        return area if area[0] < area[2] and area[1] < area[3] else None
    edges = sorted({area[0], area[2], *(x for cover in inside for x in (cover[0], cover[2]))})
    places = {x: place for place, x in enumerate(edges)}
    gaps = _Gaps(edges, area[1])
    for y, begun, ended in _events(inside, places):
        # First what begins: what is covered before and after is not free in between.
        for first, end in begun:
            gaps.cover(first, end, y)
        for first, end in ended:
            gaps.uncover(first, end, y)
    return gaps.finish(area[3])


def _common(one: Box, other: Box) -> Box:
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def _without_hidden(covers: list[Box]) -> list[Box]:
    """Without those that lie in one of the largest: most often these are windows, and the others stand in them."""
    if len(covers) < 2:
        return covers
    covers.sort(key=_size, reverse=True)
    kept = covers
    for left, top, right, bottom in covers[:_LARGEST]:
        box = left, top, right, bottom
        rest = [each for each in kept if each[0] < left or each[1] < top or right < each[2] or bottom < each[3]]
        if len(rest) + 1 < len(kept):
            kept = [box, *rest]
    return kept


def _size(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _events(covers: Sequence[Box], places: dict[int, int]) -> Iterator[tuple[int, list[Span], list[Span]]]:
    """From the top, the lines at which covers begin or end, with these."""
    found: dict[int, tuple[list[Span], list[Span]]] = {}
    for left, top, right, bottom in covers:
        span = places[left], places[right]
        found.setdefault(top, ([], []))[0].append(span)
        found.setdefault(bottom, ([], []))[1].append(span)
    for y in sorted(found):
        yield y, *found[y]


class _Gaps:
    """What is free on a line that goes down, and the largest box that was free so far. Places are numbers of edges."""

    def __init__(self, edges: Sequence[int], top: int) -> None:
        count = len(edges) - 1
        self._edges, self._count = edges, count
        self._covered = Covered(count)
        self._starts, self._started = Marked(count), [0] * count  # of covers on the line
        self._lefts, self._rights, self._since = Marked(count), [0] * count, [0] * count  # of gaps, with the line where each began
        self._best: Box | None = None
        self._most = 0
        self._open(0, count, top)

    def cover(self, first: int, end: int, y: int) -> None:
        self._covered.put(first, end)
        self._started[first] += 1
        self._starts.add(first)
        gap = self._lefts.last(first)
        if gap < 0 or self._rights[gap] <= first:
            gap = self._lefts.next(first)
        while 0 <= gap < end:
            right = self._rights[gap]
            self._close(gap, y)
            if gap < first:
                self._open(gap, first, y)
            if right > end:
                self._open(end, right, y)
            gap = self._lefts.next(max(first, gap + 1))

    def uncover(self, first: int, end: int, y: int) -> None:
        self._covered.take(first, end)
        self._started[first] -= 1
        if not self._started[first]:
            self._starts.remove(first)
        free = self._covered.free_from(first)
        while free < end:
            left, right = free, self._starts.next(free)
            if right < 0:
                right = self._count
            if right > end:
                self._close(end, y)
            before = self._lefts.last(free - 1) if free == first else -1
            if before >= 0 and self._rights[before] == free:
                self._close(before, y)
                left = before
            self._open(left, right, y)
            free = self._covered.free_from(right)

    def finish(self, bottom: int) -> Box | None:
        """The largest free box, when the line has reached the bottom."""
        gap = self._lefts.next(0)
        while gap >= 0:
            self._close(gap, bottom)
            gap = self._lefts.next(gap)
        return self._best

    def _open(self, left: int, right: int, y: int) -> None:
        self._lefts.add(left)
        self._rights[left], self._since[left] = right, y

    def _close(self, gap: int, y: int) -> None:
        self._lefts.remove(gap)
        left, right, top = self._edges[gap], self._edges[self._rights[gap]], self._since[gap]
        size = (right - left) * (y - top)
        best = self._best
        if size > self._most or (best is not None and size == self._most and y == best[3] and left < best[0]):
            self._most, self._best = size, (left, top, right, y)
