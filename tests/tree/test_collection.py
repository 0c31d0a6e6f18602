"""Garbage collection: off while something large is made, kept off what is there anyway, and as it was afterwards."""

from __future__ import annotations

import gc

import pytest

from lumos_layer.tree.collection import put_off, set_aside


def test_collection_is_off_inside_and_on_again_afterwards() -> None:
    with put_off():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_what_was_there_before_is_set_aside_inside_and_looked_through_again_whatever_breaks() -> None:
    def breaking() -> None:
        with set_aside():
            counts.append(gc.get_freeze_count())
            raise ValueError("broken")

    counts: list[int] = []
    with pytest.raises(ValueError, match="broken"):
        breaking()
    assert counts[0] > 1_000
    assert gc.get_freeze_count() == 0


def test_what_somebody_else_has_set_aside_stays_so() -> None:
    gc.freeze()
    try:
        with set_aside():
            pass
        assert gc.get_freeze_count() > 1_000
    finally:
        gc.unfreeze()
