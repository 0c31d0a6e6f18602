"""Recovery: plain tasks on simulated apps in which one thing goes wrong, taken through the loop with and without recovery.

`python -m benchmarks.recovering` prints, for each class of fault, how many runs reach their goal. The aim: at least 95 of 100 of
the faults that can be recovered from, and no run ends as completed whose goal is not reached.
"""

from __future__ import annotations

import argparse
import json
import logging
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from benchmarks.table import table
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import FaultPlan, Simulator, apps
from lumos_layer.execution import Executor
from lumos_layer.graph.running import Running, Stopped
from lumos_layer.interaction.services import Services
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.rules import RulePlanner
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import ApprovalRequest, Approve, HumanApproval
from lumos_layer.safety.policy import DEFAULT_POLICY
from lumos_layer.trace.runs import Runs

ROOT = Path(__file__).resolve().parents[1]
APPS = ROOT / "blueprints"
TASKS = ROOT / "tests" / "planning" / "tasks.json"
_GOAL = 0.95
_OFF = frozenset(("recovery", "all"))
_QUESTIONS = frozenset(("clarify", "propose_options", "handoff"))

# One thing goes wrong at one act; what happens then can be mended without a person.
RECOVERABLE: Mapping[str, Mapping[str, Any]] = {
    "stale": {"kind": "stale"},
    "vanished for 2 s": {"kind": "vanished", "seconds": 2.0},
    "slow by 1.5 s": {"kind": "slow", "seconds": 1.5},
    "harmless dialog": {"kind": "popup"},
    "harmless, not modal": {"kind": "popup", "modal": False},
    "lost": {"kind": "lost"},
    "focus stolen": {"kind": "focus_theft"},
    "shifted": {"kind": "shifted"},
    "broken before": {"kind": "broken"},
}
# A person would have to answer, or what is needed is gone for good or never works.
UNRECOVERABLE: Mapping[str, Mapping[str, Any]] = {
    "harmful dialog": {"kind": "popup", "harmful": True},
    "vanished for good": {"kind": "vanished"},
    "always lost": {"kind": "lost", "chance": 1.0},
    "always broken": {"kind": "broken", "chance": 1.0},
}
_ACTS = (1, 2, 3)


class Ended(Struct, frozen=True):
    """How one run came out: how it stopped, whether its goal is reached, what stood against that, and its acts."""

    fault: str
    task: str
    act: int
    status: str
    reached: bool
    said: str
    acts: int


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recovering", description="Share of faults recovered from.")
    parser.add_argument("--tasks", type=int, default=24, metavar="N", help="tasks to try (default: 24)")
    parser.add_argument("--fault", action="append", metavar="NAME", help="only this class of faults")
    parser.add_argument("--without", action="store_true", help="only without recovery")
    parser.add_argument("--with", dest="only_with", action="store_true", help="only with recovery")
    parser.add_argument("--failures", action="store_true", help="list the runs that did not come out as they should")
    options = parser.parse_args(arguments)
    logging.disable(logging.WARNING)
    tasks = list(_sound(_tasks()))[: options.tasks]
    named = [name for name in (*RECOVERABLE, *UNRECOVERABLE) if not options.fault or name in options.fault]
    results = {
        on: [ended for name in named for ended in _struck(name, tasks, on)]
        for on in (True, False)
        if not (on and options.without) and not (not on and options.only_with)
    }
    print(_report(named, results))
    if options.failures:
        _list_failures(results.get(True, results.get(False, [])))
    return 0


def _tasks() -> list[dict[str, Any]]:
    """Tasks that end by themselves, on an app that keeps what was done."""
    tasks = json.loads(TASKS.read_text(encoding="utf-8"))
    return [
        each
        for each in tasks
        if (APPS / each["app"]).is_dir() and each.get("ends", "success") == "success" and "answers" not in each and _checked(each)
    ]


def _checked(task: Mapping[str, Any]) -> bool:
    return any(name in task for name in ("values", "files", "says", "field", "fields", "url"))


