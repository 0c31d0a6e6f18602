"""The figures of a group of runs, each once for the page, the terminal and documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

from msgspec import Struct
from rich.table import Table

from lumos_layer.evaluation.suites.summary import Group, SuiteReport

Unit = Literal["count", "share", "number", "milliseconds"]


class Column(Struct, frozen=True):
    """A figure: what it is called, what it is, and how it is had; None where a group has none."""

    title: str
    about: str
    unit: Unit
    of: Callable[[Group], float | None]


def _tokens(name: str) -> Callable[[Group], float | None]:
    return lambda group: None if group.tokens is None else getattr(group.tokens, name)


def _times(name: str) -> Callable[[Group], float | None]:
    return lambda group: None if group.milliseconds is None else getattr(group.milliseconds, name)


COLUMNS = (
    Column("runs", "Runs of the group.", "count", lambda group: group.runs),
    Column("success", "As the task wants it, and said so.", "share", lambda group: group.success),
    Column("false ends", "Runs that say that they are done and are not.", "count", lambda group: group.false_completions),
    Column(
        "precision",
        "Of runs whose verifier holds all to be met: those where it is.",
        "share",
        lambda group: group.verifier.precision,
    ),
    Column("recall", "Of runs where all is met: those whose verifier says so.", "share", lambda group: group.verifier.recall),
    Column("acts", "Median acts of a successful run.", "number", lambda group: group.acts),
    Column("asked", "Mean questions to the person.", "number", lambda group: group.asked),
    Column("tokens", "Mean tokens of one look as the planner is shown it.", "count", _tokens("shown")),
    Column("rows", "Mean tokens of all its nodes as rows.", "count", _tokens("tree")),
    Column("visible rows", "Mean tokens of its visible nodes as rows.", "count", _tokens("visible")),
    Column("OpenAI", "Mean tokens of a screenshot by OpenAI's rule.", "count", _tokens("openai")),
    Column("Anthropic", "Mean tokens of a screenshot by Anthropic's rule.", "count", _tokens("anthropic")),
    Column("ms to show", "Mean milliseconds to draw and print what is shown.", "milliseconds", _times("drawing")),
    Column("ms as rows", "Mean milliseconds to list all its nodes as rows instead.", "milliseconds", _times("listing")),
    Column("ms to plan", "Mean milliseconds of a plan.", "milliseconds", _times("planning")),
    Column("ms a run", "Median milliseconds of a run.", "milliseconds", _times("run")),
)
BRIEF = ("runs", "success", "false ends", "precision", "recall", "acts", "tokens", "rows", "OpenAI", "ms to show", "ms to plan")
_SHORT = 3  # causes that a terminal is shown


def written(column: Column, group: Group) -> str:
    number = column.of(group)
    if number is None:
        return "–"
    match column.unit:
        case "share":
            return f"{number:.1%}"
        case "count":
            return f"{number:,.0f}"
        case "milliseconds":
            return f"{number:,.1f}" if number < 100 else f"{number:,.0f}"
    return f"{number:g}"


def counts(found: Mapping[str, int], most: int = 9) -> str:
    """Names with their counts, the first few."""
    return ", ".join(f"{name} {count}" for name, count in list(found.items())[:most])


def tables(report: SuiteReport) -> Table:
    """The groups as a table for a terminal."""
    columns = [column for column in COLUMNS if column.title in BRIEF]
    table = Table("axis", "of", header_style="bold", box=None, pad_edge=False)
    for column in columns:
        table.add_column(column.title, justify="right")
    table.add_column("failed by")
    for group in report.groups:
        table.add_row(group.axis, group.of, *(written(column, group) for column in columns), counts(group.causes, _SHORT))
    return table


def markdown(report: SuiteReport) -> Iterator[str]:
    """The groups as rows of a Markdown table."""
    columns = [column for column in COLUMNS if column.title in BRIEF]
    yield "| axis | of | " + " | ".join(column.title for column in columns) + " | failed by |"
    yield "| --- | --- |" + " ---: |" * len(columns) + " --- |"
    for group in report.groups:
        figures = " | ".join(written(column, group) for column in columns)
        yield f"| {group.axis} | {group.of} | {figures} | {counts(group.causes, _SHORT)} |"
