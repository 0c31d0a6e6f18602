"""What a whole step costs: `python -m benchmarks.executing`. Everything is measured in one run, side by side.

A step is: look, ground the action, act on the simulator, look until the screen stands still, judge what came of it, say what
changed, and print the blueprint. It is compared with one full perception, bytes to blueprint, of a dump of the same tree. The boxes
of generated dumps lie over each other at random: here every node gets a line of its own, so that it can be reached. Time stands
still but for the executor's pauses, which cost nothing.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

import lumos_layer
from benchmarks.dumps import dump
from benchmarks.table import table
from lumos_layer import Observation
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator.simulator import Simulator
from lumos_layer.execution import Executor
from lumos_layer.tree import Rect

_DIALECTS = ("uia", "atspi", "android", "cdp")
_SIZES = (1_000, 10_000)
_STEPS = 12
_RUNS = 3
_GOAL = 1.5  # full perceptions
_LINE, _WIDTH = 20, 400  # pixels


class Measured(Struct, frozen=True):
    """One dump: milliseconds of a perception and of a step (the middle one, the slowest), and how many steps had an effect."""

    dump: str
    nodes: int
    perception: float
    step: float
    slowest: float
    done: int
    steps: int

    @property
    def ratio(self) -> float:
        return self.step / self.perception


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.executing", description="Cost of a whole step.")
    parser.add_argument("--nodes", metavar="N", type=int, action="append", help="nodes of generated dumps (default: 1000 10000)")
    parser.add_argument("--format", action="append", choices=_DIALECTS, help="generated dialects")
    parser.add_argument("--steps", type=int, default=_STEPS, help="acts on each dump")
    options = parser.parse_args(arguments)
    rows = [_measured(name, nodes, options.steps) for name in options.format or _DIALECTS for nodes in options.nodes or _SIZES]
    print(_report(rows))


def _measured(name: str, nodes: int, steps: int) -> Measured:
    data = dump(name, nodes)
    perception = min(_seconds(lambda: lumos_layer.read(data).blueprint().compact()) for _ in range(_RUNS))
    clock = ManualClock()
    simulator = Simulator.from_observation(laid_out(lumos_layer.read(data)), clock=clock)
    executor = Executor(simulator, clock)
    first = executor.observe()
    first.blueprint().compact()
    outcomes: list[str] = []
    spent = [_seconds(lambda: outcomes.append(_step(executor, action))) for action in _actions(first, steps)]  # noqa: B023 - at once
    done = outcomes.count("done")
    return Measured(f"{name} {nodes:,}", len(first.tree), perception * 1e3, median(spent) * 1e3, max(spent) * 1e3, done, len(spent))


def laid_out(observation: Observation) -> Observation:
    """The same screen with a line for every node, below each other, so that each can be reached."""
    draft = observation.draft()
    draft.regions = draft.heights = None
    for i, node in enumerate(draft.nodes):
        box = Rect(0, i * _LINE, _WIDTH, (draft.ends[i] - i) * _LINE)
        draft.nodes[i] = replace(node, bounds=box, hidden=False, offscreen=False, passive=False, modal=False, minimized=False)
    return Observation(draft, observation.dialect, observation.surface, observation.raw_bytes)


def _step(executor: Executor, action: dict[str, Any]) -> str:
    outcome = executor.run(action)
    assert executor.latest is not None
    executor.latest.blueprint().compact()
    return outcome.outcome


def _actions(observation: Observation, most: int) -> Iterator[dict[str, Any]]:
    """Fields are filled, boxes ticked, and what can be pressed is pressed, in turn."""
    texts, boxes, others = reachable(observation, "type"), reachable(observation, "toggle"), reachable(observation, "click")
    for i in range(most):
        kind = i % 3
        if kind == 0 and texts:
            yield {"type": "set_text", "ref": texts[i % len(texts)], "text": f"text {i}"}
        elif kind == 1 and boxes:
            box = boxes[i % len(boxes)]
            yield {"type": "set_checked", "ref": box, "checked": observation.tree[observation.refs[box]].checked != "true"}
        elif others:
            yield {"type": "click", "ref": others[i % len(others)]}


def reachable(observation: Observation, can: str) -> list[str]:
    """What can be reached and be acted on in this way."""
    tree, found = observation.tree, []
    for ref, node in observation.refs.items():
        if can in tree[node].can and tree[node].enabled is not False and not tree[node].readonly and not tree[node].protected:
            found.append(ref)
    return found


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _report(rows: Sequence[Measured]) -> str:
    head = ("dump", "nodes", "perception ms", "step ms", "slowest ms", "steps/s", "steps in perceptions", "done")
    cells = [
        (row.dump, row.nodes, row.perception, row.step, row.slowest, round(1e3 / row.step), row.ratio, f"{row.done}/{row.steps}")
        for row in rows
    ]
    worst = max(row.ratio for row in rows)
    return f"{table(head, cells)}\n\nAt most {worst:.2f} perceptions a step; the goal is {_GOAL}."


if __name__ == "__main__":
    main()
