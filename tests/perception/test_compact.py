from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer import Blueprint, decode
from lumos_layer.perception.decoding import NotCompact
from lumos_layer.perception.heads import BY_ROLE, head, parsed
from lumos_layer.perception.items import DEEPEST, Element, Group, Heading, Item, More, State, Text
from lumos_layer.tree import Affordance, Role

CLICK: tuple[Affordance, ...] = ("click",)
TOGGLE: tuple[Affordance, ...] = ("toggle",)
FOCUS: tuple[Affordance, ...] = ("focus",)


def element(
    number: int, role: str = "button", name: str = "", *states: State, can: tuple[Affordance, ...] = CLICK, **more: Any
) -> Element:
    return Element(ref=f"A{number}", role=Role(role), name=name, can=can, states=states, **more)


def group(role: str, name: str, *items: Item, **more: Any) -> Group:
    return Group(role=Role(role), name=name, items=[*items], **more)


def blueprint(*items: Item, **header: Any) -> Blueprint:
    return Blueprint(letter="A", items=[*items], **header)


def written(*items: Item, **header: Any) -> Any:
    """The `ui` of the compact form, which must come back as it was."""
    made = blueprint(*items, **header)
    text = made.compact()
    assert decode(text).object() == made.object()
    assert decode(text).compact() == text
    return json.loads(text)["ui"]


# The page that teaches the form

EXAMPLE = """{"surface":"main","title":"Orders","size":[900,620],"refs":"W","root":"W1","focus":"W9",
 "ui":["# Orders",["link","2 Home","3 Help"],"Sort by","9.combobox.collapsed",{"value":"Date"},
       {"row":["Ada",["button","4 Edit","5.disabled Remove","6.link Help"]]},["7 days left"]]}"""


def test_the_example_of_the_documentation_reads_as_it_says() -> None:
    read = decode(EXAMPLE)
    assert (read.surface, read.title, read.size, read.root, read.focus) == ("main", "Orders", (900, 620), "W1", "W9")
    assert read.items == [
        Heading("Orders"),
        Element(ref="W2", role=Role.LINK, name="Home", can=CLICK),
        Element(ref="W3", role=Role.LINK, name="Help", can=CLICK),
        Text("Sort by"),
        Element(ref="W9", role=Role.COMBOBOX, can=("expand",), states=("collapsed",), value="Date"),
        group(
            "row",
            "Ada",
            Element(ref="W4", role=Role.BUTTON, name="Edit", can=CLICK),
            Element(ref="W5", role=Role.BUTTON, name="Remove", can=CLICK, states=("disabled",)),
            Element(ref="W6", role=Role.LINK, name="Help", can=CLICK),
        ),
        Text("7 days left"),
    ]
    assert decode(read.compact()).object() == read.object()


# Line by line


def test_1_2_an_element_is_its_number_and_its_name() -> None:
    assert written(element(4, name="Edit"), element(9)) == [["button", "4 Edit", "9"]]


def test_2_words_at_the_number_add_to_the_head_or_replace_it() -> None:
    items = element(4, name="Edit"), element(5, "button", "Remove", "disabled"), element(6, "link", "Help"), element(7, name="Add")
    assert written(*items) == [["button", "4 Edit", "5.disabled Remove", "6.link Help", "7 Add"]]


def test_3_other_strings_are_texts_and_headings() -> None:
    assert written(Heading("Orders"), Text("Sort by")) == ["# Orders", "Sort by"]


@pytest.mark.parametrize("words", ["7 days left", "7", "12.disabled", "12.disabled Save", "0.a_b x", "# Orders", "# "])
def test_4_text_that_would_read_as_something_else_stands_in_brackets(words: str) -> None:
    assert written(Text(words)) == [[words]]
    assert written(element(1), Text(words), element(2)) == [["button", "1", [words], "2"]]
    assert written(group("list", "", Text(words))) == [{"list": ["", [words]]}]
    assert written(group("list", words)) == [{"list": [[words]]}]


@pytest.mark.parametrize(
    "words", ["7th", "7.5", "7.5 km", "7.Disabled x", "-7 x", "٣ x", "#", "#1", "a 7", ".disabled", "[1]", '{"a":1}', '"']
)
def test_4_text_that_only_looks_like_it_stands_as_it_is(words: str) -> None:
    assert written(Text(words)) == [words]
    assert written(group("list", words)) == [{"list": [words]}]


