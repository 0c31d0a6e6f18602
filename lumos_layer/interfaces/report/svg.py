"""Small pictures in SVG, drawn without a library: an element builder and scales."""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape

from msgspec import Struct


def tag(name: str, *inside: str, **attributes: object) -> str:
    """An element; attribute names are written with `-` for `_`, and without one at the end. What is `inside` is markup already."""
    said = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(_number(value))}"' for key, value in attributes.items())
    return f"<{name}{said}>{''.join(inside)}</{name}>" if inside else f"<{name}{said}/>"


def words(text: str, x: float, y: float, **attributes: object) -> str:
    return tag("text", escape(text), x=x, y=y, **attributes)


def picture(width: float, height: float, label: str, parts: Iterable[str]) -> str:
    """A picture that scales with its page; `label` says to those who cannot see it what it shows."""
    return tag(
        "svg",
        tag("title", escape(label)),
        *parts,
        viewBox=f"0 0 {_number(width)} {_number(height)}",
        role="img",
        aria_label=label,
        xmlns="http://www.w3.org/2000/svg",
    )


def _number(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


class Scale(Struct, frozen=True):
    """Positions of numbers from `low` to `high` on a line from `start` to `end`, each decade as long as the next."""

    low: float
    high: float
    start: float
    end: float

    def at(self, number: float) -> float:
        low, high = math.log10(self.low), math.log10(self.high)
        part = (math.log10(max(number, self.low)) - low) / (high - low)
        return self.start + part * (self.end - self.start)

    def ticks(self) -> list[float]:
        """The powers of ten."""
        first, last = round(math.log10(self.low)), round(math.log10(self.high))
        return [10.0**power for power in range(first, last + 1)]


def decades(numbers: Iterable[float], start: float, end: float) -> Scale:
    """A scale of whole decades that holds all the numbers above zero, and at least one decade."""
    known = [number for number in numbers if number > 0] or [1.0]
    low, high = math.floor(math.log10(min(known))), math.ceil(math.log10(max(known)))
    return Scale(10.0**low, 10.0 ** max(high, low + 1), start, end)


def short(number: float) -> str:
    """12, 3.4k, 1.2M: as exact as there is room for."""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.1f}".removesuffix(".0") + letter
    return f"{number:.3f}".rstrip("0").rstrip(".")
