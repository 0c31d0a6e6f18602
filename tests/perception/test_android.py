"""Android dumps: each row of docs/dialects.md and what real dumps hold."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lumos_layer
from lumos_layer import Observation
from lumos_layer.errors import DamagedDump
from lumos_layer.tree import Node, Rect, Role


def screen(*nodes: str, attributes: str = "") -> Observation:
    return lumos_layer.read(f'<hierarchy rotation="0"{attributes}>{"".join(nodes)}</hierarchy>'.encode())


def node(class_name: str = "android.view.View", inside: str = "", **said: Any) -> str:
    """An element; `content_desc` stands for `content-desc`, True for "true"."""
    said = {"bounds": "[0,0][100,50]", **said}
    words = " ".join(
        f'{name.replace("_", "-")}="{str(value).lower() if isinstance(value, bool) else value}"' for name, value in said.items()
    )
    return f'<node class="{class_name}" {words}>{inside}</node>'


def only(class_name: str = "android.view.View", **said: Any) -> Node:
    return screen(node(class_name, **said)).tree[1]


# Roles


@pytest.mark.parametrize(
    ("class_name", "role"),
    [
        ("android.widget.Button", Role.BUTTON),
        ("android.widget.ImageButton", Role.BUTTON),
        ("com.google.android.material.floatingactionbutton.FloatingActionButton", Role.BUTTON),
        ("com.google.android.material.chip.Chip", Role.BUTTON),
        ("android.widget.CheckBox", Role.CHECKBOX),
        ("android.widget.CheckedTextView", Role.CHECKBOX),
        ("android.widget.ToggleButton", Role.SWITCH),
        ("android.widget.Switch", Role.SWITCH),
        ("androidx.appcompat.widget.SwitchCompat", Role.SWITCH),
        ("android.widget.RadioButton", Role.RADIO),
        ("android.widget.Spinner", Role.COMBOBOX),
        ("android.widget.SeekBar", Role.SLIDER),
        ("android.widget.RatingBar", Role.SLIDER),
        ("android.widget.NumberPicker", Role.SPINBUTTON),
        ("android.widget.EditText", Role.TEXTBOX),
        ("android.widget.AutoCompleteTextView", Role.TEXTBOX),
        ("android.widget.TextView", Role.TEXT),
        ("android.widget.ImageView", Role.IMG),
        ("android.widget.ListView", Role.LIST),
        ("androidx.recyclerview.widget.RecyclerView", Role.LIST),
        ("android.widget.ProgressBar", Role.PROGRESSBAR),
        ("android.app.ActionBar$Tab", Role.TAB),
        ("android.webkit.WebView", Role.DOCUMENT),
        ("android.widget.FrameLayout", Role.GENERIC),
        ("com.example.OwnView", Role.GENERIC),
        ("", Role.GENERIC),
    ],
)
def test_the_last_word_of_the_class_is_the_role(class_name: str, role: Role) -> None:
    assert only(class_name).role is role


def test_the_tag_is_the_class_where_none_is_said() -> None:
    tree = screen('<android.widget.Button text="OK" bounds="[0,0][9,9]"/>').tree
    assert (tree[1].role, tree[1].name, tree.tag(1)) == (Role.BUTTON, "OK", "android.widget.Button")


# What can be done


@pytest.mark.parametrize(
    ("said", "can"),
    [
        ({}, ()),
        ({"clickable": True}, ("click",)),
        ({"clickable": True, "long_clickable": True}, ("click",)),
        ({"clickable": False, "long_clickable": True}, ("long_click",)),
        ({"checkable": True}, ("toggle",)),
        ({"scrollable": True}, ("scroll",)),
        ({"focusable": True}, ("focus",)),
        ({"focusable": True, "clickable": True}, ("click",)),
        ({"clickable": False, "focusable": False}, ()),
    ],
)
def test_what_is_declared_can_be_done(said: dict[str, Any], can: tuple[str, ...]) -> None:
    assert only(**said).can == can


@pytest.mark.parametrize(
    ("class_name", "can"),
    [
        ("Button", ("click",)),
        ("ImageButton", ("click",)),
        ("Chip", ("click",)),
        ("ToggleButton", ("toggle",)),
        ("CheckBox", ("toggle",)),
        ("CheckedTextView", ("toggle",)),
        ("SwitchCompat", ("toggle",)),
    ],
)
def test_a_control_can_do_what_it_is_for_unless_the_dump_says_that_it_cannot_be_clicked(
    class_name: str, can: tuple[str, ...]
) -> None:
    assert only(class_name).can == can
    assert only(class_name, clickable=True).can == can
    assert only(class_name, clickable=False).can == ()
    assert only(class_name, clickable=False, focusable=True).can == ("focus",)
    assert only(class_name, clickable=False, enabled=False).can == can


@pytest.mark.parametrize(
    ("class_name", "can"),
    [
        ("RadioButton", ("select",)),
        ("Spinner", ("expand",)),
        ("SeekBar", ("range",)),
        ("RatingBar", ("range",)),
        ("NumberPicker", ("range",)),
        ("EditText", ("set_value", "type")),
        ("AutoCompleteTextView", ("set_value", "type")),
    ],
)
def test_some_controls_can_do_what_they_are_for_whatever_else_is_said(class_name: str, can: tuple[str, ...]) -> None:
    for clickable in (True, False):
        assert only(class_name, clickable=clickable, focusable=clickable).can == can


def test_a_radio_button_that_is_checkable_is_chosen_not_toggled() -> None:
    found = only("android.widget.RadioButton", checkable=True, checked=True, clickable=False)
    assert (found.can, found.checked) == (("select",), "true")


def test_text_images_and_layouts_can_do_nothing_by_themselves() -> None:
    for class_name in ("TextView", "ImageView", "FrameLayout", "RecyclerView", "ProgressBar", "WebView"):
        assert only(class_name).can == ()


# Names, values and hints


@pytest.mark.parametrize(
    ("said", "name", "hint"),
    [
        ({"text": "Save"}, "Save", ""),
        ({"content_desc": "Save"}, "Save", ""),
        ({"text": "Save", "content_desc": "Saves the file"}, "Save", "Saves the file"),
        ({"text": "Save", "content_desc": "Save"}, "Save", ""),
        ({"text": "  Save \u200b as&#10;now "}, "Save as now", ""),
        ({"resource_id": "com.example:id/save"}, "", ""),
    ],
)
def test_a_name_is_the_text_or_the_description_and_never_the_identifier(said: dict[str, str], name: str, hint: str) -> None:
    found = only("android.widget.Button", **said)
    assert (found.name, found.hint, found.value) == (name, hint, None)
    assert found.identifier == said.get("resource_id", "")


@pytest.mark.parametrize("name", ["저장하기", "日本語", "حفظ", "👩‍👩‍👧 Family", "Größe & mehr"])
def test_names_of_every_language_survive(name: str) -> None:
    assert only(text=name.replace("&", "&amp;")).name == name


@pytest.mark.parametrize(
    ("said", "name", "value", "hint"),
    [
        ({"text": "Ann"}, "", "Ann", ""),
        ({"text": "Ann", "content_desc": "User name"}, "User name", "Ann", ""),
        ({"text": "milk&#10;eggs"}, "", "milk\neggs", ""),
        ({"text": "E-mail", "hint": "E-mail"}, "", "", "E-mail"),
        ({"text": "E-mail", "hint": "E-mail", "content_desc": "E-mail"}, "E-mail", "", ""),
        ({"text": "ann@x", "hint": "E-mail"}, "", "ann@x", "E-mail"),
        ({"text": "Search", "showing_hint": True}, "", "", "Search"),
        ({"text": "Search", "hint": "Find", "showing_hint": True}, "", "", "Find"),
        ({"text": "", "hint": ""}, "", "", ""),
    ],
)
def test_the_text_of_a_field_is_its_value_or_its_hint(said: dict[str, Any], name: str, value: str, hint: str) -> None:
    found = only("android.widget.EditText", **said)
    assert (found.name, found.value, found.hint) == (name, value, hint)


@pytest.mark.parametrize(
    ("class_name", "said", "name", "value"),
    [
        ("Switch", {"text": "ON", "content_desc": "Wi-Fi"}, "Wi-Fi", "ON"),
        ("Switch", {"text": "Wi-Fi"}, "Wi-Fi", None),
        ("SeekBar", {"text": "50.0", "content_desc": "Volume"}, "Volume", "50.0"),
        ("SeekBar", {"text": "50 %"}, "", "50 %"),
        ("SeekBar", {"text": "Volume"}, "Volume", None),
        ("ProgressBar", {"text": "12.5"}, "", "12.5"),
        ("Spinner", {"text": "Euro", "content_desc": "Currency"}, "Currency", "Euro"),
        ("Spinner", {"text": "Euro"}, "Euro", None),
    ],
)
def test_what_a_gauge_shows_is_its_value(class_name: str, said: dict[str, str], name: str, value: str | None) -> None:
    found = only(class_name, **said)
    assert (found.name, found.value) == (name, value)


# Secrets


@pytest.mark.parametrize(
    "said",
    [
        {"text": "hunter2", "password": True},
        {"text": "hunter2", "content_desc": "hunter2", "password": True},
        {"text": "hunter2", "content_desc": "Password hunter2", "hint": "at least 7, not hunter2", "password": True},
        {"text": "hunter2", "input_type": "129"},
        {"text": "hunter2", "input_type": "524417"},
        {"text": "hunter2", "input_type": "225"},
        {"text": "hunter2", "input_type": "18"},
    ],
)
@pytest.mark.parametrize("class_name", ["android.widget.EditText", "android.view.View"])
def test_a_secret_is_nowhere_in_the_tree(class_name: str, said: dict[str, Any]) -> None:
    if "input_type" in said and class_name.endswith("View"):
        said = {**said, "password": True}
    inside = node("android.widget.TextView", text="hunter2") + node("android.widget.EditText", text="hunter2")
    observation = screen(node(class_name, inside, **said))
    assert "hunter2" not in "".join(map(repr, observation.tree))
    field = observation.tree[1]
    assert (field.role, field.protected, field.value, field.filled) == (Role.TEXTBOX, True, None, True)
    assert field.can == ("set_value", "type")


def test_an_empty_secret_keeps_its_label_and_hint() -> None:
    field = only("android.widget.EditText", text="Password", hint="Password", content_desc="Your password", password=True)
    assert (field.name, field.hint, field.value, field.filled) == ("Your password", "Password", None, False)


def test_an_ordinary_input_type_keeps_no_secret() -> None:
    field = only("android.widget.EditText", text="Ann", input_type="131073")
    assert (field.protected, field.value) == (False, "Ann")


# States


def test_what_is_not_said_is_not_false() -> None:
    found = only("android.widget.Button")
    assert (found.enabled, found.focusable, found.focused, found.checked, found.selected) == (None,) * 5


def test_states_are_those_of_the_dump() -> None:
    found = only(
        "android.widget.CheckBox", enabled=False, focusable=True, focused=True, checkable=True, checked=True, selected=True
    )
    assert (found.enabled, found.focusable, found.focused, found.checked, found.selected) == (False, True, True, "true", True)
    assert only("android.widget.CheckBox", checkable=True).checked == "false"
    assert only("android.widget.CheckBox", checkable=False, checked=True).checked is None


@pytest.mark.parametrize("said", [{"displayed": False}, {"visible_to_user": False}])
def test_what_is_not_displayed_is_hidden(said: dict[str, Any]) -> None:
    observation = screen(node("android.widget.Button", text="Gone", **said))
    assert observation.tree[1].hidden
    assert len(observation.refs) == 0
    assert not only(displayed=True, visible_to_user=True).hidden


def test_the_focused_field_is_the_focus() -> None:
    observation = screen(node("android.widget.EditText", text="a"), node("android.widget.EditText", text="b", focused=True))
    assert observation.refs["A2"] == 2
    assert '"focus":"A2"' in observation.blueprint().compact()


# Boxes


@pytest.mark.parametrize(
    ("bounds", "box"),
    [
        ("[40,500][520,640]", Rect(40, 500, 480, 140)),
        ("[-10,-20][30,40]", Rect(-10, -20, 40, 60)),
        (" [1,2][3,4] ", Rect(1, 2, 2, 2)),
        ("[0,0][0,0]", Rect(0, 0, 0, 0)),
        ("[10,20][5,6]", Rect(10, 20, -5, -14)),
        ("[-2147483648,-2147483648][1,1]", None),
        ("", None),
        ("null", None),
        ("[1,2,3,4]", None),
        ("[1,2][3]", None),
        ("[1.5,2][3,4]", None),
        ("[NaN,Infinity][1,2]", None),
        (f"[0,0][{'9' * 30},1]", None),
        (f"[0,0][{'9' * 5000},1]", None),
        ("[1_0,2][3,4]", None),
        ("[٣,2][30,4]", None),
    ],
)
def test_a_box_is_left_top_right_bottom_or_none(bounds: str, box: Rect | None) -> None:
    assert only(bounds=bounds).bounds == box


# The whole


def test_the_app_is_the_package_of_most_nodes_and_the_size_that_of_the_screen() -> None:
    observation = screen(
        node(package="com.android.systemui"), node(package="com.example.app"), node(package="com.example.app"), node(package=""),
        attributes=' width="1080" height="2400"',
    )  # fmt: skip
    assert (observation.format, observation.app, observation.size) == ("android", "com.example.app", (1080, 2400))
    assert screen(node(), attributes=' width="wide" height=""').size is None


def test_a_clickable_view_takes_the_role_of_the_nameless_child_that_stands_for_it() -> None:
    stand_in = node("android.widget.Button", clickable=False)
    tree = screen(node(inside=node("android.widget.TextView", text="Log in") + stand_in, clickable=True)).tree
    assert [(n.role, n.can) for n in tree][1:] == [(Role.BUTTON, ("click",)), (Role.TEXT, ()), (Role.GENERIC, ())]


@pytest.mark.parametrize(
    "child",
    [
        node("android.widget.Button", clickable=True),
        node("android.widget.Button", clickable=False, text="Other"),
        node("android.widget.Button", node(), clickable=False),
        node("android.widget.TextView", text="Text"),
    ],
)
def test_a_child_that_is_something_itself_stands_for_nothing(child: str) -> None:
    assert screen(node(inside=child, clickable=True)).tree[1].role is Role.GENERIC


def test_a_clickable_view_that_stands_for_a_checkbox_is_toggled() -> None:
    box = node("android.widget.CheckBox", clickable=False)
    around = screen(node(inside=box, clickable=True, checkable=True, checked=True)).tree[1]
    assert (around.role, around.can, around.checked) == (Role.CHECKBOX, ("toggle",), "true")


@pytest.mark.parametrize(
    "dump",
    [
        '<hierarchy><node bounds="[0,0][9,9]"/></hierarchy>',
        '<node class="a" bounds="[0,0][9,9]"/>',
        '<android.widget.FrameLayout bounds="[0,0][9,9]"/>',
        '<androidx.compose.ui.platform.ComposeView bounds="[0,0][9,9]"/>',
        '<com.example.OwnView package="com.example" bounds="[0,0][9,9]"/>',
    ],
)
def test_dumps_and_parts_of_dumps_are_recognised(dump: str) -> None:
    assert lumos_layer.read(dump.encode()).format == "android"


def test_a_screen_of_ios_under_a_root_of_the_same_name_is_not_read_as_android() -> None:
    with pytest.raises(DamagedDump, match="it shows a screen of iOS"):
        lumos_layer.read(b'<hierarchy><XCUIElementTypeApplication name="x"/></hierarchy>', format="android")


def test_a_hierarchy_without_a_window_is_one_node() -> None:
    assert len(screen().tree) == 1


@given(st.text(st.sampled_from("[]-,.0123456789 \tNaInfe+_٣"), max_size=40))
def test_any_bounds_are_a_box_of_whole_numbers_or_none(bounds: str) -> None:
    observation = screen(node("android.widget.Button", text="OK", bounds=bounds.replace("\t", " ")))
    found = observation.tree[1].bounds
    assert found is None or all(abs(number) < 2**35 for number in (found.x, found.y, found.width, found.height))
    assert observation.blueprint(boxes="box").compact()


@pytest.mark.parametrize(
    ("class_name", "clips"),
    [
        ("android.widget.ScrollView", True),
        ("androidx.core.widget.NestedScrollView", True),
        ("androidx.recyclerview.widget.RecyclerView", True),
        ("android.support.v4.view.ViewPager", True),
        ("androidx.viewpager2.widget.ViewPager2", True),
        ("android.widget.FrameLayout", False),
    ],
)
def test_a_view_made_for_scrolling_clips_although_all_of_it_fits(class_name: str, clips: bool) -> None:
    assert only(class_name, scrollable=False).clips is clips
