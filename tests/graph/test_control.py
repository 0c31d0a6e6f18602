"""A person takes the screen of a run: at every moment of it, and what the run does afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest

from lumos_layer.environments.clock import SystemClock
from lumos_layer.environments.simulator import Simulator
from lumos_layer.execution import Executor
from lumos_layer.graph.running import Running, Stopped
from lumos_layer.interaction.achieving import Achievements, Proving
from lumos_layer.interaction.services import Services
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import Request
from lumos_layer.planning.scripted import ScriptedPlanner
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import Deny, Edit
from lumos_layer.state.checks import ElementCheck
from lumos_layer.state.requirement import Requirement
from lumos_layer.surface.controlled import Controlled
from lumos_layer.surface.registry import Surfaces
from lumos_layer.trace.events import ApprovalAnswered, Control, OutcomeKnown
from lumos_layer.trace.runs import Runs
from lumos_layer.verification.sources import SimulatorSources
from tests.graph.running_on import DETAILS, FINISH, SHOP, Shop, Watched, answer
from tests.surface.worlds import type_as_person


class Buyer:
    """Does what the screen says is not done yet: the name, the details, one order."""

    name = "buyer"

    def plan(self, request: Request) -> Plan:
        look = request.observation
        shown = {node.name for node in look.tree if not node.hidden}
        refs = {look.name_of(i): ref for ref, i in look.refs.items()}
        if look.tree[look.refs[refs["Name"]]].value != "Ann":
            return Plan(action={"type": "set_text", "ref": refs["Name"], "text": "Ann"})
        if not any(name.startswith("Details:") for name in shown):
            return Plan(action={"type": "click", "ref": refs["Show details"]})
        if "No order yet" in shown:
            return Plan(action={"type": "click", "ref": refs["Buy now"]})
        return Plan(action={"type": "finish", "success": True, "reason": "The order is placed."})


class Shared(Shop):
    """A run whose shop a person can take."""

    surfaces: Surfaces


def shared(root: Path, world: Watched | None = None, run: str | None = None, script: Any = None, **services: Any) -> Shared:
    world = world or Watched(Simulator.from_app(SHOP))
    task = Task(goal="Order paper", surface="shop", max_steps=30)
    folder = Runs(root).create(task) if run is None else Runs(root).open(run)
    surfaces = folder.surfaces()
    controlled = Controlled(world, surfaces, "main", "agent", clock=SystemClock(), keep=lambda: None)
    executor = Executor(controlled, world.simulator.clock, memory=folder.memory)
    planner = Buyer() if script is None else ScriptedPlanner(script)
    made = Services(folder, task, controlled, executor, planner, clock=world.simulator.clock, **services)
    shop = Shared(folder, world, Running(made), made)
    shop.surfaces = surfaces
    return shop


def ended(run: Shared) -> None:
    run.running.close()
    assert run.services.controlled is not None
    run.services.controlled.release()
    run.folder.close()


def to_its_end(run: Shared, stopped: Stopped) -> Stopped:
    for _ in range(6):
        if stopped.status not in ("needs_approval", "paused"):
            break
        stopped = run.running.resume(answer(stopped.request) if stopped.request is not None else None)
    return stopped


def taking_at(run: Shared, moment: int) -> list[Any]:
    """Take the screen once so many calls of the run's parts have gone by; gives the token, once there is one."""
    passed, tokens = [0], list[Any]()

    def around(call: Any) -> Any:
        def called(*args: Any, **kwargs: Any) -> Any:
            passed[0] += 1
            if passed[0] == moment:
                tokens.append(run.surfaces.take("main", by="bea", wait=0.0))
            return call(*args, **kwargs)

        return called

    run.running.saver.put = around(run.running.saver.put)  # type: ignore[method-assign]
    run.services.write = around(run.services.write)  # type: ignore[method-assign]
    run.world.observe = around(run.world.observe)  # type: ignore[method-assign]
    run.world.perform = around(run.world.perform)  # type: ignore[method-assign]
    return tokens


