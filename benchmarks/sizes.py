"""What dumps cost a language model raw and as blueprints: `python -m benchmarks.sizes DIR…`, each folder a table.

Tokens are those of o200k_base. A blueprint's are counted without its header: those of the JSON of its `ui` array.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import lumos_layer
from benchmarks.forms import ui_text
from benchmarks.recorded import OWN_FOLDERS, Recorded, recorded
from benchmarks.table import Cell, table
from lumos_layer.perception import tokens
from lumos_layer.perception.blueprint import Boxes
from lumos_layer.perception.observation import AskedView

VIEWS: tuple[AskedView, ...] = ("full", "interactive")
BOXES: tuple[Boxes, ...] = ("none", "centre", "box")
_HEAD = ("dump", "bytes", "tokens", *(f"{view}, {boxes}" for view in VIEWS for boxes in BOXES))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sizes", description="Tokens of dumps and of their blueprints.")
    parser.add_argument("folders", metavar="DIR", type=Path, nargs="*", default=OWN_FOLDERS, help="recorded dumps")
    parser.add_argument("--medians", action="store_true", help="print only the medians of each folder")
    options = parser.parse_args(arguments)
    medians: list[tuple[Cell, ...]] = []
    errors: list[tuple[Cell, ...]] = []
    for folder in options.folders:
        dumps = list(recorded([folder]))
        if not dumps:
            continue
        name = f"{folder.resolve().name} ({len(dumps)})"
        rows = [_sizes(dump) for dump in dumps]
        medians.append((name, *(round(median(column)) for column in zip(*rows, strict=True))))
        errors.append((name, *_estimate_errors(dumps)))
        if not options.medians:
            print(table(_HEAD, [(dump.name, *row) for dump, row in zip(dumps, rows, strict=True)]), end="\n\n")
    print(table(("median of folder (dumps)", *_HEAD[1:]), medians), end="\n\n")
    print(table(("estimated tokens of whole blueprints", "median error", "largest error"), errors))


def _sizes(dump: Recorded) -> list[int]:
    observation = lumos_layer.read(dump.data)
    raw = dump.data.decode("utf-16" if dump.data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8", errors="replace")
    found = [len(dump.data), tokens.count(raw)]
    for view in VIEWS:
        found += [tokens.count(ui_text(observation.blueprint(view=view, boxes=boxes).compact())) for boxes in BOXES]
    return found


def _estimate_errors(dumps: Sequence[Recorded]) -> tuple[str, str]:
    """Median and largest error of `tokens.estimate` on the compact and object forms, as a share of the exact count."""
    blueprints = [lumos_layer.read(dump.data).blueprint(boxes=boxes) for dump in dumps for boxes in BOXES]
    texts = [text for blueprint in blueprints for text in (blueprint.compact(), blueprint.object())]
    errors = [abs(tokens.estimate(text) / tokens.count(text) - 1) for text in texts]
    return f"{median(errors):.1%}", f"{max(errors):.1%}"


if __name__ == "__main__":
    main()
