from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from types import MappingProxyType
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.errors import DamagedDump
from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats.cdp import CDP
from lumos_layer.perception.secrets import keep_secrets
from lumos_layer.tree import Node, Rect, Role, Scroll, tree_of

DATA = Path(__file__).parent / "data" / "web"
VISIBLE = ("block", "visible", "auto")
HAND = ("block", "visible", "pointer")


def ax(node_id: int, role: str, name: str = "", *below: int, **said: object) -> dict[str, Any]:
    """A node as getFullAXTree writes it; `said` are its properties, and what stands beside them in capitals."""
    node: dict[str, Any] = {
        "nodeId": str(node_id),
        "ignored": False,
        "role": {"type": "role", "value": role},
        "name": {"type": "computedString", "value": name},
        "properties": [{"name": key, "value": {"type": "x", "value": value}} for key, value in said.items() if key.islower()],
        "childIds": [str(child) for child in below],
        "backendDOMNodeId": node_id,
    }
    if "VALUE" in said:
        node["value"] = {"type": "string", "value": said["VALUE"]}
    if "DESCRIPTION" in said:
        node["description"] = {"type": "computedString", "value": said["DESCRIPTION"]}
    return node


def ignored(node_id: int, reason: str, *below: int) -> dict[str, Any]:
    node = ax(node_id, "none", "", *below)
    return {**node, "ignored": True, "ignoredReasons": [{"name": reason, "value": {"type": "boolean", "value": True}}]}


class Dom:
    """A DOM snapshot in the making; element 1 is the document."""

    def __init__(self, size: tuple[float, float] = (800, 600), **document: object) -> None:
        self.strings = [""]
        self.document = document
        self.rows: list[tuple[int, int, str, list[int], list[float] | None, list[int]]] = []
        self.listening: list[int] = []
        self.typed: list[tuple[int, int]] = []
        self.frames: list[tuple[int, int]] = []
        self.add(1, -1, "#document", (0, 0, *size), ())

    def string(self, text: str) -> int:
        if text not in self.strings:
            self.strings.append(text)
        return self.strings.index(text)

    def add(
        self,
        backend: int,
        parent: int,
        name: str,
        box: tuple[float, ...] | None,
        styles: tuple[str, ...] = VISIBLE,
        listens: bool = False,
        typed: str | None = None,
        holds: int | None = None,
        attributes: Mapping[str, str] = MappingProxyType({}),
    ) -> Dom:
        i = len(self.rows)
        words = [self.string(word) for pair in attributes.items() for word in pair]
        place = None if box is None else [*box]
        self.rows.append((backend, parent, name, words, place, [self.string(style) for style in styles]))
        if listens:
            self.listening.append(i)
        if typed is not None:
            self.typed.append((i, self.string(typed)))
        if holds is not None:
            self.frames.append((i, holds))
        return self

    def written(self) -> dict[str, Any]:
        laid = [(i, row) for i, row in enumerate(self.rows) if row[4] is not None]
        kinds = {"#document": 9, "#text": 3}
        return {
            **self.document,
            "nodes": {
                "parentIndex": [row[1] for row in self.rows],
                "nodeType": [kinds.get(row[2], 1) for row in self.rows],
                "nodeName": [self.string(row[2]) for row in self.rows],
                "backendNodeId": [row[0] for row in self.rows],
                "attributes": [row[3] for row in self.rows],
                "isClickable": {"index": self.listening},
                "inputValue": {"index": [i for i, _ in self.typed], "value": [value for _, value in self.typed]},
                "contentDocumentIndex": {"index": [i for i, _ in self.frames], "value": [value for _, value in self.frames]},
            },
            "layout": {
                "nodeIndex": [i for i, _ in laid],
                "bounds": [row[4] for _, row in laid],
                "styles": [row[5] for _, row in laid],
            },
        }


def page(nodes: list[dict[str, Any]], dom: Dom, **more: object) -> dict[str, Any]:
    """A recording of one page with its snapshot."""
    snapshot = {"documents": [dom.written()], "strings": dom.strings}
    return {
        "computedStyles": ["display", "visibility", "cursor"],
        "sessions": [{"name": "main", "frames": [{"nodes": nodes}], "snapshot": snapshot, **more}],
    }


def read(document: object) -> Draft:
    document = orjson.loads(orjson.dumps(document))
    assert CDP.recognises(document)
    draft = CDP.parse(document)
    keep_secrets(draft)
    assert list(tree_of(draft.nodes, list(draft.parents)).ends) == list(draft.ends)
    return draft


def outline(draft: Draft) -> list[str]:
    """The nodes that say or do something, indented by depth, as "role name"."""
    depth: list[int] = []
    lines = []
    for node, parent in zip(draft.nodes, draft.parents, strict=True):
        depth.append(0 if parent < 0 else depth[parent] + 1)
        lines.append("  " * depth[-1] + f"{node.role} {node.name}".rstrip())
    return lines


