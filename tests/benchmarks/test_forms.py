"""Each form of the encoding experiment writes the same items as its description says."""

from __future__ import annotations

import pytest

from benchmarks.forms import indented, objects, rows, yaml_lines
from benchmarks.items import Item
from benchmarks.runs import Choices, runs

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


def test_the_compact_form_is_that_of_its_documentation() -> None:
    assert runs(SCREEN) == (
        '["# Orders",["link","2 Home","3 Help"],"Sort by",["combobox collapsed","9",{"value":"Date"}],'
        '{"row":["Ada",["button","4 Edit"],["button disabled","5 Remove"]]},["7 days left"],{"more":12,"under":"W8"}]'
    )


def test_a_group_without_name_and_ref_says_so_only_where_a_text_would_read_as_its_name() -> None:
    assert runs([Item("group", "list", items=LINKS)]) == '[{"list":[["link","2 Home","3 Help"]]}]'
    assert runs([Item("group", "list", items=(Item("text", name="Empty"),))]) == '[{"list":["","Empty"]}]'


def test_a_text_between_elements_of_one_head_stands_in_their_run() -> None:
    items = (LINKS[0], Item("text", name="or"), LINKS[1], Item("text", name="End"))
    assert runs(items) == '[["link","2 Home","or","3 Help"],"End"]'
    assert runs(items, Choices(numbers="implied")) == '[["link",2,"Home",["or"],"Help"],"End"]'


def test_a_position_leaves_out_what_equals_the_one_before() -> None:
    items = [
        Item("element", "button", ref=i, name="Go", position=position)
        for i, position in enumerate([(10, 40), (90, 40), (90, 80), (90, 80)], start=1)
    ]
    assert runs(items) == '[["button","1 Go",[10,40],"2 Go",[90],"3 Go",[90,80],"4 Go",[90]]]'
    assert runs(items, Choices(whole_positions=True)).count(",40]") == 2


@pytest.mark.parametrize(
    ("choices", "expected"),
    [
        (Choices(numbers="integer"), '[["link",2,"Home",3,"Help"]]'),
        (Choices(numbers="implied"), '[["link",2,"Home","Help"]]'),
        (Choices(numbers="every fifth"), '[["link","2 Home","Help"]]'),
    ],
)
def test_numbers_can_stand_elsewhere(choices: Choices, expected: str) -> None:
    assert runs(LINKS, choices) == expected


def test_every_fifth_element_has_its_number() -> None:
    items = [Item("element", "link", ref=i, name="x") for i in range(1, 9)]
    assert runs(items, Choices(numbers="every fifth")) == '[["link","1 x","x","x","x","x","6 x","x","x"]]'


def test_states_can_stand_with_each_element() -> None:
    items = [Item("element", "checkbox", ("checked",), ref=1, name="A"), Item("element", "checkbox", ref=2, name="B")]
    assert runs(items) == '[["checkbox checked","1 A"],["checkbox","2 B"]]'
    assert runs(items, Choices(states_in_head=False)) == '[["checkbox","1 A",{"is":"checked"},"2 B"]]'


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
