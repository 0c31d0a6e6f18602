"""The report of a run: what was done, what was not and why, in JSON and in words."""

from __future__ import annotations

import stat
from pathlib import Path

from jsonschema import Draft202012Validator

from lumos_layer.actions.outcomes import Done, Failed, NoEffect, Rejected, rejected
from lumos_layer.actions.violation import Violation
from lumos_layer.perception.markdown import code
from lumos_layer.planning.plan import Plan, Usage
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import ApprovalRequest, Approve, Deny, HumanApproval
from lumos_layer.safety.decision import Decision
from lumos_layer.trace.events import (
    ApprovalAnswered,
    ApprovalAsked,
    Erred,
    Event,
    Intent,
    Noted,
    OutcomeKnown,
    Planned,
    Resumed,
    Reviewed,
    RunEnded,
    RunStarted,
)
from lumos_layer.trace.journal import Entry
from lumos_layer.trace.markdown import markdown
from lumos_layer.trace.report import InteractionReport, ReportedRequirement, report_of
from lumos_layer.trace.reports import write_report
from lumos_layer.trace.runs import Runs
from tests.trace.given import Drive

STARTED = RunStarted(at="2030-01-01T00:00:00Z", run="r1", task=Task(goal="Order a ticket"))
HOSTILE = "`x` <script>alert(1)</script> | [a](javascript:b)\n# Head"


FORBIDDEN = Decision(verdict="deny", rule="no_shopping", why="Buying is forbidden.", risk="high")


def planned(id: str, step: int = 1, type: str = "click") -> Planned:
    usage = Usage(calls=1, input_tokens=10)
    return Planned(step=step, observation="o1", action_id=id, element="button 'Buy'", plan=Plan(action={"type": type}, usage=usage))


def reported(*given: Event) -> InteractionReport:
    return report_of(Entry(seq, event) for seq, event in enumerate((STARTED, *given), 1))


def refused(reason: str) -> Rejected:
    return rejected([Violation(field="", message=f"It is {reason}.", reason=reason)])  # type: ignore[arg-type]


def test_what_was_done_is_told_with_whether_a_look_showed_it() -> None:
    report = reported(
        planned("seen"),
        OutcomeKnown(action_id="seen", outcome=Done(after="o2")),
        planned("odd"),
        OutcomeKnown(action_id="odd", outcome=Done(after="o3", mismatch="A dialog has opened.")),
        planned("later"),
        OutcomeKnown(action_id="later", outcome=Done(after="o4")),
        OutcomeKnown(action_id="later", outcome=Done(after="o4"), verified=False),
        planned("arrived"),
        OutcomeKnown(action_id="arrived", outcome=Done(after="o5", note="It had arrived.", seen=False)),
    )
    assert [(each.action_id, each.verified, each.why) for each in report.completed] == [
        ("seen", True, ""),
        ("odd", False, "A dialog has opened."),
        ("later", False, ""),
        ("arrived", False, "It had arrived."),
    ]
    assert report.usage == Usage(calls=4, input_tokens=40)


def test_what_was_not_done_is_told_with_why() -> None:
    report = reported(
        planned("denied"),
        Reviewed(
            action_id="denied", decision=Decision(verdict="deny", rule="no_shopping", why="Buying is forbidden.", risk="high")
        ),
        planned("policy"),
        OutcomeKnown(action_id="policy", outcome=refused("policy")),
        planned("stale"),
        OutcomeKnown(action_id="stale", outcome=refused("stale")),
        planned("left"),
        planned("end", type="finish"),
        planned("idle"),
        OutcomeKnown(action_id="idle", outcome=NoEffect(advice="Nothing came of it.")),
        planned("broken"),
        OutcomeKnown(action_id="broken", outcome=Failed(error="The adapter broke down.")),
        planned("cut"),
        Intent(action_id="cut"),
        Erred(step=3, where="plan_next_action", error="No answer."),
    )
    assert [(each.action_id, each.why) for each in report.blocked] == [
        ("denied", "Buying is forbidden."),
        ("policy", "It is policy."),
    ]
    assert [(each.action_id, each.why) for each in report.skipped] == [
        ("stale", "It is stale."),
        ("left", "It was planned and not carried out."),
    ]
    assert [each.action_id for each in report.failed] == ["idle", "broken", "cut"]
    assert [(each.where, each.action_id, each.error) for each in report.errors] == [
        ("execute_action", "broken", "The adapter broke down."),
        ("execute_action", "cut", "It was begun, and nobody has written down what came of it: it may have been done."),
        ("plan_next_action", "", "No answer."),
    ]
    assert [(each.verdict, each.rule, each.risk) for each in report.safety_findings] == [("deny", "no_shopping", "high")]