@pytest.mark.parametrize("name", ["7", "7 days", "7.disabled x", "# x", ".link", "\\", '"q"', "저장", "👍🏽"])
def test_4_a_name_needs_no_brackets_behind_its_number(name: str) -> None:
    assert written(element(3, name=name)) == [f"3.button {name}"]
    assert written(group("list", name, ref="A3", can=FOCUS)) == [{"list": [f"3 {name}"]}]


def test_4_a_heading_may_say_anything() -> None:
    assert written(Heading("7 days"), Heading("# x"), Heading("12")) == ["# 7 days", "# # x", "# 12"]


def test_5_texts_stand_between_the_elements_of_a_run_and_leave_it_at_its_end() -> None:
    items = element(1, name="a"), Text("x"), Heading("y"), element(2, name="b"), Text("z")
    assert written(*items) == [["button", "1 a", "x", "# y", "2 b"], "z"]


def test_5_an_element_alone_stands_without_a_run() -> None:
    assert written(element(1, name="a"), Text("x"), Text("4.button")) == ["1.button a", "x", ["4.button"]]
    assert written(element(1, "generic", "7 a", "disabled")) == ["1.generic.click.disabled 7 a"]
    assert written(element(1, at=(5, 6), value="v"), group("list", "", element(2, at=(8, 6))), boxes="centre") == [
        "1.button",
        [5, 6],
        {"value": "v"},
        {"list": ["2.button", [8]]},
    ]


def test_5_a_group_ends_a_run() -> None:
    assert written(element(1), group("list", "x"), element(2)) == ["1.button", {"list": ["x"]}, "2.button"]


def test_6_a_head_is_a_role_and_states() -> None:
    ticked = element(1, "checkbox", "", "disabled", "checked", can=TOGGLE)
    assert written(ticked) == ["1.checkbox.disabled.checked"]


def test_7_verbs_say_what_else_can_be_done() -> None:
    assert written(element(1, "button", "Bold", can=("click", "toggle"))) == ["1.button.toggle Bold"]
    assert written(element(1, "generic", "More")) == ["1.generic.click More"]
    assert written(element(1, "generic", "More", can=())) == ["1.generic More"]


def test_7_what_the_table_does_not_say_stands_in_can() -> None:
    assert written(element(1, can=())) == ["1.button", {"can": ""}]
    assert written(element(1, can=("toggle",))) == ["1.button", {"can": "toggle"}]
    assert written(element(1, "textbox", can=("set_value",))) == ["1.textbox", {"can": "set_value"}]


def test_8_details_stand_right_after_the_element() -> None:
    slider = element(1, "slider", "Volume", can=("range",), value="3", hint="Loud", min=1.0, max=7.5, nth=2)
    assert written(slider, element(2)) == [
        ["slider", "1 Volume", {"value": "3", "hint": "Loud", "min": 1, "max": 7.5, "nth": 2}, "2.button"],
    ]


def test_8_an_empty_value_is_a_value() -> None:
    assert written(element(1, value="")) == ["1.button", {"value": ""}]


def test_9_10_a_position_leaves_out_what_equals_the_one_before() -> None:
    items = [element(n, at=at) for n, at in enumerate([(10, 40), (90, 40), (90, 50), (90, 50), (10, 50)], 1)]
    assert written(*items, boxes="centre") == [["button", "1", [10, 40], "2", [90], "3", [90, 50], "4", [90], "5", [10]]]


def test_10_boxes_leave_out_their_ends_as_well() -> None:
    places = (0, 0, 9, 9), (0, 9, 9, 9), (20, 9, 8, 9), (20, 9, 8, 7)
    items = [element(n, at=at) for n, at in enumerate(places, 1)]
    assert written(*items, boxes="box") == [["button", "1", [0, 0, 9, 9], "2", [0, 9], "3", [20, 9, 8], "4", [20, 9, 8, 7]]]


def test_10_groups_count_and_elements_without_a_place_do_not() -> None:
    around = group("list", "", element(2), element(3, at=(5, 5)), ref="A1", can=FOCUS, at=(1, 5))
    assert written(element(9, at=(0, 5)), around, boxes="centre") == [
        "9.button",
        [0, 5],
        {"list": ["1", [1], ["button", "2", "3", [5]]]},
    ]


