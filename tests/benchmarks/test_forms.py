"""Each form of the encoding experiment writes the same items as its description says."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.forms import indented, objects, rows, yaml_lines
from benchmarks.items import Item
from benchmarks.variants import (
    LongRunsOnly,
    NoRuns,
    Numbers,
    NumbersElsewhere,
    RunForEachHead,
    StatesAsDetails,
    TextsInBrackets,
    Variant,
    WholePositions,
)

LINKS = (Item("element", "link", ref=2, name="Home"), Item("element", "link", ref=3, name="Help"))
SCREEN = (
    Item("heading", name="Orders"),
    *LINKS,
    Item("text", name="Sort by"),
    Item("element", "combobox", ("collapsed",), ref=9, details={"value": "Date"}),
    Item(
        "group",
        "row",
        name="Ada",
        items=(
            Item("element", "button", ref=4, name="Edit"),
            Item("element", "button", ("disabled",), ref=5, name="Remove"),
        ),
    ),
    Item("text", name="7 days left"),
    Item("more", details={"more": 12, "under": "W8"}),
)
RUN = ["link", "2 Home", "or", "3 Help", ["4 all"], "5.disabled Top", "6.button Go", {"value": "x"}, "7 End"]


def test_the_unchanged_variant_writes_what_it_is_given() -> None:
    ui: list[Any] = ["# T", RUN, {"row": ["8 Ada", [1, 2], {"nth": 2}, "9.button Edit"]}, {"list": ["", "x"]}, ["1 a"], {"more": 3}]
    ui += ["10.link", [1, 2], {"nth": 2}, {"list": ["11.button", [1], ["link", "12", "13"]]}, "14.button", {"more": 2}]
    assert Variant().items(ui) == ui


def test_an_element_alone_has_its_number_where_a_run_has_one() -> None:
    ui = ["1.button A", [5, 6], "2.link"]
    assert NumbersElsewhere("integer").items(ui) == [1, ".button A", [5, 6], 2, ".link"]
    assert NumbersElsewhere("implied").items(ui) == [".button A", [5, 6], ".link"]
    assert NumbersElsewhere("every fifth").items(ui) == ui


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ("integer", ["link", 2, "Home", "or", 3, "Help", ["4 all"], 5, ".disabled Top", 6, ".button Go", {"value": "x"}, 7, "End"]),
        ("implied", ["link", 2, "Home", ["or"], "Help", ["4 all"], 5, ".disabled Top", ".button Go", {"value": "x"}, "End"]),
        ("every fifth", ["link", "2 Home", ["or"], "Help", ["4 all"], "5.disabled Top", ".button Go", {"value": "x"}, "End"]),
    ],
)
def test_numbers_can_stand_elsewhere(numbers: Numbers, expected: list[object]) -> None:
    assert NumbersElsewhere(numbers).items([RUN]) == [expected]


def test_every_fifth_element_has_its_number_and_so_has_one_after_a_jump() -> None:
    ui = [["link", *(f"{i} x" for i in range(1, 9)), "20 x"]]
    written = ["link", "1 x", "x", "x", "x", "x", "6 x", "x", "x", "20 x"]
    assert NumbersElsewhere("every fifth").items(ui) == [written]


def test_a_run_for_each_head_needs_no_words_at_the_numbers() -> None:
    assert RunForEachHead().items([RUN]) == [
        ["link", "2 Home", "or", "3 Help", ["4 all"]],
        ["link disabled", "5 Top"],
        ["button", "6 Go", {"value": "x"}],
        ["link", "7 End"],
    ]
    assert RunForEachHead().items(["1.link.disabled A", {"nth": 2}, "2.generic.click"]) == [
        ["link disabled", "1 A", {"nth": 2}],
        ["click", "2"],
    ]


def test_states_can_be_details_of_each_element() -> None:
    ui = [["checkbox checked", "1 A", "2 B"], "3.generic.click"]
    assert StatesAsDetails().items(ui) == [
        ["checkbox", "1 A", {"is": "checked"}, "2 B", {"is": "checked"}],
        ["generic", "3", {"is": "click"}],
    ]


def test_without_runs_every_element_says_its_role() -> None:
    assert NoRuns().items([["button disabled", "1 A", [10, 20], "2"]]) == ["1 button disabled A", [10, 20], "2 button disabled"]
    assert NoRuns().items(["1.button.disabled A", [10, 20], "2.generic.click"]) == ["1 button disabled A", [10, 20], "2 click"]


def test_short_runs_can_be_taken_apart() -> None:
    ui = ["6.link", ["button disabled", "1 A", [10, 20], "2.generic.click"], ["link", "3 B", "4 C", "5 D"]]
    assert LongRunsOnly().items(ui) == ["6.link", "1.button.disabled A", [10, 20], "2.generic.click", ["link", "3 B", "4 C", "5 D"]]


def test_all_texts_can_stand_in_brackets_but_a_group_keeps_its_name() -> None:
    assert TextsInBrackets().items(["# T", "a", {"row": ["Ada", "b", ["link", "1 c", "d", "2 e"]]}]) == [
        "# T",
        ["a"],
        {"row": ["Ada", ["b"], ["link", "1 c", ["d"], "2 e"]]},
    ]


def test_positions_can_be_written_in_full() -> None:
    ui = [["button", "1 Go", [10, 40], "2 Go", [90]], {"list": ["3", [20, 50], "4.link", [20]]}]
    assert WholePositions().items(ui) == [
        ["button", "1 Go", [10, 40], "2 Go", [90, 40]],
        {"list": ["3", [20, 50], "4.link", [20, 50]]},
    ]


def test_rows_hold_number_head_and_name() -> None:
    assert rows(SCREEN) == (
        '["# Orders",[2,"link","Home"],[3,"link","Help"],"Sort by",[9,"combobox collapsed","",{"value":"Date"}],'
        '["row","Ada",[[4,"button","Edit"],[5,"button disabled","Remove"]]],"7 days left",{"more":12,"under":"W8"}]'
    )


def test_objects_leave_out_what_is_empty() -> None:
    assert objects(LINKS[:1]) == '[{"ref":2,"role":"link","name":"Home"}]'


def test_indented_text_puts_two_blanks_before_each_level() -> None:
    assert indented(SCREEN).splitlines() == [
        "# Orders",
        "link 2 Home",
        "link 3 Help",
        "Sort by",
        "combobox 9 collapsed value Date",
        "row Ada",
        "  button 4 Edit",
        "  button 5 disabled Remove",
        "7 days left",
        "12 more under W8",
    ]


def test_indented_text_can_tell_texts_from_elements_by_quotes() -> None:
    assert indented([Item("text", name="button 4 Edit")]) == "button 4 Edit"
    assert indented([Item("text", name="button 4 Edit")], quote_texts=True) == '"button 4 Edit"'


def test_yaml_lines_look_like_those_of_playwright() -> None:
    assert yaml_lines(SCREEN).splitlines() == [
        '- heading "Orders"',
        '- link "Home" [ref=e2]',
        '- link "Help" [ref=e3]',
        "- text: Sort by",
        "- combobox [collapsed] [ref=e9]: Date",
        '- row "Ada":',
        '  - button "Edit" [ref=e4]',
        '  - button "Remove" [disabled] [ref=e5]',
        "- text: 7 days left",
        "- /more: 12",
    ]


def test_positions_are_said_in_every_form() -> None:
    item = Item("element", "button", ref=1, name="Go", position=(10, 40, 90, 20))
    assert rows([item]) == '[[1,"button","Go",10,40,90,20]]'
    assert objects([item]) == '[{"ref":1,"role":"button","name":"Go","at":[10,40,90,20]}]'
    assert indented([item]) == "button 1 Go at 10,40 size 90x20"
    assert yaml_lines([item]) == '- button "Go" [ref=e1] [box=10,40,90,20]'
