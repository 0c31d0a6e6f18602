"""Speed and memory from the bytes of a dump to its compact blueprint, as a ratio to a parse of the same bytes alone.

`python -m benchmarks.perception --help` lists the options. Both are timed in turns, by default in one process, and
medians of several rounds are compared. The yardstick is lxml for XML and orjson for JSON.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median

import orjson
from msgspec import Struct, to_builtins

from benchmarks import yardstick
from benchmarks.dumps import DIALECTS, dialect, write_dump
from benchmarks.memory import Peak, peak
from benchmarks.recorded import OWN_FOLDERS, Recorded, recorded
from benchmarks.table import Cell, table
from benchmarks.work import timed

_SMALLEST = 1_000  # nodes of a recorded dump that is worth timing
_SIZES = (10_000, 100_000)
_MILLION = 1_000_000
_DERIVED = ("ratio", "ratio_as_left", "microseconds_per_node")
_FEW = 2  # rounds for a million nodes
_MEASURABLE = 20_000  # nodes of a dump whose peak memory stands out from the interpreter's own


class Measurement(Struct, frozen=True):
    """What one dump costs; times are medians in seconds, peaks are bytes beyond those of the dump and the modules."""

    dump: str
    yardstick: str
    nodes: int
    bytes: int
    seconds: float
    yardstick_seconds: float
    seconds_as_left: float  # the same, but with memory as the other side left it
    yardstick_seconds_as_left: float
    peak: int | None
    yardstick_peak: int | None

    @property
    def ratio(self) -> float:
        return self.seconds / self.yardstick_seconds

    @property
    def ratio_as_left(self) -> float:
        return self.seconds_as_left / self.yardstick_seconds_as_left

    @property
    def microseconds_per_node(self) -> float:
        return self.seconds / self.nodes * 1e6


class Growth(Struct, frozen=True):
    """How the time per node changes from the smaller to the larger dump of a dialect; 1.0 is linear."""

    dialect: str
    smaller: int
    larger: int
    factor: float


def main(arguments: Sequence[str] | None = None) -> None:
    options = _options(arguments)
    if options.no_gc:
        gc.disable()  # collections that are asked for between the rounds still happen
    measurements = list(_measure_recorded(options.dumps or OWN_FOLDERS, options))
    generated = list(_measure_generated(options))
    print(_as_json(measurements + generated, generated) if options.json else _report(measurements, generated))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.perception", description="Speed and memory of perception.")
    parser.add_argument("--dumps", metavar="DIR", type=Path, action="append", help="recorded dumps; may be repeated")
    parser.add_argument("--format", action="append", choices=[known.name for known in DIALECTS], help="generated dialects")
    parser.add_argument("--nodes", metavar="N", type=int, action="append", help="nodes of generated dumps (default: 10000 100000)")
    parser.add_argument("--million", action="store_true", help="also generated dumps of a million nodes (10 GB of memory)")
    parser.add_argument("--rounds", metavar="N", type=int, default=7, help="timed rounds for each dump (default: 7)")
    parser.add_argument("--no-memory", action="store_true", help="do not measure peak memory")
    parser.add_argument("--no-gc", action="store_true", help="time both without Python's automatic garbage collection")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    return parser.parse_args(arguments)


def _measure_recorded(folders: Sequence[Path], options: argparse.Namespace) -> Iterator[Measurement]:
    for dump in recorded(folders):
        try:
            parsable = yardstick.parsable(dump.data)
        except ValueError:
            continue  # damaged: lumos_layer repairs it, the yardstick gives no time to compare with
        if yardstick.count_nodes(parsable) >= _SMALLEST:
            yield _measure(dump, parsable, options.rounds, options)


def _measure_generated(options: argparse.Namespace) -> Iterator[Measurement]:
    sizes = (*(options.nodes or _SIZES), *((_MILLION,) if options.million else ()))
    names = options.format or [known.name for known in DIALECTS]
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            for nodes in sizes:
                path = Path(folder, f"{name}-{nodes}{dialect(name).suffix}")
                write_dump(name, nodes, path)
                data = path.read_bytes()
                rounds = min(options.rounds, _FEW) if nodes == _MILLION else options.rounds
                dump = Recorded("generated", f"{name} {nodes:,}", path, data)
                yield _measure(dump, yardstick.parsable(data), rounds, options)
                path.unlink()


def _measure(dump: Recorded, parsable: bytes, rounds: int, options: argparse.Namespace) -> Measurement:
    _progress(dump)
    nodes = yardstick.count_nodes(parsable)
    memory: Peak | None = peak(dump.path) if not options.no_memory and nodes >= _MEASURABLE else None
    return Measurement(
        f"{dump.folder}/{dump.name}",
        "orjson" if yardstick.is_json(parsable) else "lxml",
        nodes,
        len(dump.data),
        *_in_turns(dump.data, parsable, rounds, clean=True),
        *_in_turns(dump.data, parsable, rounds, clean=False),
        memory.blueprint if memory else None,
        memory.parse if memory else None,
    )


def _in_turns(data: bytes, parsable: bytes, rounds: int, *, clean: bool) -> tuple[float, float]:
    """Median seconds of both, after one round to warm up."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds + 1):
        times[0].append(timed("blueprint", data, clean=clean))
        times[1].append(timed("parse", parsable, clean=clean))
    return median(times[0][1:]), median(times[1][1:])


