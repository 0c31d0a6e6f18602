"""docs/state.md says what is so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from lumos_layer.state.agent_state import MOST_REVERSIONS
from lumos_layer.state.checks import Check
from lumos_layer.state.events import StateEvent
from lumos_layer.state.rules import LEAST_CONFIDENCE

PAGE = (Path(__file__).parents[2] / "docs" / "state.md").read_text("utf-8")


def test_the_example_runs_as_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(example, "state.md", "exec"), {})  # the page's own code
    assert capsys.readouterr().out.splitlines() == [
        "{'name': 'verified', 'saved': 'pending'} saved ('saved',)",
        "it names no evidence",
        "True",
        "1 of 2 verified, version 2, step 2.",
    ]


def test_every_kind_of_check_and_event_is_named() -> None:
    table = PAGE.split("| `type` | shows it |")[1].split("\n\n")[0]
    named = [kind for line in table.splitlines()[2:] for kind in re.findall(r"`([a-z]+)`", line.split("|")[1])]
    assert sorted(named) == sorted(kind.model_fields["type"].default for kind in get_args(get_args(Check)[0]))
    events = [kind.model_fields["kind"].default for kind in get_args(get_args(StateEvent)[0])]
    assert all(f"`{kind}`" in PAGE for kind in events)


def test_the_limits_are_those_of_the_rules() -> None:
    assert (LEAST_CONFIDENCE, MOST_REVERSIONS) == (0.7, 3)
    assert "less than 0.7 is told" in PAGE
    assert "taken back three times" in PAGE
