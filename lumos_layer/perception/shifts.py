"""Elements that moved together: scrolled, pushed down by something new above them, or in a window that was dragged."""

from __future__ import annotations

from lumos_layer.perception.alignment import Alignment
from lumos_layer.perception.forest import TOP
from lumos_layer.perception.items import Element, Group
from lumos_layer.perception.refs import number_of

Shift = tuple[int, int]


def shifts(pairs: Alignment) -> tuple[list[list[int]], dict[int, Shift]]:
    """`[first ref, last ref, x, y]` for each stretch of the earlier reading order that moved by x and y; and the same by item."""
    found: list[list[int]] = []
    moved_by: dict[int, Shift] = {}
    last: Shift | None = None
    for b in range(1, len(pairs.before)):
        ref, shift = pairs.before.ref(b), _shift(pairs, b)
        if ref is None or shift is None:
            continue
        if shift != (0, 0):
            number = number_of(ref)
            moved_by[b] = shift
            if shift == last:
                found[-1][1] = number
            else:
                found.append([number, number, *shift])
        last = shift
    return found, moved_by


def _shift(pairs: Alignment, b: int) -> Shift | None:
    """How far the item moved; None if that is not known."""
    a = pairs.forward[b]
    if a <= TOP:
        return None
    one, other = pairs.before.items[b], pairs.after.items[a]
    if not (isinstance(one, Element | Group) and isinstance(other, Element | Group)) or one.at is None or other.at is None:
        return None
    return other.at[0] - one.at[0], other.at[1] - one.at[1]
