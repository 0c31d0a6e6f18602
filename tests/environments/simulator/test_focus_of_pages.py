"""What comes up with the keyboard in it takes the keyboard from what had it."""

from __future__ import annotations

from lumos_layer.testing.trees import drafted
from tests.environments.simulator.screen import Screen
from tests.trees import button, field, node

WINDOW = (0, node("window", "Main", box=(0, 0, 600, 400)))


def test_one_thing_has_the_focus_when_a_part_comes_with_its_own() -> None:
    screen = Screen(WINDOW, (1, field("Name", "", box=(0, 0, 100, 20))), (1, button("More", box=(0, 40, 100, 20), focused=False)))
    screen.do("focus", "Name")
    world = screen.simulator.world
    world.graft(drafted((0, field("City", "", box=(0, 80, 100, 20), focused=True))), world.roots[0])
    focused = {each.name: each.focused for each in screen.simulator.observe().tree if each.role.value == "textbox"}
    assert focused == {"Name": False, "City": True}
