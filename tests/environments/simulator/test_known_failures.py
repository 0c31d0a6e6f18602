"""Ways in which others have failed, on the screens on which they did: tests/cases 016 to 018."""

from __future__ import annotations

from pathlib import Path

import lumos_layer
from lumos_layer.actions.outcomes import Rejected
from lumos_layer.environments.simulator import Simulator
from tests.environments.simulator.screen import Screen

_CASES = Path(__file__).parents[2] / "cases"


def case(name: str, dump: str) -> Screen:
    return Screen(simulator=Simulator.from_observation(lumos_layer.read(_CASES / name / dump)))


def test_a_line_break_is_not_the_enter_key() -> None:
    screen = case("017-line-break-is-not-enter", "window.xml")
    pressed: list[str] = []

    class Ears:
        def on(self, event: object, world: object) -> None:
            if getattr(event, "kind", "") == "click":
                pressed.append(event.widget.node.name)  # type: ignore[attr-defined]

    screen.simulator.world.hooks.append(Ears())
    screen.do("type_text", "Message", text="line 1\nline 2")
    assert screen["Message"].value == "line 1\nline 2"
    screen.do("set_text", "Message", text="line 1\r\nline 2")
    assert screen["Message"].value == "line 1\nline 2"
    delivery = screen.do("type_text", "Subject", text="line 1\nline 2")
    assert (screen["Subject"].value, delivery.note != "") == ("line 1 line 2", True)
    assert "Send" not in pressed
    screen.do("click", "Send")
    assert pressed[-1] == "Send"


def test_a_disabled_button_or_one_in_a_disabled_group_does_nothing() -> None:
    screen = case("018-disabled-button", "form.xml")
    before = screen.simulator.observe().tree
    for name in ("submit", "resend"):
        answer = screen.ask("click", name)
        assert isinstance(answer, Rejected)
        assert answer.reason == "disabled"
        widget = screen.widget(name)
        assert screen.simulator.world.enabled(widget) is False
    assert screen.simulator.observe().tree == before
    ready = case("018-disabled-button", "form-ready.xml")
    assert ready.do("click", "submit").status == "delivered"


def test_only_the_focus_moves_when_tab_is_pressed() -> None:
    screen = case("016-only-the-focus-moved", "focus-1.xml")
    screen.press("Tab")
    after = lumos_layer.read(_CASES / "016-only-the-focus-moved" / "focus-2.xml")
    assert screen.simulator.observe().tree == after.tree
