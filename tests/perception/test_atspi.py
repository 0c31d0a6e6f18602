"""AT-SPI dumps in the OSWorld layout: each row of docs/dialects.md and what real dumps hold."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lumos_layer
from lumos_layer import Observation
from lumos_layer.tree import Node, Rect, Role

UBUNTU = "https://accessibility.ubuntu.example.org/ns/"
GUEST = "https://accessibility.windows.example.org/ns/"
PREFIXES = {
    "st": "state",
    "cp": "component",
    "attr": "attributes",
    "val": "value",
    "act": "action",
    "docattr": "document/attributes",
}
ON = ("showing", "visible", "enabled", "sensitive")


def declared(address: str = UBUNTU) -> str:
    return " ".join(f'xmlns:{prefix}="{address}{word}"' for prefix, word in PREFIXES.items())


def node(tag: str, inside: str = "", *states: str, **said: str) -> str:
    """An element; `st_x`, `cp_x` and so on are attributes of these prefixes."""
    words = "".join(f' st:{state}="true"' for state in states)
    words += "".join(
        f' {name.replace("_", ":", 1) if name.partition("_")[0] in PREFIXES else name}="{text}"' for name, text in said.items()
    )
    return f"<{tag}{words}>{inside}</{tag}>"


def desktop(*windows: str, namespaces: str | None = None) -> Observation:
    inside = f'<application name="app">{"".join(windows)}</application>'
    return lumos_layer.read(
        f'<desktop-frame name="main" {declared() if namespaces is None else namespaces}>{inside}</desktop-frame>'.encode()
    )


def window(*inside: str) -> Observation:
    """A window that shows, and everything in it that says so; its nodes begin at 3."""
    return desktop(node("frame", "".join(inside), *ON, name="Main"))


def only(tag: str, *states: str, inside: str = "", **said: str) -> Node:
    return window(node(tag, inside, *ON, *states, **said)).tree[3]


# Roles and what can be done

ACTIONABLE = {
    "push-button": (Role.BUTTON, ("click",)),
    "button": (Role.BUTTON, ("click",)),
    "menu": (Role.MENUITEM, ("click",)),
    "menu-item": (Role.MENUITEM, ("click",)),
    "table-column-header": (Role.COLUMNHEADER, ("click",)),
    "table-row-header": (Role.ROWHEADER, ("click",)),
    "link": (Role.LINK, ("click",)),
    "check-box": (Role.CHECKBOX, ("toggle",)),
    "check-menu-item": (Role.MENUITEMCHECKBOX, ("toggle",)),
    "switch": (Role.SWITCH, ("toggle",)),
    "radio-button": (Role.RADIO, ("select",)),
    "radio-menu-item": (Role.MENUITEMRADIO, ("select",)),
    "list-item": (Role.LISTITEM, ("select",)),
    "page-tab": (Role.TAB, ("select",)),
    "tree-item": (Role.TREEITEM, ("select",)),
    "combo-box": (Role.COMBOBOX, ("expand",)),
    "entry": (Role.TEXTBOX, ("set_value", "type")),
    "password-text": (Role.TEXTBOX, ("set_value", "type")),
    "slider": (Role.SLIDER, ("range",)),
    "spin-button": (Role.SPINBUTTON, ("range",)),
    "dial": (Role.SLIDER, ("range",)),
    "scroll-bar": (Role.SCROLLBAR, ("range",)),
    "toggle-button": (Role.BUTTON, ("click", "toggle")),
    "terminal": (Role.TEXTBOX, ("type",)),
}
QUIET = {
    "label": Role.TEXT,
    "static": Role.TEXT,
    "text": Role.TEXT,
    "paragraph": Role.PARAGRAPH,
    "heading": Role.HEADING,
    "icon": Role.IMG,
    "image": Role.IMG,
    "separator": Role.SEPARATOR,
    "panel": Role.GROUP,
    "filler": Role.GENERIC,
    "section": Role.GENERIC,
    "table-cell": Role.CELL,
    "table-row": Role.ROW,
    "list": Role.LIST,
    "dialog": Role.DIALOG,
    "alert": Role.ALERTDIALOG,
    "progress-bar": Role.PROGRESSBAR,
    "level-bar": Role.METER,
    "status-bar": Role.STATUS,
    "tool-bar": Role.TOOLBAR,
    "menu-bar": Role.MENUBAR,
    "popup-menu": Role.MENU,
    "document-web": Role.DOCUMENT,
    "nobody-knows-this": Role.GENERIC,
}


@pytest.mark.parametrize("tag", ACTIONABLE)
def test_a_tag_is_a_role_and_what_it_is_for(tag: str) -> None:
    found = only(tag, name="x")
    assert (found.role, found.can) == ACTIONABLE[tag]
    assert only(tag, "focusable").can == ACTIONABLE[tag][1]


@pytest.mark.parametrize("tag", QUIET)
def test_other_tags_can_do_nothing(tag: str) -> None:
    found = only(tag, name="x")
    assert (found.role, found.can) == (QUIET[tag], ())


@pytest.mark.parametrize("tag", ["panel", "filler", "table-cell", "label", "heading", "image", "document-web"])
def test_what_is_focusable_can_be_focused(tag: str) -> None:
    assert only(tag, "focusable").can == ("focus",)


@pytest.mark.parametrize(
    ("action", "can"),
    [
        ("click", "click"),
        ("Press", "click"),
        ("ACTIVATE", "click"),
        ("jump", "click"),
        ("open", "click"),
        ("doDefault", "click"),
        ("popup", "click"),
        ("push", "click"),
        ("Edit", "click"),
        ("Toggle", "toggle"),
        ("check", "toggle"),
        ("uncheck", "toggle"),
        ("select", "select"),
    ],
)
def test_an_action_makes_an_element_of_what_is_no_text(action: str, can: str) -> None:
    said = {f"act_{action}_desc": "", f"act_{action}_kb": ""}
    for tag in ("panel", "filler", "table-cell", "list", "caption"):
        assert only(tag, **said).can == (can,)
    for tag in ("label", "static", "paragraph", "section", "text", "heading", "image", "icon", "separator"):
        assert only(tag, **said).can == ()


@pytest.mark.parametrize(
    "action", ["showContextMenu", "ShowMenu", "clickAncestor", "SetFocus", "x", "clipboard.copy", "menu.popup"]
)
def test_other_actions_make_no_element(action: str) -> None:
    assert only("panel", **{f"act_{action}_desc": ""}).can == ()


@pytest.mark.parametrize("action", ["expand", "collapse", "expand-or-contract"])
def test_a_cell_is_expanded_only_if_it_is_expandable(action: str) -> None:
    said = {f"act_{action}_desc": ""}
    assert only("panel", **said).can == ("expand",)
    assert only("table-cell", **said).can == ()
    assert only("table-cell", "expandable", **said).can == ("expand",)


@pytest.mark.parametrize("tag", ["text", "entry", "panel", "paragraph", "document-text"])
def test_what_is_editable_can_be_typed_into(tag: str) -> None:
    assert only(tag, "editable").can == ("set_value", "type")


def test_a_combo_box_that_is_editable_can_be_typed_into_besides() -> None:
    assert only("combo-box", "editable").can == ("expand", "set_value", "type")


def test_what_is_checkable_can_be_toggled_unless_it_is_text() -> None:
    assert (only("panel", "checkable").can, only("label", "checkable").can) == (("toggle",), ())
    assert (only("panel", "checkable").checked, only("panel").checked) == ("false", None)


@pytest.mark.parametrize(
    ("states", "role", "can", "readonly"),
    [
        ((), Role.TEXT, (), None),
        (("editable",), Role.TEXTBOX, ("set_value", "type"), None),
        (("focusable",), Role.TEXTBOX, ("focus",), True),
        (("focusable", "editable"), Role.TEXTBOX, ("set_value", "type"), None),
        (("focusable", "editable", "read-only"), Role.TEXTBOX, ("focus",), True),
        (("focusable", "editable", "read_only"), Role.TEXTBOX, ("focus",), True),
    ],
)
def test_a_text_is_a_textbox_if_it_is_editable_or_focusable(
    states: tuple[str, ...], role: Role, can: tuple[str, ...], readonly: bool | None
) -> None:
    found = only("text", *states)
    assert (found.role, found.can, found.readonly) == (role, can, readonly)


# Names, values and hints


@pytest.mark.parametrize(
    ("said", "name", "hint"),
    [
        ({"name": "Save"}, "Save", ""),
        ({"name": "Save", "description": "Saves the file"}, "Save", "Saves the file"),
        ({"name": "Save", "attr_description": "Saves the file"}, "Save", "Saves the file"),
        ({"name": "", "description": "Saves the file"}, "Saves the file", ""),
        ({"name": "", "attr_description": "Saves the file"}, "Saves the file", ""),
        ({"name": "Save", "description": " Save "}, "Save", ""),
        ({"name": "Save", "attr_description": "Save"}, "Save", ""),
        ({"name": "Save As...     "}, "Save As...", ""),
        ({"name": "a\ufffcb &amp; \u200bc"}, "a b & c", ""),
        ({"name": "GtkMenuButton"}, "", ""),
        ({"name": "AdwGizmo", "description": "Menu"}, "Menu", ""),
        ({"name": "Gtk is a toolkit"}, "Gtk is a toolkit", ""),
        ({"name": "", "attr_id": "save-button"}, "", ""),
    ],
)
def test_a_name_is_the_name_or_the_description_and_never_an_identifier(said: dict[str, str], name: str, hint: str) -> None:
    found = only("push-button", **said)
    assert (found.name, found.hint) == (name, hint)


def test_identifiers_are_kept_apart() -> None:
    assert only("push-button", name="GtkMenuButton").identifier == "GtkMenuButton"
    assert only("push-button", name="OK", attr_id="ok", id="a2-14").identifier == "ok"
    assert only("push-button", name="OK", attr_id="ok", id="a2-14").native_id == "a2-14"


@pytest.mark.parametrize("name", ["저장하기", "日本語", "حفظ", "👩‍👩‍👧 Family", "می‌خواهم"])
def test_names_of_every_language_survive(name: str) -> None:
    assert only("push-button", name=name).name == name


@pytest.mark.parametrize(
    ("tag", "states", "name", "text", "expected_name", "value"),
    [
        ("label", (), "", "Ready", "Ready", None),
        ("label", (), "Ready", "Ready", "Ready", None),
        ("paragraph", (), "", "See \ufffc for\n  more", "See for more", None),
        ("paragraph", (), "Title", "milk\neggs", "Title", "milk\neggs"),
        ("text", ("editable",), "", "milk\r\n eggs", "", "milk\neggs"),
        ("text", ("editable",), "Note", "milk", "Note", "milk"),
        ("text", ("editable",), "milk", "milk", "", "milk"),
        ("entry", (), "User", "Ann", "User", "Ann"),
        ("entry", (), "User", "  \n ", "User", None),
        ("combo-box", (), "Currency", "Euro", "Currency", "Euro"),
        ("terminal", ("focusable",), "Terminal", "$ ls\nx", "Terminal", "$ ls\nx"),
        ("label", (), "", "R&amp;D &lt; &gt;", "R&D < >", None),
    ],
)
def test_the_text_of_a_field_is_its_value_and_of_others_their_name(
    tag: str, states: tuple[str, ...], name: str, text: str, expected_name: str, value: str | None
) -> None:
    found = only(tag, *states, inside=text, name=name)
    assert (found.name, found.value) == (expected_name, value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("50.0", "50"),
        ("0.30000000000000004", "0.3"),
        ("12345678901", "12345678901"),
        ("16777216.5", "16777216.5"),
        ("-1.5", "-1.5"),
        ("", None),
        ("half", "half"),
    ],
)
def test_a_value_is_written_as_a_person_writes_it(text: str, value: str | None) -> None:
    assert only("slider", val_value=text).value == value


@pytest.mark.parametrize(
    ("text", "number"),
    [("0.0", 0.0), ("1.7976931348623157e+308", 1.7976931348623157e308), ("nan", None), ("inf", None), ("x", None), ("", None)],
)
def test_a_range_is_a_finite_number_or_not_said(text: str, number: float | None) -> None:
    found = only("slider", val_value="1", val_min=text, val_max=text)
    assert (found.minimum, found.maximum) == (number, number)


def test_a_value_of_what_has_no_range_says_nothing() -> None:
    found = only("push-button", name="OK", val_value="0.0", val_min="0.0", val_max="1.0")
    assert (found.value, found.minimum, found.maximum) == (None, None, None)


# Secrets


def test_the_number_in_a_secret_spin_button_is_nowhere_in_the_tree() -> None:
    said = {"name": "PIN", "attr_text-input-type": "password", "val_value": "4711.0", "val_min": "4711.0", "val_max": "4711.0"}
    field = window(node("spin-button", "", *ON, **said)).tree[3]
    assert (field.name, field.protected, field.value, field.minimum, field.maximum) == ("PIN", True, None, None, None)


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        ("password-text", {"name": "Password"}),
        ("password-text", {"name": "hunter2"}),
        ("password-text", {"name": "Password", "description": "It is hunter2"}),
        ("entry", {"name": "Password", "attr_text-input-type": "password"}),
    ],
)
def test_a_secret_is_nowhere_in_the_tree(tag: str, said: dict[str, str]) -> None:
    inside = (
        "hunter2"
        + node("static", "hunter2", *ON, name="hunter2")
        + node("entry", "hunter2", *ON)
        + node("push-button", "", *ON, name="Show")
    )
    tree = window(node(tag, inside, *ON, "editable", **said)).tree
    assert "hunter2" not in "".join(map(repr, tree))
    field = tree[3]
    assert (field.role, field.protected, field.value, field.filled) == (Role.TEXTBOX, True, None, True)
    assert field.can == ("set_value", "type")
    assert tree[6].name == "Show"


def test_an_empty_secret_keeps_its_label() -> None:
    found = only("password-text", "editable", name="Password")
    assert (found.name, found.protected, found.filled) == ("Password", True, False)


def test_a_secret_behind_bullets_leaves_a_label_of_bullets() -> None:
    assert only("password-text", name="••••", inside="••••").name == "••••"


# States


def test_states_are_those_of_the_dump() -> None:
    found = only("check-box", "checked", "focused", "required", "invalid-entry", "busy", name="x")
    assert (found.checked, found.focused, found.required, found.invalid, found.busy) == ("true", True, True, True, True)
    assert (found.selected, found.expanded, found.readonly, found.pressed, found.filled) == (None,) * 5


@pytest.mark.parametrize(
    ("tag", "states", "checked", "pressed"),
    [
        ("check-box", (), "false", None),
        ("check-box", ("checked",), "true", None),
        ("check-box", ("indeterminate",), "mixed", None),
        ("radio-button", ("checked",), "true", None),
        ("menu-item", (), None, None),
        ("menu-item", ("checked",), "true", None),
        ("toggle-button", (), None, "false"),
        ("toggle-button", ("checked",), None, "true"),
        ("toggle-button", ("pressed",), None, "true"),
        ("push-button", (), None, None),
        ("push-button", ("checked",), None, "true"),
    ],
)
def test_what_is_ticked_is_checked_and_a_button_is_pressed(
    tag: str, states: tuple[str, ...], checked: str | None, pressed: str | None
) -> None:
    found = only(tag, *states)
    assert (found.checked, found.pressed) == (checked, pressed)


def test_selected_and_expanded_are_said_of_what_can_be_so() -> None:
    assert (only("list-item", "selectable").selected, only("list-item", "selectable", "selected").selected) == (False, True)
    assert (only("tree-item", "expandable").expanded, only("tree-item", "expandable", "expanded").expanded) == (False, True)
    assert only("tree-item", "collapsed").expanded is False


def test_a_control_that_says_neither_enabled_nor_sensitive_is_disabled() -> None:
    tree = window(
        node("push-button", "", "showing"), node("push-button", "", "showing", "sensitive"), node("label", "", "showing")
    ).tree
    assert [n.enabled for n in tree][3:] == [False, True, None]


def test_where_nothing_says_that_it_is_enabled_nothing_is_disabled() -> None:
    tree = desktop(node("frame", node("push-button", "", "showing"), "showing")).tree
    assert tree[3].enabled is None


@pytest.mark.parametrize("untrue", ["false", "False", "0"])
def test_a_state_that_is_said_to_be_false_is_not_one(untrue: str) -> None:
    buttons = [f'<check-box st:showing="true" st:enabled="true" st:checked="{value}"/>' for value in (untrue, "true", untrue)]
    assert [n.checked for n in window(*buttons).tree][3:] == ["false", "true", "false"]


# What shows


def hidden(observation: Observation) -> list[bool]:
    return [n.hidden for n in observation.tree][3:]


def test_what_does_not_show_in_a_window_that_reports_it_is_hidden() -> None:
    observation = window(node("menu", "", "showing", "visible", name="File"), node("menu-item", "", "visible", name="Open"))
    assert hidden(observation) == [False, True]
    assert observation.ref_of(4) is None


def test_in_a_window_that_never_says_showing_visible_counts() -> None:
    inside = node(
        "panel",
        node("push-button", "", "visible", "sensitive", name="7") + node("push-button", "", "sensitive", name="8"),
        "visible",
    )
    observation = desktop(node("frame", inside, *ON, "active", name="Calculator"))
    assert hidden(observation) == [False, False, True]
    assert observation.ref_of(4) is not None


def test_where_nothing_says_showing_or_visible_nothing_is_hidden() -> None:
    observation = desktop(node("frame", node("push-button", "", "enabled", name="OK"), "enabled"))
    assert hidden(observation) == [False]
    assert observation.ref_of(3) is not None


def test_a_window_that_does_not_show_where_another_does_is_hidden() -> None:
    button = node("push-button", "", *ON, name="OK")
    observation = desktop(node("frame", button, *ON, name="Front"), node("frame", button, "visible", name="Behind"))
    assert [observation.ref_of(i) is not None for i in (3, 5)] == [True, False]
    assert observation.title == "Front"


def test_a_window_that_does_not_say_so_shows_where_no_other_does() -> None:
    observation = desktop(node("frame", node("push-button", "", *ON, name="OK"), "visible", name="Only"))
    assert observation.ref_of(3) is not None
    assert observation.title == "Only"


def test_what_shows_and_can_be_used_is_not_lost_in_a_panel_that_does_not_show() -> None:
    """LibreOffice's input line stands in a panel that is defunct."""
    line = node("paragraph", "=1+1", *ON, "editable", "focused")
    panel = node("panel", node("filler", line, "visible"), "defunct", "focusable", name="Input line")
    observation = window(node("label", "", *ON, name="x"), panel)
    assert [(n.hidden, n.can) for n in observation.tree][4:] == [(False, ()), (False, ()), (False, ("set_value", "type"))]
    assert observation.ref_of(6) is not None


