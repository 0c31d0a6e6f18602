"""A comparison as tables in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from lumos_layer.evaluation.comparison import Failed, Row
from lumos_layer.evaluation.summary import Report, Summary
from lumos_layer.interfaces.report.columns import BRIEF, COLUMNS, Column, shortened
from lumos_layer.perception.text import clean_line

_BRIEF = tuple(column for column in COLUMNS if column.title in BRIEF)


def tables(report: Report) -> Group:
    """The files; the medians of folders, of formats and of all; and why some files could not be compared."""
    about = "estimated tokens" if report.tokens == "estimate" else "tokens of o200k_base"
    medians = _table("medians")
    if len(report.folders) > 1:
        _add(medians, report.folders, shortened([summary.of for summary in report.folders]))
    if len(report.formats) > 1:
        _add(medians, report.formats, [f"format {summary.of}" for summary in report.formats])
    _add(medians, [report.total], ["all"])
    parts: list[Table | Text] = [
        _files(report.files),
        Text(),
        medians,
        Text(f"\n{about}; shares are over all elements together", style="dim"),
    ]
    if report.total.failed:
        parts += [Text(), _failures(report.files)]
    return Group(*parts)


def _failures(rows: Sequence[Row]) -> Table:
    table = Table("not compared", "why", box=None, pad_edge=False)
    for row in rows:
        if isinstance(row, Failed):
            table.add_row(Text(clean_line(row.file)), Text(clean_line(row.error)))
    return table


def _table(title: str) -> Table:
    table = Table(title, "files", box=None, pad_edge=False)
    table.columns[1].justify = "right"
    for column in _BRIEF:
        table.add_column(column.title, justify="right")
    return table


def _files(rows: Sequence[Row]) -> Table:
    table = _table("file")
    table.columns[1].header = "format"
    table.columns[1].justify = "left"
    for row, name in zip(rows, shortened([row.file for row in rows]), strict=True):
        if isinstance(row, Failed):
            table.add_row(Text(clean_line(name)), Text("failed", style="bold red"))
        else:
            table.add_row(Text(clean_line(name)), row.format, *(_cell(column, column.of_row(row)) for column in _BRIEF))
    return table


def _add(table: Table, summaries: Sequence[Summary], names: Sequence[str]) -> None:
    for summary, name in zip(summaries, names, strict=True):
        cells = (_cell(column, column.of_summary(summary)) for column in _BRIEF)
        table.add_row(Text(clean_line(name)), str(summary.files), *cells)
    table.add_section()


def _cell(column: Column, number: float | None) -> Text:
    bad = column.title == "recall" and number is not None and number < 1
    return Text(column.written(number), style="bold red" if bad else "")
