from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from lumos_layer.perception.observation import Observation
from lumos_layer.state.agent_state import AgentState
from lumos_layer.state.checks import ActCheck, AppCheck, FileCheck, JudgeCheck
from lumos_layer.state.decision import VerifierDecision
from lumos_layer.state.probing import ActSeen, Sources
from lumos_layer.state.subgoal import Burst, Subgoal
from lumos_layer.state.transitions import apply, begin
from lumos_layer.testing.trees import field, heading, node, text
from lumos_layer.verification.judge import Opinion
from lumos_layer.verification.sources import ToldSources
from lumos_layer.verification.turns import turn_verdict
from lumos_layer.verification.verifier import Verifier
from tests.verification.looks import act, element, seen, told, wanted

WINDOW = (0, node("window", "App"))
WIFI = element("switch", "Wi-Fi", checked=True)


def switch(checked: str) -> Any:
    return 1, node("switch", "Wi-Fi", "toggle", checked=checked)


def after(state: AgentState, decisions: Sequence[VerifierDecision]) -> AgentState:
    for decision in decisions:
        made = apply(state, decision)
        assert made.refused == ""
        state = made.state
    return state


def brief(decisions: Sequence[VerifierDecision]) -> list[tuple[str, str]]:
    return [(each.requirement, each.decision) for each in decisions]


def decided(state: AgentState, sources: Sources, step: int = 1, verifier: Verifier | None = None) -> tuple[VerifierDecision, ...]:
    return (verifier or Verifier()).decide(state, sources, step, (step, step))


def test_what_is_seen_is_verified_with_the_look_and_the_words_that_show_it() -> None:
    state = begin((wanted("a", WIFI),)).state
    (decision,) = Verifier().decide(state, told(WINDOW, switch("true"), id="o7"), 3, (2, 3))
    evidence = decision.evidence
    assert evidence is not None
    assert (decision.decision, decision.method, decision.confidence, decision.step) == ("verify", "deterministic", 0.95, 3)
    assert (evidence.kind, evidence.observation, evidence.quotes) == ("element", "o7", ("Wi-Fi",))
    assert (evidence.first_step, evidence.last_step, evidence.verdict, evidence.status) == (2, 3, True, "live")


def test_what_is_not_seen_is_kept_with_the_reason() -> None:
    state = begin((wanted("a", WIFI),)).state
    (decision,) = decided(state, told(WINDOW, switch("false")))
    assert (decision.decision, decision.evidence, decision.why) == ("keep", None, "switch 'Wi-Fi' is otherwise")
    assert after(state, [decision]).verified == ()


def test_what_builds_on_what_is_just_verified_is_looked_at_in_the_same_go() -> None:
    state = begin((wanted("b", element("heading", "Done"), "a"), wanted("a", WIFI))).state
    decisions = decided(state, told(WINDOW, switch("true"), (1, heading("Done"))))
    assert brief(decisions) == [("a", "verify"), ("b", "verify")]
    assert sorted(after(state, decisions).verified) == ["a", "b"]
    assert brief(decided(state, told(WINDOW, switch("false"), (1, heading("Done"))))) == [("a", "keep")]


def verified(*requirements: Any, sources: Sources, step: int = 1) -> AgentState:
    state = begin(requirements).state
    return after(state, decided(state, sources, step))


def test_what_could_not_have_changed_is_not_looked_at_again() -> None:
    state = verified(wanted("a", WIFI), sources=told(WINDOW, switch("true")))
    assert decided(state, told(WINDOW, switch("true")), 2) == ()


@pytest.mark.parametrize("rows", [(switch("false"),), (switch("mixed"),)])
def test_what_is_seen_to_be_otherwise_falls(rows: tuple[Any, ...]) -> None:
    state = verified(
        wanted("a", WIFI), wanted("b", element("heading", "Done"), "a"), sources=told(WINDOW, switch("true"), (1, heading("Done")))
    )
    decisions = decided(state, told(WINDOW, *rows, (1, heading("Done")), id="o2"), 2)
    assert brief(decisions) == [("a", "invalidate")]
    assert after(state, decisions).statuses == {"a": "invalidated", "b": "pending"}


def test_what_falls_with_what_it_builds_on_is_not_taken_back_twice() -> None:
    both = wanted("a", WIFI), wanted("b", element("heading", "Done"), "a")
    state = verified(*both, sources=told(WINDOW, switch("true"), (1, heading("Done"))))
    decisions = decided(state, told(WINDOW, switch("false"), id="o2", acts=(act("click", "button", "Reset", step=2),)), 2)
    assert brief(decisions) == [("a", "invalidate")]


def test_what_is_merely_out_of_sight_stays() -> None:
    state = verified(wanted("a", WIFI), sources=told(WINDOW, switch("true")))
    acts = (act("click", "link", "Other page", step=2, observation="o2"),)
    assert decided(state, told(WINDOW, (1, heading("Other")), id="o2", acts=acts), 2) == ()


