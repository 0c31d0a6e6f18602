"""What a dump says of which window lies above which holds in the world that begins with it."""

from __future__ import annotations

from pathlib import Path

import pytest

import lumos_layer
from lumos_layer import Observation
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.environments.simulator import Simulator
from lumos_layer.errors import NotClickable

DIALOG = b"""<Pane Name="Desktop" BoundingRectangle="0,0,400,300">
  <Window Name="Open" BoundingRectangle="0,0,400,300" NativeWindowHandle="0x10">
    <Button Name="Go" BoundingRectangle="10,10,60,30" NativeWindowHandle="0x11"/>
    <Pane BoundingRectangle="0,0,400,300" NativeWindowHandle="0x12"/>
  </Window>
  <Window Name="Behind" BoundingRectangle="0,0,400,300" NativeWindowHandle="0x20">
    <Button Name="Hidden" BoundingRectangle="10,10,60,30" NativeWindowHandle="0x21"/>
  </Window>
</Pane>"""
SHIPPED = sorted(path for path in (Path(__file__).parents[3] / "blueprints").glob("*/dump.*") if path.suffix != ".png")


def click_points(observation: Observation) -> dict[str, tuple[int, int] | str]:
    found: dict[str, tuple[int, int] | str] = {}
    for ref in observation.refs:
        try:
            found[ref] = observation.click_point(ref)
        except NotClickable as problem:
            found[ref] = problem.reason
    return found


def test_of_windows_side_by_side_the_first_listed_takes_the_pointer() -> None:
    observation = Simulator.from_dump(DIALOG).observe()
    assert observation.element_from_point(35, 20).name == "Go"


def test_it_still_does_in_a_world_that_was_saved_and_loaded() -> None:
    observation = Simulator.load(Simulator.from_dump(DIALOG).save()).observe()
    assert observation.element_from_point(35, 20).name == "Go"


def test_a_window_that_is_brought_to_the_front_is_drawn_above() -> None:
    simulator = Simulator.from_dump(DIALOG)
    action = validate({"type": "switch_window", "title": "Behind"}, simulator.observe())
    assert isinstance(action, GroundedAction)
    assert simulator.perform("act-1", action).status == "delivered"
    assert simulator.observe().element_from_point(35, 20).name == "Hidden"


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.parent.name)
def test_a_simulated_screen_is_clicked_where_its_dump_is(path: Path) -> None:
    assert click_points(Simulator.from_dump(path).observe()) == click_points(lumos_layer.read(path))
