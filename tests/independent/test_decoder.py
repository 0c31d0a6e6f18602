"""The decoder written from docs/compact-form.md: what it reads, and what it refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.independent.decoder import Screen, Thing, decode

PAGE = Path(__file__).parents[2] / "docs" / "compact-form.md"


def screen(ui: list[Any], **header: Any) -> Screen:
    return decode(json.dumps({"refs": "W", **header, "ui": ui}))


def test_the_example_of_the_page_reads_as_its_lines_say() -> None:
    example = PAGE.read_text("utf-8").split("```json\n")[1].split("```")[0]
    found = decode(example)
    assert dict(found.header) == {
        "surface": "main",
        "title": "Orders",
        "size": [900, 620],
        "refs": "W",
        "root": "W1",
        "focus": "W9",
    }
    assert found.things == (
        Thing("heading", name="Orders"),
        Thing("element", "W2", "link", "Home", can=("click",)),
        Thing("element", "W3", "link", "Help", can=("click",)),
        Thing("text", name="Sort by"),
        Thing("element", "W9", "combobox", "", ("collapsed",), {"value": "Date"}, can=("expand",)),
        Thing("group", None, "row", "Ada"),
        Thing("element", "W4", "button", "Edit", can=("click",), path=(5,)),
        Thing("element", "W5", "button", "Remove", ("disabled",), can=("click",), path=(5,)),
        Thing("element", "W6", "link", "Help", can=("click",), path=(5,)),
        Thing("text", name="7 days left"),
    )
    assert found.refs == ("W2", "W3", "W9", "W4", "W5", "W6")


def test_a_document_of_nothing_is_an_empty_screen() -> None:
    assert decode('{"ui":[]}') == Screen({}, ())


def test_native_refs_take_their_letter_from_the_header() -> None:
    assert screen(["7.button"], refs="A").refs == ("A7",)


def test_a_head_without_a_role_is_of_no_special_role() -> None:
    found = screen(["1.generic.click.disabled", {"scroll": ["2", "inside"]}])
    assert [(thing.role, thing.states) for thing in found.things[:2]] == [
        ("generic", ("click", "disabled")),
        ("generic", ("scroll",)),
    ]


def test_a_text_in_brackets_is_taken_as_it_is() -> None:
    found = screen([["# no heading"], ["12"], ["plain"], "12th of May", "#hash"])
    assert [(thing.kind, thing.name) for thing in found.things] == [
        ("text", "# no heading"),
        ("text", "12"),
        ("text", "plain"),
        ("text", "12th of May"),
        ("text", "#hash"),
    ]


def test_texts_and_headings_stand_between_the_elements_of_a_run() -> None:
    found = screen([["link", "1 One", "between", ["2 lines"], "# Part", "2 Two"]])
    assert [(thing.kind, thing.ref, thing.name) for thing in found.things] == [
        ("element", "W1", "One"),
        ("text", None, "between"),
        ("text", None, "2 lines"),
        ("heading", None, "Part"),
        ("element", "W2", "Two"),
    ]


def test_words_at_a_number_add_to_the_head_or_replace_it() -> None:
    run = ["button disabled", "1 One", "2.pressed Two", "3.link Three", "4.checkbox.checked", "5.generic.click Five"]
    assert [(thing.ref, thing.role, thing.states, thing.name) for thing in screen([run]).things] == [
        ("W1", "button", ("disabled",), "One"),
        ("W2", "button", ("disabled", "pressed"), "Two"),
        ("W3", "link", (), "Three"),
        ("W4", "checkbox", ("checked",), ""),
        ("W5", "generic", ("click",), "Five"),
    ]


def test_states_at_a_number_stand_in_the_order_of_all_states() -> None:
    assert screen([["button pressed", "1.click.disabled One", "2"]]).things[0].states == ("click", "disabled", "pressed")


def test_an_element_alone_stands_without_a_run_with_its_whole_head_at_its_number() -> None:
    found = screen(["1.button.disabled One", [1, 2], {"nth": 2}, "3.generic.click", "text"], boxes="centre")
    assert found.things == (
        Thing("element", "W1", "button", "One", ("disabled",), {"nth": 2}, (1, 2), ("click",)),
        Thing("element", "W3", "generic", states=("click",), can=("click",)),
        Thing("text", name="text"),
    )


def test_an_element_alone_may_begin_what_is_inside_a_group() -> None:
    found = screen(
        [{"list": ["1.option One", "text"]}, {"list": ["Results", "2.option Two"]}, {"list": ["3", [4, 5], "4.option"]}],
        boxes="centre",
    )
    assert [(thing.kind, thing.ref, thing.name, thing.path) for thing in found.things] == [
        ("group", None, "", ()),
        ("element", "W1", "One", (0,)),
        ("text", None, "text", (0,)),
        ("group", None, "Results", ()),
        ("element", "W2", "Two", (3,)),
        ("group", "W3", "", ()),
        ("element", "W4", "", (5,)),
    ]


def test_a_number_with_a_point_and_no_word_is_text() -> None:
    assert [thing.name for thing in screen(["3.14 is pi", "1. First", "5.Disabled", "2.a-b"]).things] == [
        "3.14 is pi",
        "1. First",
        "5.Disabled",
        "2.a-b",
    ]


def test_a_heading_may_begin_with_a_number() -> None:
    assert screen(["# 7 days"]).things == (Thing("heading", name="7 days"),)


def test_numbers_left_out_of_a_centre_are_those_of_the_position_before() -> None:
    found = screen([["button", "1", [10, 40], "2", "3", [90], {"nth": 2}, "4", [-5, 60]]], boxes="centre")
    assert [thing.position for thing in found.things] == [(10, 40), None, (90, 40), (-5, 60)]
    assert found.things[2].details == {"nth": 2}


def test_numbers_left_out_of_a_box_go_on_through_groups_and_runs() -> None:
    ui = [
        {"dialog": ["8 Save?", [1, 2, 300, 200], ["button", "9", [5, 6], "10", [7]]]},
        "11.link",
        [8, 9, 30],
    ]
    found = screen(ui, boxes="box")
    assert [thing.position for thing in found.things] == [
        (1, 2, 300, 200),
        (5, 6, 300, 200),
        (7, 6, 300, 200),
        (8, 9, 30, 200),
    ]


def test_a_group_has_ref_and_name_or_a_name_or_neither() -> None:
    ui: list[Any] = [
        {"dialog modal": ["8 Save?", "Unsaved"]},
        {"dialog": ["9"]},
        {"list": ["Results", "none"]},
        {"list": [["3 results"], "none"]},
        {"list": ["", "none"]},
        {"list": ["1.option One"]},
        {"list": [{"row": []}]},
        {"list": []},
    ]
    found = screen(ui)
    groups = [(thing.role, thing.states, thing.ref, thing.name) for thing in found.things if thing.kind == "group"]
    assert groups == [
        ("dialog", ("modal",), "W8", "Save?"),
        ("dialog", (), "W9", ""),
        ("list", (), None, "Results"),
        ("list", (), None, "3 results"),
        ("list", (), None, ""),
        ("list", (), None, ""),
        ("list", (), None, ""),
        ("row", (), None, ""),
        ("list", (), None, ""),
    ]


def test_a_group_has_position_and_details_behind_its_own_string() -> None:
    found = screen([{"list": ["", [1, 2], {"below": 80}, "text"]}, {"list": ["", {"offscreen": 3}]}], boxes="centre")
    assert found.things == (
        Thing("group", None, "list", position=(1, 2), details={"below": 80}),
        Thing("text", name="text", path=(0,)),
        Thing("group", None, "list", details={"offscreen": 3}),
    )


def test_an_object_behind_a_groups_own_string_may_be_a_group_or_a_mark() -> None:
    found = screen([{"list": ["Results", {"more": 4}]}, {"list": ["9", {"row": ["a"]}]}])
    assert found.things == (
        Thing("group", None, "list", "Results"),
        Thing("more", count=4, path=(0,)),
        Thing("group", "W9", "list", can=("focus",)),
        Thing("group", None, "row", "a", path=(2,)),
    )


def test_the_path_names_the_groups_around_a_thing() -> None:
    found = screen([{"list": ["L", {"row": ["R", "1.button"]}, "after"]}, "outside"])
    assert [(thing.kind, thing.path) for thing in found.things] == [
        ("group", ()),
        ("group", (0,)),
        ("element", (0, 1)),
        ("text", (0,)),
        ("text", ()),
    ]


def test_a_mark_says_how_many_things_are_left_out_and_where() -> None:
    assert screen([{"more": 12, "under": "W8"}]).things == (Thing("more", count=12, under="W8"),)


@pytest.mark.parametrize(
    ("head", "details", "can"),
    [
        ("button", {}, ("click",)),
        ("button disabled", {}, ("click",)),
        ("columnheader", {}, ("focus",)),
        ("columnheader click", {}, ("click",)),
        ("click", {}, ("click",)),
        ("long_click", {}, ("long_click",)),
        ("scroll focus", {}, ("scroll", "focus")),
        ("textbox", {}, ("set_value", "type")),
        ("searchbox", {}, ("set_value", "type")),
        ("textbox readonly", {}, ("focus",)),
        ("textbox focus readonly", {}, ("focus",)),
        ("textbox readonly", {"can": "focus"}, ("focus",)),
        ("switch checked", {}, ("toggle",)),
        ("listitem select", {}, ("select",)),
        ("button toggle expand pressed", {}, ("click", "toggle", "expand")),
        ("treeitem collapsed", {}, ("expand", "select")),
        ("treeitem collapsed", {"can": "select"}, ("select",)),
        ("combobox edit", {}, ("expand", "set_value", "type")),
        ("button expanded", {}, ("click", "expand")),
        ("slider", {}, ("range",)),
        ("focus", {}, ("focus",)),
        ("img", {}, ("focus",)),
        ("img disabled", {}, ("focus",)),
        ("generic", {}, ()),
        ("text", {}, ()),
        ("progressbar", {}, ()),
        ("meter", {}, ()),
        ("button", {"can": ""}, ()),
    ],
)
def test_what_can_be_done_follows_the_table_unless_said_otherwise(head: str, details: dict[str, Any], can: tuple[str, ...]) -> None:
    run: list[Any] = [head, "1", *filter(None, [details]), "2.link"]
    assert screen([run]).things[0].can == can


def test_a_group_without_a_ref_can_do_nothing_and_one_with_a_ref_can() -> None:
    found = screen([{"treeitem expanded": ["Ada"]}, {"treeitem expanded": ["3 Ada"]}])
    assert [thing.can for thing in found.things] == [(), ("expand", "select")]


def test_every_detail_of_the_table_is_read() -> None:
    details = {
        "value": "5\n6", "hint": "h", "min": 0, "max": 9.5, "can": "range focus", "nth": 2, "above": 0, "below": 100,
        "left": 1, "right": 2, "offscreen": 7, "name_left": 3, "value_left": 4, "hint_left": 5,
    }  # fmt: skip
    assert screen(["1.slider Volume", details]).things[0].details == details


def test_every_key_of_the_header_is_read() -> None:
    header = {
        "surface": "main", "app": "Shop", "title": "Orders", "url": "http://shop.example/", "size": [0, 620],
        "refs": "W", "root": "W1", "view": "outline", "boxes": "box", "omitted": {"hidden": 3}, "warnings": ["cut"],
        "focus": "W2",
    }  # fmt: skip
    assert dict(decode(json.dumps({**header, "ui": []})).header) == header


@pytest.mark.parametrize(
    ("document", "place"),
    [
        ("", "char 0"),
        ('{"ui":[]} x', "char 10"),
        ("[]", "document"),
        ('{"ui":[],"ui":[]}', "'ui' stands twice"),
        ('{"refs":"W","ui":[["slider","1",{"min":NaN}]]}', "NaN"),
        ("{}", "ui"),
        ('{"ui":{}}', "ui"),
        ('{"ui":[],"title":"late"}', "header"),
        ('{"title":"t","surface":"s","ui":[]}', "header"),
        ('{"colour":"red","ui":[]}', "colour"),
        ('{"title":"","ui":[]}', "title"),
        ('{"title":3,"ui":[]}', "title"),
        ('{"size":[900],"ui":[]}', "size"),
        ('{"size":[900.5,1],"ui":[]}', "size"),
        ('{"refs":"X","ui":[]}', "refs"),
        ('{"refs":"W","root":"1","ui":[]}', "root"),
        ('{"refs":"W","root":"A1","ui":[]}', "root"),
        ('{"focus":"W1","ui":[]}', "focus"),
        ('{"view":"full","ui":[]}', "view"),
        ('{"boxes":"none","ui":[]}', "boxes"),
        ('{"omitted":{},"ui":[]}', "omitted"),
        ('{"omitted":{"hidden":0},"ui":[]}', "omitted"),
        ('{"omitted":{"hidden":true},"ui":[]}', "omitted"),
        ('{"warnings":[],"ui":[]}', "warnings"),
        ('{"ui":[["button","1 Go"]]}', "ui[0][1]"),
    ],
)
def test_a_broken_document_or_header_is_refused_by_place(document: str, place: str) -> None:
    with pytest.raises(ValueError, match=re.escape(place)):
        decode(document)


BROKEN: list[tuple[list[Any], str]] = [
    ([1], "ui[0]"),
    ([None], "ui[0]"),
    ([""], "ui[0]"),
    (["# "], "ui[0]"),
    (["4 Edit"], "ui[0]"),
    (["12"], "ui[0]"),
    ([[]], "ui[0]"),
    ([[""]], "ui[0]"),
    ([[5]], "ui[0]"),
    ([["widget", "1"]], "ui[0][0]"),
    ([["Button", "1"]], "ui[0][0]"),
    ([["button sleepy", "1"]], "ui[0][0]"),
    ([["button selected disabled", "1"]], "ui[0][0]"),
    ([["button disabled disabled", "1"]], "ui[0][0]"),
    ([["button  disabled", "1"]], "ui[0][0]"),
    ([["treeitem expanded collapsed", "1"]], "ui[0][0]"),
    ([["generic click", "1"]], "ui[0][0]"),
    ([["focus click", "1"]], "ui[0][0]"),
    ([["disabled", "1"]], "ui[0][0]"),
    ([{"list scroll": ["Results"]}], "ui[0].list scroll"),
    ([["textbox protected filled empty", "1"]], "ui[0][0]"),
    ([["link", "text first", "1 One"]], "ui[0][1]"),
    ([["link", ["1 bracketed"], "1 One"]], "ui[0][1]"),
    ([["link", [1, 2]]], "ui[0][1]"),
    ([["link", "01 One"]], "ui[0][1]"),
    ([["link", "1 "]], "ui[0][1]"),
    (["5.disabled Remove"], "ui[0]: the first word of an element alone"),
    (["5.click"], "ui[0]: the first word of an element alone"),
    (["5.link.click.click"], "ui[0]"),
    (["5.link "], "ui[0]"),
    (["5.link.widget One"], "ui[0]"),
    (["5.treeitem.expanded.collapsed One"], "ui[0]"),
    (["05.link One"], "ui[0]"),
    (["5.link One", {"colour": "red"}], "ui[1].colour"),
    (["5.link One", [1]], "ui[1]"),
    (["5.link One", [1, 2], [3]], "ui[2]"),
    (["5.link One", {"hint": "h"}, {"hint": "h"}], "ui[2]"),
    (["5.link One", {"hint": "h"}, [1, 2]], "ui[2]"),
    ([{"row": ["5.link One", "x", [1, 2]]}], "ui[0].row[2]"),
    (["5.textbox.protected.filled One", {"value": "abc"}], "ui[0]"),
    (["5.link One", "5.button Two"], "W5"),
    ([["link", "1 One"]], "ui[0]: a run has two or more elements"),
    ([["link", "1 One", "text"]], "ui[0]: a run has two or more elements"),
    ([["link", "1.widget One"]], "ui[0][1]"),
    ([["link", "1.disabled.link One"]], "ui[0][1]"),
    ([["link", "1.disabled.click One"]], "ui[0][1]"),
    ([["link disabled", "1.disabled One"]], "ui[0][1]"),
    ([["treeitem expanded", "1.collapsed One"]], "ui[0][1]"),
    ([{"row": ["4.disabled Ada"]}], "ui[0].row[0]"),
    ([["link", "1 One", ""]], "ui[0][2]"),
    ([["link", "1 One", {}]], "ui[0][2]"),
    ([["link", "1 One", {"colour": "red"}]], "ui[0][2].colour"),
    ([["link", "1 One", {"value": 3}]], "ui[0][2].value"),
    ([["link", "1 One", {"nth": 1}]], "ui[0][2].nth"),
    ([["link", "1 One", {"nth": True}]], "ui[0][2].nth"),
    ([["link", "1 One", {"below": 101}]], "ui[0][2].below"),
    ([["link", "1 One", {"offscreen": 0}]], "ui[0][2].offscreen"),
    ([["link", "1 One", {"can": "fly"}]], "ui[0][2].can"),
    ([["link", "1 One", {"can": "click  focus"}]], "ui[0][2].can"),
    ([["link", "1 One", {"can": "click click"}]], "ui[0][2].can"),
    ([["slider", "1", {"min": "0"}]], "ui[0][2].min"),
    ([["slider", "1", {"min": True}]], "ui[0][2].min"),
    ([["textbox protected filled", "1", {"value": "abc"}]], "ui[0][1]"),
    ([["link", "1 One", {"hint": "h"}, {"hint": "h"}]], "ui[0][3]"),
    ([["link", "1 One", {"hint": "h"}, [1, 2]]], "ui[0][3]"),
    ([["link", "1 One", "text", [1, 2]]], "ui[0][3]"),
    ([["link", "1 One", "text", {"hint": "h"}]], "ui[0][3]"),
    ([["link", "1 One", {"more": 2}]], "ui[0][2]"),
    ([["link", "1 One", {"row": ["x"]}]], "ui[0][2]"),
    ([["link", "1 One", ["button", "2"]]], "ui[0][2]"),
    ([["link", "1 One", [1]]], "ui[0][2]"),
    ([["link", "1 One", [1, 2, 3]]], "ui[0][2]"),
    ([["link", "1 One", [1.5, 2]]], "ui[0][2]"),
    ([["link", "1 One", [True, 2]]], "ui[0][2]"),
    ([["link", "1 One", []]], "ui[0][2]"),
    ([["link", "1 One", "1 Again"]], "W1"),
    ([{}], "ui[0]"),
    ([{"row": [], "list": []}], "ui[0]"),
    ([{"row": "text"}], "ui[0].row"),
    ([{"heap": []}], "ui[0]"),
    ([{"row": ["# Heading"]}], "ui[0].row[0]"),
    ([{"row": [[""]]}], "ui[0].row[0]"),
    ([{"row": [[1, 2], "text"]}], "ui[0].row[0]"),
    ([{"row": ["", "4 Edit"]}], "ui[0].row[1]"),
    ([{"row": ["", {"can": "click"}]}], "ui[0].row"),
    ([{"row": ["Ada", {"hint": "h"}, [1, 2]]}], "ui[0].row[2]"),
    ([{"row": ["Ada", {"row": [["button", "x"]]}]}], "ui[0].row[1].row[0][1]"),
    ([{"more": 0}], "ui[0].more"),
    ([{"more": "3"}], "ui[0].more"),
    ([{"more": 3, "under": "8"}], "ui[0].under"),
    ([{"more": 3, "under": "A8"}], "ui[0].under"),
    ([{"more": 3, "why": "budget"}], "ui[0]"),
]


@pytest.mark.parametrize(("ui", "place"), BROKEN)
def test_a_broken_item_is_refused_by_place(ui: list[Any], place: str) -> None:
    with pytest.raises(ValueError, match=re.escape(place)):
        screen(ui, boxes="centre")


def test_a_position_needs_the_header_to_say_what_it_is() -> None:
    with pytest.raises(ValueError, match="boxes"):
        screen(["1.link One", [1, 2]])


def test_nesting_beyond_all_measure_is_refused_and_does_not_crash() -> None:
    deep = '{"ui":[' + '{"row":["a",' * 100_000 + '"b"' + "]}" * 100_000 + "]}"
    with pytest.raises(ValueError, match="deep"):
        decode(deep)