def by_id(draft: Draft) -> dict[str, Node]:
    return {node.native_id: node for node in draft.nodes}


def one(node: dict[str, Any]) -> Node:
    """That node, read as the only one below a page."""
    return read({"nodes": [ax(1, "RootWebArea", "P", node["nodeId"]), node]}).nodes[1]


@pytest.fixture(scope="module")
def login() -> Draft:
    return read(json.loads((DATA / "login-password.json").read_bytes()))


@pytest.fixture(scope="module")
def frames() -> Draft:
    return read(json.loads((DATA / "frames.json").read_bytes()))


# Recorded pages


def test_a_recording_gives_title_address_and_size(login: Draft) -> None:
    assert login.title == "Sign in - Example bank"
    assert login.url == "http://127.0.0.1:8765/login.html"
    assert login.size == (760, 520)
    assert login.warnings == []


def test_the_recorded_login_page_is_read_node_by_node(login: Draft) -> None:
    said = [(n.native_id, n.role, n.name, n.can) for n in login.nodes if n.role is not Role.GENERIC]
    assert said == [
        ("16", "document", "Sign in - Example bank", ("focus",)),
        ("23", "main", "", ()),
        ("24", "heading", "Sign in", ()),
        ("4", "text", "Sign in", ()),
        ("2", "form", "", ()),
        ("25", "alert", "", ()),
        ("44", "text", "The user name or the password is wrong. Tries left: 2", ()),
        ("5", "text", "User name", ()),
        ("3", "textbox", "User name", ("set_value", "type")),
        ("6", "text", "Password", ()),
        ("12", "textbox", "Password", ("set_value", "type")),
        ("14", "button", "Show password", ("click", "toggle")),
        ("48", "text", "Hide", ()),
        ("13", "checkbox", "Keep me signed in", ("toggle",)),
        ("15", "button", "Sign in", ("click",)),
        ("9", "text", "Sign in", ()),
        ("31", "link", "Forgot your password?", ("click",)),
        ("11", "text", "Forgot your password?", ()),
    ]


def test_states_ids_and_boxes_are_those_of_the_recording(login: Draft) -> None:
    assert by_id(login)["14"] == Node(
        role=Role.BUTTON,
        name="Show password",
        bounds=Rect(40, 188, 44, 22),
        can=("click", "toggle"),
        focusable=True,
        focused=True,
        pressed="true",
        invalid=False,
        identifier="s",
        native_id="14",
    )


def test_a_password_shown_in_clear_stays_protected(login: Draft) -> None:
    field = by_id(login)["12"]
    assert (field.protected, field.filled, field.value) == (True, True, None)
    assert not any("correct horse" in str(node) for node in login.nodes)


def test_the_text_inside_a_field_is_not_told_twice(login: Draft) -> None:
    assert by_id(login)["3"].value == "ann"
    assert [node.native_id for node in login.nodes if node.name == "ann"] == []


def test_tags_are_the_roles_of_the_dump(login: Draft) -> None:
    assert login.tags[:4] == ["RootWebArea", "none", "none", "main"]
    assert "InlineTextBox" not in login.tags


def test_frames_stand_below_the_elements_that_hold_them(frames: Draft) -> None:
    shown = [line for line in outline(frames) if "generic" not in line and "text " not in line]
    assert shown == [
        "document Frames",
        "      heading Outer",
        "      button Outer clicked",
        "      group Same site",
        "        document Inner",
        "              heading Inner page",
        "              button Inner button",
        "              textbox Inner text",
        "              status",
        "      group Other site",
        "        document Inner",
        "              heading Inner page",
        "              button Inner button",
        "              textbox Inner text",
        "              status",
        "      region Card",
        "        heading Closed shadow root",
        "        button Card button",
        "        textbox Card input",
    ]


@pytest.mark.parametrize(
    ("native_id", "x", "y"),
    [  # what the browser itself found at these points of the page's view
        ("24", 60, 232),
        ("37", 159, 159),
        ("17", 308, 162),
        ("39", 465, 201),
        ("oopif-1/9", 62, 329),
        ("oopif-1/1", 210, 332),
        ("oopif-1/11", 60, 356),
        ("5", 51, 495),
        ("7", 182, 495),
    ],
)
def test_boxes_in_frames_are_in_the_view_of_the_page(frames: Draft, native_id: str, x: int, y: int) -> None:
    bounds = by_id(frames)[native_id].bounds
    assert bounds is not None
    assert bounds.holds(x, y)


def test_only_the_element_has_the_focus_not_the_page_around_it(frames: Draft) -> None:
    assert [node.native_id for node in frames.nodes if node.focused] == ["oopif-1/9"]


