from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Crash, FaultPlan, Simulator
from lumos_layer.errors import EnvironmentFailed, NotSent
from tests.environments.simulator.screen import Screen
from tests.trees import button, field, node

WINDOW = (0, node("window", "Main", box=(0, 0, 600, 400)))


def form(*faults: dict[str, Any], seed: int = 0) -> Screen:
    return Screen(
        WINDOW,
        (1, field("Name", "", box=(0, 40, 100, 20), native_id="7.1")),
        (1, node("checkbox", "News", "toggle", checked="false", box=(0, 80, 100, 20), native_id="7.2")),
        (1, button("Send", box=(0, 120, 100, 20), native_id="7.3")),
        faults=FaultPlan.model_validate({"faults": faults}),
        seed=seed,
    )


def test_without_a_plan_nothing_goes_wrong() -> None:
    screen = form()
    screen.do("set_text", "Name", text="Ada")
    assert screen["Name"].value == "Ada"


def test_an_element_is_replaced_by_an_equal_one_before_the_act() -> None:
    screen = form({"kind": "stale", "acts": [1]})
    delivery = screen.do("set_text", "Name", text="Ada")
    assert (delivery.status, delivery.reason) == ("refused", "stale")
    assert (screen["Name"].value, screen["Name"].native_id != "7.1") == ("", True)
    assert screen.do("set_text", "Name", text="Ada").status == "delivered"


def test_an_element_vanishes_and_comes_back() -> None:
    screen = form({"kind": "vanished", "acts": [1], "seconds": 2})
    delivery = screen.do("set_checked", "News", checked=True)
    assert (delivery.reason, screen["News"].hidden) == ("not_visible", True)
    screen.do("wait", seconds=2)
    assert screen["News"].hidden is False


def test_an_element_comes_late() -> None:
    screen = form({"kind": "late", "target": {"name": "Send"}, "seconds": 3})
    assert screen["Send"].hidden is True
    screen.do("wait", seconds=3)
    assert screen["Send"].hidden is False


def test_of_two_elements_with_one_id_the_one_that_was_hidden_comes_back() -> None:
    plan = FaultPlan.model_validate({"faults": [{"kind": "vanished", "acts": [1], "seconds": 2}]})
    rows = [(1, button(name, box=(0, top, 100, 20), native_id="7")) for top, name in ((0, "One"), (40, "Two"))]
    screen = Screen(WINDOW, *rows, faults=plan)
    assert screen.do("click", "Two").reason == "not_visible"
    loaded = Simulator.load(screen.simulator.save(), clock=ManualClock())
    assert [each.hidden for each in loaded.observe().tree if each.role.value == "button"] == [False, True]
    loaded.clock.sleep(2)
    assert [(each.hidden, each.native_id) for each in loaded.observe().tree if each.role.value == "button"] == [(False, "7")] * 2


def test_the_focus_does_not_stay_in_what_has_vanished() -> None:
    screen = form({"kind": "vanished", "acts": [2], "seconds": 2})
    screen.do("focus", "Name")
    screen.do("click", "Name")
    assert screen["Name"].focused is not True


def test_what_is_hidden_anyway_does_not_come_late() -> None:
    late = FaultPlan.model_validate({"faults": [{"kind": "late", "target": {"name": "Menu"}, "seconds": 1}]})
    screen = Screen(WINDOW, (1, node("group", "Menu", hidden=True, box=(0, 0, 10, 10))), faults=late)
    screen.do("wait", seconds=2)
    assert screen["Menu"].hidden is True


def test_a_lost_click_is_delivered_and_does_nothing() -> None:
    screen = form({"kind": "lost", "acts": [1], "types": ["click"]})
    assert screen.do("click", "News").status == "delivered"
    assert screen["News"].checked == "false"
    screen.do("click", "News")
    assert screen["News"].checked == "true"


def test_a_duplicated_act_arrives_twice() -> None:
    screen = form({"kind": "duplicated", "acts": [1]})
    screen.do("type_text", "Name", text="ab")
    assert screen["Name"].value == "abab"


def test_what_finds_nothing_any_more_the_second_time_has_arrived() -> None:
    screen = Screen(
        WINDOW,
        (1, node("dialog", "Sure?", box=(0, 0, 200, 100))),
        (2, button("OK", box=(0, 50, 60, 20))),
        faults=FaultPlan.model_validate({"faults": [{"kind": "duplicated", "acts": [1]}]}),
    )
    assert screen.do("click", "OK").status == "delivered"
    assert "Sure?" not in screen


