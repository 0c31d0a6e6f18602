"""What could be acted on nearest to a point."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from math import floor

from msgspec import Struct

from lumos_layer.tree.hit_test import HitTest
from lumos_layer.tree.survey import Box


class Near(Struct, frozen=True, gc=False):
    """A node that can be acted on and the nearest pixel at which it is hit; `square` of the distance to it."""

    node: int
    point: tuple[int, int]
    square: int


def nearest(test: HitTest, x: int, y: int, radius: float) -> Near | None:
    """The nearest within the radius, of equals the one drawn later; windows and pages do not count."""
    reach = floor(radius)
    most = radius * radius
    open_boxes = [_entry(box, x, y) for box in _candidates(test, (x - reach, y - reach, x + reach + 1, y + reach + 1))]
    heapify(open_boxes)
    best: Near | None = None
    while open_boxes:
        square, box = heappop(open_boxes)
        if square > most or (best is not None and square > best.square):
            break
        point = _closest(box, x, y)
        item = test.cells.topmost(*point)
        if item is None:
            continue
        node = test.drawn[item[4]]
        aimed = test.aim(node) if test.blocking(node) < 0 else -1
        if aimed < 0:
            for rest in _without(box, item[:4]):
                heappush(open_boxes, _entry(rest, x, y))
        elif best is None or test.order.key(aimed) > test.order.key(best.node):
            best = Near(aimed, point, square)
    return best


def _candidates(test: HitTest, area: Box) -> Iterator[Box]:
    for item in test.touching(area):
        node = test.drawn[item[4]]
        if test.aim(node) >= 0 and test.blocking(node) < 0:
            yield item[:4]


def _entry(box: Box, x: int, y: int) -> tuple[int, Box]:
    across, down = _closest(box, x, y)
    return (across - x) ** 2 + (down - y) ** 2, box


def _closest(box: Box, x: int, y: int) -> tuple[int, int]:
    return min(max(x, box[0]), box[2] - 1), min(max(y, box[1]), box[3] - 1)


def _without(box: Box, cover: Box) -> Iterator[Box]:
    """Up to four boxes: what is left of a box that the cover touches."""
    left, top, right, bottom = box
    upper, lower = max(top, cover[1]), min(bottom, cover[3])
    if top < upper:
        yield left, top, right, upper
    if lower < bottom:
        yield left, lower, right, bottom
    if left < cover[0]:
        yield left, upper, cover[0], lower
    if cover[2] < right:
        yield cover[2], upper, right, lower