# Forms of the document


NODES = [ax(1, "RootWebArea", "P", 2), ax(2, "button", "Go")]


@pytest.mark.parametrize("document", [NODES, {"nodes": NODES}, {"result": {"nodes": NODES}}, {"id": 3, "result": {"nodes": NODES}}])
def test_a_bare_answer_is_read_in_every_wrapping(document: object) -> None:
    draft = read(document)
    assert outline(draft) == ["document P", "  button Go"]
    assert (draft.title, draft.size, draft.nodes[1].bounds, draft.warnings) == ("P", None, None, [])


@pytest.mark.parametrize(
    "document",
    [None, 3, "nodes", [], {}, [1, 2], {"nodes": "x"}, {"nodes": [{"id": 1}]}, {"sessions": []}, {"sessions": [3]}, {"result": 3}],
)
def test_what_is_no_accessibility_tree_is_not_recognised(document: object) -> None:
    assert not CDP.recognises(document)


@pytest.mark.parametrize("document", [{"nodes": []}, {"sessions": [{"frames": []}]}, {"sessions": [{"frames": [{"nodes": 3}]}]}])
def test_an_empty_tree_is_refused_with_a_remedy(document: object) -> None:
    assert CDP.recognises(document)
    with pytest.raises(DamagedDump, match=r"no accessibility node\. Record the answer of Accessibility\.getFullAXTree again"):
        CDP.parse(document)


# Roles and what can be done


@pytest.mark.parametrize(
    ("role", "read_as", "can"),
    [
        ("button", Role.BUTTON, ("click",)),
        ("DisclosureTriangle", Role.BUTTON, ("click",)),
        ("link", Role.LINK, ("click",)),
        ("menuitem", Role.MENUITEM, ("click",)),
        ("checkbox", Role.CHECKBOX, ("toggle",)),
        ("switch", Role.SWITCH, ("toggle",)),
        ("menuitemcheckbox", Role.MENUITEMCHECKBOX, ("toggle",)),
        ("radio", Role.RADIO, ("select",)),
        ("menuitemradio", Role.MENUITEMRADIO, ("select",)),
        ("tab", Role.TAB, ("select",)),
        ("option", Role.OPTION, ("select",)),
        ("treeitem", Role.TREEITEM, ("select",)),
        ("combobox", Role.COMBOBOX, ("expand",)),
        ("PopUpButton", Role.COMBOBOX, ("expand",)),
        ("textbox", Role.TEXTBOX, ("set_value", "type")),
        ("Date", Role.TEXTBOX, ("set_value", "type")),
        ("searchbox", Role.SEARCHBOX, ("set_value", "type")),
        ("slider", Role.SLIDER, ("range",)),
        ("spinbutton", Role.SPINBUTTON, ("range",)),
        ("scrollbar", Role.SCROLLBAR, ("range",)),
        ("row", Role.ROW, ()),
        ("gridcell", Role.GRIDCELL, ()),
        ("columnheader", Role.COLUMNHEADER, ()),
        ("listitem", Role.LISTITEM, ()),
        ("heading", Role.HEADING, ()),
        ("image", Role.IMG, ()),
        ("Iframe", Role.GROUP, ()),
        ("StaticText", Role.TEXT, ()),
        ("application", Role.REGION, ()),
        ("something new", Role.GENERIC, ()),
    ],
)
def test_a_role_says_what_can_be_done(role: str, read_as: Role, can: tuple[str, ...]) -> None:
    node = one(ax(2, role, "N"))
    assert (node.role, node.name, node.can) == (read_as, "N", can)


@pytest.mark.parametrize(
    ("node", "can"),
    [
        (ax(2, "heading", "", focusable=True), ("focus",)),
        (ax(2, "button", "", focusable=True), ("click",)),
        (ax(2, "button", "", pressed="false"), ("click", "toggle")),
        (ax(2, "menuitem", "", expanded=False), ("click", "expand")),
        (ax(2, "treeitem", "", expanded=True), ("expand", "select")),
        (ax(2, "treeitem", "", checked="mixed"), ("toggle", "select")),
        (ax(2, "radio", "", checked="true"), ("select",)),
        (ax(2, "row", "", expanded=False), ("expand",)),
        (ax(2, "combobox", "", editable="plaintext"), ("expand", "set_value", "type")),
        (ax(2, "combobox", "", settable=True), ("expand", "set_value", "type")),
        (ax(2, "spinbutton", "", editable="plaintext", settable=True), ("range",)),
        (ax(2, "separator", "", settable=True), ()),
        (ax(2, "textbox", "", readonly=True, focusable=True), ("focus",)),
        (ax(2, "textbox", "", readonly=True), ()),
        (ax(2, "textbox", "", disabled=True), ("set_value", "type")),
        (ax(2, "button", "", disabled=True), ("click",)),
    ],
)
def test_properties_add_to_what_can_be_done(node: dict[str, Any], can: tuple[str, ...]) -> None:
    assert one(node).can == can


