from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as some

from lumos_layer.actions.outcomes import Failed, NoEffect, rejected
from lumos_layer.actions.violation import Reason, Violation
from lumos_layer.planning.popups import PopupClass
from lumos_layer.planning.port import Remembered
from lumos_layer.planning.recovery import Remedy, Situation, remedy, situation_of
from lumos_layer.planning.screen_state import PageState
from lumos_layer.testing.trees import button, node, observed, text
from lumos_layer.tree import Scroll


@pytest.mark.parametrize(
    ("situation", "kind", "ends"),
    [
        (Situation(no_progress="no progress: click 'Go' 5 times"), "give_up", "failed"),
        (Situation(outcome="rejected", reason="policy"), "give_up", "blocked"),
        (Situation(outcome="paused"), "ask_person", None),
        (Situation(page_state="loading"), "wait", None),
        (Situation(page_state="loading", waits=6), "give_up", "failed"),
        (Situation(page_state="loading", waits=6, moving=True), "wait", None),
        (Situation(page_state="dialog", popup="harmless", closing="A5"), "close_popup", None),
        (Situation(page_state="dialog", popup="harmless"), "ask_person", None),
        (Situation(page_state="dialog", popup="consent", closing="A5"), "ask_person", None),
        (Situation(page_state="dialog", popup="payment", closing="A5"), "ask_person", None),
        (Situation(page_state="dialog", popup="unknown", closing="A5"), "ask_person", None),
        (Situation(sensitive=True), "ask_person", None),
        (Situation(outcome="failed", attempts=3), "give_up", "failed"),
        (Situation(page_state="empty"), "observe", None),
        (Situation(page_state="empty", looks=2), "give_up", "failed"),
        (Situation(confidence=0.3, looks=2), "clarify", None),
        (Situation(outcome="rejected", reason="not_found"), "observe", None),
        (Situation(outcome="rejected", reason="not_found", looks=1, scrolls_at="A7"), "scroll", None),
        (Situation(outcome="rejected", reason="not_found", looks=1), "wait", None),
        (Situation(outcome="rejected", reason="not_found", looks=1, waits=1), "clarify", None),
        (Situation(outcome="rejected", reason="stale"), "observe", None),
        (Situation(outcome="no_effect"), "observe", None),
        (Situation(outcome="rejected", reason="disabled", looks=2), "clarify", None),
        (Situation(outcome="unknown"), "observe", None),
        (Situation(outcome="unknown", looks=2), "ask_person", None),
    ],
)
def test_each_situation_has_its_remedy(situation: Situation, kind: str, ends: str | None) -> None:
    found = remedy(situation)
    assert (found.kind, found.ends) == (kind, ends)


def test_a_screen_that_stays_busy_ends_with_still_loading() -> None:
    assert remedy(Situation(page_state="loading", waits=6)).reason.startswith("still loading")
    assert remedy(Situation(page_state="loading", waits=30, moving=True)).reason.startswith("still loading")


SITUATIONS = some.builds(
    Situation,
    outcome=some.sampled_from(("", "done", "no_effect", "rejected", "failed", "unknown", "aborted", "paused", "needs_approval")),
    reason=some.sampled_from(("", *get_args(Reason))),
    page_state=some.sampled_from(get_args(PageState)),
    popup=some.none() | some.sampled_from(get_args(PopupClass)),
    closing=some.sampled_from(("", "A5")),
    confidence=some.sampled_from((0.1, 1.0)),
    scrolls_at=some.sampled_from(("", "surface", "A7")),
    sensitive=some.booleans(),
)


@given(SITUATIONS)
def test_whoever_follows_the_remedies_comes_to_an_end(situation: Situation) -> None:
    kinds: list[str] = []
    while len(kinds) < 60 and (not kinds or kinds[-1] not in ("clarify", "ask_person", "give_up")):
        found = remedy(situation)
        kinds.append(found.kind)
        situation = situation.model_copy(update=followed(situation, found))
    assert kinds[-1] in ("clarify", "ask_person", "give_up"), kinds


def followed(situation: Situation, found: Remedy) -> dict[str, Any]:
    """How the counts stand after a remedy that has not helped."""
    counted = {"observe": "looks", "wait": "waits", "scroll": "scrolls"}.get(found.kind)
    more = {counted: getattr(situation, counted) + 1} if counted else {}
    return {"attempts": situation.attempts + (situation.page_state != "loading"), **more}


@given(SITUATIONS)
def test_nothing_but_looking_waiting_scrolling_and_closing_is_done_without_a_person(situation: Situation) -> None:
    action = remedy(situation).action
    verb = action.get("type") if isinstance(action, dict) else None
    assert verb in (None, "observe", "wait", "scroll", "clarify", "click")
    if verb == "click":
        assert (situation.popup, action) == ("harmless", {"type": "click", "ref": situation.closing})


def act(verb: str, outcome: str, delta: Any = None) -> Remembered:
    return Remembered(step=0, action={"type": verb}, outcome=outcome, delta=delta)


def test_the_situation_is_read_off_outcome_screen_and_memory() -> None:
    look = observed((0, node("window", "App")), (1, node("list", "Files", "scroll", scroll=Scroll(below=50))), (2, text("a.txt")))
    missing = rejected([Violation(reason="not_found", message="No element has the ref A9.")])
    memory = [act("click", "done"), act("click", "rejected"), act("observe", "done"), act("scroll", "done"), act("wait", "done")]
    found = situation_of(missing, look, memory, attempts=2)
    assert (found.outcome, found.reason, found.said) == ("rejected", "not_found", "No element has the ref A9.")
    assert (found.scrolls_at, found.looks, found.scrolls, found.waits, found.attempts) == ("A1", 1, 1, 1, 2)


def test_a_wait_in_which_progress_moved_is_told_from_one_in_which_nothing_did() -> None:
    look = observed((0, node("window", "App", busy=True)))
    moved, still = ({"since": "o1", "changed": [[2, "10", "20"]]}, {"since": "o1", "same": True})
    assert situation_of(None, look, [act("wait", "done", moved)]).moving is True
    assert situation_of(None, look, [act("wait", "done", still)]).moving is False


def test_dialogs_that_were_opened_on_purpose_are_no_popups() -> None:
    look = observed((0, node("window", "App")), (1, node("dialog", "Save as", modal=True)), (2, button("OK")))
    dialog = look.ref_of(1) or ""
    assert situation_of(NoEffect(), look).popup == "harmless"
    assert situation_of(NoEffect(), look, expected=(dialog,)).popup is None


def test_no_progress_ends_the_run_whatever_else_is_on_the_screen() -> None:
    look = observed((0, node("window", "App")), (1, button("Load more")))
    click = Remembered(step=0, action={"type": "click", "ref": "A1"}, element="button 'Load more'", outcome="no_effect")
    found = remedy(situation_of(Failed(error="x"), look, [click] * 5))
    assert (found.kind, found.ends, "no progress: click button 'Load more' 5 times" in found.reason) == ("give_up", "failed", True)
