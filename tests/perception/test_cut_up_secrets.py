"""Secrets that a page cuts up over elements that follow each other, in parts of any size, also escaped and encoded."""

from __future__ import annotations

import base64
import html
import json
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lumos_layer.perception.draft import Draft
from lumos_layer.perception.known_secrets import hide
from lumos_layer.safety.redaction import Redactor
from lumos_layer.tree import Node, Role

SECRET = "quince-42-canary"
ROLES = ("link", "button", "cell", "listitem", "textbox", "text", "menuitem", "heading")


def shown(nodes: list[Node], secret: str = SECRET) -> list[tuple[str, str | None]]:
    draft = Draft()
    for node in nodes:
        draft.close(draft.open(node, -1, node.role.value))
    hide(draft, {"pin": secret})
    return [(node.name, node.value) for node in draft.nodes]


def parts(words: str, sizes: list[int]) -> list[str]:
    """The words in parts of these sizes, over and over."""
    cut, at = list[str](), 0
    while at < len(words):
        size = sizes[len(cut) % len(sizes)]
        cut.append(words[at : at + size])
        at += size
    return cut


WRITTEN = {
    "plainly": SECRET,
    "in base64": base64.b64encode(SECRET.encode()).decode()[:21],  # what stands there whatever comes behind
    "in hexadecimal digits": SECRET.encode().hex(),
    "as in an address": "".join(f"%{byte:02X}" for byte in SECRET.encode()),
    "as in HTML": "".join(f"&#{ord(c)};" for c in SECRET),
    "as in JSON": "".join(f"\\u{ord(c):04x}" for c in SECRET),
}


@pytest.mark.parametrize("how", WRITTEN)
@pytest.mark.parametrize("size", [1, 2, 3, 5])
@pytest.mark.parametrize("role", ["link", "cell", "text"])
def test_parts_of_any_size_are_found_however_they_are_written(how: str, size: int, role: str) -> None:
    cut = parts(WRITTEN[how], [size])
    said = shown([Node(role=Role(role), name=part) for part in ("Start", *cut, "End")])
    assert said == [("Start", None), ("[secret:pin]", None), *[("", None)] * (len(cut) - 1), ("End", None)]


@pytest.mark.parametrize("how", WRITTEN)
def test_parts_in_a_document_are_found_however_they_are_written(how: str) -> None:
    cut = parts(WRITTEN[how], [2])
    document: Any = {"rows": [[{"role": "cell", "ref": f"A{k}", "name": part}] for k, part in enumerate(cut)]}
    cleaned: Any = Redactor({"pin": SECRET}).json(document)
    said = [row[0]["name"] for row in cleaned["rows"]]
    assert said == ["[secret:pin]", *[""] * (len(cut) - 1)]


def test_a_part_in_a_name_and_the_rest_in_its_value_are_found() -> None:
    assert shown([Node(role=Role.TEXTBOX, name="Your quince-4", value="2-canary")]) == [("Your [secret:pin]", "")]
    assert shown([Node(role=Role.TEXTBOX, name="qu", value="in"), Node(role=Role.LINK, name="ce-42", value="-canary")]) == [
        ("[secret:pin]", ""),
        ("", ""),
    ]
    document: Any = [{"role": "textbox", "name": "quince", "value": "-4"}, {"role": "link", "name": "2-canary", "value": None}]
    assert Redactor({"pin": SECRET}).json(document) == [
        {"role": "textbox", "name": "[secret:pin]", "value": ""},
        {"role": "link", "name": "", "value": None},
    ]


@given(
    st.lists(st.tuples(st.integers(1, 4), st.sampled_from(ROLES), st.booleans()), min_size=1, max_size=8),
    st.sampled_from((SECRET, "Zwölf Boxkämpfer", "4929 1127 3380 5561", "p&ss w/rd=äöü")),
)
@example([(1, "button", False)], SECRET)
def test_nothing_shows_one_that_was_cut_up_over_names_and_values(cuts: list[tuple[int, str, bool]], secret: str) -> None:
    nodes: list[Node] = []
    at = 0
    while at < len(secret):
        size, role, in_value = cuts[len(nodes) % len(cuts)]
        part, rest = secret[at : at + size], secret[at + size : at + 2 * size]
        nodes.append(Node(role=Role(role), name=part, value=rest) if in_value else Node(role=Role(role), name=part))
        at += 2 * size if in_value else size
    said = shown(nodes, secret)
    assert [part for name, value in said for part in (name, value or "") if part] == ["[secret:pin]"]


@pytest.mark.parametrize(
    ("secret", "labels"),
    [
        ("12345678", "1 2 3 4 5 6 7 8 9 0"),
        ("78945612", "7 8 9 4 5 6 1 2 3 0"),
        ("qwertyui", "q w e r t y u i o p"),
        ("poiuytre", "p o i u y t r e w q"),
        ("ABCDEFGH", "A B C D E F G H I J"),
        ("13141516", "12 13 14 15 16 17 18"),
        ("00000000", "0 0 0 0 0 0 0 0 0 0"),
    ],
)
def test_keys_letters_of_a_register_and_days_of_a_month_are_shown(secret: str, labels: str) -> None:
    said = shown([Node(role=Role.BUTTON, name=label) for label in labels.split()], secret)
    assert [name for name, _ in said] == labels.split()


def test_a_number_of_four_digits_hides_no_digits_of_a_table() -> None:
    cells = [Node(role=Role.CELL, name=digit) for digit in ["1", "3", "3", "7", "13", "37", "133", "7", "1", "337"]]
    assert [name for name, _ in shown(cells, "1337")] == ["1", "3", "3", "7", "13", "37", "133", "7", "1", "337"]
    document: Any = {"rows": [["1", "3", "3", "7"], ["13", "37"]]}
    assert Redactor({"pin": "1337"}).json(document) == document


def test_what_is_escaped_in_another_way_is_known_again() -> None:
    for written in (quote(SECRET), html.escape(SECRET), json.dumps(SECRET)[1:-1]):
        cut = parts(written, [2, 1])
        assert shown([Node(role=Role.LINK, name=part) for part in cut])[0] == ("[secret:pin]", None)
