"""What the screen says against a thing that is to have been done, beside words that are there as wanted."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.state.checks import PageCheck
from lumos_layer.testing.trees import button, heading, node, text
from lumos_layer.verification.probes import found
from lumos_layer.verification.sources import ToldSources
from tests.verification.looks import element, seen, told

WINDOW = (0, node("window", "App"))
PLACE = (1, text("Parking B12 is paid"))


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (text("Payment declined"), None),
        (text("Waiting to send"), None),
        (text("Not delivered"), None),
        (text("결제 거절"), None),
        (text("Failed"), None),
        (node("alert", "We could not take the money"), None),
        (node("status", "Draft"), None),
        (node("status", "Ordered. A receipt will be sent tomorrow."), True),
        (text("A payment that was declined costs nothing."), None),  # nobody understands what it says of this one
        (button("Payment declined"), True),
        (node("columnheader", "Payment failed"), True),
    ],
)
def test_a_line_or_message_that_says_otherwise_speaks_against_a_deed(row: Any, verdict: bool | None) -> None:
    look = told(WINDOW, PLACE, (1, row))
    assert found(element("text", "Parking B12 is paid"), look, "The parking is paid").verdict is verdict
    assert (
        found(element("text", "Parking B12"), told(WINDOW, (1, text("Parking B12")), (1, row)), "The place is B12").verdict is True
    )


@pytest.mark.parametrize(
    ("rows", "verdict"),
    [
        (((1, text("Failed")),), None),
        (((1, text("0")), (1, text("Failed"))), True),  # a count of its own
        (((1, node("list", "Others")), (2, node("listitem", "A7")), (3, text("Payment declined"))), True),
    ],
)
def test_a_word_alone_speaks_of_what_it_stands_beside_and_a_row_of_itself(rows: Any, verdict: bool | None) -> None:
    assert found(element("text", "Parking B12 is paid"), told(WINDOW, PLACE, *rows), "The parking is paid").verdict is verdict


def test_what_is_asked_for_is_not_held_against_itself() -> None:
    look = told(WINDOW, (1, text("Payment declined")))
    assert found(element("text", "Payment declined"), look, "It is told that the payment failed").verdict is True


@pytest.mark.parametrize(
    ("said", "intent", "verdict"),
    [
        ("잔액이 부족하여 이체할 수 없습니다.", "100,000원을 이체했다", None),
        ("Insufficient balance", "100,000원 was sent", None),
        ("Tip: you can pin this", "100,000원 was sent", True),
    ],
)
def test_a_dialog_that_has_to_be_answered_speaks_too(said: str, intent: str, verdict: bool | None) -> None:
    rows = (1, text("이체 금액 100,000원")), (1, node("dialog", "알림", modal=True)), (2, text(said)), (2, button("확인"))
    assert found(element(text_contains="100,000원"), told(WINDOW, *rows), intent).verdict is verdict


@pytest.mark.parametrize("said", ["Your card was declined", "카드가 거절되었습니다"])
def test_a_title_is_no_proof_of_a_deed_beside_an_alert(said: str) -> None:
    rows = (0, node("document", "Payment complete")), (1, node("alert", said))
    sources = ToldSources(seen(*rows, title="Payment complete"), ())
    assert found(PageCheck(title="Payment complete"), sources, "The bill is paid").verdict is None
    assert found(PageCheck(title="Payment complete"), sources, "This page is shown").verdict is True


@pytest.mark.parametrize(
    ("intent", "verdict"), [("Version 6.8.2 is running", None), ("Version 6.8.2 is installed", True), ("6.8.2 is named", True)]
)
def test_what_needs_a_restart_does_not_run_yet(intent: str, verdict: bool | None) -> None:
    look = told(WINDOW, (1, text("Kernel 6.8.2 installed. Restart required.")))
    assert found(element("text", text_contains="6.8.2"), look, intent).verdict is verdict


ACCOUNT = element("button", "ada, account menu")


@pytest.mark.parametrize(
    ("rows", "seen_otherwise"),
    [
        (((1, node("alert", "Your session has expired")), (1, button("Sign in"))), True),
        (((1, heading("로그인")), (1, button("로그인"))), True),
        (((1, heading("Sign in")), (1, text("Ways to sign in"))), False),  # nowhere to do it
        (((1, heading("Sign-in options")), (1, button("Sign in"))), False),
        (((1, heading("Settings")), (1, button("Sign in"))), False),
    ],
)
def test_a_page_that_asks_to_sign_in_takes_back_that_somebody_is(rows: Any, seen_otherwise: bool) -> None:
    finding = found(ACCOUNT, told((0, node("document", "Site")), *rows), "ada is signed in")
    assert (finding.verdict, finding.seen) == (False, seen_otherwise)
    assert found(ACCOUNT, told((0, node("document", "Site")), *rows), "The menu is there").seen is False


@pytest.mark.parametrize(
    ("field", "press", "verdict"),
    [
        ("Code from your app", "Verify", None),
        ("인증번호", "확인", None),
        ("Promo code", "Verify", True),
        ("Code", "Resend", True),
    ],
)
def test_a_page_that_asks_for_a_code_has_signed_nobody_in(field: str, press: str, verdict: bool | None) -> None:
    look = told(
        (0, node("document", "Site")), (1, heading("Welcome, ada")), (1, node("textbox", field, "type")), (1, button(press))
    )
    assert found(element("heading", "Welcome, ada"), look, "ada is signed in").verdict is verdict


@pytest.mark.parametrize(
    ("place", "intent", "verdict"),
    [
        ("Outbox", "Reading 5 is noted", None),
        ("Outbox", "Reading 5 is in the outbox", True),
        ("Sponsored", "Reading 5 is noted", None),
        ("광고", "Reading 5 is noted", None),
        ("Noted readings", "Reading 5 is noted", True),
    ],
)
def test_what_waits_to_go_out_or_is_paid_for_shows_nothing(place: str, intent: str, verdict: bool | None) -> None:
    look = told(WINDOW, (1, node("list", place)), (2, node("listitem", "Reading 5")))
    assert found(element("listitem", "Reading 5"), look, intent).verdict is verdict


@pytest.mark.parametrize(
    ("said", "verdict"),
    [("Awaiting approval", None), ("Deploying…", None), ("취소됨", None), ("Budget planning for June…", None), ("Approved", True)],
)
def test_a_row_that_is_not_through_yet_does_not_show_it(said: str, verdict: bool | None) -> None:
    look = told(WINDOW, (1, node("table", "Leave")), (2, node("row", "3–7 June")), (3, node("cell", said)))
    assert found(element("row", "3–7 June"), look, "The leave is approved").verdict is verdict


def test_what_is_still_being_done_is_not_done_in_korean() -> None:
    look = told(WINDOW, (1, text("이체를 처리하고 있습니다.")))
    assert found(element(text_contains="이체"), look, "이체가 완료되었다").verdict is None
