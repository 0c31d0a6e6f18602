"""The two pieces of work that are compared, and how one is timed."""

from __future__ import annotations

import ctypes
import gc
import sys
import time
from collections.abc import Callable
from typing import Literal

import lumos_layer
from benchmarks import yardstick

_LARGE = 1 << 16  # bytes; asked for more than 1,024, the GNU C library joins all the small pieces that were freed

What = Literal["blueprint", "parse", "nothing"]


def perceive(data: bytes) -> object:
    """Return the observation too, so that neither side is timed while it frees what it has read."""
    observation = lumos_layer.read(data)
    return observation, observation.blueprint().compact()


WORK: dict[What, Callable[[bytes], object]] = {"blueprint": perceive, "parse": yardstick.parse, "nothing": len}


def timed(what: What, data: bytes, *, clean: bool) -> float:
    """Seconds of this process's own time, which other programs on the machine do not add to.

    `clean`: memory that was freed before is first given back to the system, as if the process were new. Otherwise it stays, but
    is put in order first, so that no work is timed for what another has freed.
    """
    gc.collect()
    if clean:
        _give_back()
    else:
        bytes(_LARGE)
    start = time.process_time()
    kept = WORK[what](data)
    spent = time.process_time() - start
    del kept
    return spent


def _give_back() -> None:
    """Only the GNU C library keeps so much that it matters, and only it has this function."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
