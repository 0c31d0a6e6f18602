from __future__ import annotations

import json
from typing import Any

import pytest

from lumos_layer.errors import DamagedDump, LimitExceeded
from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats.mac_ax import MAC_AX
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.secrets import keep_secrets
from lumos_layer.tree import Node, Rect, Role


def ax(role: str | None = None, *children: Any, **said: Any) -> dict[str, Any]:
    """An element; `said` are attributes without AX."""
    element: dict[str, Any] = {f"AX{key}": value for key, value in said.items()}
    if role is not None:
        element["AXRole"] = f"AX{role}"
    if children:
        element["AXChildren"] = list(children)
    return element


def at(x: float, y: float, width: float, height: float) -> dict[str, Any]:
    return {"x": x, "y": y, "w": width, "h": height, "type": "kAXValueCGRectType"}


def read(document: Any) -> Draft:
    draft = MAC_AX.parse(document)
    keep_secrets(draft)
    return draft


def one(role: str | None, **said: Any) -> Node:
    return read(ax(role, **said) if role else ax("Window", ax(None, **said))).nodes[-1]


def look(document: Any) -> Observation:
    return Observation(read(document), MAC_AX, "main", len(json.dumps(document)))


def names(observation: Observation) -> list[str]:
    """What can be acted on, in order."""
    return [observation.name_of(node) for node in observation.refs.values() if observation.tree[node].can]


# Recognition


@pytest.mark.parametrize(
    "document",
    [
        {"AXRole": "AXWindow"},
        {"AXEnabled": True, "AXChildren": [{"AXTitle": "Inbox"}]},
        {"role": "AXWindow", "children": []},
        [{"role": "AXButton"}],
        {"tree": {"AXRole": "AXApplication"}},
        {"ok": True, "result": {"app": "Mail", "elements": [{"role": "AXButton"}]}},
        {"attributes": {"AXRole": "AXButton"}},
    ],
)
def test_trees_of_ax_elements_are_recognised(document: Any) -> None:
    assert MAC_AX.recognises(document)
    assert len(read(document).nodes) >= 1


@pytest.mark.parametrize(
    "document",
    [
        None,
        "AXRole",
        7,
        [],
        {},
        [[]],
        {"AXRole": 3},
        {"AXChildren": "AXButton"},
        {"role": "button", "children": []},
        {"role": {"type": "role", "value": "AXButton"}, "nodeId": "1"},
        {"nodes": [{"nodeId": "1", "role": {"value": "RootWebArea"}}]},
        {"ControlType": "Button", "Name": "AXButton", "Children": []},
        {"role": "AX"},
        {"role": "axes"},
    ],
)
def test_other_documents_are_not(document: Any) -> None:
    assert not MAC_AX.recognises(document)
    with pytest.raises(DamagedDump, match="AXRole"):
        read(document)


# Names and values


def test_the_title_is_the_name_else_the_description_else_the_help() -> None:
    full = one("Button", Title="Send", Description="Send message", Help="Sends it now", Identifier="send-button")
    assert (full.name, full.hint, full.identifier) == ("Send", "Send message", "send-button")
    assert one("Button", Title="", Description="Send message", Help="Sends it now").name == "Send message"
    assert one("Button", Help="Sends it now").name == "Sends it now"


def test_an_identifier_is_never_a_name() -> None:
    assert one("Button", Identifier="send-button").name == ""


def test_a_field_is_called_what_its_title_element_says() -> None:
    assert one("TextField", Value="Ada", TitleUIElement=ax("StaticText", Value="First name")).name == "First name"


def test_a_nameless_button_of_a_window_says_what_it_is_for() -> None:
    close = one("Button", Subrole="AXCloseButton", RoleDescription="close button")
    assert (close.name, close.hint) == ("", "close button")


def test_a_text_says_its_value() -> None:
    assert one("StaticText", Value="Total: 42 €").name == "Total: 42 €"
    both = one("StaticText", Description="Total", Value="42 €")
    assert (both.name, both.value) == ("Total", "42 €")


def test_names_are_cleaned() -> None:
    assert one("Button", Title="Pay\n now\u200b ").name == "Pay now"


@pytest.mark.parametrize("role", ["TextField", "TextArea", "ComboBox"])
def test_a_value_equal_to_the_placeholder_is_no_value(role: str) -> None:
    field = one(role, Title="Mail", Value="you@example.com", PlaceholderValue="you@example.com")
    assert (field.name, field.value, field.hint) == ("Mail", "", "you@example.com")
    assert one(role, Value="a\nb").value == "a\nb"


