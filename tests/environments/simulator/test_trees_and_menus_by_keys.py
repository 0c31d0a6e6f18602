"""Trees, menu buttons, menus of choices and comboboxes by the keyboard, as the ARIA Authoring Practices have them."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.tree import Affordance
from tests.environments.simulator.screen import Screen
from tests.trees import Row, button, node

WINDOW = (0, node("window", "Main", box=(0, 0, 600, 400)))
DIALECTS = ("uia", "browser", "atspi")


def item(at: int, name: str, y: int, **said: Any) -> Row:
    can: tuple[Affordance, ...] = ("select", "expand") if "expanded" in said else ("select",)
    return at, node("treeitem", name, *can, box=(0, y, 200, 20), selected=False, **said)


def nested(dialect: str, *can: Affordance, **tree: Any) -> Screen:
    return Screen(
        WINDOW,
        (1, node("tree", "Folders", *can, box=(0, 0, 200, 300), **tree)),
        item(2, "Home", 0, expanded=True),
        item(3, "Work", 20, expanded=False),
        item(4, "Plans", 40, hidden=True),
        item(3, "Music", 60),
        item(2, "Disk", 80),
        dialect=dialect,
    )


def flat(dialect: str) -> Screen:
    return Screen(
        WINDOW,
        (1, node("tree", "Folders", box=(0, 0, 200, 300))),
        item(2, "Home", 0, expanded=True, level=1),
        item(2, "Work", 20, expanded=True, level=2),
        item(2, "Plans", 40, level=3),
        item(2, "Old", 60, expanded=False, level=2),
        item(2, "1999", 80, level=3, hidden=True),
        item(2, "Disk", 100, level=1),
        dialect=dialect,
    )


def shown(screen: Screen, *names: str) -> list[str]:
    return [name for name in names if not screen[name].hidden]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_going_into_a_branch_and_out_of_it_neither_opens_nor_closes_what_it_comes_to(dialect: str) -> None:
    screen = nested(dialect)
    screen.do("focus", "Home")
    screen.press("ArrowRight")
    assert (screen.focus, screen["Work"].selected, screen["Work"].expanded) == ("Work", True, False)
    screen.press("ArrowRight", "ArrowRight")
    assert screen.focus == "Plans"
    screen.press("ArrowLeft")
    assert (screen.focus, screen["Work"].expanded) == ("Work", True)
    screen.press("ArrowLeft", "ArrowLeft")
    assert (screen.focus, screen["Work"].expanded, screen["Home"].expanded) == ("Home", False, True)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_tree_that_has_the_focus_for_its_items_is_gone_through_in_the_same_way(dialect: str) -> None:
    screen = nested(dialect, "focus", focusable=True)
    screen.do("focus", "Folders")
    screen.press("ArrowRight")
    assert (screen.focus, screen["Work"].selected) == ("Folders", True)
    screen.press("ArrowLeft")
    assert (screen["Home"].selected, screen["Home"].expanded, screen["Work"].selected) == (True, True, False)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_flat_tree_is_gone_through_by_its_levels(dialect: str) -> None:
    screen = flat(dialect)
    screen.do("focus", "Home")
    screen.press("ArrowRight", "ArrowRight")
    assert screen.focus == "Plans"
    screen.press("ArrowLeft")
    assert screen.focus == "Work"
    screen.do("focus", "Old")
    screen.press("ArrowLeft")
    assert screen.focus == "Home"


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_branch_of_a_flat_tree_takes_all_levels_with_it_and_brings_back_what_was_open(dialect: str) -> None:
    screen = flat(dialect)
    names = ("Work", "Plans", "Old", "1999", "Disk")
    screen.do("focus", "Plans")
    screen.do("expand", "Home", expanded=False)
    assert shown(screen, *names) == ["Disk"]
    assert screen.focus == "Home"
    screen.do("expand", "Home", expanded=True)
    assert shown(screen, *names) == ["Work", "Plans", "Old", "Disk"]


def menu_button(dialect: str) -> Screen:
    return Screen(
        WINDOW,
        (1, node("button", "View", "click", "expand", box=(0, 0, 80, 20), expanded=False)),
        (1, node("menu", "Views", hidden=True)),
        *((2, node("menuitem", name, "click", hidden=True)) for name in ("List", "Tiles")),
        *((2, node("menuitemradio", name, "click", hidden=True, checked=on)) for name, on in (("Name", "true"), ("Size", "false"))),
        (2, node("separator", hidden=True)),
        *((2, node("menuitemradio", name, "click", hidden=True, checked=on)) for name, on in (("Up", "true"), ("Down", "false"))),
        (1, button("Other", box=(100, 0, 80, 20))),
        dialect=dialect,
    )


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(("key", "first"), [("Enter", "List"), (" ", "List"), ("ArrowDown", "List"), ("ArrowUp", "Down")])
def test_a_menu_button_opens_its_menu_and_leads_into_it(dialect: str, key: str, first: str) -> None:
    screen = menu_button(dialect)
    screen.do("focus", "View")
    screen.press(key)
    assert (screen["View"].expanded, screen.focus) == (True, first)
    screen.press("Home", "ArrowDown")
    assert screen.focus == "Tiles"
    screen.press("Escape")
    assert (screen["View"].expanded, screen.focus) == (False, "View")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_separator_parts_the_choices_of_a_menu(dialect: str) -> None:
    screen = menu_button(dialect)
    screen.do("click", "View")
    screen.do("click", "Size")
    assert [screen[name].checked for name in ("Name", "Size", "Up", "Down")] == ["false", "true", "true", "false"]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_group_parts_the_choices_of_a_menu(dialect: str) -> None:
    screen = Screen(
        WINDOW,
        (1, node("menu", "Views", box=(0, 0, 100, 100))),
        (2, node("group", "Order", box=(0, 0, 100, 40))),
        (3, node("menuitemradio", "Name", "click", checked="true", box=(0, 0, 100, 20))),
        (3, node("menuitemradio", "Size", "click", checked="false", box=(0, 20, 100, 20))),
        (2, node("group", "Direction", box=(0, 40, 100, 40))),
        (3, node("menuitemradio", "Up", "click", checked="true", box=(0, 40, 100, 20))),
        (3, node("menuitemradio", "Down", "click", checked="false", box=(0, 60, 100, 20))),
        dialect=dialect,
    )
    screen.do("click", "Down")
    assert [screen[name].checked for name in ("Name", "Size", "Up", "Down")] == ["true", "false", "false", "true"]


def combobox(dialect: str, *can: Affordance) -> Screen:
    return Screen(
        WINDOW,
        (1, node("combobox", "Colour", "expand", *can, value="Red", box=(0, 0, 100, 20), expanded=False)),
        (2, node("listbox", "Colours", hidden=True)),
        *((3, node("option", name, "select", hidden=True, selected=name == "Red")) for name in ("Red", "Green", "Blue")),
        (1, button("OK", box=(0, 200, 80, 20))),
        dialect=dialect,
    )


@pytest.mark.parametrize("dialect", DIALECTS)
def test_space_and_tab_take_the_marked_option_of_a_combobox(dialect: str) -> None:
    screen = combobox(dialect)
    screen.do("focus", "Colour")
    screen.press("ArrowDown", "ArrowDown", " ")
    assert (screen["Colour"].value, screen["Colour"].expanded, screen.focus) == ("Green", False, "Colour")
    screen.press("ArrowDown", "ArrowDown", "Tab")
    assert (screen["Colour"].value, screen["Blue"].selected, screen["Colour"].expanded, screen.focus) == ("Blue", True, False, "OK")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_blank_is_typed_into_a_combobox_that_takes_words(dialect: str) -> None:
    screen = combobox(dialect, "type", "set_value")
    screen.do("focus", "Colour")
    screen.press("Alt+ArrowDown", " ", "x")
    assert screen["Colour"].value == "Red x"


def test_shift_and_a_letter_type_its_capital() -> None:
    screen = Screen(WINDOW, (1, node("textbox", "Name", "set_value", "type", value="", box=(0, 0, 100, 20))))
    screen.do("focus", "Name")
    screen.press("Shift+a", "b", "Shift+C", "Shift+é", "Shift+ß")
    assert screen["Name"].value == "AbCÉß"
