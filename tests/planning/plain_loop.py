"""Plan, act, look, until the planner finishes or asks: a loop without a graph, for what a planner gets done by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lumos_layer import Observation
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.execution import Executor
from lumos_layer.planning.interpretation import TaskContext, interpret
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import Planner, Remembered, Request
from lumos_layer.planning.recognition import recognise

BLUEPRINTS = Path(__file__).resolve().parents[2] / "blueprints"
ASKING = ("clarify", "propose_options", "request_approval", "handoff")


@dataclass
class Run:
    """A run on a simulated screen. `answers` are given to the planner's questions, one after the other."""

    planner: Planner
    screen: str
    goal: str
    steps: Sequence[str] = ()
    secrets: Mapping[str, str] = field(default_factory=dict)
    answers: Sequence[str] = ()
    begin: Sequence[Mapping[str, Any]] = ()
    most: int = 40
    memory: list[Remembered] = field(default_factory=list)
    plans: list[Plan] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.clock = ManualClock()
        path = BLUEPRINTS / self.screen
        if path.is_dir():
            self.simulator = Simulator.from_app(apps.load(path), clock=self.clock, secrets=dict(self.secrets))
        else:
            self.simulator = Simulator.from_dump(path, clock=self.clock, secrets=dict(self.secrets))
        self.executor = Executor(self.simulator, self.clock)
        self.context = TaskContext()
        for action in self.begin:
            self.executor.observe()
            self.executor.run(dict(action))
        self.end: dict[str, Any] = self._loop()

    def _loop(self) -> dict[str, Any]:
        hints: list[str] = []
        waiting = list(self.answers)
        for step in range(self.most):
            look = self.executor.observe()
            _, self.context = interpret(self.goal, recognise(look), look, self.context, self.steps)
            request = Request(
                self.goal, look, steps=self.steps, memory=tuple(self.memory), hints=tuple(hints), values=self.context.values
            )
            plan = self.planner.plan(request)
            self.plans.append(plan)
            action = plan.action
            assert isinstance(action, dict)
            if action["type"] in ASKING and waiting:
                hints.append(waiting.pop(0))
                continue
            if action["type"] in (*ASKING, "finish"):
                return action
            self._carry_out(step, plan, action, look)
        return {"type": "finish", "success": False, "reason": f"{self.most} steps"}

    def _carry_out(self, step: int, plan: Plan, action: dict[str, Any], look: Observation) -> None:
        outcome = self.executor.run(action)
        said = next((words for name in ("advice", "error", "mismatch", "why") if (words := getattr(outcome, name, ""))), "")
        self.memory.append(
            Remembered(
                step=step,
                action=action,
                element=look.name_of(look.refs[action["ref"]]) if "ref" in action else "",
                outcome=outcome.outcome,
                said=said,
                delta=getattr(outcome, "delta", None),
                cursor=plan.cursor,
            )
        )

    @property
    def look(self) -> Observation:
        return self.executor.observe()

    def says(self, text: str) -> bool:
        look = self.look
        return any(text in words for i in look.kept for words in (look.name_of(i), look.tree[i].value or ""))

    @property
    def told(self) -> str:
        """All that was done, a line an act, and how it ended."""
        acts = [f"{entry.outcome:10} {entry.action} {entry.element!r} {entry.said}" for entry in self.memory]
        return "\n".join((self.goal or " | ".join(self.steps), *acts, str(self.end)))