def test_11_12_a_group_begins_with_its_own_string() -> None:
    save = element(8, name="Save")
    assert written(group("dialog", "Save?", save, ref="A3", states=("modal",), can=FOCUS)) == [
        {"dialog modal": ["3 Save?", "8.button Save"]}
    ]
    assert written(group("list", "Results", save)) == [{"list": ["Results", "8.button Save"]}]
    assert written(group("list", "", Text("x"))) == [{"list": ["", "x"]}]


def test_12_the_empty_string_is_left_out_where_nothing_can_be_mistaken() -> None:
    assert written(group("list", "", element(1))) == [{"list": ["1.button"]}]
    assert written(group("list", "", group("row", "x"))) == [{"list": [{"row": ["x"]}]}]
    assert written(group("list", "", More(3))) == [{"list": [{"more": 3}]}]
    assert written(group("list", "")) == [{"list": []}]


def test_12_details_of_a_group_follow_its_own_string() -> None:
    assert written(group("list", "", element(1), value="3 of 5")) == [{"list": ["", {"value": "3 of 5"}, "1.button"]}]


def test_13_what_was_left_out_is_marked_with_where_to_find_it() -> None:
    assert written(More(12, "A8"), More(1)) == [{"more": 12, "under": "A8"}, {"more": 1}]


def test_14_the_header_leaves_out_what_is_empty_and_ends_with_what_changes() -> None:
    full = blueprint(
        surface="main", app="mail", title="t", url="u", size=(3, 4), root="A1", view="outline", boxes="box",
        omitted={"view": 2}, warnings=("w",), focus="A2",
    )  # fmt: skip
    assert list(json.loads(full.compact())) == [
        "surface", "app", "title", "url", "size", "refs", "root", "view", "boxes", "omitted", "warnings", "focus", "ui",
    ]  # fmt: skip
    assert decode(full.compact()).object() == full.object()
    assert Blueprint(items=[Text("x")]).compact() == '{"ui":["x"]}'


# Runs and the words at a number


def test_a_few_others_stand_in_a_run_with_words_and_many_get_a_run_of_their_own() -> None:
    off = [element(n, "button", f"b{n}", "disabled") for n in range(2, 12)]
    last = element(12, name="z")
    assert written(element(1, name="a"), off[0], last) == [["button", "1 a", "2.disabled b2", "12 z"]]
    assert written(element(1, name="a"), *off, last) == [
        "1.button a",
        ["button disabled", *(f"{n} b{n}" for n in range(2, 12))],
        "12.button z",
    ]


def test_an_element_never_stands_under_a_state_that_it_does_not_have() -> None:
    assert written(element(1, "button", "a", "disabled"), element(2, name="b"), element(3, "button", "c", "disabled")) == [
        "1.button.disabled a",
        ["button", "2 b", "3.disabled c"],
    ]


def test_an_element_of_no_special_role_says_so_in_a_run_of_others() -> None:
    assert written(element(1), element(2, "generic", "x"), element(3)) == [["button", "1", "2.generic.click x", "3"]]


def test_words_come_in_the_order_of_a_head() -> None:
    both = element(2, "button", "x", "disabled", "busy", can=("click", "toggle"))
    assert written(element(1), both, element(3)) == [["button", "1", "2.toggle.disabled.busy x", "3"]]


VERBS: tuple[Affordance, ...] = get_args(Affordance)
SAID: tuple[State, ...] = ("modal", "disabled", "checked", "selected", "expanded", "readonly", "busy")
one_of_any_kind = st.tuples(
    st.sampled_from(Role), st.sets(st.sampled_from(VERBS)), st.sets(st.sampled_from(SAID)), st.sampled_from(("", "7"))
)


@given(st.lists(one_of_any_kind, max_size=8))
def test_any_elements_in_any_order_come_back(found: list[tuple[Role, set[Affordance], set[State], str]]) -> None:
    items: list[Item] = []
    for number, (role, can, said, name) in enumerate(found, 1):
        states = (state for state in SAID if state in said)
        items += element(number, role, name, *states, can=tuple(verb for verb in VERBS if verb in can)), Text("7 x")
    written(*items)


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_words_come_back(words: str) -> None:
    written(Text(words), Heading(words), element(1, name=words, value=words), Text(words), group("list", words, Text(words)))


