"""Which runs a suite comes to: tasks by planners, views, levels of faults and switched-off parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import product
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.evaluation.suites.suite import Suite

NOTHING = "nothing"
PARTS = ("state", "verifier", "recovery", "auditor", "memory", "repairs")
Crossing = Literal["all", "one"]


class Case(Struct, frozen=True, order=True):
    """One run: a task, and how it is tried. `without` is the part that is switched off, or `nothing`."""

    task: str
    planner: str = "rules"
    contract: str = "compact"
    faults: str = "none"
    without: str = NOTHING
    seed: int = 0

    @property
    def id(self) -> str:
        return "/".join((self.task, self.planner, self.contract, self.faults, self.without, str(self.seed)))

    @property
    def draw(self) -> int:
        """What chance begins with: of the task, the faults and the seed alone, so that those who are compared meet the same."""
        told = f"{self.task}/{self.faults}/{self.seed}"
        return int.from_bytes(sha256(told.encode()).digest()[:8])


class Grid(Struct, frozen=True):
    """What is tried. The first of each is the base that the others are compared with."""

    planners: Sequence[str] = ("rules",)
    contracts: Sequence[str] = ("compact",)
    faults: Sequence[str] = ("none",)
    without: Sequence[str] = (NOTHING,)
    seeds: Sequence[int] = (0,)

    @property
    def base(self) -> Case:
        return Case("", self.planners[0], self.contracts[0], self.faults[0], self.without[0])


def cases(suite: Suite, grid: Grid, crossing: Crossing = "all", tasks: Sequence[str] = ()) -> list[Case]:
    """`all`: everything with everything; `one`: the base, and each other choice alone with the rest of the base.

    `tasks` are ids, apps, kinds, or what ids begin with; none: all.
    """
    ways = list(dict.fromkeys(_all(grid) if crossing == "all" else _one(grid)))
    ids = {task.id for task in suite.tasks}
    begins = tuple(each for each in tasks if each not in ids)  # the whole id of one task is no beginning of others
    chosen = [
        task.id
        for task in suite.tasks
        if not tasks or not {task.id, task.app, *task.kinds}.isdisjoint(tasks) or (begins and task.id.startswith(begins))
    ]
    return [replace(way, task=id) for way in ways for id in chosen]


def _all(grid: Grid) -> Iterator[Case]:
    for way in product(grid.planners, grid.contracts, grid.faults, grid.without, grid.seeds):
        yield Case("", *way)


def _one(grid: Grid) -> Iterator[Case]:
    for seed in grid.seeds:
        base = replace(grid.base, seed=seed)
        yield base
        yield from (replace(base, planner=each) for each in grid.planners)
        yield from (replace(base, contract=each) for each in grid.contracts)
        yield from (replace(base, faults=each) for each in grid.faults)
        yield from (replace(base, without=each) for each in grid.without)
