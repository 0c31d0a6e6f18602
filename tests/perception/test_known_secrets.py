"""Whatever shows a secret that is known by name shows its name instead."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import to_builtins

from lumos_layer.perception.draft import Draft
from lumos_layer.perception.known_secrets import hide, runs_of, without
from lumos_layer.testing.strategies import drafts
from lumos_layer.tree import Node
from tests.trees import button, field, link, node, text

SECRETS = {"bank_pin": "quince-42-canary"}


def hidden(*nodes: Node, secrets: dict[str, str] | None = None, **header: str) -> Draft:
    draft = Draft()
    for each in nodes:
        draft.close(draft.open(each, -1, each.role.value))
    for key, words in header.items():
        setattr(draft, key, words)
    hide(draft, SECRETS if secrets is None else secrets)
    return draft


def everything(draft: Draft) -> str:
    return str(
        [to_builtins(node) for node in draft.nodes] + [draft.app, draft.title, draft.url, draft.tags, draft.places, draft.warnings]
    )


def test_a_field_and_what_repeats_it_show_the_name() -> None:
    draft = hidden(field("Code", "quince-42-canary"), text("You typed quince-42-canary."))
    assert draft.nodes[0].value == "[secret:bank_pin]"
    assert draft.nodes[1].name == "You typed [secret:bank_pin]."


@pytest.mark.parametrize(
    "shown",
    [
        "QUINCE-42-CANARY",
        "quince 42 canary",
        "q u i n c e - 4 2 - c a n a r y",
        "xquince-42-canaryx",
        "quince‑42‑canary",
        "quince42canary",
        "quin\u00adce-42-canary",
    ],
)
def test_other_spellings_are_found_too(shown: str) -> None:
    assert "anary" not in everything(hidden(text(shown), button(shown), field("x", shown))).casefold()


def test_addresses_identifiers_and_headers_do_not_tell_it() -> None:
    secret = {"key": "p&ss w/rd=äöü"}
    written = "https://a.test/?k=p%26ss%20w%2Frd%3D%C3%A4%C3%B6%C3%BC"
    draft = hidden(
        Node(url=written, identifier="p&ss w/rd=äöü", native_id="p&ss w/rd=äöü", hint="was p&ss w/rd=äöü"),
        secrets=secret,
        url=written,
        title="p&ss w/rd=äöü - Bank",
    )
    assert (draft.url, draft.title) == ("https://a.test/?k=[secret:key]", "[secret:key] - Bank")
    assert "rd=" not in everything(draft)
    assert "rd%3D" not in everything(draft)


def test_one_that_is_cut_up_into_runs_of_text_is_named_once() -> None:
    draft = hidden(text("Your code: quince-"), text("42"), text("-canary, thanks"))
    assert [node.name for node in draft.nodes] == ["Your code: [secret:bank_pin]", "", ", thanks"]


def test_one_that_is_cut_up_over_buttons_is_named_once_however_short_a_part_is() -> None:
    draft = hidden(button("quince-"), button("42"), button("-canary"))
    assert [node.name for node in draft.nodes] == ["[secret:bank_pin]", "", ""]


@pytest.mark.parametrize(
    ("nodes", "field", "shown"),
    [
        ((text("It is quince-4"), link("2-canary"), text("!")), "name", ["It is [secret:bank_pin]", "", "!"]),
        ((button("quince-4"), button("2-canary")), "name", ["[secret:bank_pin]", ""]),
        ((node("listitem", "quince"), node("listitem", "-42-"), node("listitem", "canary")), "name", ["[secret:bank_pin]", "", ""]),
        ((field("A", "quince-4"), text("and"), field("B", "2-canary")), "value", ["[secret:bank_pin]", None, ""]),
        ((field("A", hint="quince-4"), field("B", hint="2-canary")), "hint", ["[secret:bank_pin]", ""]),
        ((text("quince-4"), button("or"), text("2-canary")), "name", ["quince-4", "or", "2-canary"]),
    ],
)
def test_one_that_is_cut_up_over_any_elements_is_named_once(nodes: tuple[Node, ...], field: str, shown: list[str | None]) -> None:
    draft = hidden(*nodes)
    assert [getattr(node, field) for node in draft.nodes] == shown


def test_a_card_number_in_four_fields_is_found_and_the_keys_of_a_keypad_are_not() -> None:
    fields = [field(f"Part {n}", "4111") for n in range(4)]
    keys = [button(digit) for digit in "4111411141114111"]
    draft = hidden(*fields, *keys, secrets={"card": "4111411141114111"})
    assert [node.value for node in draft.nodes[:4]] == ["[secret:card]", "", "", ""]
    assert [node.name for node in draft.nodes[4:]] == list("4111411141114111")


@pytest.mark.parametrize("secret", ["", "a", "42", "abc", "   "])
def test_short_and_empty_ones_blank_nothing(secret: str) -> None:
    nodes = (text("42 cats abc"), field("abc", "42"), button("a"))
    assert hidden(*nodes, secrets={"cvv": secret}).nodes == list(nodes)


def test_a_shorter_one_inside_of_longer_words_is_left_alone() -> None:
    draft = hidden(text("1234"), text("12345"), text("pin: 1234."), secrets={"pin": "1234"})
    assert [node.name for node in draft.nodes] == ["[secret:pin]", "12345", "pin: [secret:pin]."]


def test_of_two_that_begin_alike_the_longer_is_named() -> None:
    draft = hidden(
        text("correct horse battery"), text("correct horse"), secrets={"a": "correct horse", "b": "correct horse battery"}
    )
    assert [node.name for node in draft.nodes] == ["[secret:b]", "[secret:a]"]


def test_what_is_said_outside_of_a_look_can_be_cleaned_too() -> None:
    assert without("cannot type 'quince-42-canary'", SECRETS) == "cannot type '[secret:bank_pin]'"


@given(drafts(), st.sampled_from(("quince-42-canary", "Zwölf Boxkämpfer", "4111111111111111")), st.data())
def test_wherever_it_stands_nothing_shows_it_and_twice_is_as_once(draft: Draft, secret: str, data: st.DataObject) -> None:
    from msgspec.structs import replace

    for i in data.draw(st.sets(st.integers(0, len(draft.nodes) - 1))):
        key: Any = data.draw(st.sampled_from(("name", "value", "hint", "url", "identifier", "native_id")))
        draft.nodes[i] = replace(draft.nodes[i], **{key: data.draw(st.sampled_from((secret, f"a {secret} b", secret.upper())))})
    hide(draft, {"it": secret})
    once = everything(draft)
    assert secret.casefold() not in once.casefold()
    hide(draft, {"it": secret})
    assert everything(draft) == once


@pytest.mark.parametrize(
    ("secret", "words", "parts"),
    [
        ("quince-42", "quince-42", ["quince-42"]),
        ("quince-42", "a QUINCE and nce-", ["quince", "nce-"]),
        ("quince-42", "quince-42uince-42", ["quince-42", "uince-42"]),
        ("quince-42", "qu in ce", []),
        ("7Q", "a 7q b", ["7Q"]),
        ("", "words", []),
    ],
)
def test_the_parts_of_a_secret_in_words_are_found_the_longest_first(secret: str, words: str, parts: list[str]) -> None:
    assert [secret[start:end] for start, end in runs_of(secret, words)] == parts
