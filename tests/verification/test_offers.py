"""What a page only offers or sums up, and words that are said too early: none of it shows that something was done."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.state.checks import FileCheck
from lumos_layer.testing.trees import button, heading, node, text
from lumos_layer.verification.doubts import error_page
from lumos_layer.verification.probes import found, probe
from lumos_layer.verification.words import words_of
from tests.verification.looks import act, element, seen, told


@pytest.mark.parametrize("name", ["Recent searches", "Suggestions", "People also searched", "최근 검색어", "추천 검색어"])
@pytest.mark.parametrize("as_heading", [True, False])
def test_earlier_searches_and_suggestions_show_nothing(name: str, as_heading: bool) -> None:
    rows = (2, node("listitem", "Mitte")), (2, node("listitem", "Zoo"))
    above = ((1, heading(name)), (1, node("list"))) if as_heading else ((1, node("list", name)),)
    look = told((0, node("window", "Trains")), *above, *rows)
    check = element(text_contains="Mitte")
    assert found(check, look, "The station Mitte is shown").verdict is None
    assert found(check, look, f"Mitte is among the {name}").verdict is True
    assert found(
        element(text_contains="Mitte"), told((0, node("window", "Trains")), (1, node("list", "Stations")), *rows), ""
    ).verdict


def test_a_page_that_asks_to_confirm_has_not_done_it() -> None:
    summary = told((0, node("document", "Transfer")), (1, text("Transfer 50.00 EUR to Bo")), (1, button("Confirm transfer")))
    check = element(text_contains="50.00 EUR to Bo")
    finding = found(check, summary, "50 EUR was transferred to Bo")
    assert (finding.verdict, finding.why) == (None, "text 'Transfer 50.00 EUR to Bo': 'Confirm transfer' is still to be pressed")
    assert found(check, summary, "The summary names Bo").verdict is True
    done = told((0, node("document", "Transfer")), (1, text("Transfer 50.00 EUR to Bo")), (1, button("Print")))
    assert found(check, done, "50 EUR was transferred to Bo").verdict is True


PLACED = "Green tea was ordered"
REVIEW = ((0, node("document", "Shop")), (1, heading("Review your order")), (1, text("Green tea, 5 EUR")))


@pytest.mark.parametrize(
    ("rows", "intent", "verdict"),
    [
        ((*REVIEW, (1, button("Place order"))), PLACED, None),
        ((*REVIEW, (1, button("Place order", enabled=False))), PLACED, True),
        ((*REVIEW, (1, button("Order again"))), PLACED, True),
        ((*REVIEW, (1, button("Place order"))), "The summary names green tea", True),
        ((REVIEW[0], (1, heading("Your orders")), REVIEW[2], (1, button("Pay"))), PLACED, True),
    ],
)
def test_a_page_on_which_all_is_looked_over_once_more_has_not_done_it(rows: Any, intent: str, verdict: bool | None) -> None:
    assert found(element(text_contains="Green tea, 5 EUR"), told(*rows), intent).verdict is verdict


@pytest.mark.parametrize(("searching", "verdict"), [(True, None), (False, True)])
def test_recent_things_are_what_they_are_where_nothing_is_searched(searching: bool, verdict: bool | None) -> None:
    field = ((1, node("searchbox", "Search", "type", value="")),) if searching else ()
    look = told((0, node("window", "Trains")), *field, (1, node("list", "Recent")), (2, node("listitem", "Mitte")))
    assert found(element(text_contains="Mitte"), look, "Mitte was found").verdict is verdict


@pytest.mark.parametrize(
    "said",
    [
        "Waiting to be sent…",
        "Waiting for network",
        "Scheduled",
        "In outbox",
        "Retrying",
        "Draft",
        "Will be sent at 9:00",
        "보내는 중",
    ],
)
def test_a_row_that_waits_has_not_come_about(said: str) -> None:
    look = told((0, node("list", "Sent")), (1, node("listitem")), (2, text("Invoice 8")), (2, text(said)))
    assert probe(element(text_contains="Invoice 8", within="Sent"), look).verdict is None


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Example: ABC-1", "ABC-1"),
        ("예시: ABC-1", "ABC-1"),
        ("e.g. ABC-1", "ABC-1"),
        ("Looks like ABC-1", "ABC-1"),
        ("Enter a code like ABC-1", "ABC-1"),
        ("Order placed when you press the button", "Order placed"),
        ("주문 완료 전입니다", "주문 완료"),
        ("주문 완료 시 알려 드립니다", "주문 완료"),
        ("주문 완료를 눌러 주세요", "주문 완료"),
        ("주문 완료까지 잠시 기다려 주세요…", "주문 완료"),
        ("Order placed, please wait", "Order placed"),
        ("주문 완료 화면을 준비 중", "주문 완료"),
    ],
)
def test_examples_and_what_is_still_to_come_show_nothing(said: str, wanted: str) -> None:
    assert probe(element(text_contains=wanted), told((0, node("window", "Shop")), (1, text(said)))).verdict is None


def test_words_that_claim_success_count_for_nothing_beside_a_message_of_failure() -> None:
    shown = (0, node("window", "Notes")), (1, text("Saved"))
    failed = (1, node("alert", "Saving failed: the disk is full"))
    check = element(text_contains="Saved", within="Notes")
    assert probe(check, told(*shown)).verdict is True
    answer = probe(check, told(*shown, failed))
    assert (answer.verdict, answer.why) == (None, "text 'Saved': a message says 'Saving failed: the disk is full'")


@pytest.mark.parametrize(
    "said",
    [
        "This page cannot be reached",
        "The page can't be displayed",
        "No such page",
        "Unable to connect",
        "We can't find that page",
        "Your connection is not private",
        "This site does not exist",
        "페이지를 열 수 없습니다",
    ],
)
def test_an_address_is_no_proof_where_its_page_says_that_it_is_not_there(said: str) -> None:
    page = seen(
        (0, node("document", "x")),
        (1, heading(said)),
        (1, text("Try again later.")),
    )
    assert error_page(page, words_of(page)) == said


@pytest.mark.parametrize("container", ["document", "main", "form", "window", "generic"])
def test_a_changed_field_waits_for_the_save_of_its_page(container: str) -> None:
    rows = (0, node(container, "Edit")), (1, node("textbox", "Nickname", "type", value="Mi")), (1, button("Save"))
    check = element("textbox", "Nickname", value="Mi")
    changed = act("set_text", "textbox", "Nickname", "Mi")
    pressed = act("click", "button", "Save", step=2)
    assert probe(check, told(*rows, acts=(changed,))).verdict is None
    assert probe(check, told(*rows, acts=(changed, pressed))).verdict is True
    assert probe(check, told(*rows[:2], acts=(changed,))).verdict is True


@pytest.mark.parametrize(
    ("held", "verdict"),
    [
        ("item,sum,count\nprint,1284.50,9\n", True),
        ("item;sum;count\nprint;1284.50;9\n", True),
        ('item,sum\nprint,"1,284.50"\n', True),
        ("item,sum,count\nprint,11284.50,9\n", False),
        ("item,sum\nprint,284.50\n", False),
    ],
)
def test_a_cell_of_a_table_in_a_file_is_a_value_of_its_own(held: str, verdict: bool) -> None:
    sources = told((0, node("window", "Calc")), files={"/sum.csv": held.encode()})
    assert probe(FileCheck(path="/sum.csv", contains="1284.50"), sources).verdict is verdict
