"""Python's garbage collection, put off while something large is made, or kept off what is there anyway."""

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


@contextmanager
def set_aside() -> Iterator[None]:
    """While the block runs, collections look only through what it makes; what was there before is looked through again afterwards.

    For what goes on for long: modules and their classes are some hundred thousand objects, and looking through them takes a tenth
    of a second each time. Nothing happens where somebody has set them aside already.
    """
    if gc.get_freeze_count():
        yield
        return
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
