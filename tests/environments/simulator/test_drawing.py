"""What a dump says of which window lies above which holds in the world that begins with it."""

from __future__ import annotations

from pathlib import Path

import pytest

import lumos_layer
from lumos_layer import Observation
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.environments.simulator import Simulator, apps
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


ORDERED = b"""<hierarchy rotation="0">
  <node class="android.widget.FrameLayout" package="p" bounds="[0,0][400,300]" drawing-order="0">
    <node class="android.widget.Button" text="Above" clickable="true" bounds="[10,10][70,40]" drawing-order="2"/>
    <node class="android.widget.Button" text="Below" clickable="true" bounds="[10,10][70,40]" drawing-order="1"/>
  </node>
</hierarchy>"""
TWO_ROOTS = b"""<hierarchy rotation="0">
  <node class="android.widget.Button" package="p" text="Above" clickable="true" bounds="[10,10][70,40]" drawing-order="2"/>
  <node class="android.widget.Button" package="p" text="Below" clickable="true" bounds="[10,10][70,40]" drawing-order="1"/>
</hierarchy>"""


def later(tmp_path: Path, dump: bytes, dialect: str, effect: str) -> Simulator:
    """An app that begins with a button all over the screen; pressed, it shows a screen from a dump."""
    (tmp_path / "later.xml").write_bytes(dump)
    rows = [{"role": "button", "name": "Next", "box": [0, 0, 400, 300]}]
    document = {
        "name": "two screens",
        "dialect": dialect,
        "start": "first",
        "screens": {"first": {"rows": rows}, "later": {"dump": "later.xml"}},
        "rules": [{"on": "click", "target": {"name": "Next"}, "do": [{"do": effect, "screen": "later"}]}],
    }
    simulator = Simulator.from_app(apps.made(document, tmp_path))
    action = validate({"type": "click", "point": {"x": 300, "y": 200}}, simulator.observe())
    assert isinstance(action, GroundedAction)
    simulator.perform("act-1", action)
    return simulator


@pytest.mark.parametrize("effect", ["show", "open_window"])
@pytest.mark.parametrize(
    ("dump", "dialect", "top"), [(ORDERED, "android", "Above"), (TWO_ROOTS, "android", "Above"), (DIALOG, "uia", "Go")]
)
def test_a_screen_of_an_app_that_comes_later_is_drawn_as_its_dump_says(
    tmp_path: Path, dump: bytes, dialect: str, top: str, effect: str
) -> None:
    simulator = later(tmp_path, dump, dialect, effect)
    assert lumos_layer.read(dump).element_from_point(35, 20).name == top
    assert simulator.observe().element_from_point(35, 20).name == top
    assert Simulator.load(simulator.save()).observe().element_from_point(35, 20).name == top


def test_a_recorded_page_of_an_app_that_comes_later_takes_the_pointer_where_it_did(tmp_path: Path) -> None:
    recorded = Path(__file__).parents[2] / "recordings/chromium-cdp/orders-dialog/step-004.json"
    simulator = later(tmp_path, recorded.read_bytes(), "cdp", "show")
    seen, read = simulator.observe(), lumos_layer.read(recorded)
    there = {(seen.tree[seen.refs[ref]].native_id, point) for ref, point in click_points(seen).items()}
    assert len(there) == 4
    assert there == {(read.tree[read.refs[ref]].native_id, point) for ref, point in click_points(read).items()}
