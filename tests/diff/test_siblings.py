from __future__ import annotations

import pytest

from tests.diff.looks import names, partners, people, tree
from tests.trees import Row, button, field, group, heading, link, node, text

LIST = (0, node("list"))


# Rows


@pytest.mark.parametrize("kind", ["listitem", "row", "generic", "group"])
def test_each_button_follows_its_row_when_rows_are_sorted(kind: str) -> None:
    before, after = tree(LIST, *people("Ada", "Bo", "Cy", kind=kind)), tree(LIST, *people("Cy", "Bo", "Ada", kind=kind))
    assert partners(before, after) == [0, *range(11, 16), *range(6, 11), *range(1, 6)]


def test_rows_that_were_scrolled_in_are_new() -> None:
    before, after = tree(LIST, *people("Ada", "Bo", "Cy")), tree(LIST, *people("Cy", "Dee", "Eve"))
    assert partners(before, after) == [0, *[-1] * 10, *range(1, 6)]


def test_a_row_with_another_name_is_another_row_however_alike_the_rest_is() -> None:
    before, after = tree(LIST, *people("Ada", "Bo")), tree(LIST, *people("Cy", "Bo"))
    assert partners(before, after) == [0, *[-1] * 5, *range(6, 11)]


def test_a_row_in_which_a_cell_changed_is_the_same() -> None:
    before = tree(LIST, *people("Ada", "Bo"))
    after = tree(LIST, *people("Bo"), *people("Ada", town="Oslo"))
    assert partners(before, after) == [0, *range(6, 11), *range(1, 6)]


def test_equal_buttons_in_a_flat_list_follow_the_name_beside_them() -> None:
    def flat(*found: str) -> list[Row]:
        return [row for name in found for row in ((1, text(name)), (1, button("Edit")))]

    assert partners(tree(LIST, *flat("Ada", "Bo", "Cy")), tree(LIST, *flat("Cy", "Ada"))) == [0, 3, 4, -1, -1, 1, 2]
    headed = tree(LIST, (1, heading("People")), *flat("Ada", "Bo", "Cy"))
    assert partners(headed, tree(LIST, (1, heading("People")), *flat("Bo", "Cy"))) == [0, 1, -1, -1, 2, 3, 4, 5]


def test_equal_check_boxes_follow_the_name_behind_them() -> None:
    def flat(*found: str) -> list[Row]:
        return [row for name in found for row in ((1, node("checkbox", "Choose", "toggle")), (1, text(name)))]

    assert partners(tree(LIST, *flat("Ada", "Bo")), tree(LIST, *flat("Ada", "Cy", "Bo"))) == [0, 1, 2, 5, 6]


def test_nameless_fields_follow_their_labels() -> None:
    def form(*labels: str) -> list[Row]:
        return [(0, group()), *(row for label in labels for row in ((1, text(label)), (1, field())))]

    assert partners(tree(*form("First", "Last")), tree(*form("Title", "First", "Last"))) == [0, 3, 4, 5, 6]


# Names and identifiers


def test_a_message_at_the_top_moves_nothing() -> None:
    before = tree((0, group()), (1, field("Title", "Shopping")), (1, button("Save")), (1, button("Share")))
    after = tree(
        (0, group()), (1, text("Connection restored")), (1, field("Title", "Shopping")), (1, button("Save")), (1, button("Share"))
    )
    assert partners(before, after) == [0, 2, 3, 4]
    assert partners(after, before) == [0, -1, 1, 2, 3]


def test_a_developers_identifier_survives_another_name_and_place() -> None:
    before = tree((0, group()), (1, button("Play", identifier="toggle")), (1, button("Stop", identifier="stop")))
    after = tree((0, group()), (1, button("Stop", identifier="stop")), (1, button("Pause", identifier="toggle")))
    assert partners(before, after) == [0, 2, 1]


def test_an_identifier_that_rows_share_says_nothing_outside_its_row() -> None:
    def cards(*found: str) -> list[Row]:
        return [
            row
            for name in found
            for row in ((1, group(identifier="card")), (2, text(name, identifier="name")), (2, button(identifier="go")))
        ]

    assert partners(tree(LIST, *cards("Ada", "Bo")), tree(LIST, *cards("Bo", "Ada"))) == [0, 4, 5, 6, 1, 2, 3]


def test_a_counter_in_a_name_does_not_make_it_another_element() -> None:
    before = tree((0, node("tablist")), (1, node("tab", "Inbox (3)", "select")), (1, node("tab", "Sent", "select")))
    after = tree((0, node("tablist")), (1, node("tab", "Sent", "select")), (1, node("tab", "Inbox (4)", "select")))
    assert partners(before, after) == [0, 2, 1]


