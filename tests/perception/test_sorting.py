from __future__ import annotations

from typing import Any

import pytest

from lumos_layer import Observation
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.tree import Node
from tests.trees import Box, button, field, group, heading, link, node, observed, shown, text, ui

WINDOW: Box = (0, 0, 800, 600)
HERE: Box = (10, 10, 100, 30)


def omitted(*rows: tuple[int, Node]) -> dict[str, int]:
    return observed(*rows).blueprint().omitted


def header(observation: Observation) -> tuple[str, str | None]:
    blueprint = observation.blueprint()
    return blueprint.title, blueprint.root


# Wrappers and containers that say nothing


def test_nodes_without_words_that_cannot_be_acted_on_are_wrappers() -> None:
    rows = (0, node("generic")), (1, group()), (2, node("img")), (2, button("Save"))
    assert shown(*rows) == ["1.button Save"]
    assert omitted(*rows) == {"wrapper": 3}


def test_a_container_with_a_name_is_a_group_around_what_it_holds() -> None:
    assert shown((0, node("list", "Inbox")), (1, button("Open"))) == [{"list": ["Inbox", "1.button Open"]}]


def test_a_container_with_a_value_alone_is_a_group_that_says_it() -> None:
    rows = (0, node("group", value="3 of 5")), (1, text("Photo"))
    assert shown(*rows) == [{"group": ["", {"value": "3 of 5"}, "Photo"]}]


def test_a_container_without_content_is_a_text() -> None:
    assert shown((0, node("table", "Orders"))) == ["Orders"]


def test_a_container_inside_another_of_the_same_name_is_not_nested_again() -> None:
    rows = (0, node("list", "Inbox")), (1, node("region", "Inbox")), (2, button("Open"))
    assert shown(*rows) == [{"list": ["Inbox", "1.button Open"]}]
    assert omitted(*rows) == {"repeated": 1}


def test_a_container_of_the_same_name_that_holds_a_value_is_kept() -> None:
    rows = (0, node("list", "Inbox")), (1, node("region", "Inbox", value="7 new")), (2, button("Open"))
    assert shown(*rows) == [{"list": ["Inbox", {"region": ["Inbox", {"value": "7 new"}, "1.button Open"]}]}]


# The whole


def test_the_window_that_holds_everything_is_told_in_the_header() -> None:
    observation = observed(
        (0, node("generic", "main")), (1, node("application", "mail")), (2, node("window", "Inbox")), (3, button("New"))
    )
    assert header(observation) == ("Inbox", "A2")
    assert ui(observation) == ["1.button New"]


def test_a_title_that_the_dump_gives_stays_the_title() -> None:
    observation = observed((0, node("window", "Inbox")), (1, button("New")), title="Inbox - Mail")
    assert header(observation) == ("Inbox - Mail", "A2")


@pytest.mark.parametrize(
    ("said", "head"),
    [
        ({"busy": True}, "window busy"),
        ({"enabled": False}, "window disabled"),
        ({"value": "12 %"}, "window"),
    ],
)
def test_a_window_that_says_what_the_header_has_no_place_for_is_printed(said: dict[str, Any], head: str) -> None:
    observation = observed((0, node("window", "Copy", **said)), (1, button("Stop")), title="Copy")
    assert header(observation) == ("Copy", None)
    assert list(ui(observation)[0]) == [head]


def test_a_window_whose_name_the_title_does_not_hold_is_printed() -> None:
    observation = observed((0, node("window", "Save as")), (1, button("OK")), title="Editor")
    assert ui(observation) == [{"window": ["Save as", "1.button OK"]}]


def test_an_editor_that_fills_the_screen_is_an_element_with_what_it_holds() -> None:
    editor = node("document", "", "set_value", "type", value="Dear Ann")
    assert shown((0, editor), (1, text("Dear"))) == ["1.document.edit", {"value": "Dear Ann"}]


def test_several_windows_stand_side_by_side() -> None:
    rows = (0, node("generic", "main")), (1, node("window", "A")), (2, button("x")), (1, node("window", "B")), (2, button("y"))
    assert shown(*rows) == [{"window": ["A", "1.button x"]}, {"window": ["B", "2.button y"]}]
    assert observed(*rows).blueprint().root is None


def test_a_container_of_all_that_has_a_name_is_no_desktop() -> None:
    assert shown((0, group("Results")), (1, button("Open"))) == [{"group": ["Results", "1.button Open"]}]


# Repeated labels


