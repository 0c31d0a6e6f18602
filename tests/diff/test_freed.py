"""What matching finds out about two trees is freed as soon as it is done, and not left for Python to look for."""

import gc
from collections import Counter
from random import Random

import pytest

import lumos_layer
from benchmarks.diffing import CHANGES
from benchmarks.dumps import DIALECTS, dump
from lumos_layer.diff import diff


def living() -> Counter[str]:
    """How many objects there are of each class of the package that compares trees."""
    kinds = (type(each) for each in gc.get_objects())
    return Counter(kind.__qualname__ for kind in kinds if str(kind.__module__).startswith("lumos_layer.diff"))


@pytest.mark.parametrize("dialect", [dialect.name for dialect in DIALECTS])
def test_comparing_leaves_nothing_behind(dialect: str) -> None:
    tree = lumos_layer.read(dump(dialect, 500)).tree
    after = [change(tree, Random(1)) for change in CHANGES]
    gc.collect()
    before = living()
    gc.disable()
    try:
        for each in after:
            diff(tree, each)
        assert living() == before
    finally:
        gc.enable()
