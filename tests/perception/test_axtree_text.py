from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats.axtree_text import AXTREE_TEXT
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.secrets import keep_secrets
from lumos_layer.tree import Node, Rect, Role, tree_of

PAGE = "RootWebArea 'Shop', focused"


def read(*lines: str) -> Draft:
    text = "\n".join(lines)
    assert AXTREE_TEXT.recognises(text)
    draft = AXTREE_TEXT.parse(text)
    keep_secrets(draft)
    assert tree_of(draft.nodes, list(draft.parents)).ends == draft.ends
    assert len(draft.places) == len(draft.nodes)
    return draft


def inside(*lines: str) -> list[Node]:
    """The nodes of these lines, which stand in a page."""
    return list(read(PAGE, *("\t" + line for line in lines)).nodes[1:])


def outline(draft: Draft) -> list[str]:
    depths: list[int] = []
    lines = []
    for node, parent in zip(draft.nodes, draft.parents, strict=True):
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
        lines.append(f"{'  ' * depths[-1]}{node.role} {node.name}".rstrip())
    return lines


# Lines


def test_a_line_belongs_to_the_one_above_that_is_indented_less() -> None:
    draft = read("[1] RootWebArea 'Shop' focused: True", "\t[2] main ''", "\t\t[31] link 'Home'", "\t[4] button 'Pay'")
    assert outline(draft) == ["document Shop", "  main", "    link Home", "  button Pay"]
    assert [node.native_id for node in draft.nodes] == ["1", "2", "31", "4"]
    assert (draft.tags[0], draft.places, draft.title) == ("RootWebArea", ["line 1", "line 2", "line 3", "line 4"], "Shop")


def test_a_tab_is_as_wide_as_eight_blanks() -> None:
    draft = read(PAGE, "\t[a1] list ''", "                [a2] listitem ''", "\t\t[a3] listitem ''", "        [a4] button 'Pay'")
    assert outline(draft) == ["document Shop", "  list", "    listitem", "    listitem", "  button Pay"]


def test_names_are_written_as_python_writes_strings() -> None:
    assert [node.name for node in inside(
        r"[1] link '12 \xa0Reviews\n'",
        "[2] link \"Ann's list\"",
        r"""[3] link 'say "it\'s"'""",
        r"[4] link '\ue611 Cart'",
        r"[5] link 'back\\slash \U0001f600'",
        "StaticText 'plain'",
    )] == ["12 Reviews", "Ann's list", 'say "it\'s"', "\ue611 Cart", "back\\slash 😀", "plain"]  # fmt: skip


def test_quotes_inside_a_name_may_stand_as_they_are() -> None:
    nodes = inside("[1] button 'Don't save', clickable, disabled=True", "[2] link 'it's' focused: True")
    assert [(node.name, node.enabled, node.focused) for node in nodes] == [("Don't save", False, None), ("it's", None, True)]


# Properties


def test_properties_of_webarena_stand_after_colons() -> None:
    nodes = inside(
        "[1] combobox 'Search' autocomplete: both hasPopup: listbox required: False expanded: False",
        "[2] button 'Pay' disabled: True",
        "[3] checkbox 'Only open' checked: mixed focused: True",
        "[4] slider 'Volume' valuemin: 0 valuemax: 10 valuetext: very loud: yes orientation: horizontal",
        "[5] tab 'Reviews (12)' selected: True controls: reviews",
        "[6] dialog 'Sure?' modal: True",
    )
    assert [node.can for node in nodes] == [("expand",), ("click",), ("toggle",), ("range",), ("select",), ()]
    assert (nodes[0].expanded, nodes[0].required, nodes[1].enabled) == (False, False, False)
    assert (nodes[2].checked, nodes[2].focused) == ("mixed", True)
    assert (nodes[3].minimum, nodes[3].maximum, nodes[3].value) == (0.0, 10.0, "very loud: yes")
    assert (nodes[4].selected, nodes[5].modal) == (True, True)


def test_properties_of_browsergym_stand_after_commas() -> None:
    nodes = inside(
        "[a1] combobox 'Search' value='ann', clickable, visible, autocomplete='both', hasPopup='listbox', expanded=False",
        "[a2] spinbutton 'Qty' value=1, clickable, valuemin=0, valuemax=0, valuetext=''",
        "[a3] radio 'Gold', clickable, checked='true'",
        "[a4] button 'Bold', focused, pressed='false', disabled=True",
        "[a5] textbox 'Mail' value='a, b', required, invalid='false'",
        "[a6] generic, clickable",
    )
    assert [(node.value, node.can) for node in nodes] == [
        ("ann", ("expand",)),
        ("1", ("range",)),
        (None, ("select",)),
        (None, ("click", "toggle")),
        ("a, b", ("set_value", "type")),
        (None, ("click",)),
    ]
    assert (nodes[1].minimum, nodes[1].maximum, nodes[2].checked) == (None, None, "true")
    assert (nodes[3].focused, nodes[3].pressed, nodes[3].enabled) == (True, "false", False)
    assert (nodes[4].required, nodes[4].invalid) == (True, False)