def test_a_secure_field_tells_only_whether_it_is_filled() -> None:
    filled = one("TextField", Subrole="AXSecureTextField", Title="Password", Value="hunter2")
    assert (filled.protected, filled.value, filled.filled) == (True, None, True)
    assert one("TextField", Subrole="AXSecureTextField", Value="").filled is False
    assert one("TextField", Subrole="AXSecureTextField", Value="Password", PlaceholderValue="Password").filled is False
    assert one("TextField", Value="••••").protected is True


def test_what_was_typed_into_a_secure_field_is_nowhere_in_the_tree() -> None:
    field = ax("TextField", ax("StaticText", Value="hunter2"), Subrole="AXSecureTextField", Value="hunter2")
    draft = read(ax("Window", ax("Group", field, Value="hunter2"), Title="Sign in"))
    assert not any("hunter2" in f"{node.name} {node.value} {node.hint}" for node in draft.nodes)


@pytest.mark.parametrize(
    ("value", "checked"), [(0, "false"), (1, "true"), (2, "mixed"), (True, "true"), ("1", "true"), (1.0, "true"), (None, None)]
)
def test_the_value_of_a_check_box_says_whether_it_is_checked(value: Any, checked: str | None) -> None:
    node = one("CheckBox", Title="Wrap", Value=value)
    assert (node.checked, node.value) == (checked, None)


def test_ranges_have_a_value_and_its_limits() -> None:
    slider = one("Slider", Value=0.5, MinValue=0, MaxValue=2)
    assert (slider.role, slider.value, slider.minimum, slider.maximum) == (Role.SLIDER, "0.5", 0, 2)
    bar = one("ScrollBar", Value=0.25)
    assert (bar.value, bar.maximum, bar.can) == ("0.25", 1, ("range",))


def test_values_that_are_objects_are_no_values() -> None:
    assert one("Slider", Value={"type": "kAXValueCFRangeType", "loc": 1}).value is None


# Roles, states and what can be done


@pytest.mark.parametrize(
    ("role", "subrole", "expected", "can"),
    [
        ("Button", None, Role.BUTTON, ("click",)),
        ("CheckBox", "AXSwitch", Role.SWITCH, ("toggle",)),
        ("CheckBox", "AXToggle", Role.BUTTON, ("click", "toggle")),
        ("RadioButton", None, Role.RADIO, ("select",)),
        ("RadioButton", "AXTabButton", Role.TAB, ("select",)),
        ("TextField", "AXSearchField", Role.SEARCHBOX, ("set_value", "type")),
        ("ComboBox", None, Role.COMBOBOX, ("expand", "set_value", "type")),
        ("PopUpButton", None, Role.COMBOBOX, ("expand",)),
        ("Row", None, Role.ROW, ("select",)),
        ("Row", "AXOutlineRow", Role.TREEITEM, ("select",)),
        ("Cell", None, Role.CELL, ()),
        ("ScrollArea", None, Role.GENERIC, ("scroll",)),
        ("Group", "AXLandmarkNavigation", Role.NAVIGATION, ()),
        ("Group", "AXApplicationAlertDialog", Role.ALERTDIALOG, ()),
        ("Window", "AXDialog", Role.DIALOG, ()),
        ("Window", "AXStandardWindow", Role.WINDOW, ()),
        ("Image", None, Role.IMG, ()),
        ("SomethingNew", "AXSomethingNewer", Role.GENERIC, ()),
    ],
)
def test_role_and_subrole_say_what_an_element_is(role: str, subrole: str | None, expected: Role, can: tuple[str, ...]) -> None:
    node = one(role, Subrole=subrole)
    assert (node.role, node.can) == (expected, can)


@pytest.mark.parametrize(
    "actions", [["AXPress", "AXShowMenu"], [{"name": "AXPress"}], {"AXPress": "press"}, "AXPress, AXShowMenu", ["Press"]]
)
def test_declared_actions_say_what_can_be_done(actions: Any) -> None:
    assert one("Image", ActionNames=actions).can == ("click",)
    assert one("Group", Actions=actions).can == ("click",)


