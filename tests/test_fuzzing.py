"""The fuzzing target, for a bounded number of dumps; `python tests/fuzzing.py` runs it for long."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzzing import attack, damaged, seeds

SEEDS = seeds()


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32), st.integers(0, len(SEEDS) - 1))
def test_a_damaged_dump_is_read_or_refused_and_keeps_the_promises(seed: int, which: int) -> None:
    attack(damaged(SEEDS[which], Random(seed), SEEDS))


@pytest.mark.parametrize("data", SEEDS, ids=lambda data: f"{len(data)} bytes")
def test_every_seed_is_read_or_refused(data: bytes) -> None:
    assert attack(data)
