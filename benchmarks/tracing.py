"""What it costs to keep a run: `python -m benchmarks.tracing`. Everything is measured in one run, side by side.

A run of many steps on a simulated screen is written down as a graph does it: plan, decision, intent (kept for sure before the act
is sent), outcome, look, commit. Told are the bytes that each hundred steps add to the journal, which are to be the same however
long the run gets, and the time of a step's journal work against a bare write and `fdatasync` of the same bytes in as many pieces,
in turns. Checkpoints: the file of a graph that goes round as often, with a state of some small values.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, TypedDict

from msgspec import Struct

import lumos_layer
from benchmarks.dumps import dump
from benchmarks.executing import laid_out
from benchmarks.table import table
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.simulator import Simulator
from lumos_layer.execution import Executor
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.task import Task
from lumos_layer.safety.decision import Decision
from lumos_layer.trace.checkpoints import sqlite_checkpoints
from lumos_layer.trace.events import Planned, Reviewed
from lumos_layer.trace.folder import RunFolder
from lumos_layer.trace.replaying import replay
from lumos_layer.trace.runs import Runs

_SIZES = (300, 1_000)
_STEPS = 1_000
_SYNCS = 2  # in a step: the intent, and all that came after it


class Measured(Struct):
    """One run: bytes after each step, milliseconds of each step's journal work and of the bare writes of as many bytes."""

    screen: str
    first: int  # bytes before the first step, with the whole screen
    sizes: list[int]
    kept: list[float]
    worked: list[float]  # of these, milliseconds of processor time
    bare: list[float]
    kinds: Counter[str]
    replayed: float  # seconds of processor time


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tracing", description="Cost of keeping a run.")
    parser.add_argument("--nodes", metavar="N", type=int, action="append", help="nodes of generated screens (default: 300 1000)")
    parser.add_argument("--steps", type=int, default=_STEPS)
    parser.add_argument("--folder", type=Path, help="where to write (default: the system's folder for temporary files)")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        runs = [_measured(Path(folder), nodes, options.steps) for nodes in options.nodes or _SIZES]
        print(_report(runs))
        print(_checkpoints(Path(folder), options.steps))


def _measured(folder: Path, nodes: int, steps: int) -> Measured:
    clock = ManualClock()
    simulator = Simulator.from_observation(laid_out(lumos_layer.read(dump("uia", nodes))), clock=clock)
    with Runs(folder / str(nodes)).create(Task(goal="Measure")) as run:
        work = _Work(run, Executor(simulator, clock, memory=run.memory), folder / f"bare-{nodes}")
        work.look()
        run.journal.commit()
        first = run.journal_file.stat().st_size
        found = Measured(f"uia {nodes:,}", first, [], [], [], [], Counter(), 0.0)
        before = first
        for number, action in zip(range(steps), _actions(work), strict=False):
            found.kept.append(work.step(f"a{number}", action))
            found.worked.append(work.worked * 1e3)
            found.sizes.append(run.journal_file.stat().st_size)
            found.bare.append(work.bare(found.sizes[-1] - before))
            before = found.sizes[-1]
        found.kinds = Counter(entry.event.kind for entry in run.journal.entries())
        start = time.process_time()
        replay(run.journal.entries())
        found.replayed = time.process_time() - start
    return found


