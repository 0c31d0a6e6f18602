"""Runs that are killed: `python -m benchmarks.killing`. Each is killed once at a random moment, and goes on in another process.

A run of three acts (a text, an order, a press) drives a small simulated shop that outlives it. Told is how many runs were killed,
how many ended, and how many did something twice or lost something, which have to be none. The moments are spread over the
boundaries of a run: writes of its journal and checkpoints, and what it asks of the shop.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.remote import serve
from lumos_layer.environments.simulator import Simulator
from tests.graph.kills import killed
from tests.graph.running_on import SHOP, Watched

_RUNS = 1_000
_PROCESSES = 6  # that a run may take after it was killed
_COMPLETED = 1


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.killing", description="Runs that are killed at random moments.")
    parser.add_argument("--runs", type=int, default=_RUNS)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    moments, counts = random.Random(options.seed), Counter[str]()
    boundaries = _boundaries()
    for _ in range(options.runs):
        with tempfile.TemporaryDirectory() as root:
            counts.update(_one(Path(root), moments.uniform(0, boundaries)))
    for what in ("killed", "completed", "done twice", "lost"):
        print(f"{counts[what]:6}  {what}")


def _boundaries() -> int:
    """How many boundaries a run passes that nobody kills."""
    world = Watched(Simulator.from_app(SHOP, clock=ManualClock()))
    with tempfile.TemporaryDirectory() as root, serve(world.simulator) as server:
        return killed(Path(root), server.url, 0)[0]


def _one(root: Path, moment: float) -> list[str]:
    """What is to be counted of one run."""
    world = Watched(Simulator.from_app(SHOP, clock=ManualClock()))
    with serve(world.simulator) as server:
        _, ended, died = killed(root, server.url, 0, moment)
        for _ in range(_PROCESSES):
            if ended:
                break
            _, ended, _ = killed(root, server.url, 0)
    nodes = {widget.node.identifier: widget.node for widget in world.simulator.world.order()}
    whole = world.orders >= 1 and nodes["name"].value == "Ann" and not nodes["more"].hidden
    said = ["killed"] if died else []
    said += ["completed"] if ended == _COMPLETED else []
    said += ["done twice"] if world.orders > 1 else []
    return said + ([] if whole else ["lost"])


if __name__ == "__main__":
    main()
