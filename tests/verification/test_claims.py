"""What stands between a claim to be done and its being believed: the gate, the auditor, and what cannot be had."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.actions.finish import Finish
from lumos_layer.state.agent_state import AgentState
from lumos_layer.state.checks import Check, FileCheck
from lumos_layer.state.evidence import Evidence
from lumos_layer.state.probing import Sources
from lumos_layer.state.transitions import apply, begin, refuse_claim
from lumos_layer.testing.trees import button, heading, node, text
from lumos_layer.verification.auditor import Audit, Case, EvidenceAuditor, Wanted, audited, case_of
from lumos_layer.verification.gate import Gate, Missing, gate
from lumos_layer.verification.infeasible import infeasible
from lumos_layer.verification.verifier import Verifier
from tests.verification.looks import act, element, told, wanted

WINDOW = (0, node("window", "App"))
CLAIM = Finish(success=True, reason="All is done.")
A, B = element("heading", "A"), element("heading", "B")


def state_of(sources: Sources, *requirements: Any) -> AgentState:
    state = begin(requirements).state
    for decision in Verifier().decide(state, sources, 1):
        state = apply(state, decision).state
    return state


def shown(*names: str, id: str = "o1", **held: Any) -> Any:
    return told(WINDOW, *((1, heading(name)) for name in names), id=id, **held)


# The gate


def test_a_claim_passes_when_all_leaves_are_verified() -> None:
    assert gate(state_of(shown("A", "B"), wanted("a", A), wanted("b", B, "a")), CLAIM) == Gate(True)


def test_a_refused_claim_says_which_why_and_how_often() -> None:
    state = state_of(shown("A"), wanted("a", A), wanted("b", B), wanted("c", B, "b"))
    assert gate(state, CLAIM).missing == (Missing("c", "it builds on b, which is not verified", 1),)
    state = refuse_claim(state, ["c"]).state
    decisions = Verifier().decide(state, shown("A", id="o2"), 2)
    found = gate(state, CLAIM, decisions)
    assert found.missing == (Missing("c", "it builds on b, which is not verified (nothing like it is on the screen)", 2),)
    assert found.said == "c: it builds on b, which is not verified (nothing like it is on the screen)."


def test_what_has_fallen_is_missing() -> None:
    state = state_of(shown("A"), wanted("a", element("heading", "A")))
    for decision in Verifier().decide(state, told(WINDOW, id="o2", acts=(act("click", "button", "Reset", step=2),)), 2):
        state = apply(state, decision).state
    assert gate(state, CLAIM).missing == (Missing("a", "it was met and is not any more", 1),)


def test_a_claim_to_have_failed_claims_nothing() -> None:
    assert gate(state_of(shown(), wanted("a", A)), Finish(success=False, reason="It cannot be had.")) == Gate(True)


# The auditor


def test_an_auditor_sees_goal_look_and_evidence_and_nothing_else() -> None:
    assert Case.__struct_fields__ == ("goal", "wanted", "evidence", "sources")
    assert Wanted.__struct_fields__ == ("id", "description", "check", "lasting")


@pytest.mark.parametrize(
    ("now", "verdict", "refuted"),
    [
        (shown("A", "B", id="o2"), "pass", ()),
        (shown(id="o2"), "pass", ()),  # out of sight
        (told(WINDOW, (1, heading("A")), (1, node("switch", "S", "toggle", checked="false")), id="o2"), "pass", ()),
        (shown("A", "B", id="o2", acts=(act("click", observation="o9"),)), "could_not_run", ()),
    ],
)
def test_an_auditor_refutes_what_the_screen_refutes(now: Sources, verdict: str, refuted: tuple[str, ...]) -> None:
    state = state_of(shown("A", "B"), wanted("a", A), wanted("b", B))
    audit = audited(EvidenceAuditor(), case_of("goal", state, now))
    assert (audit.verdict, audit.refuted) == (verdict, refuted)


def test_a_message_that_has_become_one_of_failure_is_held_against_what_it_said_before() -> None:
    saved = element("status", "Saved")
    before = told(WINDOW, (1, node("status", "Saved")))
    state = state_of(before, wanted("saved", saved))
    assert state.verified == ("saved",)
    for words, verdict in (("Not saved: the server refused it", "fail"), ("Ready", "pass")):
        now = told(WINDOW, (1, node("status", words)), id="o2")
        assert audited(EvidenceAuditor(), case_of("goal", state, now)).verdict == verdict


def files(**held: str) -> Any:
    return {f"/{name}": text.encode() for name, text in held.items()}


def test_an_audit_fails_in_part_or_as_a_whole() -> None:
    one, two = wanted("a", FileCheck(path="/a", contains="Hello")), wanted("b", FileCheck(path="/b"))
    state = state_of(shown(files=files(a="Hello", b="x")), one, two)
    partial = audited(EvidenceAuditor(), case_of("goal", state, shown(id="o2", files=files(a="Hullo", b="x"))))
    assert partial == Audit("partial", "a: /a does not hold 'Hello'.", ("a",))
    assert audited(EvidenceAuditor(), case_of("goal", state, shown(id="o2", files={}))).verdict == "fail"


def test_evidence_that_quotes_what_is_not_there_is_refuted() -> None:
    forged = Evidence(requirement="a", kind="element", observation="o1", quotes=("Order confirmed",), verdict=True)
    audit = audited(EvidenceAuditor(), Case("goal", (Wanted("a", "A", A),), (forged,), shown("A")))
    assert audit == Audit("fail", "a: its evidence quotes 'Order confirmed', which is not there.", ("a",))


def test_what_has_no_evidence_is_refuted() -> None:
    assert audited(EvidenceAuditor(), Case("goal", (Wanted("a", "A", A),), (), shown("A"))).verdict == "fail"


class Breaks:
    def audit(self, case: Case) -> Audit:
        raise RuntimeError("the service is down")


@pytest.mark.parametrize("auditor", [Breaks(), EvidenceAuditor()])
def test_an_auditor_that_could_not_run_refutes_nothing(auditor: Any) -> None:
    audit = audited(auditor, Case("goal", (), (), shown("A")))
    assert (audit.verdict, audit.refutes) == ("could_not_run", False)


# What cannot be had

EMMA = wanted("r", element("listitem", "Emma"))


def says(words: str, *rows: Any) -> Any:
    return told(WINDOW, (1, text(words)), *rows)


@pytest.mark.parametrize(
    ("check", "sources", "declared", "quotes"),
    [
        (EMMA.check, says("No results for Emma"), True, ("No results for Emma",)),
        (EMMA.check, says("Emma is sold out"), True, ("Emma is sold out",)),
        (EMMA.check, says("No results for Ann"), False, ()),
        (EMMA.check, says("No results for Emmanuel"), False, ()),
        (EMMA.check, says("Nothing to see"), False, ()),
        (EMMA.check, told(WINDOW), False, ()),
        (EMMA.check, told(WINDOW, (1, button("Emma was not found"))), False, ()),
        (
            element("option", "Blue"),
            told(WINDOW, (1, node("listbox", "Colour")), (2, node("option", "Red")), (2, node("option", "Green"))),
            True,
            ("Red", "Green"),
        ),
        (
            element("option", "Red"),
            told(WINDOW, (1, node("listbox", "Colour")), (2, node("option", "Red"))),
            False,
            (),
        ),
        (
            element("option", "Blue", within="Size"),
            told(WINDOW, (1, node("listbox", "Colour")), (2, node("option", "Red"))),
            False,
            (),
        ),
        (FileCheck(path="/a/report.txt"), says("report.txt could not be found"), True, ("report.txt could not be found",)),
    ],
)
def test_something_cannot_be_had_only_if_the_screen_says_so(
    check: Check, sources: Any, declared: bool, quotes: tuple[str, ...]
) -> None:
    found = infeasible(wanted("r", check), sources, replans=2)
    assert (found.declared, found.quotes) == (declared, quotes)


@pytest.mark.parametrize(("replans", "declared"), [(0, False), (1, False), (2, True), (3, True)])
def test_other_plans_come_first(replans: int, declared: bool) -> None:
    assert infeasible(EMMA, says("No results for Emma"), replans).declared is declared


def test_a_look_from_before_the_last_act_declares_nothing() -> None:
    old = told(WINDOW, (1, text("No results for Emma")), acts=(act("click", observation="o5"),))
    assert infeasible(EMMA, old, 5).why == "nobody has looked since the last act"
