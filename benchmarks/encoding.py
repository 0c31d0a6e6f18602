"""What the same items cost in each form: `python -m benchmarks.encoding DIR…`, a column of medians for each folder.

Tokens are those of o200k_base, without the header. docs/encoding.md says what was learnt.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

import lumos_layer
from benchmarks.forms import COMPACT, FORMS
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
    parser = argparse.ArgumentParser(prog="python -m benchmarks.encoding", description="Tokens of the same items by form.")
    parser.add_argument("folders", metavar="DIR", type=Path, nargs="*", default=OWN_FOLDERS, help="recorded dumps")
    folders = {folder: list(recorded([folder])) for folder in parser.parse_args(arguments).folders}
    kinds = {folder.resolve().name: dumps for folder, dumps in folders.items() if dumps}
    head = ("form", *(f"{kind} ({len(dumps)})" for kind, dumps in kinds.items()), "all")
    for setting in SETTINGS:
        print(f"{setting.title}\n\n{table(head, list(_rows(list(kinds.values()), setting)))}\n")


def _rows(kinds: Sequence[Sequence[Recorded]], setting: Setting) -> Iterator[list[Cell]]:
    """For each form the median of each kind, and the sum of all dumps as a share of that of the compact form."""
    counts = [_counts(dumps, setting) for dumps in kinds]
    whole = sum(sum(kind[COMPACT]) for kind in counts)
    for form in FORMS:
        share = sum(sum(kind[form]) for kind in counts) / max(whole, 1)
        yield [form, *(round(median(kind[form])) for kind in counts), f"{share:.0%}"]


def _counts(dumps: Sequence[Recorded], setting: Setting) -> dict[str, list[int]]:
    """Tokens of each dump in each form."""
    counts: dict[str, list[int]] = {form: [] for form in FORMS}
    for dump in dumps:
        blueprint = lumos_layer.read(dump.data).blueprint(view=setting.view, boxes=setting.boxes)
        for form, write in FORMS.items():
            counts[form].append(tokens.count(write(blueprint)))
    return counts


if __name__ == "__main__":
    main()