def test_actions_that_do_nothing_to_the_element_make_no_control_of_it() -> None:
    assert one("StaticText", Value="Hello", Actions=["AXShowMenu", "AXScrollToVisible", 3, None, {}]).can == ()


def test_states_are_told_by_their_attributes() -> None:
    node = one("TextField", Enabled=False, Focused=True, Selected=True, Required=True, Invalid="spelling", ElementBusy=1)
    assert (node.enabled, node.focused, node.selected) == (False, True, True)
    assert (node.required, node.invalid, node.busy) == (True, True, True)
    quiet = one("Button", Enabled="true", Focused=False, Invalid="false")
    assert (quiet.enabled, quiet.focused, quiet.selected, quiet.invalid) == (True, None, None, False)
    assert one("Sheet").modal is True
    assert one("Window", Modal=True).modal is True
    assert one("Window", Minimized=True).minimized is True
    assert one("Group", Hidden=True).hidden is True


def test_what_opens_says_whether_it_is_open() -> None:
    assert one("DisclosureTriangle", Value=0).expanded is False
    assert (one("PopUpButton", Expanded=True).expanded, one("Button", Expanded=False).can) == (True, ("click", "expand"))
    assert one("Row", Disclosing=True).expanded is True
    assert one("Row", Disclosing=False).expanded is None


def test_a_link_has_an_address_and_a_heading_a_level() -> None:
    assert one("Link", Title="Help", URL="https://example.com/").url == "https://example.com/"
    heading = one("Heading", Title="Orders", Value=2)
    assert (heading.role, heading.level, heading.value) == (Role.HEADING, 2, None)


def test_a_menu_item_with_a_mark_is_checked() -> None:
    marked = one("MenuItem", Title="Wrap", MenuItemMarkChar="✓")
    assert (marked.role, marked.checked) == (Role.MENUITEMCHECKBOX, "true")
    assert one("MenuItem", Title="Wrap", MenuItemMarkChar=None).role is Role.MENUITEM


def test_rows_and_tabs_are_what_they_stand_in() -> None:
    assert read(ax("Outline", ax("Row"))).nodes[1].role is Role.TREEITEM
    assert read(ax("List", ax("Row"))).nodes[1].role is Role.LISTITEM
    tab = read(ax("TabGroup", ax("RadioButton", Title="General", Value=1))).nodes[1]
    assert (tab.role, tab.selected, tab.checked) == (Role.TAB, True, None)


def test_the_columns_of_a_table_do_not_repeat_its_cells() -> None:
    cell = ax("Cell", ax("StaticText", Value="Ada"))
    draft = read(ax("Table", ax("Row", cell), ax("Column", cell)))
    assert [node.hidden for node in draft.nodes if node.role is Role.GENERIC] == [True]
    assert read(ax("Browser", ax("Column", cell))).nodes[1].hidden is False


def test_of_a_closed_menu_only_what_opens_it_is_shown() -> None:
    def menu(title: str, **said: Any) -> dict[str, Any]:
        items = ax("MenuItem", Title=f"In {title}", Frame=at(0, 0, 90, 22)), ax("MenuItem", Enabled=False, Frame=at(0, 22, 90, 11))
        return ax("MenuBarItem", ax("Menu", *items, Frame=at(50, 24, 90, 44)), Title=title, Frame=at(50, 0, 40, 24), **said)

    observation = look(ax("Application", ax("MenuBar", menu("File"), menu("Edit", Selected=True)), Title="Notes"))
    assert names(observation) == ["File", "Edit", "In Edit"]


# Elements that do not say their role


def test_an_element_with_a_title_and_no_role_can_be_clicked() -> None:
    draft = read(ax("Window", ax(None, Title="Channels"), ax(None, Description="online"), ax(None, Value="Person D")))
    assert [node.can for node in draft.nodes[1:]] == [("click",), (), ()]
    assert [node.name for node in draft.nodes[1:]] == ["Channels", "online", ""]
    assert "4 elements" not in draft.warnings[0]
    assert draft.warnings == [
        "3 elements do not say their role; those with a title, and those right in a list, were taken for controls."
    ]


