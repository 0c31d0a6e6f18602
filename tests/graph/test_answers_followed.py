"""What follows from answers and denials: a replaced step is not done, and what may have been done is not done again unasked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lumos_layer.environments.port import Delivery
from lumos_layer.errors import EnvironmentFailed
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import Request
from lumos_layer.planning.rules import RulePlanner
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import Approve, Deny, Edit, Reply
from lumos_layer.safety.policy import DEFAULT_POLICY, Policy
from tests.graph.running_on import BUY, DETAILS, FINISH, Shop, answer, close, denied, shop

DONE: Any = FINISH
NAME = {"type": "set_text", "target": {"name": "Name"}, "text": "Ann"}
REPLAN = DEFAULT_POLICY.model_copy(update={"on_denial": "replan"})
BUYS = DEFAULT_POLICY.model_copy(update={"sensitive": {**DEFAULT_POLICY.sensitive, "buy": "allow"}, "commits": "allow"})
NO_BUYING = DEFAULT_POLICY.model_copy(update={"sensitive": {**DEFAULT_POLICY.sensitive, "buy": "deny"}})


def by_rules(root: Path, goal: str, **services: Any) -> Shop:
    return shop(root, planner=RulePlanner(), task=Task(goal=goal, surface="shop", max_steps=20), **services)


def ref(run: Shop, name: str) -> str:
    look = run.services.current()
    return next(ref for ref, i in look.refs.items() if look.name_of(i) == name)


def edited(run: Shop, request: Any) -> Any:
    return run.running.resume(answer(request, Edit(action={"type": "set_text", "ref": ref(run, "Name"), "text": "Ben"})))


# Something else in place of a step


def test_what_a_person_did_instead_of_a_step_does_not_make_the_step_done(tmp_path: Path) -> None:
    run = by_rules(tmp_path, 'Press "Buy now"')
    stopped = edited(run, run.running.start().request)
    assert (stopped.status, run.world.orders, run.world.reached) == ("needs_approval", 0, ["set_text Name"])
    assert stopped.request is not None
    assert "press 'Buy now'" in stopped.request.question
    stopped = run.running.resume(answer(stopped.request, Reply(text="Do it still")))
    assert (stopped.status, run.world.orders) == ("needs_approval", 0)
    stopped = run.running.resume(answer(stopped.request))
    assert (stopped.status, run.world.orders) == ("completed", 1)


def test_a_step_that_a_person_leaves_out_is_left_out_and_the_report_says_so(tmp_path: Path) -> None:
    run = by_rules(tmp_path, 'Press "Buy now", then press "Show details"')
    stopped = edited(run, run.running.start().request)
    stopped = run.running.resume(answer(stopped.request, Reply(text="Leave it out")))
    assert (stopped.status, run.world.orders) == ("completed", 0)
    assert run.world.reached == ["set_text Name", "click Show details"]
    assert "Left out, as a person wanted: press 'Buy now'" in stopped.said


@pytest.mark.parametrize("given", [Approve(), Reply(text="whatever")])
def test_an_answer_that_is_none_does_not_leave_a_step_out_and_is_not_asked_for_again(tmp_path: Path, given: Any) -> None:
    run = by_rules(tmp_path, 'Press "Buy now"')
    stopped = edited(run, run.running.start().request)
    asked = stopped.request
    stopped = run.running.resume(answer(stopped.request, given))
    assert stopped.request is not None
    assert asked is not None
    assert (stopped.status, run.world.orders) == ("needs_approval", 0)
    assert stopped.request.question != asked.question


def test_a_step_whose_result_is_shown_is_done_whoever_did_it(tmp_path: Path) -> None:
    policy = DEFAULT_POLICY.model_copy(update={"edits": "ask"})
    run = by_rules(tmp_path, "Type Ben into Name", policy=policy)
    asked = run.running.start().request
    stopped = edited(run, asked)
    stopped = run.running.resume(answer(stopped.request)) if stopped.request is not None else stopped
    assert (stopped.status, run.world.reached) == ("completed", ["set_text Name"])


def test_what_was_done_instead_is_known_in_another_process(tmp_path: Path) -> None:
    first = by_rules(tmp_path, 'Press "Buy now"')
    edited(first, first.running.start().request)
    close(first)
    second = by_rules(tmp_path, 'Press "Buy now"', world=first.world, run=first.folder.name)
    stopped = second.running.resume()
    assert (stopped.status, second.world.orders) == ("needs_approval", 0)


def test_a_planner_is_told_which_act_a_person_chose(tmp_path: Path) -> None:
    told: list[tuple[str, ...]] = []

    class Told:
        name = "told"

        def plan(self, request: Request) -> Plan:
            told.append(tuple(entry.by for entry in request.memory))
            buy = next(ref for ref, i in request.observation.refs.items() if request.observation.name_of(i) == "Buy now")
            return Plan(action=DONE if len(told) > 1 else {"type": "click", "ref": buy})

    run = shop(tmp_path, planner=Told())
    edited(run, run.running.start().request)
    assert told == [(), ("person",)]


# Denials


class Stubborn:
    """Proposes the same act whatever it is told, or another where it is told that it must not."""

    name = "stubborn"

    def __init__(self, listens: bool = False) -> None:
        self.listens = listens
        self.hints: list[tuple[str, ...]] = []

    def plan(self, request: Request) -> Plan:
        self.hints.append(tuple(request.hints))
        last = request.memory[-1] if request.memory else None
        if self.listens and last is not None:
            return Plan(action=DONE if last.outcome == "done" else _press(request, "Show details"))
        return Plan(action=_press(request, "Buy now"))


def _press(request: Request, name: str) -> Any:
    look = request.observation
    return {"type": "click", "ref": next(ref for ref, i in look.refs.items() if look.name_of(i) == name)}


def replans(policy: Policy) -> Policy:
    return policy.model_copy(update={"on_denial": "replan"})


def test_a_denial_of_the_policy_is_told_the_planner_which_chooses_something_else(tmp_path: Path) -> None:
    planner = Stubborn(listens=True)
    run = shop(tmp_path, planner=planner, policy=replans(NO_BUYING))
    stopped = run.running.start()
    assert (stopped.status, run.world.reached) == ("completed", ["click Show details"])
    (hint,) = planner.hints[1]
    assert "click button 'Buy now'" in hint
    assert "rule sensitive.buy" in hint
    assert [finding.decision.verdict for finding in stopped.state["safety_findings"]] == ["deny"]
    first = stopped.state["action_trace"][0]
    assert (first.came, first.reason) == ("blocked", "policy")


def test_a_planner_that_proposes_what_is_denied_again_and_again_is_blocked(tmp_path: Path) -> None:
    run = shop(tmp_path, planner=Stubborn(), policy=replans(NO_BUYING))
    stopped = run.running.start()
    assert (stopped.status, run.world.reached, stopped.state["step_count"]) == ("blocked", [], 3)


def test_without_replan_a_denial_of_the_policy_ends_the_run_at_once(tmp_path: Path) -> None:
    stopped = shop(tmp_path, planner=Stubborn(listens=True), policy=NO_BUYING).running.start()
    assert (stopped.status, stopped.state["step_count"]) == ("blocked", 0)


def test_nobody_is_asked_again_about_what_they_have_denied(tmp_path: Path) -> None:
    asked: list[str] = []

    def no(request: Any) -> Any:
        asked.append(request.approval_id)
        return denied(request)

    run = shop(tmp_path, planner=Stubborn(), policy=REPLAN, approver=no)
    stopped = run.running.start()
    assert (stopped.status, run.world.orders, len(asked)) == ("blocked", 0, 1)


def test_what_was_denied_may_be_asked_about_once_more_when_it_has_changed(tmp_path: Path) -> None:
    run = shop(tmp_path, [BUY, NAME, BUY, FINISH], policy=REPLAN)
    stopped = run.running.resume(denied(run.running.start().request))
    assert stopped.status == "needs_approval"
    assert run.running.resume(answer(stopped.request)).status == "completed"
    assert run.world.orders == 1


def test_many_different_denials_in_a_row_end_the_run_as_blocked(tmp_path: Path) -> None:
    no_clicks = DEFAULT_POLICY.model_copy(update={"actions": DEFAULT_POLICY.actions.model_copy(update={"deny": ("click",)})})
    names = ["Buy now", "Show details", "Nothing", "News", "Load"]
    run = shop(tmp_path, [{"type": "click", "target": {"name": name}} for name in names], policy=replans(no_clicks))
    stopped = run.running.start()
    assert (stopped.status, run.world.reached, stopped.state["step_count"]) == ("blocked", [], 3)


def test_the_planner_that_follows_rules_ends_as_blocked_by_a_denial_that_it_can_do_nothing_about(tmp_path: Path) -> None:
    run = by_rules(tmp_path, 'Press "Buy now"', policy=replans(NO_BUYING))
    stopped = run.running.start()
    assert (stopped.status, run.world.reached) == ("blocked", [])
    assert "sensitive.buy" in stopped.said


def test_an_edit_that_the_policy_denies_goes_back_to_the_planner(tmp_path: Path) -> None:
    policy = replans(
        DEFAULT_POLICY.model_copy(update={"actions": DEFAULT_POLICY.actions.model_copy(update={"deny": ("set_text",)})})
    )
    run = shop(tmp_path, [BUY, DETAILS, FINISH], policy=policy)
    stopped = edited(run, run.running.start().request)
    assert (stopped.status, run.world.reached) == ("completed", ["click Show details"])


# What may have been done already


def unseen(run: Shop) -> None:
    """The next order is placed, and the line breaks before anybody hears of it."""
    perform, left = run.world.perform, [EnvironmentFailed("the line broke")]

    def broken(action_id: str, action: Any) -> Delivery:
        delivery = perform(action_id, action)
        if action.node is not None and action.node.name == "Buy now" and left:
            raise left.pop()
        return delivery

    run.world.perform = broken  # type: ignore[method-assign]


@pytest.mark.parametrize("script", [[BUY, BUY, FINISH], [BUY, DETAILS, BUY, FINISH], [BUY, NAME, DETAILS, BUY, FINISH]])
def test_what_may_have_been_done_on_a_screen_that_changed_is_not_done_again_unasked(tmp_path: Path, script: list[Any]) -> None:
    run = shop(tmp_path, script, policy=BUYS)
    unseen(run)
    stopped = run.running.start()
    assert stopped.state["action_trace"][0].outcome == "unknown"
    assert (stopped.status, run.world.orders) == ("needs_approval", 1)
    assert stopped.request is not None
    assert stopped.request.rule == "unknown_outcome"
    assert "may have been done already" in stopped.request.question
    assert "observe" in [each.action["type"] for each in stopped.state["action_trace"][1:] if isinstance(each.action, dict)]


def test_what_a_person_allows_once_more_is_done_once_more_and_counts_as_known_then(tmp_path: Path) -> None:
    run = shop(tmp_path, [BUY, BUY, BUY, FINISH], policy=BUYS)
    unseen(run)
    stopped = run.running.start()
    stopped = run.running.resume(answer(stopped.request))
    assert (stopped.status, run.world.orders) == ("completed", 3)


def test_what_may_have_been_done_is_remembered_by_another_process_and_over_many_acts(tmp_path: Path) -> None:
    acts = [{"type": "set_text", "target": {"name": "Name"}, "text": f"Ann {k}"} for k in range(45)]
    task = Task(goal="Order paper", surface="shop", max_steps=100)
    run = shop(tmp_path, [BUY, *acts, DETAILS, BUY, FINISH], policy=BUYS, task=task)
    unseen(run)
    stopped = run.running.start()
    assert (stopped.status, run.world.orders) == ("needs_approval", 1)
    assert stopped.request is not None
    assert stopped.request.rule == "unknown_outcome"
    close(run)


def test_another_commit_is_not_taken_for_the_one_that_may_have_been_done(tmp_path: Path) -> None:
    keep = {"type": "click", "target": {"name": "News"}}
    run = shop(tmp_path, [BUY, keep, FINISH], policy=BUYS)
    unseen(run)
    stopped = run.running.start()
    assert (stopped.status, run.world.orders) == ("completed", 1)


def test_a_denied_repetition_of_what_may_have_been_done_ends_the_run(tmp_path: Path) -> None:
    run = shop(tmp_path, [BUY, BUY, FINISH], policy=BUYS)
    unseen(run)
    stopped = run.running.resume(answer(run.running.start().request, Deny(reason="It is there.")))
    assert (stopped.status, run.world.orders) == ("blocked", 1)
