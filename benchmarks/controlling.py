"""What control costs: `python -m benchmarks.controlling`. The same steps with and without it, side by side in one run.

A step is that of `benchmarks.executing`. Times are those of the clock on the wall, for control waits for the disk. Beside them, how
long a take and a return take: each is on the disk when it is answered.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import lumos_layer
from benchmarks.dumps import dump
from benchmarks.executing import _actions, _step, laid_out
from benchmarks.table import table
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator.simulator import Simulator
from lumos_layer.execution import Executor
from lumos_layer.surface import Controlled, Surfaces

_SIZES = (1_000, 10_000)
_STEPS = 24
_TAKES = 20


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.controlling", description="Cost of control.")
    parser.add_argument("--nodes", metavar="N", type=int, action="append", help="nodes of generated dumps (default: 1000 10000)")
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        rows = [_measured(nodes, Path(folder) / str(nodes)) for nodes in options.nodes or _SIZES]
        surfaces = Surfaces(Path(folder) / "takes.sqlite")
        spent = [_seconds(lambda: surfaces.return_("main", surfaces.take("main"))) for _ in range(_TAKES)]
    print(table(("nodes", "free ms", "controlled ms", "ratio"), rows))
    print(f"\nA take and a return: {median(spent) * 1e3:.1f} ms, at most {max(spent) * 1e3:.1f} ms.")


def _measured(nodes: int, folder: Path) -> tuple[int, float, float, float]:
    screen = laid_out(lumos_layer.read(dump("uia", nodes)))
    free_clock, clock = ManualClock(), ManualClock()
    free = Executor(Simulator.from_observation(screen, clock=free_clock), free_clock)
    agent = Controlled(Simulator.from_observation(screen, clock=clock), Surfaces(folder / "control.sqlite"), clock=clock)
    agent.acquire()
    controlled = Executor(agent, clock)
    spent: tuple[list[float], list[float]] = ([], [])
    first = free.observe(), controlled.observe()
    for pair in zip(*(_actions(look, _STEPS) for look in first), strict=True):
        for executor, action, times in zip((free, controlled), pair, spent, strict=True):
            times.append(_seconds(lambda: _step(executor, action)))  # noqa: B023 - at once
    one, other = (median(times) * 1e3 for times in spent)
    return nodes, one, other, other / one


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
