"""Words that nobody understands, where a screen speaks of what is to have come about: then it is not believed."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.perception.observation import Observation
from lumos_layer.state.checks import ActCheck, PageCheck
from lumos_layer.testing.trees import button, heading, node, text
from lumos_layer.verification.earlier import Memory
from lumos_layer.verification.probes import found
from lumos_layer.verification.sources import ToldSources
from tests.verification.looks import act, element, seen, told

PAGE = (0, node("document", "Orders"))
ROW = (1, node("table", "Orders")), (2, node("row", "Order 12")), (3, node("cell", "Order 12"))
PAID = "Order 12 is paid"


@pytest.mark.parametrize(
    ("rows", "verdict"),
    [
        ((*ROW, (3, node("cell", "Paid"))), True),
        ((*ROW, (3, node("cell", "Zorbled"))), None),
        ((*ROW, (3, node("cell", "Zorbled", "select"))), None),
        ((*ROW, (3, node("cell", "쿠렐됨"))), None),
        ((*ROW, (3, node("cell", "48.00 EUR")), (3, node("cell", "12 March 2024"))), None),  # nothing says that it is paid
        ((*ROW, (3, node("cell", "Paid")), (3, node("cell", "48.00 EUR")), (3, node("cell", "12 March 2024"))), True),
        ((*ROW, (3, node("cell", "Paid")), (3, button("Zorble"))), True),  # what could be done says nothing of what has been
        ((*ROW, (3, node("cell", "Paid")), (2, node("row", "Order 13")), (3, node("cell", "Zorbled"))), True),  # another record
        ((*ROW, (1, node("alert", "Zorbled by the bank"))), None),
        ((*ROW, (1, node("status", "Order 12 was paid"))), True),
        ((*ROW, (1, node("dialog", "Orders", modal=True)), (2, text("Zorble this order"))), None),
    ],
)
def test_a_record_is_told_by_its_row_and_by_messages(rows: Any, verdict: bool | None) -> None:
    assert found(element("row", "Order 12"), told(PAGE, *rows), PAID).verdict is verdict


@pytest.mark.parametrize(
    ("rows", "verdict"),
    [
        ((heading("Order received"), text("Reference: TR-90817")), True),
        ((heading("Order received"), text("Thank you, we have received your order.")), True),
        ((heading("Order received"), text("A receipt will be sent to ann@example.com")), True),
        ((heading("Order received"), text("The bank zorbled it")), None),
        ((heading("Order received"), text("17 of 20 items")), None),
        ((heading("Order received"), text("Is it yours?")), None),
        ((heading("주문이 접수되었습니다"), text("주문번호 55")), True),
        ((heading("주문이 접수되었습니다"), text("카드가 쿠렐되었습니다")), None),
    ],
)
def test_what_tells_of_itself_is_qualified_by_what_stands_below(rows: Any, verdict: bool | None) -> None:
    look = told(PAGE, *((1, row) for row in rows))
    name = look.observation.name_of(1)
    assert found(element("heading", name), look, "The order was received").verdict is verdict


@pytest.mark.parametrize(
    ("intent", "verdict"),
    [
        ("The order was lodged", None),
        ("주문이 끝났다", None),
        ("The order is shown", True),
        ("choose 'order 12'", True),
        ("The total is 12", True),
        ("What is ordered", True),
        ("The order is there", True),
    ],
)
def test_only_what_is_to_have_come_about_is_held_to_it(intent: str, verdict: bool | None) -> None:
    look = told(PAGE, (1, text("Order 12")), (1, text("Zorbled")))
    assert found(element("text", "Order 12"), look, intent).verdict is verdict


@pytest.mark.parametrize(("intent", "verdict"), [("The message is shown", None), ("The number is five", True)])
def test_what_is_shown_is_not_what_a_line_says_something_else_of(intent: str, verdict: bool | None) -> None:
    look = told((0, node("window", "App")), (1, text("Roof zorbled in the text")))
    assert found(element(text_contains="Roof"), look, intent).verdict is verdict


def test_what_stood_there_before_it_came_about_is_no_news() -> None:
    memory = Memory()
    old = told(PAGE, (1, text("Zorbled daily")), id="o1")
    new = told(PAGE, (1, text("Order 12 was paid")), (1, text("Zorbled daily")), id="o2")
    check = element("text", "Order 12 was paid")
    assert found(check, new, PAID).verdict is None
    memory.with_earlier(old)
    assert found(check, memory.with_earlier(new), PAID).verdict is True


def test_what_was_there_before_is_qualified_by_all_that_is_there() -> None:
    memory = Memory()
    for number in (1, 2):
        look = memory.with_earlier(told(PAGE, (1, text("Order 12")), (1, text("Zorbled")), id=f"o{number}"))
        assert found(element("text", "Order 12"), look, PAID).verdict is None


@pytest.mark.parametrize(("said", "verdict"), [("The hub zorbled it", None), ("", True)])
def test_a_state_is_qualified_by_lines_that_came_with_it(said: str, verdict: bool | None) -> None:
    memory = Memory()
    memory.with_earlier(told(PAGE, (1, node("switch", "Front door", checked="false")), (1, text("Zorbled daily")), id="o1"))
    news = ((1, text(said)),) if said else ()
    done = (act("set_checked", "switch", "Front door", text="true", observation="o2"),)
    look = told(PAGE, (1, node("switch", "Front door", checked="true")), (1, text("Zorbled daily")), *news, id="o2", acts=done)
    check = element("switch", "Front door", checked=True)
    assert found(check, memory.with_earlier(look), "The front door is locked").verdict is verdict


def test_an_act_or_a_title_is_no_proof_beside_a_message_that_is_not_understood() -> None:
    alert = (1, node("alert", "The card zorbled"))
    acts = (act("click", "button", "Pay"),)
    assert found(ActCheck(verb="click", name="Pay"), told(PAGE, alert, acts=acts), "The bill was paid").verdict is None
    assert found(ActCheck(verb="click", name="Pay"), told(PAGE, acts=acts), "The bill was paid").verdict is True
    look = ToldSources(seen(PAGE, alert, title="Payment complete"))
    assert found(PageCheck(title="Payment complete"), look, "The bill was paid").verdict is None
    assert found(PageCheck(title="Payment complete"), look, "This page is shown").verdict is True


NOTICE = "Somebody else changed it meanwhile"


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("York to London", True),
        ("Coach C, seat 21", True),
        ("Card ending 1177: 48.00", True),
        ("You can zorble it until 3 July", True),
        ("0 zorbled", True),
        ("Zorbles: none", True),
        ("Before: the zorbled one", True),
        (NOTICE, None),
        ("It is zorbled", None),
        ("Waiting for Zorble", None),
        ("Zorbled for now", None),
        ("You can zorble it again once it works", None),
        ("0 paid", None),
        ("카드 번호 끝자리", True),
        ("카드를 읽지 못했습니다", None),
        ("まだ確定していません", None),
        ("Kyoto 12月", True),
        ("Die Zahlung wurde nicht übermittelt", None),
    ],
)
def test_beside_words_that_say_so_facts_do_not_matter_and_statements_do(said: str, verdict: bool | None) -> None:
    look = told(PAGE, (1, heading("Order 12")), (1, text("Paid")), (1, text(said)))
    assert found(element("text", "Paid"), look, PAID).verdict is verdict


@pytest.mark.parametrize(
    ("head", "intent", "verdict"),
    [
        ("Now playing", "Blue Hills is playing", True),
        ("Up next", "Blue Hills is playing", None),
        ("Your orders", "Blue Hills was ordered", True),
        ("Banned members", "Blue Hills is banned", True),
        ("Sent invitations", "Blue Hills is among the friends", None),
        ("Friends", "Blue Hills is among the friends", True),
        ("Records", "Blue Hills was zorbled", None),
    ],
)
def test_what_only_mentions_a_thing_needs_words_that_say_what_it_is_said_to_be(
    head: str, intent: str, verdict: bool | None
) -> None:
    done = (act("click", "button", "Go on", observation="o1"),)
    look = told((0, node("window", "App")), (1, node("list", head)), (2, node("listitem", "Blue Hills")), id="o2", acts=done)
    assert found(element("listitem", "Blue Hills"), look, intent).verdict is verdict


@pytest.mark.parametrize(("said", "verdict"), [(NOTICE, None), ("Settings apply at once", True), ("Wi-Fi 6", True)])
def test_a_state_that_was_set_is_qualified_by_statements_on_its_only_look(said: str, verdict: bool | None) -> None:
    done = (act("click", "checkbox", "Pinned", observation="o1"),)
    look = told(PAGE, (1, node("checkbox", "Pinned", checked="true")), (1, text(said)), id="o2", acts=done)
    assert found(element("checkbox", "Pinned", checked=True), look, "The thread is private").verdict is verdict


def test_a_part_of_the_screen_that_tells_of_something_else_does_not_matter() -> None:
    rows = (1, heading("Order 12")), (1, text("Paid")), (1, node("complementary", "My day")), (2, text("It is zorbled"))
    assert found(element("text", "Paid"), told(PAGE, *rows), PAID).verdict is True


def test_a_number_that_is_not_the_one_that_is_told_shows_nothing() -> None:
    for number, verdict in (("1", None), ("2", True)):
        look = told(PAGE, (1, text(f"Keys made: {number}")))
        assert found(element("text", text_contains="Keys made:"), look, "Two keys were made").verdict is verdict


@pytest.mark.parametrize(("title", "verdict"), [("You may not see this", None), ("How you pay", True), ("Class 2-1", True)])
def test_an_address_is_no_proof_where_the_title_is_a_statement_that_is_not_understood(title: str, verdict: bool | None) -> None:
    draft = seen((0, node("document", title)), title=title).draft()
    draft.url = "https://a.example/x"
    look = ToldSources(Observation(draft, seen(PAGE).dialect, "main", 1000, id="o1"))
    assert found(PageCheck(url="https://a.example/x"), look, "The class is open").verdict is verdict