def test_in_an_outline_what_is_right_in_it_and_what_is_as_wide_is_a_row() -> None:
    deep = ax(None, ax(None, Title="general", Frame=at(72, 246, 274, 28)), ax(None, Title="more", Frame=at(115, 280, 35, 28)))
    draft = read(
        ax(
            "Outline",
            ax("Row", Title="Inbox", Frame=at(72, 140, 274, 28)),
            ax(None, Title="Sent", Frame=at(72, 168, 274, 28)),
            ax(None, Frame=at(72, 196, 274, 12)),
            deep,
            Frame=at(72, 128, 274, 756),
        )
    )
    found = {node.name: (node.role, node.can) for node in draft.nodes if node.name}
    assert found == {
        "Inbox": (Role.TREEITEM, ("select",)),
        "Sent": (Role.TREEITEM, ("select",)),
        "general": (Role.TREEITEM, ("select",)),
        "more": (Role.GENERIC, ("click",)),
    }


def test_where_all_say_their_role_nothing_is_warned_of() -> None:
    assert read(ax("Window", ax("Button", Title="OK"))).warnings == []


# Where things are


@pytest.mark.parametrize(
    "place",
    [
        {"AXFrame": at(10, 20, 30, 40)},
        {"AXFrame": {"X": 10, "Y": 20, "Width": 30, "Height": 40}},
        {"AXFrame": {"origin": {"x": 10, "y": 20}, "size": {"width": 30, "height": 40}}},
        {"AXFrame": [[10, 20], [30, 40]]},
        {"AXFrame": "{{10, 20}, {30, 40}}"},
        {"AXFrame": "<AXValue 0x600003a1 {value = x:10.000000 y:20.000000 w:30.000000 h:40.000000 type = kAXValueCGRectType}>"},
        {"AXPosition": {"x": 10, "y": 20}, "AXSize": {"w": 30, "h": 40}},
        {"AXPosition": "x=10 y=20", "AXSize": "w=30 h=40"},
        {"AXPosition": [10, 20], "AXSize": [30, 40]},
        {"absolute_position": "10.00;20.00", "position": "1.00;2.00", "size": "30;40"},
        {"bbox": [10, 20, 40, 60]},
        {"bounds": {"x": "10", "y": "20", "width": "30", "height": "40"}},
        {"frame": [9.9999999, 20.0000001, 30, 40]},
    ],
)
def test_a_box_is_read_in_every_spelling(place: dict[str, Any]) -> None:
    assert read({"AXRole": "AXButton", **place}).nodes[0].bounds == Rect(10, 20, 30, 40)


def test_boxes_hold_the_whole_element() -> None:
    assert one("Button", Frame=at(10.5, -20.5, 30, 40)).bounds == Rect(10, -21, 31, 41)


@pytest.mark.parametrize(
    "frame",
    [
        None,
        7,
        "everywhere",
        [],
        {},
        [1, 2, 3],
        [1, 2, 3, 4, 5],
        [[1, 2], [3]],
        {"x": 1, "y": 2, "w": None, "h": 4},
        {"x": True, "y": 2, "w": 3, "h": 4},
        {"x": 10**400, "y": 2, "w": 3, "h": 4},
        {"x": float("nan"), "y": 2, "w": 3, "h": 4},
        {"x": float("inf"), "y": 2, "w": 3, "h": 4},
        {"x": [], "y": {}, "w": 3, "h": 4},
        "9" * 100_000,
    ],
)
def test_what_is_no_box_is_no_box(frame: Any) -> None:
    assert one("Button", Frame=frame).bounds is None


# Other spellings


def test_short_names_are_read_like_the_attributes() -> None:
    draft = read(
        {
            "role": "AXWindow",
            "title": "Documents",
            "children": [
                {"role": "AXButton", "description": "Back", "is_enabled": False, "actions": ["AXPress"], "identifier": "back"},
                {"role": "AXTextField", "label": "Name", "value": "Ada", "placeholder_value": "Your name", "focused": True},
            ],
        }
    )
    window, button, field = draft.nodes
    assert (draft.title, window.role) == ("Documents", Role.WINDOW)
    assert (button.name, button.enabled, button.identifier) == ("Back", False, "back")
    assert (field.name, field.value, field.hint, field.focused) == ("Name", "Ada", "Your name", True)


def test_attributes_may_stand_in_an_object_of_their_own() -> None:
    draft = read({"attributes": {"AXRole": "AXButton", "AXTitle": "OK"}, "children": [{"attrs": {"AXRole": "AXImage"}}]})
    assert [(node.role, node.name) for node in draft.nodes] == [(Role.BUTTON, "OK"), (Role.IMG, "")]