def test_boxes_are_left_top_right_bottom_and_a_centre_is_no_box() -> None:
    nodes = inside(
        "[1] button 'A', box=\"(10,20,110,50)\", clickable", "[2] button 'B', center=\"(60,35)\"", "[3] button 'C', box='(1,2)'"
    )
    assert [node.bounds for node in nodes] == [Rect(10, 20, 100, 30), None, None]


def test_what_is_clickable_can_be_clicked_but_not_texts_and_pages() -> None:
    draft = read(
        "RootWebArea 'Shop', clickable",
        "\t[1] Section '', clickable",
        "\t\tStaticText 'Hi', clickable",
        "\t[2] link 'Home', clickable",
    )
    assert [node.can for node in draft.nodes] == [(), ("click",), (), ("click",)]


def test_what_lies_elsewhere_on_the_page_is_not_hidden() -> None:
    nodes = inside("[1] button 'A', clickable, visible", "[2] button 'B', clickable", "[3] button 'C' hidden: True")
    assert [node.hidden for node in nodes] == [False, False, True]


def test_words_after_a_node_that_are_no_properties_change_nothing() -> None:
    assert inside("[1] link 'Home' which is disabled hidden, really") == [
        Node(role=Role.LINK, name="Home", can=("click",), native_id="1")
    ]


# What the lines mean


def test_marks_and_breaks_are_no_nodes_of_their_own() -> None:
    assert outline(read(PAGE, "\t[1] listitem ''", "\t\tListMarker '•'", "\t\t[2] LineBreak '\\n'", "\t\tStaticText 'One'")) == [
        "document Shop",
        "  listitem",
        "    generic",
        "    generic",
        "    text One",
    ]


def test_labels_are_named_by_the_words_inside_or_else_by_their_own() -> None:
    nodes = inside(
        "[1] LabelText 'Color'",
        "\tStaticText 'Color'",
        "[2] LabelText 'Size'",
        "\t[3] textbox 'Size in cm'",
        "[4] Legend 'Pay by'",
    )
    assert [(node.role, node.name) for node in nodes] == [
        (Role.GENERIC, ""),
        (Role.TEXT, "Color"),
        (Role.TEXT, "Size"),
        (Role.TEXTBOX, "Size in cm"),
        (Role.TEXT, "Pay by"),
    ]


def test_cells_called_by_what_stands_in_them_leave_it_to_that() -> None:
    nodes = inside(
        "[1] row '12 View OrderReorder'",
        "\t[2] gridcell '12'",
        "\t[3] gridcell 'View OrderReorder'",
        "\t\t[4] link 'View Order'",
        "\t\t\tStaticText 'View Order'",
        "\t\t[5] link 'Reorder'",
        "[6] gridcell 'Total 7'",
        "\t[7] link '7'",
    )
    assert [node.name for node in nodes] == ["", "12", "", "View Order", "View Order", "Reorder", "Total 7", "7"]


def test_the_text_in_a_field_is_what_it_holds_unless_its_value_is_said() -> None:
    nodes = inside(
        "[1] textbox 'Name' required: False",
        "\t[2] StaticText 'Ann'",
        "[3] textbox 'Find here'",
        "\t[4] StaticText 'Find here'",
        "[5] textbox 'Mail' value=''",
        "\tStaticText 'you@example.com'",
        "[6] spinbutton 'Qty' value=1",
        "\tStaticText '1'",
        "[7] textbox 'Note'",
        "\t[8] paragraph ''",
        "\t\tStaticText 'Dear Ann'",
    )
    fields = [node for node in nodes if node.role in (Role.TEXTBOX, Role.SPINBUTTON)]
    assert [node.value for node in fields] == ["Ann", None, "", "1", "Dear Ann"]
    assert [node.name for node in nodes if node.role is Role.TEXT] == ["Find here", "you@example.com"]


def test_bullets_give_a_secret_away() -> None:
    nodes = inside("[1] textbox 'Password' value='••••'", "\tStaticText '••••'", "[2] textbox 'Code'", "\tStaticText '••'")
    assert [(node.value, node.protected, node.filled) for node in nodes if node.role is Role.TEXTBOX] == [(None, True, True)] * 2
    assert "•" not in str(nodes)


def test_a_page_has_the_focus_only_where_nothing_in_it_has() -> None:
    assert [node.focused for node in read(PAGE, "\t[1] link 'Home', focused").nodes] == [None, True]
    assert [node.focused for node in read(PAGE, "\t[1] link 'Home'").nodes] == [True, None]


# What stands around


