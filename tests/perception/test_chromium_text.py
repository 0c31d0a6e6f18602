from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.errors import DamagedDump
from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats.chromium_text import CHROMIUM_TEXT
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Node, Rect, Role, tree_of

ROOTS = {
    "blink": "rootWebArea name='Shop'",
    "auralinux": "[document web] name='Shop'",
    "ia2": "ROLE_SYSTEM_DOCUMENT name='Shop' READONLY FOCUSABLE",
    "uia": "Document Name='Shop'",
    "android": "android.webkit.WebView focusable focused interesting name='Shop'",
    "mac": "AXWebArea AXTitle='Shop'",
}


def read(*lines: str) -> Draft:
    text = "\n".join(lines)
    assert CHROMIUM_TEXT.recognises(text)
    draft = CHROMIUM_TEXT.parse(text)
    assert tree_of(draft.nodes, list(draft.parents)).ends == draft.ends
    assert len(draft.places) == len(draft.nodes)
    return draft


def inside(system: str, *lines: str) -> list[Node]:
    """The nodes of these lines, which stand in a page of that system."""
    return list(read(ROOTS[system], *("++" + line for line in lines)).nodes[1:])


def outline(draft: Draft) -> list[str]:
    depths: list[int] = []
    lines = []
    for node, parent in zip(draft.nodes, draft.parents, strict=True):
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
        lines.append(f"{'  ' * depths[-1]}{node.role} {node.name}".rstrip())
    return lines


# One page, six systems

