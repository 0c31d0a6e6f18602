"""What is left of a box when others lie on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lumos_layer.tree.line import Marked, Runs
from lumos_layer.tree.survey import Box

Span = tuple[int, int]

_LARGEST = 4  # of covers that the others are compared with


def largest_free(area: Box, covers: Sequence[Box]) -> Box | None:
    """The largest box inside the area that no cover touches, None if they leave no pixel; of equals the one that ends first.

    Boxes are looked for between the covers' edges down the area, each as high as its left and right edges stay.
    One line goes down the area: the steps are as many as covers, however many parts they leave, each takes the logarithm of that.
    """
    inside = [cover for each in covers if (cover := common(area, each)) is not None]
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


def common(one: Box, other: Box) -> Box | None:
    """What lies in both boxes, None if no pixel does."""
    left, top, right, bottom = max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


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
    """What is free on a line that goes down, and the largest box that was free so far. Places are numbers of edges.

    Gaps side by side that began on one line are a *stretch*: of those that end together, only the widest counts.
    """

    def __init__(self, edges: Sequence[int], top: int) -> None:
        count = len(edges) - 1
        self._edges, self._count, self._runs = edges, count, Runs(edges)
        self._stretches, self._since = Marked(count), [top] * (count + 1)  # where they begin, with the line from which on
        self._stretches.add(0)
        self._best: Box | None = None
        self._most = 0

    def cover(self, first: int, end: int, y: int) -> None:
        left, right = self._changed(first, end)
        self._close(left, right, y)
        self._runs.put(first, end)
        self._begin(left, right, y)

    def uncover(self, first: int, end: int, y: int) -> None:
        self._runs.take(first, end)
        left, right = self._changed(first, end)
        self._close(left, first, y)
        self._close(end, right, y)
        self._begin(left, right, y)

    def finish(self, bottom: int) -> Box | None:
        """The largest free box, when the line has reached the bottom."""
        self._close(0, self._count, bottom)
        return self._best

    def _changed(self, first: int, end: int) -> Span:
        """What a cover makes less of, with the gaps that reach under it, while it is not there."""
        return self._runs.around(first)[0], min(max(end, self._runs.around(end - 1)[1]), self._count)

    def _close(self, first: int, end: int, y: int) -> None:
        """Look at the gaps from the first place to before the end, which go no further; none lies across either."""
        while first < end:
            behind = self._stretches.next(first + 1)
            behind = end if behind < 0 else min(behind, end)
            self._compare(first, behind, self._since[self._stretches.last(first)], y)
            first = behind

    def _compare(self, first: int, end: int, top: int, y: int) -> None:
        if (self._edges[end] - self._edges[first]) * (y - top) < (self._most or 1):
            return  # none of them can be larger
        width, place = self._runs.widest(first, end)
        size, left, best = width * (y - top), self._edges[place], self._best
        if size > self._most or (best is not None and size == self._most and y == best[3] and left < best[0]):
            self._most, self._best = size, (left, top, left + width, y)

    def _begin(self, first: int, end: int, y: int) -> None:
        """Make one stretch of all from the first place to before the end."""
        stretches, since = self._stretches, self._since
        last = stretches.last(end)
        since[end] = since[last]
        place = stretches.next(first)
        while 0 <= place < end:
            stretches.remove(place)
            place = stretches.next(place)
        stretches.add(first)
        since[first] = y
        if end < self._count:
            stretches.add(end)
