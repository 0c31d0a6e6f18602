from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

import lumos_layer
from lumos_layer.actions.outcomes import Done
from lumos_layer.perception.observation import Observation
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
)
from lumos_layer.state.probing import ActSeen, CommandResult, Missing
from lumos_layer.testing.strategies import observations
from lumos_layer.testing.trees import button, field, heading, node, text
from lumos_layer.tree import Role
from lumos_layer.verification.acts import act_seen
from lumos_layer.verification.probes import found, probe
from lumos_layer.verification.sources import ToldSources
from lumos_layer.verification.states import asks_state
from tests.verification.looks import act, element, seen, told

WIFI = element("switch", "Wi-Fi", checked=True)
WINDOW = (0, node("window", "App"))


def switch(checked: str | None = None, **said: Any) -> Any:
    return node("switch", "Wi-Fi", "toggle", checked=checked, **said)


@pytest.mark.parametrize(
    ("rows", "verdict", "quotes"),
    [
        ((switch("true"),), True, ("Wi-Fi",)),
        ((switch("false"),), False, ("Wi-Fi",)),
        ((switch("mixed"),), False, ("Wi-Fi",)),
        ((switch(),), None, ("Wi-Fi",)),
        ((switch(enabled=True, focused=True),), None, ("Wi-Fi",)),
        ((switch("true"), switch("false")), None, ("Wi-Fi",)),
        ((button("Wi-Fi"),), False, ()),
        ((), False, ()),
        ((switch("true", hidden=True),), False, ()),
        ((switch("true", offscreen=True),), True, ("Wi-Fi",)),
        ((switch("true", busy=True),), None, ("Wi-Fi",)),
    ],
)
def test_an_element_is_so_or_not_or_does_not_say(rows: tuple[Any, ...], verdict: bool | None, quotes: tuple[str, ...]) -> None:
    answer = probe(WIFI, told(WINDOW, *((1, each) for each in rows)))
    assert (answer.verdict, answer.quotes, answer.error, answer.kind) == (verdict, quotes, "", "element")


class Broken:
    """A machine of which nothing can be looked at but its screen."""

    observation: Observation = seen(WINDOW)
    acts: Sequence[ActSeen] = ()

    def file(self, path: str) -> bytes | None:
        raise PermissionError("not yours")

    def files(self) -> Iterable[str] | None:
        return None

    def stored(self, key: str) -> JsonValue | Missing:
        raise KeyError(key)

    def run(self, argv: Sequence[str]) -> CommandResult:
        return CommandResult(error="no such program")


@pytest.mark.parametrize(
    ("check", "error"),
    [
        (FileCheck(path="/a"), "PermissionError: not yours"),
        (FileCheck(path="/a", exists=False), "PermissionError: not yours"),
        (AppCheck(key="k"), "KeyError: 'k'"),
        (CommandCheck(argv=("ls",)), "no such program"),
        (Not(check=FileCheck(path="/a")), "PermissionError: not yours"),
        (AllOf(checks=(FileCheck(path="/a"), element("window", "App"))), "PermissionError: not yours"),
        (AnyOf(checks=(FileCheck(path="/a"), element("button"))), "PermissionError: not yours"),
    ],
)
def test_an_error_is_neither_true_nor_false_nor_uncertain(check: Check, error: str) -> None:
    answer = probe(check, Broken())
    assert (answer.verdict, answer.error) == (None, error)


@pytest.mark.parametrize(
    ("check", "verdict"),
    [
        (AllOf(checks=(FileCheck(path="/a"), element("button"))), False),
        (AnyOf(checks=(FileCheck(path="/a"), element("window", "App"))), True),
    ],
)
def test_an_error_beside_what_decides_does_not_matter(check: Check, verdict: bool) -> None:
    assert probe(check, Broken()).verdict is verdict


TRUE, FALSE = element("heading", "Yes"), element("heading", "No")
UNSURE = JudgeCheck(question="Is it?")


@pytest.mark.parametrize(
    ("check", "verdict"),
    [
        (AllOf(checks=(TRUE, TRUE)), True),
        (AllOf(checks=(TRUE, FALSE)), False),
        (AllOf(checks=(TRUE, UNSURE)), None),
        (AllOf(checks=(UNSURE, FALSE)), False),
        (AnyOf(checks=(FALSE, TRUE)), True),
        (AnyOf(checks=(FALSE, FALSE)), False),
        (AnyOf(checks=(FALSE, UNSURE)), None),
        (AnyOf(checks=(UNSURE, TRUE)), True),
        (Not(check=TRUE), False),
        (Not(check=FALSE), True),
        (Not(check=UNSURE), None),
    ],
)
def test_checks_of_several_follow_three_valued_logic(check: Check, verdict: bool | None) -> None:
    assert probe(check, told(WINDOW, (1, heading("Yes")))).verdict is verdict


