"""Which of many boxes is the topmost at a point: a grid that is cut finer where somebody looks."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from math import sqrt

from lumos_layer.tree.survey import Box

Item = tuple[int, int, int, int, int]  # a box, and its place from the top among all boxes: 0 is the topmost

_FEW = 16  # items that are looked at one after another
_PER_CELL = 2  # items for each cell of a grid, so that a grid costs no more than its items
_MOST_CELLS = 1 << 18
_MOST_SPANNED = 16  # rows or columns that the average item spans
_SAMPLE = 4000  # items whose edges tell where many lie
_FEWER = 16  # of these, one in so many is asked how much it spans


class Cells:
    """Boxes, given from the topmost to the lowest. Every box must hold a pixel."""

    def __init__(self, items: Sequence[Item]) -> None:
        self._items = items
        self._grid: _Grid | None = None

    def topmost(self, x: int, y: int) -> Item | None:
        """The topmost box that holds the pixel."""
        grid = self._grid or self._begin()
        while True:
            place = bisect_right(grid.rows, y) * grid.stride + bisect_right(grid.columns, x)
            cell = grid.cells[place]
            if isinstance(cell, _Grid):
                grid = cell
            elif len(cell) > _FEW:
                grid = grid.refine(place)
            else:
                break
        for item in cell:
            if item[0] <= x < item[2] and item[1] <= y < item[3]:
                return item
        return None

    def touching(self, area: Box) -> Iterator[Item]:
        """Boxes that share a pixel with the area, without those of which nothing can be seen there; some come several times."""
        left, top, right, bottom = area
        waiting = [self._grid or self._begin()]
        while waiting:
            for cell in waiting.pop().within(area):
                if isinstance(cell, _Grid):
                    waiting.append(cell)
                    continue
                for item in cell:
                    if item[0] < right and left < item[2] and item[1] < bottom and top < item[3]:
                        yield item

    def _begin(self) -> _Grid:
        items = self._items
        self._items = ()
        bounds = (
            min((item[0] for item in items), default=0) - 1,
            min((item[1] for item in items), default=0) - 1,
            max((item[2] for item in items), default=0) + 1,
            max((item[3] for item in items), default=0) + 1,
        )
        self._grid = _Grid(items, bounds)
        return self._grid


class _Grid:
    """One level: cells between cuts, each with the items that touch it down to the first that covers all of it."""

    __slots__ = ("bounds", "cells", "columns", "rows", "stride")

    def __init__(self, items: Sequence[Item], bounds: Box) -> None:
        self.bounds = bounds
        self.columns, self.rows = _cuts(items, bounds)
        self.stride = len(self.columns) + 1
        self.cells: list[list[Item] | _Grid] = []
        self._fill(items)

    def _fill(self, items: Sequence[Item]) -> None:
        columns, rows, stride = self.columns, self.rows, self.stride
        left, top, right, bottom = self.bounds
        lefts, rights = (left, *columns), (*columns, right)
        tops, bottoms = (top, *rows), (*rows, bottom)
        cells: list[list[Item]] = [[] for _ in range(stride * len(tops))]
        self.cells = cells  # type: ignore[assignment]
        open_in = [(1 << stride) - 1] * len(tops)  # by row, the columns of cells that nothing covers yet, as bits
        rows_open = len(tops)
        for item in items:
            x, y, end, down, _ = item
            first, last = bisect_right(columns, x), bisect_left(columns, end)
            from_full = first if x <= lefts[first] else first + 1
            to_full = last + 1 if end >= rights[last] else last
            full = (1 << to_full) - (1 << from_full) if to_full > from_full else 0
            for row in range(bisect_right(rows, y), bisect_left(rows, down) + 1):
                is_open = open_in[row]
                if not is_open:
                    continue
                base = row * stride
                if first == last:
                    if is_open >> first & 1:
                        cells[base + first].append(item)
                else:
                    touched = is_open & ((2 << last) - (1 << first))
                    while touched:
                        column = touched & -touched
                        touched ^= column
                        cells[base + column.bit_length() - 1].append(item)
                if full and y <= tops[row] and down >= bottoms[row]:
                    is_open &= ~full
                    open_in[row] = is_open
                    rows_open -= not is_open
            if not rows_open:
                return

    def refine(self, place: int) -> _Grid:
        """Cut a cell finer that is not yet cut."""
        row, column = divmod(place, self.stride)
        left, top, right, bottom = self.bounds
        columns, rows = self.columns, self.rows
        bounds = (
            columns[column - 1] if column else left,
            rows[row - 1] if row else top,
            columns[column] if column < len(columns) else right,
            rows[row] if row < len(rows) else bottom,
        )
        finer = self.cells[place] = _Grid(self.cells[place], bounds)  # type: ignore[arg-type]
        return finer

    def within(self, area: Box) -> Iterator[list[Item] | _Grid]:
        """The cells that share a pixel with the area."""
        first, last = bisect_right(self.columns, area[0]), bisect_left(self.columns, area[2])
        for row in range(bisect_right(self.rows, area[1]), bisect_left(self.rows, area[3]) + 1):
            base = row * self.stride
            yield from self.cells[base + first : base + last + 1]


def _cuts(items: Sequence[Item], bounds: Box) -> tuple[list[int], list[int]]:
    """Where to cut, across and down: at edges of items, closer where there are more. At least one cut if any edge lies inside."""
    across, down = _edges(items[:: len(items) // _SAMPLE + 1], bounds)
    if not across and not down:
        across, down = _edges(items, bounds)
    columns, rows = _shape(items, across, down)
    return _spread(across, columns - 1), _spread(down, rows - 1)


def _shape(items: Sequence[Item], across: Sequence[int], down: Sequence[int]) -> tuple[int, int]:
    """How many columns and rows: so that the average item spans about as many of the ones as of the others."""
    if not items:
        return 1, 1
    some = items[:: len(items) * _FEWER // _SAMPLE + 1]
    wide = sum(bisect_left(across, item[2]) - bisect_right(across, item[0]) + 1 for item in some) / len(some) / (len(across) + 1)
    high = sum(bisect_left(down, item[3]) - bisect_right(down, item[1]) + 1 for item in some) / len(some) / (len(down) + 1)
    wanted = min(_MOST_CELLS, max(4, len(items) // _PER_CELL))
    rows = min(sqrt(wanted * wide / high), _MOST_SPANNED / high, len(down) + 1)
    columns = min(wanted / rows, _MOST_SPANNED / wide, len(across) + 1)
    rows = min(max(rows, wanted / columns), _MOST_SPANNED / high, len(down) + 1)
    return max(2, round(columns)), max(2, round(rows))


def _edges(items: Sequence[Item], bounds: Box) -> tuple[list[int], list[int]]:
    """The edges inside the bounds, sorted, each as often as an item has it."""
    left, top, right, bottom = bounds
    across = [x for item in items for x in (item[0], item[2]) if left < x < right]
    down = [y for item in items for y in (item[1], item[3]) if top < y < bottom]
    return sorted(across), sorted(down)


def _spread(numbers: Sequence[int], count: int) -> list[int]:
    """Up to so many of the sorted numbers, more where they lie close; the first and the last among them if there are two."""
    if count <= 1:
        return [numbers[len(numbers) // 2]] if count and numbers else []
    last = len(numbers) - 1
    return sorted({numbers[i * last // (count - 1)] for i in range(count)})
