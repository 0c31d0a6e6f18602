from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats.aria_snapshot import ARIA_SNAPSHOT
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.secrets import keep_secrets
from lumos_layer.tree import Node, Rect, Role, tree_of

REPORT = """### Ran Playwright code
```js
await page.goto('https://shop.example/orders');
```

### Page state
- Page URL: https://shop.example/orders
- Page Title: Orders — shop
- Page Snapshot:
```yaml
- generic [active] [ref=e1]:
  - link "Home" [ref=e2] [cursor=pointer]:
    - /url: /home
  - button "Pay" [ref=e3]
```

### Events
- New console entries: 2
"""


def read(*lines: str) -> Draft:
    text = "\n".join(lines)
    assert ARIA_SNAPSHOT.recognises(text)
    draft = ARIA_SNAPSHOT.parse(text)
    keep_secrets(draft)
    assert tree_of(draft.nodes, list(draft.parents)).ends == draft.ends
    assert len(draft.places) == len(draft.nodes)
    return draft


def node(*lines: str) -> Node:
    """The first node of these lines."""
    return read(*lines).nodes[0]


def outline(draft: Draft) -> list[str]:
    depths: list[int] = []
    lines = []
    for node, parent in zip(draft.nodes, draft.parents, strict=True):
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
        lines.append(f"{'  ' * depths[-1]}{node.role} {node.name}".rstrip())
    return lines


# Elements


def test_an_entry_belongs_to_the_one_above_that_is_indented_less() -> None:
    draft = read(
        '- main "Shop":', "  - list:", "    - listitem: first", "    - listitem: second", '  - button "Pay"', '- img "Logo"'
    )
    assert outline(draft) == [
        "main Shop",
        "  list",
        "    listitem",
        "      text first",
        "    listitem",
        "      text second",
        "  button Pay",
        "img Logo",
    ]
    assert draft.tags == ["main", "list", "listitem", "text", "listitem", "text", "button", "img"]
    assert draft.places[3:7] == ["line 3", "line 4", "line 4", "line 5"]


def test_states_stand_in_brackets_after_the_name() -> None:
    assert node('- button "Bold" [disabled] [pressed] [ref=e7]') == Node(
        role=Role.BUTTON, name="Bold", can=("click", "toggle"), enabled=False, pressed="true", native_id="e7"
    )
    assert node('- heading "Orders" [level=2]') == Node(role=Role.HEADING, name="Orders", level=2)
    assert node('- button "More" [expanded]') == Node(role=Role.BUTTON, name="More", can=("click", "expand"), expanded=True)
    assert node('- option "AM" [selected]') == Node(role=Role.OPTION, name="AM", can=("select",), selected=True)


@pytest.mark.parametrize("role", ["checkbox", "switch", "menuitemcheckbox", "radio", "menuitemradio"])
def test_only_what_is_checked_says_so(role: str) -> None:
    draft = read(f'- {role} "A"', f'- {role} "B" [checked]', f'- {role} "C" [checked=mixed]', '- button "D"', '- treeitem "E"')
    assert [node.checked for node in draft.nodes] == ["false", "true", "mixed", None, None]


def test_false_in_brackets_is_false() -> None:
    draft = read('- button "A" [disabled=false] [expanded=false]', '- checkbox "B" [checked=false]')
    assert [(node.enabled, node.expanded, node.checked) for node in draft.nodes] == [(True, False, None), (None, None, "false")]


def test_names_are_json_strings_or_patterns() -> None:
    draft = read(
        r'- button "say \"hi\" \u00e9 \ud83d\ude00"',
        r"- cell /Max \d+\/\d+ \(.*\)/",
        r"- textbox /Start [\d,.]+[bkm]/: /3\/1\/\d+, 7:\d+ AM/",
        "- button",
    )
    assert [node.name for node in draft.nodes] == ['say "hi" é 😀', r"/Max \d+\/\d+ \(.*\)/", r"/Start [\d,.]+[bkm]/", ""]
    assert draft.nodes[2].value == r"/3\/1\/\d+, 7:\d+ AM/"