class _Work:
    """Steps of a run, of which only what keeps it is timed."""

    def __init__(self, run: RunFolder, executor: Executor, bare: Path) -> None:
        self.run, self.executor, self.spent, self.worked = run, executor, 0.0, 0.0
        self._bare = os.open(bare, os.O_WRONLY | os.O_CREAT, 0o600)
        run.memory.begin = self._timed(run.memory.begin)  # type: ignore[method-assign]
        run.memory.end = self._timed(run.memory.end)  # type: ignore[method-assign]

    def look(self) -> None:
        self._timed(self.run.journal.look)(self.executor.observe())

    def step(self, action_id: str, action: dict[str, Any]) -> float:
        """Milliseconds of keeping the step."""
        self.spent = self.worked = 0.0
        append, look = self._timed(self.run.journal.append), self.executor.latest
        assert look is not None
        plan = Plan(action=action, reason="The next one.", expected_effect="It shows.")
        append(Planned(observation=look.id, action_id=action_id, plan=plan, element="an element"))
        append(Reviewed(action_id=action_id, decision=Decision(verdict="allow", rule="edits", why="It edits.")))
        self.executor.run(action, action_id)
        self.look()
        self._timed(self.run.journal.commit)()
        return self.spent * 1e3

    def bare(self, size: int) -> float:
        """Milliseconds that it takes to write as many bytes, and have them kept for sure as often."""
        content = os.urandom(size // _SYNCS)
        start = time.perf_counter()
        for _ in range(_SYNCS):
            os.write(self._bare, content)
            os.fdatasync(self._bare)
        return (time.perf_counter() - start) * 1e3

    def _timed(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*given: Any) -> Any:
            start, began = time.perf_counter(), time.process_time()
            try:
                return work(*given)
            finally:
                self.spent += time.perf_counter() - start
                self.worked += time.process_time() - began

        return timed


def _actions(work: _Work) -> Iterator[dict[str, Any]]:
    """Each field is filled with other words, over and over."""
    look = work.executor.latest
    assert look is not None
    tree = look.tree
    fields = [
        ref
        for ref, node in look.refs.items()
        if "type" in tree[node].can and tree[node].enabled is not False and not tree[node].readonly and not tree[node].protected
    ]
    number = 0
    while fields:
        number += 1
        yield {"type": "set_text", "ref": fields[number % len(fields)], "text": f"text {number:06}"}


def _report(runs: Sequence[Measured]) -> str:
    head = (
        "screen",
        "first look",
        "bytes/step",
        "first 100",
        "last 100",
        "keep ms",
        "of it work",
        "bare ms",
        "ratio",
        "slowest ms",
        "replay s",
    )
    return table(head, [_cells(run) for run in runs if run.sizes])


def _cells(run: Measured) -> tuple[Any, ...]:
    sizes = [run.first, *run.sizes]
    part = min(100, len(run.sizes))
    first, last = (sizes[part] - sizes[0]) / part, (sizes[-1] - sizes[-1 - part]) / part
    kept, bare = median(run.kept), median(run.bare)
    whole = (sizes[-1] - sizes[0]) / len(run.sizes)
    return (run.screen, run.first, whole, first, last, kept, median(run.worked), bare, kept / bare, max(run.kept), run.replayed)


class _State(TypedDict, total=False):
    count: int
    plan: Plan
    decision: Decision


def _checkpoints(folder: Path, steps: int) -> str:
    from langgraph.graph import END, START, StateGraph

    def counted(state: _State) -> _State:
        of = state["count"] + 1
        plan = Plan(action={"type": "click", "ref": f"A{of}"}, reason="The next one.")
        return {"count": of, "plan": plan, "decision": Decision(verdict="allow", rule="edits", why="It edits.")}

    rows = []
    path = folder / "checkpoints.sqlite"
    for until in (max(1, steps // 10), steps):
        path.unlink(missing_ok=True)
        with sqlite_checkpoints(path) as saver:
            graph = StateGraph(_State)
            graph.add_node("counted", counted)
            graph.add_edge(START, "counted")
            graph.add_conditional_edges("counted", lambda state, until=until: END if state["count"] >= until else "counted")
            start = time.perf_counter()
            config: Any = {"configurable": {"thread_id": "run"}, "recursion_limit": until + 10}
            graph.compile(checkpointer=saver).invoke({"count": 0}, config, durability="sync")
            spent = (time.perf_counter() - start) * 1e3 / until
            pages = saver.conn.execute("PRAGMA page_count").fetchone()[0] * saver.conn.execute("PRAGMA page_size").fetchone()[0]
        rows.append((f"{until:,} steps", pages, pages / until, spent))
    return f"\n{table(('checkpoints', 'bytes', 'bytes/step', 'graph ms/step'), rows)}"


if __name__ == "__main__":
    main()