def test_the_evidence_of_several_is_as_durable_as_the_least_durable_that_is_needed() -> None:
    sources = told(WINDOW, (1, heading("Yes")), files={"/a": b"x"}, stored={"k": 1})
    assert probe(AllOf(checks=(FileCheck(path="/a"), TRUE)), sources).kind == "element"
    assert probe(AnyOf(checks=(TRUE, FileCheck(path="/a"))), sources).kind == "file"
    assert probe(AllOf(checks=(FileCheck(path="/a"), AppCheck(key="k"))), sources).kind == "file"


def test_an_act_proves_nothing_where_a_stronger_source_says_otherwise() -> None:
    sent = act("click", "button", "Send")
    both = AnyOf(checks=(ActCheck(verb="click", name="Send"), AppCheck(key="sent", at_least=1)))
    assert probe(both, told(WINDOW, acts=(sent,), stored={"sent": 0})).verdict is None
    assert probe(both, told(WINDOW, acts=(sent,), stored={"sent": 1})).kind == "stored"
    assert probe(both.checks[0], told(WINDOW, acts=(sent,))).verdict is True


@pytest.mark.parametrize(
    ("acts", "verdict"),
    [
        ((act("click", "button", "Send"),), True),
        ((act("click", "button", "Send", effect=False, outcome="no_effect"),), None),
        ((act("click", "button", "Send", effect=False, outcome="rejected"),), False),
        ((act("click", "button", "Send", outcome="unknown"),), None),
        ((act("click", "button", "Send later"),), False),
        ((act("click", "button", "Send"), act("press_key", text="Control+z", step=2)), None),
        ((), False),
    ],
)
def test_an_act_counts_by_the_effect_that_was_seen(acts: tuple[ActSeen, ...], verdict: bool | None) -> None:
    assert probe(ActCheck(verb="click", name="Send"), told(WINDOW, acts=acts)).verdict is verdict


def test_an_act_may_have_to_be_done_several_times_and_a_key_need_not_be_the_last() -> None:
    once, twice = (act("click", "button", "Add"),), (act("click", "button", "Add"), act("click", "button", "Add", step=2))
    check = ActCheck(verb="click", name="Add", times=2)
    assert (probe(check, told(WINDOW, acts=once)).verdict, probe(check, told(WINDOW, acts=twice)).verdict) == (None, True)
    keys = (act("press_key", text="Enter"), act("press_key", text="Tab", step=2))
    assert probe(ActCheck(verb="press_key", text="Enter"), told(WINDOW, acts=keys)).verdict is True
    texts = (act("set_text", "textbox", "Name", "Ann"), act("set_text", "textbox", "Name", "Bo", step=2))
    assert probe(ActCheck(verb="set_text", name="Name", text="Ann"), told(WINDOW, acts=texts)).verdict is False


@pytest.mark.parametrize(("look", "verdict"), [("o3", None), ("o4", True), ("o5", True)])
def test_a_look_from_before_the_last_act_says_nothing(look: str, verdict: bool | None) -> None:
    later = (act("click", "button", "Other", observation="o4"),)
    assert probe(WIFI, told(WINDOW, (1, switch("true")), id=look, acts=later)).verdict is verdict
    assert probe(PageCheck(title="App"), told(WINDOW, id=look, acts=later)).verdict is verdict


def test_an_act_that_was_not_carried_out_makes_no_look_old() -> None:
    later = (act("click", "button", "Other", observation="o4", outcome="rejected", effect=False),)
    assert probe(WIFI, told(WINDOW, (1, switch("true")), id="o3", acts=later)).verdict is True


def test_a_slot_that_is_not_known_is_uncertain_and_is_read_where_it_is_plain() -> None:
    total = element("text", identifier="total", value="{total}")
    answer = probe(total, told(WINDOW, (1, text("1,284.50", identifier="total"))))
    assert (answer.verdict, answer.bindings) == (None, {"total": "1,284.50"})
    assert answer.why == "it is not known yet what total stands for"


