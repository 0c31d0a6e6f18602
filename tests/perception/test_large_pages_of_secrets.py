"""Pages that are large in the way in which looking for secrets on them is hardest: each would take hours if the time grew faster
than the page."""

from __future__ import annotations

import pytest

from lumos_layer.safety.redaction import Redactor
from lumos_layer.tree import Node, Role
from tests.perception.test_cut_up_secrets import SECRET, shown


def test_a_text_that_says_a_secret_over_and_over_keeps_all_its_other_words() -> None:
    assert shown([Node(role=Role.TEXT, name=f"is {SECRET}; " * 20_000)]) == [("is [secret:pin]; " * 20_000, None)]


@pytest.mark.parametrize("word", ["\\", "%", "&", "\\\\", "%25", "0x"])
@pytest.mark.parametrize("role", [Role.TEXT, Role.CELL])
def test_elements_that_each_may_begin_an_escape_stay_as_they_are(word: str, role: Role) -> None:
    page = [*[Node(role=role, name=word)] * 30_000, Node(role=Role.TEXT, name=f"{SECRET}.")]
    assert shown(page) == [*[(word, None)] * 30_000, ("[secret:pin].", None)]


@pytest.mark.parametrize("slashes", [["\\"], ["\\\\"], ["\\", "\\"], ["\\", "\\\\", "\\"]])
def test_an_escape_behind_any_row_of_backslashes_is_found(slashes: list[str]) -> None:
    escaped = [part for letter in SECRET for part in (*slashes, f"u{ord(letter):04x}")]
    said = shown([Node(role=Role.TEXT, name=part) for part in ("Start", *escaped, "End")])
    assert said == [("Start", None), ("[secret:pin]", None), *[("", None)] * (len(escaped) - 1), ("End", None)]


def test_texts_that_say_what_was_taken_out_of_them_before_are_large_too() -> None:
    redactor = Redactor(rules=["budget"])
    assert redactor.json(["[redacted] budget " * 20_000]) == ["[redacted] [redacted] " * 20_000]


def test_empty_texts_in_between_hide_no_escape_from_being_found() -> None:
    parts = [part for letter in SECRET for part in ("\\", "", f"u{ord(letter):04x}")]
    assert Redactor({"pin": SECRET}).json(["Start", *parts, "End"]) == [
        "Start",
        "[secret:pin]",
        *[""] * (len(parts) - 1),
        "End",
    ]
