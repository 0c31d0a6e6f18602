"""What stands beside something that came about: what speaks of it and against it, and what only seems to."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.perception.observation import Observation
from lumos_layer.state.checks import PageCheck
from lumos_layer.testing.trees import button, heading, node, text
from lumos_layer.verification.came_about import comes_about
from lumos_layer.verification.claimed import Claimed
from lumos_layer.verification.earlier import Memory
from lumos_layer.verification.probes import found
from lumos_layer.verification.sources import ToldSources
from lumos_layer.verification.understood import Understood
from tests.verification.looks import act, element, seen, told

PAGE = (0, node("document", "Orders"))


def after(*looks: Observation, acts: Any = ()) -> Any:
    """The last of the looks, remembering those before it."""
    memory, last = Memory(), None
    for look in looks:
        last = memory.with_earlier(ToldSources(look, acts))
    return last


@pytest.mark.parametrize(
    ("cell", "verdict"),
    [
        ("Sent", True),
        ("Sent to 811 of 2,114", None),
        ("Sent, allowance zorbled away", None),
        ("Sent 64 °C of 210 °C", None),
    ],
)
def test_a_row_is_no_better_than_the_cell_that_says_so(cell: str, verdict: bool | None) -> None:
    rows = (1, node("table", "Mailings")), (2, node("row", "Spring")), (3, node("cell", "Spring")), (3, node("cell", cell))
    check = element(within="Spring", text_contains="Sent")
    assert found(check, told(PAGE, *rows), "The mailing Spring is sent").verdict is verdict


def test_a_line_of_several_texts_is_no_better_than_the_text_that_says_so() -> None:
    rows = (1, node("region", "Wi-Fi")), (2, text("On air: Den")), (2, text("After the next power cycle: Burrow"))
    check = element(within="Wi-Fi", text_contains="Burrow")
    assert found(check, told(PAGE, *rows), "The Wi-Fi is called Burrow").verdict is None


def test_a_row_that_mentions_a_place_is_not_that_place() -> None:
    rows = (
        (1, node("list", "Interview")), (2, node("listitem", "Noor asks to go to Offer")),
        (1, node("region", "Offer")), (2, text("Nobody here")),
    )  # fmt: skip
    assert found(element(within="Offer", text_contains="Noor"), told(PAGE, *rows), "Noor is in the stage Offer").verdict is False


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("The bolt did not go all the way", None),
        ("Have a great evening!", True),
        ("Enjoy your evening", True),
        ("Tariffs may change on 1 January", True),  # said of another thing
        ("Tariffs may change once it is confirmed", None),
    ],
)
def test_what_came_with_a_state_in_another_part_speaks_of_it(line: str, verdict: bool | None) -> None:
    before = seen(PAGE, (1, node("switch", "Door", "toggle", checked="false")), (1, node("group", "Details")), id="o1")
    now = seen(PAGE, (1, node("switch", "Door", "toggle", checked="true")), (1, node("group", "Details")), (2, text(line)), id="o2")
    acts = (act("set_checked", "switch", "Door", "true", observation="o1"),)
    check = element("switch", "Door", checked=True)
    assert found(check, after(before, now, acts=acts), "The lock is closed").verdict is verdict


@pytest.mark.parametrize(
    ("intent", "line", "against"),
    [
        ("The card is blocked", "No items can be borrowed with it", False),  # comes of what has ended
        ("The card is blocked", "The card cannot be blocked", True),
        ("The card is paid", "No items can be borrowed with it", True),
        ("The claim is filed", "An adjuster will look at it within 5 working days", False),
        ("The claim is filed", "An adjuster will look at it once you sign", True),
        ("The claim is settled", "An adjuster will look at it within 5 working days", True),
        ("콜을 끈다", "오늘도 수고하셨습니다", False),
        ("7월 한 달 정지한다", "이 기간에는 입장할 수 없습니다", False),
    ],
)
def test_what_comes_of_it_does_not_speak_against_it(intent: str, line: str, against: bool) -> None:
    assert bool(Understood((intent,), Claimed(intent)).against(line)) is against


def test_what_came_into_a_list_after_its_press_came_about() -> None:
    before = seen(PAGE, (1, node("table", "My classes")), (2, node("row", "Spinning Mon")), id="o1")
    now = seen(PAGE, (1, node("table", "My classes")), (2, node("row", "Spinning Mon")), (2, node("row", "Yoga Fri")), id="o2")
    check = element("row", within="My classes", text_contains="Yoga Fri")
    booked = (act("click", "button", "Book", observation="o2"),)
    other = (act("click", "button", "Look up", observation="o2"),)
    assert found(check, after(before, now, acts=booked), "The class Yoga on Friday is booked").verdict is True
    assert found(check, after(before, now, acts=other), "The class Yoga on Friday is booked").verdict is None


@pytest.mark.parametrize(("name", "verdict"), [("Basket", None), ("Drafts", None), ("Orders", True)])
def test_what_was_only_picked_out_is_not_ordered(name: str, verdict: bool | None) -> None:
    rows = (1, node("list", name)), (2, node("listitem", "Lamp")), (1, text("Ordered on 3 May"))
    assert found(element("listitem", "Lamp"), told(PAGE, *rows), "The lamp is ordered").verdict is verdict


def test_a_title_is_no_proof_beside_a_line_that_denies_it() -> None:
    check, kept = PageCheck(title="Spring · Mailings"), text("We kept this one back: your domain has not been proven yet")
    acts = (act("click", "button", "Send now"),)
    for line, verdict in ((kept, None), (text("Spring"), True)):
        look = seen(PAGE, (1, heading("Spring")), (1, line), id="o2", title="Spring · Mailings")
        assert found(check, ToldSources(look, acts), "The mailing is sent").verdict is verdict


def test_a_choice_waits_for_the_button_that_names_it() -> None:
    rows = (1, node("radio", "Premium", "toggle", checked="true")), (1, button("Switch plan"))
    acts = (act("click", "radio", "Premium"),)
    check = element("radio", "Premium", checked=True)
    pressed = (*acts, act("click", "button", "Switch plan", step=2))
    assert found(check, told(PAGE, *rows, acts=acts), "The plan is Premium").verdict is None
    assert found(check, told(PAGE, *rows, acts=pressed), "The plan is Premium").verdict is True


def test_a_switch_that_is_not_on_is_no_proof_that_it_is() -> None:
    rows = (1, node("group", "Security")), (2, node("switch", "Two-step sign-in", "toggle", checked="mixed"))
    check = element(within="Security", text_contains="Two-step sign-in")
    assert found(check, told(PAGE, *rows), "Two-step sign-in is on").verdict is None


def test_what_a_thing_is_called_is_no_verb() -> None:
    acts = (act("click", "button", "Place hold"),)
    assert comes_about("There is a hold on Emma", acts)
    assert not comes_about("The page says Emma", acts)