def test_states_are_said_only_where_the_dump_says_them() -> None:
    said = one(ax(2, "checkbox", "Terms", checked="mixed", disabled=True, invalid="true", required=False, busy=1))
    assert said == Node(
        role=Role.CHECKBOX,
        name="Terms",
        can=("toggle",),
        checked="mixed",
        enabled=False,
        invalid=True,
        required=False,
        busy=True,
        native_id="2",
    )
    assert one(ax(2, "checkbox", "Terms")) == Node(role=Role.CHECKBOX, name="Terms", can=("toggle",), native_id="2")


@pytest.mark.parametrize(
    ("value", "text"), [(3, "3"), (3.0, "3"), (0.4000000059604645, "0.4"), (2.5, "2.5"), ("3 %", "3 %"), (True, "true")]
)
def test_values_are_written_as_a_person_would(value: object, text: str) -> None:
    assert one(ax(2, "slider", "", VALUE=value)).value == text


def test_a_range_is_kept_only_if_it_is_one() -> None:
    volume, count = one(ax(2, "slider", "", valuemin=0, valuemax=100)), one(ax(2, "spinbutton", "", valuemin=0, valuemax=0))
    assert (volume.minimum, volume.maximum) == (0, 100)
    assert (count.minimum, count.maximum) == (None, None)


def test_description_is_the_hint_and_a_value_in_words_too() -> None:
    assert one(ax(2, "button", "Save", DESCRIPTION="Ctrl+S")).hint == "Ctrl+S"
    assert one(ax(2, "button", "Save", DESCRIPTION="Save")).hint == ""
    slider = one(ax(2, "slider", "Speed", VALUE=3, valuetext="Medium"))
    assert (slider.value, slider.hint) == ("3", "Medium")


def test_names_are_one_line_without_invisible_characters() -> None:
    assert one(ax(2, "button", " Save\u200b\n  as… ")).name == "Save as…"


# What is no node of its own, and what is hidden


def test_ignored_nodes_leave_their_children_to_the_parent() -> None:
    draft = read([ax(1, "RootWebArea", "P", 2), ignored(2, "uninteresting", 3), ax(3, "button", "Go")])
    assert draft.nodes[1] == Node(native_id="2")
    assert not draft.nodes[2].hidden


def test_line_boxes_breaks_and_bullets_are_left_out() -> None:
    bullet = {**ax(6, "StaticText", "• "), "backendDOMNodeId": 5}
    lone = ax(8, "StaticText", "◦ ")
    del lone["backendDOMNodeId"]
    draft = read(
        [
            ax(1, "RootWebArea", "P", 2, 7),
            ax(2, "StaticText", "One", 3),
            ax(3, "InlineTextBox", "One"),
            ax(4, "LineBreak", "\n"),
            ax(5, "ListMarker", "• ", 6),
            bullet,
            ax(7, "listitem", "", 5, 4, 8, 9),
            lone,
            ax(9, "StaticText", "Two"),
        ]
    )
    assert outline(draft) == ["document P", "  text One", "  listitem", "    text Two"]
    assert draft.warnings == []


def test_what_stands_in_a_break_belongs_to_the_parent() -> None:
    draft = read([ax(1, "RootWebArea", "P", 2), ax(2, "LineBreak", "\n", 3), ax(3, "button", "Go")])
    assert outline(draft) == ["document P", "  button Go"]


def test_labels_leave_the_words_to_their_text() -> None:
    draft = read([ax(1, "RootWebArea", "P", 2), ax(2, "LabelText", "Name", 3), ax(3, "StaticText", "Name")])
    assert outline(draft) == ["document P", "  generic", "    text Name"]


@pytest.mark.parametrize(
    "reason", ["notRendered", "notVisible", "ariaHiddenElement", "ariaHiddenSubtree", "inertElement", "activeModalDialog"]
)
def test_some_reasons_to_be_ignored_mean_hidden(reason: str) -> None:
    assert one(ignored(2, reason)).hidden


def test_what_a_hidden_node_holds_is_hidden_with_it() -> None:
    draft = read([ax(1, "RootWebArea", "P", 2), ax(2, "group", "", 3, hidden=True), ax(3, "button", "Go")])
    assert [node.hidden for node in draft.nodes] == [False, True, False]


def test_what_lies_around_a_modal_dialog_does_not_hide_it() -> None:
    draft = read(
        [
            ax(1, "RootWebArea", "P", 2),
            ignored(2, "activeModalDialog", 3, 4),
            ignored(3, "activeModalDialog"),
            ax(4, "dialog", "Sure?", modal=True),
        ]
    )
    assert [(node.hidden, node.modal) for node in draft.nodes] == [(False, False), (False, False), (True, False), (False, True)]