def test_words_that_stand_whole_in_what_is_printed_around_them_are_not_said_again() -> None:
    rows = (0, button("Save as")), (1, text("Save")), (1, text("as")), (1, text("Sa"))
    assert shown(*rows) == ["1.button Save as", "Sa"]
    assert omitted(*rows) == {"repeated": 2}


def test_a_value_alone_is_words_as_well_and_is_dropped_only_where_it_is_said() -> None:
    rows = (0, button("Ann, Bob")), (1, node("text", value="Ann")), (1, node("text", value="Cy"))
    assert shown(*rows) == ["1.button Ann, Bob", "Cy"]


def test_a_text_beside_a_control_of_the_same_name_is_its_label() -> None:
    rows = (0, text("Wi-Fi", (0, 0, 60, 20))), (0, node("switch", "Wi-Fi", "toggle", box=(70, 0, 30, 20)))
    assert shown(*rows) == shown(*reversed(rows)) == ["1.switch Wi-Fi"]


def test_a_text_of_the_same_words_elsewhere_is_not() -> None:
    rows = (0, text("Wi-Fi", (0, 0, 60, 20))), (0, node("switch", "Wi-Fi", "toggle", box=(0, 300, 30, 20)))
    assert shown(*rows) == ["Wi-Fi", "1.switch Wi-Fi"]


def test_without_boxes_only_a_sibling_is_a_label() -> None:
    siblings = (0, group("Form")), (1, text("Name")), (1, field("Name"))
    cousins = (0, group("Form")), (1, group()), (2, text("Name")), (1, field("Name"))
    assert shown(*siblings) == [{"group": ["Form", "1.textbox Name"]}]
    assert shown(*cousins) == [{"group": ["Form", "Name", "1.textbox Name"]}]


def test_a_text_that_repeats_the_hint_of_the_field_before_it_is_dropped() -> None:
    rows = (0, field("Password", hint="At least 8 characters")), (0, text("At least 8 characters"))
    assert shown(*rows) == ["1.textbox Password", {"hint": "At least 8 characters"}]


def test_what_a_calculator_shows_is_not_the_label_of_the_key_beside_it() -> None:
    assert shown((0, group()), (1, text("7")), (1, button("7")), (1, text("7"))) == [["7"], "1.button 7", ["7"]]


def test_words_inside_the_box_of_a_control_and_in_its_name_are_dropped() -> None:
    rows = (0, button("Inbox, 2 unread", (0, 0, 200, 40))), (0, text("2 unread", (150, 10, 40, 20))), (0, text("3", (0, 50, 9, 9)))
    assert shown(*rows) == ["1.button Inbox, 2 unread", ["3"]]


def test_a_name_that_what_is_inside_says_is_left_to_it() -> None:
    rows = (0, node("listitem", "Ann, 2 new Open")), (1, text("Ann")), (1, text("2 new")), (1, button("Open"))
    assert shown(*rows) == ["Ann", ["2 new"], "1.button Open"]
    assert omitted(*rows) == {"repeated": 1}


def test_a_name_that_says_more_than_what_is_inside_is_said() -> None:
    rows = (0, node("generic", "Date and time")), (1, button("Back"))
    assert shown(*rows) == ["Date and time", "1.button Back"]


# Decoration


def test_images_without_a_name_and_separators_are_decoration_or_wrappers() -> None:
    rows = (0, node("img")), (0, node("separator", "line")), (0, node("img", "Logo"))
    assert shown(*rows) == ["Logo"]
    assert omitted(*rows) == {"wrapper": 1, "decorative": 1}


def test_glyphs_of_icon_fonts_are_decoration_but_symbols_are_text() -> None:
    rows = (0, text("\ue001")), (0, text("★"))
    assert shown(*rows) == ["★"]
    assert omitted(*rows) == {"decorative": 1}


def test_what_is_decoration_cannot_say_what_its_parent_is_called() -> None:
    assert shown((0, node("img", "Chart")), (1, node("separator", "Chart"))) == ["Chart"]


# Headings


def test_a_heading_around_a_link_of_the_same_name_is_the_link() -> None:
    rows = (0, heading("News")), (1, link("News"))
    assert shown(*rows) == ["1.link News"]
    assert omitted(*rows) == {"repeated": 1}


def test_a_heading_inside_a_link_of_the_same_name_is_the_link() -> None:
    assert shown((0, link("News")), (1, heading("News"))) == ["1.link News"]
    assert shown((0, link()), (1, heading("News"))) == ["1.link News"]


