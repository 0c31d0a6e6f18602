"""A message that came with an act and goes by itself is no sign of a screen that changes by itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lumos_layer.environments.port import Delivery
from tests.execution.surfaces import Surface, ref, window
from tests.trees import Row, button, node, text

ADD = button("Add", box=(10, 60, 80, 30))

MESSAGES: dict[str, Callable[[int], list[Row]]] = {
    "a toast": lambda count: [(1, node("status", "", box=(10, 240, 300, 40))), (2, text("Added", box=(10, 240, 300, 40)))],
    "a toast that counts": lambda count: [(1, text(f"{count} added", box=(10, 240, 300, 40)))],
    "an alert in a wrapper": lambda count: [(1, node("generic")), (2, node("alert", "Added", box=(10, 240, 300, 40)))],
}


@pytest.mark.parametrize("dialect", ["uia", "atspi", "android", "browser", "cdp"])
@pytest.mark.parametrize("message", MESSAGES)
@pytest.mark.parametrize("counted", [False, True], ids=["alone", "beside a count"])
def test_what_is_pressed_again_and_again_is_done_each_time(message: str, counted: bool, dialect: str) -> None:
    surface = Surface(*window(ADD), dialect=dialect)

    def shown(count: int, *more: Row) -> list[Row]:
        return [*window(ADD), *([(1, text(f"In the basket: {count}", box=(200, 60, 80, 30)))] if counted else []), *more]

    def react(surface: Surface, action: object) -> Delivery | None:
        count = len(surface.sent)
        surface.rows = shown(count, *MESSAGES[message](count))
        surface.after(4, lambda: setattr(surface, "rows", shown(count)))
        return None

    surface.react, surface.rows = react, shown(0)
    executor = surface.executor()
    add = ref(executor, "Add")
    for _ in range(8):
        outcome = executor.run({"type": "click", "ref": add})
        assert (outcome.outcome, getattr(outcome, "seen", None)) == ("done", True)
        surface.clock.sleep(5)


def test_what_comes_and_goes_by_itself_still_says_nothing_of_an_act() -> None:
    surface = Surface(*window(ADD))
    surface.react = lambda surface, action: None

    def blink() -> None:
        shown = [(1, text("Live", box=(10, 240, 300, 40)))] if surface.looks % 2 else []
        surface.rows = [*window(ADD), *shown]

    surface.each_look = blink
    executor = surface.executor()
    add = ref(executor, "Add")
    for _ in range(4):
        assert executor.run({"type": "click", "ref": add}).outcome in ("no_effect", "unknown")
