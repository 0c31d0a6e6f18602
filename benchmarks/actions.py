"""What a grounded schema and a check of an action cost: `python -m benchmarks.actions DIR…`.

Tokens are those of o200k_base. Times are processor time, as shares of bytes to compact blueprint of the same dump in the same run:
of the schema, of the first click that is grounded (with it the index of the hit test is made) and of each later one.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import process_time

import orjson

import lumos_layer
from benchmarks.dumps import dump
from benchmarks.recorded import OWN_FOLDERS, recorded
from benchmarks.table import Cell, table
from lumos_layer import Observation
from lumos_layer.actions.grounded import grounded_schema
from lumos_layer.actions.grounding import validate
from lumos_layer.perception import tokens

_HEAD = ("dump", "refs", "blueprint, tokens", "schema, tokens", "schema, share", "first check, share", "later check, share")
_CLICKS = 200
_GOAL = 1_500  # tokens of a schema, on a screen of 3,000 refs too


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.actions", description="Costs of grounded schemas and checks.")
    parser.add_argument("folders", metavar="DIR", type=Path, nargs="*", default=OWN_FOLDERS[:1], help="recorded dumps")
    parser.add_argument("--nodes", type=int, action="append", default=[], help="generated dumps of so many nodes as well")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args(arguments)
    dumps = [(each.name, each.data) for each in recorded(options.folders)]
    dumps += [
        (f"{dialect}, {nodes:,}", dump(dialect, nodes)) for nodes in options.nodes for dialect in ("android", "uia", "browser")
    ]
    costs = [_costs(data, options.rounds) for _, data in dumps]
    rows: list[tuple[Cell, ...]] = [(name, *cost) for (name, _), cost in zip(dumps, costs, strict=True)]
    rows.append((f"median of {len(costs)}", *(median(column) for column in zip(*costs, strict=True))))
    print(f"{table(_HEAD, rows)}\n\nAt most {max(cost[2] for cost in costs):,} tokens a schema; the goal is {_GOAL:,}.")


def _costs(data: bytes, rounds: int) -> list[float]:
    observation = lumos_layer.read(data)
    blueprint = observation.blueprint()
    schema = orjson.dumps(grounded_schema(blueprint, observation)).decode()
    perceiving = _time(lambda: lumos_layer.read(data).blueprint().compact(), rounds)
    making = _time(lambda: grounded_schema(blueprint, observation), rounds)
    first = median(_first_click(lumos_layer.read(data)) for _ in range(rounds))
    later = _time(lambda: _click(observation, _CLICKS), rounds) / _CLICKS
    sizes = [len(blueprint.refs), tokens.count(blueprint.compact()), tokens.count(schema)]
    return [*sizes, *(time / perceiving for time in (making, first, later))]


def _first_click(observation: Observation) -> float:
    return _time(lambda: _click(observation, 1), 1)


def _click(observation: Observation, times: int) -> None:
    refs = list(observation.refs) or ["A1"]
    for turn in range(times):
        validate({"type": "click", "ref": refs[turn % len(refs)]}, observation)


def _time(work: Callable[[], object], rounds: int) -> float:
    taken = []
    for _ in range(rounds):
        start = process_time()
        work()
        taken.append(process_time() - start)
    return max(median(taken), 1e-9)


if __name__ == "__main__":
    main()
