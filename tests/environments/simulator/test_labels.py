from __future__ import annotations

from pathlib import Path

import pytest

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator
from tests.environments.simulator.screen import Screen

_RECORDINGS = Path(__file__).resolve().parents[2] / "recordings"
_BROWSER = Path(__file__).resolve().parents[3] / "blueprints" / "browser"


def page(dump: Path) -> Screen:
    return Screen(simulator=Simulator.from_dump(dump, clock=ManualClock()))


def click(screen: Screen, x: int, y: int) -> None:
    screen.do("click", point={"x": x, "y": y})


def test_a_click_on_a_label_around_a_field_leads_the_keyboard_there() -> None:
    screen = page(_RECORDINGS / "chromium-cdp/login-password/step-000.json")
    click(screen, 60, 105)  # the words "User name"
    screen.do("type_text", text="ann")
    assert screen["u"].value == "ann"
    click(screen, 60, 138)
    assert screen.focus == "Password"


def test_a_click_on_a_label_above_a_field_leads_the_keyboard_to_the_field_of_its_name() -> None:
    screen = page(_BROWSER / "sign-up.json")
    click(screen, 40, 180)
    assert screen.focus == "E-mail"


@pytest.mark.parametrize(("x", "y", "name"), [(90, 452, "I accept the terms"), (90, 407, "Pro, 5 per month")])
def test_a_click_on_the_words_beside_a_box_ticks_it(x: int, y: int, name: str) -> None:
    screen = page(_BROWSER / "sign-up.json")
    click(screen, x, y)
    assert screen[name].checked == "true"


def test_a_link_in_a_label_is_a_link() -> None:
    screen = page(_BROWSER / "sign-up.json")
    click(screen, 150, 452)
    assert screen["I accept the terms"].checked == "false"


def test_a_label_of_a_disabled_control_does_nothing() -> None:
    screen = page(_BROWSER / "sign-up.json")
    terms = screen.widget("I accept the terms")
    screen.simulator.world.change(terms, enabled=False)
    click(screen, 90, 452)
    assert screen["I accept the terms"].checked == "false"