FORMS = {
    "blink": """rootWebArea name='Form'
++genericContainer ignored
++++heading name='Order' hierarchicalLevel=2
++++++staticText name='Order'
++++++++inlineTextBox name='Order'
++++labelText
++++++staticText name='Mail: '
++++++textField editable focusable required name='Mail:' value='ann@shop.example'
++++++++genericContainer editable
++++++++++staticText name='ann@shop.example'
++++checkBox name='Gift' checkedState=true
++++radioButton name='Express' checkedState=false
++++slider horizontal name='Tip' value='5' valueForRange=5.00 minValueForRange=1.00 maxValueForRange=9.00
++++textField editable protected name='Password' value='••••'
++++popUpButton collapsed focusable name='Country' value='Chile' haspopup=menu
++++button name='Pay' restriction=disabled
++++link name='Terms' url='https://shop.example/terms'""",
    "auralinux": """[document web] name='Form' enabled sensitive
++[heading] name='Order' level:2
++++[static] name='Order'
++[label] label-for=[entry]
++++[static] name='Mail: '
++++[entry] name='Mail:' required enabled sensitive selectable-text labelled-by=[label] text-input-type:email
++[check box] name='Gift' checked enabled sensitive checkable:true
++[radio button] name='Express' enabled sensitive checkable:true
++[slider] name='Tip' horizontal enabled sensitive current=5.000000 minimum=1.000000 maximum=9.000000
++[password text] name='Password' enabled sensitive selectable-text text-input-type:password
++[combo box] name='Country' expandable enabled sensitive haspopup:menu
++[push button] name='Pay'
++[link] name='Terms' enabled sensitive""",
    "ia2": """ROLE_SYSTEM_DOCUMENT name='Form' READONLY FOCUSABLE ia2_hypertext='<obj0><obj1>'
++IA2_ROLE_HEADING name='Order' level:2
++++ROLE_SYSTEM_STATICTEXT name='Order'
++IA2_ROLE_LABEL
++++ROLE_SYSTEM_STATICTEXT name='Mail: '
++++ROLE_SYSTEM_TEXT name='Mail:' value='ann@shop.example' FOCUSABLE IA2_STATE_EDITABLE IA2_STATE_REQUIRED text-input-type:email
++ROLE_SYSTEM_CHECKBUTTON name='Gift' CHECKED FOCUSABLE IA2_STATE_CHECKABLE checkable:true
++ROLE_SYSTEM_RADIOBUTTON name='Express' FOCUSABLE IA2_STATE_CHECKABLE checkable:true
++ROLE_SYSTEM_SLIDER name='Tip' value='5' FOCUSABLE IA2_STATE_HORIZONTAL currentValue=5.00 minimumValue=1.00 maximumValue=9.00
++ROLE_SYSTEM_TEXT name='Password' value='••••' FOCUSABLE PROTECTED text-input-type:password
++ROLE_SYSTEM_COMBOBOX name='Country' value='Chile' COLLAPSED FOCUSABLE HASPOPUP haspopup:menu
++ROLE_SYSTEM_PUSHBUTTON name='Pay' UNAVAILABLE
++ROLE_SYSTEM_LINK name='Terms' value='https://shop.example/terms' FOCUSABLE LINKED""",
    "uia": """Document Name='Form'
++Text Name='Order' AriaRole='heading'
++++Text Name='Order' IsControlElement=false
++Text
++++Text Name='Mail: '
++++Edit Name='Mail:' IsRequiredForForm=true Value.Value='ann@shop.example'
++CheckBox Name='Gift' Toggle.ToggleState='On'
++RadioButton Name='Express' SelectionItem.IsSelected=false
++Slider Name='Tip' RangeValue.Maximum=9.00 RangeValue.Minimum=1.00 RangeValue.Value=5.00
++Edit Name='Password' IsPassword=true Value.Value='••••'
++ComboBox Name='Country' ExpandCollapse.ExpandCollapseState='Collapsed' Value.Value='Chile'
++Button Name='Pay' IsEnabled=false
++Hyperlink Name='Terms' Value.Value='https://shop.example/terms'""",
    "android": """#<skip - flaky>
android.webkit.WebView focusable focused interesting name='Form'
++android.widget.TextView role_description='heading 2' heading interesting name='Order'
++++android.widget.TextView name='Order'
++android.view.View
++++android.widget.TextView interesting name='Mail: '
++++android.widget.EditText clickable editable_text focusable required name='ann@shop.example' hint='Mail:' input_type=209
++android.widget.CheckBox checkable clickable focusable interesting name='Gift' checked=1
++android.widget.RadioButton checkable clickable focusable interesting name='Express' item_index=0 row_index=0
++android.widget.SeekBar clickable focusable range interesting name='Tip' range_min=1 range_max=9 range_current_value=5
++android.widget.EditText clickable editable_text focusable password interesting name='••••' hint='Password' input_type=225
++android.view.View role_description='menu pop up button' clickable collapsed focusable name='Chile' hint='Country' expanded_state=1
++android.widget.Button clickable disabled interesting name='Pay'
++android.view.View role_description='link' clickable focusable link interesting name='Terms'""",
    "mac": """AXWebArea AXTitle='Form'
++AXHeading AXTitle='Order' AXValue=2
++++AXStaticText AXValue='Order'
++AXGroup
++++AXStaticText AXValue='Mail: '
++++AXTextField AXRequired=1 AXTitle='Mail:' AXValue='ann@shop.example'
++AXCheckBox AXTitle='Gift' AXValue=1
++AXRadioButton AXTitle='Express' AXValue=0
++AXSlider AXTitle='Tip' AXMaxValue=9 AXMinValue=1 AXValue=5
++AXTextField AXSubrole=AXSecureTextField AXTitle='Password' AXValue='••••'
++AXPopUpButton AXTitle='Country' AXExpanded=0 AXValue='Chile'
++AXButton AXEnabled=0 AXTitle='Pay'
++AXLink AXDescription='Terms' AXURL='https://shop.example/terms'""",
}
# What a system does not say in its dumps.
SILENT = {
    "auralinux": {"ann@shop.example", "Chile", "https://shop.example/terms", "filled"},
    "android": {"https://shop.example/terms"},
}
SILENT["uia"] = {"level"}


