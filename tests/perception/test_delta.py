"""What a delta says, literally; docs/delta.md teaches to read it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lumos_layer import Delta, Observation, Session
from lumos_layer.errors import BadOption, NoSuchRef
from lumos_layer.interfaces.schemas import SCHEMAS
from lumos_layer.perception import tokens
from lumos_layer.perception.delta import Change
from lumos_layer.perception.items import Element
from lumos_layer.tree import Role
from tests import screens
from tests.trees import button, field, group, heading, link, node, observed, text

WINDOW = (0, node("window", "Shop", box=(0, 0, 800, 600)))
VALID = Draft202012Validator(SCHEMAS["delta.schema.json"])

# Enough around what changes for a delta to be shorter than the whole.
REST = tuple((1, button(f"Button number {n}", native_id=f"rest-{n}")) for n in range(30))


def ids(*rows: tuple[int, Any]) -> tuple[tuple[int, Any], ...]:
    """The rows of a window, then the rest of it."""
    return WINDOW, *rows, *REST


def told(before: tuple[Any, ...], after: tuple[Any, ...], **asked: Any) -> Any:
    """The JSON of what changed."""
    delta = delta_of(before, after, **asked)
    said = json.loads(delta.json())
    VALID.validate(said)
    assert "since" not in said
    return said


def delta_of(before: tuple[Any, ...], after: tuple[Any, ...], **asked: Any) -> Delta:
    return observed(*ids(*after)).since(observed(*ids(*before)), **asked)


def row(name: str) -> tuple[tuple[int, Any], ...]:
    return (
        (2, node("row")),
        (3, button("Edit", native_id=f"{name}-edit")),
        (3, button("Remove", native_id=f"{name}-no")),
        (3, text(name)),
    )


TABLE = (1, node("table", "People"))


# What changed


def test_nothing_changed_is_said_in_few_tokens() -> None:
    delta = delta_of(((1, button("Save")),), ((1, button("Save")),))
    assert (delta.json(), delta.same) == ('{"same":true}', True)
    assert tokens.count(delta.json()) <= 10


def test_the_earlier_look_is_named_where_it_is_not_the_one_right_before() -> None:
    session = Session()
    first, second, third = (session.observe(screens.window(screens.field("Name", "2", value))) for value in ("a", "b", "c"))
    assert third.since(second).json() == '{"changed":[[1,"b","c"]]}'
    assert third.since(first).json() == '{"since":"o1","changed":[[1,"a","c"]]}'
    assert third.since(third).json() == '{"since":"o3","same":true}'
    session.observe(screens.window(), surface="other")
    last = session.observe(screens.window(screens.field("Name", "2", "d")))
    assert (last.id, last.since(third).json()) == ("o5", '{"since":"o3","changed":[[1,"c","d"]]}')
    for delta in (third.since(second), third.since(first), last.since(third)):
        VALID.validate(json.loads(delta.json()))


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        (field("Title", "a"), field("Title", "b"), [1, "a", "b"]),
        (field("Title"), field("Title", "b"), [1, None, "b"]),
        (field("Title", "a"), field("Title"), [1, "a", None]),
        (field("Title", "a" * 60), field("Title", "b" * 60), [1, "a" * 39 + "…", "b" * 60]),
        (field("Title"), field("Title", hint="Words"), [1, "hint", None, "Words"]),
        (field("Title"), field("Title", invalid=True, required=True), [1, "+required +invalid"]),
        (button("Save", enabled=False), button("Save"), [1, "-disabled"]),
        (button("Menu", expanded=False), button("Menu", expanded=True), [1, "+expanded"]),
        (field("PIN", protected=True, filled=False), field("PIN", protected=True, filled=True), [1, "+filled"]),
        (button("Save", native_id="b"), button("Saved", native_id="b"), [1, "name", "Save", "Saved"]),
        (node("slider", "Volume", "range", maximum=10), node("slider", "Volume", "range", maximum=11), [1, "max", 10, 11]),
        (text("10:41"), text("10:42"), ["10:41", "10:42"]),
        (heading("Results"), heading("Results (3)"), ["# Results", "# Results (3)"]),
    ],
)
def test_one_change_is_one_entry(before: Any, after: Any, change: Any) -> None:
    assert told(((1, before),), ((1, after),)) == {"changed": [change]}


def test_equal_changes_of_states_are_said_once() -> None:
    def boxes(on: str) -> tuple[Any, ...]:
        made = [(1, node("checkbox", name, "toggle", checked=on)) for name in "abcd"]
        return (*made, (1, text("-")), (1, node("checkbox", "e", "toggle", checked=on)))

    assert told(boxes("false"), boxes("true")) == {"changed": [[[[1, 4], 5], "+checked"]]}


def test_a_text_that_is_there_twice_is_named_with_its_number() -> None:
    def texts(second: str) -> tuple[Any, ...]:
        return (1, text("Idle")), (1, button("Go", native_id="g")), (1, text(second))

    assert told(texts("Idle"), texts("Busy")) == {"changed": [[{"Idle": 2}, "Busy"]]}


def test_the_focus_is_a_number_or_null() -> None:
    one, other = field("One"), field("Two")
    with_focus = field("One", focused=True)
    assert told(((1, one), (1, other)), ((1, with_focus), (1, other))) == {"focus": 1}
    assert told(((1, with_focus), (1, other)), ((1, one), (1, other))) == {"focus": None}


def test_what_the_header_says_else_is_said() -> None:
    before, after = (observed(*ids((1, text("Hello"))), title=title, app="shop") for title in ("Shop", "*Shop"))
    assert json.loads(after.since(before).json()) == {"title": "*Shop"}


# What came and went


def test_new_rows_are_written_as_in_a_blueprint_with_the_place_where_they_stand() -> None:
    before = ((1, button("Save")), (1, text("Ready")))
    after = ((1, button("Save")), (1, button("Copy")), (1, link("Help")), (1, text("Ready")))
    assert told(before, after) == {"added": [{"after": 1, "ui": [["button", "33 Copy", "34.link Help"]]}]}


def test_what_comes_first_is_in_its_group() -> None:
    assert told((), ((1, text("Connection restored")),)) == {"added": [{"in": "", "ui": ["Connection restored"]}]}


def test_what_is_gone_is_named_by_ref_or_words_and_a_stretch_by_its_ends() -> None:
    before = ((1, button("a")), (1, text("Loading…")), (1, button("b")), (1, text("7")), (1, button("c")), (1, button("d")))
    after = ((1, button("a")), (1, button("b")))
    assert told(before, after) == {"removed": ["Loading…", ["7", 4]]}


def test_a_group_without_name_and_ref_is_named_by_a_ref_in_it() -> None:
    before, after = (TABLE, *row("Ada"), *row("Bob"), *row("Cid")), (TABLE, *row("Ada"), *row("Cid"))
    assert told(before, after) == {"removed": ["^3"]}


def test_a_row_goes_in_between_others() -> None:
    assert told((TABLE, *row("Ada"), *row("Cid")), (TABLE, *row("Ada"), *row("Bob"), *row("Cid"))) == {
        "added": [{"after": "^1", "ui": [{"row": [["button", "39 Edit", "40 Remove"], "Bob"]}]}]
    }


def test_sorted_rows_are_moved_whole() -> None:
    names = ("Ada", "Bob", "Cid", "Dee")
    before = (TABLE, *(part for name in names for part in row(name)))
    after = (TABLE, *(part for name in ("Dee", *names[:3]) for part in row(name)))
    assert told(before, after) == {"moved": [{"in": "People", "items": ["^7"]}]}


def test_an_element_that_becomes_a_group_is_written_anew_where_it_stands() -> None:
    folder = node("treeitem", "Mail", "expand", "select", native_id="m", expanded=True)
    tree = (1, node("tree", "Folders")), (2, node("treeitem", "Work", "select", native_id="w"))
    inside = (3, node("treeitem", "Inbox", "select")), (3, node("treeitem", "Sent", "select"))
    before = (*tree, (2, node("treeitem", "Mail", "expand", "select", native_id="m", expanded=False)))
    assert told(before, (*tree, (2, folder), *inside)) == {
        "added": [{"after": 1, "ui": [{"treeitem expanded": ["2 Mail", ["treeitem", "35 Inbox", "36 Sent"]]}]}]
    }


def test_a_new_group_around_others_keeps_them() -> None:
    def buttons(level: int) -> tuple[Any, ...]:
        return tuple((level, button(name, native_id=name)) for name in ("a", "b", "c"))

    assert told(buttons(1), ((1, node("toolbar", "Tools")), *buttons(2))) == {
        "added": [{"in": "", "ui": [{"toolbar": ["Tools", {"keep": [[1, 3]]}]}]}]
    }


# Windows


def test_a_window_beside_another_is_a_new_top_level() -> None:
    desktop = (0, group("Desktop"))
    notepad = (
        (1, node("window", "Notepad", native_id="n")),
        *((2, button(f"Key number {n}", native_id=f"k{n}")) for n in range(20)),
    )
    dialog = ((1, node("dialog", "Save?", native_id="d")), (2, button("Yes", native_id="y")), (2, button("No", native_id="x")))
    alone, both = observed(desktop, *notepad), observed(desktop, *notepad, *dialog)
    assert json.loads(both.since(alone).json()) == {
        "title": None,
        "opened": ["dialog Save?"],
        "top": [{"window": ["Notepad", {"keep": ""}]}, {"dialog": ["Save?", ["button", "22 Yes", "23 No"]]}],
    }
    later = alone.since(both)
    assert json.loads(later.json()) == {"title": "Notepad", "root": 23, "closed": ["dialog Save?"], "top": "Notepad"}


def test_another_page_is_given_whole_and_says_so() -> None:
    before = observed((0, node("document", "One", url="x")), *REST, dialect="browser")
    after = observed((0, node("document", "Two", url="x")), (1, button("Other")), dialect="browser")
    delta = after.since(before)
    assert delta.whole == "page"
    assert json.loads(delta.json()) == {"whole": "page", "title": "Two", "refs": "W", "root": "W33", "ui": ["32.button Other"]}
    VALID.validate(json.loads(delta.json()))


def test_where_a_delta_is_no_shorter_the_whole_is_given() -> None:
    def screen(*names: str) -> Observation:
        return observed((0, node("window", "w", native_id="w")), *((1, button(name, native_id=name)) for name in names))

    delta = screen("one", "gamma", "two", "three", "delta", "four").since(screen("alpha", "beta", "gamma", "delta"))
    assert json.loads(delta.json()) == {
        "whole": "size",
        "title": "w",
        "refs": "A",
        "root": "A5",
        "ui": [["button", "6 one", "3 gamma", "7 two", "8 three", "4 delta", "9 four"]],
    }
    assert [getattr(item, "name", "") for item in delta.removed] == ["alpha", "beta"]
    assert delta.tokens() <= delta.blueprint.tokens()


# Places


def test_pixel_moves_are_silent_unless_boxes_are_asked_for() -> None:
    def screen(y: int) -> tuple[Any, ...]:
        return tuple((1, button(f"b{n}", (10, 40 * n + y, 80, 20), native_id=f"b{n}")) for n in range(3))

    assert told(screen(0), screen(100)) == {"same": True}
    assert told(screen(0), screen(100), boxes="box") == {"shifted": [[1, 3, 0, 100]]}
    assert told(screen(0), screen(100), boxes="centre") == {"shifted": [[1, 3, 0, 100]]}


def test_another_size_is_a_change_of_its_own() -> None:
    before, after = (1, button("b", (10, 10, 80, 20))), (1, button("b", (10, 10, 90, 20)))
    assert told((before,), (after,), boxes="box") == {"changed": [[1, "at", [10, 10, 80, 20], [10, 10, 90, 20]]]}


# Views


def test_what_a_view_omits_is_counted_and_not_shown() -> None:
    before, after = ((1, text("10:41")), (1, button("Go"))), ((1, text("10:42")), (1, button("Go")))
    assert told(before, after, view="interactive") == {"same": True, "unseen": 1}


def test_what_changes_out_of_view_is_counted_and_not_shown() -> None:
    def screen(name: str) -> tuple[Any, ...]:
        return (1, button("Go")), (1, text(name, hidden=True))

    assert told(screen("a"), screen("b")) == {"same": True, "unseen": 1}


def test_a_part_that_was_not_there_before_is_given_whole() -> None:
    before, after = observed(*ids()), observed(*ids((1, node("list", "Found", native_id="f")), (2, link("One")), (2, link("Two"))))
    delta = after.since(before, find="One")
    assert delta.whole == "view"
    assert json.loads(delta.json())["ui"] == [
        {"list": ["Found", "32.link One", {"more": 1, "under": "A34"}]},
        {"more": 30, "under": "A31"},
    ]


def test_a_budget_holds_for_deltas_too() -> None:
    before, after = ids(), ids(*((1, button(f"Added {n}")) for n in range(20)))
    delta = observed(*after).since(observed(*before), budget=100)
    assert delta.whole == "budget"
    assert delta.tokens() <= 100


@pytest.mark.parametrize("view", ["full", "interactive", "auto"])
def test_no_delta_speaks_of_what_a_budget_left_out_of_the_earlier_look(view: Any) -> None:
    before, after = observed(*ids()), observed(*ids((1, button("New"))))
    whole, less = before.blueprint(view), before.blueprint(view, budget=60)
    assert len(less.refs) < len(whole.refs)
    assert after.since(before, view=view, budget=60).whole == "budget"
    assert after.since(before, view=view, budget=2000).whole is None


def test_a_budget_that_the_earlier_look_fits_leaves_the_view_as_it_was_shown() -> None:
    lines = [(1, text(f"Line {n} of many")) for n in range(20)]
    before, after = observed(*ids(*lines, (1, text("one")))), observed(*ids(*lines, (1, text("two"))))
    delta = after.since(before, view="auto", budget=2000)
    assert json.loads(delta.json()) == {"changed": [["one", "two"]]}


def test_options_are_those_of_blueprints() -> None:
    one = observed(*ids())
    with pytest.raises(BadOption):
        one.since(one, view="other")  # type: ignore[arg-type]
    with pytest.raises(NoSuchRef):
        one.since(one, ref="A99")


# For programs


def test_programs_get_items_and_changes() -> None:
    before = ((1, button("Save", native_id="s")), (1, text("Loading…")))
    after = ((1, button("Saved", native_id="s")), (1, text("Done")), (1, link("Next")))
    delta = delta_of(before, after)
    assert delta.changed == (Change("A1", "name", "Save", "Saved"), Change(None, "text", "Loading…", "Done"))
    assert delta.removed == ()
    assert delta.added == (Element(ref="A33", role=Role.LINK, name="Next", can=("click",)),)
    assert delta.moved == ()
