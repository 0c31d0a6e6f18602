"""After several failures in a row the runtime suggests a hand-off."""

from __future__ import annotations

import pytest

from lumos_layer.actions.base import against
from lumos_layer.actions.outcomes import Done, Failed, NoEffect, Outcome, Paused, Unknown, rejected
from lumos_layer.surface.suggestion import hand_off_suggested

_STALE = rejected([against("stale", "Secret words of the page", "ref")])


def test_three_failures_in_a_row_suggest_one_without_words_of_the_page() -> None:
    found = hand_off_suggested([Done(), NoEffect(), _STALE, Failed(error="Secret words of the page")])
    assert found is not None
    assert (found.failures, found.reason) == (
        3,
        "stuck: 3 acts in a row came to nothing (no_effect, rejected (stale), failed)",
    )


@pytest.mark.parametrize(
    "acts",
    [[], [NoEffect(), NoEffect()], [NoEffect(), NoEffect(), NoEffect(), Done()], [NoEffect(), NoEffect(), Done(), NoEffect()]],
)
def test_fewer_or_a_success_since_suggest_none(acts: list[Outcome]) -> None:
    assert hand_off_suggested(acts) is None


def test_what_a_person_stopped_is_no_failure_and_no_success() -> None:
    acts: list[Outcome] = [NoEffect(), Unknown(why=""), Paused()]
    assert hand_off_suggested(acts) is None
    assert hand_off_suggested([*acts, NoEffect()]) is not None


def test_how_many_can_be_said() -> None:
    assert hand_off_suggested([NoEffect()], most=1) is not None
