from __future__ import annotations

from typing import Any

import pytest

import lumos_layer
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.tree import Node
from tests.trees import Box, Row, button, group, node, observed, shown, text

WINDOW: Box = (0, 0, 800, 600)
NOTHING: Box = (10, 10, 0, 0)


def omitted(*rows: Row) -> dict[str, int]:
    return observed(*rows).blueprint().omitted


# Hidden, out of view, without area


@pytest.mark.parametrize(("said", "reason"), [({"hidden": True}, "hidden"), ({"offscreen": True}, "offscreen")])
def test_what_is_said_to_be_hidden_or_out_of_view_is_left_out_with_all_inside(said: dict[str, Any], reason: str) -> None:
    rows = (0, group("", **said)), (1, button("a")), (1, text("b")), (0, button("c"))
    assert shown(*rows) == ["1.button c"]
    assert omitted(*rows) == {reason: 3}


def test_only_the_area_of_the_node_itself_counts() -> None:
    rows = (
        (0, node("window", "w", box=WINDOW)),
        (1, group("g", box=NOTHING)),
        (2, button("a", (0, 0, 9, 9))),
        (2, button("b", NOTHING)),
    )
    assert shown(*rows) == ["1.button a"]
    assert omitted(*rows) == {"zero_area": 2}


@pytest.mark.parametrize("box", [(10, 10, 0, 20), (10, 10, 20, 0), (10, 10, -5, 20)])
def test_a_box_without_a_pixel_has_no_area(box: Box) -> None:
    assert shown((0, button("a", box)), (0, button("b"))) == ["1.button b"]


def test_what_has_no_box_at_all_is_shown() -> None:
    assert shown((0, group()), (1, button("a")), (1, text("b"))) == ["1.button a", "b"]


def test_what_lies_outside_the_window_is_out_of_view_and_what_touches_it_is_not() -> None:
    rows = (1, button("out", (800, 0, 50, 20))), (1, button("half", (-10, 0, 20, 20))), (1, button("above", (0, -20, 20, 20)))
    assert shown((0, node("window", "w", box=WINDOW)), *rows) == ["1.button half"]
    assert omitted((0, node("window", "w", box=WINDOW)), *rows) == {"offscreen": 2}


def test_a_page_goes_on_below_its_window() -> None:
    rows = (0, node("document", "p", box=WINDOW)), (1, button("far", (0, 9000, 50, 20)))
    assert observed(*rows, dialect="browser").blueprint().refs == ("W2", "W1")


def test_where_windows_stand_side_by_side_none_is_the_edge_of_the_others() -> None:
    rows = (0, node("window", "a", box=(0, 0, 9, 9))), (1, button("x", (0, 0, 9, 9))), (0, node("window", "b", box=(50, 0, 9, 9)))
    assert shown(*rows, (1, button("y", (50, 0, 9, 9)))) == [
        {"window": ["a", "1.button x"]},
        {"window": ["b", "2.button y"]},
    ]


# Never dropped


def only_behind(made: Node, *inside: Row) -> Blueprint:
    """The blueprint of a window with a button and then the node."""
    return observed((0, node("window", "w", box=WINDOW)), (1, button("x", (0, 0, 9, 9))), (1, made), *inside).blueprint()


@pytest.mark.parametrize("role", ["dialog", "alertdialog", "alert", "menu"])
@pytest.mark.parametrize("box", [NOTHING, (5000, 5000, 10, 10)])
def test_dialogs_alerts_and_menus_are_shown_whatever_their_size_and_place(role: str, box: Box) -> None:
    blueprint = only_behind(node(role, "", box=box), (2, button("y", (20, 20, 9, 9))))
    assert blueprint.compact().endswith(f'"ui":["1.button x",{{"{role}":["2.button y"]}}]}}')


def test_a_dialog_inside_of_what_is_hidden_is_hidden() -> None:
    rows = (0, button("x")), (0, group("g", hidden=True)), (1, node("dialog", "d", modal=True))
    assert shown(*rows) == ["1.button x"]