def test_words_that_claim_to_show_do_not_reveal_a_panel_that_does_not() -> None:
    panel = node("list-item", node("section", "•", *ON), "visible", name="Collapsed")
    observation = window(node("label", "", *ON, name="x"), panel)
    assert observation.tree[4].hidden
    assert "Collapsed" not in observation.blueprint().compact()


@pytest.mark.parametrize("showing", [True, False])
def test_what_has_no_place_is_hidden_whatever_its_window_reports(showing: bool) -> None:
    nowhere = node(
        "push-button",
        "",
        "visible",
        "showing" if showing else "sensitive",
        cp_screencoord="(-2147483648, -2147483648)",
        cp_size="(1, 1)",
    )
    observation = desktop(node("frame", nowhere + node("push-button", "", "visible", name="B"), *ON))
    assert (observation.tree[3].hidden, observation.tree[3].bounds) == (True, None)


def test_desktops_and_applications_are_not_hidden() -> None:
    observation = window(node("push-button", "", *ON, name="OK"))
    assert [n.hidden for n in observation.tree] == [False] * 4


def test_a_program_without_a_window_is_not_on_the_screen() -> None:
    idle, shown = '<application name="idle"/>', f'<application name="app">{node("frame", "", *ON, name="Main")}</application>'
    tree = lumos_layer.read(f"<desktop-frame {declared()}>{idle}{shown}</desktop-frame>".encode()).tree
    assert [(n.name, n.hidden) for n in tree] == [("", False), ("idle", True), ("app", False), ("Main", False)]


