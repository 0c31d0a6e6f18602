"""What matching finds out about two trees is freed as soon as it is done, with no garbage left for Python to look for."""

import gc
from random import Random

import pytest

import lumos_layer
from benchmarks.diffing import CHANGES
from benchmarks.dumps import DIALECTS, dump
from lumos_layer.diff import diff


@pytest.mark.parametrize("dialect", [dialect.name for dialect in DIALECTS])
def test_comparing_leaves_no_rings(dialect: str) -> None:
    tree = lumos_layer.read(dump(dialect, 500)).tree
    after = [change(tree, Random(1)) for change in CHANGES]
    gc.collect()
    gc.disable()
    try:
        for each in after:
            diff(tree, each)
        assert gc.collect() == 0
    finally:
        gc.enable()
