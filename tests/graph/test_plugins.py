"""Whatever is handed in may raise anything or give anything: the run comes to an end or a pause, and can be gone on with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lumos_layer.environments.port import Delivery
from lumos_layer.errors import PluginFailed
from lumos_layer.interaction.achieving import Proving
from lumos_layer.planning.diagnosis import Diagnosis
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.scripted import ScriptedPlanner
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import ApprovalRequest, HumanApproval
from lumos_layer.state.checks import AppCheck
from lumos_layer.state.requirement import Requirement
from lumos_layer.trace.events import Erred
from lumos_layer.verification.auditor import Audit
from lumos_layer.verification.judge import Opinion
from lumos_layer.verification.sources import SimulatorSources
from tests.graph.running_on import BUY, FINISH, Shop, Watched, answer, close, denied, shop

WRITE = {"type": "set_text", "target": {"name": "Name"}, "text": "Ann"}
ORDERED = AppCheck(key="orders", equals=1)
TASK = Task(
    goal="Order paper",
    surface="shop",
    max_steps=12,
    requirements=(Requirement(id="ordered", description="One order is placed", check=ORDERED),),
)
JUDGED = TASK.model_copy(update={"requirements": (Requirement(id="ordered", description="One order is placed"),)})
SEEN = Opinion(True, 0.9, ("Your order was placed",))


class Stop(KeyboardInterrupt):
    """A person's interrupt, however it is called."""


class Dumb(ValueError):
    def __str__(self) -> str:
        raise RuntimeError("it cannot even say what it is")


def careful(request: ApprovalRequest) -> HumanApproval:
    """Yes, but to what may have been done already."""
    return denied(request) if request.rule == "unknown_outcome" else answer(request)


def raising(problem: BaseException) -> Callable[..., Any]:
    def does(*_: object) -> Any:
        raise problem

    return does


def giving(value: Any) -> Callable[..., Any]:
    return lambda *_: value


ODD: dict[str, Callable[..., Any]] = {
    "ValueError": raising(ValueError("odd one")),
    "Dumb": raising(Dumb()),
    "AssertionError": raising(AssertionError()),
    "StopIteration": raising(StopIteration()),
    "None": giving(None),
    "text": giving("yes"),
    "nothing of it": giving(SimpleNamespace()),
    "a kind": giving(Opinion),
}
SHAPES: dict[str, list[Any]] = {
    "judge": [
        Opinion("yes", 0.9, ("Orders",)),  # type: ignore[arg-type]
        Opinion(True, 7.0, ("Orders",)),
        Opinion(True, "high", ("Orders",)),  # type: ignore[arg-type]
        Opinion(True, 0.9, "Orders"),  # type: ignore[arg-type]
        Opinion(True, 0.9, (None,)),  # type: ignore[arg-type]
        Opinion(None, why=None),  # type: ignore[arg-type]
    ],
    "auditor": [Audit("maybe"), Audit("fail", None), Audit("fail", "no", (1,)), Audit("fail", "no", "ordered")],  # type: ignore[arg-type]
    "planner": [Plan.model_construct(action={1}), Plan.model_construct(action=None, reason=7), Plan.model_construct()],
    "diagnoser": [Diagnosis.model_construct(role="me"), Diagnosis.model_construct(role="planner", quotes=7)],
    "approver": [
        HumanApproval.model_construct(approval_id=7),
        HumanApproval.model_construct(approval_id="x", binding="y", answer="yes"),
    ],
    "observe": [],
    "perform": [Delivery(action_id=7, status="done")],  # type: ignore[arg-type]
    "capabilities": [SimpleNamespace(actions=7)],
    "now": [float("nan"), True],
    "sleep": [],
    "sources": [],
    "keep": [],
}
PORTS = tuple(SHAPES)
CASES = [
    *((port, name, does) for port in PORTS for name, does in ODD.items()),
    *((port, f"shape {number}", giving(value)) for port in PORTS for number, value in enumerate(SHAPES[port])),
]
PASSING = [Stop(), SystemExit(3), MemoryError()]


