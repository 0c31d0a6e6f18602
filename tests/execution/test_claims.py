"""Whoever claims that something was sent has looked since, or is told to."""

from __future__ import annotations

import pytest

from lumos_layer.actions.base import against
from lumos_layer.actions.finish import Finish
from lumos_layer.actions.outcomes import Done, NoEffect, Outcome, Unknown, rejected
from lumos_layer.execution.claims import claims_submission, unproven
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.session import Session
from tests.screens import button, window


def looks(count: int) -> Observation:
    """The last of so many looks."""
    session = Session()
    return [session.observe(window(button(f"B{n}", str(n + 2)))) for n in range(count)][-1]


SENT = Finish(success=True, reason="The form was submitted.")


@pytest.mark.parametrize(
    "words", ["The mail was sent.", "Order placed and paid", "신청서를 제출했습니다", "메일을 보냈어요", "Saved it"]
)
def test_it_knows_such_claims(words: str) -> None:
    assert claims_submission(words)


@pytest.mark.parametrize("words", ["The price is 12 euros.", "The page is open.", "가격은 12유로입니다"])
def test_and_others(words: str) -> None:
    assert not claims_submission(words)


def test_a_look_after_the_act_is_enough() -> None:
    acts = [Done(before="o1", after="o2")]
    assert unproven(SENT, acts, looks(2)) == ""
    assert unproven(SENT, acts, looks(3)) == ""


def test_a_look_before_the_act_is_not() -> None:
    assert unproven(SENT, [Done(before="o1", after="o2")], looks(1)).startswith("Nobody has looked")
    assert unproven(SENT, [Done(before="o1", after="o2")], None).startswith("Nobody has looked")


def test_what_was_sent_unseen_needs_another_look() -> None:
    acts: list[Outcome] = [Done(before="o1", after="o2"), Unknown(before="o2", why="a person came")]
    assert unproven(SENT, acts, looks(2)).startswith("Nobody has looked")
    assert unproven(SENT, acts, looks(3)) == ""


def test_where_nothing_was_done_nothing_was_submitted() -> None:
    refused = rejected([against("stale", "", "ref")])
    for acts in ([], [refused], [NoEffect(before="o1", after="o2")]):
        assert unproven(SENT, acts, looks(2)).startswith("Nothing was carried out")


def test_other_claims_and_failures_need_nothing() -> None:
    assert unproven(Finish(success=True, reason="The price is 12."), [], None) == ""
    assert unproven(Finish(success=False, reason="It could not be sent."), [], None) == ""
