from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.errors import DamagedDump, InputError
from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats.control_identifiers import CONTROL_IDENTIFIERS
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Node, Rect, Role, tree_of

PROPERTIES = """\
>>> app.Properties.print_control_identifiers()

Control Identifiers:

Dialog - 'Disk Properties'    (L688, T518, R1065, B1006)
[u'Disk PropertiesDialog', u'Dialog', u'Disk Properties']
child_window(title="Disk Properties", control_type="Window")
   |\x20
   | Static - 'Label:'    (L717, T643, R780, B658)
   | [u'Label:Static', u'Static']
   | child_window(title="Label:", auto_id="13080", control_type="Text")
   |\x20
   | Edit - 'Label:'    (L790, T643, R1036, B666)
   | [u'4', 'Edit2', u'Label:Edit']
   | child_window(title="Label:", auto_id="13059", control_type="Edit")
   |\x20
   | TabControl - ''    (L702, T556, R1051, B962)
   | [u'10', u'TabControl']
   | child_window(auto_id="12320", control_type="Tab")
   |    |\x20
   |    | TabItem - 'General'    (L704, T558, R753, B576)
   |    | [u'GeneralTabItem', 'TabItem']
   |    | child_window(title="General", control_type="TabItem")
   |\x20
   | TitleBar - 'None'    (L712, T521, R1057, B549)
   | ['TitleBar', u'11']
   |    |\x20
   |    | Button - 'Close'    (L1024, T519, R1058, B549)
   |    | [u'CloseButton']
   |    | child_window(title="Close", control_type="Button")
"""


def read(dump: str) -> Draft:
    assert CONTROL_IDENTIFIERS.recognises(dump)
    draft = CONTROL_IDENTIFIERS.parse(dump)
    assert len(draft.places) == len(draft.nodes)
    assert list(tree_of(draft.nodes, list(draft.parents)).ends) == list(draft.ends)
    return draft


def one(*lines: str) -> Node:
    return read("\n".join(lines)).nodes[0]


def test_elements_stand_below_each_other_by_their_bars() -> None:
    draft = read(PROPERTIES)
    assert [(parent, node.role, node.name) for parent, node in zip(draft.parents, draft.nodes, strict=True)] == [
        (-1, Role.WINDOW, "Disk Properties"),
        (0, Role.TEXT, "Label:"),
        (0, Role.TEXTBOX, "Label:"),
        (0, Role.TABLIST, ""),
        (3, Role.TAB, "General"),
        (0, Role.GENERIC, ""),
        (5, Role.BUTTON, "Close"),
    ]
    assert (draft.title, draft.size) == ("Disk Properties", (377, 488))
    assert draft.places[:2] == ["line 5", "line 9"]


def test_rectangles_are_left_top_right_bottom_and_automation_ids_are_kept() -> None:
    field = read(PROPERTIES).nodes[2]
    assert (field.bounds, field.identifier, field.can) == (Rect(790, 643, 246, 23), "13059", ("set_value", "type"))


def test_every_control_gets_a_ref() -> None:
    observation = Observation(read(PROPERTIES), CONTROL_IDENTIFIERS, "main", 0)
    assert [
        (observation.tree[i].role, observation.text_of(ref)) for ref, i in observation.refs.items() if observation.tree[i].can
    ] == [
        (Role.TEXTBOX, "Label:"),
        (Role.TAB, "General"),
        (Role.BUTTON, "Close"),
    ]


def test_korean_names_are_kept() -> None:
    node = one("TabItem - '제목 없음. 수정되지 않았습니다.'    (L180, T140, R426, B172)", "['TabItem']")
    assert (node.role, node.name) == (Role.TAB, "제목 없음. 수정되지 않았습니다.")


def test_the_packages_own_words_are_control_types() -> None:
    words = {"Static": Role.TEXT, "Dialog": Role.WINDOW, "GroupBox": Role.GROUP, "ListView": Role.LIST, "UpDown": Role.SPINBUTTON,
             "TreeView": Role.TREE, "Toolbar": Role.TOOLBAR, "Trackbar": Role.SLIDER, "#32770": Role.GENERIC}  # fmt: skip
    for word, role in words.items():
        assert one(f"{word} - 'x'    (L0, T0, R9, B9)").role is role


def test_the_control_type_comes_before_the_packages_word() -> None:
    node = one("Custom - 'Volume'    (L0, T0, R9, B9)", "['x']", 'child_window(title="Volume", control_type="Slider")')
    assert (node.role, node.can) == (Role.SLIDER, ("range",))


def test_a_title_cannot_pass_for_criteria() -> None:
    title = 'x", auto_id="evil", control_type="Edit'
    node = one(
        f"Button - '{title}'    (L0, T0, R9, B9)", "['x']", f'child_window(title="{title}", auto_id="ok", control_type="Button")'
    )
    assert (node.role, node.name, node.identifier) == (Role.BUTTON, title, "ok")


def test_names_may_hold_quotes_and_what_looks_like_a_rectangle() -> None:
    assert one("Button - 'It's (L1, T2, R3, B4) here'    (L5, T6, R7, B8)").name == "It's (L1, T2, R3, B4) here"
    assert one('Button - "Don\'t"    (L5, T6, R7, B8)').name == "Don't"