@pytest.mark.parametrize(
    "undoing",
    [
        act("set_checked", "switch", "Wi-Fi", "false", step=2),
        act("click", "switch", "Wi-Fi", step=2),
        act("click", "switch", "Wi-Fi", step=2, outcome="unknown", effect=False),
        act("press_key", text="Control+z", step=2),
        act("click", "button", "Reset", step=2),
        act("click", "button", "Discard changes", step=2),
    ],
)
def test_what_may_have_been_undone_out_of_sight_falls(undoing: ActSeen) -> None:
    state = verified(wanted("a", WIFI), sources=told(WINDOW, switch("true")))
    decisions = decided(state, told(WINDOW, (1, heading("Other")), id="o2", acts=(undoing,)), 2)
    assert brief(decisions) == [("a", "invalidate")]
    assert after(state, decisions).verified == ()


@pytest.mark.parametrize(
    "harmless",
    [
        act("set_checked", "switch", "Wi-Fi", "true", step=2),
        act("set_checked", "switch", "Bluetooth", "false", step=2),
        act("set_checked", "switch", "Wi-Fi", "false", step=2, outcome="rejected", effect=False),
        act("set_checked", "switch", "Wi-Fi", "false", step=1),
    ],
)
def test_other_acts_undo_nothing(harmless: ActSeen) -> None:
    state = verified(wanted("a", WIFI), sources=told(WINDOW, switch("true")))
    assert decided(state, told(WINDOW, (1, heading("Other")), id="o2", acts=(harmless,)), 2) == ()


def test_what_had_to_hold_once_does_not_fall() -> None:
    once = wanted("a", WIFI).model_copy(update={"lasting": False})
    state = verified(once, sources=told(WINDOW, switch("true")))
    assert decided(state, told(WINDOW, switch("false"), id="o2"), 2) == ()


def test_a_file_that_is_written_over_falls() -> None:
    check = FileCheck(path="/a", contains="Hello")
    state = verified(wanted("a", check), sources=told(WINDOW, files={"/a": b"Hello"}))
    decisions = decided(state, told(WINDOW, id="o2", files={"/a": b""}), 2)
    assert brief(decisions) == [("a", "invalidate")]


def test_a_source_that_broke_down_undoes_nothing() -> None:
    check = FileCheck(path="/a", contains="Hello")
    state = verified(wanted("a", check), sources=told(WINDOW, files={"/a": b"Hello"}))
    assert decided(state, told(WINDOW, id="o2", acts=(act("click", "button", "Save", step=2),)), 2) == ()


def test_a_slot_is_bound_by_what_is_verified_and_served_as_a_value() -> None:
    read = wanted("read", element("text", identifier="total", value="{total}"))
    put = wanted("put", element("textbox", "Amount", value="{total}"), "read")
    state = begin((read, put)).state
    rows = WINDOW, (1, text("1,284.50", identifier="total"))
    state = after(state, decided(state, told(*rows, (1, field("Amount", "")))))
    assert (state.bindings, state.verified) == ({"total": "1,284.50"}, ("read",))
    assert [(each.name, each.value, each.source) for each in state.served_values()] == [("total", "1,284.50", "read")]
    state = after(state, decided(state, told(*rows, (1, field("Amount", "1284.50")), id="o2"), 2))
    assert state.verified == ("read", "put")


class Says:
    """A judge that always says the same, and counts how often it is asked."""

    def __init__(self, verdict: bool | None, *quotes: str, confidence: float = 0.9) -> None:
        self.opinion, self.asked = Opinion(verdict, confidence, quotes, "so it seems"), 0

    def judge(self, question: str, observation: Observation) -> Opinion:
        self.asked += 1
        return self.opinion


PAGE = WINDOW, (1, heading("Order 12 confirmed")), (1, field("Search", "Order 13 confirmed"))


@pytest.mark.parametrize(
    ("judge", "decision"),
    [
        (Says(True, "Order 12 confirmed"), "verify"),
        (Says(True, "Order 12"), "verify"),
        (Says(True, "Order 12 confirmed", confidence=0.6), "keep"),
        (Says(True, "Order 12 is confirmed"), "keep"),
        (Says(True, "Order 13 confirmed"), "keep"),
        (Says(True, "Order 12 confirmed", "Paid"), "keep"),
        (Says(True), "keep"),
        (Says(True, ""), "keep"),
        (Says(None, "Order 12 confirmed"), "keep"),
        (Says(False, "Order 12 confirmed"), "keep"),
    ],
)
def test_a_judge_counts_only_with_words_that_the_screen_shows(judge: Says, decision: str) -> None:
    for check in (None, JudgeCheck(question="Is order 12 confirmed?")):
        state = begin((wanted("a", check, description="Order 12 is confirmed"),)).state
        (made,) = decided(state, told(*PAGE), verifier=Verifier(judge))
        assert (made.decision, made.method) == (decision, "model")
        assert apply(state, made).refused == ""


