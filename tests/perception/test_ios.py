from __future__ import annotations

from pathlib import Path

import pytest

from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats.ios import IOS
from lumos_layer.perception.limits import DEFAULT
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.secrets import keep_secrets
from lumos_layer.perception.xml import read_xml
from lumos_layer.tree import Node, Rect, Role, Scroll

CASES = Path(__file__).parents[1] / "cases"


def read(text: str) -> Draft:
    draft = read_xml(text.encode(), [IOS], DEFAULT)[1]
    keep_secrets(draft)
    return draft


def inside(elements: str) -> list[Node]:
    """The nodes of these elements, in a program of their own."""
    return read(f"<AppiumAUT><XCUIElementTypeApplication>{elements}</XCUIElementTypeApplication></AppiumAUT>").nodes[2:]


def one(type: str, attributes: str = "", content: str = "") -> Node:
    return inside(f"<XCUIElementType{type} {attributes}>{content}</XCUIElementType{type}>")[0]


def look(text: str) -> Observation:
    return Observation(read(text), IOS, "main", len(text))


def names(observation: Observation) -> list[str]:
    """What can be acted on, in order."""
    return [observation.name_of(node) for node in observation.refs.values() if observation.tree[node].can]


# Recognition


@pytest.mark.parametrize(
    "root", ["AppiumAUT", "XCUIElementTypeApplication", "XCUIElementTypeButton", "UIAApplication", "UIAWindow"]
)
def test_a_dump_is_recognised_by_its_root(root: str) -> None:
    assert IOS.recognises(root, {})


@pytest.mark.parametrize("root", ["hierarchy", "node", "Window", "desktop-frame", "UIAutomation", "UIA", ""])
def test_roots_of_other_dialects_are_not_recognised(root: str) -> None:
    assert not IOS.recognises(root, {"name": "XCUIElementTypeApplication", "x": "0"})


def test_the_type_is_told_by_the_tag_the_type_or_its_number() -> None:
    assert one("Switch").role is Role.SWITCH
    assert inside('<element type="XCUIElementTypeSwitch"/>')[0].role is Role.SWITCH
    assert inside('<element type="Switch"/>')[0].role is Role.SWITCH
    assert inside('<element elementType="40"/>')[0].role is Role.SWITCH
    assert inside('<element elementType="9999"/>')[0].role is Role.GENERIC
    assert inside('<XCUIElementTypeSwitch type="XCUIElementTypeButton" elementType="9"/>')[0].role is Role.SWITCH


def test_a_root_called_hierarchy_is_read_where_the_dialect_is_known() -> None:
    program = '<XCUIElementTypeApplication name="🦋" label=""><XCUIElementTypeWindow/></XCUIElementTypeApplication>'
    draft = read(f"<hierarchy>{program}</hierarchy>")
    assert (draft.app, [node.role for node in draft.nodes]) == ("🦋", [Role.GENERIC, Role.APPLICATION, Role.WINDOW])


# The field that is listed twice


def case() -> Observation:
    return look((CASES / "006-one-field-listed-twice" / "screen.xml").read_text().partition("?>")[2].strip())


def test_a_field_in_a_wrapper_of_its_type_name_and_box_is_one_element() -> None:
    observation = case()
    assert names(observation) == ["PIN", "Country", "Amount", "Amount"]
    assert observation.tree[observation.refs["A1"]].filled is False


def test_a_cell_is_one_target_and_what_is_chosen_in_it_is_still_there() -> None:
    observation = case()
    assert observation.tree[observation.refs["A2"]].can == ("click",)
    assert '"Norway"' in observation.blueprint().compact()


# Names


def test_the_label_is_the_name_and_the_name_an_identifier() -> None:
    button = one("Button", 'name="footer-button" label="Start now"')
    assert (button.name, button.identifier) == ("Start now", "footer-button")


def test_a_name_equal_to_the_label_is_an_identifier_too() -> None:
    button = one("Button", 'name="OK" label="OK"')
    assert (button.name, button.identifier) == ("OK", "OK")


@pytest.mark.parametrize("label", ["", 'label=""', 'label="  "', 'label="&#8203;"'])
def test_without_a_label_the_name_is_the_name(label: str) -> None:
    assert one("Button", f'name="Skip" {label}').name == "Skip"


@pytest.mark.parametrize("word", ["roundedIcon", "BLTNBoard.BulletinView", "RCCView", "scroll-view3", "login_image"])
def test_a_developers_word_is_no_name_of_what_cannot_be_clicked(word: str) -> None:
    for type in ("Image", "Other", "NavigationBar", "ScrollView"):
        node = one(type, f'name="{word}" accessible="false"')
        assert (node.name, node.identifier) == ("", word)


