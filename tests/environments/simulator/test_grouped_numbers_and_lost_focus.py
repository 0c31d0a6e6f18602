"""Numbers in groups of three that are stepped, controls that become disabled while they have the focus, options called alike."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.perception.numbers import like, readings_of
from tests.environments.simulator.screen import Screen
from tests.trees import node

WINDOW = (0, node("window", "W", box=(0, 0, 400, 300)))


@pytest.mark.parametrize(
    ("before", "key", "after"),
    [
        ("1,250", "ArrowUp", "1,251"),
        ("1,250 km", "ArrowDown", "1,249 km"),
        ("1,000", "ArrowDown", "999"),
        ("1.250", "ArrowUp", "1.251"),
        ("12,345,678", "ArrowUp", "12,345,679"),
        ("1.234.567,5", "ArrowUp", "1.234.568,5"),
        ("1 250", "ArrowUp", "1 251"),
        ("-1,250", "ArrowUp", "-1,249"),
        ("1,5", "ArrowUp", "2,5"),
        ("1250", "ArrowUp", "1251"),
    ],
)
def test_a_number_in_groups_stays_in_groups(before: str, key: str, after: str) -> None:
    screen = Screen(WINDOW, (1, node("spinbutton", "Amount", "set_value", "range", value=before, box=(0, 0, 50, 20))))
    screen.do("press_key", "Amount", key=key)
    assert screen["Amount"].value == after


def test_what_no_range_reaches_is_a_fraction() -> None:
    fraction = node("slider", "Zoom", "range", value="1,250", minimum=0.0, maximum=9.0, box=(0, 0, 50, 20))
    screen = Screen(WINDOW, (1, fraction))
    screen.do("press_key", "Zoom", key="ArrowUp")
    assert screen["Zoom"].value == "2,25"


def test_a_grouped_number_typed_into_a_spinner_is_read_as_such() -> None:
    made = node(
        "spinbutton", "Copies", "set_value", "type", "range", value="1,250", minimum=1.0, maximum=9000.0, box=(0, 0, 50, 20)
    )
    screen = Screen(WINDOW, (1, made))
    screen.do("set_text", "Copies", text="2,500")
    screen.press("Enter")
    screen.press("ArrowUp")
    assert screen["Copies"].value == "2,501"


@given(st.integers(1_000_000, 10**9), st.sampled_from(",. '"), st.integers(-(10**9), 10**9))
def test_a_number_written_like_another_reads_as_itself(shown: int, mark: str, number: int) -> None:
    written = like(f"{shown:,}".replace(",", mark), str(number))
    assert float(number) in readings_of(written)


ROWS: list[dict[str, Any]] = [
    {"role": "window", "name": "W", "box": [0, 0, 400, 300]},
    {"level": 1, "role": "group", "name": "Order", "box": [0, 0, 400, 100]},
    {"level": 2, "role": "button", "name": "Send", "box": [0, 0, 80, 20]},
    {"level": 1, "role": "textbox", "name": "Note", "value": "", "box": [0, 150, 80, 20]},
]


def pressed(*effects: dict[str, Any]) -> Simulator:
    rule = {"on": "click", "target": {"name": "Send"}, "do": list(effects)}
    app = apps.made({"name": "t", "start": "m", "screens": {"m": {"title": "M", "rows": ROWS}}, "rules": [rule]})
    simulator = Simulator.from_app(app, clock=ManualClock())
    Screen(simulator=simulator).do("click", "Send")
    return simulator


@pytest.mark.parametrize("disabled", ["Send", "Order"])
def test_what_becomes_disabled_gives_up_the_focus(disabled: str) -> None:
    simulator = pressed({"do": "set", "target": {"name": disabled}, "enabled": False})
    assert (simulator.world.focused, simulator.observe().focus) == (None, None)


def test_the_focus_stays_where_something_else_becomes_disabled() -> None:
    look = pressed({"do": "set", "target": {"name": "Note"}, "enabled": False}).observe()
    assert look.focus is not None
    assert look.name_of(look.focus) == "Send"


@pytest.mark.parametrize("effect", [{"do": "focus"}, {"do": "press", "key": "a"}])
def test_no_rule_gives_the_focus_to_what_is_disabled(effect: dict[str, Any]) -> None:
    to_note = {**effect, "target": {"name": "Note"}}
    look = pressed({"do": "set", "target": {"name": "Note"}, "enabled": False}, to_note).observe()
    assert look.focus is not None
    assert look.name_of(look.focus) == "Send"
