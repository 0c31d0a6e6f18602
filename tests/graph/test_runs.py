from __future__ import annotations

from pathlib import Path
from typing import Any, get_type_hints

import pytest

from lumos_layer.errors import ApprovalRefused, EnvironmentFailed, NotSent
from lumos_layer.graph.build import EDGES, NODES, ROUTES
from lumos_layer.interaction import asking, reviewing
from lumos_layer.interaction.state import InteractionState
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import ApprovalRequest, Constrain, Edit, HumanApproval, Reply
from lumos_layer.safety.constraints import Constraints
from lumos_layer.safety.policy import DEFAULT_POLICY
from tests.graph.running_on import BUY, DETAILS, FINISH, answer, close, denied, shop


def came(state: InteractionState) -> list[tuple[str, str]]:
    return [(record.came, record.outcome) for record in state["action_trace"]]


def test_the_graph_has_the_nodes_and_edges_of_the_interaction_controller() -> None:
    assert [node.__name__ for node in NODES] == [
        "prepare_interaction_task", "observe_environment", "recognize_elements", "interpret_context", "plan_next_action",
        "review_action_safety", "request_human_approval", "execute_action", "observe_feedback", "decide_next_step",
        "recover_from_failure", "finalize_interaction_report",
    ]  # fmt: skip
    assert ("recover_from_failure", "observe_environment") in EDGES
    assert {start: set(leads.values()) for start, _, leads in ROUTES} == {
        "review_action_safety": {"execute_action", "request_human_approval", "finalize_interaction_report"},
        "request_human_approval": {
            "execute_action", "finalize_interaction_report", "request_human_approval", "observe_environment",
        },
        "decide_next_step": {
            "observe_environment", "recover_from_failure", "request_human_approval", "finalize_interaction_report",
        },
    }  # fmt: skip


def test_the_state_has_each_field_with_its_exact_type() -> None:
    hints = get_type_hints(InteractionState)
    assert Any not in hints.values()
    assert set(hints) == {
        "input", "task_goal", "environment_type", "constraints", "safety_policy", "initial_observation", "current_observation",
        "observations", "recognized_elements", "element_interpretations", "task_context", "action_plan", "pending_action",
        "action_result", "feedback_observation", "action_trace", "environment_events", "safety_findings", "needs_approval",
        "human_approval", "step_count", "max_steps", "recovery_attempts", "max_recovery_attempts", "interaction_status", "errors",
        "interaction_report", "memory", "troubles",
    }  # fmt: skip


def test_a_task_without_commits_is_completed(tmp_path: Path) -> None:
    run = shop(tmp_path, [{"type": "set_text", "target": {"name": "Name"}, "text": "Ann"}, DETAILS, FINISH])
    stopped = run.running.start()
    assert stopped.status == "completed"
    assert run.world.reached == ["set_text Name", "click Show details"]
    assert came(stopped.state) == [("executed", "done"), ("executed", "done")]
    report = stopped.state["interaction_report"]
    assert report is not None
    assert (report.status, [each.verified for each in report.completed]) == ("completed", [True, True])
    assert run.folder.report_file.is_file()
    assert run.folder.readable_report_file.is_file()


def test_a_purchase_waits_for_a_person_and_nothing_is_sent_before(tmp_path: Path) -> None:
    run = shop(tmp_path, [BUY, FINISH])
    stopped = run.running.start()
    assert (stopped.status, stopped.state["interaction_status"], stopped.state["needs_approval"]) == (
        "needs_approval", "needs_approval", True,
    )  # fmt: skip
    assert (run.world.reached, run.world.orders) == ([], 0)
    assert stopped.request is not None
    assert "buy" in stopped.request.rule


def test_an_approved_purchase_is_made_once(tmp_path: Path) -> None:
    run = shop(tmp_path, [BUY, FINISH])
    stopped = run.running.resume(answer(run.running.start().request))
    assert (stopped.status, run.world.reached, run.world.orders) == ("completed", ["click Buy now"], 1)


def test_an_approval_is_taken_in_another_process(tmp_path: Path) -> None:
    first = shop(tmp_path, [BUY, FINISH])
    request = first.running.start().request
    close(first)
    second = shop(tmp_path, [BUY, FINISH], world=first.world, run=first.folder.name)
    assert second.running.now().request == request
    assert second.running.resume(answer(request)).status == "completed"
    assert second.world.orders == 1


def test_a_denial_blocks_the_run(tmp_path: Path) -> None:
    run = shop(tmp_path, [BUY, DETAILS, FINISH])
    stopped = run.running.resume(denied(run.running.start().request))
    assert (stopped.status, run.world.reached, came(stopped.state)) == ("blocked", [], [("blocked", "rejected")])