@pytest.mark.parametrize("words", ["Keyboards", "ALL KEYBOARDS", "CAPTCHA Image", "Text2", "9:50", "🦋"])
def test_words_that_a_person_would_write_stay_names(words: str) -> None:
    assert one("NavigationBar", f'name="{words}"').name == words


def test_a_developers_word_names_a_button_that_has_no_other_name() -> None:
    assert one("Button", 'name="settingsIcon"').name == "settingsIcon"


def test_very_long_names_are_read_as_they_are() -> None:
    assert one("Image", f'name="{"aB" * 200_000}"').name == "aB" * 200_000


def test_names_lose_line_breaks_and_what_cannot_be_seen() -> None:
    assert one("Button", 'label="Pay&#10;now\u200b  please"').name == "Pay now please"


def test_a_text_says_its_label_or_else_its_value() -> None:
    assert one("StaticText", 'name="result" label="" value="42"').name == "42"
    assert one("StaticText", 'name="result" label="" value="42"').identifier == "result"
    assert one("StaticText", 'value="Norway" name="Norway" label="Norway"').value is None
    total = one("StaticText", 'label="Total" value="42 €"')
    assert (total.name, total.value) == ("Total", "42 €")
    assert one("StaticText", 'name="Enter password."').name == "Enter password."


# Values


@pytest.mark.parametrize("type", ["TextField", "SearchField", "TextView", "ComboBox"])
def test_a_value_equal_to_the_placeholder_is_no_value(type: str) -> None:
    field = one(type, 'label="Mail" value="you@example.com" placeholderValue="you@example.com"')
    assert (field.name, field.value, field.hint) == ("Mail", "", "you@example.com")


def test_a_field_keeps_what_was_typed_with_its_line_breaks() -> None:
    field = one("TextView", 'label="Note" value="one&#10;two" placeholderValue="Note"')
    assert (field.value, field.hint, field.can) == ("one\ntwo", "", ("set_value", "type"))


def test_the_hint_of_the_instruments_driver_is_a_placeholder() -> None:
    assert inside('<UIATextField name="Town" value="" hint="Where you live"/>')[0].hint == "Where you live"


@pytest.mark.parametrize(
    ("attributes", "filled"),
    [
        ('value="hunter2"', True),
        ('value="•••••"', True),
        ('value=""', False),
        ("", False),
        ('value="PIN" placeholderValue="PIN"', False),
        ('value="Secret code" placeholderValue="Secret code"', False),
        ('value="PIN"', False),
    ],
)
def test_a_secure_field_tells_only_whether_it_is_filled(attributes: str, filled: bool) -> None:
    field = one("SecureTextField", f'name="pin" label="PIN" {attributes}')
    assert (field.role, field.protected, field.value, field.filled) == (Role.TEXTBOX, True, None, filled)


def test_a_field_of_bullets_is_protected_whatever_its_type() -> None:
    field = one("TextField", 'label="PIN" value="••••"')
    assert (field.protected, field.value, field.filled) == (True, None, True)


def test_what_was_typed_into_a_secure_field_is_nowhere_in_the_tree() -> None:
    nodes = inside(
        '<XCUIElementTypeCell label="Password" value="hunter2">'
        '<XCUIElementTypeSecureTextField label="Password" value="hunter2">'
        '<XCUIElementTypeOther><XCUIElementTypeStaticText value="hunter2"/></XCUIElementTypeOther>'
        '<XCUIElementTypeTextField value="hunter2"/><XCUIElementTypeButton label="Show"/>'
        "</XCUIElementTypeSecureTextField></XCUIElementTypeCell>"
    )
    assert not any("hunter2" in f"{node.name} {node.value} {node.hint}" for node in nodes)
    assert nodes[-1].name == "Show"


def test_what_can_be_clicked_in_a_secure_field_keeps_its_name_and_picture() -> None:
    _, show, picture, words = inside(
        '<XCUIElementTypeSecureTextField label="Password" value="••••"><XCUIElementTypeButton label="show password">'
        '<XCUIElementTypeImage label="eye"/><XCUIElementTypeStaticText value="hunter2"/></XCUIElementTypeButton>'
        "</XCUIElementTypeSecureTextField>"
    )
    assert (show.name, picture.name, words.name) == ("show password", "eye", "")


def test_words_beside_a_secure_field_stay_although_it_may_hold_the_same() -> None:
    nodes = inside('<XCUIElementTypeStaticText label="Password"/><XCUIElementTypeSecureTextField value="Password"/>')
    assert nodes[0].name == "Password"


