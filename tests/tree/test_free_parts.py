"""The largest part of a box that others leave free: the same as a slow reading that asks, line by line, what is free."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lumos_layer.tree import Node, Rect, tree_of
from lumos_layer.tree.click_point import Refusal, click_point
from lumos_layer.tree.free_parts import largest_free
from lumos_layer.tree.hit_test import HitTest
from lumos_layer.tree.line import Marked, Runs
from lumos_layer.tree.survey import Box
from tests.diff.looks import tree
from tests.trees import button, node, text


def free_on(line: int, area: Box, covers: Sequence[Box]) -> list[tuple[int, int]]:
    """What is free on a line of pixels: from and to before which x."""
    free = [
        not any(left <= x < right and top <= line < bottom for left, top, right, bottom in covers) for x in range(area[0], area[2])
    ]
    turns = [area[0] + i for i, (one, other) in enumerate(pairwise((False, *free, False))) if one != other]
    return list(zip(turns[::2], turns[1::2], strict=True))


def slow_largest_free(area: Box, covers: Sequence[Box]) -> Box | None:
    best: Box | None = None
    most = 0
    since: dict[tuple[int, int], int] = {}
    for y in range(area[1], area[3]):
        since = {gap: since.get(gap, y) for gap in free_on(y, area, covers)}
        for (left, right), top in since.items():
            if (size := (right - left) * (y + 1 - top)) > most:
                most, best = size, (left, top, right, y + 1)
    return best


def boxes(most: int) -> st.SearchStrategy[Box]:
    edge, size = st.integers(-3, most), st.integers(0, 4) | st.integers(0, most + 3)
    anywhere = st.builds(lambda x, y, width, height: (x, y, x + width, y + height), edge, edge, size, size)
    upright = st.builds(lambda x, width: (x, -3, x + width, most + 3), edge, st.integers(1, 2))
    lying = st.builds(lambda y, height: (-3, y, most + 3, y + height), edge, st.integers(1, 2))
    return anywhere | upright | lying


@given(st.tuples(st.integers(-2, 2), st.integers(-2, 2), st.integers(1, 20), st.integers(1, 20)), st.lists(boxes(20), max_size=25))
@settings(max_examples=400, deadline=None)
def test_the_largest_free_part_is_the_one_that_asking_line_by_line_finds(area: Box, covers: list[Box]) -> None:
    assert largest_free(area, covers) == slow_largest_free(area, covers)


def test_of_very_many_boxes_that_lie_staggered_on_each_other_the_lowest_is_clicked_where_it_sticks_out() -> None:
    count = 30_000
    nodes = [Node(can=("click",), bounds=Rect(i, i, count, count)) for i in range(count)]
    test = HitTest(tree_of(nodes, [-1] * count))
    assert click_point(test, 0) == (count // 2, 0)
    assert click_point(test, count // 2) == (count, count // 2)


def test_bars_that_cross_are_gone_through_in_steps_as_many_as_they_are_not_as_their_gaps(monkeypatch: pytest.MonkeyPatch) -> None:
    count, looks = 300, 0
    widest = Runs.widest

    def counting(runs: Runs, first: int, end: int) -> tuple[int, int]:
        nonlocal looks
        looks += 1
        return widest(runs, first, end)

    monkeypatch.setattr(Runs, "widest", counting)
    upright = [(10 * i, 0, 10 * i + 1, 10 * count) for i in range(count)]
    lying = [(0, 10 * i + i % 2, 10 * count, 10 * i + 1 + i % 2) for i in range(count)]
    assert largest_free((0, 0, 10 * count, 10 * count), upright + lying) == (1, 1, 10, 11)
    assert looks <= 2 * len(upright + lying)


def test_what_very_many_staggered_boxes_cover_together_is_refused() -> None:
    count = 2_000
    piled = [Node(can=("click",), bounds=Rect(i, i - 2 * count, 2, 4 * count)) for i in range(count)]
    tree = tree_of([Node(can=("click",), bounds=Rect(0, 0, count, 50)), *piled], [-1] * (count + 1))
    assert click_point(HitTest(tree), 0) == Refusal("covered", count // 2 + 1)


def runs_of(free: Sequence[bool], first: int, end: int) -> list[tuple[int, int]]:
    """From where to before where all is free, between two places."""
    turns = [first + i for i, (one, other) in enumerate(pairwise((False, *free[first:end], False))) if one != other]
    return list(zip(turns[::2], turns[1::2], strict=True))


@given(st.lists(st.integers(1, 9), min_size=1, max_size=300), st.data())
@settings(max_examples=200, deadline=None)
def test_runs_of_places_are_free_where_no_cover_is_left(widths: list[int], data: st.DataObject) -> None:
    count, edges = len(widths), [0, *accumulate(widths)]
    runs, covers = Runs(edges), [0] * count
    laid: list[tuple[int, int]] = []
    for _ in range(data.draw(st.integers(0, 30))):
        taking = bool(laid) and data.draw(st.booleans())
        first, end = laid.pop(data.draw(st.integers(0, len(laid) - 1))) if taking else data.draw(spans(count))
        (runs.take if taking else runs.put)(first, end)
        laid += [] if taking else [(first, end)]
        covers[first:end] = [each + (-1 if taking else 1) for each in covers[first:end]]
        free = [not each for each in covers]
        place = data.draw(st.integers(0, count - 1))
        around = next((run for run in runs_of(free, 0, count) if run[0] <= place < run[1]), (place, place))
        assert tuple(min(each, count) for each in runs.around(place)) == around
        first, end = data.draw(spans(count))
        sizes = [(edges[behind] - edges[begun], begun) for begun, behind in runs_of(free, first, end)]
        assert runs.widest(first, end) == max(sizes, key=lambda pair: (pair[0], -pair[1]), default=(0, first))


def spans(count: int) -> st.SearchStrategy[tuple[int, int]]:
    ends = st.tuples(st.integers(0, count), st.integers(0, count))
    return ends.filter(lambda pair: pair[0] != pair[1]).map(lambda pair: (min(pair), max(pair)))


@given(st.integers(1, 5_000), st.data())
@settings(max_examples=60, deadline=None)
def test_marked_places_know_their_neighbours(count: int, data: st.DataObject) -> None:
    marked = Marked(count)
    kept: set[int] = set()
    for _ in range(data.draw(st.integers(0, 30))):
        place = data.draw(st.integers(0, count - 1))
        (marked.remove if place in kept else marked.add)(place)
        kept ^= {place}
        asked = data.draw(st.integers(0, count - 1))
        assert marked.next(asked) == min((i for i in kept if i >= asked), default=-1)
        assert marked.last(asked) == max((i for i in kept if i <= asked), default=-1)


def test_what_is_free_of_an_element_is_sought_once_however_many_texts_stand_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Box] = []

    def counting(area: Box, covers: Sequence[Box]) -> Box | None:
        asked.append(area)
        return largest_free(area, covers)

    monkeypatch.setattr("lumos_layer.tree.click_point.largest_free", counting)
    texts = [(2, text(f"Line {i}", box=(0, 10 * i, 400, 10))) for i in range(40)]
    covers = [(1, button(f"Bar {i}", box=(10 * i, 0, 9, 400))) for i in range(40)]
    rows = (0, node("window", "App", box=(0, 0, 400, 400))), (1, button("Under", box=(0, 0, 400, 400))), *texts, *covers
    assert click_point(HitTest(tree(*rows)), 1) == (9, 200)
    assert asked == [(0, 0, 400, 400)]


def test_a_text_that_shows_above_what_covers_its_element_is_clicked() -> None:
    rows = (
        (0, node("window", "App", box=(0, 0, 400, 400))),
        (1, button("Under", box=(0, 0, 400, 400))),
        (2, node("group", box=(0, 0, 400, 400))),
        (3, node("link", "Over", "click", box=(0, 0, 400, 400))),
        (2, text("Line", box=(0, 10, 20, 10))),
    )
    assert click_point(HitTest(tree(*rows)), 1) == (10, 15)
