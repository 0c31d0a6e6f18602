"""Windows UI Automation dumps: each row of docs/dialects.md and what real dumps hold."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lumos_layer
from lumos_layer import Observation
from lumos_layer.tree import Node, Rect, Role, Scroll


def element(tag: str, inside: str = "", **said: Any) -> str:
    words = " ".join(f'{name}="{value}"' for name, value in said.items())
    return f"<{tag} {words}>{inside}</{tag}>"


def window(*inside: str, **said: Any) -> Observation:
    said = {"Name": "Main", "AutomationId": "", **said}
    return lumos_layer.read(element("Window", "".join(inside), **said).encode())


def only(tag: str, **said: Any) -> Node:
    return window(element(tag, **said)).tree[1]


# Roles and what can be done

ACTIONABLE = {
    "Button": (Role.BUTTON, ("click",)),
    "SplitButton": (Role.BUTTON, ("click", "expand")),
    "MenuItem": (Role.MENUITEM, ("click",)),
    "Hyperlink": (Role.LINK, ("click",)),
    "HeaderItem": (Role.COLUMNHEADER, ("click",)),
    "CheckBox": (Role.CHECKBOX, ("toggle",)),
    "RadioButton": (Role.RADIO, ("select",)),
    "ListItem": (Role.LISTITEM, ("select",)),
    "DataItem": (Role.ROW, ("select",)),
    "TabItem": (Role.TAB, ("select",)),
    "TreeItem": (Role.TREEITEM, ("select",)),
    "ComboBox": (Role.COMBOBOX, ("expand",)),
    "Edit": (Role.TEXTBOX, ("set_value", "type")),
    "Slider": (Role.SLIDER, ("range",)),
    "Spinner": (Role.SPINBUTTON, ("range",)),
    "ScrollBar": (Role.SCROLLBAR, ("range",)),
}
QUIET = {
    "Text": Role.TEXT,
    "Image": Role.IMG,
    "Pane": Role.GROUP,
    "Group": Role.GROUP,
    "Window": Role.WINDOW,
    "TitleBar": Role.GENERIC,
    "MenuBar": Role.MENUBAR,
    "Menu": Role.MENU,
    "ToolBar": Role.TOOLBAR,
    "StatusBar": Role.STATUS,
    "ToolTip": Role.TOOLTIP,
    "List": Role.LIST,
    "Tree": Role.TREE,
    "Table": Role.TABLE,
    "DataGrid": Role.GRID,
    "Header": Role.GENERIC,
    "Tab": Role.TABLIST,
    "Document": Role.DOCUMENT,
    "ProgressBar": Role.PROGRESSBAR,
    "Separator": Role.SEPARATOR,
    "Thumb": Role.GENERIC,
    "Custom": Role.GENERIC,
    "NobodyKnowsThis": Role.GENERIC,
}


@pytest.mark.parametrize("suffix", ["", "Control"])
@pytest.mark.parametrize("tag", ACTIONABLE)
def test_a_control_type_is_a_role_and_what_it_is_for(tag: str, suffix: str) -> None:
    found = only(tag + suffix)
    assert (found.role, found.can) == ACTIONABLE[tag]


@pytest.mark.parametrize("tag", QUIET)
def test_other_control_types_can_do_nothing_unless_they_are_focusable(tag: str) -> None:
    assert (only(tag).role, only(tag).can) == (QUIET[tag], ())
    assert only(tag, IsKeyboardFocusable="True").can == ("focus",)


@pytest.mark.parametrize(
    ("tag", "said", "can"),
    [
        ("Custom", {"ToggleState": "Off"}, ("toggle",)),
        ("Custom", {"ToggleState": "2"}, ("toggle",)),
        ("Custom", {"ExpandCollapseState": "Collapsed"}, ("expand",)),
        ("Custom", {"ExpandCollapseState": "LeafNode"}, ()),
        ("Custom", {"ExpandCollapseState": "3"}, ()),
        ("TreeItem", {"ExpandCollapseState": "1"}, ("expand", "select")),
        ("Custom", {"IsSelected": "False"}, ("select",)),
        ("Custom", {"SelectionItemIsSelected": "true"}, ("select",)),
        ("Custom", {"IsReadOnly": "False"}, ("set_value",)),
        ("Document", {"ValueIsReadOnly": "false"}, ("set_value", "type")),
        ("ComboBox", {"IsReadOnly": "False"}, ("expand", "set_value", "type")),
        ("Edit", {"IsReadOnly": "True"}, ()),
        ("Edit", {"IsReadOnly": "True", "IsKeyboardFocusable": "True"}, ("focus",)),
        ("Custom", {"IsReadOnly": "True", "IsValuePatternAvailable": "True"}, ()),
        ("Custom", {"Minimum": "0", "Maximum": "10"}, ("range",)),
        ("Custom", {"RangeValue": "3"}, ("range",)),
        ("Custom", {"Minimum": "0"}, ()),
        ("ProgressBar", {"Minimum": "0", "Maximum": "10", "RangeValue": "3"}, ()),
        ("Pane", {"VerticallyScrollable": "True"}, ("scroll",)),
        ("Pane", {"HorizontallyScrollable": "True", "VerticallyScrollable": "False"}, ("scroll",)),
        ("Pane", {"VerticallyScrollable": "False"}, ()),
        ("Custom", {"IsInvokePatternAvailable": "True"}, ("click",)),
        ("Custom", {"IsInvokePatternAvailable": "False"}, ()),
        ("Custom", {"IsTogglePatternAvailable": "True"}, ("toggle",)),
        ("Custom", {"IsExpandCollapsePatternAvailable": "True"}, ("expand",)),
        ("Custom", {"IsSelectionItemPatternAvailable": "True"}, ("select",)),
        ("Custom", {"IsValuePatternAvailable": "True"}, ("set_value",)),
        ("Custom", {"IsRangeValuePatternAvailable": "True"}, ("range",)),
        ("Custom", {"IsScrollPatternAvailable": "True"}, ("scroll",)),
        ("Button", {"ToggleState": "On"}, ("click", "toggle")),
        ("CheckBox", {"IsInvokePatternAvailable": "True"}, ("toggle",)),
    ],
)
def test_declared_patterns_add_what_can_be_done(tag: str, said: dict[str, str], can: tuple[str, ...]) -> None:
    assert only(tag, **said).can == can


@pytest.mark.parametrize(
    ("full", "short"),
    [
        ({"Value.Value": "Ann", "Value.IsReadOnly": "False"}, {"Value": "Ann", "ValueIsReadOnly": "False"}),
        ({"ValueValue": "Ann"}, {"Value": "Ann"}),
        (
            {"RangeValue.Value": "3", "RangeValue.Minimum": "1", "RangeValueMaximum": "9"},
            {"RangeValue": "3", "Minimum": "1", "Maximum": "9"},
        ),
        ({"Toggle.ToggleState": "On"}, {"ToggleState": "On"}),
        ({"ExpandCollapse.ExpandCollapseState": "1"}, {"ExpandCollapseState": "1"}),
        ({"SelectionItem.IsSelected": "True"}, {"IsSelected": "True"}),
        ({"WindowIsModal": "True"}, {"IsModal": "True"}),
        ({"Scroll.VerticallyScrollable": "True"}, {"VerticallyScrollable": "True"}),
    ],
)
def test_properties_by_their_full_names_are_the_same(full: dict[str, str], short: dict[str, str]) -> None:
    assert only("Custom", **full) == only("Custom", **short) != only("Custom")


def test_the_parts_of_a_scroll_bar_are_not_set_themselves() -> None:
    parts = element("Button", Name="Up", RangeValue="3") + element("Thumb", RangeValue="3", Minimum="0", Maximum="9")
    tree = window(element("ScrollBar", parts), element("Slider", element("Thumb"), RangeValue="3")).tree
    assert [node.can for node in tree] == [(), ("range",), ("click",), (), ("range",), ()]


# Names, values and hints


@pytest.mark.parametrize(
    ("said", "name", "hint"),
    [
        ({"Name": "Save"}, "Save", ""),
        ({"Name": "Save", "HelpText": "Saves the file"}, "Save", "Saves the file"),
        ({"HelpText": "Saves the file"}, "Saves the file", ""),
        ({"Name": "Save", "HelpText": " Save "}, "Save", ""),
        ({"Name": " Save \u200b as&#10;now"}, "Save as now", ""),
        ({"AutomationId": "btnSave", "ClassName": "Button"}, "", ""),
        ({"Name": "R&amp;D &lt;x&gt;"}, "R&D <x>", ""),
    ],
)
def test_a_name_is_the_name_or_the_help_text_and_never_the_identifier(said: dict[str, str], name: str, hint: str) -> None:
    found = only("Button", **said)
    assert (found.name, found.hint, found.identifier) == (name, hint, said.get("AutomationId", ""))


@pytest.mark.parametrize("name", ["저장하기", "日本語", "حفظ", "👩‍👩‍👧 Family"])
def test_names_of_every_language_survive(name: str) -> None:
    assert only("Button", Name=name).name == name


@pytest.mark.parametrize(
    ("tag", "said", "name", "value"),
    [
        ("Edit", {"Name": "User", "Value": "Ann"}, "User", "Ann"),
        ("Edit", {"Name": "User"}, "User", None),
        ("Edit", {"Name": "User", "Value": ""}, "User", ""),
        ("Edit", {"Name": "Ann", "Value": "Ann"}, "", "Ann"),
        ("Edit", {"Value": "milk&#13;&#10;eggs"}, "", "milk\neggs"),
        ("ComboBox", {"Name": "Currency", "Value": "Euro"}, "Currency", "Euro"),
        ("ComboBox", {"Name": "Euro", "Value": "Euro"}, "", "Euro"),
        ("Button", {"Name": "Save", "Value": ""}, "Save", None),
        ("ListItem", {"Name": "Ann", "Value": "Ann"}, "Ann", "Ann"),
        ("Slider", {"Name": "Volume", "RangeValue": "50"}, "Volume", "50"),
        ("ProgressBar", {"RangeValue": "12.5", "Minimum": "0", "Maximum": "100"}, "", "12.5"),
    ],
)
def test_a_value_stands_apart_from_the_name(tag: str, said: dict[str, str], name: str, value: str | None) -> None:
    found = only(tag, **said)
    assert (found.name, found.value) == (name, value)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0.0),
        ("-5.5", -5.5),
        ("1E+2", 100.0),
        ("", None),
        ("NaN", None),
        ("Infinity", None),
        ("-inf", None),
        ("9" * 400, None),
        ("x", None),
    ],
)
def test_a_range_is_a_finite_number_or_not_said(text: str, number: float | None) -> None:
    found = only("Slider", Minimum=text, Maximum=text)
    assert (found.minimum, found.maximum) == (number, number)


# Secrets


@pytest.mark.parametrize(
    "said",
    [
        {"IsPassword": "True", "Value": "hunter2"},
        {"IsPassword": "true", "Value": "hunter2", "Name": "hunter2", "HelpText": "It is hunter2"},
        {"IsPassword": "True", "Value.Value": "hunter2"},
        {"ClassName": "Edit", "Style": "0x500100a0", "Value": "hunter2"},
        {"ClassName": "RichEdit20W", "MsaaState": "0x20100004", "Value": "hunter2"},
    ],
)
def test_a_secret_is_nowhere_in_the_tree(said: dict[str, str]) -> None:
    inside = element("Text", Name="hunter2") + element("Edit", Name="hunter2", Value="hunter2") + element("Button", Name="Show")
    tree = window(element("Edit", inside, **said)).tree
    assert "hunter2" not in "".join(map(repr, tree))
    assert (tree[1].protected, tree[1].value, tree[1].filled, tree[1].can) == (True, None, True, ("set_value", "type"))
    assert tree[4].name == "Show"


def test_a_secret_of_which_nothing_is_said_is_neither_filled_nor_empty() -> None:
    assert only("Edit", IsPassword="True", Name="Password").filled is None
    assert only("Edit", IsPassword="True", Name="Password", Value="").filled is False
    assert only("Edit", IsPassword="True", Name="Password", Value="").name == "Password"


def test_an_ordinary_field_keeps_no_secret() -> None:
    found = only("Edit", IsPassword="False", Value="Ann", ClassName="Edit", Style="0x50010080", MsaaState="0x100004")
    assert (found.protected, found.value) == (False, "Ann")


# States


def test_what_is_not_said_is_not_false() -> None:
    found = only("Button", Name="OK")
    assert (found.enabled, found.focusable, found.focused, found.checked, found.selected) == (None,) * 5
    assert (found.expanded, found.readonly, found.required, found.pressed, found.filled) == (None,) * 5


@pytest.mark.parametrize(("yes", "no"), [("True", "False"), ("true", "false"), ("TRUE", "FALSE"), ("1", "0")])
def test_booleans_may_be_written_in_any_case(yes: str, no: str) -> None:
    found = only("Edit", IsEnabled=no, IsKeyboardFocusable=yes, HasKeyboardFocus=yes, IsReadOnly=yes, IsRequiredForForm=yes)
    assert (found.enabled, found.focusable, found.focused, found.readonly, found.required) == (False, True, True, True, True)
    assert only("Button", IsOffscreen=yes).offscreen
    assert not only("Button", IsOffscreen=no).offscreen


@pytest.mark.parametrize(
    ("said", "state"),
    [("Off", "false"), ("On", "true"), ("Indeterminate", "mixed"), ("0", "false"), ("1", "true"), ("2", "mixed"), ("", None)],
)
def test_a_toggle_is_checked_and_on_a_button_pressed(said: str, state: str | None) -> None:
    assert (only("CheckBox", ToggleState=said).checked, only("CheckBox", ToggleState=said).pressed) == (state, None)
    assert (only("Button", ToggleState=said).checked, only("Button", ToggleState=said).pressed) == (None, state)


@pytest.mark.parametrize(
    ("said", "expanded"),
    [
        ("Collapsed", False),
        ("Expanded", True),
        ("PartiallyExpanded", True),
        ("0", False),
        ("1", True),
        ("LeafNode", None),
        ("3", None),
    ],
)
def test_expanded_is_said_of_what_can_be_expanded(said: str, expanded: bool | None) -> None:
    assert only("TreeItem", ExpandCollapseState=said).expanded is expanded


def test_modal_is_said_of_windows_and_other_tags() -> None:
    for tag in ("Window", "Pane"):
        assert only(tag, IsModal="True").modal
        assert not only(tag, IsModal="False").modal


# Boxes


@pytest.mark.parametrize(
    ("said", "box"),
    [
        ({"x": "10", "y": "20", "width": "30", "height": "40"}, Rect(10, 20, 30, 40)),
        ({"x": "-10", "y": "-20", "width": "30", "height": "40"}, Rect(-10, -20, 30, 40)),
        ({"x": "10.6", "y": "20.5", "width": "30.2", "height": "40"}, Rect(10, 20, 31, 41)),
        ({"x": "10", "y": "20", "width": "30"}, None),
        ({"x": "-2147483648", "y": "0", "width": "1", "height": "1"}, None),
        ({"x": "1", "y": "2", "width": "3", "height": "9" * 40}, None),
        ({"x": "1", "y": "2", "width": "3", "height": "9" * 5000}, None),
        ({"x": "NaN", "y": "2", "width": "3", "height": "4"}, None),
        ({"BoundingRectangle": "10,20,40,60"}, Rect(10, 20, 30, 40)),
        ({"BoundingRectangle": "[l=10,t=20,r=40,b=60]"}, Rect(10, 20, 30, 40)),
        ({"BoundingRectangle": "(L10, T20, R40, B60)"}, Rect(10, 20, 30, 40)),
        ({"BoundingRectangle": "{X=10,Y=20,Width=30,Height=40}"}, Rect(10, 20, 30, 40)),
        ({"BoundingRectangle": "10.6,20.5,40.2,60.5"}, Rect(10, 20, 31, 41)),
        ({"BoundingRectangle": "-1920,0,0,1080"}, Rect(-1920, 0, 1920, 1080)),
        ({"BoundingRectangle": "0,0,0,0"}, Rect(0, 0, 0, 0)),
        ({"BoundingRectangle": "∞,∞,-∞,-∞"}, None),
        ({"BoundingRectangle": "Infinity,NaN,1,2"}, None),
        ({"BoundingRectangle": ""}, None),
        ({"BoundingRectangle": "1,2,3"}, None),
        ({"BoundingRectangle": "1,2,3,4,5"}, None),
        ({"BoundingRectangle": f"0,0,{'9' * 5000},1"}, None),
        ({}, None),
    ],
)
def test_a_box_is_read_from_either_form_or_none(said: dict[str, str], box: Rect | None) -> None:
    assert only("Button", **said).bounds == box


def test_corners_that_are_really_sizes_are_told_by_what_stands_in_what() -> None:
    inside = element("Button", BoundingRectangle="700,500,80,30") + element("Button", BoundingRectangle="600,500,80,30")
    observation = window(inside, BoundingRectangle="500,400,300,200")
    assert [node.bounds for node in observation.tree] == [
        Rect(500, 400, 300, 200),
        Rect(700, 500, 80, 30),
        Rect(600, 500, 80, 30),
    ]
    assert observation.warnings == ("Boxes end before they begin; their last two numbers were taken for width and height.",)


def test_one_odd_box_does_not_change_the_others() -> None:
    inside = element("Button", BoundingRectangle="20,20,100,60") * 4 + element("Button", BoundingRectangle="50,50,40,40")
    observation = window(inside, BoundingRectangle="0,0,300,200")
    assert [node.bounds for node in observation.tree] == [Rect(0, 0, 300, 200), *[Rect(20, 20, 80, 40)] * 4, Rect(50, 50, -10, -10)]
    assert observation.warnings == ()


# Out of view


def test_what_is_off_screen_has_no_ref() -> None:
    observation = window(element("Button", Name="Seen"), element("Button", Name="Unseen", IsOffscreen="True"))
    assert [observation.ref_of(i) is not None for i in range(3)] == [True, True, False]


@pytest.mark.parametrize(
    "said",
    [
        {"WindowVisualState": "Minimized"},
        {"WindowVisualState": "minimized", "IsOffscreen": "True"},
        {"WindowVisualState": "2"},
        {"WindowWindowVisualState": "Minimized"},
        {"x": "-32000", "y": "-32000", "width": "160", "height": "28"},
        {"BoundingRectangle": "-32000,-32000,-31840,-31972"},
        {"BoundingRectangle": "[-32000,-32000][-31840,-31972]", "IsOffscreen": "True"},
    ],
)
def test_a_minimised_window_is_marked_and_what_is_inside_has_no_ref(said: dict[str, str]) -> None:
    desktop = element("Pane", element("Window", element("Button", Name="Inside"), Name="Parked", **said), AutomationId="")
    observation = lumos_layer.read(desktop.encode())
    parked = observation.tree[1]
    assert (parked.minimized, parked.offscreen, parked.bounds) == (True, False, None)
    assert observation.ref_of(2) is None


def test_other_windows_are_not_minimised() -> None:
    for said in ({"WindowVisualState": "Normal"}, {"x": "-320001"}, {"IsOffscreen": "True"}, {}):
        assert not only("Window", **said).minimized


# Scrolling


@pytest.mark.parametrize(
    ("said", "scroll"),
    [
        ({"VerticallyScrollable": "True", "VerticalScrollPercent": "0", "VerticalViewSize": "25"}, Scroll(below=75)),
        ({"VerticallyScrollable": "True", "VerticalScrollPercent": "50", "VerticalViewSize": "20"}, Scroll(above=40, below=40)),
        ({"HorizontallyScrollable": "True", "HorizontalScrollPercent": "100", "HorizontalViewSize": "40"}, Scroll(left=60)),
        ({"VerticallyScrollable": "True", "VerticalScrollPercent": "-1", "VerticalViewSize": "100"}, None),
        ({"VerticallyScrollable": "True", "VerticalScrollPercent": "NaN", "VerticalViewSize": "20"}, None),
        ({"VerticallyScrollable": "False", "VerticalScrollPercent": "50", "VerticalViewSize": "20"}, None),
    ],
)
def test_a_scrolling_part_says_how_much_lies_beyond_its_edges(said: dict[str, str], scroll: Scroll | None) -> None:
    assert only("Pane", **said).scroll == scroll


# The whole


def test_the_title_is_that_of_the_window_in_front_and_the_size_that_of_the_root() -> None:
    windows = (
        element("Window", Name="Behind")
        + element("Window", Name="In front", IsForeground="true")
        + element("Window", Name="Parked", WindowVisualState="2")
    )
    desktop = element("Pane", windows, Name="Desktop", BoundingRectangle="0,0,1024,768")
    observation = lumos_layer.read(desktop.encode())
    assert (observation.format, observation.title, observation.size) == ("uia", "In front", (1024, 768))
    assert window(x="5", y="5", width="300", height="200").title == "Main"
    assert window(x="5", y="5", width="300", height="200").size == (300, 200)


def test_a_minimised_window_gives_no_title_where_another_is_open() -> None:
    windows = element("Window", Name="Parked", WindowVisualState="2") + element("Window", Name="Open")
    assert lumos_layer.read(element("Pane", windows, AutomationId="").encode()).title == "Open"


def test_the_identity_of_an_element_is_kept() -> None:
    assert only("Button", RuntimeId="42.1.2", NativeWindowHandle="0x1").native_id == "42.1.2"
    assert only("Button", RuntimeId="", NativeWindowHandle="0x1").native_id == "0x1"


@pytest.mark.parametrize(
    "sign", ["AutomationId", "BoundingRectangle", "ClassName", "FrameworkId", "IsEnabled", "IsOffscreen", "RuntimeId"]
)
@pytest.mark.parametrize("tag", ["Window", "WindowControl", "Pane", "Custom"])
def test_a_root_is_recognised_by_its_control_type_and_an_attribute(tag: str, sign: str) -> None:
    assert lumos_layer.read(f'<{tag} {sign}=""/>'.encode()).format == "uia"


@given(st.text(st.sampled_from("[](),.-0123456789 NaInfe+WidthHg∞٣"), max_size=40), st.booleans())
def test_any_rectangle_is_a_box_of_whole_numbers_or_none(text: str, apart: bool) -> None:
    parts = (text.split(",") + [""] * 4)[:4]
    said = dict(zip(("x", "y", "width", "height"), parts, strict=True)) if apart else {"BoundingRectangle": text}
    observation = window(element("Button", Name="OK", **said))
    found = observation.tree[1].bounds
    assert found is None or all(abs(number) < 2**33 for number in (found.x, found.y, found.width, found.height))
    assert observation.blueprint(boxes="box").compact()


@pytest.mark.parametrize(("name", "clips"), [("ScrollViewer", True), ("QScrollArea", True), ("ScrollBar", False), ("", False)])
def test_a_pane_made_for_scrolling_clips_with_or_without_a_pattern(name: str, clips: bool) -> None:
    assert only("Pane", ClassName=name).clips is clips