@pytest.mark.parametrize("type", ["Switch", "Toggle", "CheckBox", "RadioButton"])
@pytest.mark.parametrize(("value", "checked"), [("0", "false"), ("1", "true"), ("2", "mixed"), ("true", "true"), ("off", "false")])
def test_the_value_of_a_switch_says_whether_it_is_on(type: str, value: str, checked: str) -> None:
    node = one(type, f'label="Wi-Fi" value="{value}"')
    assert (node.checked, node.value) == (checked, None)


def test_a_switch_without_a_value_says_nothing_of_its_state() -> None:
    assert one("Switch", 'label="Wi-Fi"').checked is None


def test_the_value_1_of_a_button_says_that_it_is_selected() -> None:
    node = one("Button", 'label="Home" value="1"')
    assert (node.selected, node.value) == (True, None)
    assert one("Button", 'label="Home"').selected is None
    assert one("Button", 'label="Volume" value="Loud"').value == "Loud"


def test_ranges_keep_their_value_as_the_dump_writes_it() -> None:
    slider = one("Slider", 'label="Brightness" value="50%" minValue="0" maxValue="1.5"')
    assert (slider.role, slider.value, slider.can) == (Role.SLIDER, "50%", ("range",))
    assert (slider.minimum, slider.maximum) == (0, 1.5)
    assert one("ProgressIndicator", 'value="30%"').value == "30%"
    pages = one("PageIndicator", 'value="page 1 of 3"')
    assert (pages.value, pages.can) == ("page 1 of 3", ("range",))
    wheel = one("PickerWheel", 'value="June"')
    assert (wheel.role, wheel.value, wheel.can) == (Role.SPINBUTTON, "June", ("set_value", "range"))


def test_an_activity_indicator_is_busy_and_has_no_value() -> None:
    node = one("ActivityIndicator", 'label="In progress" value="1"')
    assert (node.role, node.busy, node.value) == (Role.PROGRESSBAR, True, None)
    assert one("ActivityIndicator", 'label="Progress halted" value="0"').busy is None


def test_a_disclosure_triangle_is_open_or_closed() -> None:
    assert one("DisclosureTriangle", 'value="0"').expanded is False
    assert one("DisclosureTriangle", 'value="1"').expanded is True


# Roles and what can be done


@pytest.mark.parametrize(
    ("type", "role", "can"),
    [
        ("Button", Role.BUTTON, ("click",)),
        ("Cell", Role.LISTITEM, ("click",)),
        ("Key", Role.BUTTON, ("click",)),
        ("Icon", Role.BUTTON, ("click",)),
        ("Link", Role.LINK, ("click",)),
        ("Tab", Role.TAB, ("select",)),
        ("PopUpButton", Role.COMBOBOX, ("expand",)),
        ("Stepper", Role.SPINBUTTON, ("range",)),
        ("ScrollView", Role.GENERIC, ("scroll",)),
        ("CollectionView", Role.LIST, ("scroll",)),
        ("WebView", Role.DOCUMENT, ("scroll",)),
        ("Image", Role.IMG, ()),
        ("StaticText", Role.TEXT, ()),
        ("NavigationBar", Role.NAVIGATION, ()),
        ("StatusBar", Role.STATUS, ()),
        ("Picker", Role.GROUP, ()),
        ("SomethingNew", Role.GENERIC, ()),
    ],
)
def test_a_type_has_a_role_and_tells_what_can_be_done(type: str, role: Role, can: tuple[str, ...]) -> None:
    node = one(type, 'enabled="true" visible="true"')
    assert (node.role, node.can) == (role, can)


def test_alerts_and_sheets_are_modal() -> None:
    assert (one("Alert").role, one("Alert").modal) == (Role.ALERTDIALOG, True)
    assert (one("Sheet").role, one("Sheet").modal) == (Role.DIALOG, True)
    assert (one("Popover").role, one("Popover").modal) == (Role.DIALOG, False)


def test_buttons_in_a_tab_bar_are_tabs() -> None:
    bar, group, first, second = inside(
        '<XCUIElementTypeTabBar label="Tab Bar"><XCUIElementTypeOther><XCUIElementTypeButton label="Home" value="1"/>'
        '<XCUIElementTypeButton label="Search"/></XCUIElementTypeOther></XCUIElementTypeTabBar>'
    )
    assert (bar.role, group.role) == (Role.TABLIST, Role.GENERIC)
    assert (first.role, first.can, first.selected) == (Role.TAB, ("select",), True)
    assert (second.role, second.selected) == (Role.TAB, False)


