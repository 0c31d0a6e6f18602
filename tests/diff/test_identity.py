from __future__ import annotations

import pytest

from lumos_layer.tree import Node, Role
from tests.diff.looks import partners, tree
from tests.trees import Row, button, group, node, text


def rows(kind: str, *names: str) -> list[Row]:
    return [(1, node(kind, name, native_id=f"row {k}")) for k, name in enumerate(names)]


def test_a_control_that_was_only_renamed_is_the_same() -> None:
    before = tree((0, node("window")), (1, button("Play", native_id="7")), (1, button("Stop", native_id="8")))
    after = tree((0, node("window")), (1, button("Stop", native_id="8")), (1, button("Pause", native_id="7")))
    assert partners(before, after) == [0, 2, 1]


@pytest.mark.parametrize("kind", ["option", "listitem", "treeitem", "row", "gridcell"])
def test_a_row_that_shows_another_record_is_not_the_same(kind: str) -> None:
    before = tree((0, node("list", native_id="l")), *rows(kind, "Ada", "Bo", "Cy"))
    after = tree((0, node("list", native_id="l")), *rows(kind, "Dee", "Eve", "Flo"))
    assert partners(before, after) == [0, -1, -1, -1]


def test_rows_that_scroll_in_the_same_widgets_are_known_by_what_they_show() -> None:
    before = tree((0, node("list", native_id="l")), *rows("option", "Ada", "Bo", "Cy", "Dee"))
    after = tree((0, node("list", native_id="l")), *rows("option", "Cy", "Dee", "Eve", "Flo"))
    assert partners(before, after) == [0, -1, -1, 1, 2]


def test_a_row_in_which_one_cell_changed_is_the_same() -> None:
    def table(state: str) -> list[Row]:
        return [
            (0, node("table", native_id="t")),
            *((1, node("row", native_id="r1")), (2, node("cell", "Ada", native_id="c1")), (2, node("cell", state, native_id="c2"))),
            *(
                (1, node("row", native_id="r2")),
                (2, node("cell", "Bo", native_id="c3")),
                (2, node("cell", "active", native_id="c4")),
            ),
        ]

    assert partners(tree(*table("active")), tree(*table("asleep"))) == list(range(7))


def test_a_button_in_a_recycled_row_is_not_the_same_although_its_id_and_name_are() -> None:
    def cards(*names: str) -> list[Row]:
        found: list[Row] = [(0, group(native_id="cards"))]
        for k, name in enumerate(names):
            found += [(1, node("generic", native_id=f"card {k}")), (2, text(name, native_id=f"name {k}"))]
            found += [(2, button("Edit", native_id=f"edit {k}"))]
        return found

    assert partners(tree(*cards("Ada", "Bo")), tree(*cards("Cy", "Dee"))) == [0, *[-1] * 6]
    assert partners(tree(*cards("Ada", "Bo")), tree(*cards("Bo", "Cy"))) == [0, -1, -1, -1, 1, 2, 3]


def test_an_id_that_two_nodes_have_is_none() -> None:
    before = tree((0, group()), (1, button("Save", native_id="1")), (1, button("Send", native_id="1")))
    after = tree((0, group()), (1, button("Send", native_id="1")), (1, button("Save", native_id="1")))
    assert partners(before, after) == [0, 2, 1]


def test_an_id_of_another_role_is_another_element() -> None:
    before = tree(
        (0, group(native_id="g")), *((1, text(word, native_id=word)) for word in "abcdefghijkl"), (1, button("x", native_id="x"))
    )
    after = tree(
        (0, group(native_id="g")), *((1, text(word, native_id=word)) for word in "abcdefghijkl"), (1, text("x", native_id="x"))
    )
    assert partners(before, after) == [*range(13), -1]


def test_ids_that_are_given_out_anew_at_each_look_are_not_trusted() -> None:
    words = ("New", "Open", "Save", "Print", "Close")
    before = tree((0, group(native_id="0")), *((1, button(word, native_id=str(k))) for k, word in enumerate(words, 1)))
    after = tree((0, group(native_id="0")), *((1, button(word, native_id=str(k))) for k, word in enumerate(("Home", *words), 1)))
    assert partners(before, after) == [0, 2, 3, 4, 5, 6]


def test_names_that_were_exchanged_are_followed_not_the_ids() -> None:
    rest = [(1, text(f"word {k}", native_id=f"t{k}")) for k in range(40)]
    before = tree((0, group(native_id="g")), *rest, (1, button("Left", native_id="1")), (1, button("Right", native_id="2")))
    after = tree((0, group(native_id="g")), *rest, (1, button("Right", native_id="1")), (1, button("Left", native_id="2")))
    assert partners(before, after)[-2:] == [42, 41]


def test_what_a_frame_shows_is_another_document_when_its_address_changes() -> None:
    def page(url: str) -> list[Row]:
        return [
            (0, node("document", native_id="1", url="http://a/")),
            (1, node("document", native_id="2", url=url)),
            (2, button("Pay", native_id="3")),
        ]

    assert partners(tree(*page("http://b/1")), tree(*page("http://b/2"))) == [0, -1, -1]
    assert partners(tree(*page("http://b/1#top")), tree(*page("http://b/1#end"))) == [0, 1, 2]


def test_what_is_hidden_behind_a_dialog_is_still_the_same_by_its_id() -> None:
    before = tree((0, node("document", native_id="1")), (1, button("Buy", native_id="2")), (1, text("Ready", native_id="3")))
    hidden = [(1, Node(role=Role.GENERIC, hidden=True, native_id=key)) for key in "23"]
    after = tree((0, node("document", native_id="1")), *hidden, (1, node("dialog", "Sure?", native_id="9")))
    assert partners(before, after) == [0, 1, 2]
    assert partners(after, before) == [0, 1, 2, -1]
