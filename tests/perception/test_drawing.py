from __future__ import annotations

import json
from typing import Any

import pytest

import lumos_layer
from lumos_layer.perception.items import DEEPEST, Element, Group, Text
from lumos_layer.tree import Node, Rect, Scroll
from tests.trees import button, field, group, heading, link, node, observed, shown, text, ui

# Groups and what is flattened


def test_items_stand_in_reading_order() -> None:
    rows = (
        (0, text("a")),
        (0, button("b")),
        (0, node("list", "c")),
        (1, text("d")),
        (1, button("e")),
        (0, heading("f")),
        (0, text("g")),
    )
    assert shown(*rows) == ["a", "1.button b", {"list": ["c", "d", "2.button e"]}, "# f", "g"]


def test_an_actionable_container_is_a_group_with_its_ref() -> None:
    rows = (0, node("list", "Inbox", "scroll")), (1, button("a")), (1, button("b"))
    assert shown(*rows) == [{"list scroll": ["1 Inbox", ["button", "2 a", "3 b"]]}]


def test_an_actionable_container_of_one_thing_is_an_element_before_it() -> None:
    rows = (0, node("list", "Inbox", "scroll")), (1, text("Today")), (1, button("a"))
    assert shown(*rows) == [["list scroll", "1 Inbox", "Today", "2.button a"]]


def test_an_actionable_container_of_texts_is_an_element_before_them() -> None:
    rows = (0, node("list", "Inbox", "scroll")), (1, text("Today")), (1, text("Tomorrow"))
    assert shown(*rows) == ["1.list.scroll Inbox", "Today", "Tomorrow"]


def test_a_named_container_of_texts_stays_a_group() -> None:
    assert shown((0, node("list", "Inbox")), (1, text("Today"))) == [{"list": ["Inbox", "Today"]}]


@pytest.mark.parametrize("role", ["dialog", "alertdialog", "alert", "menu", "window"])
def test_dialogs_alerts_menus_and_windows_stand_although_nothing_is_in_them(role: str) -> None:
    assert shown((0, button("x")), (0, node(role))) == ["1.button x", {role: []}]


def test_what_is_deeper_than_groups_may_nest_follows_in_the_last_one() -> None:
    rows = [(level, group(f"g{level}")) for level in range(DEEPEST + 2)]
    observation = observed(*rows, (DEEPEST + 2, button("x")))
    inner: Any = ui(observation)
    for level in range(DEEPEST):
        [inner] = inner
        inner = inner["group"]
        assert inner.pop(0) == f"g{level}"
    assert inner == [f"g{DEEPEST}", f"g{DEEPEST + 1}", "1.button x"]


def test_what_is_left_out_under_a_group_too_deep_to_nest_is_still_marked_there() -> None:
    rows = [(level, group(f"g{level}")) for level in range(DEEPEST + 1)]
    observation = observed(*rows, (DEEPEST + 1, button("x")), (DEEPEST + 1, text("y")))
    marked = observation.blueprint(view="outline").compact()
    assert f'"g{DEEPEST}",{{"more":2,"under":"{observation.ref_of(DEEPEST)}"}}' in marked


# Rows


def row(words_first: bool, name: str, *, role: str = "row") -> list[tuple[int, Node]]:
    words, control = (2, text(name)), (2, button("Edit"))
    return [(1, node(role)), *((words, control) if words_first else (control, words))]


def test_rows_whose_words_come_after_equal_controls_are_groups() -> None:
    rows = [(0, node("table", "People")), *row(False, "Ann"), *row(False, "Bob")]
    assert shown(*rows) == [{"table": ["People", {"row": ["1.button Edit", "Ann"]}, {"row": ["2.button Edit", "Bob"]}]}]


@pytest.mark.parametrize("role", ["row", "listitem", "treeitem", "article"])
def test_rows_list_items_tree_items_and_articles_are_rows(role: str) -> None:
    rows = [(0, group("People")), *row(False, "Ann", role=role), *row(False, "Bob", role=role)]
    assert [list(item) for item in shown(*rows)[0]["group"][1:]] == [[role], [role]]


def test_rows_whose_words_come_first_need_no_group() -> None:
    rows = [(0, node("table", "People")), *row(True, "Ann"), *row(True, "Bob")]
    assert shown(*rows) == [{"table": ["People", "Ann", ["button", "1 Edit", "Bob", "2 Edit"]]}]


def test_rows_whose_controls_have_names_of_their_own_need_no_group() -> None:
    rows = [(0, node("row")), (1, button("Edit 1")), (1, text("Ann")), (0, node("row")), (1, button("Edit 2")), (1, text("Bob"))]
    assert shown(*rows) == [["button", "1 Edit 1", "Ann", "2 Edit 2"], "Bob"]


def test_a_row_that_can_be_selected_is_a_group_or_an_element_anyway() -> None:
    rows = (0, node("row", "Ann", "select")), (1, button("Edit")), (1, button("Delete"))
    assert shown(*rows) == [{"row select": ["1 Ann", ["button", "2 Edit", "3 Delete"]]}]


# Ordinals


