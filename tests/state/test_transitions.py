"""The rules of the agent's state, S04 to S18, each by an example."""

from __future__ import annotations

import pytest

from lumos_layer.errors import BadOption, BadTask
from lumos_layer.state import VerifierDecision, add_requirements, apply, begin, refuse_claim, replan
from lumos_layer.state.checks import AppCheck, ElementCheck
from lumos_layer.state.events import Decided, PlanRefused, Refused, Replanned
from tests.state.acting import after, invalidate, judged, seen, value, verify, wanted

CHAIN = (wanted("a"), wanted("b", "a"), wanted("c", "b"))


def test_a_new_run_has_verified_nothing() -> None:
    state = begin(CHAIN).state
    assert state.statuses == {"a": "pending", "b": "pending", "c": "pending"}
    assert (state.version, state.verified, state.leaves, state.open_leaves) == (1, (), ("c",), ("c",))


def test_what_is_seen_to_hold_is_verified_and_the_old_state_stays_as_it_was() -> None:  # S04, S05
    before = begin(CHAIN).state
    made = apply(before, verify("a", 2))
    assert made.refused == ""
    assert made.state.statuses == {"a": "verified", "b": "pending", "c": "pending"}
    assert before.statuses["a"] == "pending"
    (event,) = made.events
    assert isinstance(event, Decided)
    assert [(each.requirement, each.before, each.after) for each in event.changes] == [("a", "pending", "verified")]


def test_keeping_changes_nothing_and_is_told() -> None:  # S05
    before = begin(CHAIN).state
    made = apply(before, VerifierDecision(requirement="a", decision="keep", why="the page is loading"))
    assert (made.state, made.refused) == (before, "")
    assert [event.kind for event in made.events] == ["decided"]


@pytest.mark.parametrize("decision", ["verify", "invalidate"])
def test_a_decision_without_evidence_does_not_count(decision: str) -> None:  # S06
    state = after(begin(CHAIN).state, verify("a", 1))
    said = VerifierDecision.model_validate({"requirement": "a", "decision": decision, "step": 5})
    made = apply(state, said)
    assert (made.state, made.refused) == (state, "it names no evidence")


def test_an_unsure_decision_is_told_and_changes_nothing() -> None:  # S07
    state = begin(CHAIN).state
    made = apply(state, verify("a", 1, confidence=0.69))
    assert made.state is state
    (event,) = made.events
    assert isinstance(event, Refused)
    assert event.why == "its confidence is 0.69, and 0.7 is the least that counts"
    assert after(state, verify("a", 1, confidence=0.7)).verified == ("a",)


def test_a_model_does_not_undo_what_was_seen_without_one() -> None:  # S08
    state = after(begin(CHAIN).state, verify("a", 1))
    made = apply(state, invalidate("a", 5, judged("a", 5, False)))
    assert made.refused == "a model does not undo what was seen without one"
    assert after(state, invalidate("a", 5)).statuses["a"] == "invalidated"


def test_a_models_later_yes_makes_a_deterministic_one_no_weaker() -> None:  # S08
    state = after(begin(CHAIN).state, verify("a", 1), verify("a", 3, judged("a", 3)))
    assert apply(state, invalidate("a", 5, judged("a", 5, False))).refused == "a model does not undo what was seen without one"


def test_a_model_undoes_what_a_model_said() -> None:  # S08
    state = after(begin(CHAIN).state, verify("a", 1, judged("a", 1)))
    assert after(state, invalidate("a", 5, judged("a", 5, False))).statuses["a"] == "invalidated"


def test_what_is_taken_back_was_seen_later_than_it_was_met() -> None:  # S09
    state = after(begin(CHAIN).state, verify("a", 4))
    assert apply(state, invalidate("a", 6, seen("a", 4, False))).refused == "its evidence is of step 4, and at step 4 it was met"
    assert after(state, invalidate("a", 6, seen("a", 5, False))).statuses["a"] == "invalidated"


def test_old_evidence_does_not_bring_back_what_was_refuted_since() -> None:  # S09, the other way
    state = after(begin(CHAIN).state, verify("a", 1), invalidate("a", 5))
    assert apply(state, verify("a", 6, seen("a", 5))).refused == "its evidence is of step 5, and at step 5 it was not met"
    assert after(state, verify("a", 6)).statuses["a"] == "verified"


def test_decisions_come_in_the_order_of_their_steps() -> None:
    state = after(begin((wanted("a"), wanted("b"))).state, verify("a", 4))
    assert apply(state, verify("b", 3)).refused == "it is of step 3, and step 4 has been decided already"


