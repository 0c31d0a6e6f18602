from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.errors import PlannerFailed
from lumos_layer.planning.port import Remembered, Request
from lumos_layer.planning.scripted import ScriptedPlanner
from lumos_layer.testing.trees import button, field, group, node, observed

SCREEN = observed(
    (0, node("window", "Orders")),
    (1, group("First")),
    (2, button("Delete", identifier="del-1")),
    (1, group("Second")),
    (2, button("Delete", identifier="del-2")),
    (1, field("Name")),
)


def remembered(outcome: str, cursor: str = "") -> Remembered:
    return Remembered(step=0, action={"type": "observe"}, outcome=outcome, cursor=cursor)


def planned(actions: list[Any], *memory: Remembered, step: int | None = None, repeat: bool = False) -> Any:
    return ScriptedPlanner(actions, repeat=repeat).plan(Request("", SCREEN, memory=memory, step=step)).action


def test_a_target_is_found_by_what_it_is_called_and_what_it_stands_in() -> None:
    assert planned([{"type": "focus", "target": {"name": "Name"}}]) == {"type": "focus", "ref": "A3"}
    assert planned([{"type": "click", "target": {"name": "Delete", "within": "Second"}}]) == {"type": "click", "ref": "A2"}
    assert planned([{"type": "click", "target": {"identifier": "del-1"}}]) == {"type": "click", "ref": "A1"}
    assert planned([{"type": "click", "target": {"role": "button", "nth": 2}}]) == {"type": "click", "ref": "A2"}
    drag = {"type": "drag", "start": {"target": {"identifier": "del-1"}}, "end": {"target": {"identifier": "del-2"}}}
    assert planned([drag]) == {"type": "drag", "start": {"ref": "A1"}, "end": {"ref": "A2"}}


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ({"name": "Delete"}, "Delete"),
        ({"name": "Save"}, "Save"),
        ({}, "at least one of name, identifier and role"),
        ({"name": "Name", "colour": "red"}, "colour"),
        ({"name": "Delete", "nth": 3}, "nth 3"),
    ],
)
def test_a_target_that_is_not_there_or_not_one_fails_with_its_name(target: dict[str, Any], said: str) -> None:
    with pytest.raises(PlannerFailed, match=said):
        planned([{"type": "click", "target": target}])


def test_it_goes_on_by_what_is_remembered_denied_acts_included() -> None:
    actions = [{"type": "wait", "seconds": seconds} for seconds in (1, 2, 3)]
    assert planned(actions, remembered("denied"), remembered("done")) == actions[2]
    assert planned(actions, remembered("done", "1"), remembered("done")) == actions[1]  # the second was a recovery
    assert planned(actions, step=2) == actions[2]
    end = planned(actions, step=3)
    assert (end["type"], end["success"]) == ("finish", True)


def test_a_repeated_script_begins_anew() -> None:
    actions = [{"type": "wait", "seconds": 1}, {"type": "observe"}]
    assert planned(actions, step=4, repeat=True) == actions[0]
    assert planned(actions, step=5, repeat=True) == actions[1]