REQUEST = ApprovalRequest(
    approval_id="p1", action_id="a1", observation="o1", action={"type": "click"}, question="Buy for 20 €?", binding="b"
)
ASKS = Reviewed(action_id="a1", decision=Decision(verdict="ask", rule="buys", why="It buys."))
ASKED = (planned("a1"), ASKS, ApprovalAsked(request=REQUEST))


def answered(answer: Approve | Deny, refused: str = "") -> ApprovalAnswered:
    return ApprovalAnswered(approval=HumanApproval(approval_id="p1", binding="b", answer=answer, by="ann"), refused=refused)


def test_a_question_that_is_open_is_told_and_its_action_is_not_skipped() -> None:
    report = reported(*ASKED, RunEnded(status="needs_approval"))
    assert (report.status, report.pending_approval, report.skipped) == ("needs_approval", REQUEST, ())
    still = reported(*ASKED, answered(Approve(), refused="It was for another action."))
    assert still.pending_approval == REQUEST


def test_who_approved_and_who_denied_is_told() -> None:
    approved = reported(*ASKED, answered(Approve()), OutcomeKnown(action_id="a1", outcome=Done(after="o2")))
    assert [(each.action_id, each.approved_by) for each in approved.completed] == [("a1", "ann")]
    denied = reported(*ASKED, answered(Deny(reason="Too dear.")))
    assert [(each.action_id, each.why) for each in denied.blocked] == [("a1", "Too dear.")]
    assert approved.pending_approval is denied.pending_approval is None


def test_the_trace_has_a_line_for_each_event_by_kind() -> None:
    report = reported(
        *ASKED,
        answered(Approve()),
        Intent(action_id="a1"),
        OutcomeKnown(action_id="a1", outcome=Done()),
        Noted(about="popup", said="Hi"),
    )
    assert [line.what for line in report.trace] == ["other", "planned", "other", "other", "approved", "other", "executed", "other"]
    assert report.trace[-1].said == "noted popup: Hi"


def test_the_words_of_a_screen_can_be_nothing_but_words_in_a_report() -> None:
    assert code("plain") == "`plain`"
    assert code("a `b` ``c``") == "``` a `b` ``c`` ```"
    assert code("two\nlines") == "`two lines`"
    report = reported(
        planned("a1"), OutcomeKnown(action_id="a1", outcome=Failed(error=HOSTILE)), RunEnded(status="failed", summary=HOSTILE)
    )
    lines = markdown(report).splitlines()
    assert [line for line in lines if line.startswith("#")] == ["# Run `r1`: failed", "## Failed", "## Errors", "## Trace"]
    assert all("``" in line for line in lines if "<script>" in line)


def test_a_completed_run_says_what_it_means_that_something_is_not_ticked() -> None:
    wanted = (ReportedRequirement(id="a", description="A", status="verified"), ReportedRequirement(id="b", description="B"))
    said = "Without a mark: read out of the goal, and shown neither to hold nor not to hold."
    report = InteractionReport(run="r1", goal="A and B", status="completed", requirements=wanted)
    assert markdown(report).splitlines()[-5:] == ["", "- [x] `a` `A`", "- [ ] `b` `B`", "", said]
    assert said not in markdown(report.model_copy(update={"requirements": wanted[:1]}))
    assert said not in markdown(report.model_copy(update={"status": "failed"}))


def test_a_run_leaves_a_report_for_programs_and_one_for_people(tmp_path: Path) -> None:
    with Runs(tmp_path).create(Task(goal="Read the invoice", surface="mail"), name="r1") as run:
        drive = Drive(run)
        drive.look()
        assert drive.act({"type": "click", "ref": drive.ref("Invoice 2024-117")}, "a1", verified=True) == "done"
        drive.end(summary="The invoice is open.")
        report = write_report(run).report
    assert InteractionReport.model_validate_json(run.report_file.read_bytes()) == report
    Draft202012Validator(InteractionReport.model_json_schema()).validate(report.model_dump(mode="json"))
    assert report.final_observation is not None
    assert report.final_observation.observation == drive.looks[-1].id
    words = run.readable_report_file.read_text()
    assert "- step 1 `click A11 option 'Invoice 2024-117'` (verified)" in words
    assert "In short: `The invoice is open.`" in words
    assert {stat.S_IMODE(file.stat().st_mode) for file in (run.report_file, run.readable_report_file)} == {0o600}


def test_a_run_whose_screen_a_person_has_is_paused_until_it_is_gone_on_with() -> None:
    report = reported(RunEnded(status="paused", summary="A person has the screen."))
    assert (report.status, report.summary) == ("paused", "A person has the screen.")
    assert markdown(report).splitlines()[:3] == [
        "# Run `r1`: paused",
        "",
        "A person has the screen; the run goes on once it is given back.",
    ]
    assert reported(RunEnded(status="paused"), Resumed()).status == "running"