@pytest.mark.parametrize("system", FORMS)
def test_a_form_is_the_same_form_in_each_system(system: str) -> None:
    draft = read(*FORMS[system].splitlines())
    silent = SILENT.get(system, set())
    controls = {node.name: node for node in draft.nodes if node.can and node.role is not Role.DOCUMENT}
    assert {name: (node.role, node.can) for name, node in controls.items()} == {
        "Mail:": (Role.TEXTBOX, ("set_value", "type")),
        "Gift": (Role.CHECKBOX, ("toggle",)),
        "Express": (Role.RADIO, ("select",)),
        "Tip": (Role.SLIDER, ("range",)),
        "Password": (Role.TEXTBOX, ("set_value", "type")),
        "Country": (Role.COMBOBOX, ("expand",)),
        "Pay": (Role.BUTTON, ("click",)),
        "Terms": (Role.LINK, ("click",)),
    }
    assert (controls["Mail:"].value, controls["Mail:"].required) == ("ann@shop.example" if "Chile" not in silent else None, True)
    assert (controls["Gift"].checked, controls["Express"].checked) == ("true", "false")
    tip = controls["Tip"]
    assert (tip.value, tip.minimum, tip.maximum) == ("5", 1.0, 9.0)
    secret = controls["Password"]
    assert (secret.value, secret.protected, secret.filled) == (None, True, True if "filled" not in silent else None)
    country = controls["Country"]
    assert (country.value, country.expanded) == ("Chile" if "Chile" not in silent else None, False)
    assert [name for name, node in controls.items() if node.enabled is False] == ["Pay"]
    assert controls["Terms"].url == ("https://shop.example/terms" if "https://shop.example/terms" not in silent else "")
    heading = next(node for node in draft.nodes if node.role is Role.HEADING)
    assert (heading.name, heading.level) == ("Order", 2 if "level" not in silent else None)
    assert [node.name for node in draft.nodes if node.role is Role.TEXT and node.name not in ("", "Order")] == ["Mail:"]
    assert (draft.title, draft.nodes[0].role, draft.warnings) == ("Form", Role.DOCUMENT, [])


# Lines


def test_pluses_say_how_deep_a_line_stands() -> None:
    draft = read("rootWebArea name='A'", "++group", "++++button name='B'", "++link name='C'", "rootWebArea name='D'")
    assert outline(draft) == ["document A", "  group", "    button B", "  link C", "document D"]
    assert (draft.tags[2], draft.places) == ("button", ["line 1", "line 2", "line 3", "line 4", "line 5"])


def test_quotes_in_words_are_not_escaped() -> None:
    nodes = inside(
        "blink", "button name='it's Ann's' focusable", "link name='the boys' toys' url='x'", "textField value='' name=''"
    )
    assert [(node.name, node.focusable) for node in nodes] == [("it's Ann's", True), ("the boys' toys", None), ("", None)]


def test_line_breaks_in_words_are_written_out_or_go_on_in_the_next_line() -> None:
    draft = read(
        ROOTS["blink"], "++textField value='one<newline>two' focusable", "++textField value='three", "four' focusable", "++button"
    )
    assert [(node.value, node.focusable) for node in draft.nodes[1:]] == [("one\ntwo", True), ("three\nfour", True), (None, None)]
    assert draft.places == ["line 1", "line 2", "line 3", "line 5"]


def test_lists_and_pairs_of_a_property_are_passed_over() -> None:
    nodes = inside(
        "auralinux",
        "[table] cols=2 headers=('Pair', 'focusable'); rows=3 headers=(NONE); caption=false; spans=(all: 1x1)",
        "[column header] name='Pair' (row=0, col=0, row_span=1) focusable",
    )
    assert nodes == [Node(role=Role.TABLE), Node(role=Role.COLUMNHEADER, name="Pair", can=("focus",), focusable=True)]


def test_a_line_of_pluses_alone_is_an_empty_node() -> None:
    assert outline(read("AXWebArea", "++AXTable", "++++AXRow", "++++")) == ["document", "  table", "    row", "    generic"]


def test_roles_that_are_not_known_are_generic_with_all_they_say() -> None:
    draft = read(ROOTS["ia2"], "++custom-thing name='A' FOCUSABLE", "++IA2_ROLE_UNKNOWN name='B'")
    assert [(node.role, node.name, node.can) for node in draft.nodes[1:]] == [
        (Role.GENERIC, "A", ("focus",)),
        (Role.GENERIC, "B", ()),
    ]


# What each system says in its own way