# Heads


@pytest.mark.parametrize("role", Role)
def test_what_a_role_can_do_by_itself_is_not_said(role: Role) -> None:
    own = tuple(verb for verb in VERBS if verb in BY_ROLE.get(role, ()))
    assert parsed(role.value) == (role, own or parsed(role.value)[1], ())
    assert head(role, parsed(role.value)[1], (), True) == (role.value, None)


def test_a_field_that_cannot_be_written_to_says_readonly_and_no_verb() -> None:
    assert head(Role.TEXTBOX, FOCUS, ("readonly",), True) == ("textbox readonly", None)
    assert parsed("textbox readonly") == (Role.TEXTBOX, ("focus",), ("readonly",))


def test_being_able_to_expand_is_said_by_expanded_and_collapsed() -> None:
    assert head(Role.BUTTON, ("click", "expand"), ("collapsed",), True) == ("button collapsed", None)
    assert parsed("button collapsed") == (Role.BUTTON, ("click", "expand"), ("collapsed",))


@pytest.mark.parametrize(
    "words", ["", "knob", "button knob", "button checked disabled", "button disabled disabled", "disabled", "button  busy"]
)
def test_words_that_are_no_head_are_refused(words: str) -> None:
    with pytest.raises(ValueError, match=r"head|Role"):
        parsed(words)


# What is refused, with the place

REFUSED = [
    ("[", "the document"),
    ("[]", "the document"),
    ("{}", "the document"),
    ('{"ui":{}}', "the document"),
    ('{"ui":[],"colour":"red"}', "the header"),
    ('{"ui":[],"items":[]}', "the header"),
    ('{"ui":[],"letter":"A"}', "the header"),
    ('{"ui":[],"refs":"X"}', "the header"),
    ('{"ui":[],"size":[1]}', "the header"),
    ('{"ui":[],"boxes":"corner"}', "the header"),
    ('{"ui":[],"refs":"A","root":"W1"}', "the header"),
    ('{"ui":[],"refs":"A","focus":"A01"}', "the header"),
    ('{"ui":[],"focus":"A1"}', "the header"),
]
REFUSED_ITEMS = [
    ("5", "ui[0]"),
    ("null", "ui[0]"),
    ('""', "ui[0]"),
    ('"# "', "ui[0]"),
    ('"7 days"', "ui[0]"),
    ('"7.disabled"', "ui[0]"),
    ("[]", "ui[0]"),
    ('[""]', "ui[0]"),
    ("[7]", "ui[0]"),
    ('"a",["button","x"]', "ui[1][1]"),
    ('["button",["x"],"1"]', "ui[0][1]"),
    ('["button","1",7]', "ui[0][2]"),
    ('["button","1",null]', "ui[0][2]"),
    ('["button","1",{}]', "ui[0][2]"),
    ('["button","1",[5,6]]', "ui[0][2]"),
    ('["button","1",{"list":[]}]', "ui[0][2]"),
    ('["button","1",{"colour":"red"}]', "ui[0][2]"),
    ('["button","1",{"value":null}]', "ui[0][1]"),
    ('["button","1",{"value":7}]', "ui[0][1]"),
    ('["button","1",{"min":"x"}]', "ui[0][1]"),
    ('["button","1",{"nth":1}]', "ui[0][1]"),
    ('["button","1",{"nth":true}]', "ui[0][1]"),
    ('["button","1",{"name_left":0}]', "ui[0][1]"),
    ('["button","1",{"can":"fly"}]', "ui[0][1]"),
    ('["button","1","1"]', "ui[0][2]"),
    ('"1.button",{"list":["1 x"]}', "ui[1]"),
    ('["button","01"]', "ui[0][1]"),
    ('["button","0"]', "ui[0][1]"),
    ('["knob","1"]', "ui[0][1]"),
    ('[7,"1"]', "ui[0]"),
    ('["button click","1"]', "ui[0][1]"),
    ('["generic click","1"]', "ui[0][1]"),
    ('["button expanded collapsed","1"]', "ui[0][1]"),
    ('["button","1.disabled.disabled"]', "ui[0][1]"),
    ('["button","1.busy.disabled"]', "ui[0][1]"),
    ('["button disabled","1.disabled"]', "ui[0][1]"),
    ('["button","1.knob"]', "ui[0][1]"),
    ('["textbox protected filled","1",{"value":"x"}]', "ui[0][1]"),
    ('{"list":[],"row":[]}', "ui[0]"),
    ('{"list":"x"}', "ui[0]"),
    ('{"knob":[]}', "ui[0]"),
    ('{"list scroll":["x"]}', "ui[0]"),
    ('{"list":["x",{"can":"scroll"}]}', "ui[0]"),
    ('{"list":["5.disabled x"]}', "ui[0].list[0]"),
    ('["button","1"]', "ui[0]"),
    ('["button","1","x"]', "ui[0]"),
    ('"7.click"', "ui[0]"),
    ('"7.button.knob x"', "ui[0]"),
    ('"7.button.click x"', "ui[0]"),
    ('"7.generic.disabled.click x"', "ui[0]"),
    ('"7.button","x",{"value":"y"}', "ui[2]"),
    ('"7.button",{"colour":"red"}', "ui[1]"),
    ('"7.button",{"nth":1}', "ui[0]"),
    ('"7.button",[5,6]', "ui[1]"),
    ('"7.button","7.link"', "ui[1]"),
    ('"7.textbox.protected.filled",{"value":"x"}', "ui[0]"),
    ('{"list":["# x"]}', "ui[0]"),
    ('{"list":["x","7 x"]}', "ui[0].list[0]"),
    ('{"list":["x",{"row":["y","8 z"]}]}', "ui[0].list[0].row[0]"),
    ('{"more":0}', "ui[0]"),
    ('{"more":true}', "ui[0]"),
    ('{"more":"3"}', "ui[0]"),
    ('{"more":3,"under":"8"}', "ui[0]"),
    ('{"more":3,"under":"W8"}', "ui[0]"),
    ('{"more":3,"list":[]}', "ui[0]"),
]


