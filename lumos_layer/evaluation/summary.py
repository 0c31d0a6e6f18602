"""Many comparisons in a few figures: for each folder and for all, medians, sums and shares."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import median
from typing import Any

import msgspec
from msgspec import Struct

from lumos_layer.evaluation.comparison import Counting, Failed, Measured, Row

# What a share is of: the column that is counted, and that of which it is a part.
_SHARES = {
    "recall": ("recall_shown", "recall_elements"),
    "ambiguous": ("ambiguity_ambiguous", "ambiguity_elements"),
    "alike": ("ambiguity_alike", "ambiguity_elements"),
    "needed_full": ("coverage_full", "coverage_needed"),
    "needed_full_apart": ("coverage_full_apart", "coverage_needed"),
    "needed_interactive": ("coverage_interactive", "coverage_needed"),
    "needed_interactive_apart": ("coverage_interactive_apart", "coverage_needed"),
    "evidence": ("evidence_shown", "evidence_facts"),
}


class Shares(Struct, frozen=True, kw_only=True):
    """Parts of 1, over all elements of the folder, not medians of files; null where there is nothing to share."""

    recall: float | None
    ambiguous: float | None
    alike: float | None
    needed_full: float | None
    needed_full_apart: float | None
    needed_interactive: float | None
    needed_interactive_apart: float | None
    evidence: float | None


class Summary(Struct, frozen=True, kw_only=True):
    """Several files together. `medians` and `sums` go by the names of a row's columns, over the files that have such a figure."""

    of: str  # a folder, a format, or "all"
    files: int
    failed: int
    medians: dict[str, float]
    sums: dict[str, float]
    shares: Shares


class Report(Struct, frozen=True, kw_only=True):
    """A comparison of many dumps: a row for each file; summaries for each folder, for each format, and for all."""

    tokens: Counting
    files: Sequence[Row]
    folders: Sequence[Summary]
    formats: Sequence[Summary]
    total: Summary


def report(rows: Sequence[Row], counting: Counting) -> Report:
    by_folder: dict[str, list[Row]] = defaultdict(list)
    by_format: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_folder[row.folder].append(row)
        if isinstance(row, Measured):
            by_format[row.format].append(row)
    return Report(
        tokens=counting,
        files=rows,
        folders=[summary(folder, inside) for folder, inside in sorted(by_folder.items())],
        formats=[summary(format, inside) for format, inside in sorted(by_format.items())],
        total=summary("all", rows),
    )


def summary(of: str, rows: Sequence[Row]) -> Summary:
    columns: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        if isinstance(row, Measured):
            for name, figure in figures(row).items():
                columns[name].append(figure)
    sums = {name: round(sum(found), 3) for name, found in columns.items()}
    return Summary(
        of=of,
        files=len(rows),
        failed=sum(isinstance(row, Failed) for row in rows),
        medians={name: median(found) for name, found in columns.items()},
        sums=sums,
        shares=Shares(**{name: _share(sums, *parts) for name, parts in _SHARES.items()}),
    )


def figures(row: Measured) -> dict[str, float]:
    """The numbers of a row by the names of their columns, such as `raw_tokens` or `recall_shown`; unknown ones are left out."""
    return dict(_flat(msgspec.to_builtins(row)))


def _flat(said: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, float]]:
    for name, found in said.items():
        if isinstance(found, dict):
            yield from _flat(found, "" if name == "sizes" else f"{prefix}{name}_")
        elif isinstance(found, int | float) and not isinstance(found, bool):
            yield f"{prefix}{name}", found


def _share(sums: Mapping[str, float], part: str, whole: str) -> float | None:
    return sums[part] / sums[whole] if sums.get(whole) else None


def column_names(rows: Iterable[Row]) -> list[str]:
    """The names of all figures that any row has, in the order of the rows' fields."""
    names: dict[str, None] = {}
    for row in rows:
        if isinstance(row, Measured):
            names.update(dict.fromkeys(figures(row)))
    return list(names)
