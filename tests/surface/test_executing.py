"""Outcomes of acts while a person comes, has the surface, and gives it back: honest, and without a word of the page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread, current_thread
from typing import Any

import pytest

from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.actions.outcomes import Aborted, Done, Failed, Outcome, Paused, Rejected, Unknown, as_json
from lumos_layer.environments.port import Delivery
from lumos_layer.environments.simulator import Simulator
from lumos_layer.execution import Executor
from lumos_layer.execution.sending import Stopped
from lumos_layer.surface import Controlled
from tests.surface.worlds import controlled, ref, simulated, value

_OF_THE_PAGE = ("Name", "City", "Save", "Draft", "Shop", "Ada")


def made(folder: Path) -> tuple[Simulator, Controlled, Executor]:
    simulator = simulated()
    agent = controlled(folder, simulator)
    executor = Executor(agent, simulator.clock)
    executor.observe()
    return simulator, agent, executor


def latest(executor: Executor, name: str) -> str:
    assert executor.latest is not None
    return ref(executor.latest, name)


def says_nothing(outcome: Outcome) -> bool:
    return not [word for word in _OF_THE_PAGE if word in as_json(outcome)]


def before(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, first: Callable[[], object], times: int = 1) -> None:
    """Let something happen first, the so-manyth time that the method is called."""
    method, left = getattr(owner, name), [times]

    def called(*said: Any, **more: Any) -> Any:
        left[0] -= 1
        if not left[0]:
            first()
        return method(*said, **more)

    monkeypatch.setattr(owner, name, called)


def test_acts_and_looks_while_a_person_has_it_are_paused(tmp_path: Path) -> None:
    simulator, agent, executor = made(tmp_path)
    click = {"type": "click", "ref": latest(executor, "Save")}
    agent.surfaces.take("main")
    outcomes = [executor.run(each) for each in (click, {"type": "observe"}, {"type": "wait", "seconds": 1})]
    assert [type(each) for each in outcomes] == [Paused, Paused, Paused]
    assert all(map(says_nothing, outcomes))
    assert simulator.acts == 0
    with pytest.raises(Stopped):
        executor.observe()


def test_an_act_under_way_is_aborted_when_a_person_comes_before_it_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simulator, agent, executor = made(tmp_path)
    typing = {"type": "type_text", "ref": latest(executor, "Name"), "text": "Ada"}
    before(monkeypatch, agent, "perform", lambda: agent.surfaces.take("main"))
    outcome = executor.run(typing)
    assert isinstance(outcome, Aborted)
    assert outcome.why.startswith("aborted_by_user")
    assert says_nothing(outcome)
    assert not value(simulator, "Name")


def test_an_act_that_landed_before_a_person_came_is_unknown_and_not_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    simulator, agent, executor = made(tmp_path)
    before(monkeypatch, agent, "observe", lambda: agent.surfaces.take("main"), times=2)
    outcome = executor.run({"type": "type_text", "ref": latest(executor, "Name"), "text": "Ada"}, action_id="a1")
    assert isinstance(outcome, Unknown)
    assert outcome.why == "It was sent, and a person took the surface before anybody could see what came of it."
    assert outcome.delta is None
    assert says_nothing(outcome)
    assert value(simulator, "Name") == "Ada"
    assert executor.run({"type": "observe"}, action_id="a1") == outcome  # the id is used up


def test_a_person_who_comes_while_the_screen_settles_leaves_an_honest_outcome(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, agent, executor = made(tmp_path)
    before(monkeypatch, agent, "observe", lambda: agent.surfaces.take("main"), times=3)
    outcome = executor.run({"type": "click", "ref": latest(executor, "Save")})
    assert isinstance(outcome, Unknown)
    assert says_nothing(outcome)


def test_a_person_who_comes_while_a_field_is_mended_leaves_an_honest_outcome(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    simulator, agent, executor = made(tmp_path)
    perform = simulator.perform

    def twice(action_id: str, action: GroundedAction) -> Delivery:
        perform(f"{action_id}-", action)
        return perform(action_id, action)

    monkeypatch.setattr(simulator, "perform", twice)
    before(monkeypatch, agent, "perform", lambda: agent.surfaces.take("main"), times=2)
    outcome = executor.run({"type": "type_text", "ref": latest(executor, "Name"), "text": "Ada"})
    assert isinstance(outcome, Unknown)
    assert says_nothing(outcome)
    assert value(simulator, "Name") == "AdaAda"


def test_waiting_ends_when_a_person_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, agent, executor = made(tmp_path)
    before(monkeypatch, agent, "observe", lambda: agent.surfaces.take("main"), times=3)
    condition = {"kind": "text", "text": "done", "shown": True}
    outcome = executor.run({"type": "wait_for", "condition": condition, "seconds": 5})
    assert isinstance(outcome, Aborted)
    assert says_nothing(outcome)


def test_an_act_that_waited_for_its_turn_is_cancelled_and_not_done_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simulator, agent, executor = made(tmp_path)
    click = {"type": "click", "ref": latest(executor, "Save")}
    outcomes: list[Outcome] = []
    late = Thread(target=lambda: outcomes.append(executor.run({"type": "press_key", "key": "Tab"}, action_id="late")))

    asked, hands = Event(), executor._means.hands

    def asked_for() -> int:
        found = hands()
        if current_thread() is late:
            asked.set()
        return found

    monkeypatch.setattr(executor._means, "hands", asked_for)

    def person() -> None:
        late.start()
        assert asked.wait(10)
        token = agent.surfaces.take("main")
        agent.surfaces.return_("main", token)
        agent.acquire()

    before(monkeypatch, agent, "perform", person)
    executor.run(click)
    late.join(10)
    assert [type(each) for each in outcomes] == [Aborted]
    assert simulator.acts == 0


def test_after_a_return_nothing_is_done_before_a_look(tmp_path: Path) -> None:
    simulator, agent, executor = made(tmp_path)
    old = {"type": "click", "ref": latest(executor, "Save")}
    agent.surfaces.return_("main", agent.surfaces.take("main"))
    agent.acquire()
    for action in ({"type": "press_key", "key": "Enter"}, old):
        outcome = executor.run(action)
        assert isinstance(outcome, Rejected)
        assert outcome.reason == "stale"
    executor.observe()
    outcome = executor.run(old)
    assert isinstance(outcome, Rejected)
    assert outcome.reason == "stale"
    assert simulator.acts == 0
    assert isinstance(executor.run({"type": "type_text", "ref": latest(executor, "Name"), "text": "Ada"}), Done)


def test_without_a_lease_an_act_fails_and_nothing_is_done(tmp_path: Path) -> None:
    simulator, agent, executor = made(tmp_path)
    click = {"type": "click", "ref": latest(executor, "Save")}
    agent.surfaces.return_("main", agent.surfaces.take("main"))
    outcome = executor.run(click)
    assert isinstance(outcome, Failed)
    assert outcome.error.startswith("not_owner")
    assert outcome.error.endswith("Nothing was done.")
    assert simulator.acts == 0


def test_what_a_person_changes_is_not_taken_for_something_that_changes_by_itself(tmp_path: Path) -> None:
    simulator, agent, executor = made(tmp_path)
    draft = next(widget for widget in simulator.world.order() if widget.node.name == "Draft")
    look = executor.observe()
    for words in ("one", "two", "three"):
        token = agent.surfaces.take("main")
        simulator.world.change(draft, name=words)
        agent.surfaces.return_("main", token)
        agent.acquire()
        look = executor.observe()
    node = next(i for i, seen in enumerate(look.tree) if seen.name == "three")
    assert not executor._means.restless.knows(look.tree, node)


def test_an_act_chosen_by_a_look_before_the_person_is_refused(tmp_path: Path) -> None:
    """An expected look guards writes (A42)."""
    simulator, agent, executor = made(tmp_path)
    assert executor.latest is not None
    envelope = {"action_id": "a1", "observation": executor.latest.id, "action": {"type": "click", "ref": latest(executor, "Save")}}
    agent.surfaces.return_("main", agent.surfaces.take("main"))
    agent.acquire()
    executor.observe()
    outcome = executor.run(envelope)
    assert isinstance(outcome, Rejected)
    assert outcome.reason == "stale"
    assert executor.run(envelope) is outcome
    assert simulator.acts == 0


def test_an_act_on_a_surface_that_has_been_closed_has_failed(tmp_path: Path) -> None:
    simulator, agent, executor = made(tmp_path)
    click = {"type": "click", "ref": latest(executor, "Save")}
    agent.close()
    outcome = executor.run(click)
    assert isinstance(outcome, Failed)
    assert outcome.error == "Nobody could look: This environment has been closed. Make another."
    assert simulator.deliveries == {}
