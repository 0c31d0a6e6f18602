from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats.frames import Frame, frame, place
from lumos_layer.perception.formats.uia_element import describe, element
from lumos_layer.perception.formats.uia_types import (
    CONTROL_TYPE_IDS,
    CONTROL_TYPES,
    PATTERN_IDS,
    PATTERNS,
    PROPERTY_IDS,
    control_type,
    declare,
    pattern_name,
    property_name,
    role_of,
)
from lumos_layer.tree import Node, Rect, Role, Scroll


def drafted(*nodes: tuple[int, Node]) -> Draft:
    """A draft of nodes with their parents."""
    draft = Draft()
    for parent, node in nodes:
        draft.open(node, parent, "x")
    return draft


def boxed(quads: list[tuple[int, tuple[int, int, int, int]]], usual: str) -> Draft:
    """A draft of boxes whose last two numbers may mean either."""
    draft = drafted(*((parent, Node()) for parent, _ in quads))
    frames = [Frame(numbers, None) for _, numbers in quads]
    place(draft, frames, "edges" if usual == "edges" else "size")
    return draft


# Tables


@pytest.mark.parametrize(
    ("number", "name"),
    [
        (50000, "Button"), (50004, "Edit"), (50007, "ListItem"), (50008, "List"), (50011, "MenuItem"), (50018, "Tab"),
        (50020, "Text"), (50025, "Custom"), (50026, "Group"), (50029, "DataItem"), (50030, "Document"), (50031, "SplitButton"),
        (50032, "Window"), (50033, "Pane"), (50037, "TitleBar"), (50040, "AppBar"),
    ],
)  # fmt: skip
def test_control_types_have_microsofts_numbers(number: int, name: str) -> None:
    assert CONTROL_TYPE_IDS[number] == name


@pytest.mark.parametrize(
    ("number", "name"),
    [
        (10000, "Invoke"), (10002, "Value"), (10003, "RangeValue"), (10005, "ExpandCollapse"), (10010, "SelectionItem"),
        (10014, "Text"), (10015, "Toggle"), (10018, "LegacyIAccessible"), (10021, "SynchronizedInput"), (10034, "Selection2"),
    ],
)  # fmt: skip
def test_patterns_have_microsofts_numbers(number: int, name: str) -> None:
    assert PATTERN_IDS[number] == name


@pytest.mark.parametrize(
    ("number", "name"),
    [
        (30000, "RuntimeId"), (30001, "BoundingRectangle"), (30003, "ControlType"), (30005, "Name"), (30010, "IsEnabled"),
        (30011, "AutomationId"), (30013, "HelpText"), (30019, "IsPassword"), (30022, "IsOffscreen"), (30045, "ValueValue"),
        (30057, "ScrollHorizontallyScrollable"), (30070, "ExpandCollapseExpandCollapseState"), (30075, "WindowWindowVisualState"),
        (30079, "SelectionItemIsSelected"), (30086, "ToggleToggleState"), (30096, "LegacyIAccessibleState"),
        (30103, "IsDataValidForForm"), (30135, "LiveSetting"), (30154, "Level"), (30159, "FullDescription"),
        (30173, "HeadingLevel"), (30174, "IsDialog"),
    ],
)  # fmt: skip
def test_properties_have_microsofts_numbers(number: int, name: str) -> None:
    assert PROPERTY_IDS[number] == name


def test_the_tables_are_complete() -> None:
    assert (len(CONTROL_TYPES), len(PATTERN_IDS), len(PROPERTY_IDS)) == (41, 35, 175)
    assert len(set(PROPERTY_IDS.values())) == 175


def test_patterns_that_only_describe_add_nothing_that_can_be_done() -> None:
    assert "Text" not in PATTERNS
    assert "ScrollItem" not in PATTERNS
    assert PATTERNS["Invoke"] == ("click",)


@pytest.mark.parametrize(
    ("kind", "role", "can"),
    [
        ("Button", Role.BUTTON, ("click",)),
        ("SplitButton", Role.BUTTON, ("click", "expand")),
        ("Edit", Role.TEXTBOX, ("set_value", "type")),
        ("DataItem", Role.ROW, ("select",)),
        ("HeaderItem", Role.COLUMNHEADER, ("click",)),
        ("ScrollBar", Role.SCROLLBAR, ("range",)),
        ("Document", Role.DOCUMENT, ()),
        ("Text", Role.TEXT, ()),
        ("Custom", Role.GENERIC, ()),
        (None, Role.GENERIC, ()),
    ],
)
def test_a_control_type_gives_a_role_and_what_can_be_done(kind: str | None, role: Role, can: tuple[str, ...]) -> None:
    assert role_of(kind) == (role, can)


