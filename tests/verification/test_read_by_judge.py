"""What a judge is asked where a probe finds what is wanted beside words that nobody understands."""

from __future__ import annotations

from typing import Any

import pytest

from lumos_layer.errors import PlannerFailed
from lumos_layer.perception.observation import Observation
from lumos_layer.state.checks import AllOf, AnyOf, Check, Not, PageCheck
from lumos_layer.state.evidence import Method
from lumos_layer.state.requirement import Requirement
from lumos_layer.state.transitions import apply, begin
from lumos_layer.testing.trees import node
from lumos_layer.verification.judge import Opinion
from lumos_layer.verification.verifier import Verifier
from tests.verification.looks import element, told

PAGE = (0, node("document", "Orders"))
ROW = (1, node("table", "Orders")), (2, node("row", "Order 12")), (3, node("cell", "Order 12"))
UNCLEAR = (PAGE, *ROW, (3, node("cell", "Paid")), (1, node("alert", "Zorbled by the bank")))
PLAIN = (PAGE, *ROW, (3, node("cell", "Paid")))
FAILED = (PAGE, *ROW, (3, node("cell", "Payment failed")))
PAID = "Order 12 is paid"
CHECK = element("row", "Order 12")


class Asked:
    """A judge that says one thing, and remembers what it was asked."""

    def __init__(self, said: Opinion | Exception) -> None:
        self.said, self.questions = said, list[str]()

    def judge(self, question: str, observation: Observation) -> Opinion:
        self.questions.append(question)
        if isinstance(self.said, Exception):
            raise self.said
        return self.said


YES = Opinion(True, 0.9, ("Zorbled by the bank",), "Zorbled is what this shop calls paid.")
NO = Opinion(False, 0.9, ("Zorbled by the bank",), "Zorbled is what this shop calls refused.")


def decided(said: Opinion | Exception, rows: Any, check: Check = CHECK) -> tuple[str, Method, str, list[str]]:
    judge = Asked(said)
    state = begin((Requirement(id="paid", description=PAID, check=check),)).state
    (decision,) = Verifier(judge).decide(state, told(*rows), 1)
    return decision.decision, decision.method, decision.why, judge.questions


def test_a_judge_reads_what_is_not_understood_beside_what_was_found() -> None:
    assert decided(YES, UNCLEAR) == ("verify", "model", "Zorbled is what this shop calls paid.", [PAID])


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (NO, "Zorbled is what this shop calls refused."),
        (Opinion(None, why="I do not know that word."), "I do not know that word."),
        (Opinion(True, 0.9, ("Paid in full",)), "'Paid in full' is quoted, and is not on the screen"),
        (Opinion(True, 0.9), "the judge quotes nothing of the screen"),
        (PlannerFailed("judge", "it is asleep"), "it is asleep"),
    ],
)
def test_what_no_judge_lets_pass_stays_open_for_both_reasons(said: Opinion | Exception, why: str) -> None:
    decision, method, reason, questions = decided(said, UNCLEAR)
    assert (decision, method, questions) == ("keep", "deterministic", [PAID])
    assert reason.startswith("row 'Order 12': beside it the screen says 'Zorbled by the bank', which is not understood; ")
    assert why in reason


def test_a_judge_that_is_not_sure_enough_changes_nothing() -> None:
    assert decided(Opinion(True, 0.6, ("Zorbled by the bank",)), UNCLEAR)[0] == "keep"


@pytest.mark.parametrize(("rows", "decision"), [(PLAIN, "verify"), (FAILED, "keep"), ((PAGE,), "keep")])
def test_nobody_is_asked_where_the_probe_has_an_answer_or_a_reason(rows: Any, decision: str) -> None:
    assert decided(YES, rows)[::3] == (decision, [])


@pytest.mark.parametrize(
    ("check", "asked"),
    [
        (AllOf(checks=(CHECK, element("table", "Orders"))), True),
        (AllOf(checks=(CHECK, PageCheck(url="https://shop.example"))), False),  # the look does not tell its address
        (AnyOf(checks=(CHECK, PageCheck(url="https://shop.example"))), True),
        (AnyOf(checks=(CHECK, element("button", "Nowhere"))), True),
        (Not(check=CHECK), False),
    ],
)
def test_of_several_checks_nothing_else_may_be_open(check: Check, asked: bool) -> None:
    assert bool(decided(YES, UNCLEAR, check)[3]) is asked


def test_what_a_judge_let_pass_is_evidence_of_a_model_and_falls_where_a_probe_sees_otherwise() -> None:
    check = element("switch", "Backup", checked="true")
    state = begin((Requirement(id="on", description="Backup is switched on", check=check),)).state
    switch = (1, node("switch", "Backup", checked="true"))
    zorbled = (1, node("alert", "Backup was zorbled"))
    (decision,) = Verifier(Asked(Opinion(True, 0.9, ("Backup was zorbled",)))).decide(state, told(PAGE, switch, zorbled), 1)
    assert decision.evidence is not None
    assert (decision.evidence.kind, decision.evidence.quotes) == ("judge", ("Backup was zorbled",))
    assert decision.confidence == 0.9
    state = apply(state, decision).state
    off = told(PAGE, (1, node("switch", "Backup", checked="false")), id="o2")
    assert [each.decision for each in Verifier(Asked(YES)).decide(state, off, 2)] == ["invalidate"]