# With a snapshot


def test_no_box_or_no_visibility_means_hidden() -> None:
    dom = Dom().add(2, 0, "BUTTON", None).add(3, 0, "BUTTON", (0, 0, 9, 9), ("block", "hidden", "auto"))
    dom.add(4, 0, "TR", (0, 0, 9, 9), ("table-row", "collapse", "auto")).add(5, 0, "BUTTON", (0, 0, 9, 9))
    draft = read(page([ax(1, "RootWebArea", "P", 2, 3, 4, 5, 6), *(ax(i, "button") for i in (2, 3, 4, 5, 6))], dom))
    assert [node.hidden for node in draft.nodes] == [False, True, True, True, False, False]


def test_what_has_no_box_of_its_own_but_shows_something_is_not_hidden() -> None:
    dom = Dom().add(2, 0, "SLOT", None).add(3, 1, "BUTTON", (10, 10, 50, 20)).add(4, 0, "DIV", None).add(5, 3, "BUTTON", None)
    draft = read(
        page(
            [ax(1, "RootWebArea", "P", 2, 4), ax(2, "generic", "", 3), ax(3, "button"), ax(4, "generic", "", 5), ax(5, "button")],
            dom,
        )
    )
    assert [(node.native_id, node.hidden) for node in draft.nodes[1:]] == [("2", False), ("3", False), ("4", True), ("5", True)]


def test_an_invisible_element_leaves_its_visible_parts_to_the_parent() -> None:
    dom = Dom().add(2, 0, "BUTTON", (0, 0, 90, 20), ("block", "hidden", "auto")).add(3, 1, "A", (5, 5, 9, 9))
    draft = read(page([ax(1, "RootWebArea", "P", 2), ax(2, "button", "Menu", 3), ax(3, "link", "Help")], dom))
    assert draft.nodes[1:] == [
        Node(bounds=Rect(0, 0, 90, 20), native_id="2"),
        Node(role=Role.LINK, name="Help", bounds=Rect(5, 5, 9, 9), can=("click",), native_id="3"),
    ]


@pytest.mark.parametrize(("expanded", "hidden"), [(False, True), (True, False)])
def test_options_without_boxes_are_shown_where_their_list_is_open(expanded: bool, hidden: bool) -> None:
    dom = Dom().add(2, 0, "SELECT", (0, 0, 90, 20)).add(4, 1, "OPTION", None)
    nodes = [
        ax(1, "RootWebArea", "P", 2),
        ax(2, "combobox", "Sort", 3, expanded=expanded),
        ax(3, "MenuListPopup", "", 4),
        ax(4, "option", "Date", selected=True),
    ]
    draft = read(page(nodes, dom))
    assert [node.role for node in draft.nodes[2:]] == [Role.LISTBOX, Role.OPTION]
    assert [node.hidden for node in draft.nodes] == [False, False, hidden, hidden]


def test_boxes_are_whole_pixels_of_the_view() -> None:
    dom = (
        Dom(scrollOffsetX=100, scrollOffsetY=50.5).add(2, 0, "BUTTON", (110.25, 60, 20.5, 10)).add(3, 0, "A", (110.25, 60.25, 0, 0))
    )
    draft = read(page([ax(1, "RootWebArea", "P", 2, 3), ax(2, "button"), ax(3, "link")], dom))
    assert [node.bounds for node in draft.nodes] == [Rect(0, 0, 800, 600), Rect(10, 9, 21, 11), Rect(10, 9, 0, 0)]


def test_device_pixels_become_css_pixels() -> None:
    dom = Dom((1600, 1200), scrollOffsetX=0, scrollOffsetY=600, contentWidth=1600, contentHeight=4000)
    dom.add(2, 0, "BUTTON", (20, 620, 100, 40))
    metrics = {
        "cssLayoutViewport": {"pageX": 0, "pageY": 300, "clientWidth": 800, "clientHeight": 600},
        "cssContentSize": {"width": 800, "height": 2000},
    }
    document = page([ax(1, "RootWebArea", "P", 2), ax(2, "button")], dom, layoutMetrics=metrics)
    draft = read({**document, "viewport": {"deviceScaleFactor": 2}})
    assert draft.nodes[1].bounds == Rect(10, 10, 50, 20)
    assert draft.size == (800, 600)
    assert draft.nodes[0].bounds == Rect(0, 0, 800, 600)


def test_the_page_says_how_much_lies_beyond_its_view() -> None:
    metrics = {
        "cssLayoutViewport": {"pageX": 0, "pageY": 500, "clientWidth": 800, "clientHeight": 600},
        "cssContentSize": {"width": 803, "height": 2000},
    }
    draft = read(page([ax(1, "RootWebArea", "P")], Dom(), layoutMetrics=metrics))
    assert draft.nodes[0].scroll == Scroll(above=25, below=45, left=0, right=1)


