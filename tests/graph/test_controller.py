"""What the interaction controller has to do besides the plain way: empty screens, validation, drags, questions of the planner."""

from __future__ import annotations

from pathlib import Path

import pytest

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import Reply
from tests.graph.running_on import BUY, FINISH, Watched, answer, close, shop

APPS = Path(__file__).parents[2] / "blueprints"
EMPTY = b'<Window Name="" RuntimeId="1" x="0" y="0" width="400" height="300"/>'
REQUEST = {"type": "request_approval", "what": "Order paper", "reason": "The goal asks for it."}
OPTIONS = {"type": "propose_options", "question": "Which paper?", "options": ["A4", "A3"]}


def on_app(name: str) -> Watched:
    return Watched(Simulator.from_app(apps.load(APPS / name), clock=ManualClock()))


def test_an_empty_screen_is_looked_at_again_and_then_given_up(tmp_path: Path) -> None:
    run = shop(tmp_path, [BUY], world=Watched(Simulator.from_dump(EMPTY, clock=ManualClock())))
    stopped = run.running.start()
    assert (stopped.status, run.world.reached) == ("failed", [])
    assert {record.action["type"] for record in stopped.state["action_trace"]} == {"observe"}  # type: ignore[index, call-overload]
    assert stopped.state["step_count"] <= 4


def test_what_is_wrong_with_an_entry_becomes_an_event_that_the_planner_can_react_to(tmp_path: Path) -> None:
    wrong = {"type": "set_text", "target": {"name": "Amount", "role": "textbox"}, "text": "much"}
    right = {**wrong, "text": "12.50"}
    run = shop(tmp_path, [wrong, right, FINISH], world=on_app("invoice"))
    stopped = run.running.start()
    assert stopped.status == "completed"
    events = [event for event in stopped.state["environment_events"] if event.kind == "validation"]
    assert "A number with two decimals: 12.50" in [event.text for event in events]


def test_an_answer_given_up_front_counts_for_a_run_that_is_gone_on_with(tmp_path: Path) -> None:
    first = shop(tmp_path, [BUY, FINISH])
    request = first.running.start().request
    close(first)
    second = shop(tmp_path, [BUY, FINISH], world=first.world, run=first.folder.name, approver=lambda _: None)
    stopped = second.running.resume(answer(request))
    assert (stopped.status, second.world.orders) == ("completed", 1)


def test_a_drag_goes_through_the_loop_and_is_asked_about_where_it_takes_effect_at_once(tmp_path: Path) -> None:
    world = on_app("settings")
    sound = {"type": "select", "target": {"name": "Sound"}}
    run = shop(tmp_path, [sound], world=world)
    run.running.start()
    look = world.observe()
    slider = next(ref for ref, i in look.refs.items() if look.tree[i].role == "slider")
    bounds = look.tree[look.refs[slider]].bounds
    assert bounds is not None
    drag = {"type": "drag", "start": {"ref": slider}, "end": {"point": {"x": bounds.x + 5, "y": bounds.y + 5}}}
    dragged = shop(tmp_path, [drag, FINISH], world=world)
    stopped = dragged.running.start()
    assert stopped.status == "needs_approval"
    assert stopped.request is not None
    assert "slider_drag" in stopped.request.rule


def test_a_planner_that_asks_for_leave_is_answered_and_each_act_is_still_asked_about(tmp_path: Path) -> None:
    run = shop(tmp_path, [REQUEST, BUY, FINISH])
    asked = run.running.start()
    assert (asked.status, asked.said) == ("needs_approval", "Order paper")
    again = run.running.resume(answer(asked.request))
    assert (again.status, run.world.orders) == ("needs_approval", 0)
    assert run.running.resume(answer(again.request)).status == "completed"
    assert run.world.orders == 1


@pytest.mark.parametrize("words", ["A3", "the cheaper one"])
def test_the_choice_between_options_is_told_the_planner(tmp_path: Path, words: str) -> None:
    run = shop(tmp_path, [OPTIONS, FINISH])
    asked = run.running.start()
    assert (asked.status, asked.said) == ("needs_approval", "Which paper?")
    stopped = run.running.resume(answer(asked.request, Reply(text=words)))
    assert stopped.status == "completed"
    assert stopped.state["action_trace"][0].said == f"A person answered: {words}"


def test_the_limits_of_the_task_are_those_of_the_run(tmp_path: Path) -> None:
    run = shop(tmp_path, [BUY, FINISH], task=Task(goal="Order", surface="shop", max_steps=1, max_recovery_attempts=0))
    stopped = run.running.resume(answer(run.running.start().request))
    assert (stopped.state["max_steps"], stopped.state["max_recovery_attempts"]) == (1, 0)
    assert stopped.state["step_count"] == 1
