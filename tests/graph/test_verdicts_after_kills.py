"""What a verifier says of a run that was killed and goes on is what it says of one that was not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.planning.task import Task
from tests.graph.running_on import BUY, DETAILS, FINISH, Shop, Watched, answer, close, shop

LOCK = {"type": "set_checked", "target": {"name": "Front door"}, "checked": True}
PAY = {"type": "click", "target": {"name": "Pay"}}
LOCKED = {
    "id": "locked",
    "description": "The front door is locked",
    "check": {"type": "element", "role": "switch", "name": "Front door", "checked": True},
}
PAID = {
    "id": "paid",
    "description": "Order 12 is paid",
    "depends_on": ["locked"],
    "check": {"type": "element", "role": "text", "name": "Order 12 was paid"},
}
NOTE = {"type": "set_text", "target": {"name": "Note"}, "text": "thanks"}
SCRIPT = [LOCK, NOTE, PAY, FINISH, FINISH]
TASK = Task.model_validate({"goal": "Lock up and pay", "surface": "shop", "max_steps": 8, "requirements": [LOCKED, PAID]})
OPEN = Task.model_validate(
    {"goal": "Order", "surface": "shop", "max_steps": 8, "requirements": [{**PAID, "depends_on": []}]},
)


class Died(BaseException):
    """Stands for the end of a process."""


class Mortal:
    """Lets a process die at that boundary, for good; 0: never."""

    def __init__(self, kill_at: int) -> None:
        self.kill_at, self.passed, self.dead = kill_at, 0, False

    def around(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def around(*args: Any, **kwargs: Any) -> Any:
            found = None if self.dead else call(*args, **kwargs)
            self.step()
            return found

        return around

    def step(self) -> None:
        self.passed += 1
        self.dead = self.dead or self.passed == self.kill_at
        if self.dead:
            raise Died


def home(locking: str, paying: str) -> Watched:
    """A page with a line that nobody understands; what it says besides once the door is locked, and once the order is paid."""
    texts = {"order": "", "hub": locking, "bank": paying}
    rows: list[dict[str, Any]] = [
        {"role": "window", "name": "Home", "box": [0, 0, 600, 500]},
        {"level": 1, "role": "switch", "name": "Front door", "checked": "false", "identifier": "door", "box": [10, 10, 200, 28]},
        {"level": 1, "role": "text", "name": "Zorbled daily", "box": [10, 50, 300, 24]},
        {"level": 1, "role": "textbox", "name": "Note", "identifier": "note", "box": [200, 90, 200, 30]},
        {"level": 1, "role": "button", "name": "Pay", "identifier": "pay", "box": [10, 90, 120, 30]},
    ]
    rows += [
        {
            "level": 1,
            "role": "text",
            "name": text or "Order 12",
            "hidden": True,
            "identifier": id,
            "box": [10, 130 + 30 * k, 300, 24],
        }
        for k, (id, text) in enumerate(texts.items())
    ]

    def shows(id: str) -> list[dict[str, Any]]:
        return [{"do": "set", "target": {"identifier": id}, "hidden": False}] if texts[id] else []

    paid = {"do": "set", "target": {"identifier": "order"}, "name": "Order 12 was paid", "hidden": False}
    document = {
        "name": "home",
        "start": "main",
        "values": {"orders": 0},
        "screens": {"main": {"title": "Home", "size": [600, 500], "rows": rows}},
        "rules": [
            *([{"on": "change", "target": {"identifier": "door"}, "do": shows("hub")}] if locking else []),
            {"on": "click", "target": {"identifier": "pay"}, "do": [paid, *shows("bank")]},
        ],
    }
    world = Watched(Simulator.from_app(apps.made(document), clock=ManualClock()))
    world.recall = world.simulator.recall  # type: ignore[attr-defined]
    return world


def ended(root: Path, world: Watched, kill_at: int, **services: Any) -> tuple[Shop, str, bool]:
    """The run at its end, how it ended, and whether its first process died before."""
    mortal = Mortal(kill_at)
    run = shop(root, SCRIPT, world=world, task=TASK, approver=answer, **services)
    perform, observe = world.perform, world.observe
    world.perform, world.observe = mortal.around(perform), mortal.around(observe)  # type: ignore[method-assign]
    run.folder.journal._put = mortal.around(run.folder.journal._put)  # type: ignore[method-assign]
    status = ""
    try:
        status = run.running.start().status
    except Died:
        close(run)
    world.perform, world.observe = perform, observe  # type: ignore[method-assign]
    if mortal.dead:
        run = shop(root, SCRIPT, world=world, task=TASK, run=run.folder.name, approver=answer, **services)
        status = run.running.resume().status
    return run, status, mortal.dead


def shown(run: Shop) -> Any:
    """What holds by now, with what shows it."""
    state = run.services.achieved.state
    evidence = {
        id: [(e.kind, e.quotes, e.why, e.first_step, e.last_step) for e in state.live_evidence(id)] for id in state.statuses
    }
    return dict(state.statuses), evidence


@pytest.mark.parametrize(
    ("locking", "paying", "status", "statuses"),
    [
        ("", "", "completed", {"locked": "verified", "paid": "verified"}),
        ("The hub zorbled it", "", "failed", {"locked": "pending", "paid": "pending"}),
        ("", "The bank zorbled it", "failed", {"locked": "verified", "paid": "pending"}),
    ],
)
def test_a_run_that_is_killed_at_any_boundary_ends_as_one_that_is_not(
    tmp_path: Path, locking: str, paying: str, status: str, statuses: dict[str, str]
) -> None:
    whole, how, _ = ended(tmp_path / "whole", home(locking, paying), 0)
    expected = shown(whole)
    close(whole)
    assert (how, expected[0]) == (status, statuses)
    boundary, died = 0, True
    while died:
        boundary += 1
        run, how, died = ended(tmp_path / str(boundary), home(locking, paying), boundary)
        assert (boundary, how, shown(run)) == (boundary, status, expected)
        close(run)
    assert boundary > 30


def test_another_process_knows_of_each_act_what_the_first_one_saw(tmp_path: Path) -> None:
    nothing = {"type": "click", "target": {"name": "Nothing"}}
    script = [nothing, BUY, {"type": "set_text", "target": {"name": "Name"}, "text": "Ann"}, BUY, DETAILS, FINISH]
    first = shop(tmp_path, script, task=OPEN, approver=answer)
    first.running.start()
    acts = first.services.achieved.acts()
    close(first)
    told = [(act.verb, act.name, act.effect, act.passing, act.observation) for act in acts]
    assert told == [
        ("click", "Nothing", True, True, "o2"),
        ("click", "Buy now", True, True, "o3"),
        ("set_text", "Name", True, False, "o4"),
        ("click", "Buy now", True, True, "o5"),
        ("click", "Show details", True, False, "o6"),
        ("observe", "", True, False, "o6"),
    ]
    second = shop(tmp_path, script, task=OPEN, world=first.world, run=first.folder.name)
    again = second.services.achieved.acts()
    assert again[1].passing is False  # the last of those that are alike is asked about
    assert [again[0], *again[2:]] == [acts[0], *acts[2:]]
    assert again[1].model_copy(update={"passing": True}) == acts[1]
