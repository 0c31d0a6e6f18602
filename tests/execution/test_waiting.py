"""Waiting lets time pass on the clock that is handed in, and looks."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.actions.outcomes import Done, NoEffect, Rejected
from tests.execution.surfaces import Surface, form, ref


def test_looking_says_what_has_changed_since_the_last_look() -> None:
    surface = Surface(*form())
    executor = surface.executor()
    executor.observe()
    assert executor.run({"type": "observe"}, action_id="a1") == Done(
        action_id="a1", before="o1", after="o1", delta={"since": "o1", "same": True}
    )
    surface.change("Name", value="new")
    outcome = executor.run({"type": "observe"})
    assert isinstance(outcome, Done)
    assert outcome.delta == {"changed": [[1, "old", "new"]]}
    assert surface.sent == []


def test_waiting_for_time_looks_when_it_has_passed() -> None:
    surface = Surface(*form())
    executor = surface.executor()
    executor.observe()
    surface.after(4.5, lambda: surface.change("Name", value="new"))
    outcome = executor.run({"type": "wait", "seconds": 5})
    assert isinstance(outcome, Done)
    assert (surface.clock.now(), outcome.after) == (5, "o2")


def test_waiting_for_a_change_ends_when_it_comes() -> None:
    surface = Surface(*form())
    executor = surface.executor()
    executor.observe()
    surface.after(7, lambda: surface.change("Name", value="new"))
    outcome = executor.run({"type": "wait_for_change", "seconds": 60})
    assert isinstance(outcome, Done)
    assert 7 <= surface.clock.now() < 8


def test_waiting_for_a_change_in_vain_has_no_effect() -> None:
    surface = Surface(*form())
    executor = surface.executor()
    executor.observe()
    outcome = executor.run({"type": "wait_for_change", "seconds": 10})
    assert isinstance(outcome, NoEffect)
    assert round(surface.clock.now(), 6) == 10
    assert outcome.advice.startswith("It did not come about within 10 seconds.")


CONDITIONS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"kind": "text", "text": "fresh", "shown": True}, {"value": "fresh"}),
    ({"kind": "text", "text": "old", "shown": False}, {"value": ""}),
    ({"kind": "element", "state": "disabled"}, {"enabled": False}),
    ({"kind": "element", "state": "empty"}, {"value": ""}),
    ({"kind": "element", "state": "focused"}, {"focused": True}),
    ({"kind": "element", "state": "expanded"}, {"expanded": True}),
    ({"kind": "element", "state": "collapsed"}, {"expanded": False}),
    ({"kind": "element", "state": "checked"}, {"checked": "true"}),
    ({"kind": "element", "state": "selected"}, {"selected": True}),
    ({"kind": "element", "state": "gone"}, {"hidden": True}),
]


@pytest.mark.parametrize(("condition", "becomes"), CONDITIONS)
def test_waiting_for_a_condition_ends_when_it_holds(condition: dict[str, Any], becomes: dict[str, Any]) -> None:
    surface = Surface(*form())
    executor = surface.executor()
    if condition["kind"] == "element":
        condition = {**condition, "ref": ref(executor, "Name")}
    surface.after(3, lambda: surface.change("Name", **becomes))
    outcome = executor.run({"type": "wait_for", "condition": condition, "seconds": 20})
    assert isinstance(outcome, Done), outcome
    assert 3 <= surface.clock.now() < 4


def test_what_holds_already_is_not_waited_for() -> None:
    surface = Surface(*form())
    executor = surface.executor()
    executor.observe()
    outcome = executor.run({"type": "wait_for", "condition": {"kind": "text", "text": "old", "shown": True}, "seconds": 20})
    assert isinstance(outcome, Done)
    assert surface.clock.now() == 0


def test_a_ref_that_was_never_given_is_not_waited_for() -> None:
    surface = Surface(*form())
    executor = surface.executor()
    executor.observe()
    outcome = executor.run({"type": "wait_for", "condition": {"kind": "element", "ref": "A77", "state": "gone"}, "seconds": 20})
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, surface.clock.now()) == ("not_found", 0)


def test_a_change_that_nobody_sees_is_not_waited_for() -> None:
    surface = Surface(*form())
    executor = surface.executor()
    executor.observe()
    surface.after(1, lambda: surface.change("Name", invalid=False))
    surface.after(2, lambda: surface.change("Name", required=False, busy=False))
    surface.after(7, lambda: surface.change("Name", invalid=True))
    outcome = executor.run({"type": "wait_for_change", "seconds": 60})
    assert isinstance(outcome, Done)
    assert outcome.delta == {"since": "o1", "changed": [[1, "+invalid"]]}
    assert 7 <= surface.clock.now() < 8
