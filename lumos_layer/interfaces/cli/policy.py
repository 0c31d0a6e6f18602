"""`lumos policy`: what a policy answers to what, and whether a file is a policy."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import orjson
import typer
from rich.table import Table as Grid

from lumos_layer.interfaces.cli.dump import JsonOption
from lumos_layer.interfaces.cli.output import for_people, print_json, print_table
from lumos_layer.safety.policy import DEFAULT_POLICY
from lumos_layer.safety.policy_files import load_policy
from lumos_layer.safety.table import Table, decision_table

EXAMPLES = """[bold]Examples[/bold]

lumos policy explain

lumos policy explain policy.yaml --json

lumos policy check policy.yaml
"""

_STYLES = {"allow": "green", "ask": "yellow", "deny": "red"}

app = typer.Typer(
    no_args_is_help=True, help="Show what a policy answers to what, or check the file of one.", rich_markup_mode="rich"
)

PolicyArgument = Annotated[
    Path | None,
    typer.Argument(metavar="[POLICY]", help="A policy, JSON or YAML; left out: the default policy.", show_default=False),
]


@app.command("explain", epilog=EXAMPLES)
def explain(policy: PolicyArgument = None, as_json: JsonOption = False) -> None:
    """Print the decision table: every rule and every class of sensitive acts, the answer, and where it stands.

    The strictest answer of all rules that speak holds; where none speaks a person is asked.
    """
    table = decision_table(DEFAULT_POLICY if policy is None else load_policy(policy))
    if for_people(as_json):
        _print(table)
    else:
        print_json(table.model_dump_json())


@app.command("check", epilog=EXAMPLES)
def check(
    policy: Annotated[Path, typer.Argument(metavar="POLICY", help="A policy, JSON or YAML.", show_default=False)],
    as_json: JsonOption = False,
) -> None:
    """Check that a file is a policy; exit with 3, and say in which line and field, if it is none."""
    read = load_policy(policy)
    if for_people(as_json):
        typer.echo(f"{policy} is a policy, called {read.name!r}.")
    else:
        print_json(orjson.dumps({"policy": read.name, "given": sorted(read.model_fields_set)}).decode())


def _print(table: Table) -> None:
    rules = Grid("rule", "speaks when", "answers", "by", title=f"Policy {table.policy!r}: rules, the strictest holds")
    for row in table.rules:
        rules.add_row(row.rule, row.when, _shown(row.answers), _source(", ".join(row.fields), row.given))
    print_table(rules)
    classes = Grid("class", "when", "answer", "risk", "by", title="Classes of sensitive acts")
    for each in table.classes:
        classes.add_row(each.sensitive, each.when, _shown((each.verdict,)), each.risk, _source(each.field, each.given))
    print_table(classes)
    if table.exceptions:
        exceptions = Grid("class", "where", "answer", "by", title="Exceptions, the first that fits holds")
        for other in table.exceptions:
            where = ", ".join(f"{name} {value}" for name, value in other.where.items())
            exceptions.add_row(other.sensitive, where or "anywhere", _shown((other.verdict,)), other.field)
        print_table(exceptions)


def _shown(answers: tuple[str, ...]) -> str:
    return " or ".join(f"[{_STYLES[answer]}]{answer}[/]" for answer in answers) or "[dim]never[/]"


def _source(fields: str, given: bool) -> str:
    return fields if given else f"[dim]{fields}[/]"