@pytest.mark.parametrize("state", ["iconified", "minimized"])
def test_a_minimised_window_is_marked_and_what_is_inside_has_no_ref(state: str) -> None:
    observation = desktop(node("frame", node("push-button", "", *ON, name="OK"), *ON, state))
    assert observation.tree[2].minimized
    assert observation.ref_of(3) is None


# Boxes


@pytest.mark.parametrize(
    ("place", "size", "box"),
    [
        ("(10, 20)", "(30, 40)", Rect(10, 20, 30, 40)),
        ("(10,20)", " ( 30 , 40 ) ", Rect(10, 20, 30, 40)),
        ("(-10, -20)", "(30, 40)", Rect(-10, -20, 30, 40)),
        ("(10.6, 20.5)", "(30.2, 40.0)", Rect(10, 20, 31, 41)),
        ("(0, 0)", "(0, 0)", Rect(0, 0, 0, 0)),
        ("(10, 20)", "", None),
        ("(10, 20, 30)", "(1, 1)", None),
        ("(nan, inf)", "(1, 1)", None),
        (f"({'9' * 30}, 0)", "(1, 1)", None),
        (f"({'9' * 5000}, 0)", "(1, 1)", None),
        ("(1_0, ٣)", "(1, 1)", None),
        ("", "(1, 1)", None),
    ],
)
def test_a_box_is_two_pairs_or_none_and_only_no_place_hides(place: str, size: str, box: Rect | None) -> None:
    found = only("push-button", name="OK", cp_screencoord=place, cp_size=size)
    assert (found.bounds, found.hidden) == (box, False)