# Names


@pytest.mark.parametrize(
    "word",
    [50031, "50031", "SplitButton", "splitbutton", "split button", "SplitButtonControl", "ControlType.SplitButton",
     "UIA_SplitButtonControlTypeId", "SplitButton(50031)"],
)  # fmt: skip
def test_a_control_type_is_known_by_number_and_by_every_spelling(word: object) -> None:
    assert control_type(word) == "SplitButton"


@pytest.mark.parametrize("word", [None, "", "Knob", 49999, 50041, "9" * 5000, ["Button"], True, "x" * 10_000])
def test_what_is_no_control_type_is_none(word: object) -> None:
    assert control_type(word) is None


@pytest.mark.parametrize(
    "word",
    [30086, "30086", "ToggleToggleState", "ToggleState", "toggle_state", "TogglePattern.ToggleState", "Toggle.ToggleState",
     "CurrentToggleState"],
)  # fmt: skip
def test_a_property_is_known_by_number_and_by_every_spelling(word: str | int) -> None:
    assert property_name(word) == "ToggleToggleState"


def test_value_and_is_read_only_alone_are_those_of_the_value_pattern() -> None:
    assert property_name("Value") == "ValueValue"
    assert property_name("IsReadOnly") == "ValueIsReadOnly"
    assert property_name("RangeValuePattern.IsReadOnly") == "RangeValueIsReadOnly"
    assert property_name("Maximum") == "RangeValueMaximum"


def test_what_is_no_property_is_none() -> None:
    assert property_name("Colour") is None
    assert property_name(29999) is None
    assert property_name("x" * 100_000) is None


@pytest.mark.parametrize("word", [10005, "10005", "ExpandCollapse", "ExpandCollapsePattern", "UIA_ExpandCollapsePatternId"])
def test_a_pattern_is_known_by_number_and_by_every_spelling(word: object) -> None:
    assert pattern_name(word) == "ExpandCollapse"


def test_a_declared_pattern_brings_its_own_properties() -> None:
    said: dict[str, object] = {}
    declare(said, "RangeValuePattern", {"IsReadOnly": True, "Value": 3, "Nonsense": 1})
    assert said == {"IsRangeValuePatternAvailable": True, "RangeValueIsReadOnly": True, "RangeValueValue": 3}


# Elements


def test_names_come_before_help_and_help_stands_in_for_a_missing_name() -> None:
    assert element("Button", {"Name": " Save\u200b  all ", "HelpText": "Ctrl+S"}).name == "Save all"
    assert element("Button", {"Name": "Save all", "HelpText": "Ctrl+S"}).hint == "Ctrl+S"
    only_help = element("Button", {"Name": "", "HelpText": "Ctrl+S"})
    assert (only_help.name, only_help.hint) == ("Ctrl+S", "")
    assert element("Button", {"Name": "Save", "HelpText": "Save"}).hint == ""


def test_an_automation_id_is_never_a_name() -> None:
    node = element("Button", {"AutomationId": "btnOk"})
    assert (node.name, node.identifier) == ("", "btnOk")


def test_a_password_is_only_told_to_be_filled() -> None:
    node = element("Edit", {"Name": "Password", "IsPassword": True, "ValueValue": "hunter2"})
    assert (node.protected, node.filled, node.value) == (True, True, None)
    assert "hunter2" not in repr(node)


def test_the_protected_state_of_the_older_api_hides_the_value_too() -> None:
    node = element("Edit", {"LegacyIAccessibleState": 0x20000000, "ValueValue": "hunter2"})
    assert (node.protected, node.value) == (True, None)


@pytest.mark.parametrize(
    ("word", "checked"), [(0, "false"), ("On", "true"), ("ToggleState_Indeterminate", "mixed"), (True, "true")]
)
def test_a_check_box_says_whether_it_is_ticked(word: object, checked: str) -> None:
    assert element("CheckBox", {"ToggleToggleState": word}).checked == checked