@pytest.mark.parametrize(("text", "place"), REFUSED)
def test_a_document_with_another_frame_is_refused(text: str, place: str) -> None:
    with pytest.raises(NotCompact) as refused:
        decode(text)
    assert refused.value.place == place
    assert place in str(refused.value)


@pytest.mark.parametrize(("items", "place"), REFUSED_ITEMS)
def test_an_item_that_was_not_written_by_the_rules_is_refused_where_it_stands(items: str, place: str) -> None:
    with pytest.raises(NotCompact) as refused:
        decode(f'{{"refs":"A","ui":[{items}]}}')
    assert refused.value.place == place


@pytest.mark.parametrize("numbers", ["[1]", "[1,2,3]", "[1,2.5]", '["1",2]', "[]"])
def test_a_position_that_is_none_is_refused(numbers: str) -> None:
    with pytest.raises(NotCompact):
        decode(f'{{"refs":"A","boxes":"centre","ui":[["button","1",{numbers},"2"]]}}')


def test_an_element_needs_a_header_that_says_the_letter_of_its_ref() -> None:
    with pytest.raises(NotCompact, match="letter"):
        decode('{"ui":["1.button"]}')


@pytest.mark.parametrize("levels", [DEEPEST + 1, 400, 5000])
def test_groups_that_nest_too_deep_are_refused_whatever_the_depth(levels: int) -> None:
    with pytest.raises(NotCompact):
        decode('{"ui":[' + '{"list":[' * levels + "]}" * levels + "]}")


def test_groups_as_deep_as_they_are_written_come_back() -> None:
    made = group("list", "x")
    for _ in range(DEEPEST - 1):
        made = group("list", "", made)
    assert written(made)


def test_a_text_may_stand_in_brackets_that_it_does_not_need() -> None:
    assert decode('{"ui":[["x"],{"list":[["y"],["z"]]}]}').items == [Text("x"), group("list", "y", Text("z"))]


def test_bytes_are_read_as_well_and_damaged_ones_refused() -> None:
    assert decode('{"ui":["저장"]}'.encode()).items == [Text("저장")]
    with pytest.raises(NotCompact):
        decode(b'{"ui":["\xff"]}')
