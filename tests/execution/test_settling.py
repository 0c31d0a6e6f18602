"""Looking goes on until the screen stands still, on the clock that is handed in, and not forever."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from lumos_layer.execution import Patience
from lumos_layer.execution.restless import Restless
from lumos_layer.execution.settling import Settled, Settler
from tests.execution.surfaces import Surface, form, window
from tests.trees import button, field, node, text


def settled(surface: Surface, patience: Patience | None = None) -> Settled:
    return Settler(surface.observe, surface.clock, patience or Patience(), Restless()).settle()


def ticking(surface: Surface, name: str, then: Callable[[int], str]) -> None:
    """Let the text of that name say something else at every look."""
    place, count = surface.at(name), [0]

    def tick() -> None:
        count[0] += 1
        level, made = surface.rows[place]
        surface.rows[place] = level, type(made)(role=made.role, name=then(count[0]), bounds=made.bounds)

    surface.each_look = tick


def test_a_screen_that_stands_still_takes_two_looks() -> None:
    surface = Surface(*form())
    assert settled(surface).still
    assert (surface.looks, surface.clock.now()) == (2, 0.05)


def test_what_still_comes_is_waited_for() -> None:
    surface = Surface(*form())
    for i in range(1, 12):  # a text that is written letter by letter
        surface.after(0.04 * i, partial(surface.change, "Name", value="hello world"[:i]))
    last = settled(surface)
    assert (last.still, last.observation.tree[1].value) == (True, "hello world")


def test_a_clock_is_not_waited_for() -> None:
    surface = Surface(*window(button("Save"), text("12:00:00")))
    ticking(surface, "12:00:00", lambda count: f"12:00:{count:02}")
    assert settled(surface).still
    assert surface.looks == 2


def test_a_spinner_is_not_waited_for_once_it_is_known_to_turn_at_every_look() -> None:
    surface = Surface(*window(button("Save"), text("-")))
    ticking(surface, "-", lambda count: "-\\|/"[count % 4])
    assert settled(surface).still
    assert surface.looks == 4


def test_a_screen_that_never_stands_still_is_left_after_a_while() -> None:
    surface = Surface(*form())
    surface.each_look = lambda: surface.add((1, button(f"Button {surface.looks}", box=(0, 0, 9, 9))))
    last = settled(surface, Patience(settling=2.0))
    assert not last.still
    assert 2.0 <= surface.clock.now() < 2.5


def test_what_says_that_it_is_busy_is_waited_for_longer() -> None:
    surface = Surface(*window(field("Name", "old"), node("group", "Results", busy=True)))
    surface.after(6, lambda: surface.change("Results", busy=False))
    last = settled(surface)
    assert last.still
    assert 6 <= surface.clock.now() < 7


def test_what_was_busy_before_is_not_waited_for() -> None:
    surface = Surface(*window(field("Name", "old"), node("group", "Results", busy=True)))
    last = Settler(surface.observe, surface.clock, Patience(), Restless()).settle(busy_before=1)
    assert last.still
    assert surface.looks == 2
