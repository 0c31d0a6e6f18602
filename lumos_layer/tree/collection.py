"""Python's garbage collection, put off while something large is made."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def put_off() -> Iterator[None]:
    """No collection while the block runs, if collection is on.

    Reading and comparing make very many objects and no rings of them: looking for rings among them again and again doubles the time
    that reading a large browser dump takes, and costs a seventh of comparing two.
    Counting references frees what is dropped meanwhile.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