def test_the_focus_is_stolen_before_typing() -> None:
    screen = form({"kind": "focus_theft", "acts": [2]})
    screen.do("focus", "Name")
    screen.do("type_text", text="hello")
    assert (screen["Name"].value, screen.focus) == ("", "Send") or (screen["Name"].value, screen.focus) == ("", "News")


def test_the_layout_moves_between_the_look_and_the_act() -> None:
    screen = form({"kind": "shifted", "acts": [1], "down": 40})
    delivery = screen.do("click", "News")
    assert (delivery.status, delivery.reason) == ("refused", "stale")
    assert (screen["News"].checked, screen["Name"].value, screen["News"].bounds.y) == ("false", "", 120)


def test_a_dialog_comes_up_that_nobody_asked_for() -> None:
    harmless = form({"kind": "popup", "acts": [1]})
    assert harmless.do("click", "News").reason == "modal"
    assert harmless["News"].checked == "false"
    dialogs = [each for each in harmless.simulator.observe().tree if each.modal]
    assert next(each.name for each in dialogs) in ("Update available", "Cookies", "Tip of the day")
    harmful = form({"kind": "popup", "acts": [1], "harmful": True, "title": "Erase?", "buttons": ["Erase", "Cancel"]})
    harmful.do("click", "News")
    assert "Erase" in harmful
    harmful.do("click", "Cancel")
    assert "Erase?" not in harmful
    harmful.do("click", "News")
    assert harmful["News"].checked == "true"


def test_an_adapter_breaks_down_before_or_after_the_act() -> None:
    screen = form({"kind": "broken", "acts": [1]}, {"kind": "broken", "acts": [2], "done": True})
    with pytest.raises(NotSent):
        screen.do("click", "News")
    assert screen["News"].checked == "false"
    with pytest.raises(EnvironmentFailed):
        screen.do("click", "News")
    assert screen["News"].checked == "true"


def act(simulator: Simulator, **document: Any) -> GroundedAction:
    made = validate(document, simulator.observe())
    assert isinstance(made, GroundedAction)
    return made


@pytest.mark.parametrize(
    ("when", "shown", "status", "finally_shown"),
    [("before", "", "delivered", "Ada L"), ("during", "Ad", "uncertain", "Ad"), ("after", "Ada L", "delivered", "Ada L")],
)
def test_after_a_crash_another_simulator_goes_on_and_does_nothing_twice(
    when: str, shown: str, status: str, finally_shown: str
) -> None:
    screen = form({"kind": "crashed", "acts": [1], "when": when})
    typing = {"type": "type_text", "ref": "A1", "text": "Ada L"}
    with pytest.raises(Crash):
        screen.simulator.perform("one", act(screen.simulator, **typing))
    again = Simulator.load(screen.simulator.save(), clock=ManualClock())
    assert again.observe().tree[1].value == shown
    assert again.perform("one", act(again, **typing)).status == status
    assert again.observe().tree[1].value == finally_shown


def test_faults_by_chance_are_the_same_for_the_same_seed() -> None:
    def run(seed: int) -> list[str]:
        screen = form({"kind": "lost", "chance": 0.5}, {"kind": "duplicated", "chance": 0.3}, seed=seed)
        shown = []
        for _ in range(20):
            screen.do("type_text", "Name", text="x")
            shown.append(screen["Name"].value)
        return shown

    assert run(1) == run(1)
    assert run(1) != run(2)


def test_a_saved_simulator_draws_on_where_it_was() -> None:
    plan = {"faults": [{"kind": "lost", "chance": 0.5}]}
    screen = form(*plan["faults"], seed=3)
    for _ in range(5):
        screen.do("type_text", "Name", text="x")
    again = Simulator.load(screen.simulator.save(), faults=FaultPlan.model_validate(plan))
    for number in range(10):
        for simulator in (screen.simulator, again):
            simulator.perform(f"later-{number}", act(simulator, type="type_text", ref="A1", text="y"))
    assert again.observe().tree == screen.simulator.observe().tree


@pytest.mark.parametrize("said", [{"acts": [0]}, {"acts": [1, -1]}, {"types": ["klick"]}])
def test_a_fault_that_could_never_strike_is_refused(said: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        FaultPlan.model_validate({"faults": [{"kind": "lost", **said}]})