def test_keys_may_be_quoted_as_a_whole() -> None:
    draft = read(
        "- 'link \"Permalink: it''s #2\" [ref=e9] [cursor=pointer]':",
        '  - /url: "#it-s"',
        "- 'checkbox \"Option #1\" [checked]'",
        '- "button \\"a: b\\""',
    )
    assert outline(draft) == ["link Permalink: it's #2", "checkbox Option #1", "button a: b"]
    assert (draft.nodes[0].url, draft.nodes[0].native_id, draft.nodes[1].checked) == ("#it-s", "e9", "true")


def test_addresses_and_placeholders_belong_to_their_element() -> None:
    draft = read(
        '- link "Home":',
        "  - /url: https://shop.example/a b",
        '- textbox "Date":',
        "  - /placeholder: yyyy-mm-dd",
        "  - text: 2024-01-02",
        "- list:",
        "  - /children: equal",
        '- textbox "Same":',
        "  - /placeholder: Same",
    )
    assert draft.nodes[0].url == "https://shop.example/a b"
    assert (draft.nodes[1].value, draft.nodes[1].hint) == ("2024-01-02", "yyyy-mm-dd")
    assert draft.nodes[3].hint == ""
    assert len(draft.nodes) == 4


def test_boxes_are_left_top_width_height() -> None:
    draft = read(
        '- button "A" [ref=e1] [cursor=pointer] [box=256,108,768,30]', '- button "B" [box=1,2,3]', '- button "C" [box=9,9,0,0]'
    )
    assert [node.bounds for node in draft.nodes] == [Rect(256, 108, 768, 30), None, Rect(9, 9, 0, 0)]


def test_a_hand_makes_clickable_what_has_none_above() -> None:
    draft = read(
        "- generic [ref=e1] [cursor=pointer]:",
        "  - img [ref=e2] [cursor=pointer]",
        "  - list [ref=e3]:",
        "    - listitem [ref=e4] [cursor=pointer]: Deep",
        '- checkbox "C" [ref=e5] [cursor=pointer]',
        '- cell "D" [ref=e6]',
    )
    assert [node.can for node in draft.nodes] == [("click",), (), (), (), (), ("toggle",), ()]


def test_words_of_html_are_no_roles_but_their_text_counts() -> None:
    draft = read(
        "- paragraph:", "  - text: See", "  - strong: this", "  - emphasis [ref=e3]:", '    - link "page"', "- iframe [ref=e4]"
    )
    assert outline(draft) == [
        "paragraph",
        "  text See",
        "  generic",
        "    text this",
        "  generic",
        "    link page",
        "group",
    ]


def test_empty_text_is_no_node() -> None:
    assert outline(read('- checkbox "A"', '- text: ""', '- listitem: ""')) == ["checkbox A", "listitem"]


# Values


def test_the_text_of_a_field_is_what_it_holds() -> None:
    draft = read(
        '- textbox "Name": Ann',
        '- spinbutton "Age": "42"',
        '- combobox "Unit": /k\\d+/',
        '- searchbox "Find"',
        '- slider "Volume": "7"',
        '- progressbar "Loading": 50%',
        '- textbox "Note": "two\\nlines"',
        '- combobox "Sort":',
        '  - option "Date" [selected]',
    )
    assert [node.value for node in draft.nodes] == ["Ann", "42", r"/k\d+/", None, "7", "50%", "two\nlines", None, None]
    assert len(draft.nodes) == 9


def test_rich_text_is_told_once_and_its_controls_stay() -> None:
    draft = read(
        '- textbox "Note" [ref=e1] [box=0,0,300,90]:',
        "  - paragraph [ref=e2] [box=0,0,300,20]: Dear Ann,",
        "  - paragraph [ref=e3] [box=0,20,300,20]:",
        "    - text: see",
        '    - link "here" [ref=e4] [box=30,20,40,20]',
    )
    assert outline(draft) == ["textbox Note", "  paragraph", "  paragraph", "    link here"]
    assert draft.nodes[0].value == "Dear Ann, see"


