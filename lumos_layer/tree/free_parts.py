"""What is left of a box when others lie on it."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Sequence
from itertools import pairwise

from lumos_layer.tree.survey import Box


def largest_free(area: Box, covers: Sequence[Box]) -> Box | None:
    """The largest box inside the area that no cover touches, None if they leave no pixel; of equals the one that ends first.

    Boxes are looked for between the covers' edges down the area, each as high as its left and right edges stay.
    """
    best: Box | None = None
    most = 0
    since: dict[tuple[int, int], int] = {}  # gaps that go on, with the line where each began
    for top, bottom, gaps in _strips(area, covers):
        since = {gap: since.get(gap, top) for gap in gaps}
        for (left, right), began in since.items():
            size = (right - left) * (bottom - began)
            if size > most:
                most, best = size, (left, began, right, bottom)
    return best


def _strips(area: Box, covers: Sequence[Box]) -> Iterator[tuple[int, int, list[tuple[int, int]]]]:
    """The area in strips between the edges of covers: top, bottom, and what is free in it from left to right."""
    left, top, right, bottom = area
    begin: dict[int, list[tuple[int, int]]] = {}
    end: dict[int, list[tuple[int, int]]] = {}
    for cover in covers:
        span = max(cover[0], left), min(cover[2], right)
        above, below = max(cover[1], top), min(cover[3], bottom)
        if span[0] < span[1] and above < below:
            begin.setdefault(above, []).append(span)
            end.setdefault(below, []).append(span)
    active: list[tuple[int, int]] = []
    for upper, lower in pairwise(sorted({top, bottom, *begin, *end})):
        for span in end.get(upper, ()):
            active.remove(span)
        for span in begin.get(upper, ()):
            insort(active, span)
        yield upper, lower, _gaps(left, right, active)


def _gaps(left: int, right: int, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    gaps = []
    for start, stop in spans:
        if start > left:
            gaps.append((left, start))
        if stop > left:
            left = stop
    if left < right:
        gaps.append((left, right))
    return gaps
