"""Secrets and what redaction rules name stand in nothing that is written or said, however they are written."""

from __future__ import annotations

import base64
import html
import json
from typing import Any
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lumos_layer.perception.spellings import spelled, unescaped
from lumos_layer.safety.redaction import Redactor

PIN = "quince-42-canary"
REDACTOR = Redactor({"pin": PIN})


def escaped(text: str, start: str = "\\u") -> str:
    return "".join(f"{start}{unit:04x}" for unit in memoryview(text.encode("utf-16-le", "surrogatepass")).cast("H"))


ENCODINGS: dict[str, Any] = {
    "plain": str,
    "lower": str.lower,
    "upper": str.upper,
    "swapped": str.swapcase,
    "url": lambda text: quote(text, safe=""),
    "form": quote_plus,
    "url of all": lambda text: "".join(f"%{byte:02x}" for byte in text.encode()),
    "url twice": lambda text: quote(quote(text, safe=""), safe=""),
    "html": html.escape,
    "html numbers": lambda text: "".join(f"&#{ord(c)};" for c in text),
    "html hex": lambda text: "".join(f"&#x{ord(c):X};" for c in text),
    "html twice": lambda text: html.escape(html.escape(text)),
    "json": lambda text: json.dumps(text)[1:-1],
    "json of all": escaped,
    "json twice": lambda text: json.dumps(json.dumps(text)[1:-1])[1:-1],
    "bytes": lambda text: "".join(f"\\x{byte:02x}" for byte in text.encode()),
    "hex": lambda text: text.encode().hex(),
    "hex upper": lambda text: text.encode().hex().upper(),
    "hex colons": lambda text: text.encode().hex(":"),
    "hex blanks": lambda text: text.encode().hex(" "),
    "hex 0x": lambda text: ", ".join(f"0x{byte:02x}" for byte in text.encode()),
    "hex of upper": lambda text: text.upper().encode().hex(),
    **{f"base64 at {k}": lambda text, k=k: base64.b64encode(b"\xff" * k + text.encode() + b"\xfe").decode() for k in range(3)},
    "base64 of lines": lambda text: base64.encodebytes(b"u" * 70 + text.encode() + b"e" * 9).decode(),
    "base64 of urls": lambda text: base64.urlsafe_b64encode(b"u:" + text.encode()).decode(),
    "base64 of upper": lambda text: base64.b64encode(b"u" + text.upper().encode()).decode(),
    "base64 of utf-16": lambda text: base64.b64encode(text.encode("utf-16-le")).decode(),
    "basic in url": lambda text: quote(base64.b64encode(b"u:" + text.encode()).decode(), safe=""),
    "blanks": " ".join,
    "dashes": "-".join,
    "commas": ", ".join,
    "lines": "\n".join,
    "zero width": "\u200b".join,
    "soft hyphens": "\u00ad".join,
    "repr": lambda text: repr(list(text)),
    "full width": lambda text: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text),
}


def tells(text: str, secret: str, encoding: str) -> bool:
    """True if somebody who undoes the encoding finds the secret."""
    encoded = ENCODINGS[encoding](secret)
    return secret.casefold() in text.casefold() or (len(encoded) >= 8 and encoded in text)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("secret", [PIN, 'p&ss "w\\rd=äöü', "비밀번호는 12345 입니다", "4111111111111111", "<Zwölf>&Boxkämpfer😀"])
def test_no_encoding_of_a_secret_is_left(encoding: str, secret: str) -> None:
    said = ENCODINGS[encoding](secret)
    cleaned = Redactor({"it": secret}).text(f"before {said} behind")
    assert "[secret:it]" in cleaned
    assert said not in cleaned
    assert cleaned.startswith("before ")
    assert cleaned.endswith(" behind")


SECRETS = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=8, max_size=24).filter(
    lambda text: len(text.strip()) >= 8 and len(" ".join(text.split())) >= 8
)
AROUND = st.text(st.sampled_from("ab 1\\%&;\"'<=\n\u00e9x0u#가"), max_size=12)


@given(
    SECRETS,
    st.sampled_from(
        (
            "plain",
            "url",
            "url of all",
            "html",
            "html hex",
            "json",
            "json of all",
            "hex",
            "base64 at 0",
            "base64 at 1",
            "base64 at 2",
            "swapped",
        )
    ),
    AROUND,
    AROUND,
)
@example("50%41abcd", "url", "", "")
@example("a&amp;bcdefg", "html", "&", ";")
def test_wherever_and_however_it_stands_it_is_taken_out(secret: str, encoding: str, before: str, behind: str) -> None:
    cleaned = Redactor({"it": secret}).text(f"{before}{ENCODINGS[encoding](secret)}{behind}")
    assert not tells(cleaned, secret, encoding)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text("bcdfgh <&%\\01", max_size=30),
        lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text("bcd", max_size=5), inner, max_size=5),
    )
)
def test_what_holds_no_secret_stays_as_it_is(value: Any) -> None:
    redactor = Redactor({"pin": PIN, "word": "xylophone!"}, ["zzzz", "/z{3}/", "yy*"])
    assert redactor.json(value) is value
    assert redactor.text(json.dumps(value)) == json.dumps(value)


