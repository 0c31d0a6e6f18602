from __future__ import annotations

import pytest

from lumos_layer.tree import Node
from tests.trees import button, field, group, heading, link, node, observed, shown, text

# Names by content


def test_a_clickable_view_is_named_by_the_words_inside_it() -> None:
    rows = (0, node("generic", "", "click")), (1, text("Wi-Fi")), (1, group("")), (2, text("Connected"))
    assert shown(*rows) == ["1.generic.click Wi-Fi, Connected"]


def test_words_that_belong_to_a_control_inside_are_not_part_of_the_name_around_it() -> None:
    rows = (0, node("generic", "", "click")), (1, text("Wi-Fi")), (1, button()), (2, text("Forget"))
    assert shown(*rows) == [["click", "1 Wi-Fi", "2.button Forget"]]


def test_a_name_of_its_own_is_kept_and_the_words_inside_are_said_after_it() -> None:
    assert shown((0, button("Save")), (1, text("Ctrl+S"))) == ["1.button Save", "Ctrl+S"]


def test_equal_words_are_said_once_in_a_name_but_equal_numbers_each_time() -> None:
    words = (1, text("Settings")), (1, text("Settings")), (1, text("2")), (1, text(":")), (1, text("2"))
    assert shown((0, button()), *words) == ["1.button Settings, 2, :, 2"]


def test_a_name_takes_the_longer_words_of_a_text_that_has_two() -> None:
    rows = (0, node("generic", "", "click")), (1, text("112", hint="112 Friends"))
    assert shown(*rows) == ["1.generic.click 112 Friends"]


def test_what_a_text_says_beyond_the_name_it_gives_stays_an_element_of_its_own() -> None:
    rows = (0, button()), (1, text("Language", hint="Choose one"))
    assert shown(*rows) == [["button", "1 Language", "2.text Language", {"hint": "Choose one"}]]


def test_what_does_not_fit_into_a_name_stays_text() -> None:
    assert shown((0, button()), (1, text("a" * 150)), (1, text("b" * 60))) == ["1.button " + "a" * 150, "b" * 60]


def test_a_node_with_many_controls_is_no_control_and_gets_no_name() -> None:
    controls = [(1, button(name)) for name in "ABCD"]
    assert shown((0, node("generic", "", "click")), (1, text("Tools")), *controls) == [
        {"click": ["1", "Tools", ["button", "2 A", "3 B", "4 C", "5 D"]]}
    ]


@pytest.mark.parametrize("role", ["list", "group", "table", "toolbar", "textbox", "combobox"])
def test_what_holds_things_is_not_named_by_them(role: str) -> None:
    observation = observed((0, node(role, "", "focus")), (1, text("Item")))
    assert observation.blueprint().refs == ("A1",)
    assert observation.text_of("A1") == ""


def test_a_name_by_content_is_found_by_a_search_and_told_in_full() -> None:
    observation = observed((0, node("generic", "", "click")), (1, text("Wi-Fi")), (1, text("Connected")), (0, button("Other")))
    assert observation.blueprint(find="connected").refs == ("A1",)
    assert observation.text_of("A1") == "Wi-Fi, Connected"


# Names by label


def test_a_field_is_named_by_the_text_right_before_it() -> None:
    assert shown((0, group()), (1, text("Search")), (1, field())) == ["1.textbox Search"]


def test_where_boxes_are_known_a_label_stands_left_of_its_field_or_above_it() -> None:
    beside = (0, text("Name", (0, 0, 60, 20))), (0, field(box=(70, 0, 100, 20)))
    above = (0, text("Name", (0, 0, 60, 20))), (0, field(box=(0, 24, 100, 20)))
    far = (0, text("Name", (0, 0, 60, 20))), (0, field(box=(0, 400, 100, 20)))
    assert shown(*beside) == shown(*above) == ["1.textbox Name"]
    assert shown(*far) == ["Name", "1.textbox"]


def test_labels_in_one_column_and_fields_in_the_next_are_joined_by_their_lines() -> None:
    labels = (0, text("User:", (0, 0, 60, 20))), (0, text("Password:", (0, 30, 60, 20)))
    fields = (0, field(box=(70, 0, 100, 20))), (0, field(box=(70, 30, 100, 20)))
    assert shown(*labels, *fields) == [["textbox", "1 User:", "2 Password:"]]


def test_a_label_may_stand_after_its_field_in_the_dump() -> None:
    rows = (0, field("", "plan.txt", (0, 30, 200, 20))), (0, text("New name:", (0, 0, 80, 20))), (0, button("Rename"))
    assert shown(*rows) == [["textbox", "1 New name:", {"value": "plan.txt"}, "2.button Rename"]]


def test_a_label_is_not_taken_across_another_control() -> None:
    rows = (0, text("Sort", (0, 0, 60, 20))), (0, button("Go", (70, 0, 40, 20))), (0, field(box=(120, 0, 100, 20)))
    assert shown(*rows) == ["Sort", ["button", "1 Go", "2.textbox"]]


def test_a_text_is_the_label_of_one_field_only() -> None:
    rows = (0, text("Size", (0, 0, 60, 20))), (0, field(box=(70, 0, 50, 20))), (0, field(box=(130, 0, 50, 20)))
    assert shown(*rows) == [["textbox", "1 Size", "2"]]


def test_a_caption_inside_a_field_names_it_rather_than_the_title_above() -> None:
    rows = (0, text("Model", (0, 0, 90, 20))), (0, field("", "0.7", (0, 24, 200, 40))), (1, text("Temperature", (4, 26, 80, 12)))
    assert shown(*rows) == ["Model", "1.textbox Temperature", {"value": "0.7"}]


def test_a_text_inside_a_field_that_does_not_say_what_it_holds_may_be_its_content_and_is_no_name() -> None:
    assert shown((0, field()), (1, text("Dear Ann"))) == ["1.textbox", "Dear Ann"]


def test_the_edit_inside_a_combobox_is_called_like_the_combobox() -> None:
    box, edit = (1, node("combobox", "", "expand", expanded=False)), (2, field("", "*.txt"))
    assert shown((0, group()), (1, text("File name:")), box, edit, (1, field())) == [
        "1.combobox.collapsed File name:",
        ["textbox", "2 File name:", {"value": "*.txt"}, "3"],
    ]


def test_a_number_is_no_label() -> None:
    rows = (0, text("50.0", (0, 0, 40, 20))), (0, node("slider", "", "range", value="50", box=(0, 24, 40, 200)))
    assert shown(*rows) == ["50.0", "1.slider", {"value": "50"}]


@pytest.mark.parametrize("label", [text("x" * 81), heading("Search"), link("Search")])
def test_long_texts_headings_and_controls_are_no_labels(label: Node) -> None:
    observation = observed((0, group()), (1, label), (1, field()))
    assert observation.text_of(observation.blueprint().refs[-1]) == ""


def test_a_field_with_a_name_leaves_the_text_before_it_alone() -> None:
    assert shown((0, text("Hint")), (0, field("Search"))) == ["Hint", "1.textbox Search"]


def test_buttons_are_not_named_by_the_text_before_them() -> None:
    assert shown((0, text("Ready?")), (0, button())) == ["Ready?", "1.button"]
