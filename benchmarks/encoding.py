"""What the same items cost in each form: `python -m benchmarks.encoding DIR…`, a column of medians for each folder.

Tokens are those of o200k_base, without the header. docs/encoding.md says what was learnt.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

import lumos_layer
from benchmarks.forms import FORMS
from benchmarks.items import items_of
from benchmarks.recorded import OWN_FOLDERS, Recorded, recorded
from benchmarks.table import Cell, table
from lumos_layer.perception import tokens
from lumos_layer.perception.blueprint import Boxes
from lumos_layer.perception.observation import AskedView


class Setting(NamedTuple):
    """What a blueprint is asked to show."""

    title: str
    view: AskedView
    boxes: Boxes


SETTINGS = (
    Setting("All that is shown, without positions", "full", "none"),
    Setting("All that is shown, with centres", "full", "centre"),
    Setting("All that is shown, with boxes", "full", "box"),
    Setting("Actionable elements alone, without positions", "interactive", "none"),
    Setting("Actionable elements alone, with boxes", "interactive", "box"),
)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.encoding", description="Tokens of the same items by form."
    )
    parser.add_argument("folders", metavar="DIR", type=Path, nargs="*", default=OWN_FOLDERS, help="recorded dumps")
    folders = {folder: list(recorded([folder])) for folder in parser.parse_args(arguments).folders}
    kinds = {folder.resolve().name: dumps for folder, dumps in folders.items() if dumps}
    head = ("form", *(f"{kind} ({len(dumps)})" for kind, dumps in kinds.items()))
    for setting in SETTINGS:
        columns = [_medians(dumps, setting) for dumps in kinds.values()]
        rows: list[list[Cell]] = [[form, *(column[form] for column in columns)] for form in FORMS]
        print(f"{setting.title}\n\n{table(head, rows)}\n")


def _medians(dumps: Sequence[Recorded], setting: Setting) -> dict[str, int]:
    """Median tokens of each form."""
    counts: dict[str, list[int]] = {form: [] for form in FORMS}
    for dump in dumps:
        items = items_of(lumos_layer.read(dump.data).blueprint(view=setting.view, boxes=setting.boxes))
        for form, write in FORMS.items():
            counts[form].append(tokens.count(write(items)))
    return {form: round(median(found)) for form, found in counts.items()}


if __name__ == "__main__":
    main()
