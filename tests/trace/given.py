"""Any event that there may be, and small runs, for tests of what a run leaves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from pydantic import JsonValue

from lumos_layer.actions.outcomes import Aborted, Done, Failed, NoEffect, Paused, Unknown, rejected
from lumos_layer.actions.violation import Violation
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.execution import Executor
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.plan import Plan, Usage
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import ApprovalRequest, Approve, Constrain, Deny, Edit, HumanApproval
from lumos_layer.safety.constraints import Constraints
from lumos_layer.safety.decision import Decision
from lumos_layer.trace.events import (
    ApprovalAnswered,
    ApprovalAsked,
    Control,
    Erred,
    Event,
    Intent,
    Noted,
    OutcomeKnown,
    Planned,
    Recognized,
    Recovery,
    Resumed,
    Reviewed,
    RunEnded,
    RunStarted,
)
from lumos_layer.trace.folder import RunFolder

BLUEPRINTS = Path(__file__).parents[2] / "blueprints"

words = st.text(st.characters(codec="utf-8"), max_size=12)
ids = st.text("abcdef0123456789-", min_size=1, max_size=12)
documents: st.SearchStrategy[JsonValue] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
constraints = st.builds(Constraints, scope=words, notes=st.lists(words, max_size=2).map(tuple))
outcomes = st.one_of(
    st.builds(Done, action_id=ids, delta=documents, note=words, mismatch=words),
    st.builds(NoEffect, action_id=ids, advice=words),
    st.builds(lambda said: rejected([Violation(field="ref", message=said, reason="stale")]), words),
    st.builds(Paused, action_id=ids),
    st.builds(Aborted, action_id=ids, why=words),
    st.builds(Unknown, action_id=ids, why=words, delta=documents),
    st.builds(Failed, action_id=ids, error=words, delta=documents),
)
answers = st.one_of(
    st.builds(Approve),
    st.builds(Deny, reason=words),
    st.builds(Edit, action=documents),
    st.builds(Constrain, constraints=constraints),
)
plans = st.builds(Plan, action=documents, reason=words, confidence=st.floats(0, 1), usage=st.builds(Usage, calls=st.integers(0, 9)))
steps = st.integers(0, 99)
decisions = st.builds(Decision, verdict=st.sampled_from(["allow", "ask", "deny"]), rule=words, why=words)
requests = st.builds(
    ApprovalRequest, approval_id=ids, action_id=ids, observation=ids, action=documents, question=words, binding=ids
)
events: st.SearchStrategy[Event] = st.one_of(
    st.builds(RunStarted, step=steps, run=ids, task=st.builds(Task, goal=ids, constraints=constraints), planner=words),
    st.builds(Resumed, why=words),
    st.builds(Recognized, observation=ids, elements=st.lists(ids, max_size=2).map(tuple), facts=documents),
    st.builds(Planned, step=steps, observation=ids, action_id=ids, plan=plans, element=words),
    st.builds(Reviewed, action_id=ids, decision=decisions),
    st.builds(ApprovalAsked, request=requests),
    st.builds(ApprovalAnswered, approval=st.builds(HumanApproval, approval_id=ids, binding=ids, answer=answers), refused=words),
    st.builds(Intent, step=steps, action_id=ids),
    st.builds(OutcomeKnown, step=steps, action_id=ids, outcome=outcomes, verified=st.none() | st.booleans()),
    st.builds(Control, surface=words, change=st.sampled_from(["taken", "returned", "handoff"]), epoch=st.integers(0, 9)),
    st.builds(Recovery, remedy=words, why=words, attempt=st.integers(0, 9)),
    st.builds(Noted, about=st.sampled_from(["loading", "popup", "validation"]), said=words),
    st.builds(Erred, where=words, error=words),
    st.builds(RunEnded, status=st.sampled_from(["completed", "blocked", "failed"]), summary=words),
)  # fmt: skip


class Drive:
    """A run on an app of the simulator, written down as the graph writes it; nothing decides, tests say what to do."""

    def __init__(self, folder: RunFolder, app: str = "mail", secrets: dict[str, str] | None = None) -> None:
        self.folder, self.journal = folder, folder.journal
        clock = ManualClock()
        self.simulator = Simulator.from_app(apps.load(BLUEPRINTS / app), clock=clock, secrets=secrets)
        self.executor = Executor(self.simulator, clock, memory=folder.memory)
        self.looks: list[Observation] = []
        self.step = 0
        self.journal.append(RunStarted(run=folder.name, task=folder.task, planner="scripted", environment="simulator"))

    def look(self) -> Observation:
        observation = self.executor.observe()
        self.looks.append(observation)
        self.journal.look(observation, self.step)
        return observation

    def ref(self, name: str) -> str:
        """The ref of the only element with that name on the last look."""
        look = self.looks[-1]
        (found,) = [ref for ref, node in look.refs.items() if look.name_of(node) == name]
        return found

    def act(self, document: JsonValue, action_id: str, verified: bool | None = None) -> str:
        """Plan, allow, do and look; gives the kind of outcome."""
        self.step += 1
        self.folder.memory.step = self.step
        look = self.looks[-1]
        node = look.refs.get(str(document.get("ref"))) if isinstance(document, dict) else None
        element = "" if node is None else f"{look.tree[node].role.value} {look.name_of(node)!r}"
        plan, decision = Plan(action=document, reason="a test"), Decision(verdict="allow", rule="reads", why="It reads.")
        said: Any = {"step": self.step, "action_id": action_id}
        self.journal.append(Planned(observation=look.id, plan=plan, element=element, **said))
        self.journal.append(Reviewed(decision=decision, **said))
        outcome = self.executor.run(document, action_id)
        if verified is not None:
            self.journal.append(OutcomeKnown(step=self.step, action_id=action_id, outcome=outcome, verified=verified))
        self.look()
        self.journal.commit()
        return outcome.outcome

    def end(self, status: str = "completed", summary: str = "") -> None:
        self.journal.append(RunEnded(step=self.step, status=status, summary=summary, observation=self.looks[-1].id))  # type: ignore[arg-type]
        self.journal.commit()