def test_a_heading_with_more_words_than_the_link_in_it_stays() -> None:
    assert shown((0, heading("News of today")), (1, link("today"))) == ["# News of today", "1.link today"]


def test_a_heading_stays_although_a_text_around_it_says_its_words() -> None:
    assert shown((0, node("generic", "Related to stars")), (1, heading("Related"))) == ["Related to stars", "# Related"]


def test_a_heading_that_has_only_a_value_says_that() -> None:
    assert shown((0, node("heading", value="Totals"))) == ["# Totals"]


# Words that need an element


def test_a_text_too_long_to_print_gets_a_ref_that_leads_to_the_rest() -> None:
    observation = observed((0, text("word " * 60)))
    assert ui(observation) == ["1.text " + ("word " * 40).rstrip(), {"name_left": 101}]
    assert observation.text_of("A1") == "word " * 60


def test_a_heading_too_long_to_print_gets_one_as_well() -> None:
    assert shown((0, heading("x" * 201))) == ["1.heading " + "x" * 200, {"name_left": 1, "can": ""}]


def test_a_text_with_a_value_of_its_own_shows_both() -> None:
    assert shown((0, text("Total", value="12.50"))) == ["1.text Total", {"value": "12.50"}]


def test_a_text_whose_value_or_hint_says_its_name_and_more_is_that() -> None:
    assert shown((0, text("6:44", hint="6:44 PM")), (0, text("Total", value="Total 12.50"))) == ["6:44 PM", "Total 12.50"]


def test_a_progress_bar_is_an_element_although_nothing_can_be_done_with_it() -> None:
    blueprint = observed((0, node("progressbar", "", value="40", minimum=0.0, maximum=100.0))).blueprint()
    assert blueprint.compact().endswith('"ui":["1.progressbar",{"value":"40"}]}')


# One element, one ref


def twice(outer: Node, inner: Node) -> Blueprint:
    return observed((0, node("window", "w", box=WINDOW)), (1, outer), (2, inner)).blueprint()


def test_an_element_right_inside_another_that_is_the_same_has_one_ref() -> None:
    blueprint = twice(button("OK", HERE), button("OK", HERE))
    assert blueprint.refs == ("A2", "A1")
    assert blueprint.omitted == {"repeated": 1}


def test_wrappers_between_the_two_do_not_matter_and_the_third_is_the_first_as_well() -> None:
    rows = (1, button("OK", HERE)), (2, group()), (3, button("OK", HERE)), (4, button("OK", HERE))
    assert shown((0, node("window", "w")), *rows) == ["1.button OK"]


def test_the_words_in_the_inner_one_name_the_element() -> None:
    rows = (1, button("", HERE)), (2, button("", HERE)), (3, text("Save"))
    observation = observed((0, node("window", "w")), *rows)
    assert ui(observation) == ["1.button Save"]
    assert observation.text_of("A1") == "Save"


def test_a_state_or_hint_that_one_of_the_two_reports_is_the_elements() -> None:
    outer = node("checkbox", "Wrap", "toggle", box=HERE)
    inner = node("checkbox", "Wrap", "toggle", box=HERE, checked="true", enabled=False, hint="Long lines")
    assert shown((0, group("Options")), (1, outer), (2, inner)) == [
        {"group": ["Options", "1.checkbox.disabled.checked Wrap", {"hint": "Long lines"}]}
    ]


def test_where_the_two_disagree_the_outer_one_is_believed() -> None:
    outer = node("combobox", "Size", "expand", box=HERE, expanded=False)
    inner = node("combobox", "Size", "expand", box=HERE, expanded=True)
    assert shown((0, group("Options")), (1, outer), (2, inner)) == [{"group": ["Options", "1.combobox.collapsed Size"]}]


@pytest.mark.parametrize(
    "inner",
    [
        button("OK", (10, 10, 99, 30)),
        button("Ok", HERE),
        link("OK", HERE),
        node("button", "OK", "click", "toggle", box=HERE),
        button("OK", HERE, value="1"),
        button("OK", HERE, focused=True),
        button("OK"),
    ],
    ids=["box", "name", "role", "affordances", "value", "focus", "no box"],
)
def test_what_differs_is_another_element(inner: Node) -> None:
    assert twice(button("OK", HERE), inner).refs == ("A3", "A1", "A2")


def test_siblings_that_are_equal_are_two_elements() -> None:
    rows = (0, group("g")), (1, button("OK", HERE)), (1, button("OK", HERE))
    assert observed(*rows).blueprint().refs == ("A1", "A2")