def test_many_pieces_of_text_in_a_field_are_one_value() -> None:
    draft = read('- textbox "Note":', *["  - text: x"] * 20_000)
    assert draft.nodes[0].value == " ".join(["x"] * 20_000)


@pytest.mark.parametrize(
    "name", ["Password", "Confirm password*", "Passwort", "비밀번호", "パスワード", "PIN", "CVV", "Security code", "Mot de passe"]
)
def test_fields_called_secret_tell_only_that_they_are_filled(name: str) -> None:
    draft = read(f'- textbox "{name}": hunter2', f'- textbox "{name}"')
    assert [(node.name, node.value, node.protected, node.filled) for node in draft.nodes] == [
        (name, None, True, True),
        (name, None, True, False),
    ]
    assert "hunter2" not in str(draft.nodes)


def test_a_secret_is_known_by_the_words_before_or_by_the_placeholder() -> None:
    draft = read(
        "- text: Your password",
        "- textbox: hunter2",
        '- textbox "Account":',
        "  - /placeholder: Enter your PIN code",
        "  - text: hunter3",
        '- textbox "Login":',
        "  - paragraph: ••••••",
        '- textbox "Pinboard": hunter4',
        '- button "Show password"',
    )
    fields = [node for node in draft.nodes if node.role is Role.TEXTBOX]
    assert [(node.value, node.protected, node.filled) for node in fields] == [
        (None, True, True),
        (None, True, True),
        (None, True, True),
        ("hunter4", False, None),
    ]
    assert (draft.nodes[-1].protected, draft.nodes[-1].name) == (False, "Show password")


# Focus


def test_the_active_element_has_the_focus() -> None:
    draft = read("- generic [ref=e1]:", '  - textbox "Name" [active] [ref=e2]', '- dialog "Sure?" [active]')
    assert [node.focused for node in draft.nodes] == [None, True, True]


def test_a_page_whose_body_is_active_has_no_focus() -> None:
    assert read("- generic [active] [ref=e1]:", '  - button "Pay" [ref=e2]').nodes[0].focused is None


# Tables


def test_rows_named_by_a_pattern_of_their_cells_leave_the_words_to_these() -> None:
    draft = read(
        r"- row /Max Meier \d+ \(unchecked\)/:",
        '  - cell "Max Meier 12"',
        r"- row /Total \d+/:",
        "  - cell",
        '- row "Ann 7":',
        '  - cell "Ann"',
    )
    assert [node.name for node in draft.nodes] == ["", "Max Meier 12", r"/Total \d+/", "", "Ann 7", "Ann"]


# Reports


def test_a_page_report_gives_title_and_address() -> None:
    draft = read(REPORT)
    assert (draft.title, draft.url) == ("Orders — shop", "https://shop.example/orders")
    assert outline(draft) == ["generic", "  link Home", "  button Pay"]
    assert (draft.places, draft.warnings) == (["line 11", "line 12", "line 14"], [])


def test_a_report_without_a_fence_is_read_from_its_mark_on() -> None:
    draft = read(
        "### Page", "- Page URL: https://shop.example/", "- Page Title: Shop", "- Page Snapshot:", '  - button "Pay" [ref=e1]'
    )
    assert (draft.title, draft.url, outline(draft)) == ("Shop", "https://shop.example/", ["button Pay"])


def test_a_dialog_of_the_browser_stands_before_the_page() -> None:
    modal = [
        '- ["confirm" dialog with message "Delete it?"]: can be handled by the "browser_handle_dialog" tool',
        '- [File chooser]: can be handled by the "browser_file_upload" tool',
    ]
    draft = read("### Modal state", *modal, "### Snapshot", "```yaml", '- button "Pay"', "```")
    assert outline(draft) == ["alertdialog Delete it?", "dialog File chooser", "button Pay"]
    assert [node.modal for node in draft.nodes] == [True, True, False]