# Namespaces


@pytest.mark.parametrize(
    "namespaces",
    [
        declared(),
        declared(GUEST),
        " ".join(f'xmlns:{p}="uri:deskat:{w}.at-spi.gnome.org"' for p, w in PREFIXES.items() if p != "docattr"),
    ],
)
def test_known_namespaces_are_the_same(namespaces: str) -> None:
    button = node("push-button", "", *ON, "focused", name="OK", cp_screencoord="(1, 2)", cp_size="(3, 4)")
    observation = desktop(node("frame", button, *ON), namespaces=namespaces)
    found = observation.tree[3]
    assert (found.bounds, found.focused, found.enabled, found.hidden) == (Rect(1, 2, 3, 4), True, True, False)
    assert observation.warnings == ()


def test_unknown_addresses_are_taken_for_their_last_word_and_told() -> None:
    button = node("push-button", "", *ON, "focused", name="OK", cp_screencoord="(1, 2)", cp_size="(3, 4)")
    observation = desktop(node("frame", button, *ON), namespaces=declared("https://other.example.org/x/"))
    assert (observation.tree[3].bounds, observation.tree[3].focused) == (Rect(1, 2, 3, 4), True)
    (told,) = observation.warnings
    assert told == (
        "Unknown namespaces, taken for what their last words say: "
        "https://other.example.org/x/component, https://other.example.org/x/state."
    )