def test_what_was_taken_back_three_times_needs_a_person() -> None:  # S10
    state = begin(CHAIN).state
    for step in (1, 3, 5):
        state = after(state, verify("a", step), invalidate("a", step + 1))
    assert state.reversions == {"a": 3, "b": 0, "c": 0}
    made = apply(state, verify("a", 7))
    assert made.refused == "it has turned out not to be met 3 times; a person has to look"
    assert made.state.statuses["a"] == "invalidated"
    assert apply(state, invalidate("a", 8)).refused == "it is invalidated: there is nothing to take back"


def test_values_say_where_they_come_from_and_when_they_were_seen() -> None:  # S11
    state = after(begin(CHAIN).state, verify("a", 2, values=(value("total", "42.50", "a", type="number"),)), verify("a", 6))
    (found,) = state.values
    assert found.model_dump() == {
        "name": "total", "type": "number", "value": "42.50", "source": "a", "step": 2, "last_verified_step": 6,
    }  # fmt: skip


def test_values_of_what_was_refuted_are_not_served_and_global_ones_are() -> None:  # S12, S13
    state = begin(CHAIN, (value("currency", "EUR"),)).state
    state = after(state, verify("a", 2, values=(value("total", 42, "a"), value("page", "https://a.test/"))))
    assert [each.name for each in state.served_values()] == ["currency", "total", "page"]
    state = after(state, invalidate("a", 3))
    assert [each.name for each in state.served_values()] == ["currency", "page"]
    assert [each.name for each in state.values] == ["currency", "total", "page"]
    state = after(state, verify("a", 4, values=(value("total", 43, "a"),)))
    assert [(each.name, each.value) for each in state.served_values()] == [
        ("currency", "EUR"),
        ("total", 43),
        ("page", "https://a.test/"),
    ]


def test_a_run_begins_with_global_values_only() -> None:
    with pytest.raises(BadOption, match="nothing is verified yet"):
        begin(CHAIN, (value("total", 42, "a"),))


def test_evidence_is_kept_with_its_words_steps_and_state() -> None:  # S14
    state = after(begin(CHAIN).state, verify("a", 4, seen("a", 4, first_step=2, why="it says so")))
    (found,) = state.evidence
    assert found.model_dump() == {
        "id": "e1", "requirement": "a", "kind": "element", "observation": "o4", "look": 0, "quotes": ("a at 4",), "first_step": 2,
        "last_step": 4, "status": "live", "verdict": True, "method": "deterministic", "why": "it says so",
    }  # fmt: skip


def test_live_evidence_serves_again_what_lasts_longest_first() -> None:  # S15, S36
    state = after(
        begin(CHAIN).state, verify("a", 1, seen("a", 1, kind="stored")), verify("a", 2, judged("a", 2)), verify("a", 3),
    )  # fmt: skip
    assert [each.kind for each in state.live_evidence("a")] == ["stored", "element"]
    assert [(each.kind, each.status) for each in state.evidence] == [("stored", "live"), ("judge", "stale"), ("element", "live")]
    assert state.live_evidence("b") == ()


def test_what_builds_on_the_refuted_is_pending_and_its_evidence_stale() -> None:  # S16
    state = after(begin((*CHAIN, wanted("d"))).state, verify("a", 1), verify("b", 2), verify("c", 3), verify("d", 3))
    made = apply(state, invalidate("a", 4))
    assert made.state.statuses == {"a": "invalidated", "b": "pending", "c": "pending", "d": "verified"}
    assert [(each.requirement, each.status) for each in made.state.evidence] == [
        ("a", "invalidated"), ("b", "stale"), ("c", "stale"), ("d", "live"), ("a", "live"),
    ]  # fmt: skip
    assert made.state.reversions == {"a": 1, "b": 0, "c": 0, "d": 0}
    (event,) = made.events
    assert isinstance(event, Decided)
    assert [(each.requirement, each.after, each.why) for each in event.changes] == [
        ("a", "invalidated", ""), ("b", "pending", "it builds on a"), ("c", "pending", "it builds on a"),
    ]  # fmt: skip


