"""`lumos procedures`: ways that led to a verified result, recorded from runs, listed and shown."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import orjson
import typer
from rich.table import Table
from rich.text import Text

from lumos_layer.interfaces.cli.dump import JsonOption
from lumos_layer.interfaces.cli.output import for_people, print_json, print_table, remark
from lumos_layer.interfaces.cli.runs import RunArgument, RunsOption
from lumos_layer.perception.text import clean_line
from lumos_layer.procedures.book import Procedures
from lumos_layer.procedures.procedure import Procedure
from lumos_layer.procedures.recording import recorded
from lumos_layer.trace.runs import Runs
from lumos_layer.trace.telling import action_in_words

EXAMPLES = """[bold]Examples[/bold]

lumos procedures record last --name rename-a-file

lumos procedures list

lumos procedures show rename-a-file

lumos run task.yaml --procedures .lumos/procedures
"""

app = typer.Typer(
    no_args_is_help=True, help="Record a run that reached its goal, to be gone again; list and show such.", rich_markup_mode="rich"
)

FolderOption = Annotated[
    Path | None,
    typer.Option(
        "--in",
        metavar="FOLDER",
        help="The folder of procedures.",
        show_default="LUMOS_PROCEDURES in the environment, else .lumos/procedures",
    ),
]
NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="What the procedure is called.", show_default=False)]


@app.command("record", epilog=EXAMPLES)
def record(
    run: RunArgument,
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="What it is to be called.", show_default="words of the goal")
    ] = None,
    folder: FolderOption = None,
    replace: Annotated[bool, typer.Option("--replace", help="In place of the one that is called so.")] = False,
    runs: RunsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Record the procedure that a run comes to; exit with 1 if it was not completed, or not all that it wanted was verified."""
    procedure = recorded(Runs(runs).find(run), name)
    path = Procedures(folder).add(procedure, replace)
    if for_people(as_json):
        typer.echo(f"{path}: {len(procedure.steps)} steps, {_takes(procedure) or 'nothing'} to be given")
    else:
        print_json(orjson.dumps({"procedure": procedure.name, "file": str(path), "steps": len(procedure.steps)}).decode())


@app.command("list", epilog=EXAMPLES)
def list_(folder: FolderOption = None, as_json: JsonOption = False) -> None:
    """List the procedures: name, what has to be given, steps, goal."""
    found, people = Procedures(folder), for_people(as_json)
    all_of_them = list(found)
    if not people:
        for each in all_of_them:
            takes = [parameter.name for parameter in each.parameters]
            print_json(orjson.dumps({"name": each.name, "goal": each.goal, "takes": takes, "steps": len(each.steps)}).decode())
        return
    if not all_of_them:
        remark(f"There are no procedures in {found.root}.")
        return
    table = Table(box=None, pad_edge=False)
    for title in ("Procedure", "Takes", "Steps", "Goal"):
        table.add_column(title, no_wrap=title == "Procedure")
    for each in all_of_them:
        table.add_row(each.name, _takes(each), str(len(each.steps)), Text(clean_line(each.goal)[:200]))
    print_table(table)


@app.command("show", epilog=EXAMPLES)
def show(name: NameArgument, folder: FolderOption = None, as_json: JsonOption = False) -> None:
    """Show a procedure: when it can be used, its steps, what went wrong on the way."""
    found = Procedures(folder).find(name)
    if not for_people(as_json):
        print_json(found.model_dump_json(exclude_defaults=True))
        return
    for line in _lines(found):
        typer.echo(clean_line(line))


def _lines(found: Procedure) -> list[str]:
    when = found.when
    lines = [f"{found.name}: {found.goal}"]
    lines += [
        f"when {title} is {said}" for title, said in (("app", when.app), ("title", when.title), ("address", when.url)) if said
    ]
    lines += [f"when there is {where}" for where in when.shows]
    lines += [f"takes {each.name}: {each.about}" for each in found.parameters]
    for number, step in enumerate(found.steps, 1):
        action = (
            {key: value for key, value in step.action.items() if key != "where"} if isinstance(step.action, dict) else step.action
        )
        lines.append(f"{number}. {action_in_words(action, step.element)}")
        lines += [f"   mind: {each}" for each in step.pitfalls]
    return lines + [f"verified then: {each}" for each in found.proved]


def _takes(found: Procedure) -> str:
    return ", ".join(each.name for each in found.parameters)
