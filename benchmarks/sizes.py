"""What dumps cost a language model raw and as blueprints: `python -m benchmarks.sizes DIR…`, each folder a table.

Tokens are those of o200k_base. A blueprint's are counted without its header: those of the JSON of its `ui` array.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import lumos_layer
from benchmarks.forms import ui_text
from benchmarks.recorded import OWN_FOLDERS, Recorded, recorded
from benchmarks.table import Cell, table
from lumos_layer.perception import tokens
from lumos_layer.perception.blueprint import Boxes
from lumos_layer.perception.observation import AskedView

VIEWS: tuple[AskedView, ...] = ("full", "interactive")
BOXES: tuple[Boxes, ...] = ("none", "centre", "box")
_PIECE = 500_000  # characters; the tokenizer refuses a million
_HEAD = ("dump", "bytes", "tokens", *(f"{view}, {boxes}" for view in VIEWS for boxes in BOXES))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sizes", description="Tokens of dumps and of their blueprints.")
    parser.add_argument("folders", metavar="DIR", type=Path, nargs="*", default=OWN_FOLDERS, help="recorded dumps")
    parser.add_argument("--medians", action="store_true", help="print only the medians of each folder")
    options = parser.parse_args(arguments)
    medians: list[tuple[Cell, ...]] = []
    for folder in options.folders:
        rows: list[tuple[Any, ...]] = [(dump.name, *_sizes(dump)) for dump in recorded([folder])]
        if not rows:
            continue
        middle = [median(column) for column in zip(*(row[1:] for row in rows), strict=True)]
        medians.append((f"{folder.resolve().name} ({len(rows)})", *map(round, middle)))
        if not options.medians:
            print(table(_HEAD, rows), end="\n\n")
    print(table(("median of folder (dumps)", *_HEAD[1:]), medians))


def _sizes(dump: Recorded) -> list[int]:
    observation = lumos_layer.read(dump.data)
    raw = dump.data.decode("utf-16" if dump.data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8", errors="replace")
    found = [len(dump.data), _count_long(raw)]
    for view in VIEWS:
        found += [tokens.count(ui_text(observation.blueprint(view=view, boxes=boxes).compact())) for boxes in BOXES]
    return found


def _count_long(text: str) -> int:
    """Tokens of a text of any length; each cut can add one."""
    return sum(tokens.count(text[start : start + _PIECE]) for start in range(0, len(text), _PIECE))


if __name__ == "__main__":
    main()
