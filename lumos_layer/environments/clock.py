"""Time, as something that is handed in: nothing here waits by guess, and tests wait for nothing."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Tells the time in seconds since a moment that only the clock knows, and lets time pass."""

    def now(self) -> float: ...

    def sleep(self, seconds: float) -> None: ...


class SystemClock:
    """The time of this machine; never goes back."""

    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        if seconds > 0:
            time.sleep(seconds)


class ManualClock:
    """Stands still until somebody moves it; to sleep on it is to move it."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        """Move the clock on at once; less than nothing moves nothing."""
        self._now += max(0.0, seconds)
