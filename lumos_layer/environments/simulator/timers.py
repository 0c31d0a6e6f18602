"""What is to happen later, on the world's clock."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.change import Change


class Timers:
    """Effects by the time at which they are due; of equal times, the one that was asked for first comes first."""

    def __init__(self) -> None:
        self.waiting: list[tuple[float, int, tuple[Change, ...]]] = []
        self._count = 0

    def add(self, time: float, effects: Sequence[Change]) -> None:
        self._count += 1
        heapq.heappush(self.waiting, (time, self._count, tuple(effects)))

    def put(self, time: float, count: int, effects: tuple[Change, ...]) -> None:
        """Take in what was asked for earlier, with the place that it had."""
        self._count = max(self._count, count)
        heapq.heappush(self.waiting, (time, count, effects))

    def due(self, now: float) -> tuple[Change, ...] | None:
        """The next effects whose time has come, taken out; None if there are none."""
        if not self.waiting or self.waiting[0][0] > now:
            return None
        return heapq.heappop(self.waiting)[2]

    @property
    def next(self) -> float | None:
        """When the next one is due."""
        return self.waiting[0][0] if self.waiting else None
