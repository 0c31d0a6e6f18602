"""What a field writes in its own way is what was asked for only while it means the same."""

from __future__ import annotations

import pytest

from lumos_layer.actions.outcomes import Done, Failed
from tests.execution.surfaces import Surface, ref, window
from tests.trees import field

SAME = [
    ("1234", "1,234"), ("1234.5", "1,234.50"), ("5", "5.00"), ("5", "$5.00"), ("12,5", "12.5"), ("50%", "50"), ("1000", "1.000"),
    ("0123456789", "(012) 345-6789"), ("+49 170 123", "+49170123"), ("31012024", "31.01.2024"), ("2024-01-31", "20240131"),
    ("4111 1111 1111 1111", "4111111111111111"), ("1234", "12:34"), ("DE89-3704-0044", "DE89 3704 0044"), ("ada", "ADA"),
    ("It's", "It’s"), ('"Yes"...', "“Yes”…"), ("Dr. Lee", "Dr Lee"),
]  # fmt: skip
OTHER = [
    ("12.5", "125"), ("-5", "5"), ("1234", "12.34"), ("1234", "12,34"), ("1.5", "15"), ("10-12", "1012"), ("1.5.2", "152"),
    ("ada@example.org", "adaexample.org"), ("ada@example.org", "ada@exampleorg"), ("C++", "C"), ("a_b", "ab"),
    ("https://a.example/b", "httpsaexampleb"), ("5€", "50"), ("+49 170 123", "49170123"), ("a=b&c", "abc"),
    ("00123", "123"), ("5", "50"), ("12", "1234"), ("1E5", "100000"), ("12345678901234567", "12345678901234568"),
]  # fmt: skip


def put(verb: str, text: str, held: str, before: str = "") -> Done | Failed:
    surface = Surface(*window(field("Amount", before)))
    executor = surface.executor()
    surface.react = lambda surface, action: surface.change("Amount", value=held)
    outcome = executor.run({"type": verb, "ref": ref(executor, "Amount"), "text": text})
    assert isinstance(outcome, Done | Failed)
    return outcome


@pytest.mark.parametrize("verb", ["set_text", "type_text"])
@pytest.mark.parametrize(("text", "held"), SAME)
def test_a_field_may_write_it_in_its_own_way(text: str, held: str, verb: str) -> None:
    assert put(verb, text, held).outcome == "done"


@pytest.mark.parametrize("verb", ["set_text", "type_text"])
@pytest.mark.parametrize(("text", "held"), OTHER)
def test_what_means_something_else_is_not_done(text: str, held: str, verb: str) -> None:
    outcome = put(verb, text, held)
    assert isinstance(outcome, Failed)
    assert repr(held) in outcome.error


@pytest.mark.parametrize(
    ("before", "text", "held", "outcome"),
    [
        ("1,234", "5", "12,345", "done"),
        ("12", "34", "12.34", "failed"),
        ("012", "3456789", "(012) 345-6789", "done"),
        ("ada", "@example.org", "adaexample.org", "failed"),
        ("x" * 300, "it's", "x" * 300 + "it’s", "done"),
        ("x" * 300, "a@b", "x" * 300 + "ab", "failed"),
    ],
)
def test_what_is_added_is_held_to_the_same(before: str, text: str, held: str, outcome: str) -> None:
    assert put("type_text", text, held, before).outcome == outcome
