"""Windows of one program that say the same are told apart by where they are, whichever of them is in front."""

from __future__ import annotations

import pytest

from lumos_layer import Observation, Session
from tests.screens import button, element, field

Box = tuple[int, int, int, int]
LEFT, RIGHT, ELSEWHERE = (0, 0, 400, 300), (50, 50, 400, 300), (200, 90, 400, 300)


def desktop(*boxes: Box) -> bytes:
    windows = (element("Window", "Untitled", "", field("Text"), button("Save"), box=box) for box in boxes)
    return element("Pane", "Desktop", "", *windows, box=(0, 0, 1000, 800)).encode()


def save_buttons(look: Observation) -> dict[Box, str]:
    """By the box of a window, the ref of the button in it."""
    found: dict[Box, str] = {}
    for ref, node in look.refs.items():
        if look.tree[node].name == "Save":
            box = look.tree[look.tree.parents[node]].bounds
            assert box is not None
            found[box.x, box.y, box.width, box.height] = ref
    return found


@pytest.mark.parametrize(
    ("then", "now", "kept"),
    [
        ((LEFT, RIGHT), (RIGHT, LEFT), {LEFT: "A2", RIGHT: "A4"}),
        ((LEFT, RIGHT), (RIGHT,), {RIGHT: "A4"}),
        ((LEFT, RIGHT), (ELSEWHERE, LEFT), {LEFT: "A2", ELSEWHERE: "A4"}),
    ],
)
def test_a_window_that_comes_to_the_front_is_still_the_same(
    then: tuple[Box, ...], now: tuple[Box, ...], kept: dict[Box, str]
) -> None:
    session = Session()
    first = session.observe(desktop(*then))
    assert save_buttons(first) == {LEFT: "A2", RIGHT: "A4"}
    assert save_buttons(session.observe(desktop(*now))) == kept
