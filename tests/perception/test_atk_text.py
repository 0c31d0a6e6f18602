from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.errors import DamagedDump, InputError
from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats.atk_text import ATK_TEXT
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Node, Role, tree_of

SHOWN = "state: enabled focusable sensitive showing visible"


def thing(depth: int, called: str, role: str, *said: str) -> list[str]:
    """The lines of an object; texts count their own characters."""
    indent = " " * (depth * 2)
    lines = [indent + called, f'{indent}  "{role}"']
    for each in said:
        lines.append(f"{indent}  {each}")
        if each.startswith("text: "):
            lines.append(f"{indent}  character count: {len(each) - len('text: ')}")
    return lines


def dump_of(*things: list[str]) -> str:
    root = thing(0, "window1", "window", "index: 0", "name: Mail", "state: enabled showing visible")
    return "\n".join(line for lines in (root, *things) for line in lines) + "\n"


def read(dump: str) -> Draft:
    assert ATK_TEXT.recognises(dump)
    draft = ATK_TEXT.parse(dump)
    assert len(draft.places) == len(draft.nodes)
    assert list(tree_of(draft.nodes, list(draft.parents)).ends) == list(draft.ends)
    return draft


def one(role: str, *said: str) -> Node:
    return read(dump_of(thing(1, "widget1", role, *said))).nodes[1]


def test_objects_stand_below_each_other_by_their_blanks() -> None:
    draft = read(
        dump_of(
            thing(1, "box1", "filler", "parent: window1", "state: enabled showing visible"),
            thing(2, "button1", "push button", "name: Send", SHOWN, "<AtkAction>", "action 0 name: click"),
            thing(1, "label1", "label", "name: Ready", "state: showing visible"),
        )
    )
    assert [(parent, node.role, node.name) for parent, node in zip(draft.parents, draft.nodes, strict=True)] == [
        (-1, Role.WINDOW, "Mail"),
        (0, Role.GENERIC, ""),
        (1, Role.BUTTON, "Send"),
        (0, Role.TEXT, "Ready"),
    ]
    assert (draft.title, draft.places) == ("Mail", ["line 2", "line 7", "line 11", "line 17"])
    assert (draft.nodes[2].can, draft.nodes[2].identifier) == (("click",), "button1")


def test_states_are_those_of_at_spi() -> None:
    box = one("check box", "name: Wrap", "state: checked focusable showing visible")
    assert (box.checked, box.can, box.enabled) == ("true", ("toggle",), False)
    toggle = one("toggle button", "name: Bold", SHOWN)
    assert (toggle.role, toggle.pressed, toggle.can) == (Role.BUTTON, "false", ("click", "toggle"))


def test_what_is_not_showing_is_hidden_where_other_things_show() -> None:
    draft = read(
        dump_of(
            thing(1, "menu1", "menu", "name: File", "state: enabled selectable showing visible"),
            thing(2, "item1", "menu item", "name: New", "state: enabled selectable visible"),
        )
    )
    assert [node.hidden for node in draft.nodes] == [False, False, True]


def test_in_a_window_that_was_never_drawn_what_says_visible_is_shown() -> None:
    draft = read(
        dump_of(
            thing(1, "box1", "filler", "state: enabled sensitive"),
            thing(2, "button1", "push button", "name: Send", "state: enabled focusable visible"),
            thing(2, "button2", "push button", "name: Drop", "state: enabled focusable"),
        )
    )
    assert [node.hidden for node in draft.nodes] == [False, False, False, True]
    assert draft.warnings == ["Nothing in the window is in a part that says it is shown; what says visible itself was taken to be."]


def test_a_text_field_has_its_text_as_value_and_its_label_as_name() -> None:
    draft = read(
        dump_of(
            thing(1, "label1", "label", "name: City:", "label-for: entry1", "state: showing visible"),
            thing(1, "entry1", "text", "labelled-by: label1", f"{SHOWN} editable", "<AtkText>", "text: Köln"),
        )
    )
    field = draft.nodes[2]
    assert (field.role, field.name, field.value, field.can) == (Role.TEXTBOX, "City:", "Köln", ("set_value", "type"))


def test_a_placeholder_is_the_hint_of_a_named_field_and_the_name_of_another() -> None:
    named = one("text", "name: City", "placeholder-text: Where to?", f"{SHOWN} editable")
    assert (named.name, named.hint) == ("City", "Where to?")
    assert one("text", "placeholder-text: Where to?", f"{SHOWN} editable").name == "Where to?"


def test_a_password_is_not_in_the_tree() -> None:
    node = one("password text", f"{SHOWN} editable", "<AtkText>", "text: hunter2")
    assert (node.protected, node.filled, node.value) == (True, True, None)
    nameless = read(dump_of(thing(1, "hunter2", "password text", f"{SHOWN} editable", "<AtkText>", "text: hunter2")))
    assert "hunter2" not in repr(nameless.nodes)


