"""The recall checker itself: what it expects of small dumps, and that it catches each kind of breach."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.independent import recall
from tests.independent.recall import Expected, check, check_file, dumps_in, expected, made_of, main, numbered, xml_root


class Given:
    """An observation whose refs and paths are written down."""

    def __init__(self, paths: Mapping[str, str]) -> None:
        self._paths = list(paths.values())
        self.refs: Mapping[str, int] = {ref: i for i, ref in enumerate(paths)}

    def path_of(self, node: int, /) -> str:
        return self._paths[node]


def paths(dump: str, format: str) -> list[str]:
    return [one.path for one in expected(dump.encode(), format)]


def one(dump: str, format: str) -> Expected:
    (only,) = expected(dump.encode(), format)
    return only


# Words and paths


def test_a_text_may_be_one_word_or_several_joined_in_their_order() -> None:
    assert made_of("Tours icon, Tours", ["Tours icon", "Tours"], cut=False)
    assert made_of("Tours", ["Tours icon", "Tours"], cut=False)
    assert made_of("a\u00a0 b", ["a b"], cut=False)
    assert not made_of("Tours, Tours icon", ["Tours icon", "Tours"], cut=False)
    assert not made_of("Tour", ["Tours"], cut=False)
    assert made_of("Tour", ["Tours"], cut=True)
    assert not made_of("Hotels", ["Tours"], cut=True)


def test_paths_are_compared_with_every_step_numbered() -> None:
    assert numbered("/hierarchy/node/node[2]") == "/hierarchy/node[1]/node[2]"
    assert numbered("/Window[1]") == "/Window"
    assert numbered("main/backendDOMNodeId=12") == "main/backendDOMNodeId=12"


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf<Window Name='W'/>",
        b"\n\n<?xml version='1.0' encoding='utf-16'?>\n<Window Name='W'/>",
        "<?xml version='1.0' encoding='utf-16'?><Window Name='W'/>".encode("utf-16"),
        b"<Window Name='W'/>\x00",
    ],
)
def test_bytes_are_read_whatever_they_begin_or_end_with(data: bytes) -> None:
    assert xml_root(data).get("Name") == "W"


def test_forbidden_characters_and_references_do_not_stop_the_reading() -> None:
    root = xml_root(b"<Window Name='a&#x0;b\x1bc&#65;'/>")
    assert root.get("Name") == "a\ufffdb\ufffdcA"


# Windows

WINDOW = '<Window Name="W" x="0" y="0" width="100" height="100">{}</Window>'


def uia(inside: str) -> list[str]:
    return [path.removeprefix("/Window/") for path in paths(WINDOW.format(inside), "uia")]


def test_uia_by_role_and_by_declaration() -> None:
    inside = (
        '<Button x="1" y="1" width="9" height="9"/><TextControl Name="t"/><EditControl/><Pane/>'
        '<Pane IsKeyboardFocusable="true"/><Text ToggleState="0"/><Group ExpandCollapseState="Collapsed"/>'
        '<Group ExpandCollapseState="LeafNode"/><Custom IsInvokePatternAvailable="True"/>'
        '<Document IsReadOnly="False"/><ProgressBar Minimum="0" Maximum="9"/><Custom SelectionItemIsSelected="false"/>'
        '<Custom Minimum="0" Maximum="9"/><Pane VerticallyScrollable="True"/><Thumb/>'
    )
    assert uia(inside) == [
        "Button[1]", "EditControl[1]", "Pane[2]", "Text[1]", "Group[1]", "Custom[1]", "Document[1]", "Custom[2]",
        "Custom[3]", "Pane[3]",
    ]  # fmt: skip


def test_uia_what_is_offscreen_empty_or_outside_is_not_expected() -> None:
    inside = (
        '<Button IsOffscreen="True"/><Pane IsOffscreen="TRUE"><Button/></Pane>'
        '<Button x="5" y="5" width="0" height="9"/><Button x="100" y="5" width="9" height="9"/>'
        '<Pane x="5" y="5" width="0" height="0"><Button x="5" y="5" width="9" height="9"/></Pane>'
    )
    assert uia(inside) == ["Pane[2]/Button[1]"]


def test_uia_a_minimised_window_is_there_and_what_is_in_it_is_not() -> None:
    desktop = '<Pane x="0" y="0" width="100" height="100">{}</Pane>'
    parked = (
        '<Window x="-32000" y="-32000" width="160" height="28" IsKeyboardFocusable="True" IsOffscreen="True"><Button/></Window>'
    )
    said = '<Window WindowVisualState="Minimized"><Button x="1" y="1" width="9" height="9"/></Window>'
    assert paths(desktop.format(parked + said), "uia") == ["/Pane/Window[1]"]


def test_uia_the_focused_element_needs_no_area_but_visible_ancestors() -> None:
    focused = '<Button x="5" y="5" width="0" height="0" HasKeyboardFocus="True"/>'
    assert uia(focused + f'<Pane IsOffscreen="True">{focused}</Pane>') == ["Button[1]"]


def test_uia_options_of_an_open_list_need_no_area() -> None:
    combo = '<ComboBox ExpandCollapseState="{}"><ListItem x="0" y="0" width="0" height="0"/></ComboBox>'
    inside = combo.format("Expanded") + combo.format("Collapsed")
    assert uia(inside) == ["ComboBox[1]", "ComboBox[1]/ListItem[1]", "ComboBox[2]"]


def test_uia_all_that_is_said_of_an_element() -> None:
    dump = (
        '<TreeItem Name=" My\u200b  Computer " BoundingRectangle="10,20,110,40" IsEnabled="false" '
        'ToggleState="Indeterminate" SelectionItemIsSelected="true" ExpandCollapseState="1"/>'
    )
    assert one(dump, "uia") == Expected(
        "/TreeItem",
        "treeitem",
        "My Computer",
        (10, 20, 100, 20),
        protected=False,
        enabled=False,
        checked="mixed",
        selected=True,
        expanded=True,
    )


def test_uia_a_wrapper_and_the_same_once_more_are_one_element() -> None:
    button = '<Button Name="Go" x="1" y="1" width="9" height="9">{}</Button>'
    dump = button.format(f"<Pane>{button.format('')}</Pane>") + button.replace("Go", "Stop").format(button.format(""))
    found = expected(WINDOW.format(dump).encode(), "uia")
    assert [(o.path, o.same_as) for o in found] == [
        ("/Window/Button[1]", None),
        ("/Window/Button[1]/Pane[1]/Button[1]", "/Window/Button[1]"),
        ("/Window/Button[2]", None),
        ("/Window/Button[2]/Button[1]", None),
    ]


def test_uia_a_wrapper_of_another_role_is_another_element() -> None:
    dump = '<Group IsKeyboardFocusable="True" {0}><Pane IsKeyboardFocusable="True" {0}/></Group>'
    found = expected(dump.format('Name="Go" x="1" y="1" width="9" height="9"').encode(), "uia")
    assert [one.same_as for one in found] == [None, None]


# Linux

STATES = 'xmlns:st="https://accessibility.ubuntu.example.org/ns/state"'
SPACES = (
    f'{STATES} xmlns:cp="https://accessibility.ubuntu.example.org/ns/component" '
    'xmlns:act="https://accessibility.ubuntu.example.org/ns/action"'
)
DESKTOP = f"<desktop-frame {SPACES}><application>{{}}</application></desktop-frame>"
SHOWING = 'st:showing="true" st:visible="true"'


def atspi(inside: str) -> list[str]:
    begin = "/desktop-frame/application[1]/"
    return [path.removeprefix(begin) for path in paths(DESKTOP.format(inside), "atspi")]


def test_atspi_showing_counts_where_a_window_reports_it_and_visible_elsewhere() -> None:
    inside = (
        f'<frame {SHOWING}><push-button {SHOWING}/><push-button st:visible="true"/></frame>'
        '<frame st:showing="true" st:visible="true"><push-button st:visible="true"/><push-button/></frame>'
    )
    assert atspi(inside) == ["frame[1]/push-button[1]", "frame[2]/push-button[1]"]


def test_atspi_a_window_that_does_not_show_is_hidden_where_another_one_shows() -> None:
    button = '<push-button st:visible="true"/>'
    closed = f'<frame st:visible="true">{button}</frame>'
    assert atspi(f"{closed}<dialog {SHOWING}>{button}</dialog>") == ["dialog[1]/push-button[1]"]
    assert atspi(closed) == ["frame[1]/push-button[1]"]


def test_atspi_a_control_that_is_neither_enabled_nor_sensitive_is_disabled() -> None:
    inside = (
        f'<frame {SHOWING}><push-button {SHOWING}/><push-button {SHOWING} st:sensitive="true"/>'
        f'<panel {SHOWING} st:focusable="true"/></frame>'
    )
    found = expected(DESKTOP.format(inside).encode(), "atspi")
    assert [(one.role, one.enabled) for one in found] == [("button", False), ("button", True), (None, None)]


def test_atspi_the_class_of_a_widget_is_no_name() -> None:
    inside = f'<frame {SHOWING}><push-button name="GtkMenuButton" description="Menu" {SHOWING}/></frame>'
    assert one(DESKTOP.format(inside), "atspi").name == "Menu"


def test_atspi_old_addresses_and_words_are_understood() -> None:
    dump = (
        '<desktop-frame xmlns:st="uri:deskat:state.at-spi.gnome.org" xmlns:cp="uri:deskat:component.at-spi.gnome.org">'
        '<application><frame st:showing="true"><check-box name="C" st:showing="true" st:enabled="true" '
        'st:checked="true" cp:screencoord="(5, 6)" cp:size="(7, 8)"/></frame></application></desktop-frame>'
    )
    assert one(dump, "atspi") == Expected(
        "/desktop-frame/application[1]/frame[1]/check-box[1]",
        "checkbox",
        "C",
        (5, 6, 7, 8),
        protected=False,
        enabled=True,
        checked="true",
        selected=False,
    )


def test_atspi_actions_and_states_make_actionable() -> None:
    inside = (
        f'<frame {SHOWING}><panel {SHOWING} act:Click_desc=""/><label {SHOWING} act:click_desc=""/>'
        f'<panel {SHOWING} act:window.close_desc=""/><panel {SHOWING} act:showContextMenu_kb=""/>'
        f'<text {SHOWING} act:activate_desc=""/><text {SHOWING} st:editable="true"/>'
        f'<panel {SHOWING} st:focusable="true"/><panel {SHOWING} st:checkable="true"/>'
        f"<table-cell {SHOWING}/><list-item {SHOWING}/>"
        f'<push-button {SHOWING} cp:screencoord="(-2147483648, -2147483648)" cp:size="(1, 1)"/></frame>'
    )
    assert [path.removeprefix("frame[1]/") for path in atspi(inside)] == [
        "panel[1]",
        "text[2]",
        "panel[4]",
        "panel[5]",
        "list-item[1]",
    ]


def test_atspi_passwords_are_protected() -> None:
    inside = f"<frame {SHOWING}><password-text {SHOWING}>hunter2</password-text></frame>"
    assert one(DESKTOP.format(inside), "atspi").protected is True


# Android


def android(attributes: str, inside: str = "") -> list[Expected]:
    dump = f'<hierarchy><node class="android.widget.FrameLayout" {attributes}>{inside}</node></hierarchy>'
    return expected(dump.encode(), "android")


@pytest.mark.parametrize(
    ("attributes", "count"),
    [
        ("", 0),
        ('clickable="true"', 1),
        ('long-clickable="true"', 1),
        ('checkable="true"', 1),
        ('scrollable="true"', 1),
        ('focusable="true"', 1),
        ('clickable="true" displayed="false"', 0),
        ('clickable="true" visible-to-user="false"', 0),
        ('clickable="true" bounds="[0,0][0,9]"', 0),
        ('clickable="true" bounds="[-9,0][0,9]"', 1),
    ],
)
def test_android_flags_make_actionable(attributes: str, count: int) -> None:
    assert len(android(attributes)) == count


@pytest.mark.parametrize("kind", ["Button", "ImageButton", "CheckBox", "RadioButton", "EditText", "Spinner", "SeekBar"])
def test_android_classes_make_actionable(kind: str) -> None:
    assert len(expected(f"<hierarchy><android.widget.{kind}/></hierarchy>".encode(), "android")) == 1


def test_android_a_clickable_parent_is_named_by_the_words_inside_that_are_nobody_elses() -> None:
    inside = (
        '<node class="android.widget.TextView" text="Tours"/><node><node content-desc="3 new"/></node>'
        '<node class="android.widget.Button" text="Close"><node text="x"/></node>'
    )
    assert [(found.role, found.name) for found in android('clickable="true"', inside)] == [
        (None, "Tours, 3 new"),
        ("button", "Close"),
    ]


def test_android_checked_is_said_only_of_what_can_be_checked() -> None:
    assert [found.checked for found in android('clickable="true" checked="false"')] == [None]
    assert [found.checked for found in android('checkable="true" checked="false"')] == ["false"]


# Browsers


def cdp_node(number: int, role: str, name: str = "", children: tuple[int, ...] = (), **says: Any) -> dict[str, Any]:
    return {
        "nodeId": str(number),
        "backendDOMNodeId": number,
        "ignored": False,
        "role": {"value": role},
        "name": {"value": name},
        "childIds": [str(child) for child in children],
        "properties": [{"name": key, "value": {"value": value}} for key, value in says.items()],
    }


def test_browser_xml_by_role_and_property() -> None:
    dump = (
        '<RootWebArea><none ignored="true"><link name="L"/></none><generic/><generic focusable="true"/>'
        '<generic expanded="false"/><StaticText name="t"/><DisclosureTriangle/>'
        '<checkbox checked="mixed" disabled="true"/><button hidden="true"/></RootWebArea>'
    )
    assert [(found.path.removeprefix("/RootWebArea/"), found.role) for found in expected(dump.encode(), "browser")] == [
        ("none[1]/link[1]", "link"),
        ("generic[2]", None),
        ("generic[3]", None),
        ("DisclosureTriangle[1]", None),
        ("checkbox[1]", "checkbox"),
    ]


def test_browser_xml_may_hold_frames_behind_the_page() -> None:
    dump = '<?xml version="1.0"?><RootWebArea><button/></RootWebArea><RootWebArea><link/></RootWebArea>'
    assert paths(dump, "browser") == ["/RootWebArea/button[1]", "/RootWebArea[2]/link[1]"]


def test_cdp_nodes_that_are_none_of_their_own_hand_their_children_up() -> None:
    wrapper = {**cdp_node(2, "none", children=(3,)), "ignored": True, "ignoredReasons": [{"name": "uninteresting"}]}
    unseen = {**cdp_node(4, "button"), "ignored": True, "ignoredReasons": [{"name": "ariaHiddenSubtree"}]}
    nodes = [cdp_node(1, "RootWebArea", children=(2, 4)), wrapper, cdp_node(3, "button", "Go"), unseen]
    assert paths(json.dumps({"nodes": nodes}), "cdp") == ["main/backendDOMNodeId=3"]


def test_cdp_a_value_of_bullets_is_protected() -> None:
    field = {**cdp_node(2, "textbox", "PIN"), "value": {"value": "••••"}}
    assert one(json.dumps([cdp_node(1, "RootWebArea", children=(2,)), field]), "cdp").protected is True


STRINGS = ["", "HTML", "BODY", "DIV", "INPUT", "visible", "hidden", "auto", "pointer", "type", "password"]


def snapshot() -> dict[str, Any]:
    """html > body > div with a pointer > div; input of a password; a div drawn invisible; a div without layout."""

    def style(visibility: str, cursor: str) -> list[int]:
        return [STRINGS.index(word) for word in ("", visibility, "", "", "", "", cursor)]

    styles = [style("visible", cursor) for cursor in ("auto", "auto", "pointer", "pointer", "auto")]
    nodes = {
        "backendNodeId": [1, 2, 3, 4, 5, 6, 7, 8],
        "parentIndex": [-1, 0, 1, 2, 1, 1, 1, 6],
        "nodeType": [1] * 8,
        "nodeName": [STRINGS.index(name) for name in ("HTML", "BODY", "DIV", "DIV", "INPUT", "DIV", "DIV", "DIV")],
        "attributes": [[], [], [], [], [STRINGS.index("type"), STRINGS.index("password")], [], [], []],
        "isClickable": {"index": [1, 6]},
    }
    layout = {
        "nodeIndex": [0, 1, 2, 3, 4, 5, 7],
        "styles": [*styles, style("hidden", "pointer"), style("visible", "auto")],
        "bounds": [
            [0, 0, 90, 90],
            [0, 0, 90, 90],
            [0, 50, 20, 20],
            [1, 51, 9, 9],
            [0, 70, 20, 0.5],
            [0, 80, 9, 9],
            [0, 90, 9, 9],
        ],
    }
    document = {"nodes": nodes, "layout": layout, "scrollOffsetX": 0, "scrollOffsetY": 40}
    return {"documents": [document], "strings": STRINGS}


def test_cdp_with_a_snapshot_pointer_cursors_boxes_and_layout_count() -> None:
    nodes = [
        cdp_node(1, "RootWebArea", children=(2,)),
        cdp_node(2, "generic", children=(3, 5, 6, 7)),
        cdp_node(3, "generic", "menu", children=(4,)),
        cdp_node(4, "generic", "inner"),
        cdp_node(5, "textbox", "Secret"),
        cdp_node(6, "button", "unseen"),
        cdp_node(7, "button", "no layout", children=(8,)),
        cdp_node(8, "button", "has layout"),
    ]
    document = {"sessions": [{"name": "main", "frames": [{"nodes": nodes}], "snapshot": snapshot()}]}
    assert expected(json.dumps(document).encode(), "cdp") == [
        Expected("main/backendDOMNodeId=3", None, "menu", (0, 10, 20, 20), protected=False, enabled=True),
        Expected("main/backendDOMNodeId=5", "textbox", "Secret", (0, 30, 20, 0.5), protected=True, enabled=True),
        Expected("main/backendDOMNodeId=8", "button", "has layout", (0, 50, 9, 9), protected=False, enabled=True),
    ]


def test_cdp_frames_hang_below_their_owner_and_keep_their_session() -> None:
    main = [cdp_node(1, "RootWebArea", children=(2, 3)), cdp_node(2, "Iframe"), cdp_node(3, "Iframe", hidden=True)]
    inner = [cdp_node(9, "RootWebArea", children=(8,)), cdp_node(8, "button", "In")]
    unseen = [cdp_node(5, "RootWebArea", children=(6,)), cdp_node(6, "button", "Hid")]
    other = [cdp_node(1, "RootWebArea", children=(4,)), cdp_node(4, "link", "Out")]
    document = {
        "sessions": [
            {
                "name": "main",
                "frames": [
                    {"nodes": main},
                    {"nodes": inner, "ownerBackendNodeId": 2},
                    {"nodes": unseen, "ownerBackendNodeId": 3},
                ],
            },
            {"name": "oopif-1", "owner": {"session": "main", "backendNodeId": 2}, "frames": [{"nodes": other}]},
        ]
    }
    assert paths(json.dumps(document), "cdp") == ["main/backendDOMNodeId=8", "oopif-1/backendDOMNodeId=4"]


# Breaches

DUMP = """<Window Name="Orders" x="0" y="0" width="300" height="200">
<Button Name="Save" x="10" y="20" width="80" height="30"/>
<Button Name="Delete" IsEnabled="False" x="110" y="20" width="80" height="30"/>
<CheckBox Name="Archive" ToggleState="1" x="10" y="60" width="80" height="30"/>
<Edit Name="PIN" IsPassword="True" Value="1234canary" x="10" y="100" width="80" height="20"/>
<TreeItem Name="Drives" IsSelected="True" ExpandCollapseState="Collapsed" x="10" y="130" width="80" height="20"/>
<Button Name="Ghost" IsOffscreen="True" x="10" y="160" width="80" height="20"/>
<Text Name="Ready" x="10" y="180" width="80" height="10"/>
</Window>"""
PATHS = {
    "A1": "/Window",
    "A2": "/Window/Button[1]",
    "A3": "/Window/Button[2]",
    "A4": "/Window/CheckBox[1]",
    "A5": "/Window/Edit[1]",
    "A6": "/Window/TreeItem[1]",
}
PARTS: list[list[Any]] = [
    ["2.button Save", [10, 20, 80, 30]],
    ["3.button.disabled Delete", [110]],
    ["4.checkbox.checked Archive", [10, 60]],
    ["5.textbox.protected.filled PIN", [10, 100, 80, 20]],
    ["6.treeitem.selected.collapsed Drives", [10, 130]],
    ["Ready"],
]
UI: list[Any] = [entry for part in PARTS for entry in part]


def breaches(ui: list[Any] = UI, refs: Mapping[str, str] = PATHS, dump: str = DUMP) -> list[str]:
    document = {"title": "Orders", "refs": "A", "root": "A1", "boxes": "box", "ui": ui}
    return check(dump.encode(), "uia", Given(refs), json.dumps(document))


def changed(index: int, *part: Any) -> list[Any]:
    return [entry for kept in (*PARTS[:index], part, *PARTS[index + 1 :]) for entry in kept]


def test_a_true_blueprint_has_no_breach() -> None:
    assert breaches() == []


def test_a_document_against_the_grammar_is_a_breach() -> None:
    assert breaches([["button", "Save"]]) == ["grammar: ui[0][1]: the first entry of a run is an element"]


def test_an_element_without_a_ref_is_a_breach() -> None:
    refs = {ref: path for ref, path in PATHS.items() if ref != "A2"}
    ui = ["3.button.disabled Delete", [110, 20, 80, 30], *UI[4:]]
    assert breaches(ui, refs) == ["no ref: /Window/Button[1] (Button 'Save')"]


def test_two_refs_for_one_node_are_a_breach() -> None:
    assert breaches(refs={**PATHS, "A9": "/Window/Button[1]"})[0] == "two refs: A2, A9 for /Window/Button[1]"


def test_a_ref_for_nothing_is_a_breach() -> None:
    assert breaches(refs={**PATHS, "A9": "/Window/Button[9]"}) == ["stray ref: A9 for /Window/Button[9], which is not in the dump"]


def test_a_ref_for_a_hidden_node_is_a_breach() -> None:
    assert breaches(refs={**PATHS, "A9": "/Window/Button[3]"}) == ["hidden ref: A9 for /Window/Button[3] (Button 'Ghost')"]


def test_a_ref_for_a_node_without_area_is_a_breach() -> None:
    dump = DUMP.replace('IsOffscreen="True" x="10" y="160" width="80"', 'x="10" y="160" width="0"')
    found = breaches(refs={**PATHS, "A9": "/Window/Button[3]"}, dump=dump)
    assert found == ["no area: A9 for /Window/Button[3] (Button 'Ghost')"]


def test_an_element_that_is_not_in_the_text_is_a_breach() -> None:
    assert breaches(UI[:8]) == ["not shown: A6 for /Window/TreeItem[1] (TreeItem 'Drives')"]


def test_a_ref_that_no_map_knows_is_a_breach() -> None:
    assert breaches([*UI, "77.link"]) == ["invented ref: A77 is in the text and in no ref map"]


@pytest.mark.parametrize(
    ("index", "part", "breach"),
    [
        (5, ["Steady"], "invented name: text  'Steady'"),
        (5, ["# Steady"], "invented name: heading  'Steady'"),
        (5, [{"list": ["Things"]}], "invented name: group list 'Things'"),
        (0, ["2.button Save all", [10, 20, 80, 30]], "invented name: A2 button 'Save all'"),
        (0, ["2.button Save", [10, 20, 80, 30], {"value": "7"}], "invented value: A2 button '7'"),
        (0, ["2.button Save", [10, 20, 80, 30], {"hint": "now"}], "invented hint: A2 button 'now'"),
        (
            0,
            ["2.button Delete", [10, 20, 80, 30]],
            "foreign name: A2 'Delete' is not in /Window/Button[1] (Button 'Save')",
        ),
        (5, ["Rea\u200bdy"], "unclean: text 'Rea\\u200bdy'"),
    ],
)
def test_words_that_the_dump_does_not_say_are_a_breach(index: int, part: list[Any], breach: str) -> None:
    assert breach in breaches(changed(index, *part))


def test_a_secret_in_a_text_is_a_breach() -> None:
    found = breaches([*UI, "You typed 1234canary"])
    assert "secret: what /Window/Edit[1] (Edit 'PIN') holds is printed" in found


@pytest.mark.parametrize(
    ("index", "part", "kind"),
    [
        (0, ["2.button.disabled Save", [10, 20, 80, 30]], "disabled: A2"),
        (1, ["3.button Delete", [110]], "disabled: A3"),
        (2, ["4.checkbox Archive", [10, 60]], "checked: A4"),
        (2, ["4.checkbox.mixed Archive", [10, 60]], "checked: A4"),
        (0, ["2.button.pressed Save", [10, 20, 80, 30]], "checked: A2"),
        (4, ["6.treeitem.collapsed Drives", [10, 130]], "selected: A6"),
        (4, ["6.treeitem.selected.expanded Drives", [10, 130]], "expanded: A6"),
        (4, ["6.treeitem.selected Drives", [10, 130]], "expanded: A6"),
        (3, ["5.textbox PIN", [10, 100, 80, 20]], "protected: A5"),
        (0, ["2.link Save", [10, 20, 80, 30]], "role: A2"),
        (0, ["2.button Save", [10, 22, 80, 30]], "box: A2"),
        (5, ["1.link Orders"], "box: A1"),
        (0, ["2.button Save", [10, 20, 80, 30], {"can": "focus"}], "can: A2"),
        (2, ["4.checkbox.checked Archive", [10, 60], {"can": "select"}], "can: A4"),
    ],
)
def test_a_wrong_state_role_box_or_ability_is_a_breach(index: int, part: list[Any], kind: str) -> None:
    assert kind in [breach[: len(kind)] for breach in breaches(changed(index, *part))]


DOUBLE = """<Window Name="W"><Button Name="Go" x="1" y="1" width="9" height="9">
<Button Name="Go" x="1" y="1" width="9" height="9"/></Button></Window>"""


@pytest.mark.parametrize(
    ("refs", "found"),
    [
        ({"A1": "/Window", "A2": "/Window/Button"}, []),
        ({"A1": "/Window", "A2": "/Window/Button/Button"}, []),
        ({"A1": "/Window"}, ["no ref: /Window/Button[1] (Button 'Go')"]),
    ],
)
def test_a_wrapper_and_the_same_once_more_need_one_ref_between_them(refs: dict[str, str], found: list[str]) -> None:
    ui = ["2.button Go"] if "A2" in refs else []
    document = json.dumps({"refs": "A", "root": "A1", "ui": ui})
    assert check(DOUBLE.encode(), "uia", Given(refs), document) == found


def test_two_refs_for_a_wrapper_and_the_same_once_more_are_a_breach() -> None:
    refs = {"A1": "/Window", "A2": "/Window/Button", "A3": "/Window/Button/Button"}
    document = json.dumps({"refs": "A", "root": "A1", "ui": [["button", "2 Go", "3 Go"]]})
    assert check(DOUBLE.encode(), "uia", Given(refs), document) == [
        "twice: A2 and A3 are one element, /Window/Button[1] (Button 'Go')"
    ]


def test_what_the_inner_one_of_two_says_must_be_told_by_the_other() -> None:
    dump = DOUBLE.replace('height="9"/>', 'height="9" ToggleState="1" IsEnabled="False"/>')
    document = json.dumps({"refs": "A", "root": "A1", "ui": ["2.button Go"]})
    assert check(dump.encode(), "uia", Given({"A1": "/Window", "A2": "/Window/Button"}), document) == [
        "can: A2 button for /Window/Button[1] (Button 'Go') can click, in the dump click toggle",
        "lost state: A2 stands for /Window/Button[1]/Button[1] (Button 'Go'), which is disabled on",
    ]


def test_a_name_that_is_not_printed_is_a_breach() -> None:
    found = breaches(changed(0, "2.button", [10, 20, 80, 30]))
    assert found == ["lost name: A2 button for /Window/Button[1] (Button 'Save')"]


def test_only_files_that_may_be_dumps_are_taken(tmp_path: Path) -> None:
    for name in ("a.xml", "steps.json", "b.hits.json", "c.json", "check.json", "d.png", "e.md"):
        (tmp_path / name).write_text("")
    assert [path.name for path in dumps_in([str(tmp_path)])] == ["a.xml", "c.json"]


CASES = Path(__file__).parents[1] / "cases"
ELEMENTS = {  # how many elements of each dump can be seen and acted on
    "001-byte-order-mark-and-blank-lines/blank-lines.xml": 2,
    "001-byte-order-mark-and-blank-lines/bom.xml": 2,
    "001-byte-order-mark-and-blank-lines/clean.xml": 2,
    "001-byte-order-mark-and-blank-lines/crlf.xml": 2,
    "001-byte-order-mark-and-blank-lines/trailing-nul.xml": 2,
    "002-control-characters-in-names/window.xml": 1,
    "003-old-and-new-namespaces/guest.xml": 3,
    "003-old-and-new-namespaces/new.xml": 3,
    "003-old-and-new-namespaces/old.xml": 3,
    "003-old-and-new-namespaces/unknown.xml": 3,
    "004-zero-size-and-help-text/window.xml": 2,
    "005-clickable-parent-named-by-its-text/screen.xml": 3,
    "007-equal-buttons-in-rows/sorted.xml": 6,
    "007-equal-buttons-in-rows/start.xml": 6,
    "008-toast-at-the-top/end.xml": 3,
    "008-toast-at-the-top/start.xml": 3,
    "008-toast-at-the-top/toast.xml": 3,
    "009-same-button-on-the-next-page/record-1.json": 3,
    "009-same-button-on-the-next-page/record-2.json": 3,
    "010-edges-and-nesting/window.xml": 3,
    "011-half-visible-last-row/window.xml": 10,
    "012-second-monitor-on-the-right/desktop.xml": 3,
    "013-minimised-window/desktop.xml": 1,
    "014-exactly-enough-budget/screen.xml": 20,
    "015-wrapper-chains/window.xml": 2,
    "016-only-the-focus-moved/focus-1-reordered.xml": 3,
    "016-only-the-focus-moved/focus-1.xml": 3,
    "016-only-the-focus-moved/focus-2.xml": 3,
    "017-line-break-is-not-enter/window.xml": 3,
    "018-disabled-button/form-ready.xml": 2,
    "018-disabled-button/form.xml": 2,
    "019-same-click-again-and-again/page.json": 3,
    "020-busy-screen-has-no-controls/loading-10.json": 1,
    "020-busy-screen-has-no-controls/loading-80.json": 1,
    "020-busy-screen-has-no-controls/ready.json": 3,
    "021-secret-by-reference/after.xml": 1,
    "021-secret-by-reference/before.xml": 1,
    "022-denied-or-no-answer/window.xml": 2,
    "024-crash-between-act-and-look/after.xml": 0,
    "024-crash-between-act-and-look/before.xml": 1,
}


@pytest.mark.parametrize("name", ELEMENTS)
def test_every_dump_of_the_cases_keeps_the_promises(name: str) -> None:
    _, count, breaches = check_file(CASES / name)
    assert breaches == []
    assert count == ELEMENTS[name]


def test_the_command_prints_a_table_and_ends_well_without_a_breach(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(CASES / "010-edges-and-nesting")]) == 0
    row, total = capsys.readouterr().out.splitlines()
    assert row.split() == ["ok", "uia", "3", str(CASES / "010-edges-and-nesting" / "window.xml")]
    assert total == "3 expected elements; no breach"


def test_the_command_prints_each_breach_and_ends_badly(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recall, "check", lambda *_: ["no ref: /Window/Button[1]"])
    assert main([str(CASES / "010-edges-and-nesting")]) == 1
    row, breach, total = capsys.readouterr().out.splitlines()
    assert row.split()[:3] == ["BREACH", "uia", "3"]
    assert breach.strip() == "no ref: /Window/Button[1]"
    assert total == "3 expected elements; 1 × no ref"
