"""One run of a suite: the task on a simulated screen, driven as `lumos run` drives it, and judged when it has stopped."""

from __future__ import annotations

import tempfile
from pathlib import Path
from time import perf_counter
from typing import get_args

import orjson

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator, apps
from lumos_layer.environments.simulator.faults import Crash
from lumos_layer.errors import BadOption, LumosError, MissingExtra
from lumos_layer.evaluation.comparison import COUNTERS, Counting
from lumos_layer.evaluation.suites.cases import Case
from lumos_layer.evaluation.suites.checking import holds, in_words
from lumos_layer.evaluation.suites.judging import TOLD, Ran, judged
from lumos_layer.evaluation.suites.levels import plan_of
from lumos_layer.evaluation.suites.person import Person
from lumos_layer.evaluation.suites.rows import TriedCase
from lumos_layer.evaluation.suites.seeing import CONTRACTS, Watched
from lumos_layer.evaluation.suites.suite import Suite, SuiteTask, app_of
from lumos_layer.execution import Executor
from lumos_layer.execution.sending import Broke
from lumos_layer.interaction.services import Services
from lumos_layer.planning.port import Planner
from lumos_layer.planning.rules import RulePlanner
from lumos_layer.planning.task import Part, Task
from lumos_layer.safety.confined import Confined
from lumos_layer.safety.secrets import SecretStore
from lumos_layer.trace.runs import Runs

_AFTER = 5.0  # seconds of the simulated clock that pass before a run is judged: what was under way is done then
_SWITCHES = {"repairs": frozenset(("all",))}  # of what is left out: what the services call it, where no task can


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
    clock, faults = ManualClock(), plan_of(suite, task, case.faults)
    app = apps.load(app_of(suite, path, task))
    simulator = Simulator.from_app(app, clock=clock, secrets=dict(task.secrets), faults=faults, seed=case.draw)
    watched = Watched(planner_named(case.planner), CONTRACTS[case.contract], COUNTERS[counting])
    ran = _ran(task, case, simulator, clock, watched)
    clock.sleep(_AFTER)
    return judged(task, case, ran, _wrong(task, simulator))


def _ran(task: SuiteTask, case: Case, simulator: Simulator, clock: ManualClock, planner: Watched) -> Ran:
    person, secrets = Person(task), SecretStore(dict(task.secrets))
    start = perf_counter()
    with tempfile.TemporaryDirectory(prefix="lumos-eval-") as root:
        given = _task(task, case)
        with Runs(Path(root)).create(given, secrets.redactor()) as folder:
            environment = Confined(simulator, secrets)
            services = Services(
                folder=folder,
                task=given,
                environment=environment,
                executor=Executor(environment, clock, memory=folder.memory),
                planner=planner,
                clock=clock,
                approver=person,
                secrets=secrets,
                switched_off=_SWITCHES.get(case.without, frozenset()),
            )
            status, said, error = _driven(services)
            took = 1000 * (perf_counter() - start)
            events = [orjson.loads(line) for line in folder.journal.raw(*TOLD)]
    blind = planner.hidden or planner.nameless
    return Ran(status=status, said=said, error=error, events=events, seen=planner.seen, blind=blind, asked=person.asked, took=took)


def _task(task: SuiteTask, case: Case) -> Task:
    """The task as a run gets it. Without recovery it also does not try again."""
    given = {"goal": task.said, "surface": task.app, "steps": task.steps, "max_steps": task.max_steps}
    if case.without in get_args(Part):
        given["switched_off"] = (case.without,)
    if case.without == "recovery":
        given["max_recovery_attempts"] = 0
    return Task.model_validate(given)


def _driven(services: Services) -> tuple[str, str, str]:
    """How it stopped, what it said, and what broke it."""
    try:
        from lumos_layer.graph.running import Running
    except ImportError:
        raise MissingExtra("Driving a run", "run") from None
    running = Running(services)
    try:
        stopped = running.start()
    except (LumosError, Broke, Crash) as problem:
        return "failed", "", f"{type(problem).__name__}: {problem}"
    finally:
        running.close()
    return stopped.status, stopped.said, ""


def _wrong(task: SuiteTask, simulator: Simulator) -> tuple[str, ...]:
    """What is not as the suite wants it, in words, by a look that the run knows nothing of."""
    look = simulator.observe()
    missing = [f"not so: {in_words(each)}" for each in task.checks if not holds(each, simulator, look)]
    done = [f"must not be so: {in_words(each)}" for each in task.must_not if holds(each, simulator, look)]
    return tuple(missing + done)
