"""`lumos runs`: what runs there are, and what became of them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import orjson
import typer
from rich.table import Table
from rich.text import Text

from lumos_layer.interfaces.cli.dump import JsonOption
from lumos_layer.interfaces.cli.output import for_people, print_json, print_table, remark
from lumos_layer.perception.text import clean_line
from lumos_layer.trace.runs import Runs
from lumos_layer.trace.summary import RunSummary

EXAMPLES = """[bold]Examples[/bold]

lumos runs

lumos runs --json | jq -r 'select(.status == "needs_approval") | .run'
"""

RunArgument = Annotated[
    str,
    typer.Argument(metavar="RUN", help="A run: its name, a beginning of it, its folder, or last.", show_default=False),
]
RunsOption = Annotated[
    Path | None,
    typer.Option(
        "--runs", metavar="FOLDER", help="The folder of runs.", show_default="LUMOS_RUNS in the environment, else .lumos/runs"
    ),
]
STYLES = {"completed": "green", "running": "cyan", "needs_approval": "yellow", "interrupted": "yellow"}
_LONGEST = 200


def run(runs: RunsOption = None, as_json: JsonOption = False) -> None:
    """List the runs, the newest first: name, status, steps, when the last event was, goal.

    As JSON: a line for each run (run, status, goal, started, last, steps, events, pid, problem). A status of interrupted means
    that the run has not ended and no process drives it; damaged, that its journal cannot be read.
    """
    people, found = for_people(as_json), Runs(runs)
    summaries = list(found.list())
    if not people:
        for summary in summaries:
            print_json(orjson.dumps(summary.model_dump(mode="json")).decode())
        return
    if not summaries:
        remark(f"There are no runs in {found.root}.")
        return
    print_table(_table(summaries))


def _table(summaries: list[RunSummary]) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in ("Run", "Status", "Steps", "Last event", "Goal"):
        table.add_column(name, justify="right" if name == "Steps" else "left", no_wrap=name in ("Run", "Status"))
    for each in summaries:
        status = Text(each.status, style=STYLES.get(each.status, "red"))
        words = Text(clean_line(each.problem or each.goal)[:_LONGEST])
        table.add_row(each.run, status, str(each.steps), each.last[:19].replace("T", " "), words)
    return table
