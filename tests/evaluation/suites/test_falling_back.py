"""What an app takes back a while after it was claimed is never called done, however slow the app is."""

from __future__ import annotations

from pathlib import Path

import pytest

from lumos_layer.evaluation.suites.cases import Case
from lumos_layer.evaluation.suites.suite import load_suite
from lumos_layer.evaluation.suites.trying import tried

PATH = Path(__file__).parents[3] / "blueprints/suites/plain.json"


@pytest.mark.parametrize("faults", ["none", "light", "rough", "hostile"])
def test_a_switch_that_falls_back_is_not_called_turned_on(faults: str) -> None:
    row = tried(Case("kiosk-alarm", faults=faults), load_suite(PATH), PATH)
    assert (row.false_completion, row.claimed) == (False, False)


def test_a_save_that_was_only_said_to_be_done_is_done_again() -> None:
    row = tried(Case("kiosk-save-note"), load_suite(PATH), PATH)
    assert (row.success, row.outcomes["done"]) == (True, 3)