def test_buttons_of_a_segmented_control_are_one_of_several() -> None:
    control, first, second = inside(
        '<XCUIElementTypeSegmentedControl><XCUIElementTypeButton label="Map" selected="true"/>'
        '<XCUIElementTypeButton label="List" selected="false"/></XCUIElementTypeSegmentedControl>'
    )
    assert control.role is Role.RADIOGROUP
    assert (first.role, first.can, first.checked, first.selected) == (Role.RADIO, ("select",), "true", None)
    assert second.checked == "false"


def test_a_date_picker_without_parts_takes_a_value() -> None:
    assert one("DatePicker", 'value="2024-05-01"').can == ("set_value", "range")
    assert one("DatePicker", "", "<XCUIElementTypePickerWheel/>").can == ()


def test_a_cell_around_a_switch_does_not_say_the_value_of_the_switch() -> None:
    cell, switch = inside('<XCUIElementTypeCell label="Wi-Fi" value="1"><XCUIElementTypeSwitch value="1"/></XCUIElementTypeCell>')
    assert (cell.value, switch.checked) == (None, "true")
    assert one("Cell", 'label="Keyboards" value="1"').value == "1"


@pytest.mark.parametrize(
    ("traits", "role", "can"),
    [
        ("Button", Role.BUTTON, ("click",)),
        ("Link, StaticText", Role.LINK, ("click",)),
        ("Header", Role.HEADING, ()),
        ("Adjustable", Role.SLIDER, ("range",)),
        ("SearchField", Role.SEARCHBOX, ("set_value", "type")),
        ("TabBar", Role.TABLIST, ()),
        ("", Role.GENERIC, ()),
        ("UpdatesFrequently", Role.GENERIC, ()),
    ],
)
def test_traits_say_what_an_element_of_no_type_is(traits: str, role: Role, can: tuple[str, ...]) -> None:
    node = one("Other", f'label="Thing" accessible="false" traits="{traits}"')
    assert (node.role, node.can) == (role, can)


def test_traits_never_weaken_a_type_and_add_states() -> None:
    assert one("Switch", 'traits="Button, ToggleButton"').role is Role.SWITCH
    assert one("Image", 'label="Menu" traits="Image, Button"').role is Role.BUTTON
    assert one("Button", 'traits="Selected, Button"').selected is True
    assert one("Button", 'traits="NotEnabled, Button" enabled="true"').enabled is False
    mute = one("Button", 'label="Mute" value="1" traits="Button, ToggleButton"')
    assert (mute.can, mute.pressed, mute.selected) == (("click", "toggle"), "true", None)


def test_states_are_told_by_their_attributes() -> None:
    assert one("Button", 'enabled="false"').enabled is False
    assert one("Button", 'enabled=""').enabled is None
    assert one("TextField", 'focused="true"').focused is True
    assert one("TextField", 'hasFocus="1"').focused is True
    assert one("Cell", 'selected="true"').selected is True
    assert one("Cell", 'selected="false"').selected is None


# What can be touched although it has no type


def test_an_accessible_element_of_no_type_can_be_clicked() -> None:
    slot, text, image = inside(
        '<XCUIElementTypeOther label="14:00" accessible="true"><XCUIElementTypeStaticText label="14:00" accessible="true"/>'
        '<XCUIElementTypeImage label="now" accessible="true"/></XCUIElementTypeOther>'
    )
    assert slot.can == ("click",)
    assert (text.can, image.can) == ((), ())
    assert one("Other", 'accessible="true"').can == ("click",)


def test_where_accessible_is_said_it_decides() -> None:
    assert one("Other", 'label="Card" accessible="false"').can == ()


@pytest.mark.parametrize("bar", ["StatusBar", "NavigationBar"])
def test_words_in_bars_cannot_be_clicked(bar: str) -> None:
    for attribute in ("", 'accessible="true"'):
        assert inside(f'<XCUIElementType{bar}><XCUIElementTypeOther label="9:50" {attribute}/></XCUIElementType{bar}>')[1].can == ()


def test_where_accessible_is_never_said_a_named_element_with_nothing_in_it_can_be_clicked() -> None:
    outer, inner = inside(
        '<XCUIElementTypeOther name="loginBtn" label="loginBtn"><XCUIElementTypeOther name="loginBtn" label="loginBtn"/>'
        "</XCUIElementTypeOther>"
    )
    assert (outer.can, inner.can) == ((), ("click",))