def test_children_are_taken_from_one_attribute_only() -> None:
    button = ax("Button", Title="OK")
    draft = read({**ax("Application", ax("Window", button)), "AXWindows": [ax("Window", button)], "AXRows": []})
    assert [node.role for node in draft.nodes] == [Role.APPLICATION, Role.WINDOW, Role.BUTTON]
    assert [node.role for node in read({"AXRole": "AXApplication", "AXWindows": [ax("Window")]}).nodes][1] is Role.WINDOW


def test_children_may_be_an_object() -> None:
    draft = read({"AXRole": "AXWindow", "AXChildren": {"a/b": ax("Button", Title="One"), "c": ax("Button", Title="Two")}})
    assert [node.name for node in draft.nodes] == ["", "One", "Two"]
    assert draft.places == ["", "/AXChildren/a~1b", "/AXChildren/c"]
    assert len(read({"AXRole": "AXWindow", "AXChildren": ax("Button", Title="One")}).nodes) == 2


def test_every_node_has_the_json_pointer_of_its_object() -> None:
    draft = read({"ok": True, "tree": ax("Window", ax("Group", ax("Button")), ax("Button"))})
    assert draft.places == ["/tree", "/tree/AXChildren/0", "/tree/AXChildren/0/AXChildren/0", "/tree/AXChildren/1"]
    assert list(draft.parents) == [-1, 0, 1, 0]
    assert list(draft.ends) == [4, 3, 3, 4]
    assert draft.tags == ["AXWindow", "AXGroup", "AXButton", "AXButton"]


def test_several_trees_stand_beside_each_other() -> None:
    draft = read([ax("Window", Title="One"), ax("Window", Title="Two", Main=True, Frame=at(0, 0, 800, 600))])
    assert list(draft.parents) == [-1, -1]
    assert (draft.title, draft.size) == ("Two", (800, 600))


def test_the_program_and_its_window_are_told() -> None:
    draft = read(ax("Application", ax("Window", Title="All notes", Frame=at(5, 5, 400, 300)), Title="Notes"))
    assert (draft.app, draft.title, draft.size) == ("Notes", "All notes", (400, 300))


# Input that cannot be trusted


def test_children_that_are_no_objects_are_passed_over_and_counted() -> None:
    draft = read(ax("Window", "<AXUIElement 0x1>", 7, None, [ax("Button")], ax("Button", Title="OK")))
    assert [node.name for node in draft.nodes] == ["", "OK"]
    assert draft.warnings == ["Children that are no objects, passed over: 3."]


def test_attributes_of_any_type_do_no_harm() -> None:
    oddities: tuple[Any, ...] = (None, True, 0, -1.5, 10**400, "", "x" * 100_000, [], [[]], {}, {"a": [1]})
    for odd in oddities:
        keys = (
            "Subrole", "Title", "Description", "Help", "Value", "PlaceholderValue", "Identifier", "Enabled", "Focused", "Selected",
            "Expanded", "Disclosing", "Hidden", "Frame", "Position", "Size", "MinValue", "MaxValue", "URL", "Modal", "Minimized",
            "Main", "Required", "Invalid", "ElementBusy", "Actions", "MenuItemMarkChar", "TitleUIElement", "RoleDescription",
        )  # fmt: skip
        for role in ("Button", "TextField", "Slider", "MenuItem", "Heading", "CheckBox", "Window", "StaticText"):
            assert len(read(ax(role, **dict.fromkeys(keys, odd))).nodes) == 1
        assert len(read({"AXRole": "AXGroup", "AXChildren": odd, "attributes": odd}).nodes) <= 2


def test_nesting_that_no_screen_has_is_refused() -> None:
    document = ax("Group")
    for _ in range(100_000):
        document = ax("Group", document)
    with pytest.raises(LimitExceeded, match="nesting"):
        read(document)


def test_a_thousand_levels_are_read() -> None:
    document = ax("Button", Title="Deep")
    for _ in range(1000):
        document = ax("Group", document)
    draft = read(document)
    assert len(draft.nodes) == 1001
    assert draft.places[-1] == "/AXChildren/0" * 1000


def test_a_hundred_thousand_elements_are_read() -> None:
    draft = read(ax("Table", *(ax("Row", Title=str(i)) for i in range(100_000)), *(ax("Column") for _ in range(100))))
    assert len(draft.nodes) == 100_101