def test_blink_nodes_that_are_ignored_are_no_nodes_of_their_own() -> None:
    nodes = inside(
        "blink",
        "staticText ignored name='Gift'",
        "genericContainer ignored invisible",
        "++button invisible name='A'",
        "lineBreak name='<newline>'",
        "++inlineTextBox name='x'",
    )
    assert nodes == [
        Node(),
        Node(hidden=True),
        Node(role=Role.BUTTON, name="A", can=("click",), hidden=True),
        Node(),
        Node(),
    ]


def test_an_invisible_list_hides_its_options() -> None:
    lines = ("comboBoxSelect collapsed value='A'", "++menuListPopup invisible", "++++menuListOption name='A' selected=true")
    draft = read(ROOTS["blink"], *("++" + line for line in lines))
    observation = Observation(draft, CHROMIUM_TEXT, "main", 100)
    assert [observation.tree[i].role for i in observation.refs.values()] == [Role.COMBOBOX, Role.DOCUMENT]


def test_a_click_listener_makes_clickable_what_has_no_role() -> None:
    listening = inside("blink", "genericContainer defaultActionVerb=click", "++staticText name='A' defaultActionVerb=clickAncestor")
    assert [node.can for node in listening] == [("click",), ()]
    assert [node.can for node in inside("ia2", "IA2_ROLE_SECTION default_action='click'", "++IA2_ROLE_PARAGRAPH")] == [
        ("click",),
        (),
    ]
    assert [
        node.can for node in inside("auralinux", "[section] actions=(click, showContextMenu)", "++[panel] actions=(doDefault)")
    ] == [
        ("click",),
        (),
    ]
    assert inside("android", "android.widget.TextView clickable interesting name='A'")[0].can == ("click",)


def test_toggle_buttons_are_pressed_and_switches_are_on() -> None:
    assert [node.pressed for node in inside("blink", "toggleButton checkedState=mixed", "button")] == ["mixed", None]
    assert [node.pressed for node in inside("ia2", "IA2_ROLE_TOGGLE_BUTTON checkable:true", "IA2_ROLE_TOGGLE_BUTTON PRESSED")] == [
        "false",
        "true",
    ]
    assert [node.pressed for node in inside("uia", "Button Toggle.ToggleState='Indeterminate'", "Button")] == ["mixed", None]
    assert [node.pressed for node in inside("mac", "AXCheckBox AXSubrole=AXToggle AXValue=1", "AXButton")] == ["true", None]
    switch = inside("mac", "AXCheckBox AXSubrole=AXSwitch AXTitle='Dark' AXValue=0")[0]
    assert (switch.role, switch.checked) == (Role.SWITCH, "false")


def test_options_are_list_items_that_can_be_selected() -> None:
    assert [node.role for node in inside("ia2", "ROLE_SYSTEM_LISTITEM name='A' SELECTABLE", "ROLE_SYSTEM_LISTITEM name='B'")] == [
        Role.OPTION,
        Role.LISTITEM,
    ]
    assert [node.role for node in inside("auralinux", "[list item] selectable selected", "[list item]")] == [
        Role.OPTION,
        Role.LISTITEM,
    ]
    uia = inside(
        "uia", "ListItem Name='A' SelectionItem.IsSelected=true", "listitem Name='B' SelectionItem.IsSelected=false", "ListItem"
    )
    assert [(node.role, node.selected) for node in uia] == [(Role.OPTION, True), (Role.OPTION, False), (Role.LISTITEM, None)]


def test_read_only_is_said_of_fields_alone() -> None:
    nodes = inside("ia2", "ROLE_SYSTEM_GRAPHIC READONLY", "ROLE_SYSTEM_TEXT READONLY FOCUSABLE")
    assert [(node.readonly, node.can) for node in nodes] == [(None, ()), (True, ("focus",))]


def test_newer_ui_automation_dumps_use_the_words_of_aria() -> None:
    draft = read(
        "document",
        "++group",
        "++++combobox ExpandCollapse.ExpandCollapseState='Expanded' Value.Value='A'",
        "++++hyperlink Name='B'",
        "++++tabitem Name='C'",
        "++++edit Name='D'",
    )
    assert outline(draft) == ["document", "  group", "    combobox", "    link B", "    tab C", "    textbox D"]
    assert draft.nodes[2].expanded is True