def test_frames_in_frames_are_placed_by_their_corners_and_scrolled_apart() -> None:
    outer = Dom(scrollOffsetY=10).add(2, 0, "IFRAME", (100, 110, 304, 204), holds=1)
    middle, inner = Dom((300, 200), scrollOffsetY=30), Dom((100, 50), contentWidth=100, contentHeight=200)
    middle.strings = inner.strings = outer.strings
    middle.rows[0] = (11, *middle.rows[0][1:])
    inner.rows[0] = (21, *inner.rows[0][1:])
    middle.add(12, 0, "IFRAME", (20, 50, 100, 50), holds=2)
    inner.add(22, 0, "BUTTON", (5, 5, 30, 20))
    session = {
        "name": "main",
        "frames": [
            {"nodes": [ax(1, "RootWebArea", "Outer", 2), ax(2, "Iframe")]},
            {"nodes": [ax(21, "RootWebArea", "Inner", 22), ax(22, "button", "Go")], "ownerBackendNodeId": 12},
            {"nodes": [ax(11, "RootWebArea", "Middle", 12), ax(12, "Iframe")], "ownerBackendNodeId": 2},
        ],
        "snapshot": {"documents": [outer.written(), middle.written(), inner.written()], "strings": outer.strings},
    }
    draft = read({"sessions": [session], "computedStyles": ["display", "visibility", "cursor"]})
    assert outline(draft) == [
        "document Outer",
        "  group",
        "    document Middle",
        "      group",
        "        document Inner",
        "          button Go",
    ]
    places = {node.native_id: node.bounds for node in draft.nodes}
    assert places["11"] == Rect(102, 102, 300, 200)
    assert places["21"] == Rect(122, 122, 100, 50)
    assert places["22"] == Rect(127, 127, 30, 20)
    assert by_id(draft)["21"].scroll == Scroll(below=75)


def test_clicks_are_for_what_listens_or_shows_a_hand() -> None:
    dom = Dom().add(2, 0, "HTML", (0, 0, 800, 600), listens=True).add(3, 1, "BODY", (0, 0, 800, 600), HAND, listens=True)
    dom.add(4, 2, "DIV", (0, 0, 50, 20), HAND)  # as its parent: no hand of its own
    dom.add(5, 2, "DIV", (0, 20, 50, 20), listens=True)
    dom.add(6, 2, "DIV", (0, 40, 50, 20), VISIBLE).add(7, 5, "DIV", (0, 40, 50, 20), HAND).add(8, 6, "#text", (0, 40, 50, 20), HAND)
    dom.add(9, 2, "IMG", (0, 60, 50, 20), VISIBLE, listens=True).add(10, 2, "INPUT", (0, 80, 50, 20), listens=True)
    dom.add(11, 2, "INPUT", (0, 100, 50, 20), HAND, listens=True).add(12, 2, "INPUT", (0, 120, 50, 20), listens=True)
    nodes = [
        ax(1, "RootWebArea", "P", 2),
        ignored(2, "uninteresting", 3),
        ax(3, "generic", "", 4, 5, 6, 9, 10, 11, 12),
        *(ax(i, "generic") for i in (4, 5)),
        ax(6, "generic", "", 7),
        ax(7, "generic", "", 8),
        ax(8, "StaticText", "Buy"),
        ax(9, "image", "Map"),
        ax(10, "checkbox", "Tick"),
        ax(11, "textbox", "Field"),
        ax(12, "slider", "Volume"),
    ]
    can = {node.native_id: node.can for node in read(page(nodes, dom)).nodes}
    assert can == {
        "1": (), "2": (), "3": (), "4": (), "5": ("click",), "6": (), "7": ("click",), "8": (), "9": ("click",),
        "10": ("toggle",), "11": ("set_value", "type"), "12": ("range",),
    }  # fmt: skip


def test_what_listens_on_a_field_adds_nothing() -> None:
    dom = Dom().add(2, 0, "INPUT", (0, 0, 90, 20), listens=True)
    field = ax(2, "textbox", "Day", readonly=True, focusable=True)
    assert read(page([ax(1, "RootWebArea", "P", 2), field], dom)).nodes[1].can == ("focus",)


def test_a_hand_passes_through_what_has_no_box() -> None:
    dom = Dom().add(2, 0, "DIV", (0, 0, 50, 20), HAND).add(3, 1, "SLOT", None).add(4, 2, "DIV", (0, 0, 50, 20), HAND)
    draft = read(page([ax(1, "RootWebArea", "P", 2), ax(2, "generic", "", 4), ax(4, "generic")], dom))
    assert [node.can for node in draft.nodes] == [(), ("click",), ()]


