from __future__ import annotations

import json
from array import array

import pytest
from jsonschema import Draft202012Validator
from msgspec import UNSET
from msgspec.structs import replace

from lumos_layer.diff import Delete, EditScript, Insert, Matching, Move, New, Update, decode_script, diff, match, patch
from lumos_layer.diff.editing import checksum, longest_rising
from lumos_layer.errors import DamagedScript, InputError, ScriptMismatch
from lumos_layer.interfaces.schemas import SCHEMAS
from lumos_layer.tree import Node, Rect, Role, Tree, tree_of
from tests.diff.looks import people, tree
from tests.trees import button, group, node, text

LIST = (0, node("list"))
BEFORE = tree(LIST, *people("Ada", "Bo", "Cy"))
SCRIPT = EditScript(before=16, after=16, checksum=checksum(BEFORE))


def edits(before: Tree, after: Tree) -> list[Update | Delete | Move | Insert]:
    script = diff(before, after)
    assert patch(before, script) == after
    return list(script)


# Few edits in the common cases


def test_equal_trees_have_an_empty_script() -> None:
    assert edits(BEFORE, tree(LIST, *people("Ada", "Bo", "Cy"))) == []
    assert diff(BEFORE, BEFORE).json() == f'{{"before":16,"after":16,"checksum":{SCRIPT.checksum}}}'


def test_one_changed_value_is_one_update() -> None:
    before = tree((0, group()), (1, node("textbox", "Name", value="Ada")), (1, button("Save")))
    after = tree((0, group()), (1, node("textbox", "Name", value="Bo")), (1, button("Save")))
    (update,) = edits(before, after)
    assert isinstance(update, Update)
    assert (update.node, update.to, update.fields, update.was.value, update.now.value) == (1, 1, ("value",), "Ada", "Bo")


def test_a_field_that_is_not_said_any_more_is_an_update_to_none() -> None:
    (update,) = edits(tree((0, button("Save", enabled=False))), tree((0, button("Save"))))
    assert isinstance(update, Update)
    assert (update.fields, update.was.enabled, update.now.enabled, update.now.name) == (("enabled",), False, None, UNSET)


def test_one_inserted_row_is_one_insert() -> None:
    (insert,) = edits(BEFORE, tree(LIST, *people("Ada", "Zoe", "Bo", "Cy")))
    assert isinstance(insert, Insert)
    assert (insert.to, insert.parent, [new.size for new in insert.nodes]) == (6, 0, [5, 1, 1, 1, 1])
    assert [new.node.name for new in insert.nodes] == ["", "Zoe", "Rome", "Edit", "Remove"]


def test_one_removed_row_is_one_delete() -> None:
    assert edits(BEFORE, tree(LIST, *people("Ada", "Cy"))) == [Delete(6, 5)]


def test_a_swap_of_two_siblings_is_one_move() -> None:
    assert edits(BEFORE, tree(LIST, *people("Ada", "Cy", "Bo"))) == [Move(6, 11, 0)]


def test_a_row_that_went_to_the_top_is_one_move() -> None:
    assert edits(BEFORE, tree(LIST, *people("Cy", "Ada", "Bo"))) == [Move(11, 1, 0)]


def test_a_wrapper_is_one_insert_or_one_delete() -> None:
    bare = tree((0, group()), (1, button("Save")), (1, button("Send")), (1, button("Help")))
    wrapped = tree((0, group()), (1, node("generic")), (2, button("Save")), (2, button("Send")), (1, button("Help")))
    assert edits(bare, wrapped) == [Insert(1, 0, (New(Node(), "generic", 3),))]
    assert edits(wrapped, bare) == [Delete(1)]


def test_another_word_of_the_dump_for_a_node_is_an_update_of_its_tag() -> None:
    before = tree_of([button("Save")], [-1], ["Button"])
    after = tree_of([button("Save")], [-1], ["SplitButton"])
    script = diff(before, after)
    assert [(update.fields, update.was.tag, update.now.tag) for update in script.updates] == [(("tag",), "Button", "SplitButton")]
    assert patch(before, script).tag(0) == "SplitButton"


def test_a_given_matching_is_used() -> None:
    before, after = tree((0, button("Save"))), tree((0, button("Save")))
    nothing = Matching(array("q", [-1]), array("q", [-1]))
    assert list(diff(before, after, nothing)) == [Delete(0), Insert(0, -1, (New(button("Save"), "button"),))]


@pytest.mark.parametrize(
    ("numbers", "places"),
    [([], []), ([5], [0]), ([1, 2, 3], [0, 1, 2]), ([3, 1, 2], [1, 2]), ([3, 2, 1], [2]), ([2, 5, 3, 7, 4, 8], [0, 2, 4, 5])],
)
def test_what_stays_is_a_longest_rising_run(numbers: list[int], places: list[int]) -> None:
    assert list(longest_rising(numbers)) == places


# As JSON