@pytest.mark.parametrize(
    ("check", "seen_as", "verdict"),
    [
        (PageCheck(title="{id}"), "*", False),
        (PageCheck(title="Order {id}*"), "*", False),
        (PageCheck(title="Order {id}"), "77", True),
        (PageCheck(title="Order*{id}"), "77", True),
        (PageCheck(url="https://shop.example/o/{id}"), "*", False),
        (PageCheck(url="https://shop.example/*/{id}"), "*", False),
        (PageCheck(url="https://shop.example/*/{id}"), "%2A", False),
        (PageCheck(url="/o/{id}"), "*", False),
        (PageCheck(url="*/{id}"), "77", True),
        (PageCheck(url="https://shop.example/o/{id}"), "77", True),
        (AllOf(checks=(Not(check=Not(check=PageCheck(title="{id}"))),)), "*", False),
    ],
)
def test_a_star_that_a_screen_says_stands_for_itself_in_an_address_or_title(check: Check, seen_as: str, verdict: bool) -> None:
    page = b'<RootWebArea name="Order 77" url="https://shop.example/o/77"><heading name="Thank you"/></RootWebArea>'
    assert probe(bound(check, {"id": seen_as}), ToldSources(lumos_layer.read(page))).verdict is verdict


def test_a_title_with_a_star_is_the_one_that_was_seen() -> None:
    look = ToldSources(seen(WINDOW, title="*Untitled - Notepad"))
    assert probe(bound(PageCheck(title="{title}"), {"title": "*Untitled - Notepad"}), look).verdict is True
    other = probe(bound(PageCheck(title="{title}"), {"title": "*Notes"}), look)
    assert other.why == "it is '*Untitled - Notepad', not '*Notes'"


def test_a_slot_is_not_read_out_of_a_field_that_anybody_can_write_into() -> None:
    amount = element("textbox", "Amount", value="{total}")
    assert probe(amount, told(WINDOW, (1, field("Amount", "12")))).bindings == {}
    assert probe(amount, told(WINDOW, (1, field("Amount", "12", readonly=True)))).bindings == {"total": "12"}


@pytest.mark.parametrize(
    ("held", "check", "verdict"),
    [
        (b"Hello\r\n", {"equals": "Hello"}, True),
        (b"Hello", {"equals": "hello"}, False),
        ("\ufeffHello".encode(), {"equals": "Hello"}, True),
        ("Hello".encode("utf-16"), {"contains": "Hello"}, True),
        ("Cafe\u0301".encode(), {"equals": "Café"}, True),
        (b"Anna", {"contains": "Ann"}, False),
        (b"Ann-Marie", {"contains": "Ann"}, None),
        (b"Hello", {"absent": "ell"}, False),
        (b"\xff\x00\xd8", {"contains": "x"}, None),
        (b"\xff\x00\xd8", {}, True),
        (b"", {"contains": "x"}, False),
        (b"", {"exists": False}, False),
        (None, {"exists": False}, True),
        (None, {}, False),
    ],
)
def test_a_file_is_there_and_holds_what_is_wanted(held: bytes | None, check: dict[str, Any], verdict: bool | None) -> None:
    files = {} if held is None else {"/a.txt": held}
    answer = probe(FileCheck(path="/a.txt", **check), told(WINDOW, files=files))
    assert (answer.verdict, answer.kind, answer.error) == (verdict, "file", "")


@pytest.mark.parametrize(
    ("held", "check", "verdict"),
    [
        (True, {"equals": True}, True),
        (True, {"equals": 1}, False),
        (1, {"equals": 1.0}, True),
        ("1,284.50", {"equals": "1284.50"}, True),
        ("Anna", {"contains": "Ann"}, False),
        (["Ann", "Bo"], {"contains": "Bo"}, True),
        (3, {"at_least": 3}, True),
        (2, {"at_least": 3}, False),
        (True, {"at_least": 1}, False),
        ("many", {"at_least": 1}, None),
        (None, {}, True),
        ({"a": 1}, {"equals": {"a": 1}}, True),
    ],
)
def test_a_stored_value_is_what_is_wanted(held: JsonValue, check: dict[str, Any], verdict: bool | None) -> None:
    answer = probe(AppCheck(key="k", **check), told(WINDOW, stored={"k": held}))
    assert (answer.verdict, answer.kind) == (verdict, "stored")
    assert probe(AppCheck(key="other", **check), told(WINDOW, stored={"k": held})).verdict is False


