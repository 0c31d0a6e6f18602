"""`lumos run`: a task to its end, or to where a person has to answer."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from lumos_layer.interaction.services import left_out
from lumos_layer.interfaces.cli.asking import Asking, approver_of
from lumos_layer.interfaces.cli.driving import driven, exit_for, parts_of
from lumos_layer.interfaces.cli.dump import JsonOption
from lumos_layer.interfaces.cli.output import for_people, warn
from lumos_layer.interfaces.cli.progress import shown
from lumos_layer.interfaces.cli.redacting import created, redactor_of
from lumos_layer.interfaces.cli.runs import RunsOption
from lumos_layer.interfaces.cli.tasks import task_of
from lumos_layer.interfaces.cli.telling import tell, told
from lumos_layer.planning.task import Task

EXAMPLES = """[bold]Examples[/bold]

lumos run 'Write "milk" into the text and save it as shopping.txt' --on editor

lumos run blueprints/invoice/task.json

lumos run task.yaml --planner openai:gpt-5 --policy policy.yaml --approve none --json
"""

OnOption = Annotated[
    str | None,
    typer.Option("--on", metavar="SCREEN", help="An app, a dump or a recorded session, by name or path.", show_default=False),
]
PlannerOption = Annotated[
    str | None,
    typer.Option("--planner", metavar="NAME", help="rules, or a language model as provider:model.", show_default="rules"),
]
PolicyOption = Annotated[
    str | None, typer.Option("--policy", metavar="FILE", help="What may be done without asking.", show_default=False)
]
SecretsFileOption = Annotated[
    str | None,
    typer.Option("--secrets", metavar="FILE", help="Secret texts by name, as JSON.", show_default=False),
]
ProceduresOption = Annotated[
    str | None,
    typer.Option(
        "--procedures",
        metavar="FOLDER",
        help="Ways that led to their goal before, to be gone again where they fit.",
        show_default=False,
    ),
]
TaskArgument = Annotated[
    str, typer.Argument(metavar="TASK", help="A goal in words, or a task file (JSON or YAML).", show_default=False)
]


def run(
    task: TaskArgument,
    on: OnOption = None,
    planner: PlannerOption = None,
    policy: PolicyOption = None,
    secrets: SecretsFileOption = None,
    procedures: ProceduresOption = None,
    approve: Annotated[
        Asking | None,
        typer.Option(
            "--approve",
            help="Who answers what is asked: ask, a person on the terminal; all, a yes to everything; none, the run stops there.",
            show_default="ask on a terminal, else none",
        ),
    ] = None,
    max_steps: Annotated[int | None, typer.Option("--max-steps", min=1, help="Acts at most.", show_default=False)] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="RUN", help="What the run is called.", show_default=False)] = None,
    runs: RunsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take a task to its end on a simulated or recorded screen, and print the report.

    What the policy wants a person to allow is asked on a terminal; otherwise the run stops there, and `lumos approve` goes on.
    """
    given: dict[str, Any] = {"surface": on, "planner": planner, "policy": policy, "secrets": secrets, "max_steps": max_steps}
    given["procedures"] = procedures
    asked = task_of(task, given)
    people = for_people(as_json)
    redactor_of(asked)  # from here on nothing is printed that must not be
    parts = parts_of(asked)
    if unjudged := _unjudged(asked):
        warn(f"{', '.join(unjudged)}: without a check, and the task names no judge, so that nothing can show it. Give one of both.")
    with created(runs, asked, name) as folder:
        told(folder, people)
        with shown(folder, people) as progress, driven(folder, asked, approver_of(approve, people, progress), parts) as running:
            stopped = running.start()
        tell(folder, stopped, people)
    exit_for(stopped)


def _unjudged(task: Task) -> list[str]:
    """The ids of requirements that nobody could say are met."""
    if task.judge or {"verifier", "state"} & {*task.switched_off, *left_out()}:
        return []
    return [each.id for each in task.requirements if each.check is None]
