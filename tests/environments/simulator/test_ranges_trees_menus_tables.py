from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.environments.simulator.widget import Traits
from tests.environments.simulator.screen import Screen
from tests.trees import Row, button, node, text

WINDOW = (0, node("window", "Main", box=(0, 0, 600, 400)))


def slider(value: str = "50", **said: Any) -> Screen:
    return Screen(WINDOW, (1, node("slider", "Volume", "range", value=value, box=(100, 0, 200, 20), **said)))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("ArrowRight", "51"),
        ("ArrowUp", "51"),
        ("ArrowLeft", "49"),
        ("ArrowDown", "49"),
        ("PageUp", "60"),
        ("PageDown", "40"),
        ("Home", "0"),
        ("End", "100"),
    ],
)
def test_the_keys_of_a_slider(key: str, value: str) -> None:
    screen = slider(minimum=0.0, maximum=100.0)
    screen.do("focus", "Volume")
    screen.press(key)
    assert screen["Volume"].value == value


def test_a_slider_stays_in_its_range_and_keeps_its_unit() -> None:
    screen = slider("99 %", minimum=0.0, maximum=100.0)
    screen.do("focus", "Volume")
    screen.press("ArrowRight", "ArrowRight")
    assert screen["Volume"].value == "100 %"
    screen.do("set_value", "Volume", value=12.5)
    assert screen["Volume"].value == "12.5 %"


def test_a_slider_with_steps_takes_the_nearest_one() -> None:
    screen = slider("0", minimum=0.0, maximum=100.0)
    screen.widget("Volume").traits = Traits(step=25)
    screen.do("set_value", "Volume", value=60)
    assert screen["Volume"].value == "50"
    screen.do("focus", "Volume")
    screen.press("ArrowRight")
    assert screen["Volume"].value == "75"


def test_the_thumb_of_a_slider_follows_the_pointer() -> None:
    screen = slider(minimum=0.0, maximum=100.0)
    screen.do("drag", start={"point": {"x": 200, "y": 10}}, end={"point": {"x": 250, "y": 10}})
    assert screen["Volume"].value == "75"


def spinner() -> Screen:
    made = node("spinbutton", "Copies", "set_value", "type", "range", value="3", minimum=1.0, maximum=9.0, box=(0, 0, 50, 20))
    return Screen(WINDOW, (1, made), (1, button("OK", box=(0, 50, 50, 20))))


def test_a_spinner_steps_by_keys_within_its_range() -> None:
    screen = spinner()
    screen.do("focus", "Copies")
    screen.press("ArrowUp", "ArrowUp")
    assert screen["Copies"].value == "5"
    screen.press("PageUp")
    assert screen["Copies"].value == "9"


def test_what_is_typed_into_a_spinner_counts_when_the_focus_leaves() -> None:
    screen = spinner()
    screen.do("set_text", "Copies", text="70")
    assert screen["Copies"].value == "70"
    screen.press("Tab")
    assert screen["Copies"].value == "9"
    screen.do("set_text", "Copies", text="many")
    screen.press("Tab")
    assert screen["Copies"].value == "9"


def items(screen: Screen) -> list[str]:
    return [node.name for node in screen.simulator.observe().tree if node.selected]


def folders() -> Screen:
    def item(level: int, name: str, hidden: bool = False, **said: Any) -> Row:
        return level, node("treeitem", name, "select", selected=False, hidden=hidden, focusable=True, **said)

    return Screen(
        WINDOW,
        (1, node("tree", "Folders", box=(0, 0, 200, 300))),
        (2, node("treeitem", "Mail", "expand", "select", selected=False, expanded=False, focusable=True)),
        item(3, "Inbox", hidden=True),
        item(3, "Sent", hidden=True),
        item(2, "News"),
    )