def _sound(tasks: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Those that reach their goal where nothing goes wrong, of all apps in turn."""
    by_app: dict[str, list[dict[str, Any]]] = {}
    for task in tasks:
        by_app.setdefault(task["app"], []).append(task)
    while by_app:
        for app in list(by_app):
            task = by_app[app].pop(0)
            if not by_app[app]:
                del by_app[app]
            if _run(task, None, 0, True).reached:
                yield task


def _struck(name: str, tasks: Sequence[dict[str, Any]], recovery: bool) -> Iterator[Ended]:
    """The runs in which this fault strikes, one for each task and act."""
    fault = {**RECOVERABLE, **UNRECOVERABLE}[name]
    always = "chance" in fault
    for number, task in enumerate(tasks):
        for act in _ACTS[:1] if always else _ACTS:
            yield _run(task, {**fault, "acts": (act,)}, number, recovery, name, act)


def _run(
    task: Mapping[str, Any], fault: Mapping[str, Any] | None, seed: int, recovery: bool, name: str = "", act: int = 0
) -> Ended:
    clock = ManualClock()
    faults = FaultPlan.model_validate({"faults": [fault] if fault is not None else []})
    simulator = Simulator.from_app(
        apps.load(APPS / task["app"]), clock=clock, secrets=dict(task.get("secrets", {})), faults=faults, seed=seed
    )
    goal = task.get("goal") or "; ".join(task["steps"])
    made = Task(
        goal=goal,
        surface=task["app"],
        steps=tuple(task.get("steps", ())),
        max_steps=40,
        max_recovery_attempts=3 if recovery else 0,
    )
    with tempfile.TemporaryDirectory() as root, Runs(root).create(made) as folder:
        executor = Executor(simulator, clock, memory=folder.memory)
        services = Services(
            folder,
            made,
            simulator,
            executor,
            RulePlanner(),
            DEFAULT_POLICY,
            clock=clock,
            approver=_answer,
            switched_off=frozenset() if recovery else _OFF,
        )
        running = Running(services)
        stopped = running.start()
        running.close()
    look = executor.latest or simulator.observe()
    wrong = list(_unmet(task, simulator, look))
    return Ended(name, goal, act, stopped.status, not wrong, _said(stopped, wrong), len(stopped.state["action_trace"]))


def _answer(request: ApprovalRequest) -> HumanApproval | None:
    """A yes to every act; nobody is there to answer a question."""
    action = request.action
    if isinstance(action, dict) and action.get("type") in _QUESTIONS:
        return None
    return HumanApproval(approval_id=request.approval_id, binding=request.binding, answer=Approve())


def _said(stopped: Stopped, wrong: Sequence[str]) -> str:
    acts = [
        f"{each.by[0]}:{each.action['type']}>{each.outcome}"
        for each in stopped.state["action_trace"]
        if isinstance(each.action, dict)
    ]
    return f"{'; '.join(wrong)} | {stopped.said} | {' '.join(acts)}"


def _unmet(task: Mapping[str, Any], simulator: Simulator, look: Observation) -> Iterator[str]:
    """What the task asks for and is not so."""
    stage = simulator.world.stage
    yield from (key for key, value in task.get("values", {}).items() if stage.values.get(key) != value)
    for path, text in task.get("files", {}).items():
        if (path in stage.files) is (text is None) or (text not in (None, "*") and stage.files[path] != text):
            yield path
    words = [look.tree[i].value or "" for i in range(len(look.tree))] + [look.name_of(i) for i in range(len(look.tree))]
    yield from (text for text in task.get("says", ()) if not any(text in each for each in words))
    if task.get("url", look.url) != look.url:
        yield "url"
    fields = {**task.get("fields", {}), **dict([task["field"]] if "field" in task else [])}
    for name, value in fields.items():
        if value not in [look.tree[i].value for i in look.refs.values() if look.name_of(i) == name]:
            yield name


def _report(named: Sequence[str], results: Mapping[bool, Sequence[Ended]]) -> str:
    rows = []
    for name in named:
        row = [name, "yes" if name in RECOVERABLE else "no"]
        for ended in results.values():
            mine = [each for each in ended if each.fault == name]
            row += [f"{sum(each.reached and each.status == 'completed' for each in mine)}/{len(mine)}", f"{_false(mine)}"]
        rows.append(tuple(row))
    head = ["fault", "recoverable"]
    for on in results:
        how = "with" if on else "without"
        head += [f"reached {how}", f"false ends {how}"]
    lines = [table(tuple(head), rows)]
    for on, ended in results.items():
        able = [each for each in ended if each.fault in RECOVERABLE]
        share = sum(each.reached and each.status == "completed" for each in able) / max(1, len(able))
        ways = Counter(each.status for each in ended if each.fault in UNRECOVERABLE and not each.reached)
        lines.append(
            f"{'with' if on else 'without'} recovery: {share:.3f} of {len(able)} recoverable faults recovered"
            f"{'' if not on else f' (goal {_GOAL}: ' + ('met' if share >= _GOAL else 'missed') + ')'}; "
            f"{_false(ended)} of {len(ended)} runs end as completed without their goal; unrecoverable ends: {dict(ways)}"
        )
    return "\n".join(lines)


def _false(ended: Sequence[Ended]) -> int:
    return sum(each.status == "completed" and not each.reached for each in ended)


def _list_failures(ended: Sequence[Ended]) -> None:
    for each in ended:
        if (each.status == "completed") != each.reached or (each.fault in RECOVERABLE and not each.reached):
            print(f"{each.fault} at {each.act}: {each.task[:70]!r}: {each.status}: {each.said[:600]}")


if __name__ == "__main__":
    raise SystemExit(main())
