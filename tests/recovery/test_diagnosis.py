"""Whose doing it is that a run does not get on, and the words that show it (S44 to S48, S52, S54)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumos_layer import Observation, read
from lumos_layer.planning.diagnosis import Diagnosis, Trigger
from lumos_layer.planning.feedback import EnvironmentEvent
from lumos_layer.planning.port import Remembered
from lumos_layer.planning.progress import signature
from lumos_layer.planning.recovery import Situation, remedy
from lumos_layer.recovery.dead_ends import Troubles, forced_change, told_of
from lumos_layer.recovery.diagnosis import diagnose
from lumos_layer.recovery.triggers import Signals, triggered
from lumos_layer.recovery.trouble import Trouble

LOGIN = Path(__file__).parents[2] / "blueprints" / "login" / "dump.json"


@pytest.fixture(scope="module")
def look() -> Observation:
    return read(LOGIN)


def ref_of(look: Observation, role: str) -> str:
    return next(ref for ref, i in look.refs.items() if look.tree[i].role == role)


def trouble(look: Observation, action: Any = None, trigger: Trigger = "actor_failure", **more: Any) -> Trouble:
    fields = Situation.model_fields
    now = Situation(**{name: more.pop(name) for name in list(more) if name in fields})
    return Trouble(trigger=trigger, situation=now, observation=look, action=action, **more)


REASONS = [
    ("invalid", "planner", "tactical", "execution_error"),
    ("stale", "environment", "tactical", "target_missing"),
    ("not_found", "planner", "tactical", "target_missing"),
    ("not_visible", "actor", "tactical", "target_missing"),
    ("disabled", "planner", "tactical", "blocking_state"),
    ("read_only", "planner", "tactical", "wrong_target"),
    ("covered", "environment", "tactical", "target_blocked"),
    ("modal", "environment", "tactical", "target_blocked"),
    ("minimised", "environment", "tactical", "blocking_state"),
    ("unsupported", "planner", "tactical", "wrong_target"),
    ("paused", "environment", "tactical", "blocking_state"),
    ("denied", "planner", "strategic", ""),
    ("policy", "planner", "strategic", ""),
]


@pytest.mark.parametrize(("reason", "role", "category", "kind"), REASONS)
def test_each_reason_of_a_rejection_has_its_diagnosis(look: Observation, reason: str, role: str, category: str, kind: str) -> None:
    found = diagnose(trouble(look, outcome="rejected", reason=reason, said="It was refused."))
    assert (found.role, found.category, found.sub_kind) == (role, category, kind)
    assert found.quotes == ("It was refused.",)
    assert not found.insufficient


def test_a_dialog_in_the_way_is_the_environments_doing_and_closing_it_is_suggested(look: Observation) -> None:
    closing = ref_of(look, "button")
    found = diagnose(
        trouble(look, outcome="rejected", reason="modal", popup="harmless", popup_name="Tip of the day", closing=closing)
    )
    assert (found.role, found.sub_kind, found.quotes) == ("environment", "target_blocked", ("Tip of the day",))
    assert found.suggested == {"type": "click", "ref": closing}


def test_a_dialog_about_money_suggests_nothing(look: Observation) -> None:
    closing = ref_of(look, "button")
    assert diagnose(trouble(look, popup="payment", popup_name="Buy", closing=closing)).suggested is None


def test_a_busy_screen_is_waited_for(look: Observation) -> None:
    found = diagnose(trouble(look, outcome="no_effect", page_state="loading", said="Nothing changed."))
    assert (found.role, found.sub_kind, found.suggested) == ("environment", "blocking_state", {"type": "wait", "seconds": 1.0})


def test_an_act_in_vain_is_tactical_and_the_third_strategic(look: Observation) -> None:
    press = {"type": "click", "ref": ref_of(look, "button")}
    first = diagnose(trouble(look, press, outcome="no_effect", said="Nothing changed.", same_ineffective=1))
    third = diagnose(trouble(look, press, outcome="no_effect", said="Nothing changed.", same_ineffective=3))
    assert (first.role, first.category, first.sub_kind) == ("actor", "tactical", "wrong_target")
    assert (third.role, third.category) == ("planner", "strategic")


def test_what_is_about_no_element_has_no_wrong_target(look: Observation) -> None:
    said = "This surface cannot do open_url."
    page = diagnose(
        trouble(look, {"type": "open_url", "url": "https://a.example/"}, outcome="rejected", reason="unsupported", said=said)
    )
    assert (page.role, page.category, page.sub_kind, page.quotes) == ("planner", "tactical", "execution_error", (said,))
    press = diagnose(trouble(look, {"type": "click", "ref": ref_of(look, "button")}, outcome="rejected", reason="unsupported"))
    assert press.sub_kind == "wrong_target"
    late = "It did not come about within 3 seconds."
    for verb in ("wait_for", "wait_for_change"):
        waited = diagnose(trouble(look, {"type": verb}, outcome="no_effect", said=late, same_ineffective=3))
        assert (waited.role, waited.category, waited.sub_kind, waited.quotes) == (
            "environment",
            "tactical",
            "blocking_state",
            (late,),
        )


def test_a_suggested_act_has_not_failed_before(look: Observation) -> None:
    ref = ref_of(look, "button")
    press = {"type": "click", "ref": ref}
    first: Any = diagnose(trouble(look, press, outcome="no_effect", said="Nothing changed.")).suggested
    assert first == {"type": "press_key", "key": "Enter", "ref": ref}
    element = f"button {look.name_of(look.refs[ref])!r}"
    again = diagnose(trouble(look, press, outcome="no_effect", said="Nothing changed.", failed={signature(first, element)}))
    assert again.suggested == {"type": "press_key", "key": " ", "ref": ref}


def test_keys_that_went_elsewhere_are_a_lost_focus(look: Observation) -> None:
    typed = {"type": "type_text", "text": "ann"}
    found = diagnose(trouble(look, typed, outcome="no_effect", said="Nothing changed.", element="textbox 'Elsewhere'"))
    assert (found.role, found.sub_kind) == ("environment", "focus_lost")


def test_what_a_screen_says_of_an_entry_is_quoted(look: Observation) -> None:
    event = EnvironmentEvent(kind="validation", text="Enter a number")
    found = diagnose(trouble(look, outcome="no_effect", events=[event]))
    assert (found.role, found.sub_kind, found.quotes) == ("planner", "blocking_state", ("Enter a number",))


def test_what_nobody_saw_is_too_little_to_go_by(look: Observation) -> None:
    found = diagnose(trouble(look, outcome="unknown", said="Nobody looked."))
    assert (found.role, found.category, found.insufficient) == ("unclear", "information_gap", True)
    assert diagnose(trouble(look, trigger="cadence")).insufficient is True


def test_a_refused_end_is_the_verifiers_doing_only_where_the_screen_shows_what_it_misses(look: Observation) -> None:
    missing = ("The name is saved.",)
    mine = diagnose(trouble(look, trigger="completion_refused", missing=missing))
    its = diagnose(trouble(look, trigger="completion_refused", missing=missing, shown=("Saved: Ada",)))
    assert (mine.role, mine.category, mine.quotes) == ("planner", "strategic", missing)
    assert (its.role, its.quotes, its.confidence) == ("verifier", ("Saved: Ada",), 0.9)
    assert diagnose(trouble(look, trigger="completion_refused")).insufficient is True


def test_requirements_that_conflict_are_reported_before_anything_else(look: Observation) -> None:
    found = diagnose(trouble(look, outcome="rejected", reason="stale", conflicts=[("Theme is dark", "Theme is light")]))
    assert (found.role, found.category) == ("planner", "strategic")
    assert found.quotes == ("Theme is dark", "Theme is light")


def test_a_model_is_asked_where_rules_know_too_little_and_believed_where_it_quotes(look: Observation) -> None:
    unseen = trouble(look, outcome="unknown", said="Nobody looked.")
    said = Diagnosis(role="actor", category="tactical", quotes=("Nobody looked.", "It was the cat."), confidence=0.7)
    assert diagnose(unseen, lambda _: said).quotes == ("Nobody looked.",)
    assert diagnose(unseen, lambda _: said.model_copy(update={"quotes": ("It was the cat.",)})).insufficient is True
    assert diagnose(trouble(look, outcome="rejected", reason="stale", said="Gone."), lambda _: said).role == "environment"


@given(
    st.sampled_from(["", "done", "no_effect", "rejected", "failed", "unknown", "aborted", "paused"]),
    st.sampled_from(["", *(row[0] for row in REASONS)]),
    st.text(max_size=30),
    st.sampled_from(["ready", "loading", "dialog", "empty"]),
    st.sampled_from(["actor_failure", "completion_refused", "budget", "empty_queue", "cadence"]),
    st.lists(st.text(max_size=10), max_size=3),
    st.integers(0, 5),
)
def test_whatever_goes_wrong_there_is_a_diagnosis_that_quotes_only_what_was_said(
    outcome: str, reason: str, said: str, state: Any, trigger: Any, missing: list[str], times: int
) -> None:
    look = read(LOGIN)
    press = {"type": "click", "ref": ref_of(look, "button")}
    before = trouble(
        look, press, trigger, outcome=outcome, reason=reason, said=said, page_state=state, missing=missing, same_ineffective=times
    )
    found = diagnose(before)
    spoken = list(before.said())
    assert all(any(quote in words for words in spoken) for quote in found.quotes)
    assert found == diagnose(before)
    if found.suggested is not None:
        assert diagnose(trouble(look, press, trigger, outcome=outcome, said=said, failed={signature(found.suggested)})) is not None


# What starts it


@pytest.mark.parametrize(
    ("signals", "wanted"),
    [
        ({"outcome": "no_effect"}, "actor_failure"),
        ({"outcome": "rejected", "verb": "finish"}, "completion_refused"),
        ({"outcome": "done", "mismatch": True}, "actor_failure"),
        ({"outcome": "done", "queue": 0}, "empty_queue"),
        ({"outcome": "done", "steps": 15, "max_steps": 20}, "budget"),
        ({"outcome": "done", "steps": 14, "max_steps": 20}, None),
        ({"outcome": "done", "steps": 17, "max_steps": 20}, "budget"),
        ({"outcome": "done", "steps": 16, "max_steps": 20, "warned": True}, None),
        ({"outcome": "done", "steps": 6, "max_steps": 7}, None),
        ({"outcome": "done", "since_progress": 11}, None),
        ({"outcome": "done", "since_progress": 12}, "cadence"),
        ({"outcome": "done", "since_progress": 13}, "cadence"),
        ({"outcome": "done"}, None),
    ],
)
def test_what_starts_a_diagnosis(signals: dict[str, Any], wanted: Trigger | None) -> None:
    assert triggered(Signals(**signals)) == wanted


# Dead ends


def test_dead_ends_are_told_ways_first_with_how_often() -> None:
    troubles = Troubles().with_dead_end("action", "a", "click button 'Save'", "Nothing changed.", 1)
    troubles = troubles.with_dead_end("action", "a", "click button 'Save'", "Nothing changed.", 2)
    troubles = troubles.with_dead_end("strategy", "Save", "to go on by Save", "planner, strategic", 2)
    assert told_of(troubles) == (
        "This way leads nowhere (last in step 2): to go on by Save. planner, strategic",
        "This came to nothing 2 times (last in step 2): click button 'Save'. Nothing changed.",
    )


def test_dead_ends_stay_bounded_and_the_latest_are_kept() -> None:
    troubles = Troubles()
    for n in range(100):
        troubles = troubles.with_dead_end("action", str(n), f"act {n}", "", n)
    assert [end.said for end in troubles.dead_ends] == [f"act {n}" for n in range(80, 100)]


def test_three_acts_in_vain_force_a_change_and_one_that_works_ends_the_count() -> None:
    press: Any = {"type": "click", "ref": "A1"}
    entries = [Remembered(step=n, action=press, element="button 'Go'", outcome="no_effect") for n in range(3)]
    assert forced_change(entries, {"type": "click", "ref": "A7"}, "button 'Go'").startswith("You have done this 3 times")
    assert forced_change(entries[:2], press, "button 'Go'") == ""
    assert forced_change(entries, {"type": "click", "ref": "A1"}, "button 'Stop'") == ""
    worked = Remembered(step=4, action=press, element="button 'Go'", outcome="done", delta={"changed": [1]})
    assert forced_change([*entries, worked], press, "button 'Go'") == ""


# What stands in the way on the screen

TWO = (
    '<Pane Name="Desktop" RuntimeId="1" x="0" y="0" width="900" height="700">'
    '<Window Name="Notes" RuntimeId="2" x="0" y="0" width="400" height="500">'
    '<Button Name="Save" RuntimeId="3" x="10" y="10" width="200" height="30"/></Window>'
    '<Window Name="Chat" RuntimeId="4" x="420" y="0" width="400" height="500">'
    '<Edit Name="Message" RuntimeId="5" x="430" y="10" width="200" height="30" Value="" HasKeyboardFocus="True"/></Window>'
    "</Pane>"
)


def test_another_window_in_front_leads_back_to_the_window_of_the_task() -> None:
    look = read(TWO.encode())
    refs = {look.name_of(i): ref for ref, i in look.refs.items()}
    press = {"type": "click", "ref": refs["Save"]}
    found = diagnose(trouble(look, press, outcome="no_effect", said="Nothing changed.", window="Notes"))
    assert (found.role, found.sub_kind, found.quotes) == ("environment", "focus_lost", ("Chat", "Notes"))
    assert found.suggested == {"type": "switch_window", "ref": refs["Notes"]}
    at_home = diagnose(trouble(look, press, outcome="no_effect", said="Nothing changed.", window="Chat"))
    assert at_home.sub_kind == "wrong_target"


def test_a_page_that_could_not_be_had_is_loaded_anew(look: Observation) -> None:
    event = EnvironmentEvent(kind="error", text="This site can't be reached")
    found = diagnose(trouble(look, {"type": "observe"}, outcome="no_effect", events=[event]))
    assert (found.role, found.quotes) == ("environment", ("This site can't be reached",))
    assert found.suggested == {"type": "open_url", "url": look.url}


def test_an_empty_page_is_looked_at_loaded_anew_and_given_up() -> None:
    empty = Situation(page_state="empty", url="https://shop.example/")
    kinds = [remedy(empty).kind, remedy(empty.model_copy(update={"looks": 2})).kind]
    kinds.append(remedy(empty.model_copy(update={"looks": 2, "refreshes": 1})).kind)
    assert kinds == ["observe", "refresh", "give_up"]
    assert remedy(empty.model_copy(update={"looks": 2, "url": ""})).kind == "give_up"