def test_the_second_of_equal_elements_says_that_it_is() -> None:
    assert shown(*[(0, button("Edit"))] * 3) == [["button", "1 Edit", "2 Edit", {"nth": 2}, "3 Edit", {"nth": 3}]]


@pytest.mark.parametrize(
    "other",
    [link("Edit"), button("edit"), button("Edit", value="on")],
    ids=["role", "name", "value"],
)
def test_elements_that_differ_have_no_ordinal(other: Node) -> None:
    assert "nth" not in observed((0, button("Edit")), (0, other)).blueprint().compact()


def test_the_text_or_group_before_tells_equal_elements_apart() -> None:
    by_text = (0, text("Ann")), (0, button("Edit")), (0, text("Bob")), (0, button("Edit"))
    by_group = (0, node("list", "A")), (1, button("Edit")), (0, node("list", "B")), (1, button("Edit"))
    for rows in (by_text, by_group):
        assert "nth" not in observed(*rows).blueprint().compact()


def test_ordinals_count_on_after_the_same_words() -> None:
    rows = (0, text("Ann")), (0, button("Edit")), (0, button("Edit")), (0, text("Ann")), (0, button("Edit"))
    assert shown(*rows) == ["Ann", ["button", "1 Edit", "2 Edit", {"nth": 2}, "Ann", "3 Edit", {"nth": 3}]]


def test_the_element_before_tells_equal_elements_apart() -> None:
    rows = (0, link("Ann")), (0, button("Edit")), (0, button("Edit")), (0, link("Bob")), (0, button("Edit"))
    assert shown(*rows) == [["link", "1 Ann", "2.button Edit", "3.button Edit", {"nth": 2}, "4 Bob", "5.button Edit"]]


def test_elements_without_a_name_have_no_ordinal() -> None:
    assert shown((0, button()), (0, button())) == [["button", "1", "2"]]


def test_boxes_tell_equal_elements_apart_already() -> None:
    rows = (0, button("Edit", (0, 0, 10, 10))), (0, button("Edit", (0, 20, 10, 10)))
    assert shown(*rows, boxes="centre") == [["button", "1 Edit", [5, 5], "2 Edit", [5, 25]]]


# States


@pytest.mark.parametrize(
    ("said", "states"),
    [
        ({}, ()),
        ({"modal": True}, ("modal",)),
        ({"enabled": False}, ("disabled",)),
        ({"enabled": True}, ()),
        ({"checked": "true"}, ("checked",)),
        ({"checked": "false"}, ()),
        ({"checked": "mixed"}, ("mixed",)),
        ({"pressed": "true"}, ("pressed",)),
        ({"pressed": "mixed"}, ("mixed",)),
        ({"selected": True}, ("selected",)),
        ({"selected": False}, ()),
        ({"expanded": True}, ("expanded",)),
        ({"expanded": False}, ("collapsed",)),
        ({"readonly": True}, ("readonly",)),
        ({"required": True}, ("required",)),
        ({"invalid": True}, ("invalid",)),
        ({"busy": True}, ("busy",)),
        ({"protected": True, "filled": True}, ("protected", "filled")),
        ({"protected": True, "filled": False}, ("protected", "empty")),
        ({"protected": True}, ("protected", "empty")),
        ({"busy": True, "enabled": False, "checked": "true"}, ("disabled", "checked", "busy")),
    ],
)
def test_states_that_are_not_the_default_are_said_in_their_order(said: dict[str, Any], states: tuple[str, ...]) -> None:
    [item] = observed((0, button("x", **said))).blueprint().walk()
    assert isinstance(item, Element)
    assert item.states == states


def test_a_minimised_window_is_shown_without_what_is_in_it() -> None:
    rows = (0, node("window", "Mail", minimized=True)), (1, button("Send")), (0, button("x"))
    assert shown(*rows) == [{"window minimized": ["Mail"]}, "1.button x"]


# Details


def test_a_field_called_like_what_it_holds_is_not_empty() -> None:
    assert shown((0, field("Date", "Date"))) == ["1.textbox Date", {"value": "Date"}]


def test_a_value_or_hint_that_repeats_the_name_is_left_out() -> None:
    assert shown((0, button("Save", value="Save", hint="Save"))) == ["1.button Save"]


def test_a_secret_is_not_shown_even_if_a_dialect_let_it_into_the_tree() -> None:
    assert "swordfish" not in observed((0, field("Password", "swordfish", protected=True))).blueprint().compact()


def test_names_values_and_hints_are_cut_at_200_characters_and_say_how_much_is_left() -> None:
    observation = observed((0, field("n" * 201, "v" * 300, hint="h" * 250)))
    [item] = observation.blueprint().walk()
    assert isinstance(item, Element)
    assert (item.name, item.value, item.hint) == ("n" * 200, "v" * 200, "h" * 200)
    assert (item.name_left, item.value_left, item.hint_left) == (1, 100, 50)
    assert observation.text_of("A1") == "\n".join(("n" * 201, "v" * 300, "h" * 250))