def test_a_judge_is_not_asked_where_a_probe_has_an_answer() -> None:
    judge = Says(True, "Order 12 confirmed")
    state = begin((wanted("a", WIFI), wanted("b", element("heading", "Paid")))).state
    decisions = decided(state, told(*PAGE, switch("true")), verifier=Verifier(judge))
    assert (brief(decisions), judge.asked) == ([("a", "verify"), ("b", "keep")], 0)


def test_a_probe_goes_before_a_judge_whichever_way() -> None:
    judge = Says(True, "Order 12 confirmed")
    question = {"type": "judge", "question": "Is it done?"}
    for kind, file, decision in (("all", "/a", "keep"), ("any", "/a", "keep"), ("any", "/b", "verify")):
        check = {"type": kind, "checks": [question, {"type": "file", "path": file}]}
        state = begin((wanted("a", check),)).state  # type: ignore[arg-type]
        (made,) = decided(state, told(*PAGE, files={"/b": b"x"}), verifier=Verifier(judge))
        assert (made.decision, made.method) == (decision, "deterministic")


def test_without_a_judge_nobody_says_what_no_check_shows() -> None:
    state = begin((wanted("a", None),)).state
    (made,) = decided(state, told(*PAGE))
    assert (made.decision, made.why) == ("keep", "it has no check, and there is no judge to ask")


def test_a_judge_says_nothing_of_a_look_from_before_the_last_act() -> None:
    state = begin((wanted("a", None),)).state
    acts = (act("click", "button", "Cancel order", observation="o2"),)
    (made,) = decided(state, told(*PAGE, acts=acts), verifier=Verifier(Says(True, "Order 12 confirmed")))
    assert (made.decision, made.why) == ("keep", "nobody has looked since the last act")


def test_what_is_read_off_a_picture_without_being_sure_verifies_nothing() -> None:
    draft = seen(WINDOW, (1, heading("Done"))).draft()
    draft.confidence = {1: 0.5}
    look = Observation(draft, seen(WINDOW).dialect, "main", 10)
    state = begin((wanted("a", element("heading", "Done")),)).state
    (made,) = decided(state, ToldSources(look))
    assert made.decision == "keep"


def test_the_strongest_source_is_the_evidence() -> None:
    check = {"type": "any", "checks": [ActCheck(verb="click", name="Save"), WIFI, AppCheck(key="wifi", equals=True)]}
    state = begin((wanted("a", check),)).state  # type: ignore[arg-type]
    (made,) = decided(state, told(WINDOW, switch("true"), acts=(act("click", "button", "Save"),), stored={"wifi": True}))
    assert made.evidence is not None
    assert (made.evidence.kind, made.confidence) == ("stored", 1.0)


SUBGOAL = Subgoal(requirement="a")
NONE = act("click", "button", "Save", effect=False, outcome="no_effect")
SOME = act("click", "button", "Save")


@pytest.mark.parametrize(
    ("subgoal", "decisions", "acts", "verdict"),
    [
        (SUBGOAL, [("a", "verify")], [NONE], "complete"),
        (SUBGOAL, [("b", "verify")], [SOME], "continue"),
        (SUBGOAL, [("b", "invalidate")], [SOME], "off_track"),
        (SUBGOAL, [("b", "invalidate"), ("a", "verify")], [SOME], "complete"),
        (SUBGOAL, [], [NONE], "no_effect"),
        (SUBGOAL, [], [NONE, SOME], "continue"),
        (SUBGOAL, [], [], "continue"),
        (SUBGOAL, [], [NONE, NONE, NONE], "stuck"),
        (SUBGOAL, [], [NONE, SOME, NONE], "continue"),
        (Subgoal(requirement="a", turns=8), [], [SOME], "stuck"),
        (Subgoal(requirement="a", without_effect=3), [], [NONE], "stuck"),
    ],
)
def test_a_turn_has_one_of_five_verdicts(
    subgoal: Subgoal, decisions: list[tuple[str, str]], acts: list[ActSeen], verdict: str
) -> None:
    made = [VerifierDecision.model_validate({"requirement": id, "decision": what}) for id, what in decisions]
    assert turn_verdict(subgoal, made, acts, Burst()) == verdict


@pytest.mark.parametrize(
    ("name", "falls"),
    [("Remove one Blue mug", True), ("Blue mug 삭제", True), ("Remove one Green tea", False), ("Show Blue mug", False)],
)
def test_what_was_taken_away_by_its_name_has_to_be_shown_again(name: str, falls: bool) -> None:
    check = element(text_contains="Blue mug")
    state = begin([wanted("mug", check)]).state
    full = told((0, node("window", "Cart")), (1, node("listitem", "Blue mug, 12 EUR")))
    state = apply(state, Verifier().decide(state, full, 1)[0]).state
    assert state.verified == ("mug",)
    took = act("click", "button", name, step=2, observation="o2")
    empty = told((0, node("window", "Cart")), (1, node("text", "Total: 0 EUR")), id="o2", acts=(took,))
    assert [each.decision for each in Verifier().decide(state, empty, 2)] == (["invalidate"] if falls else [])
