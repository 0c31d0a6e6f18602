"""How often an element is known again without native ids: `python -m benchmarks.sameness FOLDER…`, a line for each folder.

Each dump in a folder is compared with the next by name, if both are of one dialect and show one page. `--wrong` lists the
pairs that are wrong.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import lumos_layer
from benchmarks.recorded import recorded
from benchmarks.table import Cell, table
from lumos_layer import Observation
from lumos_layer.evaluation.sameness import KnownAgain, known_again

_HEAD = ("session", "looks", "same", "precision", "recall", "wrong", "missed", "made anew")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="folders of recorded sessions")
    parser.add_argument("--wrong", action="store_true", help="list the pairs that are wrong")
    options = parser.parse_args()
    rows: list[list[Cell]] = []
    total, looks = KnownAgain(), 0
    for name, observations in sessions(options.folders):
        found = KnownAgain()
        for before, after in pairwise(observations):
            if before.format == after.format and before.url == after.url:
                seen = known_again(before.tree, after.tree)
                if options.wrong:
                    print("".join(f"{name}: {line}\n" for line in _wrong(before, after, seen)), end="")
                found, looks = found + seen, looks + 1
        if found.right + found.missed:
            rows.append(_row(name, len(observations) - 1, found))
            total += found
    print(table(_HEAD, [*rows, _row("all", looks, total)]))


def sessions(folders: list[Path]) -> Iterator[tuple[str, list[Observation]]]:
    """The readable dumps of each folder, in order of their names."""
    together: dict[str, list[Observation]] = {}
    for dump in recorded(folders):
        together.setdefault(f"{dump.folder}/{Path(dump.name).parent}", []).append(lumos_layer.read(dump.path))
    yield from together.items()


def _row(name: str, looks: int, found: KnownAgain) -> list[Cell]:
    same = found.right + found.missed
    return [name, looks, same, f"{found.precision:.4f}", f"{found.recall:.4f}", len(found.wrong), found.missed, found.remade]


def _wrong(before: Observation, after: Observation, found: KnownAgain) -> Iterator[str]:
    for pair in found.wrong:
        right = f"is {after.path_of(pair.right)}" if pair.right >= 0 else "is gone"
        node, other = before.tree[pair.node], after.tree[pair.found]
        taken = f"was taken for {after.path_of(pair.found)} {other.name!r}, but {right}"
        yield f"{before.path_of(pair.node)} {node.role} {node.name!r} {taken}"


if __name__ == "__main__":
    main()
