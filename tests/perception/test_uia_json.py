from __future__ import annotations

import json
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.errors import DamagedDump, InputError, LimitExceeded
from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats.uia_json import UIA_JSON
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Node, Rect, Role, tree_of


def read(document: object) -> Draft:
    document = orjson.loads(json.dumps(document))
    assert UIA_JSON.recognises(document)
    draft = UIA_JSON.parse(document)
    assert len(draft.places) == len(draft.nodes)
    assert list(tree_of(draft.nodes, list(draft.parents)).ends) == list(draft.ends)
    return draft


def one(**said: Any) -> Node:
    return read({"ControlType": "Pane", "Children": [said]}).nodes[1]


# React Native for Windows


def test_an_automation_tree_is_read_and_the_other_trees_beside_it_are_not() -> None:
    draft = read(
        {
            "Automation Tree": {
                "AutomationId": "list",
                "ControlType": 50026,
                "LocalizedControlType": "group",
                "ScrollPattern.HorizontallyScrollable": True,
                "__Children": [
                    {"ControlType": 50000, "IsKeyboardFocusable": True, "Name": "Pizza", "PositionInSet": 1},
                    {"ControlType": 50020, "Name": "Soup", "TextRangePattern.GetText": "Soup"},
                    {"ControlType": 50012},
                ],
            },
            "Component Tree": {"Type": "ViewComponentView", "__Children": [{"Type": "ParagraphComponentView"}]},
            "Visual Tree": {"Offset": "0, 0, 0", "Size": "916, 36"},
        }
    )
    assert [(node.role, node.name, node.can) for node in draft.nodes] == [
        (Role.GROUP, "", ("scroll",)),
        (Role.BUTTON, "Pizza", ("click",)),
        (Role.TEXT, "Soup", ()),
        (Role.PROGRESSBAR, "", ()),
    ]
    assert draft.places == ["/Automation Tree", *(f"/Automation Tree/__Children/{i}" for i in range(3))]
    assert draft.nodes[0].identifier == "list"


def test_the_text_of_a_field_is_its_value_and_of_a_nameless_text_its_name() -> None:
    field = one(ControlType="Edit", Name="Title", **{"TextRangePattern.GetText": "Minutes"})
    assert (field.name, field.value) == ("Title", "Minutes")
    assert one(ControlType="Text", **{"TextRangePattern.GetText": "Hello"}).name == "Hello"


# Lists of elements, as programs on pywinauto write them


def test_an_element_list_is_read_without_the_object_around_it() -> None:
    draft = read(
        {
            "status": "success",
            "window_title": "Untitled - Paint",
            "element_count": 2,
            "elements": [
                {
                    "control_type": "Pane",
                    "name": "",
                    "text": "",
                    "automation_id": "",
                    "is_visible": True,
                    "is_enabled": True,
                    "handle": 36177222,
                    "rect": {"left": 161, "top": 241, "right": 1675, "bottom": 1049, "width": 1514, "height": 808},
                    "children": [
                        {
                            "control_type": "Button",
                            "name": "Redo",
                            "text": "Redo",
                            "is_enabled": False,
                            "is_visible": True,
                            "x": 610,
                            "y": 247,
                            "width": 48,
                            "height": 48,
                            "children": [],
                        },
                        {"control_type": "Slider", "name": "", "text": "Size", "is_visible": False, "automation_id": "size"},
                    ],
                },
                {"control_type": "TitleBar", "name": "", "children": None},
            ],
        }
    )
    pane, redo, size, bar = draft.nodes
    assert (pane.bounds, pane.native_id, list(draft.parents)) == (Rect(161, 241, 1514, 808), "36177222", [-1, 0, 0, -1])
    assert (redo.name, redo.enabled, redo.bounds) == ("Redo", False, Rect(610, 247, 48, 48))
    assert (size.name, size.identifier, size.hidden) == ("Size", "size", True)
    assert bar.role is Role.GENERIC
    assert (draft.title, draft.places[2]) == ("Untitled - Paint", "/elements/0/children/1")


# Trees of the Python package uiautomation