def test_html_ids_are_identifiers() -> None:
    dom = Dom().add(2, 0, "BUTTON", (0, 0, 9, 9), attributes={"title": "id", "id": "save"})
    assert read(page([ax(1, "RootWebArea", "P", 2), ax(2, "button")], dom)).nodes[1].identifier == "save"


def test_a_field_takes_value_and_hint_from_the_snapshot() -> None:
    dom = (
        Dom()
        .add(2, 0, "INPUT", (0, 0, 90, 20), typed="ann", attributes={"placeholder": "you@example.com"})
        .add(3, 0, "INPUT", (0, 20, 90, 20), typed="")
    )
    dom.add(4, 0, "INPUT", (0, 40, 90, 20), typed="on", attributes={"type": "checkbox"})
    nodes = [ax(1, "RootWebArea", "P", 2, 3, 4), ax(2, "textbox", "Mail"), ax(3, "textbox", "Name"), ax(4, "checkbox", "Tick")]
    draft = read(page(nodes, dom))
    assert [(node.value, node.hint) for node in draft.nodes[1:]] == [("ann", "you@example.com"), ("", ""), (None, "")]


# Secrets


@pytest.mark.parametrize(
    "attributes",
    [
        {"type": "password"},
        {"type": "PASSWORD"},
        {"autocomplete": "current-password"},
        {"autocomplete": "section-a billing cc-number"},
        {"autocomplete": "One-Time-Code"},
    ],
)
def test_fields_that_keep_secrets_tell_only_that_they_are_filled(attributes: dict[str, str]) -> None:
    dom = Dom().add(2, 0, "INPUT", (0, 0, 90, 20), typed="hunter2", attributes=attributes)
    nodes = [
        ax(1, "RootWebArea", "P", 2),
        ax(2, "textbox", "Secret", 3, VALUE="hunter2", valuetext="hunter2"),
        ax(3, "generic", "", 4),
        ax(4, "StaticText", "hunter2"),
    ]
    draft = read(page(nodes, dom))
    assert (draft.nodes[1].protected, draft.nodes[1].filled, draft.nodes[1].value) == (True, True, None)
    assert "hunter2" not in str(draft.nodes)


def test_an_empty_secret_is_empty() -> None:
    dom = Dom().add(2, 0, "INPUT", (0, 0, 90, 20), typed="", attributes={"type": "password"})
    field = read(page([ax(1, "RootWebArea", "P", 2), ax(2, "textbox", "Secret")], dom)).nodes[1]
    assert (field.protected, field.filled, field.value) == (True, False, None)


def test_without_a_snapshot_bullets_give_a_secret_away() -> None:
    draft = read([ax(1, "RootWebArea", "P", 2), ax(2, "textbox", "Secret", 3, VALUE="••••"), ax(3, "StaticText", "••••")])
    assert (draft.nodes[1].protected, draft.nodes[1].filled, draft.nodes[1].value) == (True, True, None)
    assert draft.nodes[2] == Node(native_id="3")


def test_inside_a_secret_only_what_can_be_used_keeps_its_name() -> None:
    dom = Dom().add(2, 0, "INPUT", (0, 0, 90, 20), attributes={"type": "password"})
    nodes = [
        ax(1, "RootWebArea", "P", 2),
        ax(2, "textbox", "Secret", 3, 4, VALUE="x1"),
        ax(3, "button", "Reveal", 5),
        ax(4, "paragraph", "x1"),
        ax(5, "StaticText", "x1"),
    ]
    draft = read(page(nodes, dom))
    assert outline(draft) == ["document P", "  textbox Secret", "    button Reveal", "      generic", "    paragraph"]


def test_rich_text_is_told_once_and_its_controls_stay() -> None:
    draft = read(
        [
            ax(1, "RootWebArea", "P", 2, 9),
            ax(2, "textbox", "Note", 3, 4, 6, VALUE="Dear Ann,\nsee here", editable="richtext"),
            ax(3, "StaticText", "Dear Ann,"),
            ax(4, "paragraph", "", 5, 7),
            ax(5, "StaticText", "see "),
            ax(6, "StaticText", "not in the value"),
            ax(7, "link", "here", 8),
            ax(8, "StaticText", "here"),
            ax(9, "StaticText", "see here"),
        ]
    )
    assert outline(draft) == [
        "document P",
        "  textbox Note",
        "    generic",
        "    paragraph",
        "      generic",
        "      link here",
        "        generic",
        "    text not in the value",
        "  text see here",
    ]


# Damage


