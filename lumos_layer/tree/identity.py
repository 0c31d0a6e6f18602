"""What was made of values that never change, found again by the values themselves."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

Made = TypeVar("Made")


class ByIdentity(Generic[Made]):
    """What was made of so many values at most; the first ones go. An equal value is another one. Only for values that never change.

    It holds on to its values, so that no other can come to stand in the place of one in memory.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[int, tuple[object, Made]] = OrderedDict()

    def get(self, value: object) -> Made | None:
        """What was made of it; None if nothing was, or it has gone."""
        known = self._made.get(id(value))
        return known[1] if known is not None and known[0] is value else None

    def keep(self, value: object, made: Made) -> Made:
        """The same that was made, which is known from now on."""
        self._made[id(value)] = value, made
        while len(self._made) > self._most:
            self._made.popitem(last=False)
        return made

    def clear(self) -> None:
        self._made.clear()