def test_where_accessible_is_never_said_what_a_developer_named_can_be_clicked_if_it_holds_no_control() -> None:
    container, words = inside(
        '<XCUIElementTypeOther name="button-login" label="Login"><XCUIElementTypeStaticText label="Login"/></XCUIElementTypeOther>'
    )
    assert (container.can, words.can) == (("click",), ())
    page, button = inside(
        '<XCUIElementTypeOther name="page-login" label="Login"><XCUIElementTypeButton label="Login"/></XCUIElementTypeOther>'
    )
    assert (page.can, button.can) == ((), ("click",))


def test_headers_of_tables_and_words_in_cells_are_not_taken_for_buttons() -> None:
    table, header, cell, words = inside(
        '<XCUIElementTypeTable><XCUIElementTypeOther label="ENGLISH"/>'
        '<XCUIElementTypeCell><XCUIElementTypeOther label="UK"/></XCUIElementTypeCell></XCUIElementTypeTable>'
    )
    assert (table.role, table.can) == (Role.LIST, ("scroll",))
    assert (header.can, cell.can, words.can) == ((), ("click",), ())


# What can be seen


def test_what_is_said_to_be_invisible_is_hidden_with_what_is_in_it() -> None:
    observation = look(
        '<AppiumAUT><XCUIElementTypeWindow visible="true"><XCUIElementTypeOther visible="false">'
        '<XCUIElementTypeButton label="Behind" visible="false"/></XCUIElementTypeOther>'
        '<XCUIElementTypeButton label="Front" visible="true"/></XCUIElementTypeWindow></AppiumAUT>'
    )
    assert names(observation) == ["Front"]
    assert observation.blueprint().omitted["hidden"] == 2


def test_an_invisible_element_around_a_visible_one_hides_nothing_and_cannot_be_acted_on() -> None:
    cell, group, button = inside(
        '<XCUIElementTypeCell label="Row" visible="false"><XCUIElementTypeOther visible="false">'
        '<XCUIElementTypeButton label="Pay" visible="true"/></XCUIElementTypeOther></XCUIElementTypeCell>'
    )
    assert (cell.hidden, cell.can, group.hidden) == (False, (), False)
    assert (button.hidden, button.can) == (False, ("click",))


def test_boxes_are_whole_pixels_that_hold_the_whole_element() -> None:
    assert one("Button", 'x="10" y="-20" width="30" height="40"').bounds == Rect(10, -20, 30, 40)
    assert one("Button", 'x="10.5" y="20.25" width="30" height="40.5"').bounds == Rect(10, 20, 31, 41)
    assert one("Button", 'x="-1" y="-1" width="0" height="0"').bounds == Rect(-1, -1, 0, 0)


@pytest.mark.parametrize(
    "box",
    [
        "",
        'x="1" y="2" width="3"',
        'x="" y="2" width="3" height="4"',
        'x="one" y="2" width="3" height="4"',
        'x="inf" y="2" width="3" height="4"',
        'x="nan" y="2" width="3" height="4"',
        'x="1e300" y="2" width="3" height="4"',
        'x="99999999999999999999" y="2" width="3" height="4"',
        f'x="{"9" * 6000}" y="2" width="3" height="4"',
    ],
)
def test_what_is_no_box_is_no_box(box: str) -> None:
    assert one("Button", box).bounds is None


def test_a_programs_box_that_does_not_hold_its_windows_is_no_edge_of_the_screen() -> None:
    text = (
        '<XCUIElementTypeApplication x="0" y="0" width="768" height="{}">'
        '<XCUIElementTypeWindow x="0" y="0" width="{}" height="768">'
        '<XCUIElementTypeButton label="Right" x="900" y="10" width="50" height="50"/></XCUIElementTypeWindow>'
        "</XCUIElementTypeApplication>"
    )
    assert "Right" in names(look(text.format(1024, 1024)))
    assert "Right" not in names(look(text.format(1024, 768)))


# What scrolls


def scroller(*bars: str, type: str = "ScrollView") -> list[Node]:
    return inside(f"<XCUIElementType{type}>{''.join(bars)}</XCUIElementType{type}>")


def bar(value: str, name: str, width: int = 30, height: int = 600) -> str:
    return (
        f'<XCUIElementTypeOther value="{value}" label="{name}" accessible="false" x="0" y="0" width="{width}" height="{height}">'
        '<XCUIElementTypeOther x="0" y="0" width="3" height="3"/></XCUIElementTypeOther>'
    )


