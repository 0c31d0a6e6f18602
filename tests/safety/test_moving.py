"""Files that are moved by the pointer or the keyboard ask, wherever they are dropped; what is arranged in one place does not."""

from __future__ import annotations

import pytest

from lumos_layer import Observation
from lumos_layer.testing.trees import button, field, node, observed
from lumos_layer.tree import Node
from tests.safety.scenes import found, ref_of


def item(name: str, y: int, role: str = "listitem", **said: str) -> Node:
    return node(role, name, "select", "click", box=(10, y, 200, 20), **said)


def drag(look: Observation, start: str, end: str) -> set[str]:
    return found(look, "drag", start={"ref": ref_of(look, start)}, end={"ref": ref_of(look, end)})


FILES = observed(
    (0, node("window", "work - Thunar", box=(0, 0, 400, 400))),
    (1, node("tree", "Places", box=(0, 0, 400, 100))), (2, item("Trash", 0, "treeitem")), (2, item("ann", 20, "treeitem")),
    (1, node("list", "", box=(0, 100, 400, 300))),
    (2, item("a.txt", 100)), (2, item("b.txt", 120)), (2, item("old", 140)), (2, item("x.pdf", 160)), (2, item("보관", 180)),
    app="Thunar",
)  # fmt: skip


@pytest.mark.parametrize(("end", "kinds"), [("Trash", {"delete"}), ("ann", {"save"}), ("old", {"save"}), ("보관", {"save"})])
def test_a_file_that_is_dropped_on_a_bin_or_folder_is_deleted_or_moved(end: str, kinds: set[str]) -> None:
    assert drag(FILES, "a.txt", end) == kinds


def test_a_file_that_is_dropped_on_another_file_is_only_arranged() -> None:
    assert drag(FILES, "a.txt", "b.txt") == set()


@pytest.mark.parametrize("folder", ["Reports folder", "내 폴더", "Documents", "문서"])
def test_a_folder_is_known_by_its_words_outside_of_a_file_manager_too(folder: str) -> None:
    rows = ((1, item("a.txt", 0)), (1, item(folder, 40)), (1, item("Buy milk", 80)), (1, item("Call Bob", 120)))
    look = observed((0, node("window", "App", box=(0, 0, 400, 400))), *rows)
    assert drag(look, "a.txt", folder) == {"save"}
    assert drag(look, "Buy milk", "Call Bob") == set()


def test_a_message_that_is_dropped_on_a_branch_of_the_tree_beside_it_is_moved() -> None:
    look = observed(
        (0, node("window", "Mail", box=(0, 0, 400, 400))), (1, node("tree", "", box=(0, 0, 100, 400))),
        (2, item("Work", 0, "treeitem")),
        (2, item("Home life", 20, "treeitem")), (1, node("table", "", box=(100, 0, 300, 400))), (2, item("Hello Ann", 60, "row")),
    )  # fmt: skip
    assert drag(look, "Hello Ann", "Work") == {"save"}
    assert drag(look, "Home life", "Work") == set()


TWO = observed(
    (0, node("group", "Desktop", box=(0, 0, 900, 400))),
    (1, node("window", "Notes", box=(0, 0, 400, 400))), (2, item("Idea", 0)), (2, item("Plan", 20)),
    (1, node("window", "Chat", box=(400, 0, 400, 400))), (2, node("textbox", "Message", "type", "click", box=(410, 0, 200, 20))),
    (1, node("window", "Trash", box=(800, 0, 100, 400))), (2, node("list", "Here", "click", box=(800, 0, 100, 400))),
)  # fmt: skip


def test_what_is_dropped_in_the_window_of_another_program_is_handed_over() -> None:
    assert drag(TWO, "Idea", "Message") == {"upload"}
    assert drag(TWO, "Idea", "Plan") == set()


def test_what_is_dropped_into_the_window_of_a_bin_is_deleted() -> None:
    assert drag(TWO, "Idea", "Here") == {"delete"}


@pytest.mark.parametrize(
    ("end", "kinds"),
    [
        (button("Outbox", box=(10, 60, 99, 20)), {"send"}), (node("group", "Published", "click",
        box=(10, 60, 99, 20)), {"publish"}),
        (node("listitem", "Done (12)", "click", box=(10, 60, 99, 20)), {"submit"}), (button("Deploy",
        box=(10, 60, 99, 20)), {"publish"}),
        (node("region", "Merge", "click", box=(10, 60, 99, 20)), {"save"}), (button("완료", box=(10, 60, 99, 20)), {"submit"}),
        (node("listitem", "보관함", "click", box=(10, 60, 99, 20)), {"save"}), (button("Slide to pay",
        box=(10, 60, 99, 20)), {"pay"}),
        (node("group", "보낼 편지함", "click", box=(10, 60, 99, 20)), {"send"}), (item("스팸", 60), {"delete"}),
        (node("group", "In production", "click", box=(10, 60, 99, 20)), {"publish"}), (item("Blocked users", 60), set()),
        (item("In progress", 60), set()), (item("To do", 60), set()), (item("Order of May", 60), set()),
        (item("진행 중", 60), set()),
        (node("group", "Notes on what was published", "click", box=(10, 60, 99, 20)), set()),
        (field("Message", box=(10, 60, 99, 20)), set()),
    ],
)  # fmt: skip
def test_what_is_dropped_on_a_sensitive_act_or_on_what_has_been_done_so_does_it(end: Node, kinds: set[str]) -> None:
    look = observed((0, node("window", "App", box=(0, 0, 400, 400))), (1, item("Idea", 0)), (1, end))
    assert drag(look, "Idea", end.name) == kinds


BOARD = observed(
    (0, node("window", "Board", box=(0, 0, 400, 400))),
    (1, node("list", "", box=(0, 0, 400, 60))), (2, node("heading", "To do", box=(0, 0, 400, 20))), (2, item("Idea", 20)),
    (1, node("list", "", box=(0, 60, 400, 60))), (2, node("heading", "Published", box=(0, 60, 400, 20))), (2, item("Plan", 80)),
    (2, item("News", 100)),
    (1, node("list", "승인됨", box=(0, 120, 400, 60))), (2, item("Trip", 140)),
)  # fmt: skip


def test_a_card_does_what_the_column_says_that_it_comes_into() -> None:
    assert drag(BOARD, "Idea", "Plan") == {"publish"}
    assert drag(BOARD, "Idea", "Trip") == {"permission"}


def test_a_card_that_stays_in_its_column_is_only_arranged() -> None:
    assert drag(BOARD, "News", "Plan") == set()


@pytest.mark.parametrize("key", ["Control+v", "Meta+v", "Shift+Insert", "Paste"])
def test_pasting_among_files_moves_or_copies_them(key: str) -> None:
    assert found(FILES, "press_key", "a.txt", key=key) == {"save"}
    assert found(observed((0, node("window", "Notes")), (1, button("New"))), "press_key", "New", key=key) == set()


def test_pasting_into_the_field_that_renames_a_file_moves_nothing() -> None:
    look = observed((0, node("window", "work - Thunar")), (1, field("Name")), app="Thunar")
    assert found(look, "press_key", "Name", key="Control+v") == set()
