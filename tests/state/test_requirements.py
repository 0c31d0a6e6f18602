"""Requirements, their checks, and what authors get wrong (S02, S17, S19, S53)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from lumos_layer.errors import BadTask
from lumos_layer.state import Requirement, checked_plan, conflicts
from lumos_layer.state.checks import (
    ActCheck,
    AllOf,
    AnyOf,
    AppCheck,
    Check,
    CommandCheck,
    ElementCheck,
    FileCheck,
    JudgeCheck,
    Not,
    PageCheck,
    bound,
    parts_of,
    slots_of,
)
from lumos_layer.state.patterns import fits, literal
from lumos_layer.state.words import in_words
from tests.state.acting import wanted

ANY_CHECK: TypeAdapter[Check] = TypeAdapter(Check)


@pytest.mark.parametrize(
    "text",
    ["TODO", "todo: the amount", "FIXME", "tbd", "...", "…", "???", "___", "xxx", "{{amount}}", "${AMOUNT}", "<your name>",
     "<Amount>", "<name>", "<...>", "[insert date]", "Your name here", "enter your e-mail address here", "value goes here",
     "{amount", "amount}", "{Amount}", "{the amount}", "여기에 이름을 입력하세요"],
)  # fmt: skip
def test_a_placeholder_that_was_never_filled_in_is_an_error(text: str) -> None:  # S19
    with pytest.raises(BadTask, match=r"placeholder|no slot|brace"):
        checked_plan((wanted("a", check=ElementCheck(name="Name", value=text)),))


@pytest.mark.parametrize(
    "text",
    ["", "{amount}", "{a} and {b_2}", "Save As...", "Loading…", "TODO list", "Ada <ada@a.test>", "<html>", '{"a": {"b": 1}}',
     "a > b", "Your order is here to stay", "x", "-", "#include <x.h>"],
)  # fmt: skip
def test_what_a_screen_may_say_is_none(text: str) -> None:
    plan = (wanted("a", check=ElementCheck(name="Name", value=text)),)
    assert checked_plan(plan) == plan


def test_fields_may_be_called_what_no_text_may_be() -> None:
    plan = (wanted("a", check=ElementCheck(name="Type your message here", value="Hello")),)
    assert checked_plan(plan) == plan


@pytest.mark.parametrize(
    "check",
    [
        FileCheck(path="/x", contains="TODO: write"), PageCheck(title="{x"),
        AppCheck(key="k", equals={"a": ["TODO"]}),
        CommandCheck(argv=("cat", "<path>")), ActCheck(verb="click", name="{{button}}"), JudgeCheck(question="Is <...> there?"),
        AllOf(checks=(ElementCheck(name="A"), Not(check=AnyOf(checks=(ElementCheck(name="A", text_contains="TBD"),))))),
    ],
)  # fmt: skip
def test_placeholders_are_found_in_every_kind_of_check(check: Check) -> None:
    with pytest.raises(BadTask):
        checked_plan((wanted("a", check=check),))


@pytest.mark.parametrize(
    ("check", "problem"),
    [
        (ElementCheck(checked=True), "element check: anything would show it; give one of role, name, identifier, value"),
        (AnyOf(checks=(ElementCheck(name="A"), ElementCheck())), "element check: anything would show it"),
        (ElementCheck(text_contains=" "), "element check: anything would show it"),
        (ElementCheck(name="\u200b", value="\t"), "element check: anything would show it"),
        (PageCheck(), "page check: anything would show it; give one of url, title"),
        (PageCheck(url="*"), "page check: anything would show it; give one of url, title"),
        (Not(check=PageCheck(title=" ** ")), "page check: anything would show it"),
    ],
)
def test_a_check_that_anything_would_show_is_an_error(check: Check, problem: str) -> None:
    with pytest.raises(BadTask, match=problem):
        checked_plan((wanted("a", check=check),))


@pytest.mark.parametrize(
    ("plan", "problem"),
    [
        ((wanted("a"), wanted("a")), "2 requirements have the id 'a'"),
        ((wanted("a", "b"),), "'a' depends on 'b', which is no requirement; there are a"),
        ((wanted("a", "a"),), "in a circle: a → a"),
        ((wanted("x"), wanted("a", "c", "x"), wanted("b", "a"), wanted("c", "b")), "in a circle: a → c → b → a"),
    ],
)
def test_requirements_that_make_no_plan_are_an_error(plan: tuple[Requirement, ...], problem: str) -> None:
    with pytest.raises(BadTask, match=problem):
        checked_plan(plan)


def test_long_chains_are_no_trouble() -> None:
    chain = [wanted("n0"), *(wanted(f"n{n}", f"n{n - 1}") for n in range(1, 5_000))]
    assert len(checked_plan(chain[::-1])) == 5_000
    with pytest.raises(BadTask, match="circle"):
        checked_plan([*chain[1:], wanted("n0", "n4999")])


def test_slots_are_found_and_filled_wherever_they_stand() -> None:  # S17
    check = AllOf(
        checks=(
            ElementCheck(name="{who}", value="{amount} {currency}"), Not(check=AppCheck(key="k", equals={"sum": ["{amount}", 3]})),
            CommandCheck(argv=("grep", "{who}", "/x")),
        )
    )  # fmt: skip
    assert slots_of(check) == ("who", "amount", "currency")
    filled = bound(check, {"amount": "4{2}", "who": "Ada"})
    assert slots_of(filled) == ("currency",)
    assert filled == AllOf(
        checks=(
            ElementCheck(name="Ada", value="4{2} {currency}"), Not(check=AppCheck(key="k", equals={"sum": ["4{2}", 3]})),
            CommandCheck(argv=("grep", "Ada", "/x")),
        )
    )  # fmt: skip
    assert bound(check, {}) is check


def test_checks_in_checks_have_a_bottom() -> None:
    check: Check = ElementCheck(name="A")
    for _ in range(16):
        check = Not(check=check)
    assert len(list(parts_of(check))) == 17
    with pytest.raises(ValidationError, match="at most 16 deep"):
        Not(check=check)


@given(st.recursive(
    st.sampled_from([{"type": "element", "name": "A"}, {"type": "page", "url": "*"}, {"type": "act", "verb": "click"}]),
    lambda inner: st.lists(inner, min_size=1, max_size=3).map(lambda checks: {"type": "all", "checks": checks})
    | inner.map(lambda check: {"type": "not", "check": check}),
    max_leaves=6,
))  # fmt: skip
def test_a_check_is_written_and_read_and_told(document: dict[str, Any]) -> None:
    check = ANY_CHECK.validate_python(document)
    assert check.model_dump(mode="json", exclude_defaults=True) == document
    assert ANY_CHECK.validate_json(check.model_dump_json(exclude_defaults=True)) == check
    assert in_words(check)


def _clash(one: Check, other: Check) -> list[str]:
    return [each.why for each in conflicts((wanted("a", check=one), wanted("b", check=other)))]


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        (ElementCheck(name="Name", value="Ada"), ElementCheck(name="name", value="Bob"), "its value must be 'Ada' and 'Bob'"),
        (ElementCheck(name="On", checked=True), ElementCheck(name="On", checked=False), "its checked must be 'True' and 'False'"),
        (ElementCheck(name="A"), ElementCheck(name="A", exists=False), "it must be there and must not be"),
        (ElementCheck(name="A", value="x"), ElementCheck(name="A", text_contains="y"), "'x' has no 'y' in it"),
        (ElementCheck(name="A"), Not(check=ElementCheck(name="A")), "the one says the opposite of the other"),
        (FileCheck(path="/x"), FileCheck(path="/x", exists=False), "the file must be there and must not be"),
        (FileCheck(path="/x", equals="abc"), FileCheck(path="/x", contains="d"), "'abc' has no 'd' in it"),
        (FileCheck(path="/x", contains="abc"), FileCheck(path="/x", absent="b"), "it must hold 'b' and must not"),
        (AppCheck(key="k", equals=1), AppCheck(key="k", equals=2), "its value must be '1' and '2'"),
        (AppCheck(key="k", equals=1), AppCheck(key="k", at_least=2), "it must be 1 and at least 2"),
        (AppCheck(key="k", equals=True), AppCheck(key="k", equals=1), "its value must be 'True' and '1'"),
        (PageCheck(url="https://a.test/"), PageCheck(url="https://b.test/"),
         "its url must be 'https://a.test/' and 'https://b.test/'"),
        (CommandCheck(argv=("cat", "x"), expects=("ab",)), CommandCheck(argv=("cat", "x"), forbids=("a",)),
         "its output must hold 'ab' and must not"),
        (AllOf(checks=(ElementCheck(name="B"), ElementCheck(name="A", value="x"))), ElementCheck(name="A", value="y"),
         "its value must be 'x' and 'y'"),
    ],
)  # fmt: skip
def test_requirements_that_cannot_both_be_met_are_reported(one: Check, other: Check, why: str) -> None:  # S53
    assert _clash(one, other) == [why]
    assert len(_clash(other, one)) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (ElementCheck(name="A", value="x"), ElementCheck(name="B", value="y")),
        (ElementCheck(name="A", value="x"), ElementCheck(name="A", value="x")),
        (ElementCheck(name="A", value="{slot}"), ElementCheck(name="A", value="x")),
        (ElementCheck(name="A", value="x"), ElementCheck(name="A", value="y", exists=False)),
        (ElementCheck(name="A", value="x"), AnyOf(checks=(ElementCheck(name="A", value="y"), ElementCheck(name="B")))),
        (PageCheck(url="https://a.test/*"), PageCheck(url="https://a.test/x")),
        (FileCheck(path="/x", equals="abc"), FileCheck(path="/x", contains="b")),
        (AppCheck(key="k", equals=3), AppCheck(key="k", at_least=2)),
    ],
)
def test_requirements_that_can_both_be_met_are_not(one: Check, other: Check) -> None:
    assert _clash(one, other) == []


def test_what_has_to_hold_once_clashes_with_nothing() -> None:
    one, other = wanted("a", check=ElementCheck(name="A", value="x")), wanted("b", check=ElementCheck(name="A", value="y"))
    assert conflicts((one.model_copy(update={"lasting": False}), other)) == ()
    assert [(each.one, each.other) for each in conflicts((other, one))] == [("b", "a")]


@pytest.mark.parametrize(
    ("text", "pattern", "does"),
    [
        ("abc", "abc", True), ("abc", "ab", False), ("abc", "*", True), ("", "*", True), ("abc", "a*c", True), ("ac", "a*c", True),
        ("abc", "*b*", True), ("abc", "*d*", False), ("aba", "ab*ba", False), ("abba", "ab*ba", True), ("a.c", "a.c", True),
        ("abc", "a.c", False), ("xaybz", "*a*b*", True), ("xbya", "*a*b*", False),
    ],
)  # fmt: skip
def test_a_star_stands_for_anything(text: str, pattern: str, does: bool) -> None:
    assert fits(text, pattern) is does


@pytest.mark.parametrize(
    ("text", "pattern", "does"),
    [("*", "*", True), ("x", "*", False), ("a*b", "a*b", True), ("axb", "a*b", False), ("", "*", False), ("**", "**", True)],
)
def test_a_star_of_a_literal_text_stands_for_itself(text: str, pattern: str, does: bool) -> None:
    assert fits(text, literal(pattern)) is does
    assert fits(f"<{text}> and more", f"<{literal(pattern)}>*") is does
