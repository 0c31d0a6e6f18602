"""The rules of docs/pointing.md, one small tree for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lumos_layer.tree import Node, Rect, Region, Role, Scroll, Tree, tree_of
from lumos_layer.tree.click_point import Refusal, click_point
from lumos_layer.tree.drawing_order import heights
from lumos_layer.tree.hit_test import HitTest
from tests.trees import Row, button, field, group, link, node, text


def forest(*rows: Row, **more: Any) -> Tree:
    """The tree of nodes at the given levels."""
    parents: list[int] = []
    path: list[int] = []
    for i, (level, _) in enumerate(rows):
        del path[level:]
        parents.append(path[-1] if path else -1)
        path.append(i)
    made = tree_of([made for _, made in rows], parents)
    return Tree(made.nodes, made.parents, made.ends, (), **more) if more else made  # type: ignore[arg-type]


def hit(tree: Tree, x: int, y: int, native: bool = True, topmost_first: bool = False) -> str | None:
    """The name of what is hit, with and without an index; `modal: name`, or why there is nothing, as `(reason)`."""
    test = HitTest(tree, native, topmost_first)
    found = test.at(x, y)
    assert [test.at(x, y) for _ in range(8)] == [found] * 8
    if found.node < 0:
        return f"({found.reason})"
    name = tree[found.node].name
    return f"{found.reason}: {name}" if found.reason else name


def window(name: str, box: tuple[int, int, int, int], **said: Any) -> Node:
    return node("window", name, box=box, **said)


SCREEN = (0, 0, 100, 100)


# Points and boxes


@pytest.mark.parametrize(
    ("point", "name"),
    [((10, 10), "Save"), ((29, 19), "Save"), ((30, 10), "win"), ((29, 20), "win"), ((9, 10), "win"), ((10, 9), "win")],
)
def test_a_box_holds_its_left_and_top_edge_and_not_its_right_and_bottom_edge(point: tuple[int, int], name: str) -> None:
    assert hit(forest((0, window("win", SCREEN)), (1, button("Save", (10, 10, 20, 10)))), *point) == name


def test_coordinates_may_be_negative() -> None:
    tree = forest(
        (0, group("", box=(-200, -100, 400, 200))),
        (1, window("left", (-200, -100, 200, 200))),
        (2, button("OK", (-150, -50, 10, 10))),
    )
    assert (hit(tree, -150, -50), hit(tree, -140, -50), hit(tree, -200, -100), hit(tree, -201, 0)) == (
        "OK",
        "left",
        "left",
        "(outside)",
    )


# What can never be hit


@pytest.mark.parametrize("said", [{"hidden": True}, {"offscreen": True}])
def test_what_is_hidden_is_not_hit_and_neither_is_what_it_holds(said: dict[str, bool]) -> None:
    tree = forest((0, window("win", SCREEN)), (1, group("box", box=(0, 0, 50, 50), **said)), (2, button("in", (0, 0, 10, 10))))
    assert hit(tree, 5, 5) == "win"


def test_being_focused_does_not_show_what_is_hidden() -> None:
    assert hit(forest((0, window("win", SCREEN)), (1, field("f", box=(0, 0, 9, 9), hidden=True, focused=True))), 5, 5) == "win"


def test_a_minimised_window_is_not_hit() -> None:
    tree = forest(
        (0, group("desk", box=SCREEN)), (1, window("win", (0, 0, 50, 50), minimized=True)), (2, button("in", (0, 0, 10, 10)))
    )
    assert hit(tree, 5, 5) == "desk"


def test_what_the_pointer_passes_through_is_not_hit_but_what_it_holds_is() -> None:
    tree = forest(
        (0, window("win", SCREEN)),
        (1, button("under", (0, 0, 99, 99))),
        (1, group("veil", box=SCREEN, passive=True)),
        (2, button("in", (0, 0, 9, 9))),
    )
    assert (hit(tree, 5, 5), hit(tree, 50, 50)) == ("in", "under")


def test_what_has_no_area_is_not_hit_but_what_sticks_out_of_it_is() -> None:
    tree = forest(
        (0, window("win", SCREEN)),
        (1, group("none", box=(0, 0, 0, 50))),
        (2, button("in", (5, 5, 9, 9))),
        (1, group("no box")),
        (2, button("too", (50, 50, 9, 9))),
    )
    assert (hit(tree, 0, 0), hit(tree, 6, 6), hit(tree, 55, 55)) == ("win", "in", "too")


def test_disabled_elements_are_hit() -> None:
    assert hit(forest((0, window("win", SCREEN)), (1, button("off", (0, 0, 9, 9), enabled=False))), 5, 5) == "off"


def test_what_lies_outside_the_screen_is_not_hit() -> None:
    assert hit(forest((0, window("win", SCREEN)), (1, button("out", (90, 90, 50, 50)))), 120, 95) == "(outside)"


def test_a_page_goes_on_below_the_fold() -> None:
    tree = forest((0, node("document", "page", box=SCREEN, scroll=Scroll(below=50))), (1, button("below", (0, 500, 9, 9))))
    assert hit(tree, 5, 505, native=False) == "below"


# Clipping


@pytest.mark.parametrize(
    "around",
    [
        node("window", "around", box=(0, 0, 50, 50)),
        node("dialog", "around", box=(0, 0, 50, 50)),
        node("document", "around", box=(0, 0, 50, 50)),
        node("list", "around", box=(0, 0, 50, 50)),
        node("tabpanel", "around", box=(0, 0, 50, 50)),
        node("group", "around", box=(0, 0, 50, 50), scroll=Scroll(below=5)),
        node("group", "around", "scroll", box=(0, 0, 50, 50)),
    ],
)
def test_windows_pages_lists_and_what_scrolls_clip_what_they_hold(around: Node) -> None:
    tree = forest((0, group("root", box=SCREEN)), (1, around), (2, group("")), (3, button("in", (40, 40, 50, 50))))
    assert (hit(tree, 45, 45), hit(tree, 60, 60)) == ("in", "root")


def test_a_frame_clips_in_a_page_of_which_the_dump_says_no_box() -> None:
    tree = forest(
        (0, node("document", "page")),
        (1, node("document", "frame", box=(0, 0, 50, 50))),
        (2, group("in it", box=(0, 0, 50, 50))),
        (3, button("far", (60, 60, 9, 9))),
    )
    assert (hit(tree, 65, 65, native=False), hit(tree, 25, 25, native=False)) == ("(outside)", "in it")
    assert click_point(HitTest(tree, native=False), 3) == Refusal("not_visible")


def test_lists_of_a_page_clip_only_if_they_scroll() -> None:
    tree = forest(
        (0, node("document", "page", box=SCREEN)), (1, node("list", "l", box=(0, 0, 50, 50))), (2, button("in", (40, 40, 50, 50)))
    )
    assert hit(tree, 60, 60, native=False) == "in"


def test_children_that_stick_out_of_other_parents_are_hit_there() -> None:
    assert (
        hit(forest((0, window("win", SCREEN)), (1, group("g", box=(0, 0, 9, 9))), (2, button("in", (50, 50, 9, 9)))), 55, 55)
        == "in"
    )


def test_what_clips_is_clipped_itself() -> None:
    tree = forest(
        (0, group("root", box=SCREEN)),
        (1, node("list", "outer", box=(0, 0, 50, 50))),
        (2, node("list", "inner", box=(30, 30, 60, 60))),
        (3, button("in", (40, 40, 50, 50))),
        (2, node("list", "gone", box=(60, 60, 9, 9))),
        (3, button("lost", (0, 0, 9, 9))),
    )
    assert (hit(tree, 45, 45), hit(tree, 60, 60), hit(tree, 5, 5)) == ("in", "root", "outer")


def test_of_very_many_modals_inside_each_other_the_innermost_takes_the_pointer() -> None:
    depth = 100_000
    tree = tree_of([node("group", str(i), box=(0, 0, 9, 9), modal=True) for i in range(depth)], [*range(-1, depth - 1)])
    assert hit(tree, 5, 5) == "99999"


def test_an_owned_dialog_sticks_out_of_its_owner_and_a_window_deeper_inside_does_not() -> None:
    tree = forest(
        (0, group("desk", box=SCREEN)),
        (1, window("owner", (0, 0, 50, 50))),
        (2, group("area", box=(0, 10, 50, 40))),
        (3, window("document", (10, 20, 60, 10))),
        (2, window("dialog", (20, 40, 60, 20))),
    )
    assert [hit(tree, *p) for p in ((70, 50), (45, 25), (60, 25))] == ["dialog", "document", "desk"]


# Order


def test_children_lie_above_their_parent_and_later_siblings_with_their_subtrees_above_earlier_ones() -> None:
    tree = forest(
        (0, window("win", SCREEN)),
        (1, group("first", box=(0, 0, 50, 50))),
        (2, button("in first", (0, 0, 50, 50))),
        (1, group("second")),
        (2, button("in second", (20, 0, 50, 50))),
    )
    assert (hit(tree, 10, 10), hit(tree, 30, 10)) == ("in first", "in second")


def test_a_declared_height_goes_before_the_order_of_the_dump() -> None:
    tree = forest(
        (0, window("win", SCREEN)),
        (1, group("high", box=(0, 0, 50, 50), z=2)),
        (2, button("in high", (0, 0, 9, 9))),
        (1, group("low", box=(0, 0, 90, 90), z=1)),
        (1, group("unsaid", box=(0, 0, 95, 95))),
    )
    assert [hit(tree, *p) for p in ((5, 5), (30, 30), (70, 70), (92, 92), (97, 97))] == ["in high", "high", "low", "unsaid", "win"]


def test_a_dialect_may_know_the_order_of_siblings_apart_from_the_dump() -> None:
    rows: Sequence[Row] = (
        (0, window("win", SCREEN)),
        (1, group("top", box=(0, 0, 50, 50))),
        (2, button("in", (0, 0, 9, 9))),
        (1, group("low", box=SCREEN)),
    )
    assert hit(forest(*rows, heights=lambda tree: heights(tree, {1: 2, 3: 1})), 5, 5) == "in"
    assert hit(forest(*rows, heights=lambda tree: heights(tree, {1: 1, 3: 2})), 5, 5) == "low"
    assert heights(forest(*rows), {1: 1, 3: 2}) is None  # which is the dump's own order


# Layers


def test_an_open_menu_lies_above_what_comes_later_in_its_window() -> None:
    tree = forest(
        (0, window("win", SCREEN)),
        (1, node("menubar", "bar", box=(0, 0, 100, 10))),
        (2, node("menu", "open", box=(0, 10, 40, 40))),
        (3, node("menuitem", "New", box=(0, 10, 40, 10))),
        (1, field("text", box=(0, 10, 100, 90))),
    )
    assert [hit(tree, *p) for p in ((5, 15), (5, 45), (50, 50), (50, 5))] == ["New", "open", "text", "bar"]


@pytest.mark.parametrize(("expanded", "name"), [(True, "one"), (False, "text"), (None, "text")])
def test_the_list_of_an_open_combobox_lies_above_what_comes_later(expanded: bool | None, name: str) -> None:
    tree = forest(
        (0, window("win", SCREEN)),
        (1, node("combobox", "c", "expand", box=(0, 0, 40, 10), expanded=expanded)),
        (2, group("")),
        (3, node("list", "l", box=(0, 10, 40, 40))),
        (4, node("option", "one", box=(0, 10, 40, 10))),
        (1, field("text", box=(0, 10, 100, 90))),
    )
    assert hit(tree, 5, 15) == name


def test_items_that_stand_right_in_a_menu_item_are_its_open_menu() -> None:
    tree = forest(
        (0, window("win", SCREEN)),
        (1, node("menubar", "bar", box=(0, 0, 100, 10))),
        (2, node("menuitem", "File", "click", box=(0, 0, 20, 10))),
        (3, node("menuitem", "New", "click", box=(0, 10, 40, 10))),
        (4, node("menuitemcheckbox", "Wrap", "click", box=(40, 10, 40, 10))),
        (1, field("text", box=(0, 10, 100, 90))),
    )
    assert [hit(tree, *p) for p in ((5, 15), (50, 15), (90, 15))] == ["New", "Wrap", "text"]


def test_a_popup_is_clipped_by_the_screen_only() -> None:
    tree = forest(
        (0, group("desk", box=SCREEN)),
        (1, window("win", (0, 0, 50, 50))),
        (2, node("list", "l", box=(0, 0, 50, 20))),
        (3, node("menu", "open", box=(20, 10, 200, 80))),
    )
    assert (hit(tree, 90, 80), hit(tree, 110, 80)) == ("open", "(outside)")


def test_of_two_popups_the_later_lies_above_and_a_submenu_above_its_menu() -> None:
    tree = forest(
        (0, window("win", SCREEN)),
        (1, node("menu", "menu", box=(0, 0, 50, 50))),
        (2, node("menuitem", "more", "click", box=(0, 0, 50, 10))),
        (3, node("menu", "sub", box=(30, 0, 50, 50))),
        (2, node("menuitem", "last", "click", box=(0, 10, 50, 10))),
        (1, node("tooltip", "tip", box=(40, 5, 5, 30))),
    )
    assert [hit(tree, *p) for p in ((5, 15), (35, 15), (42, 15))] == ["last", "sub", "tip"]


def test_a_popup_lies_below_a_window_that_is_above_its_own_and_one_in_no_window_above_all() -> None:
    rows: list[Row] = [
        (0, group("desk", box=SCREEN)),
        (1, node("menu", "context", box=(60, 0, 20, 90))),
        (1, window("back", (0, 0, 50, 90))),
        (2, node("menu", "open", box=(0, 0, 90, 90))),
        (1, window("front", (20, 0, 60, 50))),
    ]
    tree = forest(*rows)
    assert [hit(tree, *p) for p in ((5, 5), (30, 5), (30, 60), (65, 5))] == ["open", "front", "open", "context"]


def test_a_modal_part_lies_above_the_rest_of_its_window() -> None:
    tree = forest((0, window("win", SCREEN)), (1, group("sheet", box=(20, 20, 40, 40), modal=True)), (1, button("late", SCREEN)))
    assert (hit(tree, 30, 30), hit(tree, 5, 5)) == ("sheet", "modal: sheet")


# Windows


@pytest.mark.parametrize(("topmost_first", "name"), [(True, "one"), (False, "two")])
def test_windows_are_stacked_as_the_dialect_lists_them(topmost_first: bool, name: str) -> None:
    tree = forest((0, group("desk", box=SCREEN)), (1, window("one", (0, 0, 50, 50))), (1, window("two", (0, 0, 50, 50))))
    assert hit(tree, 5, 5, topmost_first=topmost_first) == name


def test_the_active_window_is_on_top_and_a_declared_height_goes_before_that() -> None:
    two: Row = (1, window("two", (0, 0, 50, 50)))
    assert hit(forest((0, group("desk", box=SCREEN)), (1, window("one", (0, 0, 50, 50), active=True)), two), 5, 5) == "one"
    keyboard: Row = (1, window("keys", (0, 0, 50, 50), z=2))
    assert (
        hit(forest((0, group("desk", box=SCREEN)), keyboard, (1, window("app", (0, 0, 50, 50), z=1, active=True))), 5, 5) == "keys"
    )


def test_windows_may_be_roots_or_stand_in_programs() -> None:
    tree = forest(
        (0, node("application", "a")),
        (1, window("one", (0, 0, 50, 50))),
        (0, node("application", "b")),
        (1, window("two", (20, 0, 50, 50))),
    )
    assert [hit(tree, *p) for p in ((5, 5), (30, 5), (90, 5))] == ["one", "two", "(outside)"]


def test_a_window_inside_a_window_lies_above_everything_of_its_owner() -> None:
    tree = forest(
        (0, window("win", SCREEN)),
        (1, node("dialog", "find", box=(0, 0, 50, 50))),
        (1, node("menu", "open", box=(0, 0, 60, 60))),
        (1, button("late", (0, 0, 70, 70))),
    )
    assert [hit(tree, *p) for p in ((5, 5), (55, 5), (65, 5))] == ["find", "open", "late"]


# Modal dialogs


def test_a_modal_dialog_takes_what_is_meant_for_the_rest_of_its_window() -> None:
    tree = forest(
        (0, window("win", SCREEN)),
        (1, button("Save", (0, 0, 9, 9))),
        (1, node("dialog", "Sure?", box=(50, 50, 40, 40), modal=True)),
        (2, button("Yes", (55, 55, 9, 9))),
    )
    assert [hit(tree, *p) for p in ((5, 5), (55, 55), (20, 20))] == ["modal: Sure?", "Yes", "modal: Sure?"]
    assert HitTest(tree).at(5, 5).beneath == 1


def test_a_modal_window_blocks_the_other_windows_of_its_program_and_no_others() -> None:
    tree = forest(
        (0, group("desk", box=SCREEN)),
        (1, node("application", "a")),
        (2, window("main", (0, 0, 20, 20))),
        (2, window("other", (20, 0, 20, 20))),
        (2, node("dialog", "ask", box=(60, 60, 9, 9), modal=True)),
        (1, node("application", "b")),
        (2, window("b", (40, 0, 20, 20))),
    )
    assert [hit(tree, *p) for p in ((5, 5), (25, 5), (45, 5), (90, 90), (65, 65))] == [
        "modal: ask",
        "modal: ask",
        "b",
        "desk",
        "ask",
    ]


def test_a_modal_window_of_no_known_program_blocks_nothing() -> None:
    tree = forest(
        (0, group("desk", box=SCREEN)),
        (1, window("main", (0, 0, 20, 20))),
        (1, node("dialog", "ask", box=(60, 60, 9, 9), modal=True)),
    )
    assert hit(tree, 5, 5) == "main"


def test_a_modal_dialog_of_a_page_blocks_that_page_only() -> None:
    tree = forest(
        (0, window("browser", SCREEN)),
        (1, button("Back", (0, 0, 9, 9))),
        (1, node("document", "page", box=(0, 10, 100, 90))),
        (2, link("more", (0, 10, 9, 9))),
        (2, node("dialog", "cookies", box=(50, 50, 20, 20), modal=True)),
    )
    assert (hit(tree, 5, 5), hit(tree, 5, 15)) == ("Back", "modal: cookies")


def test_an_alert_that_is_not_said_to_be_modal_blocks_nothing() -> None:
    tree = forest(
        (0, window("browser", SCREEN)), (1, button("Back", (0, 0, 9, 9))), (1, node("alertdialog", "bar", box=(0, 50, 99, 9)))
    )
    assert hit(tree, 5, 5) == "Back"


@pytest.mark.parametrize("gone", [{"hidden": True}, {"offscreen": True}, {"box": (200, 200, 9, 9)}, {"box": (5, 5, 0, 9)}])
def test_a_modal_dialog_that_does_not_show_blocks_nothing(gone: dict[str, Any]) -> None:
    dialog = node("dialog", "gone", modal=True, **{"box": (50, 50, 9, 9), **gone})
    assert hit(forest((0, window("win", SCREEN)), (1, button("Save", (0, 0, 9, 9))), (1, group("")), (2, dialog)), 5, 5) == "Save"


def test_of_two_modal_dialogs_the_topmost_takes_all_and_one_inside_another_takes_what_that_one_would() -> None:
    beside = forest(
        (0, window("win", SCREEN)),
        (1, node("dialog", "one", box=(0, 0, 50, 50), modal=True)),
        (1, node("dialog", "two", box=(60, 0, 9, 9), modal=True)),
    )
    inside = forest(
        (0, window("win", SCREEN)),
        (1, node("dialog", "one", box=(0, 0, 50, 50), modal=True)),
        (2, node("dialog", "two", box=(60, 0, 9, 9), modal=True)),
    )
    for tree in (beside, inside):
        assert [hit(tree, *p) for p in ((5, 5), (90, 90), (62, 5))] == ["modal: two", "modal: two", "two"]


def test_a_popup_that_was_opened_from_a_modal_dialog_is_not_blocked() -> None:
    early, late = node("menu", "early", box=(0, 0, 20, 20)), node("menu", "late", box=(30, 0, 20, 20))
    tree = forest(
        (0, window("win", SCREEN)),
        (1, early),
        (1, node("dialog", "ask", box=(60, 60, 9, 9), modal=True)),
        (1, late),
        (2, node("menuitem", "item", box=(30, 0, 20, 9))),
    )
    assert [hit(tree, *p) for p in ((5, 5), (35, 5), (35, 15))] == ["modal: ask", "item", "late"]


# Nothing there


def test_where_nothing_is_hit_the_answer_says_why() -> None:
    passive = forest((0, window("win", SCREEN, passive=True)), (1, button("b", (0, 0, 9, 9))))
    assert [hit(passive, *p) for p in ((5, 5), (50, 50), (100, 50))] == ["b", "(empty)", "(outside)"]
    assert hit(forest((0, group("desk"))), 0, 0) == "(outside)"
    assert hit(forest(), 0, 0) == "(outside)"


def test_only_a_part_of_the_screen_can_be_looked_at_and_what_covers_it_is_ignored() -> None:
    tree = forest(
        (0, group("desk", box=SCREEN)),
        (1, window("back", (0, 0, 50, 50))),
        (2, button("under", (0, 0, 9, 9))),
        (1, window("front", (0, 0, 90, 90), modal=True)),
    )
    part = HitTest(tree).only(1)
    for _ in range(3):  # first without an index, then with one
        assert [tree[part.at(*p).node].name for p in ((5, 5), (30, 30))] == ["under", "back"]
        assert part.at(70, 70).reason == "outside"


# What can be acted on


def test_a_text_is_lifted_to_what_can_be_acted_on_but_not_past_its_window() -> None:
    tree = forest(
        (0, node("window", "outer", "focus", box=SCREEN)),
        (1, node("dialog", "d", box=SCREEN)),
        (2, link("go", SCREEN)),
        (3, text("words", SCREEN)),
        (2, text("plain", SCREEN)),
    )
    test = HitTest(tree)
    assert [test.lift(i) for i in range(5)] == [0, -1, 2, 2, -1]
    assert test.aim(0) == -1


# Regions


def test_regions_take_the_place_of_boxes_and_of_their_order() -> None:
    lines = [Region(0, Rect(0, 0, 100, 100)), Region(1, Rect(60, 0, 40, 10)), Region(1, Rect(0, 10, 30, 10))]
    tree = forest((0, node("document", "page", box=SCREEN)), (1, link("wrapped", (0, 0, 100, 20))), regions=lambda _: lines)
    assert [hit(tree, *p, native=False) for p in ((70, 5), (10, 15), (10, 5), (50, 10))] == ["wrapped", "wrapped", "page", "page"]


def test_regions_of_hidden_nodes_are_not_hit() -> None:
    tree = forest(
        (0, node("document", "page", box=SCREEN)),
        (1, button("b", SCREEN, hidden=True)),
        regions=lambda _: [Region(0, Rect(*SCREEN)), Region(1, Rect(*SCREEN))],
    )
    assert hit(tree, 5, 5, native=False) == "page"


# Size


def test_a_hundred_thousand_levels_are_no_matter() -> None:
    count = 100_000
    nodes = [Node(role=Role.GROUP, name=str(i), bounds=Rect(i % 7, 0, 1000 - i % 11, 500)) for i in range(count)]
    tree = tree_of(nodes, range(-1, count - 1))
    test = HitTest(tree)
    assert [tree[test.at(500, 10).node].name for _ in range(6)] == [str(count - 1)] * 6


def test_boxes_may_be_huge_and_far_apart() -> None:
    far = 2**31 - 1
    tree = forest(
        (0, group("a", box=(-far, -far, far, far))), (0, group("b", box=(far, far, 1, 1))), (0, group("c", box=(0, 0, 1, far)))
    )
    assert [hit(tree, *p) for p in ((-far, -far), (far, far), (0, far - 1), (1, 1))] == ["a", "b", "c", "(outside)"]


@st.composite
def boxes(draw: st.DrawFn) -> list[Rect]:
    edge = st.integers(-40, 40) | st.sampled_from((-1000, 0, 7, 8, 1000))
    size = st.integers(0, 30) | st.sampled_from((1, 500))
    return draw(st.lists(st.builds(Rect, edge, edge, size, size), min_size=1, max_size=200))


@given(boxes(), st.lists(st.tuples(st.integers(-50, 50), st.integers(-50, 50)), min_size=1, max_size=40))
@settings(max_examples=150, deadline=None)
def test_the_last_of_many_boxes_that_holds_the_point_is_hit(found: list[Rect], points: list[tuple[int, int]]) -> None:
    test = HitTest(tree_of([Node(bounds=box) for box in found], [-1] * len(found)))
    for x, y in points * 2:
        wanted = [i for i, box in enumerate(found) if box.holds(x, y)]
        assert test.at(x, y).node == (wanted[-1] if wanted else -1)


def test_a_pane_clips_what_is_in_it_although_it_says_nothing_of_scrolling() -> None:
    rows = ((2, button(f"row {i}", (0, 40 * i, 90, 40))) for i in range(4))
    tree = forest((0, window("win", SCREEN)), (1, group("pane", box=(0, 0, 90, 60), clips=True)), *rows)
    assert [hit(tree, 5, y) for y in (10, 59, 60, 90)] == ["row 0", "row 1", "win", "win"]
    test = HitTest(tree)
    assert click_point(test, 3) == (45, 50)
    assert click_point(test, 4) == Refusal("not_visible", 1)