def test_a_cut_does_not_end_in_a_blank_and_counts_what_it_takes_away() -> None:
    [item] = observed((0, button("n" * 199 + "  end"))).blueprint().walk()
    assert isinstance(item, Element)
    assert (item.name, item.name_left) == ("n" * 199, 5)


def test_a_group_whose_name_is_cut_has_a_ref_to_ask_for_the_rest() -> None:
    [item, *_] = observed((0, group("g" * 201)), (1, button("x"))).blueprint().walk()
    assert isinstance(item, Element | Group)
    assert (item.ref, item.name_left) == ("A1", 1)


@pytest.mark.parametrize(
    ("said", "details"),
    [
        ({"minimum": 0.0, "maximum": 100.0}, (None, None)),
        ({"minimum": 1.0, "maximum": 5.5}, (1.0, 5.5)),
        ({"maximum": 10.0}, (None, 10.0)),
        ({}, (None, None)),
    ],
)
def test_a_range_is_told_where_it_is_not_0_to_100(said: dict[str, Any], details: tuple[float | None, float | None]) -> None:
    [item] = observed((0, node("slider", "Volume", "range", **said))).blueprint().walk()
    assert isinstance(item, Element)
    assert (item.min, item.max) == details


def test_what_is_no_range_has_no_least_and_greatest() -> None:
    assert shown((0, button("x", minimum=3.0, maximum=4.0))) == ["1.button x"]


def test_a_scrolling_container_tells_how_much_lies_beyond_and_how_many_things() -> None:
    scrolling = node("list", "Files", "scroll", scroll=Scroll(above=10, below=60))
    rows = (0, scrolling), (1, button("a")), (1, button("b")), (1, button("c", offscreen=True)), (1, button("d", offscreen=True))
    assert shown(*rows) == [
        {"list scroll": ["1 Files", {"above": 10, "below": 60, "offscreen": 2}, ["button", "2 a", "3 b"]]},
    ]


# Positions


def test_a_box_is_the_dumps_own_and_the_centre_its_middle_pixel() -> None:
    observation = observed((0, button("a", (-20, 10, 41, 20))))
    assert ui(observation, boxes="box") == ["1.button a", [-20, 10, 41, 20]]
    assert ui(observation, boxes="centre") == ["1.button a", [0, 20]]
    assert Rect(-20, 10, 41, 20).holds(0, 20)


def test_a_container_has_a_centre_only_if_it_can_be_clicked() -> None:
    rows = (0, node("list", "a", "scroll", box=(0, 0, 10, 10))), (0, node("list", "b", "click", box=(0, 20, 10, 10)))
    assert shown(*rows, boxes="centre") == [["list scroll", "1 a", "2.list.click b", [5, 25]]]
    assert shown(*rows, boxes="box") == [["list scroll", "1 a", [0, 0, 10, 10], "2.list.click b", [0, 20]]]


def test_what_has_no_box_has_no_position() -> None:
    assert shown((0, button("a")), (0, button("b", (0, 0, 9, 9))), boxes="box") == [["button", "1 a", "2 b", [0, 0, 9, 9]]]


# Roles


@pytest.mark.parametrize("role", ["text", "group", "img"])
def test_a_plain_node_that_can_be_clicked_is_called_just_that(role: str) -> None:
    assert shown((0, node(role, "More", "click"))) == ["1.generic.click More"]


def test_a_plain_node_without_a_name_keeps_its_role() -> None:
    assert shown((0, node("img", "", "click"))) == ["1.img.click"]


def test_words_with_a_value_are_text_whatever_they_are_otherwise() -> None:
    assert shown((0, node("cell", "Total", value="12"))) == ["1.text Total", {"value": "12"}]


def test_texts_hold_just_their_words() -> None:
    assert [type(item) for item in observed((0, text("a")), (0, text("b"))).blueprint().walk()] == [Text, Text]


def test_what_has_the_focus_is_an_element_even_if_nothing_else_can_be_done_with_it() -> None:
    observation = observed((0, button("x")), (0, text("Here", focused=True)))
    assert observation.blueprint().focus == "A2"
    assert ui(observation) == [["button", "1 x", "2.text.focus Here"]]


def test_a_row_that_only_repeats_the_one_around_it_becomes_no_group_of_its_own() -> None:
    box = 'x="0" y="0" width="200" height="60"'
    item = f'<TreeItem Name="Colors" RuntimeId="{{}}" ExpandCollapseState="Expanded" {box}>{{}}</TreeItem>'
    blue = '<TreeItem Name="Blue" RuntimeId="{}" x="0" y="{}" width="90" height="9"/>'
    inner = blue.format(3, 10) + blue.format(4, 20)
    text = '<Text Name="two blues" RuntimeId="5" x="0" y="40" width="90" height="9"/>'
    dump = f'<Tree Name="Registry" RuntimeId="0" {box}>{item.format(1, item.format(2, inner + text))}</Tree>'
    blueprint = lumos_layer.read(dump.encode()).blueprint()
    assert json.loads(blueprint.compact())["ui"] == [
        {"treeitem expanded": ["1 Colors", ["treeitem", "2 Blue", "3 Blue", {"nth": 2}], "two blues"]}
    ]