def _progress(dump: Recorded) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{dump.folder}/{dump.name}", end="\r", file=sys.stderr, flush=True)


def _growth(generated: Sequence[Measurement]) -> Iterator[Growth]:
    for smaller, larger in pairwise(generated):
        if larger.nodes > smaller.nodes:
            name = larger.dump.split("/")[1].split()[0]
            yield Growth(name, smaller.nodes, larger.nodes, larger.microseconds_per_node / smaller.microseconds_per_node)


def _as_json(measurements: Sequence[Measurement], generated: Sequence[Measurement]) -> str:
    rows = [to_builtins(row) | {name: getattr(row, name) for name in _DERIVED} for row in measurements]
    document = {"measurements": rows, "ratios": _ratios(measurements), "growth": to_builtins(list(_growth(generated)))}
    return orjson.dumps(document, option=orjson.OPT_INDENT_2).decode()


def _ratios(measurements: Sequence[Measurement]) -> dict[str, dict[str, float]]:
    """Median and maximum ratio to each yardstick."""
    found: dict[str, list[Measurement]] = {}
    for row in measurements:
        found.setdefault(row.yardstick, []).append(row)
    return {name: _middle_and_most(rows) for name, rows in found.items()}


def _middle_and_most(rows: Sequence[Measurement]) -> dict[str, float]:
    clean, left = [row.ratio for row in rows], [row.ratio_as_left for row in rows]
    return {"median": median(clean), "max": max(clean), "median_as_left": median(left), "max_as_left": max(left)}


def _report(measurements: Sequence[Measurement], generated: Sequence[Measurement]) -> str:
    everything = [*measurements, *generated]
    parts = [_times(everything), *(_ratio_line(name, ratios) for name, ratios in _ratios(everything).items())]
    growth: list[list[Cell]] = [[row.dialect, f"{row.smaller:,} to {row.larger:,}", row.factor] for row in _growth(generated)]
    parts.append(table(("time per node grows", "nodes", "factor"), growth))
    return "\n\n".join(parts)


def _times(measurements: Sequence[Measurement]) -> str:
    head = ("dump", "nodes", "MB", "ms", "yardstick", "ratio", "ratio as left", "µs/node", "peak MB", "yardstick")
    rows = [
        (
            row.dump,
            row.nodes,
            row.bytes / 1e6,
            row.seconds * 1e3,
            row.yardstick_seconds * 1e3,
            row.ratio,
            row.ratio_as_left,
            row.microseconds_per_node,
            _megabytes(row.peak),
            _megabytes(row.yardstick_peak),
        )
        for row in measurements
    ]
    return table(head, rows)


def _megabytes(size: int | None) -> float | None:
    return None if size is None else size / 1e6


def _ratio_line(name: str, ratios: dict[str, float]) -> str:
    left = f"median {ratios['median_as_left']:.2f}, maximum {ratios['max_as_left']:.2f}"
    return f"Ratio to {name}: median {ratios['median']:.2f}, maximum {ratios['max']:.2f} (memory as left: {left})"


if __name__ == "__main__":
    main()