@pytest.mark.parametrize("said", [{"hidden": True}, {"offscreen": True}, {"box": NOTHING}, {"box": (5000, 0, 9, 9)}])
def test_what_has_the_focus_is_shown_even_if_it_is_said_to_be_invisible(said: dict[str, Any]) -> None:
    assert only_behind(button("y", focused=True, **said)).focus == "A2"


def test_the_focus_inside_of_what_is_hidden_is_hidden() -> None:
    blueprint = only_behind(group("", hidden=True), (2, button("y", focused=True)))
    assert (blueprint.focus, blueprint.omitted) == (None, {"hidden": 2})


@pytest.mark.parametrize("box", [None, NOTHING])
def test_a_minimised_window_is_shown_without_what_is_in_it(box: Box | None) -> None:
    rows = (0, node("window", "w", minimized=True, box=box)), (1, button("a")), (1, text("b")), (0, button("x"))
    assert shown(*rows) == [{"window minimized": ["w"]}, "1.button x"]
    assert omitted(*rows) == {"minimized": 2}


# Choices of open lists


def choices(opener: Node, *wrappers: Node) -> list[str]:
    """The names of the options shown that stand, without area, in an opener."""
    rows = [(0, button("x")), (0, opener), *((n, made) for n, made in enumerate(wrappers, 1))]
    level = len(wrappers) + 1
    observation = observed(
        *rows, (level, node("option", "a", "select", box=NOTHING)), (level, node("option", "b", "select", box=NOTHING))
    )
    return [observation.name_of(observation.refs[ref]) for ref in observation.blueprint().refs if ref != "A1"][
        1 if opener.can else 0 :
    ]


@pytest.mark.parametrize("wrappers", [(), (node("generic"),), (node("option", "group"), node("generic"))])
def test_options_of_an_open_list_are_shown_although_they_have_no_area(wrappers: tuple[Node, ...]) -> None:
    assert choices(node("combobox", "c", "expand", expanded=True), *wrappers)[-2:] == ["a", "b"]


@pytest.mark.parametrize("expanded", [False, None])
def test_options_of_a_closed_list_are_not(expanded: bool | None) -> None:
    assert choices(node("combobox", "c", "expand", expanded=expanded)) == []


def test_what_is_between_a_list_and_an_option_must_be_a_choice_or_a_wrapper() -> None:
    assert choices(node("combobox", "c", "expand", expanded=True), group("g")) == []


def test_items_of_an_open_item_are_shown_in_a_closed_tree() -> None:
    tree, item = node("tree", "t", expanded=False), node("treeitem", "i", "select", expanded=True)
    rows = (0, button("x")), (0, tree), (1, item), (2, node("treeitem", "j", "select", box=NOTHING))
    assert observed(*rows).blueprint().refs == ("A1", "A2", "A3")


# Counting


def test_what_a_scrolling_container_has_out_of_view_is_counted_at_it() -> None:
    rows = (0, node("list", "l", "scroll")), (1, button("a")), (1, button("b", offscreen=True)), (1, group("", offscreen=True))
    assert shown(*rows, (2, button("c"))) == [["list scroll", "1 l", {"offscreen": 2}, "2.button a"]]
    assert omitted(*rows, (2, button("c"))) == {"offscreen": 3}


def test_the_options_of_a_popup_are_shown_where_what_opened_it_is_open() -> None:
    option = b'<option name="A" x="0" y="0" width="0" height="0"/>'
    for popup in (b"<MenuListPopup>%s</MenuListPopup>", b"<listbox>%s</listbox>"):
        for said, is_there in ((b"true", True), (b"false", False)):
            page = b'<RootWebArea name="p"><combobox name="c" expanded="%s">%s</combobox></RootWebArea>' % (said, popup % option)
            assert ('"A"' in str(lumos_layer.read(page).blueprint().object())) is is_there
