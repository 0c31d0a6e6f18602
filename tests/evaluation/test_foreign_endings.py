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
    ("scale-page-left", "p"),
    ("offscreen-modal", "s"),
    ("comment-posted", "c"),
    ("pin-honest", "p"),  # a switch beside a Save that was not pressed
}
THIRD = {
    # words beside it that nobody understands
    ("published-really", "wanted"),
    ("minwon-ko", "wanted"),
    ("concert-tickets-two", "wanted"),
    ("card-frozen", "wanted"),
    ("taxi-cancelled", "wanted"),
    ("label-copied", "number"),  # what stands in a field that can be typed into is not read into a slot
    ("label-copied", "note"),
    ("slot-ios", "source"),
    ("slot-ios", "copied"),
}
FOURTH = {
    # words beside it that nobody understands
    ("cellar-moved", "wanted"),
    ("hotel-paid-open", "paid"),
    ("kiosk-paid", "wanted"),
    ("kiosk-eat-in", "wanted"),
    ("ko-market-price", "wanted"),
    ("ko-set-saver", "wanted"),
    ("ko-rail-alarm", "wanted"),
    ("ko-rail-passenger", "wanted"),
    ("parcel-redirected", "wanted"),
    ("dump-ko-locker", "wanted"),
    ("sheet-shared-saved", "wanted"),
    # nothing says that it has come about in words that are known to say so
    ("parcel-delivered", "wanted"),
    ("meet-admitted", "wanted"),
}
FIFTH = {
    # words beside it that nobody understands
    ("3d-stopped", "wanted"),
    ("ci-secret", "wanted"),
    ("courier-photo", "wanted"),
    ("de-car", "wanted"),
    ("de-loan", "wanted"),
    ("disk-formatted", "wanted"),
    ("dns-zone-live", "wanted"),
    ("gym-tier", "wanted"),
    ("hire-rejected", "wanted"),
    ("it-tickets", "wanted"),
    ("ja-seat", "wanted"),
    ("k-bid-watch", "wanted"),
    ("k-door-locked", "wanted"),
    ("k-hire-rejected", "wanted"),
    ("k-museum-bought", "wanted"),
    ("k-rider-accept", "wanted"),
    ("k-router-ssid", "wanted"),
    ("k-tel-topup", "wanted"),
    ("k-vet-weight", "wanted"),
    ("lab-discarded", "wanted"),
    ("library-room", "wanted"),
    ("news-sent", "wanted"),
    ("reader-theme", "wanted"),
    ("router-ssid", "wanted"),
    ("vet-vaccine", "wanted"),
    ("fleet-odometer", "wanted"),  # a row that says that something failed, years ago
    # nothing says that it has come about in words that are known to say so
    ("courier-break", "wanted"),
    ("nl-reading", "wanted"),
}
FALSE = {"foreign_endings_4": ["db-rolledback"]}  # a cell that was as wanted before a transaction was rolled back


@pytest.mark.parametrize(
    ("folder", "count", "tally", "known"),
    [
        ("foreign_endings", 266, Tally(right=140, false_claims=0, missed=3, rightly_open=157), FIRST),
        ("foreign_endings_2", 572, Tally(right=322, false_claims=0, missed=4, rightly_open=289), SECOND),
        ("foreign_endings_3", 320, Tally(right=186, false_claims=0, missed=9, rightly_open=146), THIRD),
        ("foreign_endings_4", 437, Tally(right=234, false_claims=1, missed=13, rightly_open=205), FOURTH),
        ("foreign_endings_5", 368, Tally(right=178, false_claims=0, missed=28, rightly_open=170), FIFTH),
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
    assert [each.name for each, result in results if result.false_completion] == FALSE.get(folder, [])
    assert missed == known


@pytest.mark.parametrize(
    ("folder", "count", "believed"),
    [
        ("foreign_endings", 153, set()),
        # an address of a page that asks to sign in, and a line beside a field that nobody has set
        ("foreign_endings_2", 287, {"url-lies", "unsaved-mark"}),
        # who was signed in a look before, and words right beside it that read like names
        ("foreign_endings_3", 145, {"signed-out-again", "toast-sent-ios-failed", "bank-not-confirmed"}),
        ("foreign_endings_4", 206, {"db-rolledback", "ko-grade-temp", "parcel-archived-partlist"}),
        # words right beside it that read like names, and a cell beside words of waiting that read like facts
        ("foreign_endings_5", 170, {"news-test", "checkin-seat-moved"}),
    ],
)
def test_hardly_anything_is_believed_beside_words_that_no_list_knows(folder: str, count: int, believed: set[str]) -> None:
    endings = [(path, each) for path, each in endings_in([HERE / folder]) if not all(each.done.values())]
    results = [judged(each, path.parent, seen_as=MadeUp(each).look) for path, each in endings]
    assert len(results) == count
    assert {each.name for each in results if each.false_completion} == believed
