"""A comparison as tables in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from lumos_layer.evaluation.comparison import Failed, Row
from lumos_layer.evaluation.summary import Report, Summary
from lumos_layer.interfaces.report.columns import BRIEF, BRIEFEST, COLUMNS, Column, shortened
from lumos_layer.perception.text import clean_line

_ROOMY = 140  # characters of a line that hold all columns of the brief table


def tables(report: Report, width: int) -> Group:
    """The files; the medians of folders, of formats and of all; and why some files could not be compared."""
    titles = BRIEF if width >= _ROOMY else BRIEFEST
    columns = [column for column in COLUMNS if column.title in titles]
    about = "estimated tokens" if report.tokens == "estimate" else "tokens of o200k_base"
    note = Text(f"\n{about}; shares are over all elements together", style="dim")
    parts: list[Table | Text] = [_files(report.files, columns), Text(), _medians(report, columns), note]
    if report.total.failed:
        parts += [Text(), _failures(report.files)]
    return Group(*parts)


def _files(rows: Sequence[Row], columns: Sequence[Column]) -> Table:
    table = _table("file", "format", columns)
    for row, name in zip(rows, shortened([row.file for row in rows]), strict=True):
        if isinstance(row, Failed):
            table.add_row(_name(name), Text("failed", style="bold red"))
        else:
            table.add_row(_name(name), row.format, *(_cell(column, column.of_row(row)) for column in columns))
    return table


def _medians(report: Report, columns: Sequence[Column]) -> Table:
    table = _table("medians", "files", columns)
    table.columns[1].justify = "right"
    if len(report.folders) > 1:
        _add(table, report.folders, shortened([summary.of for summary in report.folders]), columns)
    if len(report.formats) > 1:
        _add(table, report.formats, [f"format {summary.of}" for summary in report.formats], columns)
    _add(table, [report.total], ["all"], columns)
    return table


def _failures(rows: Sequence[Row]) -> Table:
    table = Table("not compared", "why", box=None, pad_edge=False)
    for row, name in zip(rows, shortened([row.file for row in rows]), strict=True):
        if isinstance(row, Failed):
            table.add_row(_name(name), Text(clean_line(row.error)))
    return table


def _table(title: str, second: str, columns: Sequence[Column]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column(title, overflow="fold")
    table.add_column(second, no_wrap=True)
    for column in columns:
        table.add_column(column.title, justify="right", no_wrap=True)
    return table


def _add(table: Table, summaries: Sequence[Summary], names: Sequence[str], columns: Sequence[Column]) -> None:
    for summary, name in zip(summaries, names, strict=True):
        cells = (_cell(column, column.of_summary(summary)) for column in columns)
        table.add_row(_name(name), f"{summary.files:,}", *cells)
    table.add_section()


def _name(name: str) -> Text:
    return Text(clean_line(name), overflow="fold")


def _cell(column: Column, number: float | None) -> Text:
    bad = column.title == "recall" and number is not None and number < 1
    return Text(column.written(number), style="bold red" if bad else "")
