"""`lumos compare`: what dumps cost raw, in other forms and as blueprints, and what the blueprints keep."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from lumos_layer.errors import InputError
from lumos_layer.evaluation.comparison import Counting, Failed, Row, compare_all
from lumos_layer.evaluation.corpus import dumps_in
from lumos_layer.evaluation.summary import Report, report
from lumos_layer.interfaces.cli.exits import NEGATIVE
from lumos_layer.interfaces.cli.output import complain, for_people, remark
from lumos_layer.interfaces.report.page import page
from lumos_layer.interfaces.report.spreadsheet import spreadsheet
from lumos_layer.interfaces.report.table import tables
from lumos_layer.perception import tokens
from lumos_layer.perception.files import write_whole

Kind = Literal["table", "json", "csv", "html"]

EXAMPLES = """[bold]Examples[/bold]

lumos compare window.xml page.json

lumos compare recordings --output report.html

lumos compare recordings --format csv > sizes.csv

lumos compare recordings --tokens estimate --json | jq .total.medians.full_tokens
"""

_WIDE = 200  # characters of a line where no terminal says how many it has
_BY_ENDING: dict[str, Kind] = {".html": "html", ".htm": "html", ".csv": "csv", ".json": "json", ".txt": "table"}


def run(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH", exists=True, help="Recorded dumps, and folders with some in them.", show_default=False),
    ],
    format: Annotated[
        Kind | None,
        typer.Option(
            metavar="KIND",
            help="table, json, csv or html. Left out: as FILE ends; else a table on a terminal, json in a pipe.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", dir_okay=False, help="Write it to this file.", show_default=False)
    ] = None,
    counting: Annotated[
        Counting, typer.Option("--tokens", metavar="HOW", help="exact (o200k_base), or estimate, which needs no tokenizer.")
    ] = "exact",
    jobs: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="So many files at once. Left out: one for each core.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
) -> None:
    """Compare dumps with their blueprints: bytes, tokens, recall, ambiguity, coverage and time, for each file and in total.

    In folders, pictures, notes, lists of steps and apps are passed over; a `steps.json` beside a dump tells
    which elements were needed.
    Exit code 1: some file could not be compared; it is a row that says why.
    """
    if counting == "exact":
        tokens.count("")  # raises MissingExtra now, not once for each file
    files = list(dict.fromkeys(dumps_in(paths)))
    if not files:
        raise InputError(f"No dump is in {', '.join(map(str, paths))}. Name a folder with XML, JSON, YAML or text files in it.")
    kind = "json" if as_json else format or _kind(output)
    rows = _compared(files, counting, jobs)
    _write(report(rows, counting), kind, output)
    _end(rows)


def _kind(output: Path | None) -> Kind:
    if output is not None:
        return _BY_ENDING.get(output.suffix.lower(), "json")
    return "table" if for_people(as_json=False) else "json"


def _compared(files: Sequence[Path], counting: Counting, jobs: int | None) -> list[Row]:
    """The rows, with a bar on standard error while they are made, if that is a terminal."""
    console = Console(stderr=True)
    columns = TextColumn("comparing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=len(files))
        return compare_all(files, counting, jobs, lambda _: progress.advance(task))


def _write(compared: Report, kind: Kind, output: Path | None) -> None:
    if output is None:
        console = Console()
        if kind == "table" and console.is_terminal:
            console.print(tables(compared, console.width))
        else:
            sys.stdout.write(_text(compared, kind))
            sys.stdout.flush()
        return
    try:
        write_whole(output, _text(compared, kind).encode())
    except OSError as error:
        raise InputError(f"Cannot write {output}: {error.strerror}. Name another file with --output.") from error
    remark(f"{len(compared.files):,} files compared, written to {output}")


def _text(compared: Report, kind: Kind) -> str:
    if kind == "html":
        return page(compared)
    if kind == "csv":
        return spreadsheet(compared)
    if kind == "json":
        return msgspec.json.encode(compared).decode() + "\n"
    console = Console(width=_WIDE, color_system=None, force_terminal=False)
    with console.capture() as written:
        console.print(tables(compared, _WIDE))
    return "".join(f"{line.rstrip()}\n" for line in written.get().splitlines())


def _end(rows: Sequence[Row]) -> None:
    failed = sum(isinstance(row, Failed) for row in rows)
    if failed:
        complain(f"{failed:,} of {len(rows):,} files could not be compared. The comparison says why of each.")
        raise typer.Exit(NEGATIVE)