def test_what_builds_on_the_refuted_needs_evidence_that_is_later() -> None:  # S16
    state = after(begin(CHAIN).state, verify("a", 1), verify("b", 3), invalidate("a", 5), verify("a", 6))
    assert apply(state, verify("b", 7, seen("b", 3))).refused == "its evidence is of step 3, and what it builds on fell at step 5"
    assert apply(state, verify("b", 7, seen("b", 5))).refused == "its evidence is of step 5, and what it builds on fell at step 5"
    assert after(state, verify("b", 7)).verified == ("a", "b")


def test_what_has_to_hold_once_is_not_taken_back() -> None:
    once = wanted("a").model_copy(update={"lasting": False})
    state = after(begin((once, wanted("b", "a"))).state, verify("a", 1))
    assert apply(state, invalidate("a", 3)).refused == "it had to hold once, and did"


SLOTTED = (
    wanted("read", check=ElementCheck(name="Total", value="{amount}")),
    wanted("put", "read", check=AppCheck(key="amount", equals="{amount} {currency}")),
)


def test_what_has_an_unbound_slot_cannot_be_verified() -> None:  # S17
    state = begin(SLOTTED).state
    assert apply(state, verify("read", 1)).refused == "nobody knows yet what {amount} is"
    state = after(state, verify("read", 1, bindings={"amount": "42"}))
    assert apply(state, verify("put", 2)).refused == "nobody knows yet what {currency} is"
    assert after(state, verify("put", 2, bindings={"currency": "EUR"})).bindings == {"amount": "42", "currency": "EUR"}


def test_slots_bind_once_with_evidence_and_step() -> None:  # S18
    state = after(begin(SLOTTED).state, verify("read", 3, bindings={"amount": "42"}))
    (found,) = state.bound
    assert found.model_dump() == {"slot": "amount", "text": "42", "requirement": "read", "evidence": "e1", "step": 3}
    assert apply(state, verify("read", 5, bindings={"amount": "43"})).refused == "{amount} is bound to '42' since step 3"
    assert after(state, verify("read", 5, bindings={"amount": "42"})).bound == (found,)


def test_slots_that_no_check_has_are_refused() -> None:
    assert apply(begin(CHAIN).state, verify("a", 1, bindings={"x": "1"})).refused == "no check has a slot {x}"


@pytest.mark.parametrize(
    ("decision", "why"),
    [
        (verify("z", 1), "there is no requirement 'z'"),
        (verify("b", 1), "it depends on a, which is not verified"),
        (verify("a", 1, seen("b", 1)), "its evidence is about 'b'"),
        (verify("a", 1, seen("a", 1, False)), "its evidence says the opposite"),
        (verify("a", 1, seen("a", 1, status="stale")), "its evidence is stale"),
        (verify("a", 1, seen("a", 1, kind="focus")), "focus is never proof"),
        (verify("a", 1, seen("a", 1, kind="judge")), "what a judge says is never deterministic"),
        (verify("a", 1, judged("a", 1, quotes=(" ",))), "a model's evidence has to quote what it saw"),
        (verify("a", 1, seen("a", 2)), "its evidence is of steps 2 to 2, the decision of step 1"),
        (verify("a", 5, seen("a", 3, first_step=4)), "its evidence is of steps 4 to 3, the decision of step 5"),
        (verify("a", 1, values=(value("x", 1, "b"),)), "the value 'x' belongs to another requirement"),
        (verify("a", 1, values=(value("x", 1, "a", step=2),)), "the value 'x' is of a later step"),
        (invalidate("a", 1), "it is pending: there is nothing to take back"),
        (invalidate("a", 1, values=(value("x", 1),)), "slots and values come to be known by what is verified"),
        (verify("a", 1).model_copy(update={"method": "model"}), "its evidence is deterministic, the decision model"),
    ],
)  # fmt: skip
def test_what_breaks_a_rule_changes_nothing_and_says_so(decision: VerifierDecision, why: str) -> None:
    state = begin(CHAIN).state
    made = apply(state, decision)
    assert (made.refused, made.state) == (why, state)
    assert [event.kind for event in made.events] == ["refused"]


def test_evidence_has_a_number_of_its_own() -> None:
    state = after(begin(CHAIN).state, verify("a", 1, seen("a", 1, id="e2")), verify("a", 2))
    assert [each.id for each in state.evidence] == ["e2", "e3"]
    assert apply(state, verify("a", 3, seen("a", 3, id="e2"))).refused == "there is evidence 'e2' already"