@pytest.mark.parametrize(
    ("rows", "read"),
    [
        ((text("Total: 1,284.50 EUR"),), {"total": "1,284.50"}),
        ((text("Total"), text("1,284.50")), {"total": "1,284.50"}),
        ((text("Net: 9.00"), text("Subtotal: 8.00")), {}),
        ((text("Total: 1.00"), text("Total: 2.00")), {}),
        ((field("Total", "5"),), {}),
    ],
)
def test_a_value_beside_its_name_is_read_if_there_is_one(rows: tuple[Any, ...], read: dict[str, str]) -> None:
    sources = told(WINDOW, *((1, each) for each in rows))
    assert probe(element("", "total", loosely=True, value="{total}"), sources).bindings == read
    if read:
        assert probe(element("", "Total", value="1,284.50"), sources).verdict is True
        assert probe(element("", "Total", value="284.50"), sources).verdict is False


def test_a_field_is_there_although_its_dialog_has_not_been_confirmed() -> None:
    sources = told(WINDOW, (1, node("dialog", "Sign in", modal=True)), (2, field("Password", "x")), (2, button("OK")))
    assert probe(element("textbox", "Password"), sources).verdict is True
    assert probe(element("textbox", "Password", value="x"), sources).verdict is None
    assert probe(element("", "Password"), sources).verdict is None  # the name of a field says nothing


def test_what_a_field_shows_overrules_the_act_that_was_to_set_it() -> None:
    check = AnyOf(checks=(WIFI, ActCheck(verb="set_checked", name="Wi-Fi")))
    done = (act("set_checked", "switch", "Wi-Fi", "true"),)
    assert probe(check, told(WINDOW, (1, switch("false")), acts=done)).verdict is None
    assert probe(check, told(WINDOW, (1, heading("Other")), acts=done)).verdict is True


def test_an_act_that_is_wanted_itself_counts_although_it_claims_something() -> None:
    check = AnyOf(checks=(ActCheck(verb="click", name="Send"), element("heading", "Sent")))
    sources = told(WINDOW, acts=(act("click", "button", "Send"),))
    assert (found(check, sources, "click Send").verdict, found(check, sources, "The mail is sent").verdict) == (True, None)


def test_what_a_protected_field_holds_is_never_told() -> None:
    sources = told(WINDOW, (1, field("Password", protected=True, filled=True)))
    answer = probe(element("textbox", "Password", value="letmein"), sources)
    assert (answer.verdict, answer.quotes) == (None, ("Password",))


_NAMES = st.sampled_from(["", "OK", "Ann", "1,284.50", "Save", "a", "é", "[", "(?:", "*"])
_TRISTATE = st.sampled_from([None, True, False])
_ELEMENTS = st.builds(
    element,
    role=st.sampled_from(["", *(role.value for role in Role)]),
    name=_NAMES,
    identifier=_NAMES,
    within=_NAMES,
    value=st.none() | _NAMES,
    text_contains=_NAMES,
    checked=_TRISTATE,
    selected=_TRISTATE,
    expanded=_TRISTATE,
    enabled=_TRISTATE,
    exists=st.booleans(),
    count=st.none() | st.integers(0, 3),
)
_SINGLE = _ELEMENTS | st.builds(PageCheck, url=_NAMES, title=_NAMES) | st.builds(ActCheck, verb=st.just("click"), name=_NAMES)
CHECKS = st.recursive(
    _SINGLE,
    lambda inner: (
        st.builds(AllOf, checks=st.lists(inner, min_size=1, max_size=3).map(tuple))
        | st.builds(AnyOf, checks=st.lists(inner, min_size=1, max_size=3).map(tuple))
        | st.builds(Not, check=inner)
    ),
    max_leaves=4,
)


@settings(deadline=None)
@given(observations(), CHECKS)
def test_any_check_on_any_screen_is_answered_and_quotes_what_is_there(look: Observation, check: Check) -> None:
    sources = ToldSources(look, (act("click", "button", "Ann"),))
    answer = probe(check, sources)
    assert answer == probe(check, sources)
    assert (answer.verdict in (True, False, None), answer.error) == (True, "")
    said = [look.title, look.app, look.url, "click button 'Ann'"]
    for i, each in enumerate(look.tree):
        said += [look.name_of(i), each.name, each.value or "", each.role.value]
    for quote in answer.quotes:
        assert any(quote in words for words in said)