@given(SECRETS, st.data())
def test_one_that_is_cut_up_over_the_texts_of_a_list_is_taken_out(secret: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(secret)), max_size=6)))
    parts = [secret[start:end] for start, end in zip([0, *cuts], [*cuts, len(secret)], strict=True)]
    if len([c for c in secret if spelled(c)]) < 8:
        return
    documents: list[Any] = [
        [*parts],
        {"nodes": [{"role": "text", "name": part} for part in parts]},
        {"runs": [{"words": part} for part in parts]},
    ]
    for document in documents:
        cleaned = Redactor({"it": secret}).json(document)
        said = "".join(_texts(cleaned))
        assert secret not in said
        assert spelled(secret) not in spelled(said.replace("[secret:it]", "\0"))


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for key, each in value.items() if key != "role" for text in _texts(each)]
    return [text for each in value for text in _texts(each)] if isinstance(value, list) else [value]


@pytest.mark.parametrize("secret", ["", "a", "42", "abc", "   "])
def test_short_and_empty_ones_blank_nothing(secret: str) -> None:
    document: Any = {"said": "42 cats abc", "a": ["42", "abc", "a"]}
    assert Redactor({"cvv": secret}).json(document) is document


def test_a_short_one_is_a_word_of_its_own() -> None:
    redactor = Redactor({"pin": "1234"})
    assert (
        redactor.text("1234 12345 pin=1234, %31234 1%32%33%34") == "[secret:pin] 12345 pin=[secret:pin], [secret:pin] [secret:pin]"
    )
    assert redactor.text("MTIzNA== 31323334") == "[secret:pin]A== [secret:pin]"


def test_keys_that_follow_each_other_make_no_secret_but_longer_parts_do() -> None:
    keys: Any = {"nodes": [{"role": "button", "name": digit} for digit in "12345678"]}
    assert Redactor({"pin": "12345678"}).json(keys) is keys
    cut: Any = {"nodes": [{"role": "button", "name": "1234"}, {"role": "link", "name": "5678 "}]}
    assert Redactor({"pin": "12345678"}).json(cut) == {
        "nodes": [{"role": "button", "name": "[secret:pin]"}, {"role": "link", "name": " "}]
    }


def test_documents_keep_their_shape_and_the_names_of_fields() -> None:
    document: Any = {"action": {"type": "type_text", "text": f"x{PIN}"}, "list": [PIN.upper(), 3, None], PIN: True}
    assert REDACTOR.json(document) == {
        "action": {"type": "type_text", "text": "x[secret:pin]"},
        "list": ["[secret:pin]", 3, None],
        "[secret:pin]": True,
    }


def test_a_secret_that_is_called_like_a_field_leaves_the_document_readable() -> None:
    document: Any = {"identifier": "identifier", "Weak1": 1}
    assert Redactor({"weak": "identifier"}).json(document) == {"identifier": "[secret:weak]", "Weak1": 1}


def test_rules_name_words_wildcards_and_expressions() -> None:
    redactor = Redactor(rules=["Anna", "김철수", "ACME-*", "/[0-9]{4}-[0-9]{4}/", "/^whole$/"])
    assert redactor.text("anna, Annapolis, 김철수의, acme-77x 1234-5678 whole") == (
        "[redacted], Annapolis, [redacted]의, [redacted] [redacted] whole"
    )
    assert redactor.json(["whole", {"type": "click", "Anna": "QW5uYQ"}]) == ["[redacted]", {"type": "click", "Anna": "[redacted]Q"}]
    assert redactor.json({"name": "Anna"}) == {"name": "[redacted]"}


def test_an_expression_that_takes_too_long_leaves_the_text_out() -> None:
    assert Redactor(rules=[r"/(a|a|aa)+$/"]).text("a" * 60_000 + "!") == "[redacted]"


def test_a_name_that_tells_the_secret_does_not_stand_for_it() -> None:
    assert Redactor({"hunter22": "hunter22"}).text("it is hunter22") == "it is [secret]"
    assert Redactor({"a": "secret:a"}).text("secret:a") == "[secret]"


def test_it_does_not_tell_what_it_takes_out() -> None:
    assert PIN not in repr(REDACTOR)


def test_escapes_are_undone_however_often_they_were_escaped() -> None:
    assert unescaped("%2541 &amp;lt; \\\\u0041 \\x41 caf%C3%A9 %E9 \\ud83d\\ude00") == "A < A A café é 😀"
