"""What the loop costs around the executor: `python -m benchmarks.looping`. Everything is measured in one run, side by side.

The same acts on the same simulated screen: by the executor alone, and by a whole run (look, recognise, interpret, plan by a script,
review, execute, decide, journal, checkpoints written synchronously, control). Told are the milliseconds of a step of each, what the
loop adds (goal: at most 15 at 1,000 nodes), what it adds of processor time, which others on the machine change less, and the bytes
that each step leaves in journal and checkpoints, at the beginning and at the end of the run, which are to be the same.
"""

from __future__ import annotations

import argparse
import logging
import tempfile
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from msgspec import Struct

import lumos_layer
from benchmarks.dumps import dump
from benchmarks.executing import laid_out, reachable
from benchmarks.table import table
from lumos_layer import Observation
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator
from lumos_layer.execution import Executor
from lumos_layer.graph.running import Running
from lumos_layer.interaction.services import Services
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import Request
from lumos_layer.planning.task import Task
from lumos_layer.surface.controlled import Controlled
from lumos_layer.trace.runs import Runs

_SIZES = (300, 1_000)
_STEPS = 100
_GOAL = 15.0  # milliseconds that the loop adds to a step, at 1,000 nodes


class Measured(Struct, frozen=True):
    """One screen: milliseconds of a step, and bytes on disk after each step."""

    nodes: int
    alone: float
    looped: float
    added_busy: float  # of processor time
    journal: list[int]
    checkpoints: list[int]


class _Watching:
    """A scripted planner that notes when it is asked, and how much stands on the disk by then."""

    name = "script"

    def __init__(self, actions: Sequence[dict[str, Any]], files: Sequence[Path]) -> None:
        self.times: list[float] = []
        self.busy: list[float] = []
        self.sizes: list[tuple[int, ...]] = []
        self._actions, self._files = actions, files

    def plan(self, request: Request) -> Plan:
        self.times.append(time.perf_counter())
        self.busy.append(time.process_time())
        self.sizes.append(tuple(_size(path) for path in self._files))
        place = len(self.times) - 1
        done: dict[str, Any] = {"type": "finish", "success": True, "reason": "All has been done."}
        return Plan(action=self._actions[place] if place < len(self._actions) else done, planner=self.name, cursor=str(place + 1))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.looping", description="Cost of the loop around the executor.")
    parser.add_argument("--nodes", metavar="N", type=int, action="append", help="nodes of generated screens (default: 300 1000)")
    parser.add_argument("--steps", type=int, default=_STEPS)
    options = parser.parse_args(arguments)
    logging.disable(logging.WARNING)
    print(_report([_measured(nodes, options.steps) for nodes in options.nodes or _SIZES]))


def _measured(nodes: int, steps: int) -> Measured:
    screen = laid_out(lumos_layer.read(dump("uia", nodes)))
    actions = _actions(screen, steps)
    clock = ManualClock()
    executor = Executor(Simulator.from_observation(screen, clock=clock), clock)
    executor.observe()
    times, busy = [time.perf_counter()], [time.process_time()]
    for action in actions:
        executor.run(action)
        times.append(time.perf_counter())
        busy.append(time.process_time())
    with tempfile.TemporaryDirectory() as root:
        planner = _run(Path(root), screen, actions, steps)
    journal, checkpoints = zip(*planner.sizes, strict=True)
    added_busy = _step(planner.busy) - _step(busy)
    return Measured(nodes, _step(times), _step(planner.times), added_busy, list(journal), list(checkpoints))


def _step(moments: Sequence[float]) -> float:
    """Milliseconds from one to the next, the median."""
    return median((after - before) * 1e3 for before, after in pairwise(moments))


def _run(root: Path, screen: Observation, actions: Sequence[dict[str, Any]], steps: int) -> _Watching:
    task = Task(goal="Measure", surface="generated", max_steps=steps + 1)
    clock = ManualClock()
    with Runs(root).create(task) as folder:
        planner = _Watching(actions, (folder.journal_file, folder.checkpoints_file))
        surfaces = folder.surfaces()
        controlled = Controlled(Simulator.from_observation(screen, clock=clock), surfaces)
        executor = Executor(controlled, clock, memory=folder.memory)
        running = Running(Services(folder, task, controlled, executor, planner, clock=clock))
        stopped = running.start()
        assert stopped.status == "completed", stopped.said
        running.close()
        surfaces.close()
    return planner


def _actions(screen: Observation, steps: int) -> list[dict[str, Any]]:
    """Texts for the fields of the screen, another one at every step."""
    fields = reachable(screen, "type")
    return [{"type": "set_text", "ref": fields[n % len(fields)], "text": f"text {n}"} for n in range(steps)]


def _size(path: Path) -> int:
    """Bytes of a file and of what SQLite keeps beside it."""
    return sum(each.stat().st_size for each in (path, Path(f"{path}-wal")) if each.exists())


def _report(runs: Sequence[Measured]) -> str:
    rows = [
        (
            f"{run.nodes:,}",
            f"{run.alone:.2f}",
            f"{run.looped:.2f}",
            f"{run.looped - run.alone:.2f}",
            f"{run.added_busy:.2f}",
            *(f"{each:,.0f}" for each in (*_growth(run.journal), *_growth(run.checkpoints))),
        )
        for run in runs
    ]
    head = (
        "nodes",
        "executor ms",
        "loop ms",
        "added ms",
        "added cpu ms",
        "journal B/step, first",
        "last",
        "checkpoints B/step, first",
        "last",
    )
    met = [run.looped - run.alone <= _GOAL for run in runs if run.nodes <= 1_000]
    goal = f"goal: at most {_GOAL:g} ms added at 1,000 nodes: {'met' if all(met) else 'missed'}"
    return f"{table(head, rows)}\n{goal}"


def _growth(sizes: Sequence[int]) -> tuple[float, float]:
    """Bytes for each step in the second and in the last quarter of the run; the first quarter begins everything."""
    quarter = max(1, len(sizes) // 4)
    early, late = sizes[2 * quarter] - sizes[quarter], sizes[-1] - sizes[-1 - quarter]
    return early / quarter, late / quarter


if __name__ == "__main__":
    main()