@settings(deadline=None)
@given(observations(), CHECKS)
def test_not_turns_an_answer_round_and_twice_gives_it_back(look: Observation, check: Check) -> None:
    sources = ToldSources(look)
    answer, turned = probe(check, sources).verdict, probe(Not(check=check), sources).verdict
    twice = probe(Not(check=Not(check=check)), sources).verdict
    if any(_asks_how_one_is(each) for each in parts_of(check)):  # of what is not there nobody can say that it is otherwise
        assert turned in (None, None if answer is None else not answer)
        assert twice in (None, answer)
    else:
        assert turned is (None if answer is None else not answer)
        assert twice is answer


def _asks_how_one_is(check: Check) -> bool:
    return isinstance(check, ElementCheck) and bool(check.name or check.identifier) and asks_state(check)


def test_not_of_a_state_takes_the_element_itself() -> None:
    look = told((0, node("window", "App")), (1, button("Cancel", enabled=True)))
    absent = ElementCheck(identifier="OK", enabled=True)
    assert (probe(absent, look).verdict, probe(Not(check=absent), look).verdict) == (False, None)
    there = element("button", "Cancel", enabled=False)
    assert (probe(there, look).verdict, probe(Not(check=there), look).verdict) == (False, True)


@pytest.mark.parametrize(
    ("said", "shown", "read"),
    [
        ({"name": "Total: {amount} EUR"}, ("Net: 1.00 EUR", "Total: 1,284.50 EUR"), {"amount": "1,284.50"}),
        ({"name": "Order {number}"}, ("Order A-17", "Orders 5", "Reorder 6"), {"number": "A-17"}),
        ({"name": "Order {number}"}, ("Order A-17", "Order B-20"), {}),
        ({"name": "Order {number}"}, ("Order",), {}),
        ({"name": "{number} orders"}, ("5 orders",), {"number": "5"}),
        ({"name": "주문 {number}번"}, ("주문 17번",), {"number": "17"}),
        ({"text_contains": "number is {number}"}, ("Your number is A-17. Thank you",), {"number": "A-17"}),
        ({"text_contains": "{amount} EUR"}, ("To pay: 12.50 EUR in all",), {"amount": "12.50"}),
        ({"text_contains": "from {who} at"}, ("Mail from Bo Berg at noon",), {"who": "Bo Berg"}),
        ({"name": "{all}"}, ("anything",), {}),
        ({"name": "{one} of {two}"}, ("1 of 2",), {}),
    ],
)
def test_a_slot_among_words_is_read_where_one_text_says_them(
    said: dict[str, str], shown: Sequence[str], read: dict[str, str]
) -> None:
    answer = probe(element("text", **said), told(WINDOW, *((1, text(each)) for each in shown)))
    assert (answer.verdict, answer.bindings) == (None, read)


def test_a_slot_among_words_is_not_read_out_of_a_field_that_anybody_can_write_into() -> None:
    written = node("textbox", "Note", "type", value="Total: 5 EUR")
    answer = probe(element("textbox", "Note", text_contains="Total: {amount} EUR"), told(WINDOW, (1, written)))
    assert answer.bindings == {}


def test_what_a_field_holds_may_be_a_question() -> None:
    body = node("textbox", "Text", value="Shall we have lunch on Friday?", readonly=True)
    line = text("Shall we have lunch on Friday?")
    wanted = {"text_contains": "lunch on Friday"}
    assert probe(element("textbox", "Text", **wanted), told(WINDOW, (1, body))).verdict is True
    assert probe(element("text", **wanted), told(WINDOW, (1, line))).verdict is None
    sent = node("textbox", "Text", value="Has the order been placed?", readonly=True)
    assert probe(element("textbox", "Text", text_contains="order been placed"), told(WINDOW, (1, sent))).verdict is None


def test_three_points_behind_a_name_are_one_sign() -> None:
    menu = ((1, node("menu", "File")), (2, node("menuitem", "Save As…", "click")))
    assert probe(element("menuitem", "Save As..."), told(WINDOW, *menu)).verdict is True


SENT = ActCheck(verb="click", role=Role.BUTTON, name="Submit")