# Wrappers


def test_a_box_put_around_siblings_disturbs_none_of_them() -> None:
    before = tree((0, group()), (1, button("Save")), (1, button("Send")), (1, link("Help")))
    after = tree((0, group()), (1, node("generic")), (2, button("Save")), (2, button("Send")), (1, link("Help")))
    assert partners(before, after) == [0, 2, 3, 4]
    assert partners(after, before) == [0, -1, 1, 2, 3]


def test_a_box_in_a_box_put_around_siblings_disturbs_none_of_them() -> None:
    before = tree((0, group()), (1, button("Save")), (1, button("Send")))
    after = tree((0, group()), (1, node("generic")), (2, node("generic")), (3, button("Save")), (3, button("Send")))
    assert partners(before, after) == [0, 3, 4]


def test_buttons_of_a_removed_box_are_not_those_of_another_record() -> None:
    before = tree((0, node("main")), (1, group()), (2, text("Ada")), (2, button("Edit")), (1, text("All")))
    after = tree((0, node("main")), (1, button("Edit")), (1, text("Bo")), (1, text("All")))
    assert names(before, partners(before, after), after) == [("All", "All")]


# Place


def test_the_only_button_between_the_same_siblings_was_renamed() -> None:
    before = tree((0, node("toolbar")), (1, text("Song")), (1, button("Play", (10, 0, 20, 20))), (1, text("0:00")))
    after = tree((0, node("toolbar")), (1, text("Song")), (1, button("Pause", (10, 0, 24, 20))), (1, text("0:00")))
    assert partners(before, after) == [0, 1, 2, 3]


def test_a_button_that_stands_elsewhere_under_another_name_is_another() -> None:
    before = tree((0, node("toolbar")), (1, text("Song")), (1, button("Play", (10, 0, 20, 20))))
    after = tree((0, node("toolbar")), (1, text("Song")), (1, button("Delete", (90, 0, 20, 20))))
    assert partners(before, after) == [0, 1, -1]


def test_several_buttons_under_other_names_are_others() -> None:
    before = tree((0, node("toolbar")), *((1, button(word)) for word in ("Cut", "Copy", "Paste")))
    after = tree((0, node("toolbar")), *((1, button(word)) for word in ("Bold", "Italic", "Underline")))
    assert partners(before, after) == [0, -1, -1, -1]


def test_a_link_that_leads_elsewhere_under_another_name_is_another() -> None:
    before = tree((0, node("main")), (1, link("One", url="http://a/1")))
    after = tree((0, node("main")), (1, link("Two", url="http://a/2")))
    assert partners(before, after) == [0, -1]


def test_a_status_with_other_words_is_the_same_status() -> None:
    before = tree((0, group()), (1, node("status")), (2, text("Loading")), (1, button("Stop")))
    after = tree((0, group()), (1, node("status")), (2, text("12 results")), (1, button("Stop")))
    assert partners(before, after) == [0, 1, 2, 3]


# Moved


def test_a_panel_that_went_to_another_parent_is_the_same_with_all_in_it() -> None:
    panel: list[Row] = [(2, node("region", "Details")), (3, field("Name", "Ada")), (3, button("Save"))]
    before = tree((0, node("window")), (1, node("main")), *panel, (1, node("complementary")), (2, text("Notes")))
    after = tree((0, node("window")), (1, node("main")), (2, text("Empty")), (1, node("complementary")), (2, text("Notes")), *panel)
    assert names(before, partners(before, after), after) == [
        ("Details", "Details"),
        ("Name", "Name"),
        ("Save", "Save"),
        ("Notes", "Notes"),
    ]


def test_a_button_that_turns_up_in_another_row_is_another() -> None:
    def hovered(name: str) -> list[Row]:
        found: list[Row] = [(0, node("list"))]
        for person in ("Ada", "Bo", "Cy"):
            found += [(1, node("listitem")), (2, text(person)), *([(2, button("Remove"))] if person == name else [])]
        return found

    before, after = tree(*hovered("Ada")), tree(*hovered("Cy"))
    assert ("Remove", "Remove") not in names(before, partners(before, after), after)


def test_a_button_of_one_dialog_is_not_that_of_the_next() -> None:
    before = tree((0, node("window")), (1, node("dialog", "Delete a.txt?")), (2, text("a.txt")), (2, button("Delete")))
    after = tree((0, node("window")), (1, node("dialog", "Overwrite notes?")), (2, text("notes")), (2, button("Delete")))
    assert partners(before, after) == [0, -1, -1, -1]
