"""The plots of a comparison."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from msgspec import Struct

from lumos_layer.interfaces.report.svg import Scale, decades, picture, short, tag, words

_WIDTH = 720.0
_ROW = 24.0  # height of a bar and the gap to the next
_LABELS = 150.0  # room for labels, left of bars
_LEFT, _RIGHT, _TOP, _BOTTOM = 64.0, 704.0, 20.0, 330.0  # edges of a plot of dots
_LEGEND_COLUMNS = 4


class Bar(Struct, frozen=True):
    label: str
    number: float
    series: int


class Dot(Struct, frozen=True):
    x: float
    y: float
    series: int
    about: str


def bars(label: str, found: Sequence[Bar]) -> str:
    """Horizontal bars on a logarithmic scale, each with its number behind it."""
    bottom = 4 + _ROW * len(found)
    least = min(bar.number for bar in found)
    scale = decades([least / 10, *(bar.number for bar in found)], _LABELS, _WIDTH - 64)  # so that the shortest is a bar, too
    parts: list[str] = []
    for tick in scale.ticks():
        parts += [
            _grid_line(scale.at(tick), 4.0, scale.at(tick), bottom),
            _axis_words(short(tick), scale.at(tick), bottom + 16, "middle"),
        ]
    for place, bar in enumerate(found):
        y, end = 4 + place * _ROW, scale.at(bar.number)
        length = max(end - _LABELS, 1.0)
        parts += [
            words(bar.label, _LABELS - 8, y + 16, text_anchor="end"),
            tag("rect", x=_LABELS, y=y + 3, width=length, height=_ROW - 6, rx=2, class_=f"series-{bar.series}"),
            words(f"{bar.number:,.0f}", end + 6, y + 16),
        ]
    return picture(_WIDTH, bottom + 24, label, parts)


def dots(label: str, across: str, up: str, found: Sequence[Dot], names: Sequence[str], shares: Sequence[float] = ()) -> str:
    """A dot for each file, both scales logarithmic; `names` are those of the series, `shares` draw lines of y as a part of x."""
    x = decades([dot.x for dot in found], _LEFT, _RIGHT)
    y = decades([dot.y for dot in found], _BOTTOM, _TOP)
    lines = [line for share in shares for line in _share_line(share, x, y)]
    circles = [
        tag("circle", tag("title", escape(dot.about)), cx=x.at(dot.x), cy=y.at(dot.y), r=4, class_=f"series-{dot.series}")
        for dot in found
    ]
    titles = [_axis_words(across, (_LEFT + _RIGHT) / 2, _BOTTOM + 36, "middle"), _axis_words(up, 4.0, _TOP - 8, "start")]
    height = _BOTTOM + 52 + 20 * -(-len(names) // _LEGEND_COLUMNS)
    return picture(_WIDTH, height, label, [*_grid(x, y), *titles, *lines, *circles, *_legend(names, _BOTTOM + 60)])


def _grid(x: Scale, y: Scale) -> Iterator[str]:
    for tick in x.ticks():
        yield _grid_line(x.at(tick), _TOP, x.at(tick), _BOTTOM)
        yield _axis_words(short(tick), x.at(tick), _BOTTOM + 18, "middle")
    for tick in y.ticks():
        yield _grid_line(_LEFT, y.at(tick), _RIGHT, y.at(tick))
        yield _axis_words(short(tick), _LEFT - 8, y.at(tick) + 4, "end")


def _share_line(share: float, x: Scale, y: Scale) -> Iterator[str]:
    """Where y is this part of x, as far as it lies in the plot."""
    first, last = max(x.low, y.low / share), min(x.high, y.high / share)
    if first < last:
        ends = {"x1": x.at(first), "y1": y.at(first * share), "x2": x.at(last), "y2": y.at(last * share)}
        yield tag("line", class_="share", **ends)
        yield _axis_words(f"{share:.0%}", x.at(last) - 4, y.at(last * share) + 14, "end")


def _grid_line(x1: float, y1: float, x2: float, y2: float) -> str:
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_="grid")


def _axis_words(text: str, x: float, y: float, anchor: str) -> str:
    return words(text, x, y, class_="axis", text_anchor=anchor)


def _legend(names: Sequence[str], top: float) -> Iterator[str]:
    width = (_RIGHT - _LEFT) / _LEGEND_COLUMNS
    for place, name in enumerate(names):
        x, y = _LEFT + width * (place % _LEGEND_COLUMNS), top + 20 * (place // _LEGEND_COLUMNS)
        yield tag("circle", cx=x, cy=y, r=5, class_=f"series-{place}")
        yield words(name, x + 12, y + 4)