def test_a_script_is_valid_by_its_schema_and_comes_back_from_json() -> None:
    before = tree(LIST, (1, button("Save", (1, 2, 3, 4))), (1, text("Ada")), (1, text("Bo")))
    after = tree(
        LIST,
        (1, text("Bo")),
        (1, button("Save", (5, 6, 7, 8), enabled=False)),
        (
            1,
            text("Cy"),
        ),
        (1, group()),
    )
    script = diff(before, after)
    Draft202012Validator(SCHEMAS["edit-script.schema.json"]).validate(json.loads(script.json()))
    assert decode_script(script.json()) == script
    assert patch(before, decode_script(script.json())) == after


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "{}",
        "\ud800",
        '{"before":1,"after":1,"checksum":0,"other":[]}',
        '{"before":1,"after":1,"checksum":0,"deletes":[{}]}',
        '{"before":1,"after":1,"checksum":0,"inserts":[{"to":0,"parent":-1,"nodes":[{"node":{"protectee":true},"tag":"a"}]}]}',
        '{"before":1,"after":1,"checksum":0,"updates":[{"node":0,"to":0,"was":{"bounds":[0,0,1,1]},"now":{"bounds":[0,0,1,1,1]}}]}',
    ],
)
def test_what_is_no_script_is_refused(wrong: str) -> None:
    with pytest.raises(DamagedScript, match="This is no edit script"):
        decode_script(wrong)


# A script that does not fit


def test_a_script_for_another_tree_is_refused() -> None:
    script = diff(BEFORE, tree(LIST, *people("Ada")))
    with pytest.raises(ScriptMismatch, match="it is for a tree of 16 nodes, this one has 6"):
        patch(tree(LIST, *people("Ada")), script)
    with pytest.raises(InputError, match="it is for another tree of that size"):
        patch(tree(LIST, *people("Ada", "Bo", "Dee")), script)


def test_a_value_that_was_another_before_is_refused() -> None:
    before = tree((0, node("textbox", "Name", value="Ada")))
    script = diff(before, tree((0, node("textbox", "Name", value="Bo"))))
    with pytest.raises(ScriptMismatch, match="the value of node 0 should be 'Ada' before, it is 'Cy'"):
        patch(tree((0, node("textbox", "Name", value="Cy"))), script)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"after": 3}, "do not make the 3 nodes"),
        ({"after": 17}, "nothing is left to become node 16"),
        ({"deletes": (Delete(15, 2),)}, "deletes 2 nodes from 15"),
        ({"deletes": (Delete(1, 2), Delete(2))}, "deletes 1 nodes from 2"),
        ({"moves": (Move(99, 1, 0),)}, "moves node 99"),
        ({"moves": (Move(1, 3, 0), Move(6, 3, 0))}, "two of its moves or inserts"),
        ({"moves": (Move(1, 3, 9),)}, "node 9 of the tree after is not open"),
        ({"moves": (Move(0, 99, -1),)}, "nothing is left"),
        ({"inserts": (Insert(1, 0, ()),), "after": 17}, "inserts nothing at 1"),
        ({"inserts": (Insert(1, 0, (New(Node(), "a"), New(Node(), "b"))),), "after": 18}, "too small"),
        ({"inserts": (Insert(16, 0, (New(Node(), "a", 5),)),), "after": 17}, "should have a size of 5, it has 1"),
    ],
)
def test_a_script_that_contradicts_itself_is_refused(changes: dict[str, object], problem: str) -> None:
    with pytest.raises(ScriptMismatch, match=problem):
        patch(BEFORE, replace(SCRIPT, **changes))


# Large trees


def test_a_very_deep_tree_is_matched_and_patched() -> None:
    depth = 100_000
    parents = [*range(-1, depth - 1)]
    before = tree_of([Node(role=Role.GENERIC, bounds=Rect(0, 0, i, 1)) for i in range(depth)], parents)
    after = tree_of([*before.nodes[:-1], button("End")], parents)
    assert edits(before, after) == [Delete(depth - 1), Insert(depth - 1, depth - 2, (New(button("End"), "button"),))]
    wrapped = tree_of([group(), *before.nodes], [-1, *range(depth)])
    assert [type(edit) for edit in edits(before, wrapped)] == [Insert]


def test_a_very_deep_record_that_is_none_any_more_is_matched() -> None:
    depth = 100_000

    def page(top: Role) -> Tree:
        inside = [node("group", f"Level {i}", native_id=str(i)) for i in range(depth)]
        return tree_of([node("document"), node(top), *inside], [*range(-1, depth + 1)])

    assert list(match(page(Role.LISTITEM), page(Role.GROUP)).forward[2:]) == [*range(2, depth + 2)]


def test_a_very_wide_list_that_is_sorted_the_other_way_keeps_its_rows() -> None:
    rows = [text(f"Row {k}") for k in range(100_000)]
    before, after = (tree_of([node("list"), *found], [-1, *[0] * len(rows)]) for found in (rows, rows[::-1]))
    assert {type(edit) for edit in edits(before, after)} == {Move}