def test_a_button_that_toggles_is_pressed_not_checked() -> None:
    node = element("Button", {"ToggleToggleState": 1})
    assert (node.pressed, node.checked, node.can) == ("true", None, ("click", "toggle"))


def test_a_leaf_cannot_be_expanded_though_it_declares_the_pattern() -> None:
    leaf = element("TreeItem", {"IsExpandCollapsePatternAvailable": True, "ExpandCollapseExpandCollapseState": 3})
    assert (leaf.expanded, leaf.can) == (None, ("select",))
    closed = element("TreeItem", {"ExpandCollapseExpandCollapseState": "ExpandCollapseState_Collapsed"})
    assert (closed.expanded, closed.can) == (False, ("expand", "select"))


def test_a_state_of_a_pattern_that_is_not_there_says_nothing() -> None:
    node = element("Button", {"ToggleToggleState": 2, "IsTogglePatternAvailable": False})
    assert (node.pressed, node.can) == (None, ("click",))
    assert element("Pane", {"SelectionItemIsSelected": False, "IsSelectionItemPatternAvailable": False}).can == ()


def test_a_pane_can_do_what_its_patterns_declare() -> None:
    assert element("Pane", {"IsInvokePatternAvailable": True, "IsKeyboardFocusable": True}).can == ("click",)
    assert element("Pane", {"IsKeyboardFocusable": True}).can == ("focus",)
    assert element("Pane", {}).can == ()


def test_a_read_only_field_keeps_only_the_focus() -> None:
    node = element("Edit", {"ValueIsReadOnly": True, "ValueValue": "42", "IsKeyboardFocusable": True})
    assert (node.can, node.readonly, node.value) == (("focus",), True, "42")


def test_a_scroll_pattern_without_anything_to_scroll_does_not_scroll() -> None:
    still = {"IsScrollPatternAvailable": True, "ScrollVerticallyScrollable": False, "ScrollHorizontallyScrollable": False}
    assert element("List", still).can == ()
    assert element("List", {"IsScrollPatternAvailable": True}).can == ("scroll",)


def test_a_scrolled_list_says_how_much_lies_beyond() -> None:
    node = element(
        "List", {"ScrollVerticallyScrollable": True, "ScrollVerticalScrollPercent": 50.0, "ScrollVerticalViewSize": 20.0}
    )
    assert (node.can, node.scroll) == (("scroll",), Scroll(above=40, below=40))


def test_a_range_is_a_number_with_limits_but_a_progress_bar_cannot_be_set() -> None:
    said = {"RangeValueMinimum": 0, "RangeValueMaximum": 50, "RangeValueValue": 12.0}
    slider, progress = element("Slider", said), element("ProgressBar", said)
    assert (slider.can, slider.value, slider.minimum, slider.maximum) == (("range",), "12", 0.0, 50.0)
    assert (progress.can, progress.value) == ((), "12")


def test_headings_landmarks_and_dialogs_are_told_by_properties() -> None:
    heading = element("Text", {"Name": "Display", "HeadingLevel": 80052})
    assert (heading.role, heading.level) == (Role.HEADING, 2)
    assert element("Text", {"HeadingLevel": 80050}).role is Role.TEXT
    assert element("Group", {"LandmarkType": 80004}).role is Role.SEARCH
    assert element("Window", {"IsDialog": True}).role is Role.DIALOG


def test_a_document_can_have_the_focus_where_nothing_is_said_of_focus() -> None:
    assert element("Document", {}).can == ("focus",)
    assert element("Document", {"IsKeyboardFocusable": False}).can == ()


def test_a_value_that_repeats_the_name_of_a_field_is_only_the_value() -> None:
    node = element("Edit", {"Name": "hello", "ValueValue": "hello"})
    assert (node.name, node.value) == ("", "hello")


def test_absurd_values_say_nothing() -> None:
    node = element("Slider", {"RangeValueMinimum": "1e999", "RangeValueMaximum": 10**400, "IsEnabled": [1], "Name": {"a": 1}})
    assert (node.minimum, node.maximum, node.enabled, node.name) == (None, None, None, "")