@pytest.mark.parametrize("first", range(1, 7))
def test_a_person_can_take_the_screen_at_any_moment_and_the_run_goes_on_afterwards(tmp_path: Path, first: int) -> None:
    moment, taken = first - 6, True
    while taken:
        moment += 6
        run = shared(tmp_path / str(moment), approver=answer)
        tokens = taking_at(run, moment)
        stopped = run.running.start()
        taken = bool(tokens)
        if taken and stopped.status != "completed":  # the last look may lie behind it
            assert stopped.status == "paused", (moment, stopped)
            reached = list(run.world.reached)
            assert run.running.resume().status == "paused"
            assert run.world.reached == reached
            run.surfaces.return_("main", tokens[0])
            stopped = to_its_end(run, run.running.resume())
        assert stopped.status == "completed", (moment, stopped.said)
        assert run.world.orders == 1, moment
        outcomes = [entry.event for entry in run.folder.journal.entries() if isinstance(entry.event, OutcomeKnown)]
        assert len({event.action_id for event in outcomes}) == len(outcomes)
        ended(run)
    assert moment > 40


@pytest.mark.parametrize("given", [None, Edit(action={"type": "click", "ref": "A1"})])
def test_an_answer_that_comes_while_a_person_has_the_screen_waits_and_then_is_asked_again(tmp_path: Path, given: Any) -> None:
    run = shared(tmp_path)
    asked = run.running.start()
    token = run.surfaces.take("main", by="bea")
    paused = run.running.resume(answer(asked.request, given))
    assert (paused.status, run.world.orders) == ("paused", 0)
    assert run.running.resume().status == "paused"
    run.surfaces.return_("main", token)
    again = run.running.resume()
    assert run.world.orders == 0  # all refs are new: what was allowed is not there any more
    assert to_its_end(run, again).status == "completed"
    assert run.world.orders <= 1
    answers = [entry.event for entry in run.folder.journal.entries() if isinstance(entry.event, ApprovalAnswered)]
    assert len({each.approval.approval_id for each in answers}) == len(answers)


def test_a_denial_needs_no_screen(tmp_path: Path) -> None:
    run = shared(tmp_path)
    asked = run.running.start()
    run.surfaces.take("main", by="bea")
    stopped = run.running.resume(answer(asked.request, Deny()))
    assert (stopped.status, run.world.orders) == ("blocked", 0)


def test_a_run_whose_screen_was_taken_once_is_asked_about_once_in_each_further_process(tmp_path: Path) -> None:
    first = shared(tmp_path)
    asked = first.running.start()
    token = first.surfaces.take("main", by="bea")
    first.surfaces.return_("main", token)
    ended(first)
    stopped, world = asked, first.world
    for _ in range(4):
        run = shared(tmp_path, world, first.folder.name)
        stopped = run.running.resume(answer(run.running.now().request))
        ended(run)
        if stopped.status == "completed":
            break
    assert (stopped.status, world.orders) == ("completed", 1)


def test_a_hand_off_that_a_person_finishes_lets_the_run_go_on_with_new_refs(tmp_path: Path) -> None:
    script = ({"type": "handoff", "reason": "login"}, DETAILS, FINISH)
    run = shared(tmp_path, script=script)
    asked: list[Any] = []
    wait = run.surfaces.handoffs.find

    def found(id: str) -> Any:
        if not asked:
            asked.append(run.surfaces.take("main", by="bea"))
            run.surfaces.return_("main", asked[0])
        return wait(id)

    run.surfaces.handoffs.find = found  # type: ignore[method-assign]
    stopped = run.running.start()
    assert (stopped.status, run.world.reached) == ("completed", ["click Show details"])
    assert "finished" in stopped.state["action_trace"][0].said


def test_a_hand_off_that_nobody_takes_ends_the_run_as_blocked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from lumos_layer.environments.clock import ManualClock

    run = shared(tmp_path, script=({"type": "handoff", "reason": "captcha"}, DETAILS, FINISH))
    assert run.services.controlled is not None
    monkeypatch.setattr(run.services.controlled, "_clock", ManualClock())
    stopped = run.running.start()
    assert (stopped.status, run.world.reached) == ("blocked", [])
    assert "timed out" in stopped.said


