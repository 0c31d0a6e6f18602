"""Runs on a small simulated shop, with all that reaches the environment written down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.port import Capabilities, Delivery
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.execution import Executor
from lumos_layer.graph.running import Running
from lumos_layer.interaction.achieving import Proving
from lumos_layer.interaction.services import Services
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.port import Planner
from lumos_layer.planning.scripted import ScriptedPlanner
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import Answer, ApprovalRequest, Approve, Deny, HumanApproval
from lumos_layer.safety.policy import DEFAULT_POLICY
from lumos_layer.trace.folder import RunFolder
from lumos_layer.trace.runs import Runs
from lumos_layer.verification.sources import SimulatorSources

SHOP = apps.load(Path(__file__).with_name("shop.json"))
BUY = {"type": "click", "target": {"name": "Buy now"}}
DETAILS = {"type": "click", "target": {"name": "Show details"}}
FINISH = {"type": "finish", "success": True, "reason": "done"}


@dataclass
class Watched:
    """The shop, and each action that reached it."""

    simulator: Simulator
    reached: list[str] = field(default_factory=list)
    breaks: list[Exception] = field(default_factory=list)  # raised by the next acts, one each

    @property
    def capabilities(self) -> Capabilities:
        return self.simulator.capabilities

    def observe(self) -> Observation:
        return self.simulator.observe()

    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        if self.breaks:
            raise self.breaks.pop(0)
        delivery = self.simulator.perform(action_id, action)
        if delivery.status == "delivered" and not delivery.again:
            node = action.node
            self.reached.append(f"{action.action.verb()} {node.name if node is not None else ''}".strip())
        return delivery

    def forget(self) -> None:
        self.simulator.forget()

    def close(self) -> None:
        self.simulator.close()

    @property
    def orders(self) -> int:
        return int(str(self.simulator.world.stage.values["orders"]))


@dataclass
class Shop:
    """A run on the shop that is ready to begin, or to go on in what stands for another process."""

    folder: RunFolder
    world: Watched
    running: Running
    services: Services


def shop(
    root: Path,
    actions: Sequence[Any] = (),
    *,
    planner: Planner | None = None,
    world: Watched | None = None,
    run: str | None = None,
    task: Task | None = None,
    secrets: dict[str, str] | None = None,
    **services: Any,
) -> Shop:
    """A new run, or the one called `run` gone on with by parts that are all new but the world."""
    clock = ManualClock()
    if world is None:
        world = Watched(Simulator.from_app(SHOP, clock=clock, secrets=secrets))
    task = task or Task(goal="Order paper", surface="shop", max_steps=20)
    runs = Runs(root)
    folder = runs.create(task) if run is None else runs.open(run)
    executor = Executor(world, world.simulator.clock, memory=folder.memory)
    services.setdefault("policy", DEFAULT_POLICY)
    simulator = world.simulator
    services.setdefault("proving", Proving(sources=lambda _, look, acts: SimulatorSources(simulator, look, acts)))
    made = Services(folder, task, world, executor, planner or ScriptedPlanner(actions), clock=world.simulator.clock, **services)
    return Shop(folder, world, Running(made), made)


def answer(request: ApprovalRequest | None, given: Answer | None = None) -> HumanApproval:
    """A person's answer to what is asked; yes if nothing else is said."""
    assert request is not None
    return HumanApproval(approval_id=request.approval_id, binding=request.binding, answer=given or Approve())


def denied(request: ApprovalRequest | None) -> HumanApproval:
    return answer(request, Deny(reason="too dear"))


def close(shop: Shop) -> None:
    """End the process, as it were."""
    shop.running.close()
    shop.folder.close()