class World(Watched):
    """The shop, with one call of it replaced."""

    odd: tuple[str, Callable[..., Any]] = ("", giving(None))

    @property
    def capabilities(self) -> Any:
        return self.odd[1]() if self.odd[0] == "capabilities" else super().capabilities

    def observe(self) -> Any:
        return self.odd[1]() if self.odd[0] == "observe" else super().observe()

    def perform(self, action_id: str, action: Any) -> Any:
        return self.odd[1]() if self.odd[0] == "perform" else super().perform(action_id, action)


def run_with(root: Path, port: str, does: Callable[..., Any]) -> Shop:
    """A run on the shop in which everything that can be handed in is as it should be, but for one port."""
    fresh = shop(root / "fresh", []).world
    world = World(fresh.simulator)
    world.odd = (port, does)
    return _run(root, world, port, does)


def _run(root: Path, world: Watched, port: str, does: Callable[..., Any], run: str | None = None) -> Shop:
    inner = world.simulator
    judge = SimpleNamespace(judge=does if port == "judge" else giving(SEEN))
    auditor = SimpleNamespace(audit=does if port == "auditor" else giving(Audit("pass")))
    planner: Any = SimpleNamespace(plan=does) if port == "planner" else ScriptedPlanner([WRITE, FINISH, BUY, FINISH, FINISH])

    def sources(_: object, look: Any, acts: Any) -> SimulatorSources:
        return SimulatorSources(inner, look, acts)

    made: Any = {
        "approver": does if port == "approver" else careful,
        "diagnoser": does if port == "diagnoser" else None,
        "proving": Proving(
            judge=judge,
            auditor=auditor,
            sources=does if port == "sources" else sources,
        ),
        "keep": does if port == "keep" else giving(None),
    }
    made_run = shop(root / "runs", planner=planner, world=world, task=JUDGED if port == "judge" else TASK, run=run, **made)
    if port in ("now", "sleep"):
        clock = inner.clock
        odd: Any = SimpleNamespace(now=does if port == "now" else clock.now, sleep=does if port == "sleep" else clock.sleep)
        made_run = _with_clock(made_run, odd)
    return made_run


def _with_clock(run: Shop, clock: Any) -> Shop:
    run.services.clock._clock = clock  # type: ignore[attr-defined]
    run.services.executor._means.clock._clock = clock
    return run


@pytest.mark.parametrize(("port", "does"), [pytest.param(port, does, id=f"{port}: {name}") for port, name, does in CASES])
def test_whatever_is_raised_or_given_the_run_comes_to_an_end_that_is_written_down(
    tmp_path: Path, port: str, does: Callable[..., Any]
) -> None:
    run = run_with(tmp_path, port, does)
    try:
        stopped = run.running.start()
    except PluginFailed:
        assert port == "keep"
        close(run)
        mended = _run(tmp_path, run.world, "", giving(None), run.folder.name)
        assert mended.running.resume().status in ("completed", "needs_approval", "failed")
        return
    assert stopped.status in ("completed", "failed", "blocked", "needs_approval")
    if stopped.status != "needs_approval":
        assert run.folder.report_file.is_file()
    assert run.world.orders <= 1


@pytest.mark.parametrize("problem", PASSING, ids=lambda problem: type(problem).__name__)
@pytest.mark.parametrize("port", PORTS)
def test_what_says_that_the_process_is_to_end_ends_it_and_the_run_goes_on_in_the_next(
    tmp_path: Path, port: str, problem: BaseException
) -> None:
    run = run_with(tmp_path, port, raising(problem))
    try:
        run.running.start()
    except type(problem):
        close(run)
        world = Watched(run.world.simulator)
        again = _run(tmp_path, world, "", giving(None), run.folder.name)
        assert again.running.resume().status in ("completed", "failed", "needs_approval")
        assert world.orders <= 1
    else:
        assert port == "sleep"  # nothing had to be waited for


def test_an_approver_that_breaks_leaves_the_question_open_and_the_journal_names_it(tmp_path: Path) -> None:
    run = run_with(tmp_path, "approver", raising(ValueError("odd one")))
    stopped = run.running.start()
    assert stopped.status == "needs_approval"
    erred = [each.event.error for each in run.folder.journal.entries() if isinstance(each.event, Erred)]
    assert erred == ["The approver broke down: ValueError: odd one"]
    assert run.running.resume(answer(stopped.request)).status in ("completed", "failed")
    assert run.world.orders == 1
