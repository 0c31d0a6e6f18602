"""One run of a suite: the task on a simulated screen, driven as `lumos run` drives it, and judged when it has stopped."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, get_args

import orjson
from pydantic import TypeAdapter

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.environments.simulator.faults import Crash
from lumos_layer.errors import BadOption, LumosError, MissingExtra
from lumos_layer.evaluation.comparison import COUNTERS, Counting
from lumos_layer.evaluation.suites.attribution import attributed
from lumos_layer.evaluation.suites.cases import Case
from lumos_layer.evaluation.suites.checking import holds, in_words
from lumos_layer.evaluation.suites.levels import plan_of
from lumos_layer.evaluation.suites.person import Person
from lumos_layer.evaluation.suites.rows import Costs, Times, TriedCase
from lumos_layer.evaluation.suites.seeing import CONTRACTS, Seen, Watched
from lumos_layer.evaluation.suites.suite import Suite, SuiteTask, app_of
from lumos_layer.execution import Executor
from lumos_layer.execution.sending import Broke
from lumos_layer.interaction.services import Services
from lumos_layer.planning.port import Planner
from lumos_layer.planning.rules import RulePlanner
from lumos_layer.planning.task import Part, Task
from lumos_layer.safety.confined import Confined
from lumos_layer.safety.secrets import SecretStore
from lumos_layer.state.events import StateEvent
from lumos_layer.state.rebuilding import rebuild
from lumos_layer.trace.runs import RunFolder, Runs

_TOLD = ("planned", "repaired", "outcome", "recovery", "diagnosed", "approval_asked", "state_changed")
_STATE: TypeAdapter[StateEvent] = TypeAdapter(StateEvent)
_UNCLAIMED = frozenset(("state", "verifier"))  # without these nothing is claimed
_AFTER = 5.0  # seconds of the simulated clock that pass before a run is judged: what was under way is done then
_LONGEST = 400  # characters of what a run says


def planner_named(name: str) -> Planner:
    """Raises BadOption for what is neither `rules` nor provider:model, and MissingExtra."""
    if name == "rules":
        return RulePlanner()
    if ":" not in name:
        raise BadOption("planner", name, "rules, or the name of a language model, as provider:model")
    try:
        from lumos_layer.planning.model import ModelPlanner
    except ImportError:
        raise MissingExtra("A language model as planner", "models") from None
    return ModelPlanner(name)


def tried(case: Case, suite: Suite, path: Path, counting: Counting = "exact") -> TriedCase:
    """The run, from the task to the judgement; what breaks it down is told in its `error`.

    Raises LumosError for what cannot begin.
    """
    task = next(each for each in suite.tasks if each.id == case.task)
    clock = ManualClock()
    app = apps.load(app_of(suite, path, task))
    secrets = dict(task.secrets)
    simulator = Simulator.from_app(app, clock=clock, secrets=secrets, faults=plan_of(suite, task, case.faults), seed=case.draw)
    watched = Watched(planner_named(case.planner), CONTRACTS[case.contract], COUNTERS[counting])
    person = Person(task)
    with tempfile.TemporaryDirectory(prefix="lumos-eval-") as root:
        start = perf_counter()
        off = frozenset(("all",)) if case.without == "repairs" else frozenset[str]()
        status, said, error, events = _driven(
            _task(task, case), simulator, clock, watched, person, SecretStore(secrets), Path(root), off
        )
        took = 1000 * (perf_counter() - start)
    clock.sleep(_AFTER)
    wrong = _wrong(task, simulator)
    return _judged(task, case, status, said, error, events, watched, person.asked, wrong, took)


def _task(task: SuiteTask, case: Case) -> Task:
    """The task as a run gets it. Without recovery it also does not try again."""
    given = {"goal": task.said, "surface": task.app, "steps": task.steps, "max_steps": task.max_steps}
    if case.without in get_args(Part):
        given["switched_off"] = (case.without,)
    if case.without == "recovery":
        given["max_recovery_attempts"] = 0
    return Task.model_validate(given)


def _driven(
    task: Task,
    simulator: Simulator,
    clock: ManualClock,
    planner: Watched,
    person: Person,
    secrets: SecretStore,
    root: Path,
    switched_off: frozenset[str],
) -> tuple[str, str, str, list[dict[str, Any]]]:
    """How it stopped, what it said, what broke it, and what it has written down."""
    try:
        from lumos_layer.graph.running import Running
    except ImportError:
        raise MissingExtra("Driving a run", "run") from None
    with Runs(root).create(task, secrets.redactor()) as folder:
        environment = Confined(simulator, secrets)
        executor = Executor(environment, clock, memory=folder.memory)
        services = Services(
            folder, task, environment, executor, planner, clock=clock, approver=person, secrets=secrets, switched_off=switched_off
        )
        running = Running(services)
        try:
            stopped = running.start()
            ended = stopped.status, stopped.said, ""
        except (LumosError, Broke, Crash) as problem:
            ended = "failed", "", f"{type(problem).__name__}: {problem}"
        finally:
            running.close()
        return *ended, _events(folder)


def _events(folder: RunFolder) -> list[dict[str, Any]]:
    return [orjson.loads(said) for said in folder.journal.raw(*_TOLD)]


def _wrong(task: SuiteTask, simulator: Simulator) -> tuple[str, ...]:
    """What is not as the suite wants it, in words, by a look that the run knows nothing of."""
    look = simulator.observe()
    missing = [f"not so: {in_words(each)}" for each in task.checks if not holds(each, simulator, look)]
    done = [f"must not be so: {in_words(each)}" for each in task.must_not if holds(each, simulator, look)]
    return tuple(missing + done)


def _judged(
    task: SuiteTask,
    case: Case,
    status: str,
    said: str,
    error: str,
    events: Sequence[Mapping[str, Any]],
    watched: Watched,
    asked: int,
    wrong: tuple[str, ...],
    took: float,
) -> TriedCase:
    reached, completed = not wrong, status == "completed"
    success = reached and completed is (task.ends == "completed") and not error
    false = completed and (not reached or task.ends != "completed")
    claimed = None if case.without in _UNCLAIMED else _claimed(events)
    blind = watched.hidden or watched.nameless
    failure = attributed(events, false_completion=false, claimed=claimed, blind=blind, error=error)
    plans = [event for event in events if event["kind"] == "planned"]
    return TriedCase(
        case=case,
        app=task.app,
        level=task.level,
        language=task.language,
        kinds=task.kinds,
        ends=task.ends,
        status=status,
        reached=reached,
        success=success,
        false_completion=false,
        claimed=claimed,
        acts=sum(event["kind"] == "outcome" for event in events),
        asked=asked,
        costs=_costs(watched.seen),
        milliseconds=_times(watched.seen, took),
        repairs=_counted([*_repairs(plans), *(e["repair"]["type"] for e in events if e["kind"] == "repaired")]),
        recoveries=_counted(event["remedy"] for event in events if event["kind"] == "recovery"),
        diagnoses=_counted(event["diagnosis"].get("role", "") for event in events if event["kind"] == "diagnosed"),
        outcomes=_counted(_outcome(event["outcome"]) for event in events if event["kind"] == "outcome"),
        cause="" if success else failure.cause,
        role="" if success else failure.role,
        wrong=wrong,
        said=said[:_LONGEST],
        error=error[:_LONGEST],
    )


def _repairs(plans: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    return (name for event in plans for name in event["plan"].get("repairs", ()))


def _outcome(outcome: Mapping[str, Any]) -> str:
    name, reason = str(outcome["outcome"]), outcome.get("reason", "")
    return f"{name}: {reason}" if name == "rejected" and reason else name


def _claimed(events: Sequence[Mapping[str, Any]]) -> bool | None:
    """Whether the verifier holds all that was wanted to be met; None: it was not asked."""
    told = [_STATE.validate_python(event["event"]) for event in events if event["kind"] == "state_changed"]
    if not told:
        return None
    state = rebuild(told)
    return bool(state.leaves) and not state.open_leaves


def _costs(seen: Sequence[Seen]) -> Costs:
    names = ("shown", "tree", "visible", "openai", "anthropic")
    return Costs(looks=len(seen), **{name: sum(getattr(each, name) for each in seen) for name in names})


def _times(seen: Sequence[Seen], took: float) -> Times:
    sums = {name: round(sum(getattr(each, name) for each in seen), 3) for name in ("drawing", "listing", "planning")}
    return Times(**sums, run=round(took, 1))


def _counted(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))