def test_the_last_of_several_snapshots_is_read() -> None:
    draft = read(REPORT, "```yaml", '- button "New"', "```")
    assert outline(draft) == ["button New"]
    assert draft.warnings == ["There are 2 snapshots in the dump; the last one was read."]


def test_a_snapshot_of_changes_says_that_it_is_no_whole() -> None:
    draft = read("- <changed> main [ref=e2]:", "  - ref=e3 [unchanged]", "- <changed> 'link \"a: b\" [ref=e5]'")
    assert outline(draft) == ["main", "  generic", "link a: b"]
    assert [node.native_id for node in draft.nodes] == ["e2", "e3", "e5"]
    assert draft.warnings == ["This snapshot holds only what changed since the one before; take a whole one to see the rest."]


# YAML as other programs write it


def test_long_words_may_go_on_in_the_next_lines() -> None:
    draft = read('- button "one', '    two"', "- paragraph: three", "    four", '- img "Logo"')
    assert outline(draft) == ["button one two", "paragraph", "  text three four", "img Logo"]


def test_blocks_of_words_keep_their_lines() -> None:
    draft = read('- textbox "Note": |-', "    first", "    - second", "- paragraph: >", "    third", '- button "Pay"')
    assert (draft.nodes[0].value, outline(draft)[1:]) == ("first\n- second", ["paragraph", "  text third", "button Pay"])


def test_comments_and_document_marks_say_nothing() -> None:
    draft = read("%YAML 1.2", "---", "# a page", '- button "Pay" # the way out', "- text: 7 days # left", "...")
    assert (outline(draft), draft.warnings) == (["button Pay", "text 7 days"], [])


def test_anchors_aliases_and_tags_are_words() -> None:
    bomb = ["- list: &a [x, x]", "- list: &b [*a, *a]", "- text: *b", "- text: !!python/object:os.system rm"]
    assert outline(read(*bomb)) == [
        "list",
        "  text &a [x, x]",
        "list",
        "  text &b [*a, *a]",
        "text *b",
        "text !!python/object:os.system rm",
    ]


def test_windows_line_ends_and_a_list_in_a_list_are_read() -> None:
    assert outline(read('- list:\r\n  - listitem: a\r\n- - button "b"\r')) == ["list", "  listitem", "    text a", "button b"]


# Damage


def test_names_that_break_off_are_read_as_far_as_they_go() -> None:
    draft = read('- button "Pay"', '- link "Terms and cond')
    assert outline(draft) == ["button Pay", "link Terms and cond"]
    assert draft.warnings == ["Names or values that break off, read as far as they go: 1, the first in line 2."]
    for end in ("- textbox /Start \\d", "- 'link \"a: b", '- text: "and', "- text: 'and"):
        assert read('- button "Pay"', end).warnings == draft.warnings


def test_a_report_that_breaks_off_says_so() -> None:
    assert read(REPORT.partition('  - button "Pay"')[0]).warnings == [
        "The dump ends before the code fence around the snapshot does; what comes after is missing."
    ]


def test_what_is_no_element_is_kept_as_text() -> None:
    draft = read(
        '- button "Pay"', "- Some words: here", '- link "Home" and more', '- "only words"', *('- img "a"' for _ in range(4))
    )
    assert outline(draft)[:5] == ["button Pay", "text Some words: here", "link Home", "  text and more", "text only words"]
    assert draft.warnings == ["Entries that are no elements, kept as text: 3, the first in line 2."]


def test_lines_of_no_entry_are_counted() -> None:
    draft = read('- button "Pay"', "no entry", '- link "Home"')
    assert (outline(draft), draft.warnings) == (
        ["button Pay", "link Home"],
        ["Lines that belong to no entry, passed over: 1, the first in line 2."],
    )


