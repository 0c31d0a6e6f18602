"""A yes asks where it may be the last step before something is done, and not where it only shows more."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer import Observation
from lumos_layer.safety.case import Case
from lumos_layer.safety.policy import DEFAULT_POLICY
from lumos_layer.safety.review import review
from lumos_layer.testing.trees import Row, button, field, group, heading, link, node, observed, text
from tests.safety.scenes import findings, found, grounded


def screen(*rows: Row, **said: Any) -> Observation:
    """A window of a program: one that holds nothing but answers would be a dialog."""
    return observed((0, node("window", "App")), *rows, (1, node("menubar")), **said)


@pytest.mark.parametrize(
    "told",
    [
        "Step 3 of 3",
        "3 / 3",
        "3단계 중 3단계",
        "Last step",
        "Almost done!",
        "Review your details",
        "Please check your answers before you go on",
        "Summary",
        "Your application will be forwarded to the office.",
        "This cannot be undone.",
        "By continuing you accept our terms.",
        "When you press Next, the appointment is made.",
        "마지막 단계",
        "입력 내용을 확인해 주세요",
        "다음을 누르면 신청서가 접수됩니다",
        "되돌릴 수 없습니다.",
    ],
)
@pytest.mark.parametrize("name", ["Next", "Continue", "OK", "다음", "계속", "확인", "Go", "Done"])
def test_a_yes_beside_what_is_said_of_a_last_step_submits(told: str, name: str) -> None:
    look = screen((1, text(told)), (1, button("Back")), (1, button(name)))
    assert "submit" in found(look, "click", name)
    assert "submit" in found(look, "press_key", name, key="Enter")
    assert "submit" in found(look, "press_key", name, key=" ")


@pytest.mark.parametrize("name", ["Next", "Next step", "Continue", "Proceed", "OK", "Yes", "✓", "다음", "다음 단계", "확인", "예"])
@pytest.mark.parametrize("beside", [(button("Back"),), (field("Name"),), (node("checkbox", "Keep a copy", "toggle"),)])
def test_a_yes_of_which_nothing_says_where_it_leads_asks(name: str, beside: tuple[Any, ...]) -> None:
    look = screen((1, text("Ann Lee, 12 Main Street")), *((1, each) for each in beside), (1, button(name)))
    decision = review(grounded(look, "click", name), look, DEFAULT_POLICY, Case(trusted=True))
    assert (decision.verdict, decision.classes) == ("ask", ("submit",))


def test_what_is_pressed_by_its_access_key_asks_as_well() -> None:
    look = screen((1, text("Ann Lee")), (1, button("Back")), (1, button("Next")))
    assert found(look, "press_key", key="Alt+n") == {"submit"}


@pytest.mark.parametrize("words", ["Next", "다음"])
def test_next_turns_pages_beside_previous_and_what_is_looked_through(words: str) -> None:
    back = {"Next": "Previous", "다음": "이전"}[words]
    calendar = screen((1, group()), (2, button(back)), (2, button(words)), (2, node("grid", "June")))
    pages = screen((1, group()), (2, button(back)), (2, link("1")), (2, link("2")), (2, button(words)))
    gallery = screen((1, button(back)), (1, node("img", "A lamp")), (1, button(words)), (1, button("Add to list")))
    assert [cleared(look, words) for look in (calendar, pages, gallery)] == [["it turns pages"]] * 3


def test_previous_and_next_over_fields_turn_no_pages() -> None:
    look = screen((1, group()), (2, field("Street")), (2, button("Previous")), (2, button("Next")))
    assert found(look, "click", "Next") == {"submit"}


@pytest.mark.parametrize("told", ["Step 1 of 3", "1 / 3", "3단계 중 1단계"])
def test_next_before_more_steps_only_shows_the_next_one(told: str) -> None:
    assert cleared(screen((1, text(told)), (1, field("Name")), (1, button("Next"))), "Next") == ["more steps are said to follow"]


def test_next_beside_finish_leads_to_one_more_step() -> None:
    look = screen((1, field("Name")), (1, button("Back")), (1, button("Next")), (1, button("Finish")))
    assert cleared(look, "Next") == ["more steps are said to follow"]
    assert found(look, "click", "Finish") == {"submit"}


def test_a_tour_that_can_be_skipped_and_a_message_with_one_answer_do_nothing() -> None:
    tour = screen((1, text("Swipe to see more")), (1, button("Skip")), (1, button("Next")))
    assert cleared(tour, "Next") == ["it leads through what can be skipped"]
    message = screen((1, text("The copy has ended.")), (1, button("OK")))
    assert cleared(message, "OK") == ["it is the only answer to what only tells"]


def test_go_beside_a_field_to_search_and_a_link_to_a_page_only_look() -> None:
    search = screen((1, node("search")), (2, node("searchbox", "Search", "type")), (2, button("OK")), (1, button("Menu")))
    assert cleared(search, "OK") == ["it looks for something"]
    page = screen((1, text("Read on")), (1, button("Bookmarks")), (1, link("Continue", url="https://example.org/2")))
    assert cleared(page, "Continue") == ["it leads to another page"]


@pytest.mark.parametrize("name", ["Go", "Start", "Got it", "시작", "Menu", "More"])
def test_everyday_words_ask_only_beside_a_last_step(name: str) -> None:
    assert found(screen((1, heading("Welcome")), (1, button(name)), (1, button("Help me"))), "click", name) == set()


def cleared(look: Observation, name: str) -> list[str]:
    return [each.cleared for each in findings(look, "click", name)]