def test_a_question_that_nobody_answers_in_time_counts_as_denied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    task = Task(goal="Order paper", surface="shop", answer_within=60)
    run = shop(tmp_path, [BUY, FINISH], task=task)
    monkeypatch.setattr(reviewing, "now", lambda: "2030-01-01T10:00:00.000Z")
    monkeypatch.setattr(asking, "now", lambda: "2030-01-01T10:00:59.000Z")
    request = run.running.start().request
    assert run.running.resume().status == "needs_approval"
    monkeypatch.setattr(asking, "now", lambda: "2030-01-01T10:01:01.000Z")
    stopped = run.running.resume(answer(request))
    assert (stopped.status, run.world.orders) == ("blocked", 0)
    assert "nobody answered in time" in stopped.said


def test_with_replan_a_denial_is_told_the_planner_which_goes_on(tmp_path: Path) -> None:
    policy = DEFAULT_POLICY.model_copy(update={"on_denial": "replan"})
    run = shop(tmp_path, [BUY, DETAILS, FINISH], policy=policy)
    stopped = run.running.resume(denied(run.running.start().request))
    assert (stopped.status, run.world.reached) == ("completed", ["click Show details"])
    assert came(stopped.state) == [("blocked", "rejected"), ("executed", "done")]


def test_an_answer_is_taken_once_and_only_to_what_is_asked(tmp_path: Path) -> None:
    run = shop(tmp_path, [BUY, BUY, FINISH])
    first = run.running.start().request
    other = answer(first).model_copy(update={"approval_id": "another?1"})
    with pytest.raises(ApprovalRefused, match="what is asked is"):
        run.running.resume(other)
    run.running.resume(answer(first))
    with pytest.raises(ApprovalRefused, match="answered before"):
        run.running.resume(answer(first))
    assert run.world.orders == 1
    second = run.running.resume(answer(run.running.now().request))
    assert (second.status, run.world.orders) == ("completed", 2)
    with pytest.raises(ApprovalRefused, match="answered before"):
        run.running.resume(answer(first))


def test_an_approval_for_another_screen_is_asked_for_again(tmp_path: Path) -> None:
    run = shop(tmp_path, [BUY, FINISH])
    asked = run.running.start()
    label = next(widget for widget in run.world.simulator.world.order() if widget.node.identifier == "buy")
    run.world.simulator.world.change(label, name="Buy now for 900 EUR")
    again = run.running.resume(answer(asked.request))
    assert (again.status, run.world.orders) == ("needs_approval", 0)
    assert again.request is not None
    assert asked.request is not None
    assert again.request.approval_id != asked.request.approval_id
    assert run.running.resume(answer(again.request)).status == "completed"
    assert run.world.orders == 1


def test_an_edited_action_is_reviewed_again(tmp_path: Path) -> None:
    run = shop(tmp_path, [BUY, FINISH])
    asked = run.running.start()
    ref = run.services.current().refs
    details = next(each for each in ref if run.services.current().name_of(ref[each]) == "Show details")
    stopped = run.running.resume(answer(asked.request, Edit(action={"type": "click", "ref": details})))
    assert (stopped.status, run.world.reached) == ("completed", ["click Show details"])


def test_an_edit_to_another_commit_is_asked_about_as_well(tmp_path: Path) -> None:
    run = shop(tmp_path, [DETAILS, BUY, FINISH])
    asked = run.running.start()
    again = run.running.resume(answer(asked.request, Edit(action=asked.state["pending_action"].plan.action)))  # type: ignore[union-attr]
    assert (again.status, run.world.orders) == ("needs_approval", 0)


def test_constraints_that_a_person_adds_hold_from_then_on(tmp_path: Path) -> None:
    run = shop(tmp_path, [BUY, FINISH])
    more = Constrain(constraints=Constraints(forbidden_actions=("buy",)))
    stopped = run.running.resume(answer(run.running.start().request, more))
    assert (stopped.status, run.world.orders) == ("blocked", 0)
    assert stopped.state["constraints"].forbidden_actions == ("buy",)


def test_a_forbidden_action_is_blocked_before_it_is_executed(tmp_path: Path) -> None:
    task = Task(goal="Order paper", surface="shop", constraints=Constraints(forbidden_actions=("click",)))
    run = shop(tmp_path, [DETAILS, FINISH], task=task)
    stopped = run.running.start()
    assert (stopped.status, run.world.reached, came(stopped.state)) == ("blocked", [], [("blocked", "")])
    assert [finding.decision.verdict for finding in stopped.state["safety_findings"]] == ["deny"]


def test_an_answer_given_up_front_holds_for_what_it_is_bound_to(tmp_path: Path) -> None:
    first = shop(tmp_path / "a", [BUY, FINISH])
    given = answer(first.running.start().request)
    second = shop(tmp_path / "b", [BUY, FINISH])
    assert second.running.start(given).status == "completed"
    assert second.world.orders == 1


