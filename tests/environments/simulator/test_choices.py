"""Checkboxes, switches, radio buttons, toggle buttons, lists, comboboxes and tabs."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.actions.outcomes import Rejected
from tests.environments.simulator.screen import Screen
from tests.trees import Row, button, node, text

WINDOW = (0, node("window", "Settings", box=(0, 0, 600, 400)))


def checkbox(name: str, checked: str = "false", y: int = 0, **said: Any) -> Row:
    return 1, node("checkbox", name, "toggle", box=(0, y, 100, 20), checked=checked, **said)


def test_a_click_ticks_a_checkbox_and_another_unticks_it() -> None:
    screen = Screen(WINDOW, checkbox("News"))
    screen.do("click", "News")
    assert (screen["News"].checked, screen.focus) == ("true", "News")
    screen.do("click", "News")
    assert screen["News"].checked == "false"


def test_space_ticks_a_checkbox_and_enter_does_not() -> None:
    screen = Screen(WINDOW, checkbox("News"))
    screen.do("focus", "News")
    screen.press("Enter")
    assert screen["News"].checked == "false"
    screen.press(" ")
    assert screen["News"].checked == "true"


def test_a_mixed_checkbox_becomes_checked() -> None:
    screen = Screen(WINDOW, checkbox("All", "mixed"))
    screen.do("click", "All")
    assert screen["All"].checked == "true"


def test_set_checked_brings_it_into_the_state_whatever_it_is_in() -> None:
    screen = Screen(WINDOW, checkbox("News", "true"))
    screen.do("set_checked", "News", checked=True)
    assert screen["News"].checked == "true"
    screen.do("set_checked", "News", checked=False)
    assert screen["News"].checked == "false"


def test_a_checkbox_in_a_disabled_group_does_nothing() -> None:
    screen = Screen(WINDOW, (1, node("group", "Mail", enabled=False, box=(0, 0, 200, 200))), (2, checkbox("News")[1]))
    assert isinstance(screen.ask("click", "News"), Rejected)
    assert screen.simulator.world.enabled(screen.widget("News")) is False
    assert screen["News"].checked == "false"


def test_a_disabled_window_does_not_disable_the_dialog_in_it() -> None:
    screen = Screen(
        (0, node("window", "Main", enabled=False, box=(0, 0, 600, 400))),
        (1, node("dialog", "Ask", modal=True, box=(100, 100, 200, 200))),
        (2, node("checkbox", "Again", "toggle", checked="false", box=(110, 110, 50, 20))),
    )
    screen.do("click", "Again")
    assert screen["Again"].checked == "true"


def radios() -> Screen:
    rows = [(2, node("radio", name, "select", checked=on, box=(0, 20 * k, 99, 20))) for k, (name, on) in enumerate(
        (("Small", "true"), ("Medium", "false"), ("Large", "false"))
    )]  # fmt: skip
    return Screen(WINDOW, (1, node("radiogroup", "Size", box=(0, 0, 99, 60))), *rows, (1, button("OK", box=(0, 80, 50, 20))))


def ticked(screen: Screen) -> list[str]:
    return [node.name for node in screen.simulator.observe().tree if node.checked == "true"]


def test_choosing_one_radio_button_clears_the_others() -> None:
    screen = radios()
    screen.do("click", "Large")
    assert ticked(screen) == ["Large"]
    screen.do("click", "Large")
    assert ticked(screen) == ["Large"]
    screen.do("select", "Medium")
    assert ticked(screen) == ["Medium"]


def test_arrows_move_and_choose_in_a_radio_group_and_go_round() -> None:
    screen = radios()
    screen.do("focus", "Small")
    screen.press("ArrowDown")
    assert (ticked(screen), screen.focus) == (["Medium"], "Medium")
    screen.press("ArrowUp", "ArrowLeft")
    assert (ticked(screen), screen.focus) == (["Large"], "Large")


def test_a_radio_group_is_one_stop_of_tab() -> None:
    screen = radios()
    screen.do("focus", "OK")
    screen.press("Shift+Tab")
    assert screen.focus == "Small"
    screen.press("Tab")
    assert screen.focus == "OK"


def test_toggle_buttons_stay_pressed() -> None:
    screen = Screen(WINDOW, (1, node("button", "Bold", "toggle", pressed="false", box=(0, 0, 20, 20))))
    screen.do("click", "Bold")
    assert screen["Bold"].pressed == "true"
    screen.press("Enter")
    assert screen["Bold"].pressed == "false"


def test_a_click_on_what_does_nothing_does_nothing() -> None:
    screen = Screen(WINDOW, (1, text("Total", box=(0, 0, 100, 20))), (1, button("Apply", box=(0, 30, 60, 20))))
    before = screen.simulator.observe().tree
    assert screen.do("click", point={"x": 10, "y": 10}).status == "delivered"
    assert screen.simulator.observe().tree == before


def combo(dialect: str = "uia") -> Screen:
    return Screen(
        WINDOW,
        (1, node("combobox", "Colour", "expand", value="Red", expanded=False, box=(0, 0, 100, 20))),
        (2, node("listbox", hidden=True)),
        *((3, node("option", name, "select", selected=name == "Red", hidden=True)) for name in ("Red", "Green", "Blue", "Black")),
        (1, button("OK", box=(0, 300, 50, 20))),
        dialect=dialect,
    )


def test_a_combobox_opens_shows_its_options_below_and_takes_one() -> None:
    screen = combo()
    screen.do("click", "Colour")
    assert screen["Colour"].expanded is True
    assert (screen["Green"].hidden, screen["Green"].bounds.y) == (False, 40)
    screen.do("click", "Green")
    assert (screen["Colour"].expanded, screen["Colour"].value, screen["Green"].selected, screen["Red"].selected) == (
        False, "Green", True, False,
    )  # fmt: skip
    assert screen["Green"].hidden is True


def test_a_combobox_by_keys() -> None:
    screen = combo()
    screen.do("focus", "Colour")
    screen.press("ArrowDown", "ArrowDown", "ArrowDown")
    assert (screen["Colour"].value, screen["Blue"].selected) == ("Red", True)
    screen.press("Enter")
    assert (screen["Colour"].value, screen["Colour"].expanded) == ("Blue", False)


def test_escape_closes_a_combobox() -> None:
    screen = combo()
    screen.do("click", "Colour")
    screen.press("Escape")
    assert (screen["Colour"].expanded, screen["Colour"].value, screen["Red"].hidden) == (False, "Red", True)


def test_letters_find_the_option_that_begins_with_them() -> None:
    screen = combo()
    screen.do("focus", "Colour")
    world = screen.simulator.world
    for letters, value in (("b", "Blue"), ("b", "Black"), ("b", "Blue")):
        screen.press(letters)
        assert screen["Colour"].value == value
        world.clock.sleep(0.2)
    world.clock.sleep(2)
    screen.press("g")
    assert screen["Colour"].value == "Green"


def test_select_names_the_option() -> None:
    screen = combo()
    screen.do("select", "Colour", option="Black")
    assert screen["Colour"].value == "Black"
    answer = screen.ask("select", "Colour", option="White")
    assert isinstance(answer, Rejected)


def test_a_click_elsewhere_closes_the_list_and_on_a_desktop_does_no_more() -> None:
    screen = combo()
    screen.do("click", "Colour")
    screen.do("click", point={"x": 10, "y": 310})
    assert (screen["Colour"].expanded, screen.focus) == (False, "Colour")
    page = combo("browser")
    page.do("click", "Colour")
    page.do("click", point={"x": 10, "y": 310})
    assert (page["Colour"].expanded, page.focus) == (False, "OK")


def test_an_editable_combobox_takes_words_and_options() -> None:
    screen = Screen(
        WINDOW,
        (1, node("combobox", "Language", "set_value", "type", "expand", value="", expanded=False, box=(0, 0, 100, 20))),
        (2, node("listbox", hidden=True)),
        *((3, node("option", name, "select", hidden=True)) for name in ("English", "Estonian")),
    )
    screen.do("type_text", "Language", text="e")
    assert (screen["Language"].value, screen["Language"].expanded) == ("e", True)
    screen.press("ArrowDown", "ArrowDown", "Enter")
    assert (screen["Language"].value, screen["Language"].expanded) == ("Estonian", False)
    screen.press("Backspace")
    assert screen["Language"].value == "Estonia"


def listbox() -> Screen:
    return Screen(
        WINDOW,
        (1, node("listbox", "Cities", box=(0, 0, 100, 80))),
        *((2, node("option", name, "select", selected=False, box=(0, 20 * k, 100, 20), focusable=True))
          for k, name in enumerate(("Oslo", "Paris", "Prague", "Rome"))),
    )  # fmt: skip


def chosen(screen: Screen) -> list[str]:
    return [node.name for node in screen.simulator.observe().tree if node.selected]


def test_a_list_has_one_chosen_entry_and_keys_move_it() -> None:
    screen = listbox()
    screen.do("click", "Oslo")
    screen.press("ArrowDown")
    assert (chosen(screen), screen.focus) == (["Paris"], "Paris")
    screen.press("End", "ArrowDown")
    assert chosen(screen) == ["Rome"]
    screen.press("p")
    assert chosen(screen) == ["Paris"]
    screen.press("r")
    assert chosen(screen) == ["Prague"]


def test_select_on_a_list_by_words() -> None:
    screen = listbox()
    screen.do("select", "Cities", option="Rome")
    assert chosen(screen) == ["Rome"]


def tabs() -> Screen:
    return Screen(
        WINDOW,
        (1, node("tablist", "Pages", box=(0, 0, 200, 20))),
        *((2, node("tab", name, "select", selected=name == "One", box=(50 * k, 0, 50, 20), focusable=True))
          for k, name in enumerate(("One", "Two", "Three"))),
        (1, node("tabpanel", "One", box=(0, 20, 200, 200))),
        (2, button("First", box=(0, 30, 50, 20))),
        (1, node("tabpanel", "Two", hidden=True, box=(0, 20, 200, 200))),
        (2, button("Second", box=(0, 30, 50, 20), hidden=True)),
        (1, node("tabpanel", "Three", hidden=True, box=(0, 20, 200, 200))),
        (2, button("Third", box=(0, 30, 50, 20), hidden=True)),
    )  # fmt: skip


def test_a_tab_shows_its_panel_and_hides_the_others() -> None:
    screen = tabs()
    screen.do("click", "Two")
    assert [screen[name].hidden for name in ("Second", "Two")] == [False, False]
    visible = screen.simulator.observe().blueprint().compact()
    assert "Second" in visible
    assert "First" not in visible
    assert chosen(screen) == ["Two"]


def test_arrows_choose_tabs_and_go_round() -> None:
    screen = tabs()
    screen.do("focus", "One")
    screen.press("ArrowLeft")
    assert (chosen(screen), screen.focus) == (["Three"], "Three")
    screen.press("Home")
    assert chosen(screen) == ["One"]
    screen.press("Tab")
    assert screen.focus == "First"


@pytest.mark.parametrize("key", ["Enter", " "])
def test_enter_and_space_press_a_button_and_a_menu_button_opens(key: str) -> None:
    screen = Screen(
        WINDOW,
        (1, node("button", "More", "click", "expand", expanded=False, box=(0, 0, 50, 20))),
        (1, node("menu", "", hidden=True)),
        (2, node("menuitem", "Copy", "click", hidden=True)),
    )
    screen.do("focus", "More")
    screen.press(key)
    assert (screen["More"].expanded, screen["Copy"].hidden) == (True, False)
    screen.press("Escape")
    assert (screen["More"].expanded, screen["Copy"].hidden) == (False, True)


def test_what_was_only_marked_when_a_combobox_was_left_by_escape_is_not_taken_the_next_time() -> None:
    screen = combo()
    screen.do("focus", "Colour")
    screen.press("ArrowDown", "ArrowDown", "ArrowDown", "Escape")
    assert (screen["Colour"].value, screen["Red"].selected, screen["Blue"].selected) == ("Red", True, False)
    screen.press("ArrowDown", "Enter")
    assert screen["Colour"].value == "Red"


def test_words_typed_into_a_combobox_are_not_replaced_by_its_earlier_choice() -> None:
    screen = Screen(
        WINDOW,
        (1, node("combobox", "City", "expand", "type", "set_value", value="Rome", expanded=False, box=(0, 0, 100, 20))),
        (2, node("listbox", hidden=True)),
        *((3, node("option", name, "select", selected=name == "Rome", hidden=True)) for name in ("Rome", "Oslo")),
        dialect="cdp",
    )
    screen.do("set_text", "City", text="")
    screen.do("type_text", "City", text="Bonn")
    screen.press("Enter")
    assert (screen["City"].value, screen["Rome"].selected) == ("Bonn", False)


def test_a_list_left_open_on_a_page_that_is_hidden_takes_no_click() -> None:
    screen = Screen(
        WINDOW,
        (1, node("tab", "Sound", "select", "focus", box=(0, 0, 80, 20), selected=True)),
        (1, node("tab", "System", "select", "focus", box=(100, 0, 80, 20), selected=False)),
        (1, node("tabpanel", "Sound", box=(0, 30, 600, 300))),
        (2, node("combobox", "Output", "expand", "focus", box=(0, 40, 100, 20), value="HDMI", expanded=False)),
        (3, node("option", "HDMI", "select", hidden=True)),
        (1, node("tabpanel", "System", box=(0, 30, 600, 300), hidden=True)),
        checkbox("News", y=350),
    )
    screen.do("expand", "Output", expanded=True)
    screen.do("select", "System")
    assert screen["Output"].expanded is False
    screen.do("click", "News")
    assert screen["News"].checked == "true"


def native_combobox() -> Screen:
    """As Windows tells of one: it cannot have the focus, and the field in it says once more what it holds."""
    return Screen(
        (0, node("window", "Editor", "focus", focusable=True, box=(0, 0, 400, 300))),
        (1, node("combobox", "Size", "expand", "set_value", "type", value="9", focusable=False, box=(0, 0, 200, 24))),
        (2, node("listitem", "8", "select", box=(0, 24, 200, 20))),
        (2, node("listitem", "9", "select", box=(0, 44, 200, 20))),
        (2, node("textbox", "Field", "set_value", "type", value="9", focusable=True, box=(0, 0, 180, 24))),
        (1, node("textbox", "Body", "set_value", "type", value="", focusable=True, box=(0, 100, 300, 100))),
    )


def test_words_typed_into_a_native_combobox_go_into_its_field() -> None:
    screen = native_combobox()
    screen.do("type_text", "Size", text="12")
    assert (screen["Size"].value, screen["Field"].value, screen["Body"].value, screen.focus) == ("912", "912", "", "Field")
    screen.do("set_text", "Size", text="8")
    assert (screen["Size"].value, screen["Field"].value) == ("8", "8")
    screen.do("select", "Size", option="9")
    assert (screen["Size"].value, screen["Field"].value) == ("9", "9")
    screen.do("type_text", "Field", text="0")
    assert (screen["Size"].value, screen["Field"].value) == ("90", "90")


def test_words_go_into_the_field_that_they_are_for_although_it_cannot_have_the_focus() -> None:
    screen = Screen(
        (0, node("window", "Editor", "focus", focusable=True, box=(0, 0, 400, 300))),
        (1, node("textbox", "Note", "set_value", "type", value="", focusable=False, box=(0, 100, 300, 100))),
    )
    screen.do("type_text", "Note", text="Ada")
    assert screen["Note"].value == "Ada"
