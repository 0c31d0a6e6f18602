"""What a planner is told of change: tokens of deltas against full blueprints: `python -m benchmarks.deltas DIR…`, a line a session.

A session is a folder of dumps named `step-000.json` and so on, looks at one surface in a row. Tokens are those of o200k_base, with
all of the header.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.recorded import OWN_FOLDERS
from benchmarks.table import Cell, table
from lumos_layer import Session
from lumos_layer.errors import InputError
from lumos_layer.perception.blueprint import Boxes

_HEAD = ("session", "deltas", "whole", "median tokens", "90 % within", "largest", "blueprint", "median share")


class Change(NamedTuple):
    """Tokens of one delta and of the blueprint after it; `whole`: the blueprint was given instead."""

    tokens: int
    blueprint: int
    whole: bool


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.deltas", description="Tokens of deltas against full blueprints.")
    parser.add_argument("folders", metavar="DIR", type=Path, nargs="*", default=OWN_FOLDERS, help="recorded sessions")
    parser.add_argument("--boxes", choices=("none", "centre", "box"), default="none", help="with the places of elements")
    options = parser.parse_args(arguments)
    rows: list[tuple[Cell, ...]] = []
    every: list[Change] = []
    for folder in options.folders:
        for session in sessions(folder):
            changes = list(deltas(session, options.boxes))
            every += changes
            if changes:
                rows.append((session.relative_to(folder).as_posix(), *_figures(changes)))
    if every:
        rows.append(("all", *_figures(every)))
        same = [change for change in every if not change.whole]
        rows.append(("on the same screen", *_figures(same)))
    print(table(_HEAD, rows))


def sessions(folder: Path) -> Iterator[Path]:
    """Folders at or below this one that hold two looks or more."""
    for path in sorted({step.parent for step in folder.rglob("step-*.*")}):
        if len(_looks(path)) > 1:
            yield path


def _looks(session: Path) -> list[Path]:
    return sorted(path for path in session.glob("step-*.*") if path.suffix in (".json", ".xml") and path.stem[5:].isdigit())


def deltas(session: Path, boxes: Boxes = "none") -> Iterator[Change]:
    """What each look tells beyond the one before."""
    following = Session()
    before = None
    for path in _looks(session):
        try:
            observation = following.observe(path)
        except InputError:
            continue
        if before is not None:
            delta = observation.since(before, boxes=boxes)
            yield Change(delta.tokens(), delta.blueprint.tokens(), delta.whole is not None)
        before = observation


def _figures(changes: Sequence[Change]) -> tuple[Cell, ...]:
    tokens = sorted(change.tokens for change in changes)
    if not tokens:
        return (0, *[None] * 6)
    within = tokens[min(len(tokens) - 1, len(tokens) * 9 // 10)]
    share = f"{median(change.tokens / change.blueprint for change in changes):.1%}"
    whole = sum(change.whole for change in changes)
    return len(tokens), whole, round(median(tokens)), within, tokens[-1], round(median(c.blueprint for c in changes)), share


if __name__ == "__main__":
    main()
