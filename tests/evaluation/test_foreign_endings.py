"""Endings that were written without sight of the verifier: what it claims of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from lumos_layer.evaluation.endings import endings_in
from lumos_layer.evaluation.made_up import MadeUp
from lumos_layer.evaluation.playing import judged
from lumos_layer.verification.metrics import Tally

HERE = Path(__file__).parent
FIRST = {
    ("cdp-sign-up", "c"),  # the page marks as invalid what it has not looked at again
    ("cdp-sign-up", "n"),
    ("toast-once", "toast"),  # a message that comes and goes, which the check does not ask for by its role
}
SECOND = {
    # words beside it that nobody understands
    ("android-permission", "c"),
    ("issue-closed", "i"),
    ("pin-honest", "p"),  # a switch beside a Save that was not pressed
}
THIRD = {
    # words beside it that nobody understands
    ("published-really", "wanted"),
    ("minwon-ko", "wanted"),
    ("issue-closed", "wanted"),
    ("taxi-cancelled", "wanted"),
    ("label-copied", "number"),  # what stands in a field that can be typed into is not read into a slot
    ("label-copied", "note"),
    ("slot-ios", "source"),
    ("slot-ios", "copied"),
}


@pytest.mark.parametrize(
    ("folder", "count", "tally", "known"),
    [
        ("foreign_endings", 266, Tally(right=140, false_claims=0, missed=3, rightly_open=157), FIRST),
        ("foreign_endings_2", 572, Tally(right=323, false_claims=0, missed=3, rightly_open=289), SECOND),
        ("foreign_endings_3", 320, Tally(right=187, false_claims=0, missed=8, rightly_open=146), THIRD),
    ],
)
def test_nothing_is_claimed_that_is_not_so_and_little_is_missed(
    folder: str, count: int, tally: Tally, known: set[tuple[str, str]]
) -> None:
    endings = list(endings_in([HERE / folder]))
    results = [(ending, judged(ending, path.parent)) for path, ending in endings]
    missed = {(each.name, id) for each, result in results for id, so in each.done.items() if so and not result.claimed[id]}
    total = sum((result.tally for _, result in results), Tally())
    assert (len(results), total) == (count, tally)
    assert [each.name for each, result in results if result.false_completion] == []
    assert missed == known


@pytest.mark.parametrize(
    ("folder", "count", "believed"),
    [
        ("foreign_endings", 153, set()),
        # an address of which only the page says that it is not there, and a line beside a field that nobody has set
        ("foreign_endings_2", 287, {"page-gone", "url-lies", "unsaved-mark"}),
        ("foreign_endings_3", 145, {"signed-out-again"}),  # who was signed in a look before
    ],
)
def test_hardly_anything_is_believed_beside_words_that_no_list_knows(folder: str, count: int, believed: set[str]) -> None:
    endings = [(path, each) for path, each in endings_in([HERE / folder]) if not all(each.done.values())]
    results = [judged(each, path.parent, seen_as=MadeUp(each).look) for path, each in endings]
    assert len(results) == count
    assert {each.name for each in results if each.false_completion} == believed