def test_scroll_bars_tell_how_much_lies_beyond() -> None:
    view, upright, _, across, _ = scroller(
        bar("50%", "Vertical scroll bar, 3 pages"), bar("0%", "Horizontal scroll bar, 2 pages", width=300, height=30)
    )
    assert view.scroll == Scroll(above=33, below=34, left=0, right=50)
    assert (upright.hidden, across.hidden) == (True, True)


def test_scroll_bars_are_understood_in_other_languages() -> None:
    assert scroller(bar("100%", "垂直スクロールバー, 3ページ"))[0].scroll == Scroll(above=67)
    assert scroller(bar("١٠٠٪", "شريط التمرير، ٤ صفحات"))[0].scroll == Scroll(above=75)


def test_what_fits_into_one_page_does_not_scroll() -> None:
    table = scroller(
        bar("0%", "Vertical scroll bar, 1 page"), bar("0%", "Horizontal scroll bar, 1 page", width=300, height=30), type="Table"
    )[0]
    assert (table.can, table.scroll) == ((), None)


def test_a_percentage_elsewhere_is_no_scroll_bar() -> None:
    assert inside(bar("50%", "Battery, 1 of 2"))[0].hidden is False


# macOS


MAC = """\
<XCUIElementTypeApplication elementType="2" identifier="" label="" title="Notes" enabled="false" x="0" y="0" width="0" height="0">
  <XCUIElementTypeWindow elementType="4" identifier="_NS:9" label="" title="All notes" enabled="false" x="540" y="215" width="360" height="476">
    <XCUIElementTypeButton elementType="9" identifier="_XCUI:CloseWindow" label="" title="" enabled="true" x="547" y="221" width="14" height="16"/>
    <XCUIElementTypeCheckBox elementType="12" identifier="_NS:56" value="1" label="" title="Stay" enabled="true" x="610" y="579" width="70" height="24"/>
    <XCUIElementTypeStaticText elementType="48" identifier="" value="Sign in" label="" title="" x="700" y="526" width="38" height="18"/>
    <XCUIElementTypeSecureTextField elementType="50" identifier="pw" value="" label="" title="" placeholderValue="Password" x="578" y="473" width="276" height="24"/>
    <XCUIElementTypeTextField elementType="49" identifier="phone" value="555" label="" title="" placeholderValue="Phone" focused="true" x="643" y="416" width="204" height="24"/>
    <XCUIElementTypePopUpButton elementType="14" identifier="" value="Red" label="Colour" title="" x="643" y="300" width="204" height="24"/>
    <XCUIElementTypeButton elementType="9" identifier="" label="Share" title="Share note" x="643" y="340" width="24" height="24"/>
    <XCUIElementTypeScrollView elementType="46" x="540" y="600" width="300" height="90">
      <XCUIElementTypeOutline elementType="29" x="540" y="600" width="300" height="90">
        <XCUIElementTypeOutlineRow elementType="30" selected="true" x="540" y="600" width="300" height="20">
          <XCUIElementTypeCell elementType="75" x="540" y="600" width="300" height="20">
            <XCUIElementTypeStaticText elementType="48" value="Shopping" x="545" y="602" width="90" height="16"/>
          </XCUIElementTypeCell>
        </XCUIElementTypeOutlineRow>
      </XCUIElementTypeOutline>
    </XCUIElementTypeScrollView>
    <XCUIElementTypeTabGroup elementType="23" x="540" y="230" width="300" height="60">
      <XCUIElementTypeRadioButton elementType="10" title="General" value="1" x="550" y="235" width="60" height="20"/>
    </XCUIElementTypeTabGroup>
  </XCUIElementTypeWindow>
  <XCUIElementTypeMenuBar elementType="55" x="0" y="0" width="1440" height="24">
    <XCUIElementTypeMenuBarItem elementType="56" title="File" enabled="true" selected="false" x="43" y="0" width="60" height="24">
      <XCUIElementTypeMenu elementType="53" x="43" y="24" width="154" height="66">
        <XCUIElementTypeMenuItem elementType="54" title="New" enabled="true" x="0" y="0" width="154" height="22"/>
        <XCUIElementTypeMenuItem elementType="54" title="" enabled="false" x="0" y="22" width="154" height="11"/>
        <XCUIElementTypeMenuItem elementType="54" title="Close all" enabled="true" x="0" y="0" width="0" height="0"/>
      </XCUIElementTypeMenu>
    </XCUIElementTypeMenuBarItem>
    <XCUIElementTypeMenuBarItem elementType="56" title="Edit" enabled="true" selected="true" x="103" y="0" width="60" height="24">
      <XCUIElementTypeMenu elementType="53" x="103" y="24" width="154" height="66">
        <XCUIElementTypeMenuItem elementType="54" title="Undo" enabled="true" x="103" y="24" width="154" height="22"/>
        <XCUIElementTypeMenuItem elementType="54" title="" enabled="false" x="103" y="46" width="154" height="11"/>
      </XCUIElementTypeMenu>
    </XCUIElementTypeMenuBarItem>
  </XCUIElementTypeMenuBar>
</XCUIElementTypeApplication>"""  # noqa: E501