def test_a_part_of_a_dump_without_addresses_is_read_by_its_prefixes_and_told() -> None:
    button = node("push-button", "", *ON, "focused", name="OK", cp_screencoord="(1, 2)", cp_size="(3, 4)")
    observation = desktop(node("frame", button, *ON), namespaces="")
    assert (observation.tree[3].bounds, observation.tree[3].focused) == (Rect(1, 2, 3, 4), True)
    assert observation.warnings == ("Unknown namespaces, taken for what their last words say: cp, st.",)


def test_addresses_that_say_nothing_hide_nothing_and_are_told() -> None:
    namespaces = " ".join(f'xmlns:{prefix}="urn:x{i}"' for i, prefix in enumerate(PREFIXES))
    observation = desktop(node("frame", node("push-button", "", *ON, name="OK"), *ON), namespaces=namespaces)
    assert observation.ref_of(3) is not None
    assert observation.warnings == ("Unknown namespaces, taken for what their last words say: urn:x0.",)


# The whole


def test_title_app_address_and_size_are_those_of_the_window_in_front() -> None:
    page = node("document-web", node("label", "", *ON), *ON, name="Shop", docattr_URI="https://shop.example/")
    behind = node("document-web", "", "visible", docattr_URI="https://other.example/")
    front = node("frame", behind + page, *ON, "active", name="Shop - Browser", cp_screencoord="(0, 0)", cp_size="(800, 600)")
    observation = desktop(front)
    assert (observation.format, observation.app, observation.title) == ("atspi", "app", "Shop - Browser")
    assert (observation.url, observation.size) == ("https://shop.example/", (800, 600))