def test_the_focus_is_the_first_open_one_whose_ground_holds() -> None:  # S20, S23
    state = begin((wanted("c", "b"), wanted("b"), wanted("d"))).state
    assert [state.allows(id) for id in ("b", "c", "d", "z")] == [True, False, True, False]
    assert [state.focus.id if state.focus is not None else None] == ["b"]
    state = after(state, verify("b", 1))
    assert [state.focus.id if state.focus is not None else None] == ["c"]
    assert not state.allows("b")
    state = after(state, verify("c", 2), verify("d", 2))
    assert (state.focus, state.open_leaves) == (None, ())


def test_a_refused_claim_is_counted_for_what_was_missing() -> None:  # S57
    state = begin(CHAIN).state
    state = refuse_claim(refuse_claim(state, ("c",), 3).state, ("c", "b", "z"), 5).state
    assert state.refusals == {"a": 0, "b": 1, "c": 2}


def test_another_plan_keeps_what_is_verified_and_what_the_run_is_for() -> None:
    state = add_requirements(begin(CHAIN).state, (wanted("x"), wanted("y"))).state
    state = after(state, verify("a", 1), verify("x", 1))
    made = replan(state, (wanted("y", "x"), wanted("new")), "the menu has moved")
    assert isinstance(made.events[0], Replanned)
    assert made.state.statuses == {
        "a": "verified", "x": "verified", "y": "pending", "new": "pending", "b": "pending", "c": "pending",
    }  # fmt: skip
    assert replan(made.state, ()).state.statuses == {"a": "verified", "x": "verified", "b": "pending", "c": "pending"}


def test_a_plan_makes_less_neither_of_what_is_verified_nor_of_what_the_run_is_for() -> None:
    state = after(add_requirements(begin(CHAIN).state, (wanted("x"),)).state, verify("x", 1))
    for less, why in (
        (wanted("x", check=ElementCheck(name="easier")), "'x' is verified, and stays as it is"),
        (wanted("x", "a"), "'x' is verified, and stays as it is"),
        (wanted("c", "b", check=ElementCheck(name="easier")), "'c' is what the run is for, and stays as it is"),
        (wanted("c"), "'c' is what the run is for, and stays as it is"),
    ):
        made = replan(state, (less,))
        assert (made.refused, made.state) == (why, state)
        assert isinstance(made.events[0], PlanRefused)
    stricter = replan(state, (wanted("c", "b", "x"),)).state.requirement("c")
    assert stricter is not None
    assert stricter.depends_on == ("b", "x")


def test_a_plan_that_is_none_is_refused() -> None:
    state = begin(CHAIN).state
    assert add_requirements(state, (wanted("a"),)).refused.startswith("2 requirements have the id 'a'")
    assert replan(state, (wanted("n", "m"),)).refused.startswith("'n' depends on 'm', which is no requirement")


def test_going_and_coming_back_does_not_begin_anew() -> None:  # S10
    state = add_requirements(begin((wanted("a"),)).state, (wanted("x"),)).state
    for step in (1, 3, 5):
        state = after(state, verify("x", step), invalidate("x", step + 1))
    state = replan(replan(state, ()).state, (wanted("x"),)).state
    assert (state.statuses["x"], state.reversions["x"]) == ("pending", 3)
    assert apply(state, verify("x", 9)).refused.startswith("it has turned out not to be met 3 times")


def test_another_check_is_looked_at_anew() -> None:
    state = add_requirements(begin((wanted("a"),)).state, (wanted("x"),)).state
    state = after(state, verify("x", 1), invalidate("x", 2))
    state = replan(state, (wanted("x", check=ElementCheck(name="other")),)).state
    assert (state.statuses["x"], [each.status for each in state.evidence]) == ("pending", ["invalidated", "stale"])


def test_a_slot_that_no_check_has_any_more_is_forgotten() -> None:
    state = add_requirements(begin((wanted("a"),)).state, SLOTTED).state
    state = after(state, verify("read", 1, bindings={"amount": "42"}), invalidate("read", 2))
    assert replan(state, ()).state.bindings == {}


def test_old_evidence_is_bounded_and_live_evidence_never_lost() -> None:
    state = begin((wanted("a"), wanted("b"))).state
    state = after(state, verify("b", 0), *(verify("a", step) for step in range(1, 40)))
    assert [each.requirement for each in state.evidence].count("a") == 9
    assert [each.id for each in state.live_evidence("a")] == ["e40"]
    assert len(state.live_evidence("b")) == 1


def test_a_plan_that_is_none_begins_nothing() -> None:
    with pytest.raises(BadTask, match="circle: a → b → a"):
        begin((wanted("a", "b"), wanted("b", "a")))
