"""The reference of the hit test itself: each rule on a screen of a few nodes, and what holds on every screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer import Observation
from lumos_layer.testing.strategies.screens import screens, spots
from lumos_layer.tree import Scroll, Tree
from tests.independent.hit_reference import (
    FRAMES,
    TOPMOST_FIRST,
    WINDOWS,
    Letter,
    Reading,
    actionable,
    hit,
    is_gone,
    is_popup,
    nearest,
    screen,
    scroller,
    shown,
)
from tests.trees import Row, button, group, link, node, observed, text

SCREEN = (0, 0, 100, 100)


def read(*rows: Row, letter: Letter = "A", topmost_first: bool = False, scope: int | None = None) -> Reading:
    return Reading(observed(*rows).tree, letter, topmost_first, scope)


def at(reading: Reading, x: float, y: float) -> str:
    """The name of what is hit, with `modal: ` before it if that is why; else why nothing is."""
    i, why = reading.hit(x, y)
    if i is None:
        return str(why)
    return reading.tree[i].name if why is None else f"{why}: {reading.tree[i].name}"


# Rule 1: points and boxes


def test_a_box_holds_its_first_pixel_and_not_the_one_past_its_last() -> None:
    reading = read((0, button("b", (2, 3, 4, 5))), (0, button("far", (90, 90, 1, 1))))
    assert [at(reading, x, 3) for x in (1, 2, 5, 6)] == ["outside", "b", "b", "outside"]
    assert [at(reading, 2, y) for y in (2, 3, 7, 8)] == ["outside", "b", "b", "outside"]


def test_floats_are_floored_also_below_zero() -> None:
    reading = read((0, button("b", (-3, -3, 2, 2))), (0, button("far", (90, 90, 1, 1))))
    assert [at(reading, x, -2.5) for x in (-3.01, -3.0, -1.01, -1.0)] == ["outside", "b", "b", "outside"]


# Rule 2: what can never be hit


def test_nodes_without_area_are_not_hit_but_what_is_inside_is() -> None:
    for box in (None, (5, 5, 0, 9), (5, 5, 9, -1)):
        reading = read((0, group("root", box=SCREEN)), (1, group("g", box=box)), (2, button("b", (6, 6, 2, 2))))
        assert (at(reading, 6, 6), at(reading, 5, 5)) == ("b", "root")


def test_a_pane_made_for_scrolling_clips() -> None:
    pane = group("pane", box=(0, 0, 50, 50), clips=True)
    tree = (0, node("window", "w", box=(0, 0, 100, 100))), (1, pane), (2, button("b", (0, 40, 20, 40)))
    assert [at(read(*tree), 5, y) for y in (45, 55)] == ["b", "w"]


def test_the_pointer_passes_through_passive_nodes_but_not_through_what_is_inside() -> None:
    over = group("over", box=(0, 0, 50, 50), passive=True)
    reading = read((0, group("root", box=SCREEN)), (1, button("below", (0, 0, 9, 9))), (1, over), (2, button("b", (20, 20, 2, 2))))
    assert (at(reading, 5, 5), at(reading, 20, 20), at(reading, 30, 30)) == ("below", "b", "root")


@pytest.mark.parametrize("said", ["hidden", "offscreen", "minimized"])
def test_what_is_not_there_is_not_hit_nor_is_anything_inside(said: str) -> None:
    gone = node("window", "w", box=(0, 0, 50, 50), **{said: True})
    reading = read((0, group("root", box=SCREEN)), (1, gone), (2, button("b", (5, 5, 9, 9), focused=True)))
    assert (at(reading, 6, 6), at(reading, 40, 40)) == ("root", "root")


def test_a_disabled_button_is_hit() -> None:
    assert at(read((0, button("b", (0, 0, 9, 9), enabled=False))), 1, 1) == "b"


def test_one_root_with_a_box_is_the_screen_on_native_dialects_only() -> None:
    rows = (0, group("root", box=(0, 0, 10, 10))), (1, button("b", (5, 5, 20, 2)))
    assert [at(read(*rows), x, 5) for x in (9, 10)] == ["b", "outside"]
    assert [at(read(*rows, letter="W"), x, 5) for x in (9, 10)] == ["b", "b"]


def test_several_roots_or_one_without_area_are_no_screen() -> None:
    two = (0, group("root", box=(0, 0, 10, 10))), (1, button("b", (5, 5, 20, 2))), (0, group("other", box=(50, 50, 1, 1)))
    assert at(read(*two), 20, 5) == "b"
    assert at(read((0, group("root", box=(0, 0, 0, 0))), (1, button("b", (5, 5, 20, 2)))), 20, 5) == "b"


# Rule 3: clipping


@pytest.mark.parametrize("role", ["window", "dialog", "alertdialog", "document"])
def test_windows_dialogs_and_documents_clip(role: str) -> None:
    rows = (0, group("root", box=SCREEN)), (1, node(role, "w", box=(0, 0, 10, 10))), (2, button("b", (5, 5, 20, 2)))
    assert [at(read(*rows), x, 5) for x in (9, 10)] == ["b", "root"]


@pytest.mark.parametrize("role", ["list", "listbox", "tree", "table", "grid", "treegrid", "tabpanel"])
def test_lists_and_tables_clip_on_native_dialects_only(role: str) -> None:
    rows = (0, group("root", box=SCREEN)), (1, node(role, "l", box=(0, 0, 10, 10))), (2, button("b", (5, 5, 20, 2)))
    assert at(read(*rows), 10, 5) == "root"
    assert at(read(*rows, letter="W"), 10, 5) == "b"


def test_what_scrolls_clips_on_every_dialect() -> None:
    scrolling = (node("group", "g", "scroll", box=(0, 0, 10, 10)), node("group", "g", box=(0, 0, 10, 10), scroll=Scroll(below=5)))
    for letter in ("A", "W"):
        for scrolls in scrolling:
            reading = read(
                (0, group("root", box=SCREEN)), (1, scrolls), (2, group()), (3, button("b", (5, 5, 20, 2))), letter=letter
            )
            assert [at(reading, x, 5) for x in (9, 10)] == ["b", "root"]


def test_other_parents_do_not_clip() -> None:
    reading = read((0, group("root", box=SCREEN)), (1, group("g", box=(0, 0, 10, 10))), (2, button("b", (5, 5, 20, 2))))
    assert at(reading, 20, 5) == "b"


def test_a_clipping_parent_without_area_does_not_clip() -> None:
    for box in (None, (0, 0, 0, 5)):
        reading = read((0, group("root", box=SCREEN)), (1, node("list", "l", box=box)), (2, button("b", (5, 5, 20, 2))))
        assert at(reading, 20, 5) == "b"


def test_all_clipping_ancestors_clip_together() -> None:
    outer, inner = node("window", "w", box=(0, 0, 20, 20)), node("list", "l", box=(15, 0, 20, 20))
    reading = read((0, group("root", box=SCREEN)), (1, outer), (2, inner), (3, button("b", (0, 5, 90, 2))))
    assert [at(reading, x, 5) for x in (14, 15, 19, 20)] == ["w", "b", "b", "root"]


def test_a_page_goes_on_below_the_fold_and_a_frame_in_it_does_not() -> None:
    page, frame = node("document", "page", box=(0, 0, 50, 50)), node("document", "frame", box=(0, 0, 40, 200))
    rows = (0, page), (1, button("deep", (0, 90, 9, 9))), (1, frame), (2, button("in", (0, 190, 9, 20)))
    reading = read(*rows, letter="W")
    assert (at(reading, 45, 95), at(reading, 5, 195), at(reading, 5, 205)) == ("outside", "in", "outside")
    assert at(read((0, page), (1, button("deep", (0, 90, 9, 9))), letter="W"), 5, 95) == "deep"


def test_a_popup_is_clipped_only_by_the_screen() -> None:
    menu = node("menu", "m", box=(5, 5, 300, 20))
    reading = read((0, group("root", box=SCREEN)), (1, node("window", "w", box=(0, 0, 10, 10))), (2, menu))
    assert [at(reading, x, 6) for x in (4, 5, 99, 100)] == ["w", "m", "m", "outside"]


def test_what_stands_in_a_popup_is_clipped_by_it_if_it_clips() -> None:
    box = node("combobox", "c", box=(0, 0, 10, 10), expanded=True)
    for role, hit_there in (("listbox", "root"), ("menu", "o")):
        reading = read(
            (0, group("root", box=SCREEN)),
            (1, node("window", "w", box=(0, 0, 10, 10))),
            (2, box),
            (3, node(role, "l", box=(0, 10, 10, 20))),
            (4, node("option", "o", "select", box=(0, 25, 10, 20))),
        )
        assert (at(reading, 5, 29), at(reading, 5, 30)) == ("o", hit_there)


# Rule 4: order


def test_children_are_above_parents_and_later_siblings_with_all_inside_above_earlier_ones() -> None:
    one = (1, group("one", box=(0, 0, 20, 20))), (2, button("in one", (0, 0, 20, 20)))
    reading = read((0, group("root", box=SCREEN)), *one, (1, group("two", box=(10, 0, 20, 20))))
    assert [at(reading, x, 5) for x in (5, 15, 25, 35)] == ["in one", "two", "two", "root"]


def test_a_higher_z_is_above_where_both_declare_one_and_equal_ones_go_by_the_document() -> None:
    box = (0, 0, 9, 9)
    assert at(read((0, button("a", box, z=2)), (0, button("b", box, z=1))), 1, 1) == "a"
    assert at(read((0, button("a", box, z=1)), (0, button("b", box, z=1))), 1, 1) == "b"
    assert at(read((0, button("a", box, z=2)), (0, button("b", box))), 1, 1) == "a"
    assert at(read((0, button("a", box)), (0, button("b", box, z=-5))), 1, 1) == "a"
    assert at(read((0, button("a", box, z=1)), (1, button("b", box, z=0))), 1, 1) == "a"


def test_a_node_without_z_is_as_high_as_its_parent_and_in_the_end_0() -> None:
    box = (0, 0, 9, 9)
    assert (
        at(read((0, button("a", z=5)), (1, button("in a", box)), (0, button("b", box)), (0, button("c", box, z=1))), 1, 1) == "in a"
    )
    assert at(read((0, button("a", box, z=-1)), (0, button("b", box)), (0, button("c", box, z=-2))), 1, 1) == "b"


# Rule 5: layers


def test_a_popup_is_above_what_comes_later_in_its_window() -> None:
    for role in ("menu", "tooltip"):
        reading = read(
            (0, node("window", "w", box=SCREEN)), (1, node(role, "p", box=(0, 0, 9, 9))), (1, button("b", (0, 0, 20, 9)))
        )
        assert (at(reading, 5, 5), at(reading, 15, 5)) == ("p", "b")


def test_a_menubar_is_no_popup() -> None:
    assert at(read((0, group("r", box=SCREEN)), (1, node("menubar", "m", box=SCREEN)), (1, button("b", SCREEN))), 5, 5) == "b"


@pytest.mark.parametrize("role", ["listbox", "list", "tree"])
@pytest.mark.parametrize(
    ("opener", "expanded", "popup"),
    [
        ("combobox", True, True),
        ("menuitem", True, True),
        ("combobox", False, False),
        ("menuitem", None, False),
        ("button", True, False),
    ],
)
def test_a_list_is_a_popup_where_it_belongs_to_something_expanded(
    role: str, opener: str, expanded: bool | None, popup: bool
) -> None:
    rows = (0, node(opener, "o", box=(0, 0, 9, 9), expanded=expanded)), (1, group()), (2, node(role, "l", box=(0, 9, 9, 9)))
    assert is_popup(observed(*rows).tree, 2) is popup


def test_a_list_belongs_to_the_nearest_list_or_window_around_it() -> None:
    for between in ("listbox", "dialog", "document"):
        rows = (0, node("combobox", expanded=True)), (1, node(between)), (2, node("listitem")), (3, node("list"))
        assert not is_popup(observed(*rows).tree, 3)


def test_later_popups_are_above_earlier_ones_and_what_is_inside_those() -> None:
    rows = (
        (0, node("window", "w", box=SCREEN)),
        (1, node("menu", "m", box=(0, 0, 20, 50))),
        (2, node("menuitem", "more", "click", box=(0, 0, 20, 10))),
        (3, node("menu", "sub", box=(10, 0, 30, 50))),
        (2, node("menuitem", "last", "click", box=(0, 10, 20, 10))),
    )
    assert [at(read(*rows), x, 15) for x in (5, 15)] == ["last", "sub"]


def test_a_popup_is_below_the_windows_above_its_window() -> None:
    low = (1, node("window", "low", box=(0, 0, 50, 50))), (2, node("menu", "m", box=(30, 0, 40, 50)))
    reading = read((0, group("root", box=SCREEN)), *low, (1, node("window", "high", box=(40, 0, 60, 50))))
    assert [at(reading, x, 5) for x in (10, 35, 45)] == ["low", "m", "high"]


def test_a_popup_in_no_window_is_above_all_windows() -> None:
    menu = (1, node("menu", "m", box=(0, 0, 50, 50))), (2, node("menuitem", "i", "click", box=(0, 0, 50, 10)))
    for topmost_first in (False, True):
        window = (1, node("window", "w", box=(0, 0, 100, 50), active=True))
        reading = read((0, group("root", box=SCREEN)), *menu, window, topmost_first=topmost_first)
        assert (at(reading, 5, 5), at(reading, 5, 30), at(reading, 70, 5)) == ("i", "m", "w")


def test_a_window_in_a_popup_is_above_that_popup() -> None:
    menu = (1, node("menu", "m", box=(0, 0, 50, 50))), (2, node("dialog", "d", box=(0, 0, 9, 9)))
    assert at(read((0, group("root", box=SCREEN)), *menu, (1, node("window", "w", box=SCREEN))), 5, 5) == "d"


def test_a_modal_part_of_a_window_is_above_the_rest_and_below_popups() -> None:
    rows = (
        (0, node("window", "w", box=SCREEN)),
        (1, group("sheet", box=(0, 0, 50, 50), modal=True)),
        (2, button("ok", (0, 0, 10, 10))),
        (2, node("menu", "m", box=(0, 20, 80, 10))),
        (1, button("b", (0, 0, 100, 50))),
    )
    assert [at(read(*rows), x, 5) for x in (5, 20, 60)] == ["ok", "sheet", "modal: sheet"]
    assert at(read(*rows), 70, 25) == "m"


# Rule 6: windows


def two_windows() -> tuple[Row, ...]:
    second = node("window", "second", box=(0, 0, 50, 50))
    return (
        (0, group("desktop", box=SCREEN)),
        (1, node("window", "first", box=(0, 0, 50, 50))),
        (2, button("b", (0, 0, 5, 5))),
        (1, second),
    )


def test_windows_stand_as_the_dialect_lists_them() -> None:
    assert at(read(*two_windows()), 1, 1) == "second"
    assert at(read(*two_windows(), topmost_first=True), 1, 1) == "b"


def test_windows_of_several_applications_are_listed_together() -> None:
    rows = (
        (0, node("application")),
        (1, node("window", "a", box=SCREEN)),
        (0, node("application")),
        (1, node("window", "b", box=SCREEN)),
    )
    assert at(read(*rows), 1, 1) == "b"
    assert at(read(*rows, topmost_first=True), 1, 1) == "a"


def test_a_z_of_windows_goes_before_the_active_one_and_that_before_the_list() -> None:
    def rows(one: dict[str, Any], two: dict[str, Any]) -> tuple[Row, ...]:
        return (0, node("window", "a", box=SCREEN, **one)), (0, node("window", "b", box=SCREEN, **two))

    for topmost_first in (False, True):
        assert at(read(*rows({"z": 2}, {"z": 1}), topmost_first=topmost_first), 1, 1) == "a"
        assert at(read(*rows({"z": 1}, {"z": 2}), topmost_first=topmost_first), 1, 1) == "b"
        assert at(read(*rows({"z": 2}, {"z": 1, "active": True}), topmost_first=topmost_first), 1, 1) == "a"
        assert at(read(*rows({"active": True}, {"active": False}), topmost_first=topmost_first), 1, 1) == "a"


def test_a_window_is_on_top_where_a_window_inside_it_is_active() -> None:
    first = (0, node("window", "a", box=SCREEN)), (1, node("dialog", "d", box=(0, 0, 50, 50), active=True))
    assert [at(read(*first, (0, node("window", "b", box=SCREEN))), x, 1) for x in (1, 60)] == ["d", "a"]
    unseen = (0, node("window", "a", box=SCREEN)), (1, node("dialog", "d", box=(0, 0, 50, 50), active=True, hidden=True))
    assert at(read(*unseen, (0, node("window", "b", box=SCREEN))), 1, 1) == "b"


def test_a_z_of_a_window_does_not_put_it_above_what_is_inside() -> None:
    assert at(read((0, node("window", "w", box=SCREEN, z=5)), (1, button("b", SCREEN, z=1))), 1, 1) == "b"


def test_a_window_inside_a_window_is_above_all_of_its_owner() -> None:
    rows = (
        (0, node("window", "owner", box=SCREEN)),
        (1, node("dialog", "owned", box=(0, 0, 50, 50))),
        (1, button("b", (0, 0, 100, 50))),
        (1, node("menu", "m", box=(0, 20, 100, 10))),
    )
    assert [at(read(*rows), x, y) for x, y in ((1, 1), (60, 1), (1, 25), (60, 25))] == ["owned", "b", "owned", "m"]


def test_what_stands_in_no_window_is_below_all_windows() -> None:
    rows = (0, group("desktop", box=SCREEN)), (1, node("window", "w", box=(0, 0, 50, 50))), (1, button("icon", SCREEN))
    assert (at(read(*rows), 1, 1), at(read(*rows), 60, 1)) == ("w", "icon")


# Rule 7: modal


def test_a_modal_dialog_in_a_page_blocks_the_rest_of_the_page() -> None:
    page = (0, node("document", "page", box=SCREEN)), (1, button("b", (0, 0, 9, 9)))
    reading = read(*page, (1, node("dialog", "d", box=(50, 50, 20, 20), modal=True)), (2, button("ok", (55, 55, 5, 5))), letter="W")
    found = [at(reading, *spot) for spot in ((1, 1), (30, 30), (50, 50), (55, 55))]
    assert found == ["modal: d", "modal: d", "d", "ok"]


def test_a_modal_dialog_in_a_page_does_not_block_the_window_around_the_page() -> None:
    rows = (
        (0, node("window", "browser", box=SCREEN)),
        (1, button("back", (0, 0, 9, 9))),
        (1, node("document", "page", box=(0, 20, 100, 80))),
        (2, node("dialog", "d", box=(50, 50, 20, 20), modal=True)),
    )
    assert (at(read(*rows), 1, 1), at(read(*rows), 1, 30)) == ("back", "modal: d")


def test_a_modal_window_blocks_the_other_windows_of_its_application_and_nothing_else() -> None:
    rows = (
        (0, group("desktop", box=SCREEN)),
        (1, node("application", "one")),
        (2, node("window", "w1", box=(0, 0, 20, 20))),
        (3, button("b", (0, 0, 5, 5))),
        (2, node("dialog", "d", box=(30, 0, 20, 20), modal=True)),
        (1, node("application", "two")),
        (2, node("window", "w2", box=(60, 0, 20, 20))),
    )
    found = [at(read(*rows), *spot) for spot in ((1, 1), (10, 10), (35, 5), (65, 5), (1, 90))]
    assert found == ["modal: d", "modal: d", "d", "w2", "desktop"]


def test_without_an_application_a_modal_window_blocks_no_other() -> None:
    rows = (0, node("window", "w", box=(0, 0, 20, 20))), (0, node("dialog", "d", box=(30, 0, 20, 20), modal=True))
    assert at(read(*rows), 1, 1) == "w"


def test_what_an_application_shows_in_no_window_is_not_blocked_by_its_modal_window() -> None:
    modal = node("dialog", "d", box=(30, 0, 20, 20), modal=True)
    rows = (0, node("application", "a", box=SCREEN)), (1, modal), (1, node("menu", "m", box=(60, 0, 9, 9)))
    assert (at(read(*rows), 65, 5), at(read(*rows), 65, 50)) == ("m", "a")


def test_a_modal_window_inside_a_window_blocks_only_that_window() -> None:
    owned = (2, node("dialog", "d", box=(5, 5, 5, 5), modal=True))
    other = (1, node("window", "other", box=(50, 0, 20, 20)))
    reading = read((0, node("application", "a")), (1, node("window", "w", box=(0, 0, 20, 20))), owned, other)
    assert (at(reading, 1, 1), at(reading, 6, 6), at(reading, 55, 5)) == ("modal: d", "d", "other")


def test_only_what_is_said_to_be_modal_is() -> None:
    for said, there in (({}, "b"), ({"modal": True}, "modal: d")):
        dialog = node("alertdialog", "d", box=(50, 50, 20, 20), **said)
        rows = (0, node("document", "page", box=SCREEN)), (1, button("b", (0, 0, 9, 9))), (1, dialog)
        assert at(read(*rows, letter="W"), 1, 1) == there


def test_a_popup_that_comes_after_a_modal_is_not_blocked_by_it() -> None:
    early, late = node("menu", "early", box=(0, 0, 9, 9)), node("menu", "late", box=(20, 0, 9, 9))
    modal = node("dialog", "d", box=(50, 50, 20, 20), modal=True)
    rows = (0, node("window", "w", box=SCREEN)), (1, early), (1, modal), (1, late)
    assert (at(read(*rows), 1, 1), at(read(*rows), 21, 1)) == ("modal: d", "late")


def test_an_owned_window_is_clipped_by_the_screen_alone() -> None:
    rows = (
        (0, group("desk", box=SCREEN)),
        (1, node("window", "w", box=(0, 0, 20, 20))),
        (2, node("dialog", "d", box=(10, 10, 50, 5))),
    )
    assert at(read(*rows), 50, 12) == "d"
    assert at(read(*rows[:2], (2, group()), (3, rows[2][1])), 50, 12) == "desk"


def test_items_right_in_what_opens_them_are_popups() -> None:
    for opener in ("menuitem", "combobox"):
        for item in ("menuitem", "menuitemcheckbox", "menuitemradio", "separator"):
            rows = (0, node("menubar")), (1, node(opener)), (2, node(item, box=(0, 9, 9, 9)))
            assert is_popup(observed(*rows).tree, 2)


@pytest.mark.parametrize(
    "said", [{"hidden": True}, {"offscreen": True}, {"minimized": True}, {"box": (300, 300, 9, 9)}, {"box": (5, 5, 0, 0)}]
)
def test_a_modal_that_is_not_to_be_seen_blocks_nothing(said: dict[str, Any]) -> None:
    modal = node("dialog", "d", modal=True, **{"box": (50, 50, 20, 20), **said})
    reading = read((0, node("window", "w", box=SCREEN)), (1, button("b", (0, 0, 9, 9))), (1, modal))
    assert at(reading, 1, 1) == "b"


def test_a_modal_of_no_size_blocks_if_something_inside_it_shows() -> None:
    modal = (1, node("dialog", "d", box=(0, 0, 0, 0), modal=True)), (2, button("ok", (50, 50, 9, 9)))
    reading = read((0, node("document", "page", box=SCREEN)), (1, button("b", (0, 0, 9, 9))), *modal, letter="W")
    assert (at(reading, 1, 1), at(reading, 51, 51)) == ("modal: d", "ok")


def test_of_several_modals_the_uppermost_blocks_the_others() -> None:
    first, second = (node("dialog", name, box=(x, 50, 20, 20), modal=True) for name, x in (("d1", 0), ("d2", 50)))
    reading = read((0, node("document", "page", box=SCREEN)), (1, first), (1, second), letter="W")
    assert [at(reading, *spot) for spot in ((1, 1), (5, 55), (55, 55))] == ["modal: d2", "modal: d2", "d2"]


def test_a_modal_inside_a_modal_is_what_a_blocked_point_hits() -> None:
    outer, inner = (
        node("dialog", "outer", box=(40, 40, 40, 40), modal=True),
        node("alertdialog", "inner", box=(50, 50, 9, 9), modal=True),
    )
    reading = read((0, node("document", "page", box=SCREEN)), (1, outer), (2, inner), letter="W")
    assert [at(reading, *spot) for spot in ((1, 1), (41, 41), (51, 51))] == ["modal: inner", "modal: inner", "inner"]


def test_a_modal_inside_a_modal_blocks_that_however_high_it_is() -> None:
    outer, inner = group("outer", box=(40, 40, 40, 40), modal=True, z=5), group("inner", box=(50, 50, 9, 9), modal=True, z=1)
    reading = read((0, node("window", "w", box=SCREEN)), (1, outer), (2, inner))
    assert (at(reading, 1, 1), at(reading, 41, 41)) == ("modal: inner", "modal: inner")


def test_a_point_on_nothing_hits_nothing_although_a_modal_is_open() -> None:
    rows = (0, node("document", "page")), (1, node("dialog", "d", box=(50, 50, 20, 20), modal=True))
    assert at(read(*rows, letter="W"), 1, 1) == "outside"


def test_a_modal_in_no_window_or_page_blocks_nothing() -> None:
    rows = (0, group("root", box=SCREEN)), (1, button("b", (0, 0, 9, 9))), (1, group("m", box=(50, 50, 9, 9), modal=True))
    assert at(read(*rows), 1, 1) == "b"


# Rule 8: empty space


def test_empty_space_of_a_window_page_or_root_is_that_window_page_or_root() -> None:
    for role in ("window", "document", "group"):
        assert at(read((0, node(role, "it", box=SCREEN)), (1, button("b", (0, 0, 9, 9)))), 50, 50) == "it"


def test_nothing_is_hit_outside_of_the_screen_or_of_all_windows() -> None:
    assert at(read((0, node("window", "w", box=(0, 0, 10, 10)))), 10, 5) == "outside"
    assert at(read((0, node("window", "w", box=(0, 0, 9, 9))), (0, node("window", "v", box=(50, 0, 9, 9)))), 20, 5) == "outside"


def test_empty_is_where_the_pointer_passes_through_all_that_is_there() -> None:
    assert at(read((0, node("window", "w", box=(0, 0, 10, 10), passive=True)), (0, group())), 5, 5) == "empty"
    assert at(read((0, group("g", box=(0, 0, 10, 10), passive=True)), (0, group())), 5, 5) == "empty"
    assert at(read((0, group()), (1, group("g", box=(0, 0, 10, 10), passive=True))), 5, 5) == "outside"
    assert at(read((0, group("root", box=SCREEN, hidden=True))), 5, 5) == "empty"


# Rule 9: what acts


def test_a_hit_lifts_to_the_nearest_actionable_node_around_it() -> None:
    tree = observed((0, group()), (1, link("l")), (2, group()), (3, text("t")), (1, text("alone"))).tree
    assert [actionable(tree, i) for i in range(5)] == [None, 1, 1, 1, None]


def test_the_lift_ends_at_a_window_dialog_or_document() -> None:
    for role in ("window", "dialog", "alertdialog", "document"):
        assert actionable(observed((0, link("l")), (1, node(role)), (2, text("t"))).tree, 2) is None
        assert actionable(observed((0, link("l")), (1, node(role, "", "focus")), (2, text("t"))).tree, 2) == 1


def test_a_twin_counts_as_the_outermost_element_that_it_is_once_more() -> None:
    twin = button("b", (0, 0, 9, 9))
    assert actionable(observed((0, twin), (1, group()), (2, twin), (3, twin), (4, text("t"))).tree, 4) == 0
    for other in (
        button("c", (0, 0, 9, 9)),
        button("b", (0, 0, 9, 8)),
        link("b", (0, 0, 9, 9)),
        button("b", (0, 0, 9, 9), focused=True),
    ):
        assert actionable(observed((0, twin), (1, other)).tree, 1) == 1
    assert actionable(observed((0, button("b")), (1, button("b"))).tree, 1) == 1


# Rule 10: near


def near(x: float, y: float, radius: float, *rows: Row, letter: Letter = "A") -> tuple[str, float] | None:
    tree = observed(*rows).tree
    found = nearest(tree, x, y, radius, letter, False)
    return None if found is None else (tree[found[0]].name, found[1])


def test_near_gives_the_nearest_pixel_of_an_actionable_element_within_the_radius() -> None:
    rows = (0, group("root", box=SCREEN)), (1, button("a", (10, 10, 10, 10))), (1, button("b", (30, 10, 10, 10)))
    assert near(15, 15, 9, *rows) == ("a", 0)
    assert near(22, 15, 9, *rows) == ("a", 3)
    assert near(22, 15, 3, *rows) == ("a", 3)
    assert near(22, 15, 2.9, *rows) is None
    assert near(7, 6, 5, *rows) == ("a", 5)  # 3 across and 4 down
    assert near(7.9, 6.9, 5, *rows) == ("a", 5)
    assert near(27, 15, 9, *rows) == ("b", 3)


def test_near_of_equals_gives_the_one_drawn_later() -> None:
    one, two = button("one", (0, 0, 5, 5)), button("two", (10, 0, 5, 5))
    assert near(7, 2, 5, (0, group(box=SCREEN)), (1, one), (1, two)) == ("two", 3)
    assert near(7, 2, 5, (0, group(box=SCREEN)), (1, two), (1, one)) == ("one", 3)


def test_near_counts_only_pixels_that_are_really_hit() -> None:
    cover = group("cover", box=(10, 0, 5, 50))
    assert near(8, 5, 20, (0, group(box=SCREEN)), (1, button("b", (10, 0, 20, 50))), (1, cover)) == ("b", 7)
    page = (0, node("document", box=SCREEN)), (1, button("b", (0, 0, 5, 5))), (1, node("dialog", box=(50, 50, 9, 9), modal=True))
    assert near(7, 2, 20, *page, letter="W") is None


def test_near_does_not_take_what_a_modal_blocks_for_the_modal() -> None:
    modal = node("dialog", "d", "focus", box=(50, 50, 9, 9), modal=True)
    browser = (0, node("window", box=SCREEN)), (1, node("document", box=(0, 20, 100, 80))), (2, modal)
    assert near(5, 18, 9, *browser) is None
    assert near(5, 22, 9, *browser) is None
    assert near(49, 18, 60, *browser) is None  # nor does anybody aim at a dialog


# Rule 11: scope


def test_with_a_window_asked_for_what_covers_it_is_ignored() -> None:
    rows = (0, group("desktop", box=SCREEN)), (1, node("window", "w", box=(0, 0, 50, 50))), (1, node("window", "top", box=SCREEN))
    assert at(read(*rows, scope=1), 5, 5) == "w"
    assert at(read(*rows, scope=1), 60, 5) == "outside"
    passive = (0, group("root", box=SCREEN)), (1, group("g", box=(0, 0, 9, 9), passive=True))
    assert (at(read(*passive, scope=1), 5, 5), at(read(*passive, scope=1), 9, 5)) == ("empty", "outside")
    assert hit(observed(*rows).tree, 5, 5, "A", False, scope=1) == (1, None)


def test_modals_outside_of_what_is_asked_for_do_not_block_it_and_those_inside_do() -> None:
    modal = (1, node("dialog", "d", box=(5, 5, 5, 5), modal=True))
    page = (0, node("document", "page", box=SCREEN)), (1, group("g", box=(0, 0, 50, 50)))
    assert at(read(*page, modal, letter="W", scope=1), 20, 20) == "g"
    assert at(read(*page, (2, modal[1]), letter="W", scope=1), 20, 20) == "modal: d"


def test_what_is_hidden_or_clipped_stays_so_in_what_is_asked_for() -> None:
    clipped = (0, group("r", box=SCREEN)), (1, node("window", box=(0, 0, 10, 10))), (2, group("g", box=(5, 5, 20, 2)))
    assert [at(read(*clipped, scope=2), x, 5) for x in (9, 10)] == ["g", "outside"]
    assert at(read((0, group(box=SCREEN, hidden=True)), (1, group("g", box=SCREEN)), scope=1), 5, 5) == "outside"


# Rule 12: where to click


def test_the_middle_is_clicked_where_it_is_free_and_any_free_pixel_else() -> None:
    reading = read((0, group(box=SCREEN)), (1, button("b", (10, 10, 4, 2))), (1, group("over", box=(10, 10, 1, 2))))
    assert (reading.middle(1), reading.refusal(1)) == ((12, 11), None)
    reading = read((0, group(box=SCREEN)), (1, button("b", (10, 10, 4, 2))), (1, group("over", box=(11, 10, 3, 2))))
    assert (reading.middle(1), reading.free_pixels(1)) == (None, {(10, 10), (10, 11)})


def test_pixels_of_what_lifts_to_an_element_are_the_elements_even_where_it_has_no_box() -> None:
    reading = read((0, group(box=SCREEN)), (1, link("l")), (2, text("t", (5, 5, 2, 1))), (2, button("b", (9, 9, 9, 9))))
    assert (reading.free_pixels(1), reading.refusal(1)) == ({(5, 5), (6, 5)}, None)


def test_pixels_of_what_cannot_be_acted_on_are_those_that_no_element_inside_takes() -> None:
    reading = read((0, node("window", box=(0, 0, 3, 1))), (1, button("b", (1, 0, 1, 1))))
    assert (reading.free_pixels(0), reading.free_pixels(1)) == ({(0, 0), (2, 0)}, {(1, 0)})


def test_the_visible_pixels_of_a_node_are_its_own_alone() -> None:
    reading = read((0, button("b", (0, 0, 3, 1))), (1, text("t", (1, 0, 1, 1))))
    assert (reading.visible_pixels(0), reading.visible_pixels(1)) == ({(0, 0), (2, 0)}, {(1, 0)})


@pytest.mark.parametrize(
    ("why", "rows"),
    [
        ("covered", [(1, button("b", (5, 5, 9, 9))), (1, group(box=(0, 0, 50, 50)))]),
        ("covered", [(1, button("b", (5, 5, 9, 9), passive=True))]),
        ("not_visible", [(1, button("b", (5, 5, 9, 9), hidden=True))]),
        ("not_visible", [(1, button("b", (5, 5, 9, 9), offscreen=True))]),
        ("not_visible", [(1, button("b", (500, 5, 9, 9)))]),
        ("not_visible", [(1, button("b", (500, 5, 9, 9))), (1, node("dialog", box=(5, 5, 9, 9), modal=True))]),
        ("minimised", [(1, button("b", (5, 5, 9, 9), minimized=True, hidden=True))]),
        ("modal", [(1, button("b", (5, 5, 9, 9))), (1, node("alertdialog", box=(50, 50, 9, 9), modal=True))]),
        ("no_bounds", [(1, button("b"))]),
        ("no_bounds", [(1, button("b", (5, 5, 0, 9)))]),
        (None, [(1, button("b", (5, 5, 9, 9)))]),
    ],
)
def test_a_refusal_says_why(why: str | None, rows: list[Row]) -> None:
    assert read((0, node("window", box=SCREEN)), *rows).refusal(1) == why


def test_the_container_to_scroll_is_the_nearest_that_scrolls() -> None:
    tree = observed((0, node("group", "", "scroll")), (1, group(scroll=Scroll())), (2, node("list")), (3, button("b"))).tree
    assert [scroller(tree, i) for i in range(4)] == [None, 0, 1, 1]


# What holds on every screen


def painted(tree: Tree, topmost_first: bool) -> Iterator[int]:
    """All nodes from the bottom, where nothing declares a z or is active: rules 4 to 6 as a painter would follow them."""

    def part(i: int, later: list[int]) -> Iterator[int]:
        """The node and what is inside, without what is drawn later for itself."""
        yield i
        for child in tree.children(i):
            if child not in later:
                yield from part(child, later)

    def inside(start: int, end: int, windows: list[int]) -> list[int]:
        return [i for i in range(start, end) if not any(w <= i < tree.end(w) for w in windows)]

    def outermost(windows: list[int]) -> list[int]:
        return [w for w in windows if not any(v < w < tree.end(v) for v in windows)]

    def frame(start: int, window: bool) -> Iterator[int]:
        end = tree.end(start) if window else len(tree)
        windows = outermost([i for i in range(start + window, end) if tree[i].role in WINDOWS])
        own = inside(start + window, end, windows)
        popups = [i for i in own if is_popup(tree, i)]
        modals = [i for i in own if tree[i].modal and i not in popups and not any(p < i < tree.end(p) for p in popups)]
        on_popups = windows if window else [w for w in windows if any(p < w < tree.end(p) for p in popups)]
        later = [*windows, *popups, *modals]
        for root in [start] if window else [root for root in tree.roots() if root not in later]:
            yield from part(root, later)
        for modal in modals:
            yield from part(modal, later)
        for w in sorted(set(windows) - set(on_popups), reverse=topmost_first):
            yield from frame(w, True)
        for popup in popups:
            yield from part(popup, later)
        for w in sorted(on_popups, reverse=topmost_first):
            yield from frame(w, True)

    return frame(0, False)


def plain(observation: Observation) -> bool:
    return all(node.z is None and node.active is not True for node in observation.tree)


@given(screens().filter(plain), st.data())
def test_a_painter_who_draws_layer_by_layer_ends_with_the_node_that_is_hit(observation: Observation, data: st.DataObject) -> None:
    tree, topmost_first = observation.tree, observation.format in TOPMOST_FIRST
    order = list(painted(tree, topmost_first))
    assert sorted(order) == list(range(len(tree)))
    x, y = data.draw(spots(observation))
    reading = Reading(tree, observation.refs.letter, topmost_first)
    there = [i for i in order if reading.shows_at(i, x, y) and not tree[i].passive]
    found, why = reading.hit(x, y)
    if why == "modal":
        assert found is not None
        assert reading.blocked_by(there[-1]) == found
        assert reading.blocked_by(found) is None
    else:
        assert found == (there[-1] if there else None)


@given(screens(), st.data())
def test_what_is_hit_is_there_and_can_be_hit(observation: Observation, data: st.DataObject) -> None:
    tree, letter = observation.tree, observation.refs.letter
    scope = data.draw(st.none() | st.integers(0, len(tree) - 1))
    reading = Reading(tree, letter, observation.format in TOPMOST_FIRST, scope)
    x, y = data.draw(spots(observation))
    found, why = reading.hit(x, y)
    assert (found is None) == (why in ("outside", "empty"))
    if found is not None:
        assert found in reading.looked_at
        assert not is_gone(tree, found)
        assert why == "modal" or ((part := shown(tree, found, letter)) is not None and part.holds(x, y) and not tree[found].passive)
        edge = screen(tree, letter)
        assert edge is None or edge.holds(x, y)


@given(screens(max_size=16), st.data(), st.integers(0, 5))
def test_the_nearest_element_has_a_free_pixel_at_its_distance_and_none_is_nearer(
    observation: Observation, data: st.DataObject, radius: int
) -> None:
    tree = observation.tree
    reading = Reading(tree, observation.refs.letter, observation.format in TOPMOST_FIRST)
    x, y = data.draw(spots(observation))
    found, _ = reading.hit(x, y)
    if found is not None and actionable(tree, found) is not None:
        return
    found_for = {element for i in range(len(tree)) if tree[i].can and (element := actionable(tree, i)) is not None}
    elements = {i for i in found_for if tree[i].role not in FRAMES}
    free = {i: min(((px - x) ** 2 + (py - y) ** 2 for px, py in reading.free_pixels(i)), default=radius**2 + 1) for i in elements}
    least = min(free.values(), default=radius**2 + 1)
    answer = reading.nearest(x, y, radius)
    if least > radius**2:
        assert answer is None
    else:
        assert answer == (reading.drawn_last([i for i in free if free[i] == least]), least**0.5)