@given(
    st.sampled_from([*CONTROL_TYPES, None]),
    st.dictionaries(
        st.sampled_from(sorted(PROPERTY_IDS.values())),
        st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.lists(st.integers())),
    ),
)
def test_any_properties_give_an_element(kind: str | None, said: dict[str, object]) -> None:
    node = element(kind, said)
    assert not (node.protected and node.value)


# Boxes


@pytest.mark.parametrize(
    "value",
    [
        "l=10,t=20,r=40,b=80", "[l=10,t=20,r=40,b=80]", "(L10, T20, R40, B80)", "{Left=10, Top=20, Width=30, Height=60}",
        "(10,20,40,80)[30x60]", {"left": 10, "top": 20, "right": 40, "bottom": 80}, {"X": 10, "Y": 20, "Width": 30.0, "Height": 60},
        {"left": 10, "top": 20, "right": 40, "bottom": 80, "width": 30, "height": 60}, {"l": "10", "t": "20", "r": "40", "b": "80"},
    ],
)  # fmt: skip
def test_a_labelled_box_is_read_in_every_notation(value: object) -> None:
    found = frame(value)
    assert found is not None
    assert found.rect("edges") == found.rect("size") == Rect(10, 20, 30, 60)


@pytest.mark.parametrize("value", ["10, 20, 40, 80", "[10.0, 20.0, 40.0, 80.0]", [10, 20, 40, 80], (10.9, 20.0, 40.0, 80.0)])
def test_bare_numbers_do_not_say_which_they_are(value: object) -> None:
    found = frame(value)
    assert found is not None
    assert (found.order, found.rect("edges"), found.rect("size")) == (None, Rect(10, 20, 30, 60), Rect(10, 20, 40, 80))


@pytest.mark.parametrize(
    "value",
    [None, "", "Empty", "1, 2, 3", "Infinity,Infinity,-Infinity,-Infinity", [1, 2, 3], [1, 2, 3, None], [1, 2, 3, "x"], [1e300] * 4,
     [True] * 4, {"left": 1, "top": 2}, {}, "9" * 100_000, 7],
)  # fmt: skip
def test_what_is_no_box_is_none(value: object) -> None:
    assert frame(value) is None


def test_boxes_lie_inside_each_other_only_in_one_order() -> None:
    as_size = [(-1, (100, 100, 300, 200)), (0, (110, 110, 50, 20)), (0, (350, 250, 40, 30))]
    draft = boxed(as_size, "edges")
    assert [node.bounds for node in draft.nodes] == [Rect(100, 100, 300, 200), Rect(110, 110, 50, 20), Rect(350, 250, 40, 30)]
    assert draft.warnings == ["The last two numbers of boxes were taken for width and height, for so they lie inside each other."]
    as_edges = [(-1, (100, 100, 400, 300)), (0, (110, 110, 160, 130)), (0, (350, 250, 390, 280))]
    draft = boxed(as_edges, "size")
    assert [node.bounds for node in draft.nodes] == [Rect(100, 100, 300, 200), Rect(110, 110, 50, 20), Rect(350, 250, 40, 30)]
    assert len(draft.warnings) == 1


def test_without_a_difference_boxes_are_in_the_usual_order() -> None:
    assert boxed([(-1, (0, 0, 100, 50))], "edges").nodes[0].bounds == Rect(0, 0, 100, 50)
    assert boxed([(-1, (10, 10, 100, 50))], "edges").nodes[0].bounds == Rect(10, 10, 90, 40)
    assert boxed([(-1, (10, 10, 100, 50))], "size").nodes[0].bounds == Rect(10, 10, 100, 50)


def test_a_window_parked_at_minus_32000_is_minimized() -> None:
    draft = drafted((-1, Node(role=Role.WINDOW, offscreen=True)))
    place(draft, [Frame((-32000, -32000, -31840, -31972), "edges")], "edges")
    node = draft.nodes[0]
    assert (node.minimized, node.bounds, node.offscreen) == (True, None, False)


def test_title_and_size_are_those_of_the_window_that_is_shown() -> None:
    desktop = Node(role=Role.GROUP, name="Desktop", bounds=Rect(0, 0, 800, 600))
    draft = drafted(
        (-1, desktop), (0, Node(role=Role.WINDOW, name="Mail", minimized=True)), (0, Node(role=Role.WINDOW, name="Notes"))
    )
    describe(draft)
    assert (draft.title, draft.size) == ("Notes", (800, 600))
