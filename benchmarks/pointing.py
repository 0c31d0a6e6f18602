"""How long the hit test takes: `python -m benchmarks.pointing`. Everything is measured in one run, side by side.

A query is compared with a look at every box of the tree (linear scan) and with shapely's STRtree, which finds the boxes that hold a
point, of which the topmost is then taken; the first query and making the index, with bytes to blueprint; clicking the lowest of
boxes that lie staggered on each other, what lies below as many bars that cross, and the outermost of as many modal dialogs inside
each other, with making the index.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from statistics import median

from msgspec import Struct

import lumos_layer
from benchmarks.dumps import dump
from benchmarks.table import Cell, table
from lumos_layer import Observation
from lumos_layer.errors import MissingExtra
from lumos_layer.tree import Node, Rect, Role, tree_of
from lumos_layer.tree.click_point import click_point
from lumos_layer.tree.hit_test import HitTest

_DIALECTS = ("android", "uia", "atspi", "cdp")
_SIZES = (1_000, 10_000, 100_000)
_QUERIES = 20_000
_SLOW = 2_000_000  # boxes that a linear scan may look at in all
_RUNS = 3

Point = tuple[int, int]
Ask = Callable[[int, int], object]


class Measured(Struct, frozen=True):
    """One dump: milliseconds once, then microseconds for each query; None where it was not measured."""

    dump: str
    boxes: int
    blueprint: float
    first: float
    lookup: float
    element_from_point: float
    worst: float  # 99 of 100 lookups are faster
    strtree_build: float | None
    strtree: float | None
    linear: float
    click_points: float  # of all refs, for each


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pointing", description="Speed of the hit test.")
    parser.add_argument(
        "--nodes", metavar="N", type=int, action="append", help="nodes of generated dumps (default: 1000 10000 100000)"
    )
    parser.add_argument("--format", action="append", choices=_DIALECTS, help="generated dialects")
    options = parser.parse_args(arguments)
    rows = [_measure(name, nodes) for name in options.format or _DIALECTS for nodes in options.nodes or _SIZES]
    print(_report(rows))
    print("\nWhere boxes lie on each other, in milliseconds: the first query, then one more of the kind")
    piles = [_pile(boxes) for boxes in options.nodes or _SIZES]
    heads = (
        "first query",
        "click the lowest",
        "ratio",
        "below bars",
        "click the lowest",
        "ratio",
        "in dialogs",
        "one more",
        "ratio",
    )
    print(table(("boxes", *heads), piles))


def _pile(boxes: int) -> list[Cell]:
    """The lowest of staggered boxes, what lies below bars that cross, and a button in the outermost of nested modal dialogs."""
    staggered = HitTest(tree_of([Node(can=("click",), bounds=Rect(i, i, boxes, boxes)) for i in range(boxes)], [-1] * boxes))
    size = 5 * boxes
    bars = [Node(bounds=Rect(*place)) for i in range(0, size, 10) for place in ((i, 0, 1, size), (0, i, size, 1))]
    crossed = HitTest(tree_of([Node(can=("click",), bounds=Rect(0, 0, size, size)), *bars], [-1] * (len(bars) + 1)))
    dialog = Node(role=Role.DIALOG, modal=True, bounds=Rect(0, 0, 9, 9))
    nested = HitTest(tree_of([dialog] * boxes, range(-1, boxes - 1)))
    measured: list[Cell] = [boxes]
    for test in (staggered, crossed, nested):
        first = _seconds(lambda test=test: (test.at(1, 1), test.cells.topmost(1, 1))) * 1e3  # type: ignore[misc]
        again = _seconds(lambda test=test: click_point(test, 0)) * 1e3  # type: ignore[misc]
        measured += [first, again, again / first]
    return measured


def _measure(name: str, nodes: int) -> Measured:
    data = dump(name, nodes)
    perceive = min(_seconds(lambda: lumos_layer.read(data).blueprint().compact()) for _ in range(_RUNS))
    first = min(_first_query(data) for _ in range(_RUNS))
    observation = lumos_layer.read(data)
    boxes = _boxes(observation)
    points = _points(boxes)
    test = observation._pointing.test
    each = _times(test.at, points)
    build, strtree = _strtree(boxes, points)
    some = points[: max(20, _SLOW // max(1, len(boxes)))]
    refs = list(observation.refs)
    clicks = _seconds(lambda: [_try(observation, ref) for ref in refs])
    return Measured(
        f"{name} {nodes:,}", len(boxes), perceive * 1e3, first * 1e3, median(each),
        median(_times(observation.element_from_point, points)), sorted(each)[len(each) * 99 // 100], build, strtree,
        median(_times(_linear(boxes), some)), clicks / max(1, len(refs)) * 1e6,
    )  # fmt: skip


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    kept = work()
    spent = time.process_time() - start
    del kept
    return spent


def _first_query(data: bytes) -> float:
    observation = lumos_layer.read(data)
    return _seconds(lambda: (observation.element_from_point(1, 1), observation.hit_test.cells.topmost(1, 1)))


def _boxes(observation: Observation) -> list[tuple[int, int, int, int]]:
    """What the index holds, from the lowest."""
    test = observation._pointing.test
    return [test.item(place)[:4] for place in range(len(test.drawn) - 1, -1, -1)]


def _points(boxes: Sequence[tuple[int, int, int, int]]) -> list[Point]:
    """Points in boxes picked at random, as a pointer is on something; asked in another order than that of the boxes."""
    pick = random.Random(7)
    found = (pick.choice(boxes) for _ in range(_QUERIES))
    return [(pick.randrange(left, right), pick.randrange(top, bottom)) for left, top, right, bottom in found]


def _times(ask: Ask, points: Sequence[Point]) -> list[float]:
    """Microseconds of each query, after one round over all points: an index that is made on the way is there by then."""
    clock = time.perf_counter_ns
    for x, y in points:
        ask(x, y)
    found = []
    for x, y in points:
        start = clock()
        ask(x, y)
        found.append((clock() - start) / 1e3)
    return found


def _linear(boxes: Sequence[tuple[int, int, int, int]]) -> Ask:
    downwards = list(enumerate(reversed(boxes)))

    def topmost(x: int, y: int) -> int:
        for place, (left, top, right, bottom) in downwards:
            if left <= x < right and top <= y < bottom:
                return place
        return -1

    return topmost


def _strtree(boxes: Sequence[tuple[int, int, int, int]], points: Sequence[Point]) -> tuple[float | None, float | None]:
    """Milliseconds to make shapely's tree, and microseconds of one query."""
    try:
        import shapely
    except ImportError:
        raise MissingExtra("Comparing with shapely's STRtree", "test") from None
    corners = [[box[i] for box in boxes] for i in range(4)]
    start = time.process_time()
    tree = shapely.STRtree(shapely.box(corners[0], corners[1], corners[2], corners[3]))
    tree.query(shapely.Point(0.5, 0.5))
    build = (time.process_time() - start) * 1e3

    def topmost(x: int, y: int) -> int:
        return int(max(tree.query(shapely.Point(x + 0.5, y + 0.5), predicate="intersects"), default=-1))

    return build, median(_times(topmost, points[: _QUERIES // 10]))


def _try(observation: Observation, ref: str) -> object:
    try:
        return observation.click_point(ref)
    except lumos_layer.errors.NotClickable as refused:
        return refused.reason


def _report(rows: Sequence[Measured]) -> str:
    build: list[list[Cell]] = [
        [row.dump, row.boxes, row.blueprint, row.first, row.first / row.blueprint, row.strtree_build] for row in rows
    ]
    query: list[list[Cell]] = [
        [
            row.dump, row.lookup, row.worst, row.element_from_point, row.linear, row.strtree,
            row.linear / row.lookup, None if row.strtree is None else row.strtree / row.lookup, row.click_points,
        ]
        for row in rows
    ]  # fmt: skip
    return "\n\n".join(
        (
            "Once, in milliseconds: bytes to blueprint, the first query, and making an STRtree of the same boxes",
            table(("dump", "boxes", "blueprint", "first query", "ratio", "STRtree"), build),
            "For each query, medians in microseconds, and how the others compare; click points of all refs, for each",
            table(
                (
                    "dump",
                    "lookup",
                    "99 %",
                    "element_from_point",
                    "linear",
                    "STRtree",
                    "linear / lookup",
                    "STRtree / lookup",
                    "click point",
                ),
                query,
            ),
        )
    )


if __name__ == "__main__":
    main()
