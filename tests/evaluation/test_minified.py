from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from lumos_layer.evaluation.minified import minified


@pytest.mark.parametrize(
    ("text", "smaller"),
    [
        ('<a  x="1"\n   y = "2" >\n  <b />\n</a>\n', '<a x="1" y = "2"><b/></a>'),
        ("<a x='1  >  2' y=\"it's  so\"/>", "<a x='1  >  2' y=\"it's  so\"/>"),
        ("<a>two  words</a>", "<a>two  words</a>"),
        ("<a><!-- as  it  is --><![CDATA[ <b  c> ]]></a>", "<a><!-- as  it  is --><![CDATA[ <b  c> ]]></a>"),
        ('{ "a" : [ 1, "x  y" ] }', '{"a":[1,"x  y"]}'),
        ('{ "a" : \n\n [1, ', '{ "a" :\n [1,'),
        ('- list:  \n\n  - item "a  b" \n', '- list:\n  - item "a  b"'),
    ],
)
def test_white_space_without_a_meaning_goes(text: str, smaller: str) -> None:
    assert minified(text) == smaller


def parsed(text: str) -> list[tuple[str, dict[str, str], str]]:
    return [
        (str(node.tag), {str(key): str(value) for key, value in node.attrib.items()}, (node.text or "").strip())
        for node in etree.fromstring(text.encode()).iter()
    ]


@given(
    st.lists(st.text(" \n\tab'<>&\"é", max_size=6), min_size=1, max_size=5),
    st.sampled_from((" ", "\n", " \n ", "\t")),
)
def test_a_minified_document_says_the_same(values: list[str], blank: str) -> None:
    root = etree.Element("root")
    for value in values:
        etree.SubElement(root, "node", name=value, other="x").text = value.strip()
    text = etree.tostring(root, encoding="unicode").replace("<node", f"{blank}<node{blank}").replace("/>", f"{blank}/>")
    assert parsed(minified(text)) == parsed(text)
    assert len(minified(text)) <= len(text)


def test_a_damaged_document_stays_readable() -> None:
    assert minified('<a  x="1"> <b  y="2') == '<a x="1"><b  y="2'
