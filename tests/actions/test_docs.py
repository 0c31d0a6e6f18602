"""docs/actions.md says what the models say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from lumos_layer.actions import ACTIONS, BaseAction
from lumos_layer.actions.base import Pointing
from lumos_layer.actions.outcomes import Outcome
from lumos_layer.actions.repair import Kind
from lumos_layer.actions.switch_window import SwitchWindow
from lumos_layer.actions.violation import Reason
from lumos_layer.actions.wait_for import STATES

PAGE = (Path(__file__).parents[2] / "docs/actions.md").read_text("utf-8")
ROWS = re.findall(r"^\| `(\w+)` \| ([^|]*?) ?\| ([^|]*?) ?\| ([^|]+) \|$", PAGE, re.MULTILINE)


def fields_of(kind: type[BaseAction]) -> set[str]:
    """The fields but `type`, those that may be left out with a question mark."""
    both = {"ref", "point", "title"} if issubclass(kind, Pointing | SwitchWindow) else set()
    named = {name: field for name, field in kind.model_fields.items() if name != "type"}
    return {name if field.is_required() or name in both else f"{name}?" for name, field in named.items()}


def test_the_table_has_every_action_in_the_order_of_the_list() -> None:
    assert [row[0] for row in ROWS] == [kind.verb() for kind in ACTIONS]


@pytest.mark.parametrize("kind", ACTIONS, ids=lambda kind: kind.verb())
def test_the_table_has_the_fields_of_each_action(kind: type[BaseAction]) -> None:
    row = next(row for row in ROWS if row[0] == kind.verb())
    said = re.sub(r":.*", "", row[1]).replace(" or ", ", ").split(", ")
    assert {name for name in said if name} == fields_of(kind)


def test_the_table_says_what_elements_take() -> None:
    for kind in ACTIONS:
        takes = next(row[2] for row in ROWS if row[0] == kind.verb())
        if kind.needs is not None and "`" not in takes and ";" not in takes:
            assert set(takes.split(", ")) == kind.needs


def test_every_repair_reason_state_and_outcome_is_on_the_page() -> None:
    for kind in get_args(Kind):
        assert f"`{kind}`" in PAGE
    reasons = re.search(r"`reason` is ([^|]*) \|", PAGE)
    assert reasons is not None
    assert reasons[1].replace(" or ", ", ").split(", ") == list(get_args(Reason))
    for state in STATES:
        assert state in PAGE
    for outcome in get_args(get_args(Outcome)[0]):
        assert f"| `{outcome.model_fields['outcome'].default}` |" in PAGE