def test_a_hand_off_during_which_a_process_died_is_gone_on_with(tmp_path: Path) -> None:
    script = ({"type": "handoff", "reason": "login"}, DETAILS, FINISH)
    first = shared(tmp_path, script=script)

    def dies(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    assert first.services.controlled is not None
    first.services.controlled.answer = dies  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        first.running.start()
    token = first.surfaces.take("main", by="bea")
    first.surfaces.return_("main", token)
    first.running.close()
    first.folder.close()
    assert first.services.controlled is not None
    first.services.controlled.lease.unlock()  # type: ignore[union-attr]
    second = shared(tmp_path, first.world, first.folder.name, script)
    stopped = second.running.resume()
    assert (stopped.status, second.world.reached) == ("completed", ["click Show details"])
    assert len(second.surfaces.handoffs.all("main")) == 1
    assert "finished" in stopped.state["action_trace"][0].said


def test_nothing_of_the_page_is_written_while_a_person_has_the_screen(tmp_path: Path) -> None:
    run = shared(tmp_path)
    asked = run.running.start()
    token = run.surfaces.take("main", by="bea")
    state = next(widget for widget in run.world.simulator.world.order() if widget.node.identifier == "state")
    run.world.simulator.world.change(state, name="walnut-7-canary")
    run.running.resume(answer(asked.request))
    run.running.resume()
    ended(run)
    for path in run.folder.path.rglob("*"):
        if path.is_file():
            assert b"walnut-7-canary" not in path.read_bytes(), path
    assert token.secret


class Listening(Buyer):
    """A buyer who writes down what the runtime has to say."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, ...]] = []

    def plan(self, request: Request) -> Plan:
        self.heard.append(tuple(hint for hint in request.hints if hint.startswith("A person has had")))
        return super().plan(request)


def returned_to(run: Shared, changed: bool) -> None:
    """A person takes the screen, writes another name or does nothing, and gives it back."""
    token = run.surfaces.take("main", by="bea")
    if changed:
        type_as_person(run.world.simulator, "Name", "Someone else")
    run.surfaces.return_("main", token)


@pytest.mark.parametrize("other_process", [False, True])
@pytest.mark.parametrize("changed", [False, True])
def test_a_planner_is_told_once_what_a_person_has_changed(tmp_path: Path, other_process: bool, changed: bool) -> None:
    run = shared(tmp_path)
    asked = run.running.start()  # the name is written and the details are shown; it asks whether to buy
    assert asked.request is not None
    returned_to(run, changed)
    if other_process:
        ended(run)
        run = shared(tmp_path, run.world, run.folder.name)
    listening = run.services.planner = Listening()
    stopped = to_its_end(run, run.running.resume(answer(asked.request)))
    assert (stopped.status, run.world.orders) == ("completed", 1)
    told = [hint for hints in listening.heard for hint in hints]
    what = "changed: value of " if changed else "nothing that shows is otherwise."
    assert len(told) == 1
    assert told[0].startswith(f"A person has had the screen since the last look: {what}")
    assert "Someone else" not in told[0]
    said = [entry.event for entry in run.folder.journal.entries() if isinstance(entry.event, Control)]
    assert [(each.change, each.reason) for each in said] == [("leased", ""), ("leased", ""), ("returned", told[0])]
    ended(run)


def test_nothing_is_written_of_a_claim_that_is_weighed_while_a_person_takes_the_screen(tmp_path: Path) -> None:
    run = shared(tmp_path, script=[{"type": "finish", "success": True, "reason": "It is there."}])
    shown = Requirement(id="shown", description="The order is there", check=ElementCheck(name="Your order"))
    tokens: list[Any] = []

    def sources(_: Any, look: Any, acts: Any) -> Any:
        if not tokens:
            tokens.append(run.surfaces.take("main", by="bea", wait=0.0))
        return SimulatorSources(run.world.simulator, look, acts)

    proving = Proving(sources=sources)
    run.services.achieved = Achievements(run.services.task, (shown,), run.folder, run.services.environment, proving)
    assert run.running.start().status == "paused"
    kinds = [orjson.loads(said)["event"]["kind"] for said in run.folder.journal.raw("state_changed")]
    assert (kinds, run.services.achieved.state.verified) == (["began"], ())
    run.surfaces.return_("main", tokens[0])
    assert run.running.resume().status == "completed"
    assert run.services.achieved.state.verified == ("shown",)
