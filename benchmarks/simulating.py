"""What a step of the simulator costs: an act and the look after it, as a ratio to reading a dump of the same tree.

`python -m benchmarks.simulating --help` lists the options. Both sides are timed in turns in one process, in its own time, and
medians are compared. A reading is from bytes to compact blueprint; a step is `perform` and `observe`, in the last column with the
compact blueprint too.
"""

from __future__ import annotations

import argparse
import gc
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from msgspec import Struct

import lumos_layer
from benchmarks.dumps import write_dump
from benchmarks.table import table
from lumos_layer import Observation
from lumos_layer.actions.grounding import GroundedAction, validate
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator

_CLICK = "click at a point"
_SIZES = (1_000, 10_000, 100_000)


class Step(Struct, frozen=True):
    """One kind of act; times are medians in seconds."""

    nodes: int
    act: str
    reading: float
    performing: float
    observing: float
    printing: float

    @property
    def steps_per_second(self) -> float:
        return 1 / (self.performing + self.observing)

    @property
    def ratio(self) -> float:
        return (self.performing + self.observing) / self.reading

    @property
    def ratio_printed(self) -> float:
        return (self.performing + self.observing + self.printing) / self.reading


def main(arguments: Sequence[str] | None = None) -> None:
    options = _options(arguments)
    steps: list[Step] = []
    with tempfile.TemporaryDirectory() as folder:
        for nodes in options.nodes or _SIZES:
            path = Path(folder) / f"{nodes}.xml"
            write_dump(options.dialect, nodes, path)
            steps += _measured(path.read_bytes(), options.rounds)
    print(_report(steps))


def _measured(data: bytes, rounds: int) -> list[Step]:
    observation = lumos_layer.read(data)
    simulator = Simulator.from_observation(observation, clock=ManualClock())
    found: list[Step] = []
    for name, document in _acts(observation).items():
        reading, performing, observing, printing = [], [], [], []
        for number in range(rounds):
            simulator.world.change(simulator.world.roots[0], hint=f"{name} {number}")  # so that no index is left from before
            reading.append(_spent(lambda: lumos_layer.read(data).blueprint().compact()))
            grounded = validate(document(number), simulator.observe())
            assert isinstance(grounded, GroundedAction), grounded
            performing.append(_spent(partial(simulator.perform, f"{name}-{number}", grounded)))
            observing.append(_spent(simulator.observe))
            printing.append(_spent(lambda: simulator.observe().blueprint().compact()))
        found.append(Step(len(observation.tree), name, *map(median, (reading, performing, observing, printing))))
    return found


def _acts(observation: Observation) -> dict[str, Callable[[int], dict[str, Any]]]:
    """Acts of each kind that the dump has room for; the number makes each one change something."""
    refs = [(ref, observation.tree[observation.refs[ref]]) for ref in observation.refs]
    free = [(ref, node) for ref, node in refs if node.enabled is not False]
    fields = [ref for ref, node in free if "type" in node.can and not node.readonly and not node.protected]
    ticks = [ref for ref, node in free if "toggle" in node.can and node.checked is not None]
    acts: dict[str, Callable[[int], dict[str, Any]]] = {"press Tab": lambda _: {"type": "press_key", "key": "Tab"}}
    if fields:
        acts["type into a field"] = lambda number: {"type": "type_text", "ref": fields[number % len(fields)], "text": "x"}
    if ticks:
        acts["tick a checkbox"] = lambda number: {"type": "set_checked", "ref": ticks[0], "checked": number % 2 == 0}
    acts[_CLICK] = lambda _: {"type": "click", "point": {"x": 20, "y": 20}}
    return acts


def _spent(work: Callable[[], object]) -> float:
    gc.collect()
    start = time.process_time()
    kept = work()
    spent = time.process_time() - start
    del kept
    return spent


def _report(steps: Sequence[Step]) -> str:
    head = ("act", "nodes", "reading ms", "perform ms", "observe ms", "steps/s", "ratio", "ratio printed")
    rows = [
        (
            step.act,
            step.nodes,
            step.reading * 1e3,
            step.performing * 1e3,
            step.observing * 1e3,
            step.steps_per_second,
            step.ratio,
            step.ratio_printed,
        )
        for step in steps
    ]
    return table(head, rows)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, action="append", help="Size of a generated dump; can be given again.")
    parser.add_argument("--dialect", default="uia", help="Dialect of the generated dumps.")
    parser.add_argument("--rounds", type=int, default=5, help="Rounds of which the median counts.")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