@pytest.mark.parametrize(
    ("acts", "verdict"),
    [
        ((act("click", "button", "Submit", changed=True),), True),
        ((act("click", "button", "Submit"),), True),
        ((act("click", "button", "Submit", changed=False),), None),
        ((act("click", "button", "Submit", changed=False), act("wait_for_change", step=2, changed=False)), None),
        ((act("click", "button", "Submit", changed=False), act("wait_for_change", step=2, changed=True)), True),
        ((act("click", "button", "Submit", changed=False), act("click", "button", "Help", step=2, changed=True)), None),
    ],
)
def test_an_act_that_has_only_moved_the_focus_is_no_proof(acts: tuple[ActSeen, ...], verdict: bool | None) -> None:
    assert probe(SENT, told(WINDOW, (1, button("Submit")), acts=acts)).verdict is verdict


def test_clicking_into_a_field_is_done_when_it_has_the_focus() -> None:
    check = ActCheck(verb="click", role=Role.TEXTBOX, name="Name")
    acts = (act("click", "textbox", "Name", changed=False),)
    assert probe(check, told(WINDOW, (1, field("Name")), acts=acts)).verdict is True


def test_a_press_of_which_only_a_message_came_does_not_show_what_was_to_come_of_it() -> None:
    check = ActCheck(verb="click", name="Upload report")
    looked = told(WINDOW, (1, button("Upload report")), acts=(act("click", "button", "Upload report", passing=True),))
    finding = found(check, looked, "Upload the report")
    assert (finding.verdict, finding.overrules) == (None, True)
    assert found(check, looked, "press 'Upload report'").verdict is True


@pytest.mark.parametrize(("checked", "verdict"), [("true", True), ("false", False)])
def test_one_way_to_tell_of_a_thing_is_enough_to_say_no_of_what_the_run_has_acted_on(checked: str, verdict: bool) -> None:
    ways = (WIFI, element("checkbox", "Wireless", checked=True), element("switch", "Wi-Fi", pressed=True))
    look = (WINDOW, (1, switch(checked)))
    acted = told(*look, acts=(act("set_checked", "switch", "Wi-Fi", "true"),))
    assert found(AnyOf(checks=ways, of_one=True), acted).verdict is verdict
    assert found(AnyOf(checks=ways, of_one=True), acted).seen is not verdict
    assert found(AnyOf(checks=ways), acted).verdict is (True if verdict else None)


def test_what_a_form_says_is_not_saved_says_nothing_of_what_stands_outside_of_it() -> None:
    def looked(depth: int) -> ToldSources:
        form = ((1, node("form", "Note")), (2, text("Note: not saved")))
        return told(WINDOW, *form, (depth, switch("true")), acts=(act("set_checked", "switch", "Wi-Fi", "true"),))

    assert found(WIFI, looked(1)).verdict is True
    assert found(WIFI, looked(2)).verdict is None


def test_an_act_after_which_only_a_message_is_new_is_told_so() -> None:
    before = seen(WINDOW, (1, button("Send")), id="o1")
    shown = ((1, button("Send")), (1, node("status", "Sent")))
    outcome = Done(action_id="a", before="o1", after="o2")
    click = {"type": "click", "ref": before.ref_of(1)}
    assert act_seen(click, outcome, 1, before, seen(WINDOW, *shown, id="o2")).passing
    assert not act_seen(click, outcome, 1, before, seen(WINDOW, *shown, (1, text("1 sent")), id="o2")).passing


NOTE = "Sensor (valve 1, 08:15, confidence 0.99): "


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        (f"{NOTE}Water valve: closed", True),
        ("Water valve: closed", True),
        (f"{NOTE}Water valve: open", False),
        (f"{NOTE}Water valve: not closed", False),
        (f"{NOTE}Water valve: will be closed", False),
        (f"{NOTE}Water pump: closed", False),
        ("Water valve (main): closed", True),
    ],
)
def test_a_note_says_what_stands_after_the_name_of_a_thing(said: str, verdict: bool) -> None:
    check = ElementCheck(name="water valve", loosely=True, text_contains="closed")
    assert (found(check, told(WINDOW, (1, text(said)))).verdict is True) is verdict


@pytest.mark.parametrize(("name", "hint", "verdict"), [("", "City", True), ("Town", "City", False), ("", "Country", False)])
def test_a_field_without_a_name_is_called_by_its_hint(name: str, hint: str, verdict: bool) -> None:
    check = ElementCheck(role=Role.TEXTBOX, name="City", value="Hamburg")
    looked = told(WINDOW, (1, node("textbox", name, value="Hamburg", hint=hint)))
    assert (found(check, looked).verdict is True) is verdict
