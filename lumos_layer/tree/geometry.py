"""Boxes and points on a screen, in the dump's own pixels."""

from __future__ import annotations

from msgspec import Struct

# Toolkits write 32-bit limits for "no place", and Windows parks minimised windows at -32000.
_LARGEST = 2**31 - 1
_LEAST = -_LARGEST
_SENTINELS = frozenset((-2147483648, 2147483647, -32000))


class Rect(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """A half-open box: it holds x up to, but not including, x + width. Coordinates may be negative."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def bottom(self) -> int:
        return self.y + self.height

    @property
    def empty(self) -> bool:
        """True if the box holds no pixel."""
        return self.width <= 0 or self.height <= 0

    @property
    def centre(self) -> tuple[int, int]:
        return self.x + self.width // 2, self.y + self.height // 2

    def holds(self, x: int, y: int) -> bool:
        """True if the pixel (x, y) lies inside; right and bottom edges do not."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def touches(self, other: Rect) -> bool:
        """True if the two boxes share a pixel."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )

    def contains(self, other: Rect) -> bool:
        """True if `other` lies wholly inside."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.x + other.width <= self.x + self.width
            and other.y + other.height <= self.y + self.height
        )


def box(x: int, y: int, width: int, height: int) -> Rect | None:
    """The box of these numbers, or None where they are a toolkit's sign for "no place", or no screen can be so large."""
    if x in _SENTINELS or y in _SENTINELS:
        return None
    if _LEAST <= x <= _LARGEST and _LEAST <= y <= _LARGEST and _LEAST <= width <= _LARGEST and _LEAST <= height <= _LARGEST:
        return Rect(x, y, width, height)
    return None