def test_an_answer_given_up_front_for_something_else_does_not_count(tmp_path: Path) -> None:
    run = shop(tmp_path, [BUY, FINISH])
    stopped = run.running.start(HumanApproval(approval_id="x", binding="0" * 64, answer=answer_yes()))
    assert (stopped.status, run.world.orders) == ("needs_approval", 0)


def answer_yes() -> Any:
    return answer(_request()).answer


def _request() -> ApprovalRequest:
    return ApprovalRequest(approval_id="x", action_id="x", observation="o1", action=None, question="?", binding="x")


def test_an_element_that_comes_later_is_waited_for(tmp_path: Path) -> None:
    run = shop(tmp_path, [DETAILS, {"type": "click", "target": {"name": "Keep"}}, FINISH])
    stopped = run.running.start()
    if stopped.status == "needs_approval":  # it is asked where it is
        run.world.simulator.clock.sleep(8)
        stopped = run.running.resume(answer(stopped.request, Reply(text="It is there now.")))
    assert (stopped.status, run.world.reached[-1]) == ("completed", "click Keep")
    assert stopped.state["recovery_attempts"] <= stopped.state["max_recovery_attempts"]


def test_a_harmless_popup_is_closed_and_the_run_goes_on(tmp_path: Path) -> None:
    run = shop(tmp_path, [{"type": "click", "target": {"name": "News"}}, DETAILS, FINISH])
    stopped = run.running.start()
    assert (stopped.status, run.world.reached) == ("completed", ["click News", "click Close", "click Show details"])
    assert stopped.state["action_trace"][1].by == "recovery"


def test_a_loading_screen_is_waited_for(tmp_path: Path) -> None:
    run = shop(tmp_path, [{"type": "click", "target": {"name": "Load"}}, DETAILS, FINISH])
    stopped = run.running.start()
    assert (stopped.status, run.world.reached[-1]) == ("completed", "click Show details")


def test_the_limit_of_steps_ends_the_run_and_keeps_its_trace(tmp_path: Path) -> None:
    task = Task(goal="Order paper", surface="shop", max_steps=3)
    names = ("Ann", "Ben", "Cleo", "Dan", "Eve")
    run = shop(tmp_path, [{"type": "set_text", "target": {"name": "Name"}, "text": name} for name in names], task=task)
    stopped = run.running.start()
    assert (stopped.status, stopped.state["step_count"], len(stopped.state["action_trace"])) == ("failed", 3, 3)
    assert "3 steps" in stopped.said


def test_the_same_act_without_effect_ends_as_no_progress(tmp_path: Path) -> None:
    nothing = {"type": "click", "target": {"name": "Nothing"}}
    task = Task(goal="Order paper", surface="shop", max_steps=30)
    run = shop(tmp_path, [nothing] * 40, task=task)
    stopped = run.running.start()
    assert stopped.status == "failed"
    assert "no progress" in stopped.said
    assert run.world.reached.count("click Nothing") <= 5


def test_a_task_without_a_goal_fails_and_does_nothing(tmp_path: Path) -> None:
    run = shop(tmp_path, [DETAILS], task=Task(goal=" ", surface="shop"))
    stopped = run.running.start()
    assert (stopped.status, run.world.reached) == ("failed", [])
    assert "no goal" in stopped.said


def test_an_adapter_that_breaks_loses_no_history(tmp_path: Path) -> None:
    run = shop(tmp_path, [{"type": "set_text", "target": {"name": "Name"}, "text": "Ann"}, DETAILS, DETAILS, FINISH])
    run.world.breaks = [NotSent("the line is down"), EnvironmentFailed("the line broke")]
    stopped = run.running.start()
    outcomes = [outcome for _, outcome in came(stopped.state)]
    assert "failed" in outcomes
    assert "unknown" in outcomes
    assert len(run.folder.report_file.read_bytes()) > 0


def test_a_secret_stands_in_nothing_that_a_run_leaves(tmp_path: Path) -> None:
    secret = "quince-42-canary"
    typed = {"type": "set_text", "target": {"name": "Password"}, "text": {"secret": "pin"}}
    plain = {"type": "set_text", "target": {"name": "Name"}, "text": {"secret": "pin"}}
    run = shop(tmp_path, [typed, plain, DETAILS, FINISH], secrets={"pin": secret}, approver=answer)
    stopped = run.running.start()
    assert stopped.status == "completed"
    close(run)
    for path in run.folder.path.rglob("*"):
        if path.is_file():
            assert secret.encode() not in path.read_bytes(), path


def test_every_state_of_a_run_can_be_looked_at(tmp_path: Path) -> None:
    run = shop(tmp_path, [DETAILS, FINISH])
    run.running.start()
    latest = next(iter(run.running.steps()))
    assert latest["interaction_status"] == "completed"
    assert latest["recognized_elements"][0].confidence == 1