def named(draft: Draft, words: str) -> Node:
    return next(node for node in draft.nodes if words in (node.name, node.hint))


def test_mac2_names_come_from_title_and_label() -> None:
    draft = read(MAC)
    assert (draft.app, draft.title, draft.size) == ("Notes", "All notes", (360, 476))
    assert (named(draft, "Stay").checked, named(draft, "Stay").identifier) == ("true", "_NS:56")
    assert named(draft, "Sign in").role is Role.TEXT
    assert (named(draft, "Colour").value, named(draft, "Colour").can) == ("Red", ("expand",))
    assert (named(draft, "Share").name, named(draft, "Share").hint) == ("Share", "Share note")


def test_mac2_fields_have_a_placeholder_and_no_identifier_for_a_name() -> None:
    draft = read(MAC)
    password, phone = named(draft, "Password"), named(draft, "Phone")
    assert (password.name, password.protected, password.filled) == ("", True, False)
    assert (phone.name, phone.value, phone.focused, phone.identifier) == ("", "555", True, "phone")


def test_programs_and_windows_are_never_called_disabled() -> None:
    assert [node.enabled for node in read(MAC).nodes[:2]] == [None, None]


def test_the_buttons_of_a_window_say_what_they_are_for() -> None:
    button = named(read(MAC), "close window")
    assert (button.name, button.role) == ("", Role.BUTTON)


def test_a_row_is_chosen_and_its_cells_are_not() -> None:
    draft = read(MAC)
    kinds = {node.role: node.can for node in draft.nodes}
    assert (kinds[Role.TREEITEM], kinds[Role.CELL], kinds[Role.TREE]) == (("select",), (), ())
    assert inside("<XCUIElementTypeTable><XCUIElementTypeTableRow/></XCUIElementTypeTable>")[0].role is Role.TABLE


def test_radio_buttons_of_a_tab_group_are_tabs() -> None:
    tab = named(read(MAC), "General")
    assert (tab.role, tab.checked, tab.selected) == (Role.TAB, None, True)


def test_of_a_closed_menu_only_what_opens_it_is_shown() -> None:
    observation = look(MAC)
    shown = names(observation)
    assert "File" in shown
    assert "New" not in shown
    assert "Close all" not in shown
    assert "Undo" in shown
    draft = read(MAC)
    assert (named(draft, "File").expanded, named(draft, "Edit").expanded) == (False, True)
    assert named(draft, "File").can == ("click", "expand")


def test_an_open_menu_is_known_by_where_its_items_stand() -> None:
    opened = MAC.replace('selected="true" x="103"', 'selected="false" x="103"')
    assert named(read(opened), "Edit").expanded is True


def test_a_menu_without_places_is_shown() -> None:
    bare = (
        '<XCUIElementTypeMenuBarItem title="File"><XCUIElementTypeMenu><XCUIElementTypeMenuItem title="New"/></XCUIElementTypeMenu>'
    )
    item, menu, _ = inside(f"{bare}</XCUIElementTypeMenuBarItem>")
    assert (item.expanded, menu.hidden) == (None, False)


def test_the_lines_in_a_menu_are_no_items() -> None:
    assert [node.role for node in read(MAC).nodes].count(Role.SEPARATOR) == 2


# The Instruments driver