def test_nothing_is_lost_where_parents_and_children_disagree() -> None:
    draft = read(
        [
            ax(1, "RootWebArea", "P", 2, 99, 2, 1),
            ax(2, "group", "A", 3),
            ax(3, "group", "B", 2),
            ax(3, "button", "same id"),
            ax(4, "button", "alone"),
            {**ax(5, "button", "by parent"), "parentId": "2"},
            ax(6, "group", "ring", 7),
            ax(7, "group", "ring too", 6),
            "no node",
            None,
        ]
    )
    assert outline(draft) == [
        "document P",
        "  group A",
        "    group B",
        "    button by parent",
        "  button same id",
        "  button alone",
        "  group ring",
        "    group ring too",
    ]
    assert draft.warnings == [
        "Entries of the list of nodes that are no nodes, passed over: 2.",
        "Nodes that have the id of another: 1.",
        "Child ids that name no node of the dump, so that what was there is missing: 1.",
        "Child ids that name a node which stands elsewhere already, passed over: 3.",
        "Nodes that stand below no other, put at the end of their page: 2.",
        "Rings of nodes that stand only below each other, opened and put at the end of the page: 1.",
    ]


def test_several_roots_become_one_page() -> None:
    draft = read([ax(3, "button", "first"), ax(1, "RootWebArea", "P", 2), ax(2, "button", "Go"), ax(4, "RootWebArea", "Q")])
    assert outline(draft) == ["document P", "  button Go", "  button first", "  document Q"]


def test_a_page_that_is_its_own_descendant_is_read() -> None:
    draft = read([ax(1, "RootWebArea", "P", 2), ax(2, "group", "", 1)])
    assert outline(draft) == ["document P", "  group"]


def test_a_frame_without_a_place_is_put_at_the_end() -> None:
    frames = [{"nodes": NODES}, {"nodes": [ax(5, "RootWebArea", "Lost")], "ownerBackendNodeId": 77}]
    draft = read({"sessions": [{"name": "main", "frames": frames}]})
    assert outline(draft) == ["document P", "  button Go", "  document Lost"]
    assert draft.warnings == ["Frames without a known place, put at the end of the page: 1."]


def test_a_frame_of_a_hidden_element_is_no_surprise() -> None:
    document = page(NODES, Dom().add(2, 0, "BUTTON", (0, 0, 9, 9)).add(7, 0, "IFRAME", None))
    document["sessions"][0]["frames"].append({"nodes": [ax(5, "RootWebArea", "Gone")], "ownerBackendNodeId": 7})
    assert read(document).warnings == []


def test_a_broken_snapshot_costs_the_boxes_only() -> None:
    document = {"nodes": NODES, "snapshot": {"documents": "x", "strings": 3}}
    draft = read(document)
    assert outline(draft) == ["document P", "  button Go"]
    assert draft.warnings == ["The DOM snapshot of main cannot be read; nothing there has a box."]


def test_numbers_in_place_of_strings_are_read() -> None:
    root = {"nodeId": 1, "role": "RootWebArea", "name": 7, "childIds": [2], "backendDOMNodeId": "1"}
    child = {"nodeId": 2, "role": {"value": 5}, "name": {"value": 12}, "properties": [3, {"name": 4}], "childIds": 9}
    draft = read([root, child])
    assert outline(draft) == ["document 7", "  generic 12"]


def test_depth_costs_nothing_but_memory() -> None:
    count = 100_000
    nodes = [ax(i, "group", "", i + 1) for i in range(1, count)]
    draft = CDP.parse([*nodes, ax(count, "button", "Deep")])
    assert len(draft.nodes) == count
    assert draft.nodes[-1].name == "Deep"
    assert draft.parents[count - 1] == count - 2
    assert draft.ends[0] == count


JUNK: st.SearchStrategy[Any] = st.sampled_from(
    [None, 0, -1, 10**30, 1e308, "", "x", "12", [], {}, [1], [None], [[]], {"value": 3}, True, "RootWebArea"]
)


@given(st.lists(st.tuples(st.integers(min_value=0), JUNK), min_size=1, max_size=20), st.sampled_from(["login-password", "frames"]))
def test_damage_never_ends_in_a_traceback(damage: list[tuple[int, Any]], name: str) -> None:
    document = json.loads((DATA / f"{name}.json").read_bytes())
    for number, junk in damage:
        _damage(document, number, junk)
    if CDP.recognises(document):
        try:
            draft = CDP.parse(document)
        except DamagedDump:
            return
        assert list(tree_of(draft.nodes, list(draft.parents)).ends) == list(draft.ends)


def _damage(document: Any, number: int, junk: object) -> None:
    """Follow the digits of a number down into the document, and put junk where they end."""
    while True:
        keys = list(document) if isinstance(document, dict) else range(len(document))
        if not keys:
            return
        number, at = divmod(number, len(keys))
        key = keys[at]
        if number == 0 or not isinstance(document[key], dict | list):
            document[key] = deepcopy(junk)
            return
        document = document[key]