def test_line_breaks_in_names_are_read_escaped_and_as_they_are() -> None:
    assert one("Static - 'two\\r\\nlines'    (L0, T0, R9, B9)").name == "two lines"
    assert one("Static - 'C:\\new\\run'    (L0, T0, R9, B9)").name == "C:\\new\\run"
    draft = read("Dialog - 'D'    (L0, T0, R99, B99)\n   | Static - 'two\nlines'    (L0, T0, R9, B9)\n   | ['x']\n")
    assert [node.name for node in draft.nodes] == ["D", "two lines"]


def test_the_text_of_a_win32_field_is_its_value() -> None:
    node = one("Edit - 'Köln'    (L0, T0, R9, B9)", "['Edit']", 'child_window(title="Köln", class_name="Edit")')
    assert (node.name, node.value) == ("", "Köln")


def test_bullets_in_a_field_are_a_secret() -> None:
    node = one("Edit - '●●●●'    (L0, T0, R9, B9)", "['Edit']", 'child_window(title="●●●●", class_name="Edit")')
    assert (node.protected, node.filled, node.value, node.name) == (True, True, None, "")


def test_none_is_a_name_only_if_there_is_a_title() -> None:
    assert one("TitleBar - 'None'    (L0, T0, R9, B9)", "['TitleBar']").name == ""
    assert (
        one("ListItem - 'None'    (L0, T0, R9, B9)", "['x']", 'child_window(title="None", control_type="ListItem")').name == "None"
    )


def test_a_document_gets_a_ref_for_nothing_says_what_it_can_do() -> None:
    assert one("Document - ''    (L0, T0, R9, B9)").can == ("focus",)


def test_a_parked_window_is_minimized_and_an_empty_box_is_kept() -> None:
    assert one("Dialog - 'D'    (L-32000, T-32000, R-31840, B-31972)").minimized
    assert one("Pane - ''    (L0, T0, R0, B0)").bounds == Rect(0, 0, 0, 0)


def test_what_breaks_off_is_counted() -> None:
    draft = read("Button - 'OK'    (L0, T0, R9, B9)\n   | Button - 'Canc\n")
    assert [node.name for node in draft.nodes] == ["OK"]
    assert draft.warnings == ["Lines that look like controls but tell no rectangle, passed over: 1."]


def test_windows_line_ends_make_no_difference() -> None:
    assert read(PROPERTIES.replace("\n", "\r\n")).nodes == read(PROPERTIES).nodes


def test_bars_that_skip_levels_stand_below_the_nearest_element() -> None:
    draft = read(
        "Dialog - 'D'    (L0, T0, R9, B9)\n   |    |    | Button - 'OK'    (L0, T0, R9, B9)\n   | Button - 'No'    (L0, T0, R9, B9)"
    )
    assert list(draft.parents) == [-1, 0, 0]


def test_eight_hundred_levels_are_read() -> None:
    dump = "\n".join("   | " * i + f"Pane - 'p{i}'    (L0, T0, R9, B9)" for i in range(800))
    draft = read(dump)
    assert (len(draft.nodes), draft.parents[799], draft.nodes[799].name) == (800, 798, "p799")


def test_lines_of_a_shell_around_it_are_passed_over() -> None:
    draft = read(f"[ada@pc ~]$ python dump.py\n{PROPERTIES}\n[ada@pc ~]$ ")
    assert (len(draft.nodes), draft.places[0], draft.warnings) == (7, "line 6", [])


def test_absurd_numbers_are_no_box() -> None:
    assert one("Button - 'OK'    (L999999999999, T0, R9, B9)").bounds is None


def test_a_text_without_controls_is_refused_with_advice() -> None:
    with pytest.raises(DamagedDump, match="names a control"):
        CONTROL_IDENTIFIERS.parse("Control Identifiers:\n\n")


@pytest.mark.parametrize(
    "other",
    ["", "- button \"OK\"", "[1] RootWebArea 'Shop'", "window1\n  \"window\"\n  index: 0", "Button - 'OK'", "level\tpage_num",
     "<a>Button - 'OK'    (L0, T0, R9, B9)</a>", "{}"],
)  # fmt: skip
def test_other_texts_are_not_taken_for_it(other: str) -> None:
    assert not CONTROL_IDENTIFIERS.recognises(other)


PIECES = st.sampled_from(
    [
        "   | ",
        " - ",
        "'",
        '"',
        "(L1, T2, R3, B4)",
        "Button",
        "\n",
        "child_window(",
        'title="',
        'control_type="Button")',
        "    ",
        "é",
        "\\n",
    ]
)


@given(st.lists(PIECES, max_size=40).map("".join))
def test_no_text_breaks_the_reader(dump: str) -> None:
    CONTROL_IDENTIFIERS.recognises(dump)
    try:
        draft = CONTROL_IDENTIFIERS.parse(dump)
    except InputError:
        return
    assert len(draft.places) == len(draft.nodes) > 0
