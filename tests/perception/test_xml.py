"""XML of untrusted origin: what is damaged is read with a warning, nothing is resolved or fetched, nothing hangs."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lumos_layer
from lumos_layer.errors import DamagedDump, InputError, LimitExceeded, UnknownFormat
from lumos_layer.perception.draft import Draft, XmlFormat, XmlReading
from lumos_layer.perception.limits import DEFAULT, Limits
from lumos_layer.perception.tolerant_xml import Tolerant
from lumos_layer.perception.xml import looks_like_xml, read_xml
from lumos_layer.perception.xml_target import NotStrict, target_for
from lumos_layer.tree import Node

BUTTON = '<Button Name="OK" AutomationId="ok"/>'
WINDOW = f'<Window Name="Main" AutomationId="main">\n{BUTTON}\n</Window>'


def seen(dump: str | bytes, **options: Any) -> list[tuple[str, str]]:
    """Tag and name of each node that was read."""
    tree = lumos_layer.read(dump.encode() if isinstance(dump, str) else dump, **options).tree
    return [(tree.tag(i), node.name) for i, node in enumerate(tree)]


def warnings(dump: str | bytes) -> list[str]:
    return list(lumos_layer.read(dump.encode() if isinstance(dump, str) else dump).warnings)


def window(inside: str) -> str:
    return f'<Window Name="Main" AutomationId="main">{inside}</Window>'


# What surrounds a dump


@pytest.mark.parametrize(
    "dump",
    [
        WINDOW,
        f'<?xml version="1.0" encoding="utf-16"?>{WINDOW}',
        f'\n \r\n<?xml version="1.0" standalone="yes"?>\r\n{WINDOW}\r\n',
        f'<?xml version="1.0"?>\n<?xml version="1.0"?>\n{WINDOW}',
        f"<!-- a comment -->\n<?an instruction?>\n{WINDOW}\n<!-- <Button/> -->",
        WINDOW.replace(BUTTON, f"<!-- <Window> -->{BUTTON}<?pi <Window> ?>"),
        WINDOW.replace("\n", "\r\n"),
    ],
)
def test_what_is_well_formed_is_read_without_a_warning(dump: str) -> None:
    assert seen(dump) == [("Window", "Main"), ("Button", "OK")]
    assert warnings(dump) == []


def test_lines_that_a_shell_printed_are_passed_over_and_counted() -> None:
    shell = "UI hierchary dumped to: /sdcard/x.xml"
    dump = f'{shell}\n<?xml version="1.0" encoding="utf-16"?>\n{WINDOW}\n{shell}\n'
    assert seen(dump) == [("Window", "Main"), ("Button", "OK")]
    assert warnings(dump) == [
        "Bytes that are no XML stand before the dump and were passed over: 37.",
        "Bytes that are no XML stand after the dump and were passed over: 37.",
    ]


def test_a_shell_line_behind_the_last_tag_is_passed_over() -> None:
    assert warnings(f"{WINDOW}UI hierchary dumped to: /dev/tty") == [
        "Bytes that are no XML stand after the dump and were passed over: 32.",
    ]


def test_brackets_in_shell_lines_are_not_taken_for_the_dump() -> None:
    dump = f'usage: adb <command>\nwarning: <b> is old\n<?xml version="1.0"?>\n{WINDOW}\nC:\\>'
    assert seen(dump) == [("Window", "Main"), ("Button", "OK")]
    assert warnings(dump) == [
        "Bytes that are no XML stand before the dump and were passed over: 40.",
        "Characters that are no XML stand around the dump and were passed over: 4.",
    ]


def test_several_roots_are_all_read() -> None:
    dump = f'{WINDOW}\n<Window Name="Second"/>'
    assert seen(dump) == [("Window", "Main"), ("Button", "OK"), ("Window", "Second")]
    assert list(lumos_layer.read(dump.encode()).tree.roots()) == [0, 2]
    assert warnings(dump) == []


def test_a_second_dump_behind_the_first_is_read_and_told() -> None:
    dump = f'<?xml version="1.0"?>\n{WINDOW}\n<?xml version="1.0"?>\n{WINDOW}'
    assert seen(dump) == [("Window", "Main"), ("Button", "OK")] * 2
    assert warnings(dump) == ["The dump is damaged (line 5: another dump begins); elements read: 4."]


# Document types and entities

LAUGHS = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
DOCTYPE_NOTE = "A document type declaration was removed; its entities were not resolved."


@pytest.mark.parametrize(
    "doctype",
    [
        "<!DOCTYPE Window>",
        "<!doctype html>",
        '<!DOCTYPE Window SYSTEM "http://127.0.0.1:9/x.dtd">',
        '<!DOCTYPE Window PUBLIC "-//X//Y" "x.dtd" [ <!ELEMENT Window ANY> ]>',
        '<!DOCTYPE Window [<!ENTITY a "]>">]>',
        "<!DOCTYPE Window [<!-- don't ]> stop --><!ENTITY a '\"'>]>",
        f'<!DOCTYPE Window [<!ENTITY l0 "ha">{LAUGHS}]>',
        f"<!--{'x' * 100_000}--><!DOCTYPE Window [<!ENTITY a 'x'>]>",
    ],
)
def test_a_document_type_is_removed_and_the_rest_is_read(doctype: str) -> None:
    assert seen(doctype + WINDOW) == [("Window", "Main"), ("Button", "OK")]
    assert warnings(doctype + WINDOW) == [DOCTYPE_NOTE]


@pytest.mark.parametrize("before", ["", f"<!--{'x' * 100_000}-->"])
def test_entities_of_the_document_type_are_never_resolved(before: str) -> None:
    dump = f'{before}<!DOCTYPE Window [<!ENTITY l0 "ha">{LAUGHS}]>{WINDOW.replace("OK", "a&l0;b &l9;")}'
    assert seen(dump) == [("Window", "Main"), ("Button", "a&l0;b &l9;")]
    assert warnings(dump) == [
        DOCTYPE_NOTE,
        "The dump is damaged (line 2: an & that is not escaped, or an unknown entity (2 times)); elements read: 2.",
    ]


def test_no_file_and_no_network_is_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret.txt").write_text("hunter2")
    (tmp_path / "x.dtd").write_text('<!ENTITY x "hunter2">')

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was touched")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.chdir(tmp_path)
    doctype = (
        f'<!DOCTYPE Window SYSTEM "x.dtd" [<!ENTITY x SYSTEM "file://{tmp_path}/secret.txt">'
        '<!ENTITY y SYSTEM "http://127.0.0.1:9/"><!ENTITY % p SYSTEM "http://127.0.0.1:9/">%p;]>'
    )
    opened: list[object] = []
    sys.addaudithook(lambda event, args: opened.append(args[0]) if event == "open" else None)
    names = seen(doctype + WINDOW.replace("OK", "a&x;b&y;"))
    assert names == [("Window", "Main"), ("Button", "a&x;b&y;")]
    assert not [path for path in opened if str(path).startswith(str(tmp_path))]


def test_a_document_type_that_does_not_end_loses_only_itself() -> None:
    assert seen(f'<!DOCTYPE Window [ <!ENTITY a "x"> {WINDOW}') == [("Window", "Main"), ("Button", "OK")]
    assert seen("<!DOCTYPE a [ " * 1000 + WINDOW) == [("Window", "Main"), ("Button", "OK")]


def test_an_entity_that_is_not_xmls_own_stays_as_it_is_written() -> None:
    dump = WINDOW.replace("OK", "a&nbsp;b &copy c & d &amp; e")
    assert seen(dump) == [("Window", "Main"), ("Button", "a&nbsp;b &copy c & d & e")]
    assert warnings(dump) == [
        "The dump is damaged (line 2: an & that is not escaped, or an unknown entity (3 times)); elements read: 2."
    ]


def test_references_are_resolved_once() -> None:
    name = "&amp;lt; &amp;#38; &#38;amp; &#x3C;&lt;&gt;&quot;&apos; &#128077; &amp;"
    for dump in (WINDOW.replace("OK", name), "<!DOCTYPE a>" + WINDOW.replace("OK", name)):
        assert seen(dump)[1] == ("Button", "&lt; &#38; &amp; <<>\"' 👍 &")


# Characters


def test_forbidden_characters_are_removed_and_counted() -> None:
    dump = WINDOW.replace("OK", "a\x00\x01b\x1b\x0bc\ufffe")
    assert seen(dump) == [("Window", "Main"), ("Button", "ab c")]
    assert warnings(dump) == ["Characters that XML forbids were removed or replaced: 5."]


def test_references_to_forbidden_characters_are_replaced() -> None:
    dump = WINDOW.replace("OK", f"a&#0;b&#x1b;c&#xD800;d&#x110000;e&#{'9' * 5000};f&#10;g&#x0000041;")
    assert seen(dump) == [("Window", "Main"), ("Button", "a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf gA")]
    assert warnings(dump) == ["Characters that XML forbids were removed or replaced: 5."]


# Damage inside tags


@pytest.mark.parametrize(
    ("button", "name", "what"),
    [
        ('<Button Name="a < b" Id="1"/>', "a < b", "a < that is not escaped"),
        ('<Button Name="<b>bold</b> text"/>', "<b>bold</b> text", "a < that is not escaped"),
        ('<Button Name="say "hi" there" Id="1"/>', 'say "hi" there', "quotes inside an attribute"),
        ("<Button Name=OK Id='1'/>", "OK", "an attribute without quotes"),
        ("<Button Name=OK/>", "OK", "an attribute without quotes"),
        ('<Button Name="OK" flag Id="1"/>', "OK", "an attribute without a value"),
        ('<Button Name="OK" Name="Two"/>', "OK", "an attribute given twice"),
        ('<Button Name="OK"Id="1"/>', "OK", "no blank between attributes"),
        ('<Button Name="OK Id="1"/>', "OK", "an attribute without its end quote"),
        ('<Button Name="OK" = Id="1"/>', "OK", "a stray sign in a tag"),
        ('<Button Name="a=" Id="1" Id="2"/>', "a=", "an attribute given twice"),
        ('<Button Name="OK" Id="1" <Text/>', "OK", "a tag that is not closed"),
    ],
)
def test_a_damaged_tag_is_read_and_its_line_told(button: str, name: str, what: str) -> None:
    observation = lumos_layer.read(f'<Window Name="Main" AutomationId="main">\n\n{button}\n<Edit Name="Last"/></Window>'.encode())
    names = [node.name for node in observation.tree]
    assert (names[:2], names[-1]) == (["Main", name], "Last")
    assert len(observation.warnings) == 1
    assert observation.warnings[0].startswith(f"The dump is damaged (line 3: {what}")


def test_a_missing_end_quote_does_not_swallow_the_elements_after_it() -> None:
    dump = window('<Button Name="a><Button Name="b"/><Button Name="c"/>')
    assert [name for _, name in seen(dump)] == ["Main", "a", "b", "c"]


def test_several_kinds_of_damage_are_told_by_line() -> None:
    dump = WINDOW.replace("OK", "a & b").replace("\n</Window>", "\n</Pane></Window><Window Name=x/>")
    (told,) = warnings(dump)
    assert told == (
        "The dump is damaged (line 2: an & that is not escaped, or an unknown entity; line 3: an end tag without its start tag; "
        "line 3: an attribute without quotes); elements read: 3."
    )


def test_a_bare_less_than_in_text_is_text() -> None:
    tree = lumos_layer.read(b'<desktop-frame name="d"><label name="">1 < 2 <3</label></desktop-frame>').tree
    assert tree[1].name == "1 < 2 <3"


def test_cdata_is_text_as_it_stands() -> None:
    for dump in ("<label><![CDATA[a < b &amp; <i/>]]></label>", "<label><![CDATA[a < b &amp; <i/>]]></label>&"):
        tree = lumos_layer.read(f'<desktop-frame name="d">{dump}</desktop-frame>'.encode()).tree
        assert [node.name for node in tree] == ["d", "a < b &amp; <i/>"]


def test_blanks_between_references_are_kept() -> None:
    tree = lumos_layer.read(b'<desktop-frame name="d">\n <label>&lt; &gt;\n</label> </desktop-frame>').tree
    assert tree[1].name == "< >"


# Damage between tags


@pytest.mark.parametrize(
    ("inside", "names"),
    [
        ('<Pane><Button Name="a"/></Group><Button Name="b"/></Pane>', ["Main", "", "a", "b"]),
        ('<Pane><Group><Button Name="a"/></Pane><Button Name="b"/>', ["Main", "", "", "a", "b"]),
        ('<Pane><Button Name="a"/>', ["Main", "", "a"]),
        ('</Pane><Button Name="a"/>', ["Main", "a"]),
        ('<!-- a comment without end <Button Name="a"/><Button Name="b"/>', ["Main", "b"]),
        ('<?pi without end <Button Name="a"/><Button Name="b"/>', ["Main", "b"]),
        ('<![CDATA[ without end <Button Name="a"/>', ["Main", "a"]),
        ('<!ENTITY x "y"><Button Name="a"/>', ["Main", "a"]),
    ],
)
def test_damage_between_tags_loses_no_element_behind_it(inside: str, names: list[str]) -> None:
    assert [name for _, name in seen(window(inside))] == names
    assert len(warnings(window(inside))) == 1


def test_a_mismatched_end_tag_closes_what_it_belongs_to() -> None:
    tree = lumos_layer.read(window('<Pane><Group><Button Name="a"/></Pane><Button Name="b"/>').encode()).tree
    assert list(tree.parents) == [-1, 0, 1, 2, 0]


@pytest.mark.parametrize("end", range(len(WINDOW)))
def test_a_dump_that_breaks_off_keeps_what_stands_before_and_says_where(end: int) -> None:
    cut = WINDOW[:end]
    first, last = WINDOW.index(">") + 1, WINDOW.index("/>") + 2
    if end < first:
        with pytest.raises(DamagedDump):
            seen(cut)
        return
    assert seen(cut) == [("Window", "Main"), ("Button", "OK")][: 1 + (end >= last)]
    told = warnings(cut)
    assert len(told) == 1
    line = cut.rstrip().count("\n") + 1
    assert told[0].startswith(f"The dump is damaged (line {line}: it breaks off inside ")


def test_a_field_that_breaks_off_before_it_is_known_to_be_secret_is_left_out() -> None:
    dump = '<hierarchy><node text="Password" bounds="[0,0][1,1]"/><node text="hunter2" class="android.widget.EditText" passw'
    assert [name for _, name in seen(dump)] == ["", "Password"]


def test_lines_are_those_of_the_dump_even_behind_what_was_left_out() -> None:
    dump = f'\n\nshell\n<?xml version="1.0"?>\n\n{WINDOW.replace("OK", "a & b")}'
    assert warnings(dump)[1] == ("The dump is damaged (line 7: an & that is not escaped, or an unknown entity); elements read: 2.")


# Depth and size


def deep(levels: int, end: str) -> str:
    return '<Window Name="Main" AutomationId="main">' + "<Pane>" * levels + BUTTON + end


@pytest.mark.parametrize("levels", [2040, 2050, 3_000, 100_000])
def test_a_button_at_the_bottom_of_any_depth_is_a_target(levels: int) -> None:
    observation = lumos_layer.read(deep(levels, "</Pane>" * levels + "</Window>").encode())
    assert len(observation.tree) == levels + 2
    assert observation.warnings == ()
    assert observation.tree[levels + 1].name == "OK"
    assert observation.ref_of(levels + 1) is not None
    assert '"OK"' in observation.blueprint().object()


@pytest.mark.parametrize(
    ("end", "what"),
    [
        ("", "line 1: it breaks off inside an element"),
        ("</Edit>" * 3_000, "line 1: an end tag without its start tag (3000 times); line 1: it breaks off inside an element"),
        ("</Window>", "line 1: an element without its end tag (3000 times)"),
    ],
)
def test_depth_and_damage_together_lose_nothing(end: str, what: str) -> None:
    observation = lumos_layer.read(deep(3_000, end).encode())
    assert (len(observation.tree), observation.tree[3_001].name) == (3_002, "OK")
    assert observation.warnings == (f"The dump is damaged ({what}); elements read: 3002.",)


def test_an_attribute_of_megabytes_is_read() -> None:
    for mark in ("", "<!DOCTYPE a>"):
        assert seen(mark + WINDOW.replace("OK", "x" * 3_000_000))[1] == ("Button", "x" * 3_000_000)


@pytest.mark.parametrize("damage", ["", "&"])
@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (Limits(nodes=1), "The dump's number of elements is 2 elements or more, the limit is 1."),
        (Limits(depth=1), "The dump's depth is 2 levels or more, the limit is 1."),
        (Limits(size=10), "The dump's size is "),
    ],
)
def test_each_limit_is_named_by_its_error(limits: Limits, message: str, damage: str) -> None:
    with pytest.raises(LimitExceeded) as caught:
        lumos_layer.read((WINDOW + damage).encode(), limits=limits)
    assert str(caught.value).startswith(message)
    assert str(caught.value).endswith("If the dump is to be trusted, pass larger `limits`.")


def test_a_dump_right_at_its_limits_is_read() -> None:
    assert len(seen(WINDOW, limits=Limits(nodes=2, depth=2, size=len(WINDOW)))) == 2


# No dump at all


@pytest.mark.parametrize("rubbish", [b"<", b"<a", b"<!-- only a comment -->", b"<?pi?>", b"</a>", b"<<<>>>", b"<!DOCTYPE a>"])
def test_markup_without_an_element_is_refused_with_a_line(rubbish: bytes) -> None:
    with pytest.raises(DamagedDump) as caught:
        lumos_layer.read(rubbish)
    assert caught.value.line == 1


def test_a_root_of_no_dialect_is_named() -> None:
    for dump in (b"<svg><g/></svg>", b"<svg><g></svg>"):
        with pytest.raises(UnknownFormat, match="XML with the root <svg>"):
            lumos_layer.read(dump)


def test_xml_is_told_by_a_tag_at_the_beginning_of_a_line() -> None:
    assert looks_like_xml(b"<a/>")
    assert looks_like_xml(b"shell\n  <a/>")
    assert looks_like_xml(b"shell <?xml version='1.0'?><a/>")
    assert not looks_like_xml(b"a < b, c <d>")
    assert not looks_like_xml(b"PK\x03\x04" + b"\n" * 4000)


# Namespaces


def test_a_prefix_without_an_address_is_its_own_namespace() -> None:
    draft = plain('<a p:x="1"><p:b xml:lang="en"/></a>')
    assert [node.identifier for node in draft.nodes] == [
        "a {p}x=1",
        "{p}b {http://www.w3.org/XML/1998/namespace}lang=en",
    ]


def test_an_address_counts_inside_its_element_only() -> None:
    for damage in ("", "&"):
        draft = plain('<a xmlns="u" xmlns:p="v"><b xmlns="" xmlns:p="w" p:x="1"><c xmlns="z"/><d/></b><p:e p:x="2"/></a>' + damage)
        assert [node.identifier for node in draft.nodes] == ["{u}a ", "b {w}x=1", "{z}c ", "d ", "{v}e {v}x=2"]


# Both readers read the same


def plain(dump: str) -> Draft:
    """Read with a dialect that keeps tags, attributes and texts as they come."""

    def node(tag: str, attrib: Mapping[str, str]) -> Node:
        return Node(identifier=f"{tag} " + " ".join(f"{name}={value}" for name, value in sorted(attrib.items())))

    def with_text(node: Node, text: str) -> Node:
        return Node(identifier=node.identifier, value=text.strip() or None)

    def start(tag: str, attrib: Mapping[str, str]) -> XmlReading:
        return XmlReading(node=node, finish=lambda draft: None, with_text=with_text)

    dialect = XmlFormat("plain", "A", "Anything", recognises=lambda tag, attrib: True, start=start)
    return read_xml(dump.encode(), [dialect], DEFAULT)[1]


names = st.sampled_from(("a", "Button", "list-item", "p:a", "q:b", "한글", "é.1"))
words = st.text(
    st.sampled_from("<>&\"' \n\t]-?x저👍") | st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"),
    max_size=8,
)


def escaped(text: str) -> str:
    for sign, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(sign, entity)
    return text


@st.composite
def elements(draw: st.DrawFn, depth: int = 0) -> str:
    tag = draw(names)
    attributes = "".join(
        f'{draw(st.sampled_from((" ", chr(10), "  ")))}{name}="{escaped(value)}"'
        for name, value in draw(st.dictionaries(names, words, max_size=3)).items()
    )
    space = draw(st.sampled_from(("", ' xmlns:p="u"', ' xmlns="v"', ' xmlns=""')))
    inside = []
    for kind in draw(st.lists(st.integers(0, 4), max_size=3 if depth < 3 else 0)):
        if kind == 0:
            inside.append(escaped(draw(words)))
        elif kind == 1:
            inside.append(f"<!--{draw(words).replace('-', '')}--><?pi {draw(words).replace('?', '')}?>")
        elif kind == 2:
            inside.append(f"<![CDATA[{draw(words).replace(']', '')}]]>")
        else:
            inside.append(draw(elements(depth + 1)))
    if not inside:
        return f"<{tag}{space}{attributes}/>"
    return f"<{tag}{space}{attributes}>{''.join(inside)}</{tag} >"


@given(elements())
def test_the_tolerant_reader_reads_what_is_well_formed_like_the_strict_one(element: str) -> None:
    dump = f'<r xmlns:p="x" xmlns:q="y">{element}</r>'
    strict, tolerant = plain(dump), plain("<!DOCTYPE r>" + dump)
    assert strict.warnings == []
    assert tolerant.warnings == [DOCTYPE_NOTE]
    assert tolerant.freeze() == strict.freeze()
    assert tolerant.tags == strict.tags


# Nothing hangs

PIECES = (
    "<", ">", "/>", "</", '"', "'", "=", "&", ";", " ", "\n", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "<!DOCTYPE a [", "]>",
    "<Pane>", "</Pane>", '<Button Name="', "<Button Name='", "Name=", "x", "&#0;", "&lt;", "\0", '<Window AutomationId="1">',
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_any_markup_is_read_or_refused(markup: str) -> None:
    for dump in (markup, window(markup), WINDOW + markup):
        try:
            observation = lumos_layer.read(dump.encode(), format="uia")
        except InputError:
            assert dump == markup
        else:
            assert observation.tree.end(0) >= 1


class Counted(str):
    """Text that counts how many of its characters are looked at by `find` and slices."""

    looked = 0

    def find(self, sub: str, start: Any = 0, end: Any = None) -> int:
        stop = len(self) if end is None else end
        found = super().find(sub, start, stop)
        Counted.looked += (found if found >= 0 else stop) - start
        return found

    def __getitem__(self, key: Any) -> str:
        part = super().__getitem__(key)
        Counted.looked += len(part)
        return part


def looked_at(dump: str) -> int:
    """Characters looked at, and functions called, while the tolerant reader goes through a dump."""
    reading = XmlReading(node=lambda tag, attrib: Node(), finish=lambda draft: None, with_text=lambda node, text: node)
    tolerant = Tolerant("<r/>" + dump, lambda tag, attrib: target_for(reading, DEFAULT), DEFAULT.depth)
    tolerant.text = Counted(tolerant.text)
    Counted.looked = calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    try:
        tolerant.read(1, NotStrict())
    finally:
        sys.setprofile(None)
    return Counted.looked + calls


@pytest.mark.parametrize(
    "attack",
    [
        lambda n: "<a>" * n,
        lambda n: "<a>" * n + "</b>" * n,
        lambda n: "<a>" * n + "</a>" * n,
        lambda n: "<a>" + "<!-- >" * n,
        lambda n: "<a>" + "<![CDATA[ " * n,
        lambda n: "<a>" + "<?a >" * n,
        lambda n: "<a>" + "<!DOCTYPE a [ " * n,
        lambda n: "<a>" + "<!DOCTYPE a [ <!-- ' " * n,
        lambda n: "<a>" + "<b x=\"> q'q " * n,
        lambda n: "<a>" + "<b x='> z\"z " * n + "'",
        lambda n: "<a " + 'x="1" ' * n,
        lambda n: "<a " + "x= " * n + ">",
        lambda n: "<a x='" + " z'z" * n + "<b x='" * n,
        lambda n: "<a>" + "&" * n,
        lambda n: "<a>" + "<" * n,
        lambda n: "<a>" + "".join(f'<p{i}:a xmlns:p{i}="u">' for i in range(n)),
    ],
)
def test_reading_damage_grows_with_the_size_of_the_dump_and_no_faster(attack: Callable[[int], str]) -> None:
    assert looked_at(attack(2_000)) <= 4.5 * looked_at(attack(500))
