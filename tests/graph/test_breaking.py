"""Whatever breaks around a run becomes an outcome, an end or a pause, and its history stays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.errors import ApprovalRefused, BadOption, EnvironmentFailed
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import Request
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import Constrain, Edit, Reply
from lumos_layer.safety.constraints import Constraints
from lumos_layer.safety.policy import DEFAULT_POLICY
from lumos_layer.trace.sqlite_saver import SqliteCheckpoints
from tests.graph.running_on import BUY, DETAILS, FINISH, Watched, answer, close, denied, shop

NAME = {"type": "set_text", "target": {"name": "Name"}, "text": "Ann"}


class Planning:
    """A planner that does what it is given."""

    name = "strange"

    def __init__(self, does: Any) -> None:
        self._does = does

    def plan(self, request: Request) -> Plan:
        made: Plan = self._does(request)
        return made


def raising(problem: BaseException) -> Planning:
    def plan(_: Request) -> Plan:
        raise problem

    return Planning(plan)


@pytest.mark.parametrize("problem", [KeyError("x"), RuntimeError(), BadOption("x", 1, "y"), RecursionError(), OSError("no line")])
def test_a_planner_that_breaks_ends_the_run_as_failed_with_its_report(tmp_path: Path, problem: Exception) -> None:
    run = shop(tmp_path, planner=raising(problem))
    stopped = run.running.start()
    assert (stopped.status, run.world.reached) == ("failed", [])
    assert type(problem).__name__ in stopped.state["errors"][0].error
    assert run.folder.report_file.is_file()


NONSENSE = [
    None, [], "click A1", {"type": "click"}, {"type": "nothing"}, {"type": "click", "ref": 7}, {"type": "click", "ref": "ZZ99"},
    [{"type": "click", "ref": "A1"}, {"type": "click", "ref": "A2"}], {"a": {"b": [1] * 500}}, "\ud83d\ude00" * 300,
    {"type": ["x"]}, {"type": "click", "ref": "\ud800"},
]  # fmt: skip


@pytest.mark.parametrize("document", NONSENSE)
def test_a_planner_that_says_nonsense_does_nothing_and_comes_to_an_end(tmp_path: Path, document: Any) -> None:
    run = shop(tmp_path, planner=Planning(lambda _: Plan(action=document)), task=Task(goal="Order", max_steps=12))
    stopped = run.running.start()
    assert stopped.status in ("failed", "needs_approval")
    assert run.world.reached == []


@pytest.mark.parametrize("made", [None, {"type": "click"}, "finish", 7])
def test_a_planner_that_gives_no_plan_ends_the_run_as_failed(tmp_path: Path, made: Any) -> None:
    stopped = shop(tmp_path, planner=Planning(lambda _: made)).running.start()
    assert stopped.status == "failed"
    assert "plan" in stopped.said


@pytest.mark.parametrize("document", NONSENSE)
def test_an_edit_to_nonsense_is_refused_and_the_question_stays_open(tmp_path: Path, document: Any) -> None:
    run = shop(tmp_path, [BUY, FINISH])
    asked = run.running.start().request
    with pytest.raises(ApprovalRefused):
        run.running.resume(answer(asked, Edit(action=document)))
    assert (run.running.now().request, run.world.reached) == (asked, [])
    assert run.running.resume(answer(asked)).status == "completed"


def test_a_look_that_breaks_while_an_answer_is_taken_loses_nothing_and_does_nothing(tmp_path: Path) -> None:
    run = shop(tmp_path, [NAME, BUY, FINISH])
    asked = run.running.start()
    observe, left = run.world.observe, [EnvironmentFailed("the line broke")]

    def broken() -> Any:
        if left:
            raise left.pop()
        return observe()

    run.world.observe = broken  # type: ignore[method-assign]
    assert run.running.resume(answer(asked.request)).status == "completed"
    assert run.world.orders == 1


def test_a_screen_that_nobody_can_see_while_an_answer_is_taken_is_asked_about_anew(tmp_path: Path) -> None:
    run = shop(tmp_path, [NAME, BUY, FINISH])
    asked = run.running.start()
    observe, left = run.world.observe, [EnvironmentFailed("the line broke")] * 3

    def broken() -> Any:
        if left:
            raise left.pop()
        return observe()

    run.world.observe = broken  # type: ignore[method-assign]
    stopped = run.running.resume(answer(asked.request))
    assert run.world.orders == 0
    assert stopped.status == "needs_approval"
    assert [error.where for error in stopped.state["errors"]] == ["request_human_approval"]
    assert run.running.resume(answer(stopped.request)).status == "completed"
    assert run.world.orders == 1


@pytest.mark.parametrize("call", range(1, 12))
def test_an_environment_that_breaks_for_good_at_any_look_ends_the_run_with_its_history(tmp_path: Path, call: int) -> None:
    run = shop(tmp_path, [NAME, DETAILS, BUY, FINISH], approver=answer)
    observe, calls = run.world.observe, [0]

    def broken() -> Any:
        calls[0] += 1
        if calls[0] >= call:
            raise ValueError("the line is down")
        return observe()

    run.world.observe = broken  # type: ignore[method-assign]
    stopped = run.running.start()
    assert stopped.status == "failed"
    assert "the line is down" in stopped.said
    assert stopped.state["interaction_report"] is not None


@pytest.mark.parametrize("node", range(1, 9))
def test_an_environment_that_breaks_for_a_new_process_ends_the_run_with_its_history(tmp_path: Path, node: int) -> None:
    run = shop(tmp_path, [DETAILS, FINISH])
    passed = [0]
    put = SqliteCheckpoints.put

    def dying(*args: Any, **kwargs: Any) -> Any:
        done = put(*args, **kwargs)
        passed[0] += 1
        if passed[0] == node + 1:
            raise KeyboardInterrupt
        return done

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SqliteCheckpoints, "put", dying)
        with pytest.raises(KeyboardInterrupt):
            run.running.start()
    close(run)

    def down() -> Any:
        raise ValueError("the line is down")

    run.world.observe = down  # type: ignore[method-assign]
    second = shop(tmp_path, [DETAILS, FINISH], world=run.world, run=run.folder.name)
    stopped = second.running.resume()
    assert (stopped.status, "the line is down" in stopped.said) == ("failed", True)


def test_a_question_in_words_is_answered_with_yes_with_words_or_not_at_all(tmp_path: Path) -> None:
    clarify = {"type": "clarify", "question": "Which paper?"}
    for number, (given, status) in enumerate([(None, "completed"), (Reply(text="A4"), "completed")]):
        run = shop(tmp_path / str(number), [clarify, DETAILS, FINISH])
        asked = run.running.start()
        assert asked.request is not None
        assert asked.request.question == "Which paper?"
        stopped = run.running.resume(answer(asked.request, given))
        assert stopped.status == status
        assert run.world.reached == ["click Show details"]
    run = shop(tmp_path / "no", [clarify, DETAILS, FINISH])
    assert run.running.resume(denied(run.running.start().request)).status == "blocked"


def test_a_planner_is_told_all_of_an_answer_in_words(tmp_path: Path) -> None:
    told: list[tuple[str, ...]] = []
    words = "Take the second one. " * 90

    def plan(request: Request) -> Plan:
        told.append(tuple(request.hints))
        done: Any = {"type": "finish", "success": True, "reason": "done"}
        return Plan(action=done if len(told) > 1 else {"type": "clarify", "question": "Which?"})

    run = shop(tmp_path, planner=Planning(plan))
    run.running.resume(answer(run.running.start().request, Reply(text=words.strip())))
    assert told[1] == (words.strip(),)


def test_a_planner_is_told_what_a_person_said_instead_of_allowing_an_act(tmp_path: Path) -> None:
    told: list[tuple[str, ...]] = []

    def plan(request: Request) -> Plan:
        told.append(tuple(request.hints))
        buy = next(ref for ref, i in request.observation.refs.items() if request.observation.name_of(i) == "Buy now")
        done: Any = {"type": "finish", "success": True, "reason": "done"}
        return Plan(action=done if len(told) > 1 else {"type": "click", "ref": buy})

    run = shop(tmp_path, planner=Planning(plan))
    run.running.resume(answer(run.running.start().request, Reply(text="Not today.")))
    assert (told[1], run.world.orders) == (("Not today.",), 0)


def test_an_act_that_may_have_been_done_is_asked_about_again_when_more_is_to_be_minded(tmp_path: Path) -> None:
    policy = DEFAULT_POLICY.model_copy(update={"sensitive": {**DEFAULT_POLICY.sensitive, "buy": "allow"}, "commits": "allow"})
    run = shop(tmp_path, [BUY, FINISH], policy=policy)
    run.world.breaks = [EnvironmentFailed("the line broke")]
    asked = run.running.start()
    assert asked.request is not None
    assert asked.request.rule == "unknown_outcome"
    again = run.running.resume(answer(asked.request, Constrain(constraints=Constraints(notes=("Only once.",)))))
    assert (again.status, run.world.orders) == ("needs_approval", 0)


def test_the_token_of_a_surface_stands_in_no_journal(tmp_path: Path) -> None:
    task = Task(goal="Order paper", surface="http://127.0.0.1:1/#quince-token")
    run = shop(tmp_path, [DETAILS, FINISH], task=task)
    assert run.running.start().status == "completed"
    assert b"quince-token" not in run.folder.journal_file.read_bytes()
    assert run.folder.task.surface.endswith("#quince-token")


def test_a_screen_that_loads_for_ever_is_waited_for_and_then_given_up(tmp_path: Path) -> None:
    run = shop(tmp_path, [{"type": "click", "target": {"name": "Load"}}, DETAILS, FINISH], task=Task(goal="x", max_steps=30))
    world = run.world.simulator.world
    bar = next(widget for widget in world.order() if widget.node.identifier == "progress")
    top = next(widget for widget in world.order() if widget.node.role.value == "window")
    world.change(bar, hidden=False)
    world.change(top, busy=True)
    stopped = run.running.start()
    assert stopped.status == "failed"
    assert "still loading" in stopped.said
    assert run.world.reached == ["wait"] * len(run.world.reached)
    assert stopped.state["step_count"] < 12


@pytest.mark.parametrize(
    ("title", "buttons"),
    [("Payment", ["Pay", "Cancel"]), ("Allow notifications?", ["Allow", "Block"]), ("Cookies", ["Accept all", "Reject"])],
)
def test_a_dialog_about_what_only_a_person_may_decide_goes_to_a_person(tmp_path: Path, title: str, buttons: list[str]) -> None:
    document = json.loads(Path(__file__).with_name("shop.json").read_bytes())
    rule = next(rule for rule in document["rules"] if rule["target"].get("identifier") == "news")
    rule["do"][1].update(title=title, text=f"{title}: shall it be so?", buttons=buttons)
    file = tmp_path / "app.json"
    file.write_text(json.dumps(document))
    world = Watched(Simulator.from_app(apps.load(file), clock=ManualClock()))
    run = shop(tmp_path / "runs", [{"type": "click", "target": {"name": "News"}}, DETAILS, FINISH], world=world)
    stopped = run.running.start()
    assert (stopped.status, run.world.reached) == ("needs_approval", ["click News"])
    assert title in stopped.said


@pytest.mark.parametrize(("level", "status", "reached"), [("look", "blocked", []), ("confirm", "needs_approval", [])])
def test_the_autonomy_of_a_policy_holds_in_the_loop(tmp_path: Path, level: str, status: str, reached: list[str]) -> None:
    autonomy = DEFAULT_POLICY.autonomy.model_copy(update={"level": level})
    run = shop(tmp_path, [NAME, DETAILS, BUY, FINISH], policy=DEFAULT_POLICY.model_copy(update={"autonomy": autonomy}))
    assert (run.running.start().status, run.world.reached) == (status, reached)