def test_several_windows_have_one_title_and_no_size() -> None:
    first = node("frame", node("label", "", *ON), *ON, name="First", cp_screencoord="(0, 0)", cp_size="(800, 600)")
    second = node("frame", node("label", "", *ON), *ON, "active", name="Second", cp_screencoord="(0, 0)", cp_size="(80, 60)")
    observation = desktop(first, second)
    assert (observation.title, observation.size) == ("Second", None)


def test_the_level_of_headings_and_items_is_kept() -> None:
    assert only("heading", name="Orders", attr_level="2").level == 2
    assert only("heading", name="Orders", attr_level="two").level is None


def test_the_focused_element_is_the_focus() -> None:
    observation = window(node("entry", "", *ON, "editable"), node("entry", "", *ON, "editable", "focused"))
    assert f'"focus":"{observation.ref_of(4)}"' in observation.blueprint().compact()


def test_modal_dialogs_are_marked() -> None:
    assert (only("dialog", "modal").modal, only("dialog").modal) == (True, False)


@pytest.mark.parametrize("dump", ['<desktop-frame name="main"/>', '<application name="gedit"/>', '<desktop name="main"/>'])
def test_dumps_and_parts_of_dumps_are_recognised(dump: str) -> None:
    assert lumos_layer.read(dump.encode()).format == "atspi"