def test_android_roles_stand_in_their_description() -> None:
    nodes = inside(
        "android",
        "android.widget.EditText role_description='search text field' clickable editable_text focusable hint='Find'",
        "android.widget.EditText role_description='spin button' clickable editable_text name='Qty' range_current_value=3",
        "android.view.MenuItem role_description='checkbox' checkable clickable name='Bold' checked=1",
        "android.view.MenuItem role_description='radio button' checkable clickable name='Left'",
        "android.view.View role_description='disclosure triangle' clickable collapsed focusable name='More'",
        "android.view.View scrollable",
    )
    assert [(node.role, node.name, node.value) for node in nodes] == [
        (Role.SEARCHBOX, "Find", ""),
        (Role.SPINBUTTON, "Qty", "3"),
        (Role.MENUITEMCHECKBOX, "Bold", None),
        (Role.MENUITEMRADIO, "Left", None),
        (Role.BUTTON, "More", None),
        (Role.GENERIC, "", None),
    ]
    assert [node.checked for node in nodes[2:4]] == ["true", "false"]
    assert (nodes[4].expanded, nodes[4].can, nodes[5].can) == (False, ("click", "expand"), ("scroll",))


def test_mac_values_mean_what_the_role_makes_of_them() -> None:
    nodes = inside(
        "mac",
        "AXStaticText AXValue='Hi'",
        "AXMenuItem AXValue='Chile'",
        "AXMenuItem AXTitle='Bold' AXValue=1",
        "AXRadioButton AXSubrole=AXTabButton AXTitle='One' AXValue=1",
        "AXCheckBox AXValue=2",
        "AXTextField AXSubrole=AXSearchField AXPlaceholderValue='Find' AXValue=''",
        "AXGroup AXSubrole=AXLandmarkNavigation AXDescription='Main'",
        "AXImage AXDescription='Logo' AXHelp='of the shop'",
    )
    assert [(node.role, node.name) for node in nodes] == [
        (Role.TEXT, "Hi"),
        (Role.MENUITEM, "Chile"),
        (Role.MENUITEM, "Bold"),
        (Role.TAB, "One"),
        (Role.CHECKBOX, ""),
        (Role.SEARCHBOX, ""),
        (Role.NAVIGATION, "Main"),
        (Role.IMG, "Logo"),
    ]
    assert [node.checked for node in nodes] == [None, None, "true", None, "mixed", None, None, None]
    assert (nodes[3].selected, nodes[5].hint, nodes[5].value, nodes[7].hint) == (True, "Find", "", "of the shop")


def test_the_columns_of_a_mac_table_repeat_its_rows() -> None:
    draft = read(
        "AXWebArea",
        "++AXTable",
        "++++AXGroup",
        "++++++AXRow",
        "++++AXRow",
        "++++++AXCell",
        "++++++++AXButton AXTitle='Pay'",
        "++++AXColumn",
        "++++++AXCell",
        "++++++++AXButton AXTitle='Pay'",
        "++++AXGroup",
        "++++++AXCell",
        "++AXColumn",
    )
    assert [tag for tag, node in zip(draft.tags, draft.nodes, strict=True) if node.hidden] == ["AXColumn", "AXGroup"]
    observation = Observation(draft, CHROMIUM_TEXT, "main", 100)
    assert [draft.places[i] for i in observation.refs.values() if observation.tree[i].name == "Pay"] == ["line 7"]


def test_boxes_are_on_the_page() -> None:
    assert inside("blink", "button location=(1, 2) size=(3, 4)")[0].bounds is None
    assert inside("blink", "button pageLocation=(10, 20) pageSize=(30, 40)")[0].bounds == Rect(10, 20, 30, 40)
    assert inside("auralinux", "[push button] location=(10, 20) size=(30, 40)")[0].bounds == Rect(10, 20, 30, 40)
    mac = inside("mac", "AXButton AXPosition={x: 10, y: 20} AXSize={h: 40, w: 30}", "AXButton AXSize={h: 40, w: 30}")
    assert [node.bounds for node in mac] == [Rect(10, 20, 30, 40), None]