def test_tabs_and_address_above_the_tree_are_no_nodes() -> None:
    draft = read(
        "URL: http://shop.example/orders", "Tab 0 (current): Shop | Tab 1: Mail", "", "[1] RootWebArea 'Shop'", "\t[2] link 'Home'"
    )
    assert (draft.url, draft.title, len(draft.nodes), draft.warnings) == ("http://shop.example/orders", "Shop", 2, [])


def test_foreign_lines_are_counted() -> None:
    draft = read("## AXTree:", PAGE, "{injection}", "\t[1] link 'Home'", "That is the page you see.")
    assert outline(draft) == ["document Shop", "  link Home"]
    assert draft.warnings == ["Lines that are no nodes, passed over: 3, the first in line 1."]


def test_names_that_break_off_are_read_as_far_as_they_go() -> None:
    draft = read(PAGE, "\t[1] link 'Home'", "\t[2] button 'Add to Ca")
    assert outline(draft) == ["document Shop", "  link Home", "  button Add to Ca"]
    assert draft.warnings == ["Names that break off, read as far as they go: 1, the first in line 3."]


def test_absurd_properties_are_left_out() -> None:
    huge = "9" * 5000
    nodes = inside(
        f"[1] slider 'A' value={huge}, valuemax={huge}, valuemin=nan, checked='maybe', box=\"({huge},1,2,3)\"",
        f"[2] heading 'B' level: {huge} busy: perhaps",
        "[3] link 'C', expanded=, =True, ,,",
    )
    assert [(node.bounds, node.checked, node.level, node.minimum, node.maximum, node.expanded) for node in nodes] == [
        (None,) * 6
    ] * 3


def test_the_same_id_twice_is_two_nodes_and_several_pages_are_several_roots() -> None:
    draft = read("RootWebArea 'A'", "\t[1] link 'x'", "\t[1] link 'y'", "RootWebArea 'B'")
    assert outline(draft) == ["document A", "  link x", "  link y", "document B"]
    assert draft.title == "A"


def test_depth_costs_nothing_but_memory() -> None:
    count = 2000
    draft = read(*("\t" * depth + f"[{depth}] group ''" for depth in range(count)))
    assert (draft.parents[count - 1], draft.ends[0]) == (count - 2, count)


@pytest.mark.parametrize("text", ["", "[1]", "''", "Tab 0: x", "URL: http://x/", "\t\t"])
def test_a_text_without_a_node_gives_none(text: str) -> None:
    assert not AXTREE_TEXT.recognises(text)
    assert list(AXTREE_TEXT.parse(text).nodes) == []


# Recognition


@pytest.mark.parametrize(
    "text",
    [
        "list of things to do",
        "[1] First note\n[2] Second note",
        "- link 'Home'",
        "rootWebArea name='Shop'\n++link name='Home'",
        "[document web] name='Shop'\n++[link] name='Home'",
        "Button - 'OK'    (L814, T968, R889, B991)\n['OK', 'OKButton', 'Button']",
        '["button", "1 Pay"]',
        'window1\n  "frame"\n  name: Shop',
        "[1] link 'Home'\n" + "and so on\n" * 50,
    ],
)
def test_other_texts_are_not_taken(text: str) -> None:
    assert not AXTREE_TEXT.recognises(text)


@pytest.mark.parametrize(
    "text",
    [
        "[12] link 'Home'",
        "[a12] generic, clickable",
        "RootWebArea '', focused",
        "# Observation\nSome words about the page.\n\n" + PAGE + "\n\t[a1] link 'Home'",
    ],
)
def test_trees_of_both_programs_are_taken(text: str) -> None:
    assert AXTREE_TEXT.recognises(text)


PIECES = st.sampled_from(
    [
        "[1] ", "[a", "]", "link ", "RootWebArea ", "LabelText ", "textbox ", "StaticText ", "gridcell ", "'", "'x'", '"', "\\",
        "\\x", "\n", "\t", " ", ",", " value=", "disabled=True", " required: ", "True", "box=", "(1,2,3,4)", "é", "Tab 0:",
        "URL: x", "0",
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=40).map("".join))
def test_no_text_ends_in_a_traceback(text: str) -> None:
    AXTREE_TEXT.recognises(text)
    draft = AXTREE_TEXT.parse(text)
    assert tree_of(draft.nodes, list(draft.parents)).ends == draft.ends
    assert len(draft.places) == len(draft.nodes) == len(draft.tags)


# The blueprint


def test_a_planner_sees_every_control_once() -> None:
    draft = read(
        PAGE, "\t[1] link 'Home', clickable", "\t\tStaticText 'Home'", "\t[2] Section '', clickable", "\t\t[3] textbox 'Find'"
    )
    observation = Observation(draft, AXTREE_TEXT, "main", 200)
    refs = {node.native_id: (node.role.value, node.name) for node in (observation.tree[i] for i in observation.refs.values())}
    assert refs == {"": ("document", "Shop"), "1": ("link", "Home"), "2": ("generic", ""), "3": ("textbox", "Find")}