def test_reading_one_dump_does_not_depend_on_those_before() -> None:
    """Kinds of nodes are remembered from dump to dump."""
    one = node("frame", '<check-box st:showing="true" st:checked="true"/>', *ON)
    other = node("frame", '<check-box st:showing="true" st:checked="false"/>', *ON)
    assert [desktop(dump).tree[3].checked for dump in (one, other, one, other)] == ["true", "false", "true", "false"]


def calls(dump: bytes) -> int:
    """Functions called while a dump is read."""
    count = 0

    def counted(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(counted)
    try:
        lumos_layer.read(dump)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(
    "dump",
    [
        lambda n: f"<desktop-frame {declared()}>" + "<application><frame>" * n + "</frame></application>" * n + "</desktop-frame>",
        lambda n: (
            f"<desktop-frame {declared()}><frame>"
            + '<panel><entry st:showing="true">' * n
            + "</entry></panel>" * n
            + "</frame></desktop-frame>"
        ),
        lambda n: f"<desktop-frame {declared()}>" + '<frame><label st:showing="true"/></frame>' * n + "</desktop-frame>",
        lambda n: (
            f"<desktop-frame {declared()}><frame>"
            + "".join(f'<panel st:x{n}-{i}="true"/>' for i in range(n))
            + "</frame></desktop-frame>"
        ),
    ],
)
def test_reading_grows_with_the_size_of_the_dump_and_no_faster(dump: Callable[[int], str]) -> None:
    calls(dump(10).encode())
    assert calls(dump(800).encode()) <= 4.6 * calls(dump(200).encode())


ATTRIBUTES = (
    "name", "description", "st:showing", "st:visible", "st:enabled", "st:editable", "st:checked", "cp:screencoord", "cp:size",
    "val:value", "val:min", "act:click_desc", "act:toggle_desc", "attr:level", "attr:text-input-type", "docattr:URI",
)  # fmt: skip


@given(st.data())
def test_any_states_actions_and_values_are_read(data: st.DataObject) -> None:
    def element(depth: int) -> str:
        words: dict[str, Any] = data.draw(
            st.dictionaries(
                st.sampled_from(ATTRIBUTES),
                st.sampled_from(
                    ("", "true", "false", "(1, 2)", "(-2147483648, -2147483648)", "nan", "50.0", "password", "GtkBox", "x")
                ),
                max_size=6,
            )
        )
        tag = data.draw(
            st.sampled_from(("frame", "application", "panel", "entry", "slider", "password-text", "document-web", "label"))
        )
        inside = "".join(element(depth + 1) for _ in range(data.draw(st.integers(0, 2)))) if depth < 3 else "words"
        return f"<{tag} {' '.join(f'{name}={chr(34)}{text}{chr(34)}' for name, text in words.items())}>{inside}</{tag}>"

    observation = lumos_layer.read(f"<desktop-frame {declared()}>{element(0)}</desktop-frame>".encode())
    assert observation.blueprint(boxes="box").compact()
    assert observation.warnings == ()