def test_names_come_from_descriptions_where_there_is_no_other() -> None:
    nodes = inside(
        "blink", "button description='Pay now'", "button name='Pay' description='with a card'", "textField description='Your name'"
    )
    assert [(node.name, node.hint) for node in nodes] == [("Pay now", ""), ("Pay", "with a card"), ("", "Your name")]


# Damage


def test_lines_before_the_tree_are_counted_and_comments_are_not() -> None:
    draft = read("#<skip - flaky>", *FORMS["blink"].splitlines()[:3], "<-- End-of-file -->")
    assert (len(draft.nodes), draft.warnings) == (3, [])
    assert CHROMIUM_TEXT.parse("!! 2 lines\n!! follow\nrootWebArea\n++button").warnings == [
        "Lines before the first node, passed over: 2."
    ]


def test_a_dump_that_breaks_off_is_read_as_far_as_it_goes() -> None:
    draft = read(ROOTS["blink"], "++button name='Pay no", "++link name='A'", "++")
    assert outline(draft) == ["document Shop", "  button Pay no", "  link A", "  generic"]


def test_absurd_numbers_are_left_out() -> None:
    huge = "9" * 5000
    nodes = inside(
        "blink",
        f"slider valueForRange={huge} minValueForRange=nan maxValueForRange=inf pageLocation=({huge}, 1) pageSize=(1, 1)",
        f"heading hierarchicalLevel={huge}",
        "checkBox checkedState=perhaps",
    )
    assert [(node.bounds, node.minimum, node.maximum, node.level, node.checked) for node in nodes] == [(None,) * 5] * 3


def test_depth_costs_nothing_but_memory() -> None:
    count = 1500
    draft = read("rootWebArea", *("++" * depth + "group" for depth in range(1, count)), "+" * 100_000 + "button name='Deep'")
    assert draft.nodes[-1].name == "Deep"
    assert (draft.parents[count], draft.ends[0]) == (count - 1, count + 1)


@pytest.mark.parametrize("text", ["", "#", "++", "nothing of the kind", "++button"])
def test_a_text_without_a_root_is_refused(text: str) -> None:
    assert not CHROMIUM_TEXT.recognises(text)
    with pytest.raises(DamagedDump, match="no line in it begins with a role of a web page"):
        CHROMIUM_TEXT.parse(text)


# Recognition


@pytest.mark.parametrize(
    "text",
    [
        "button\nand a link",
        "Document about things\n++ is how C counts",
        '- button "A"',
        "RootWebArea 'Shop'\n\t[2] link 'Home'",
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n+new",
        'window1\n  "frame"',
        "Document\nText\nButton\nEdit",
    ],
)
def test_other_texts_are_not_taken(text: str) -> None:
    assert not CHROMIUM_TEXT.recognises(text)


@pytest.mark.parametrize("text", [*ROOTS.values(), *FORMS.values(), "group\n++button name='A'"])
def test_dumps_of_all_systems_are_taken(text: str) -> None:
    assert CHROMIUM_TEXT.recognises(text)


PIECES = st.sampled_from(
    [
        *ROOTS.values(), "\n", "\n++", "++", "button", "[link]", "AXTable", "AXRow", "AXColumn", "ROLE_SYSTEM_TEXT", "Edit",
        "android.view.View", "textField", " name='", "'", " AXValue=", "1", " checked", " INVISIBLE", " (", ")", " pageSize=(1, 2)",
        "é", " location={x: 1", "}", ";", " role_description='heading x'", "#", " level:", " expandable", " enabled",
        " protected",
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=40).map("".join))
def test_no_text_ends_in_a_traceback(text: str) -> None:
    CHROMIUM_TEXT.recognises(text)
    try:
        draft = CHROMIUM_TEXT.parse(text)
    except DamagedDump:
        return
    assert tree_of(draft.nodes, list(draft.parents)).ends == draft.ends
    assert len(draft.places) == len(draft.nodes) == len(draft.tags)
