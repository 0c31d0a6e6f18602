"""The simulator as an environment: looking, acting once, the clock, saving, and dumps of real programs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import lumos_layer
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.actions.wait import Wait
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator
from lumos_layer.environments.simulator.effects import Toast
from lumos_layer.errors import DamagedWorld, EnvironmentClosed, StaleRef
from tests.environments.simulator.screen import Screen
from tests.trees import button, field, node, text

WINDOW = (0, node("window", "Main", box=(0, 0, 600, 400)))
_TESTS = Path(__file__).parents[2]
DUMPS = sorted(path for folder in ("goldens", "cases") for path in (_TESTS / folder).rglob("*.[xj]*") if path.is_file())


def grounded(simulator: Simulator, document: dict[str, object]) -> GroundedAction:
    made = validate(document, simulator.observe())
    assert isinstance(made, GroundedAction)
    return made


def test_observing_changes_nothing() -> None:
    screen = Screen(WINDOW, (1, field("Name", "Ada")))
    first = screen.simulator.observe()
    again = screen.simulator.observe()
    assert (first.tree, first.blueprint().compact()) == (again.tree, again.blueprint().compact())


def test_a_world_begins_just_as_its_dump() -> None:
    read = 0
    for path in DUMPS:
        try:
            observation = lumos_layer.read(path)
        except lumos_layer.errors.LumosError:
            continue
        seen = Simulator.from_observation(observation).observe()
        assert seen.tree == observation.tree, path
        assert [seen.path_of(i) for i in range(len(seen.tree))] == [observation.path_of(i) for i in range(len(observation.tree))]
        assert seen.blueprint().compact() == observation.blueprint().compact(), path
        read += 1
    assert read > 20


def test_the_same_id_is_done_once() -> None:
    screen = Screen(WINDOW, (1, node("checkbox", "News", "toggle", checked="false", box=(0, 0, 50, 20))))
    click = grounded(screen.simulator, {"type": "click", "point": {"x": 5, "y": 5}})
    first = screen.simulator.perform("one", click)
    assert not first.again
    assert screen.simulator.perform("one", click) == replace(first, again=True)
    assert screen.simulator.perform("one", click) == replace(first, again=True)
    assert screen["News"].checked == "true"
    assert screen.simulator.perform("two", click).reason == "stale"  # the box is ticked now, and was not when this was chosen
    assert screen["News"].checked == "true"
    screen.simulator.perform("three", grounded(screen.simulator, {"type": "click", "point": {"x": 5, "y": 5}}))
    assert screen["News"].checked == "false"


def test_an_act_that_was_grounded_on_an_earlier_look_is_stale() -> None:
    screen = Screen(WINDOW, (1, node("checkbox", "News", "toggle", checked="false", box=(0, 0, 50, 20))))
    click = grounded(screen.simulator, {"type": "click", "ref": "A1"})
    screen.simulator.perform("one", click)
    assert screen["News"].checked == "true"
    late = screen.simulator.perform("two", click)
    assert (late.status, late.reason) == ("refused", "stale")
    assert late.note == "A1 is not what the latest look shows. Look again and take a ref from the new look."
    assert screen["News"].checked == "true"


def test_nothing_is_done_before_the_first_look() -> None:
    screen = Screen(WINDOW, (1, button("OK")))
    late = screen.simulator.perform("one", GroundedAction(action=Wait(seconds=1), effect="reads"))
    assert (late.status, late.reason) == ("refused", "stale")


def test_two_looks_with_nothing_between_are_one() -> None:
    screen = Screen(WINDOW, (1, field("Name", "Ada")))
    first = screen.simulator.observe()
    assert screen.simulator.observe() is first
    screen.simulator.world.change(screen.widget("Name"), value="Eve")
    assert screen.simulator.observe() is not first


def test_a_refused_act_stays_refused_under_its_id() -> None:
    screen = Screen(WINDOW, (1, button("OK")))
    act = grounded(screen.simulator, {"type": "open_app", "app": "Calculator"})
    first = screen.simulator.perform("one", act)
    assert (first.status, first.reason, first.note) == ("refused", "not_found", "There is no program 'Calculator' here.")
    assert screen.simulator.perform("one", act) == replace(first, again=True)


def test_an_element_that_has_gone_since_the_look_is_stale() -> None:
    screen = Screen(WINDOW, (1, field("Name", "")))
    act = grounded(screen.simulator, {"type": "set_text", "ref": "A1", "text": "x"})
    screen.simulator.world.renew(screen.widget("Name"))
    delivery = screen.simulator.perform("one", act)
    assert (delivery.status, delivery.reason) == ("refused", "stale")
    assert screen["Name"].value == ""


def two_boxes() -> Screen:
    return Screen(
        WINDOW,
        (1, node("checkbox", "Keep", "toggle", checked="false", box=(0, 0, 50, 20))),
        (1, node("checkbox", "Delete", "toggle", checked="false", box=(0, 20, 50, 20))),
    )


def test_what_moved_under_the_pointer_since_the_look_is_not_clicked() -> None:
    screen = two_boxes()
    act = grounded(screen.simulator, {"type": "click", "ref": "A1"})
    world = screen.simulator.world
    world.change(screen.widget("Keep"), bounds=lumos_layer.tree.Rect(0, 40, 50, 20))
    world.change(screen.widget("Delete"), bounds=lumos_layer.tree.Rect(0, 0, 50, 20))
    delivery = screen.simulator.perform("one", act)
    assert (delivery.reason, delivery.note) == ("stale", "checkbox 'Keep' is not at (25, 10) any more. Look again.")
    assert (screen["Keep"].checked, screen["Delete"].checked) == ("false", "false")


@pytest.mark.parametrize("verb", ["click", "double_click", "right_click", "hover"])
def test_what_has_come_to_lie_over_an_element_is_not_pressed(verb: str) -> None:
    screen = two_boxes()
    act = grounded(screen.simulator, {"type": verb, "ref": "A1"})
    screen.simulator.world.change(screen.widget("Delete"), bounds=lumos_layer.tree.Rect(0, 0, 50, 40))
    delivery = screen.simulator.perform("one", act)
    assert (delivery.reason, delivery.note) == (
        "covered",
        "checkbox 'Delete' lies over checkbox 'Keep' at (25, 10) now. Look again.",
    )
    assert (screen["Keep"].checked, screen["Delete"].checked) == ("false", "false")


def test_a_drag_ends_only_where_its_target_still_is() -> None:
    screen = two_boxes()
    act = grounded(screen.simulator, {"type": "drag", "start": {"ref": "A1"}, "end": {"ref": "A2"}})
    screen.simulator.world.change(screen.widget("Delete"), bounds=lumos_layer.tree.Rect(0, 80, 50, 20))
    assert screen.simulator.perform("one", act).reason == "stale"


def test_a_part_of_an_element_that_changed_is_still_the_element() -> None:
    screen = Screen(WINDOW, (1, button("Buy", box=(0, 0, 80, 20))), (2, text("Buy", box=(0, 0, 80, 20))))
    act = grounded(screen.simulator, {"type": "click", "ref": "A1"})
    screen.simulator.world.renew(screen.simulator.world.order()[2])
    assert screen.simulator.perform("one", act).status == "delivered"


def test_an_element_that_was_replaced_by_an_equal_one_is_not_clicked() -> None:
    screen = two_boxes()
    act = grounded(screen.simulator, {"type": "click", "ref": "A1"})
    screen.simulator.world.renew(screen.widget("Keep"))
    assert screen.simulator.perform("one", act).reason == "stale"


def test_waiting_moves_the_clock_and_what_is_due_happens() -> None:
    screen = Screen(WINDOW, (1, button("OK", box=(0, 0, 50, 20))))
    screen.simulator.world.apply([Toast(do="toast", text="Saved", seconds=3)])
    assert "Saved" in screen
    screen.do("wait", seconds=2)
    assert "Saved" in screen
    screen.do("wait", seconds=2)
    assert "Saved" not in screen
    assert screen.clock.now() == 4


def test_waiting_for_a_change_or_a_condition_ends_when_it_comes() -> None:
    screen = Screen(WINDOW, (1, button("OK", box=(0, 0, 50, 20))))
    screen.simulator.world.apply([Toast(do="toast", text="Saved", seconds=3)])
    screen.do("wait_for_change", seconds=60)
    assert (screen.clock.now(), "Saved" in screen) == (3, False)
    delivery = screen.do("wait_for", condition={"kind": "text", "text": "Done", "shown": True}, seconds=5)
    assert (screen.clock.now(), delivery.note) == (8, "It did not come true within 5 seconds.")


def test_a_closed_simulator_does_nothing_more() -> None:
    screen = Screen(WINDOW, (1, button("OK")))
    screen.simulator.close()
    with pytest.raises(EnvironmentClosed):
        screen.simulator.observe()


def test_a_saved_simulator_goes_on_elsewhere() -> None:
    screen = Screen(
        WINDOW, (1, field("Name", "Ada", box=(0, 0, 90, 20))), (1, button("OK", box=(0, 50, 50, 20))), clock=ManualClock(100)
    )
    screen.do("focus", "Name")
    screen.press("Home")
    screen.simulator.world.apply([Toast(do="toast", text="Saved", seconds=3)])
    before = screen.simulator.observe()
    again = Simulator.load(screen.simulator.save(), clock=ManualClock(7))
    assert (again.observe().id, dict(again.observe().refs)) == ("o4", dict(before.refs))
    assert again.observe().tree == screen.simulator.observe().tree
    assert again.deliveries == screen.simulator.deliveries
    again.perform("x", grounded(again, {"type": "press_key", "key": "x"}))
    assert again.observe().tree[1].value == "xAda"
    again.perform("y", grounded(again, {"type": "press_key", "key": "Control+z"}))
    assert again.observe().tree[1].value == "Ada"
    again.perform("w", grounded(again, {"type": "wait", "seconds": 3}))
    assert all(each.name != "Saved" for each in again.observe().tree)


def test_a_saved_password_is_the_name_of_its_secret() -> None:
    rows = (WINDOW, (1, field("Password", protected=True, filled=False, box=(0, 0, 100, 20))))
    screen = Screen(*rows, secrets={"bank": "hunter2"})
    screen.do("set_text", "Password", text={"secret": "bank"})
    saved = screen.simulator.save()
    assert b"hunter2" not in saved
    again = Simulator.load(saved, secrets={"bank": "hunter2"})
    held = next(widget.text for widget in again.world.order() if widget.text is not None)
    assert held.text == "hunter2"


def test_refs_go_on_in_a_simulator_that_was_saved() -> None:
    screen = Screen(WINDOW, (1, button("One")), (1, button("Two")), (1, button("Three")))
    assert dict(screen.simulator.observe().refs) == {"A1": 1, "A2": 2, "A3": 3, "A4": 0}
    screen.simulator.world.remove(screen.widget("One"))
    again = Simulator.load(screen.simulator.save(), clock=ManualClock())
    assert dict(again.observe().refs) == {"A2": 1, "A3": 2, "A4": 0}
    with pytest.raises(StaleRef):
        again.session.resolve("A1")


def test_what_is_no_save_is_refused() -> None:
    with pytest.raises(DamagedWorld):
        Simulator.load(b"{}")
    saved = Screen(WINDOW).simulator.save()
    with pytest.raises(DamagedWorld):
        Simulator.load(saved.replace(b"lumos session", b"another thing"))


def test_what_it_can_do_is_declared() -> None:
    capabilities = Screen(WINDOW).simulator.capabilities
    assert {"click", "type_text", "drag", "wait", "switch_window"} <= capabilities.actions
    assert "handoff" not in capabilities.actions
    assert (capabilities.windows, capabilities.urls, capabilities.clock) == (True, False, True)


def test_an_act_for_people_is_refused_as_unsupported() -> None:
    screen = Screen(WINDOW, (1, button("OK")))
    delivery = screen.do("handoff", reason="a captcha")
    assert (delivery.status, delivery.reason) == ("refused", "unsupported")


def test_a_click_reaches_the_first_thing_around_that_has_an_answer() -> None:
    screen = Screen(WINDOW, (1, node("checkbox", "", "toggle", checked="false", identifier="box", box=(0, 0, 100, 20))),
                    (2, text("I agree", box=(20, 0, 80, 20))))  # fmt: skip
    screen.do("click", point={"x": 50, "y": 10})
    assert screen["box"].checked == "true"


@pytest.mark.parametrize(
    ("path", "value"),
    [(("world", "dialect"), "morse"), (("random",), None), (("random", 1), 7), (("random", 1, 0), -1), (("random", 1, 3), "x")],
)
def test_a_save_that_somebody_has_damaged_is_refused_in_plain_words(path: tuple[Any, ...], value: Any) -> None:
    saved = json.loads(Screen(WINDOW, (1, button("OK"))).simulator.save())
    inside = saved["simulator"]
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    with pytest.raises(DamagedWorld, match="This is no saved simulator"):
        Simulator.load(json.dumps(saved).encode())


def put(widgets: list[Any], name: str, **said: Any) -> None:
    """Let the saved widget of that name say something else."""
    next(widget for widget in widgets if widget["node"].get("name") == name).update(said)


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ({"parent": 3}, {"parent": 2}, "widgets stand under no root, for their parents are missing or form a circle: 2, 3. Give"),
        ({"parent": 2}, {}, "circle: 2. Give"),
        ({"parent": 77}, {}, "circle: 2. Give"),
        ({}, {"number": 2}, "two widgets have one number"),
        ({}, {"number": 0, "parent": 0}, "or one has 0"),
        ({"rows": [2], "parent": 0}, {}, "circle: 2. Give"),
        ({"rows": [3], "parent": 3}, {"parent": 0}, "circle: 2, 3. Give"),
    ],
    ids=("a circle", "its own parent", "no such parent", "one number twice", "number 0", "a row of itself", "in its own row"),
)
def test_a_save_in_which_widgets_would_go_missing_is_refused(one: dict[str, Any], other: dict[str, Any], told: str) -> None:
    saved = json.loads(Screen(WINDOW, (1, node("group", "One")), (1, node("group", "Other"))).simulator.save())
    widgets = saved["simulator"]["world"]["widgets"]
    assert [(widget["number"], widget["parent"]) for widget in widgets] == [(1, 0), (2, 1), (3, 1)]
    Simulator.load(json.dumps(saved).encode())
    put(widgets, "One", **one)
    put(widgets, "Other", **other)
    with pytest.raises(DamagedWorld, match=re.escape(told)):
        Simulator.load(json.dumps(saved).encode())


def test_a_circle_far_from_the_root_names_only_some_of_those_in_it() -> None:
    rows = [(level, node("group", f"g{level}")) for level in range(1, 2_000)]
    saved = json.loads(Screen(WINDOW, *rows).simulator.save())
    put(saved["simulator"]["world"]["widgets"], "g1", parent=2_000)
    with pytest.raises(DamagedWorld, match="circle: 2, 3, 4, 5, 6 and 1994 more"):
        Simulator.load(json.dumps(saved).encode())