def test_right_opens_a_branch_then_goes_into_it_and_left_goes_back() -> None:
    screen = folders()
    screen.do("click", "Mail")
    screen.press("ArrowRight")
    assert (screen["Mail"].expanded, screen["Inbox"].hidden, screen.focus) == (True, False, "Mail")
    screen.press("ArrowRight")
    assert (screen.focus, items(screen)) == ("Inbox", ["Inbox"])
    screen.press("ArrowDown", "ArrowDown")
    assert screen.focus == "News"
    screen.press("ArrowUp", "ArrowLeft")
    assert screen.focus == "Mail"
    screen.press("ArrowLeft")
    assert (screen["Mail"].expanded, screen["Sent"].hidden) == (False, True)
    screen.press("ArrowDown")
    assert screen.focus == "News"


def test_a_double_click_opens_a_branch_and_expand_says_which_way() -> None:
    screen = folders()
    screen.do("double_click", "Mail")
    assert screen["Mail"].expanded is True
    screen.do("expand", "Mail", expanded=True)
    assert screen["Mail"].expanded is True
    screen.do("expand", "Mail", expanded=False)
    assert screen["Inbox"].hidden is True


def menus() -> Screen:
    def item(level: int, name: str, x: int | None = None, **said: Any) -> Row:
        box = None if x is None else (x, 0, 50, 20)
        return level, node("menuitem", name, "click", box=box, hidden=x is None, focusable=True, **said)

    return Screen(
        WINDOW,
        (1, node("menubar", "Menu", box=(0, 0, 600, 20))),
        item(2, "File", 0, expanded=False),
        (3, node("menu", "", hidden=True)),
        item(4, "New"),
        item(4, "Recent", expanded=False),
        (5, node("menu", "", hidden=True)),
        item(6, "a.txt"),
        (4, node("menuitemcheckbox", "Autosave", "toggle", checked="false", hidden=True, focusable=True)),
        item(2, "Edit", 50, expanded=False),
        (3, node("menu", "", hidden=True)),
        item(4, "Copy Ctrl+C"),
        (1, button("OK", box=(0, 300, 50, 20))),
    )


def shown(screen: Screen, *names: str) -> list[str]:
    world = screen.simulator.world
    return [name for name in names if world.shown(screen.widget(name))]


def test_a_menu_opens_below_its_item_and_a_submenu_beside_it() -> None:
    screen = menus()
    screen.do("click", "File")
    assert shown(screen, "New", "Recent", "a.txt", "Copy Ctrl+C") == ["New", "Recent"]
    assert screen["New"].bounds.y == 20
    screen.do("click", "Recent")
    assert shown(screen, "New", "a.txt") == ["New", "a.txt"]
    assert screen["a.txt"].bounds.x == 50
    screen.do("click", "a.txt")
    assert shown(screen, "New", "a.txt") == []


def test_one_menu_at_a_time_is_open() -> None:
    screen = menus()
    screen.do("click", "File")
    screen.do("hover", "Edit")
    assert shown(screen, "New", "Copy Ctrl+C") == ["Copy Ctrl+C"]


def test_menus_by_keys() -> None:
    screen = menus()
    screen.do("focus", "File")
    screen.press("ArrowRight")
    assert screen.focus == "Edit"
    screen.press("ArrowLeft", "ArrowDown")
    assert (screen.focus, shown(screen, "New")) == ("New", ["New"])
    screen.press("ArrowDown", "ArrowRight")
    assert screen.focus == "a.txt"
    screen.press("ArrowLeft")
    assert (screen.focus, shown(screen, "New", "a.txt")) == ("Recent", ["New"])
    screen.press("Escape")
    assert (screen.focus, shown(screen, "New")) == ("File", [])


def test_a_tick_in_a_menu_turns_over_and_closes_the_menu() -> None:
    screen = menus()
    screen.do("click", "File")
    screen.do("click", "Autosave")
    assert (screen["Autosave"].checked, shown(screen, "New")) == ("true", [])


def test_a_click_elsewhere_closes_all_menus() -> None:
    screen = menus()
    screen.do("click", "File")
    screen.do("click", "Recent")
    screen.do("click", point={"x": 400, "y": 380})
    assert shown(screen, "New", "a.txt") == []


