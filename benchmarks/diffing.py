"""What it costs to match two trees and make their edit script, as a ratio to reading the second one from its bytes.

`python -m benchmarks.diffing FOLDER…` compares each recorded dump with the next in its folder; without a folder, and with
`--nodes`, generated dumps are compared with edited ones. Both sides are timed in turns in one process, and medians of several
rounds are compared.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

import lumos_layer
from benchmarks.dumps import DIALECTS, dump
from benchmarks.recorded import recorded
from benchmarks.table import table
from lumos_layer.diff import diff
from lumos_layer.tree import Node, Rect, Tree, tree_of

_SMALLEST = 200  # nodes of a recorded tree that is worth timing
_SIZES = (10_000, 100_000)
_GOAL = 1.5


class Measurement(Struct, frozen=True):
    """What one comparison costs; times are medians in seconds."""

    name: str
    change: str
    nodes: int
    edits: int
    seconds: float
    parse_seconds: float

    @property
    def ratio(self) -> float:
        return self.seconds / self.parse_seconds


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.diffing", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER", help="folders of recorded sessions")
    parser.add_argument("--nodes", action="append", type=int, help=f"sizes of generated trees (default: {_SIZES})")
    parser.add_argument("--rounds", type=int, default=3, help="how often each side is timed (default: 3)")
    options = parser.parse_args(arguments)
    measurements = list(_recorded(options.folders, options.rounds))
    if options.nodes or not options.folders:
        measurements += _generated(options.nodes or _SIZES, options.rounds)
    print(_report(measurements))


def _recorded(folders: Sequence[Path], rounds: int) -> Iterator[Measurement]:
    for before, after in pairwise(recorded(folders)):
        if before.path.parent == after.path.parent:
            first, second = lumos_layer.read(before.data), lumos_layer.read(after.data)
            if first.format == second.format and len(second.tree) >= _SMALLEST:
                yield _measure(f"{after.folder}/{after.name}", "next look", first.tree, second.tree, after.data, rounds)


def _generated(sizes: Sequence[int], rounds: int) -> Iterator[Measurement]:
    for dialect in DIALECTS:
        for size in sizes:
            data = dump(dialect.name, size)
            tree = lumos_layer.read(data).tree
            for change in CHANGES:
                after = change(tree, Random(1))
                yield _measure(f"{dialect.name} {size:,}", change.__name__.replace("_", " "), tree, after, data, rounds)


def _measure(name: str, change: str, before: Tree, after: Tree, data: bytes, rounds: int) -> Measurement:
    script = diff(before, after)
    times = [(_timed(lambda: diff(before, after)), _timed(lambda: lumos_layer.read(data))) for _ in range(rounds)]
    seconds, parse_seconds = (median(side) for side in zip(*times, strict=True))
    return Measurement(name, change, len(after), len(script), seconds, parse_seconds)


def _timed(work: Callable[[], object]) -> float:
    """Seconds of this process's own time."""
    gc.collect()
    start = time.process_time()
    kept = work()
    spent = time.process_time() - start
    del kept
    return spent


# The changes


def one_value(tree: Tree, random: Random) -> Tree:
    i = len(tree) // 2
    return _with(tree, {i: replace(tree[i], value="changed")})


def one_in_a_hundred(tree: Tree, random: Random) -> Tree:
    """Values and names here and there, as after some seconds on a busy page."""
    chosen = random.sample(range(len(tree)), len(tree) // 100)
    return _with(tree, {i: replace(tree[i], name=f"{tree[i].name} {i}", value="new") for i in chosen})


def scrolled(tree: Tree, random: Random) -> Tree:
    """Every box elsewhere."""
    return _with(tree, {i: replace(node, bounds=_lower(node.bounds)) for i, node in enumerate(tree)})


def scrolled_and_made_anew(tree: Tree, random: Random) -> Tree:
    """The same with other native ids."""
    after = scrolled(tree, random)
    return _with(after, {i: replace(node, native_id=f"new {i}") for i, node in enumerate(after) if node.native_id})


def a_subtree_inserted(tree: Tree, random: Random) -> Tree:
    """A copy of a small subtree at the top, under other names."""
    first = next((i for i in range(1, len(tree)) if 4 <= tree.end(i) - i <= 40), 1)
    last = tree.end(first)
    copy = [replace(node, name=f"{node.name} copy", native_id="", identifier="") for node in tree.nodes[first:last]]
    nodes = [*tree.nodes[:first], *copy, *tree.nodes[first:]]
    shift = last - first
    inner = [parent + shift if parent >= first else parent for parent in tree.parents[first:]]
    tags = [*tree.tags[:last], *tree.tags[first:]]
    return tree_of(nodes, [*tree.parents[:last], *inner], tags)


CHANGES: tuple[Callable[[Tree, Random], Tree], ...] = (
    one_value,
    one_in_a_hundred,
    a_subtree_inserted,
    scrolled,
    scrolled_and_made_anew,
)


def _with(tree: Tree, changed: dict[int, Node]) -> Tree:
    return tree.with_nodes(tuple(changed.get(i, node) for i, node in enumerate(tree)))


def _lower(bounds: Rect | None) -> Rect | None:
    return None if bounds is None else Rect(bounds.x, bounds.y - 40, bounds.width, bounds.height)


def _report(measurements: Sequence[Measurement]) -> str:
    rows = [
        (row.name, row.change, row.nodes, row.edits, row.seconds * 1e3, row.parse_seconds * 1e3, row.ratio) for row in measurements
    ]
    ratios = sorted(row.ratio for row in measurements)
    over = sum(ratio > _GOAL for ratio in ratios)
    end = f"Ratio to reading: median {median(ratios):.2f}, maximum {ratios[-1]:.2f}; {over} of {len(ratios)} above {_GOAL}"
    return "\n\n".join(
        [table(("trees", "change", "nodes", "edits", "ms", "reading ms", "ratio"), rows), *_growth(measurements), end]
    )


def _growth(measurements: Sequence[Measurement]) -> Iterator[str]:
    """How the time per node changes from the smaller to the larger generated tree; 1.0 is linear."""
    by_kind: dict[tuple[str, str], list[Measurement]] = {}
    for row in measurements:
        if row.change != "next look":
            by_kind.setdefault((row.name.split()[0], row.change), []).append(row)
    factors = [
        (larger.seconds / larger.nodes) / (smaller.seconds / smaller.nodes)
        for rows in by_kind.values()
        for smaller, larger in pairwise(rows)
        if larger.nodes > smaller.nodes
    ]
    if factors:
        middle, most = median(factors), max(factors)
        yield f"Time per node from a smaller tree to the next larger one: median × {middle:.2f}, maximum × {most:.2f}"


if __name__ == "__main__":
    main()