def test_instruments_dumps_are_read() -> None:
    observation = look(
        '<AppiumAUT><UIAApplication name="Shop" label="Shop" value="" dom="" enabled="true" valid="true" visible="true" hint="" '
        'path="/0" x="0" y="20" width="768" height="1004">'
        '<UIAWindow name="" label="" x="0" y="0" width="768" height="1024" visible="true">'
        '<UIATableView x="0" y="100" width="768" height="500" visible="true">'
        '<UIATableGroup name="Fruit" label="Fruit" visible="true"/>'
        '<UIATableCell name="Apples" label="Apples" visible="true" x="0" y="100" width="768" height="44"/></UIATableView>'
        '<UIASearchBar name="Find" label="Find" visible="true" value="" hint="What to buy"/>'
        '<UIACollectionView visible="true"><UIACollectionCell name="Pears" label="Pears" visible="true"/></UIACollectionView>'
        '<UIATabBar visible="true"><UIAButton name="Cart" label="Cart" value="1" visible="true"/></UIATabBar>'
        '<UIAElement name="Help" label="Help" visible="true"/><UIAActionSheet name="Sort by" visible="true"/>'
        "</UIAWindow></UIAApplication></AppiumAUT>"
    )
    tree = observation.tree
    found = {tree[i].name: (tree[i].role, tree[i].can) for i in observation.refs.values() if tree[i].name}
    assert observation.app == "Shop"
    assert found == {
        "Apples": (Role.LISTITEM, ("click",)),
        "Find": (Role.SEARCHBOX, ("set_value", "type")),
        "Pears": (Role.LISTITEM, ("click",)),
        "Cart": (Role.TAB, ("select",)),
        "Help": (Role.GENERIC, ("click",)),
        "Sort by": (Role.DIALOG, ()),
    }
    assert "Fruit" in observation.blueprint().compact()


# Head


def test_the_title_is_what_stands_in_the_navigation_bar() -> None:
    bar = (
        '<XCUIElementTypeNavigationBar{}><XCUIElementTypeButton label="Back"/><XCUIElementTypeStaticText label="Keys"/>'
        "</XCUIElementTypeNavigationBar>"
    )
    program = (
        '<AppiumAUT><XCUIElementTypeApplication label="Settings" x="0" y="0" width="390" height="844">{}'
        "</XCUIElementTypeApplication></AppiumAUT>"
    )
    named, unnamed = bar.format(' name="Keyboards"'), bar.format(' name="Keys.View"')
    draft = read(program.format(named))
    assert (draft.app, draft.title, draft.size) == ("Settings", "Keyboards", (390, 844))
    assert read(program.format(unnamed)).title == "Keys"
    assert read(program.format("")).title == ""


# Input that cannot be trusted


def test_a_hundred_thousand_levels_are_read() -> None:
    depth = 100_000
    for type in ("Other", "Cell", "SecureTextField", "NavigationBar", "Menu"):
        start = f'<XCUIElementType{type} name="a-b" value="1" visible="false" x="0" y="0" width="9" height="9">'
        draft = read(start * depth + '<XCUIElementTypeSwitch visible="true"/>' + f"</XCUIElementType{type}>" * depth)
        assert len(draft.nodes) == depth + 1


def test_a_dump_that_breaks_off_is_read_as_far_as_it_goes_and_says_so() -> None:
    draft = read('<AppiumAUT><XCUIElementTypeWindow><XCUIElementTypeButton label="Pay"/><XCUIElementTypeCell label="Hal')
    assert [node.name for node in draft.nodes] == ["", "", "Pay"]
    assert any("damaged" in warning for warning in draft.warnings)


def test_a_dump_of_a_root_alone_has_nothing_to_show() -> None:
    assert look("<AppiumAUT/>").blueprint().refs == ()


def test_odd_attributes_and_elements_do_no_harm() -> None:
    nodes = inside(
        '<SomeOddElement type="blah" oddAttribute="odd"/><SomeOddElement type="blah" oddAttribute="odd" label="Words"/>'
        '<XCUIElementTypeButton enabled="perhaps" visible="perhaps" selected="" traits=",,Nothing ,"/>'
    )
    assert [node.role for node in nodes] == [Role.GENERIC, Role.GENERIC, Role.BUTTON]
    assert nodes[1].name == "Words"
    assert (nodes[2].enabled, nodes[2].hidden, nodes[2].selected) == (None, False, None)


def test_elements_of_one_name_type_and_place_are_told_apart_by_their_path() -> None:
    twin = '<XCUIElementTypeTab name="fakeTab" label="" x="50" y="185" width="314" height="51"/>'
    observation = look(f"<AppiumAUT><XCUIElementTypeWindow>{twin}{twin}</XCUIElementTypeWindow></AppiumAUT>")
    assert [observation.path_of(observation.refs[ref]) for ref in ("A1", "A2")] == [
        "/AppiumAUT/XCUIElementTypeWindow[1]/XCUIElementTypeTab[1]",
        "/AppiumAUT/XCUIElementTypeWindow[1]/XCUIElementTypeTab[2]",
    ]


@pytest.mark.parametrize(("type", "clips"), [("ScrollView", True), ("CollectionView", True), ("WebView", True), ("Other", False)])
def test_a_view_made_for_scrolling_clips(type: str, clips: bool) -> None:
    assert one(type).clips is clips
