"""What is dragged: sliders, splitters, windows and entries of lists by themselves, all else as the app says."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.tree import Rect
from tests.environments.simulator.screen import Screen
from tests.trees import button, node

WINDOW = (0, node("window", "Main", box=(100, 100, 400, 300)))


def drag(screen: Screen, start: tuple[int, int], end: tuple[int, int]) -> None:
    screen.do("drag", start={"point": {"x": start[0], "y": start[1]}}, end={"point": {"x": end[0], "y": end[1]}})


def box(screen: Screen, name: str) -> Rect | None:
    bounds: Rect | None = screen[name].bounds
    return bounds


def listed(*names: str, across: bool = False, virtual: bool = False, rules: list[dict[str, Any]] | None = None) -> Screen:
    size = [60, 20]
    rows = [
        {"level": 2, "role": "listitem", "name": name, "box": [10 + 70 * k, 40, *size] if across else [10, 40 + 30 * k, *size]}
        for k, name in enumerate(names)
    ]
    begin: list[dict[str, Any]] = [{"do": "set", "target": {"name": "Places"}, "reorderable": True}]
    if virtual:
        begin.append({"do": "virtualise", "target": {"name": "Places"}})
    document = {
        "name": "lists",
        "start": "main",
        "screens": {
            "main": {
                "rows": [
                    {"role": "window", "name": "Lists", "box": [0, 0, 600, 400]},
                    {"level": 1, "role": "list", "name": "Places", "box": [10, 40, 500, 100 if virtual else 300]},
                    *rows,
                    {"level": 1, "role": "button", "name": "Elsewhere", "box": [10, 350, 90, 20]},
                ]
            }
        },
        "begin": begin,
        "rules": rules or [],
    }
    return Screen(simulator=Simulator.from_app(apps.made(document)))


def order(screen: Screen) -> list[tuple[str, int, int]]:
    items = [each for each in screen.simulator.observe().tree if each.role == "listitem"]
    return [(each.name, each.bounds.x, each.bounds.y) for each in items if each.bounds is not None]


@pytest.mark.parametrize(
    ("start", "end", "wanted"),
    [
        (45, 105, ["b", "a", "c"]),  # the upper half of c
        (45, 118, ["b", "c", "a"]),  # its lower half
        (105, 45, ["c", "a", "b"]),
        (105, 58, ["a", "c", "b"]),
        (45, 50, ["a", "b", "c"]),  # on itself
        (45, 360, ["a", "b", "c"]),  # beside the list
    ],
)
def test_an_entry_of_a_list_that_can_be_reordered_goes_where_it_is_let_go(start: int, end: int, wanted: list[str]) -> None:
    screen = listed("a", "b", "c")
    drag(screen, (20, start), (20, end))
    assert order(screen) == [(name, 10, 40 + 30 * k) for k, name in enumerate(wanted)]


def test_entries_side_by_side_are_reordered_too() -> None:
    screen = listed("a", "b", "c", across=True)
    drag(screen, (160, 50), (20, 50))
    assert order(screen) == [("c", 10, 40), ("a", 80, 40), ("b", 150, 40)]


def test_a_list_that_the_app_does_not_call_reorderable_stays_as_it_is() -> None:
    screen = listed("a", "b")
    screen.simulator.world.apply(
        apps.made({"name": "x", "start": "s", "screens": {"s": {"rows": [{"name": "x"}]}}, "begin": [
            {"do": "set", "target": {"name": "Places"}, "reorderable": False}
        ]}).document.begin
    )  # fmt: skip
    drag(screen, (20, 45), (20, 78))
    assert [name for name, _, _ in order(screen)] == ["a", "b"]


def test_a_rule_of_the_app_goes_before_reordering_and_hears_of_it_afterwards() -> None:
    stop = {"on": "drop", "target": {"name": "a"}, "onto": {"name": "b"}, "do": [{"do": "toast", "text": "{target} onto {onto}"}]}
    told = {"on": "change", "target": {"name": "Places"}, "do": [{"do": "toast", "text": "{detail} moved"}]}
    screen = listed("a", "b", "c", rules=[stop, told])
    drag(screen, (20, 45), (20, 78))
    assert [name for name, _, _ in order(screen)] == ["a", "b", "c"]
    assert "a onto b" in screen
    drag(screen, (20, 105), (20, 45))
    assert [name for name, _, _ in order(screen)] == ["c", "a", "b"]
    assert "c moved" in screen


@given(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), max_size=6), st.booleans())
def test_reordering_loses_nothing_and_keeps_entries_in_their_places(moves: list[tuple[int, int]], virtual: bool) -> None:
    names = list("abcdef")
    screen = listed(*names, virtual=virtual)
    for start, end in moves:
        drag(screen, (20, 41 + start), (20, 41 + end))
        world, places = screen.simulator.world, screen.widget("Places")
        held = places.rows if places.rows is not None else places.children
        assert sorted(each.node.name for each in held) == names
        assert [each.node.bounds.y for each in held if each.node.bounds is not None] == [40 + 30 * k for k in range(6)]
        assert [each.node.name for each in places.children] == [each.node.name for each in held if world.alive(each)]
        screen = Screen(simulator=Simulator.load(screen.simulator.save()))


def split(**said: Any) -> Screen:
    return Screen(
        WINDOW,
        (1, node("group", "Left", box=(100, 140, 150, 260))),
        (2, button("Inside left", box=(110, 150, 60, 20))),
        (1, node("separator", "Splitter", box=(250, 140, 6, 260), **said)),
        (1, node("group", "Right", box=(256, 140, 244, 260))),
        (2, button("Inside right", box=(266, 150, 60, 20))),
    )


def test_a_splitter_moves_with_the_edges_of_its_panes() -> None:
    screen = split(focusable=True, value="38")
    drag(screen, (252, 200), (302, 220))
    assert box(screen, "Splitter") == Rect(300, 140, 6, 260)
    assert (box(screen, "Left"), box(screen, "Right")) == (Rect(100, 140, 200, 260), Rect(306, 140, 194, 260))
    assert (box(screen, "Inside left"), box(screen, "Inside right")) == (Rect(110, 150, 60, 20), Rect(316, 150, 60, 20))
    assert screen["Splitter"].value == "51"
    drag(screen, (302, 200), (498, 200))
    assert (box(screen, "Splitter"), box(screen, "Right")) == (Rect(494, 140, 6, 260), Rect(500, 140, 0, 260))
    assert screen["Splitter"].value == "100"


def test_the_arrows_move_a_splitter_that_has_the_focus() -> None:
    screen = split(focusable=True, focused=True)
    screen.press("ArrowLeft", "ArrowLeft", "ArrowUp")
    assert box(screen, "Splitter") == Rect(230, 140, 6, 260)
    screen.press("Home")
    assert box(screen, "Left") == Rect(100, 140, 0, 260)


def test_a_separator_that_is_only_a_line_stays() -> None:
    screen = split()
    drag(screen, (252, 200), (302, 220))
    assert box(screen, "Splitter") == Rect(250, 140, 6, 260)


def test_a_press_on_a_button_in_the_title_bar_does_not_move_the_window() -> None:
    screen = Screen(WINDOW, (1, node("group", "Bar", box=(100, 100, 400, 30))), (2, button("Close", box=(470, 100, 30, 30))))
    drag(screen, (480, 110), (380, 110))
    assert box(screen, "Main") == Rect(100, 100, 400, 300)
    drag(screen, (200, 110), (150, 130))
    assert box(screen, "Main") == Rect(50, 120, 400, 300)