def table() -> Screen:
    def row(name: str, amount: str, y: int) -> list[Row]:
        return [
            (2, node("row", name, "select", selected=False, box=(0, y, 300, 20), focusable=True)),
            (3, node("cell", name, box=(0, y, 150, 20))),
            (3, node("cell", amount, box=(150, y, 150, 20))),
        ]

    return Screen(
        WINDOW,
        (1, node("table", "Bills", box=(0, 0, 300, 200))),
        (2, node("row", "")),
        (3, node("columnheader", "Who", "click", box=(0, 0, 150, 20))),
        (3, node("columnheader", "Amount", "click", box=(150, 0, 150, 20))),
        *row("Bob", "9", 20),
        *row("Ada", "120", 40),
        *row("Cy", "30.5", 60),
        (1, text("below", box=(0, 300, 50, 20))),
    )


def order(screen: Screen) -> list[tuple[str, int]]:
    tree = screen.simulator.observe().tree
    return [(node.name, node.bounds.y) for node in tree if node.role == "row" and node.bounds]


def test_a_column_header_sorts_and_the_second_click_turns_the_order_round() -> None:
    screen = table()
    screen.do("click", "Amount")
    assert order(screen) == [("Bob", 20), ("Cy", 40), ("Ada", 60)]
    screen.do("click", "Amount")
    assert order(screen) == [("Ada", 20), ("Cy", 40), ("Bob", 60)]
    screen.do("click", "Who")
    assert order(screen) == [("Ada", 20), ("Bob", 40), ("Cy", 60)]


def test_a_row_is_chosen_by_a_click_in_one_of_its_cells_and_by_keys() -> None:
    screen = table()
    screen.do("click", point={"x": 200, "y": 50})
    assert items(screen) == ["Ada"]
    screen.press("ArrowDown")
    assert items(screen) == ["Cy"]
    screen.press("Home")
    assert items(screen) == ["Bob"]


def test_arrows_lead_from_an_open_menu_to_the_next_of_its_bar() -> None:
    screen = menus()
    screen.do("focus", "File")
    screen.press("ArrowDown")
    assert shown(screen, "New", "Copy Ctrl+C") == ["New"]
    screen.press("ArrowRight")
    assert (screen.focus, shown(screen, "New", "Copy Ctrl+C")) == ("Copy Ctrl+C", ["Copy Ctrl+C"])
    screen.press("ArrowLeft")
    assert (screen.focus, shown(screen, "New", "Copy Ctrl+C")) == ("New", ["New"])
    screen.press("ArrowDown", "ArrowRight")
    assert screen.focus == "a.txt"
    screen.press("ArrowRight")
    assert (screen.focus, shown(screen, "New", "a.txt")) == ("Copy Ctrl+C", [])


def test_control_with_home_and_end_leads_to_the_corners_of_a_table() -> None:
    screen = Screen(
        WINDOW,
        (1, node("grid", "G", box=(0, 0, 300, 300))),
        *(
            each
            for y in range(2)
            for each in (
                (2, node("row", "", box=(0, 20 * y, 300, 20))),
                *((3, node("gridcell", f"{y}{x}", "select", box=(100 * x, 20 * y, 100, 20), focusable=True)) for x in range(3)),
            )
        ),
        dialect="cdp",
    )
    screen.do("focus", "01")
    screen.press("Control+End")
    assert screen.focus == "12"
    screen.press("Control+Home")
    assert screen.focus == "00"


@pytest.mark.parametrize(
    ("before", "after"), [("3,5", "4,5"), ("1,234.5", "1,235.5"), ("1.234,5", "1.235,5"), ("\u22125 °C", "-4 °C")]
)
def test_a_spinner_reads_its_number_whole_and_keeps_its_decimal_mark(before: str, after: str) -> None:
    screen = Screen(WINDOW, (1, node("spinbutton", "Amount", "set_value", "range", value=before, box=(0, 0, 50, 20))))
    screen.do("focus", "Amount")
    screen.press("ArrowUp")
    assert screen["Amount"].value == after