def test_a_recorded_tree_with_sides_is_read() -> None:
    draft = read(
        {
            "time_stamp": 30676.1,
            "axtree": {
                "Name": "Settings",
                "ControlType": "WindowControl",
                "Depth": 0,
                "BoundingRectangle": {"left": -8, "top": -8, "right": 1374, "bottom": 736},
                "Children": [
                    {
                        "Name": "System",
                        "ControlType": "MenuBarControl",
                        "Children": [],
                        "BoundingRectangle": {"left": 0, "top": 0, "right": 0, "bottom": 0},
                    },
                    {
                        "Name": "Close",
                        "ControlType": "ButtonControl",
                        "Children": [],
                        "BoundingRectangle": {"left": 1320, "top": 0, "right": 1366, "bottom": 32},
                    },
                ],
            },
        }
    )
    assert [node.role for node in draft.nodes] == [Role.WINDOW, Role.MENUBAR, Role.BUTTON]
    assert (draft.title, draft.size, draft.nodes[2].bounds) == ("Settings", (1382, 744), Rect(1320, 0, 46, 32))
    observation = Observation(draft, UIA_JSON, "main", 0)
    assert [observation.text_of(ref) for ref, i in observation.refs.items() if observation.tree[i].can] == ["Close"]


# Any tree whose keys are UIA's


def test_keys_are_known_in_every_spelling() -> None:
    pascal = {"ControlType": "CheckBox", "Name": "Wrap", "ToggleState": "On", "IsEnabled": False, "HelpText": "Wraps lines"}
    camel = {"controlType": "check box", "name": "Wrap", "toggleState": 1, "isEnabled": "false", "helpText": "Wraps lines"}
    snake = {"control_type": 50002, "name": "Wrap", "toggle_state": "ToggleState_On", "enabled": 0, "help_text": "Wraps lines"}
    dotted = {
        "control_type_id": "50002",
        "Title": "Wrap",
        "TogglePattern.ToggleState": True,
        "IsEnabled": False,
        "HelpText": "Wraps lines",
    }
    nodes = [one(**said) for said in (pascal, camel, snake, dotted)]
    assert nodes[0] == nodes[1] == nodes[2] == nodes[3]
    assert (nodes[0].checked, nodes[0].can, nodes[0].enabled, nodes[0].hint) == ("true", ("toggle",), False, "Wraps lines")


def test_patterns_may_be_a_list_of_names_or_an_object() -> None:
    assert one(ControlType="Pane", Patterns=["InvokePattern", 10010, "Nonsense", None]).can == ("click", "select")
    node = one(
        ControlType="Custom", patterns={"RangeValue": {"Value": 3, "Minimum": 0, "Maximum": 9}, "Toggle": False, "Invoke": True}
    )
    assert (node.can, node.value, node.maximum) == (("click", "range"), "3", 9.0)


def test_properties_may_stand_in_an_object_of_their_own() -> None:
    assert one(ControlType="Edit", properties={"Name": "City", "Value": "Köln", "IsReadOnly": True}).value == "Köln"


def test_children_may_be_a_list_an_object_of_objects_or_one_object() -> None:
    button = {"ControlType": "Button", "Name": "Go"}
    for below, place in (([button], "/Children/0"), ({"a/b~c": button}, "/Children/a~1b~0c"), (button, "/Children")):
        draft = read({"ControlType": "Window", "Name": "W", "Children": below})
        assert [node.name for node in draft.nodes] == ["W", "Go"]
        assert draft.places[1] == place


def test_a_list_of_trees_has_several_roots() -> None:
    draft = read([{"ControlType": "Window", "Name": "A"}, {"ControlType": "Window", "Name": "B"}])
    assert (list(draft.parents), draft.places, draft.title) == ([-1, -1], ["/0", "/1"], "A")


def test_a_root_without_a_control_type_is_read_with_its_children() -> None:
    draft = read({"name": "Desktop", "children": [{"ControlType": "Window", "Name": "A"}]})
    assert [(node.role, node.name) for node in draft.nodes] == [(Role.GENERIC, "Desktop"), (Role.WINDOW, "A")]