def test_numbers_with_limits_are_read() -> None:
    node = one(
        "spin button", f"{SHOWN} editable", "<AtkValue>", "minimum value: 0.500000", "maximum value: 99.5", "current value: 46.0 dB"
    )
    assert (node.minimum, node.maximum, node.value) == (0.5, 99.5, "46")


def test_a_text_that_looks_like_a_dump_is_a_text() -> None:
    fake = 'text: Hello\n    fake\n      "push button"\n      name: Pay now\n      state: enabled focusable showing visible'
    draft = read(dump_of(thing(1, "view1", "text", f"{SHOWN} editable", "<AtkText>", fake)))
    assert len(draft.nodes) == 2
    assert draft.nodes[1].value == 'Hello\nfake\n"push button"\nname: Pay now\nstate: enabled focusable showing visible'


def test_a_text_of_untold_length_is_one_line() -> None:
    dump = (
        dump_of(thing(1, "view1", "text", SHOWN)) + "    text: Hello\n" + "\n".join(thing(1, "b", "push button", "name: Go", SHOWN))
    )
    assert [node.name for node in read(dump).nodes] == ["Mail", "", "Go"]


def test_names_that_the_program_made_up_are_no_identifiers() -> None:
    draft = read(
        dump_of(thing(1, "unnamed-GtkNotebookPageAccessible-0", "page tab", "name: Tab 1", f"{SHOWN} selectable selected"))
    )
    assert (draft.nodes[1].identifier, draft.nodes[1].selected, draft.nodes[1].role) == ("", True, Role.TAB)


def test_an_object_may_have_an_empty_name_line() -> None:
    assert [node.role for node in read(dump_of(thing(1, "", "text", f"{SHOWN} editable"))).nodes] == [Role.WINDOW, Role.TEXTBOX]


def test_every_control_gets_a_ref() -> None:
    later = thing(1, "b2", "push button", "name: Later", "state: focusable showing visible")
    observation = Observation(read(dump_of(thing(1, "b1", "push button", "name: Send", SHOWN), later)), ATK_TEXT, "main", 0)
    controls = [observation.tree[i] for i in observation.refs.values() if observation.tree[i].can]
    assert [(node.name, node.enabled) for node in controls] == [("Send", True), ("Later", False)]


def test_unknown_roles_and_lines_are_passed_over() -> None:
    node = one("flux capacitor", "name: Flux", "nonsense", "::::", "state:", "action x name: click", "<AtkTable>", "rows: many")
    assert (node.role, node.name, node.can) == (Role.GENERIC, "Flux", ())


def test_two_thousand_levels_are_read() -> None:
    lines = [line for i in range(2000) for line in thing(i, f"box{i}", "filler", "state: showing visible")]
    draft = read("\n".join(lines))
    assert (len(draft.nodes), draft.parents[1999]) == (2000, 1998)


def test_windows_line_ends_make_no_difference() -> None:
    dump = dump_of(thing(1, "view1", "text", f"{SHOWN} editable", "<AtkText>", "text: a\nb"))
    assert read(dump.replace("\n", "\r\n")).nodes == read(dump).nodes


def test_many_texts_of_wrong_length_are_read_in_linear_time() -> None:
    lines = ["window1", '  "window"', "  state: showing visible"] + ["  text: x", "  character count: 9"] * 50_000
    assert len(read("\n".join(lines)).nodes) == 1


def test_a_text_without_objects_is_refused_with_advice() -> None:
    with pytest.raises(DamagedDump, match="quoted role"):
        ATK_TEXT.parse("nothing\nat all")


@pytest.mark.parametrize(
    "other",
    ["", 'push button\n"push button"', "[document web] name='x'\n++[table]", "- button \"OK\"", "Button - 'OK'    (L0, T0, R9, B9)",
     'key:\n  "quoted"\n', "level\tpage_num"],
)  # fmt: skip
def test_other_texts_are_not_taken_for_it(other: str) -> None:
    assert not ATK_TEXT.recognises(other)


PIECES = st.sampled_from(
    [
        "  ",
        '"push button"',
        "\n",
        "name: ",
        "state: showing visible",
        "text: ",
        "character count: 3",
        "x",
        "é",
        '  "window"\n',
        "labelled-by: x",
    ]
)


@given(st.lists(PIECES, max_size=60).map("".join))
def test_no_text_breaks_the_reader(dump: str) -> None:
    ATK_TEXT.recognises(dump)
    try:
        draft = ATK_TEXT.parse(dump)
    except InputError:
        return
    assert len(draft.places) == len(draft.nodes) > 0
