"""A run made again from its journal is the run that was (X08), and what cannot have been so is said."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from lumos_layer.actions.outcomes import Done
from lumos_layer.errors import DamagedRun
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import ApprovalRequest, Approve, Deny, HumanApproval
from lumos_layer.safety.decision import Decision
from lumos_layer.trace.events import ApprovalAnswered, ApprovalAsked, Event, Intent, Observed, OutcomeKnown, Reviewed, RunEnded
from lumos_layer.trace.journal import Entry, read
from lumos_layer.trace.replaying import digest, replay
from lumos_layer.trace.runs import Runs
from tests.trace.given import Drive, events

TASK = Task(goal="Try things", surface="mail")


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(["mail", "settings", "browser", "editor"]), st.lists(st.tuples(st.integers(0, 60), st.booleans()), max_size=8)
)
def test_any_run_comes_to_the_same_final_state_again(
    tmp_path_factory: pytest.TempPathFactory, app: str, acts: list[tuple[int, bool]]
) -> None:
    with Runs(tmp_path_factory.mktemp("runs")).create(TASK) as run:
        drive = Drive(run, app)
        drive.look()
        for number, (place, types) in enumerate(acts):
            refs = list(drive.looks[-1].refs)
            if not refs:  # the only window was closed
                acts = acts[:number]
                break
            action: JsonValue = {"type": "click", "ref": refs[place % len(refs)]}
            if types:
                action = {"type": "set_text", "ref": refs[place % len(refs)], "text": "Ada"}
            drive.act(action, f"a{number}")
        drive.end()
        again = replay(read(run.journal_file))
        assert again.observations == {look.id: digest(look) for look in drive.looks}
        assert again.final["main"].blueprint().compact() == drive.looks[-1].blueprint().compact()
        assert again.outcomes == {f"a{i}": run.memory.find(f"a{i}") for i in range(len(acts))}
        assert (again.report.status, again.report.steps, again.begun, again.problems) == ("completed", len(acts), [], [])
        assert replay(read(run.journal_file)).state == again.state


@settings(max_examples=100, deadline=None)
@given(st.lists(events, max_size=12))
def test_whatever_events_there_are_a_replay_is_a_report_and_the_same_each_time(given: list[Event]) -> None:
    entries = [Entry(seq, event) for seq, event in enumerate(given, 1)]
    first, second = replay(entries), replay(entries)
    assert first.report == second.report
    assert orjson.dumps(first.state) == orjson.dumps(second.state)
    assert len(first.report.trace) == len(given)


def found(*given: Event) -> list[tuple[str, str]]:
    return [(each.what, each.found) for each in replay([Entry(i, event) for i, event in enumerate(given, 1)]).problems]


def reviewed(verdict: str) -> Reviewed:
    return Reviewed(action_id="a1", decision=Decision(verdict=verdict, rule="submits", why="It submits."))  # type: ignore[arg-type]


REQUEST = ApprovalRequest(approval_id="p1", action_id="a1", observation="o1", action={}, question="Submit?", binding="b")
APPROVED = ApprovalAnswered(approval=HumanApproval(approval_id="p1", binding="b", answer=Approve()))
DENIED = ApprovalAnswered(approval=HumanApproval(approval_id="p1", binding="b", answer=Deny()))
SENT = Intent(action_id="a1")


def test_an_act_that_was_sent_without_being_allowed_is_said() -> None:
    assert found(reviewed("allow"), SENT) == []
    assert found(reviewed("ask"), ApprovalAsked(request=REQUEST), APPROVED, SENT) == []
    assert found(reviewed("ask"), SENT) == [("action a1", "ask by rule submits")]
    assert found(reviewed("ask"), ApprovalAsked(request=REQUEST), DENIED, SENT) == [("action a1", "ask by rule submits")]
    assert found(reviewed("deny"), ApprovalAsked(request=REQUEST), APPROVED, SENT) == [("action a1", "deny by rule submits")]


def test_an_answer_that_was_not_taken_allows_nothing() -> None:
    refused = APPROVED.model_copy(update={"refused": "It was for another action."})
    assert found(reviewed("ask"), ApprovalAsked(request=REQUEST), refused, SENT) == [("action a1", "ask by rule submits")]
    assert found(APPROVED) == [("approval p1", "nobody asked")]


def test_an_act_that_was_begun_twice_is_said() -> None:
    assert found(SENT, SENT) == [("action a1", "begun again")]
    assert found(SENT, OutcomeKnown(action_id="a1", outcome=Done()), SENT) == [("action a1", "begun again")]


def test_a_run_that_was_cut_off_says_what_nobody_knows() -> None:
    again = replay([Entry(1, reviewed("allow")), Entry(2, SENT)])
    assert again.begun == ["a1"]
    assert [(each.action_id, each.why) for each in again.report.failed] == [
        ("a1", "It was begun, and nobody has written down what came of it: it may have been done.")
    ]


def test_a_look_that_cannot_be_made_again_is_damage(tmp_path: Path) -> None:
    entry = Entry(7, Observed(observation="o2", surface="main", look={"kind": "change", "since": "o1"}))
    with pytest.raises(DamagedRun, match="the look of entry 7 cannot be made again"):
        replay([entry])
    with pytest.raises(DamagedRun, match="the look of entry 7 cannot be made again"):
        replay([Entry(7, Observed(observation="o2", surface="main", look="nothing"))])


def test_a_run_that_ended_and_went_on_is_as_its_last_events_say() -> None:
    ended = replay([Entry(1, RunEnded(status="needs_approval")), Entry(2, RunEnded(status="blocked", summary="It was denied."))])
    assert (ended.report.status, ended.report.summary) == ("blocked", "It was denied.")