def test_odd_brackets_cost_nothing_but_themselves() -> None:
    huge = "9" * 5000
    draft = read(
        f'- heading "A" [level={huge}] [box={huge},1,1,1] [ref=]',
        '- button "B" [] [x] [=] [checked',
        '- button "C" [box=nan,inf,1,1]',
    )
    assert outline(draft) == ["heading A", "button B", "  text [checked", "button C"]
    assert [node.bounds for node in draft.nodes] == [None, None, None, None]
    assert draft.nodes[0].level is None


def test_the_same_ref_twice_is_two_elements() -> None:
    assert [node.native_id for node in read('- button "A" [ref=e1]', '- button "B" [ref=e1]').nodes] == ["e1", "e1"]


def test_invisible_characters_are_removed() -> None:
    assert node('- button "P\u200ba\x07y\u202e"').name == "Pay"


def test_depth_costs_nothing_but_memory() -> None:
    count = 2000
    draft = read(*(" " * depth + "- generic:" for depth in range(count)), " " * count + '- button "Deep"')
    assert draft.nodes[-1].name == "Deep"
    assert (draft.parents[count], draft.ends[0]) == (count - 1, count + 1)
    assert outline(read("- " * 100_000 + 'button "Deep"')) == ["button Deep"]


@pytest.mark.parametrize("text", ["", "-", "- ", "- ''", '- ""', "```yaml\n```", "### Page state\n- Page URL: x", "---", "- - -"])
def test_a_text_without_an_element_gives_no_node(text: str) -> None:
    assert not ARIA_SNAPSHOT.recognises(text)
    assert [node for node in ARIA_SNAPSHOT.parse(text).nodes if node.role is not Role.TEXT or node.name] == []


# Recognition


@pytest.mark.parametrize(
    "text",
    [
        "- buy milk\n- write to Ann",
        "- name: shop\n  image: nginx\n- name: db",
        "name: shop\nlist:\n  - a",
        "[1] RootWebArea 'Shop'\n\t[2] link 'Home'",
        "rootWebArea name='Shop'\n++link name='Home'",
        '{"role": "button"}',
        "<hierarchy/>",
        "# Notes\n- button\n- and other things to do\n- more of them",
    ],
)
def test_other_texts_are_not_taken(text: str) -> None:
    assert not ARIA_SNAPSHOT.recognises(text)


@pytest.mark.parametrize(
    "text", ["- document:", "- /children: equal\n- button", '- <changed> button "x"', "- text: hi\n- img", REPORT]
)
def test_snapshots_of_all_kinds_are_taken(text: str) -> None:
    assert ARIA_SNAPSHOT.recognises(text)


PIECES = st.sampled_from(
    [
        "- ", "  ", "\n", "button", "text", "textbox", ' "a', '"', "'", " /x", "/", " [ref=e1]", " [checked", "]", ":", " ",
        ": |\n", "\\", "```yaml\n", "```\n", "#", "<changed> ", "\t", "é", "[box=1,2,3,4]", "/url: x",
        "Page URL: y", "- Page Snapshot:",
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=40).map("".join))
def test_no_text_ends_in_a_traceback(text: str) -> None:
    ARIA_SNAPSHOT.recognises(text)
    draft = ARIA_SNAPSHOT.parse(text)
    assert tree_of(draft.nodes, list(draft.parents)).ends == draft.ends
    assert len(draft.places) == len(draft.nodes) == len(draft.tags)


# The blueprint


def test_a_planner_sees_every_control_once() -> None:
    draft = read(
        '- heading "Orders" [level=1]',
        '- checkbox "Only open" [checked]',
        "- text: Only open",
        '- textbox "Password": hunter2',
        '- row "Ann Pay":',
        '  - cell "Ann"',
        '  - button "Pay" [disabled]',
    )
    observation = Observation(draft, ARIA_SNAPSHOT, "main", 200)
    assert [(node.role.value, node.name) for node in (observation.tree[i] for i in observation.refs.values())] == [
        ("checkbox", "Only open"),
        ("textbox", "Password"),
        ("button", "Pay"),
    ]
    assert "hunter2" not in observation.blueprint().compact()