def test_bare_numbers_are_edges_unless_children_stand_outside() -> None:
    assert one(ControlType="Button", BoundingRectangle=[10, 10, 50, 30]).bounds == Rect(10, 10, 40, 20)
    rows = [{"ControlType": "ListItem", "bounds": f"700, {y}, 90, 20"} for y in (300, 320, 340)]
    draft = read({"ControlType": "List", "bounds": "600, 290, 200, 100", "Children": rows})
    assert draft.nodes[2].bounds == Rect(700, 320, 90, 20)


def test_a_password_is_not_in_the_tree() -> None:
    node = one(ControlType="Edit", Name="PIN", IsPassword=True, Value="4711")
    assert (node.protected, node.filled, node.value) == (True, True, None)


def test_the_text_of_a_password_field_is_no_name() -> None:
    for said in ({"name": "", "text": "4711"}, {"text": "4711"}, {"TextPattern.GetText": "4711"}):
        node = one(control_type="Edit", is_password=True, **said)
        assert (node.name, node.value, node.protected, node.filled) == ("", None, True, True)


def test_the_text_beside_the_name_of_a_field_is_its_value() -> None:
    field = one(control_type="Edit", name="City", text="Köln")
    assert (field.name, field.value) == ("City", "Köln")
    assert one(control_type="Edit", title="City").name == "City"
    assert one(control_type="Edit", name="City", text="City").value is None


def test_unknown_control_types_stay_with_their_name() -> None:
    assert (one(ControlType="Knob", Name="Volume").role, one(ControlType="Knob", Name="Volume").name) == (Role.GENERIC, "Volume")


# Damage and hostility


def test_children_that_are_no_objects_are_counted() -> None:
    draft = read({"ControlType": "Pane", "Children": ["text", 5, None, {"ControlType": "Button", "Name": "Go"}]})
    assert [node.name for node in draft.nodes] == ["", "Go"]
    assert draft.warnings == ["Children that are no objects, passed over: 2."]


def nested(levels: int) -> dict[str, Any]:
    root: dict[str, Any] = {"ControlType": "Pane"}
    inner = root
    for _ in range(levels):
        below: dict[str, Any] = {"ControlType": "Pane"}
        inner["Children"] = [below]
        inner = below
    inner["Name"] = "bottom"
    return root


def test_two_thousand_levels_are_read() -> None:
    draft = UIA_JSON.parse(nested(2000))
    assert (len(draft.nodes), draft.nodes[-1].name, draft.ends[0]) == (2001, "bottom", 2001)


def test_a_hundred_thousand_levels_are_refused() -> None:
    document = nested(100_000)
    with pytest.raises(LimitExceeded, match="nesting"):
        UIA_JSON.parse(document)
    while document:  # taken apart from the top, for Python does that by recursion
        document = document.pop("Children", [{}])[0]


def test_a_document_without_an_element_is_refused_with_advice() -> None:
    with pytest.raises(DamagedDump, match="control type"):
        UIA_JSON.parse({"status": "error"})


def test_other_json_is_not_taken_for_it() -> None:
    for other in (
        [],
        {},
        None,
        "x",
        {"nodes": [{"nodeId": "1", "role": {"value": "button"}, "name": {"value": "Go"}}]},
        {"AXRole": "AXButton", "AXChildren": []},
        {"views": [{"class": "android.widget.Button", "text": "Go"}]},
        {"format": "environment-notes/1", "notes": [{"kind": "note", "text": "x"}]},
        [{"text": "Go", "bbox": [1, 2, 3, 4]}],
        {"ControlType": "Knob"},
        {"children": [{"role": "button"}]},
    ):
        assert not UIA_JSON.recognises(other)


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=8), st.just("Button")),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["ControlType", "Children", "Name", "Patterns", "Properties", "rect", "x", "bounds", "a"]), inner
        ),
    ),
    max_leaves=20,
)


@given(JSON)
def test_no_document_breaks_the_reader(document: Any) -> None:
    UIA_JSON.recognises(document)
    try:
        draft = UIA_JSON.parse({"ControlType": "Window", "Children": [document]})
    except InputError:
        return
    assert len(draft.places) == len(draft.nodes) == len(draft.ends)


def test_a_pane_made_for_scrolling_clips() -> None:
    found = read({"ControlType": "Pane", "Name": "p", "ClassName": "ScrollViewer", "BoundingRectangle": "0,0,9,9", "Children": []})
    assert [node.clips for node in found.nodes] == [True]
