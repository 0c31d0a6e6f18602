"""`lumos control`: take a run's screen from its agent, give it back, see who has it."""

from __future__ import annotations

import getpass
import sys
from typing import Annotated, Any

import orjson
import typer
from msgspec.structs import asdict
from rich.table import Table
from rich.text import Text

from lumos_layer.errors import ReturnRefused
from lumos_layer.interfaces.cli.dump import STANDARD_INPUT, JsonOption
from lumos_layer.interfaces.cli.output import for_people, print_json, print_table, remark, warn
from lumos_layer.interfaces.cli.runs import RunArgument
from lumos_layer.surface import Record, Surfaces, Token
from lumos_layer.trace.runs import Runs

EXAMPLES = """[bold]Examples[/bold]

lumos control take my-run --reason "let me log in"

lumos control return my-run TOKEN

lumos control status my-run --history
"""
_FIRST = "main"

app = typer.Typer(
    no_args_is_help=True, epilog=EXAMPLES, help="Take a run's screen from its agent at any moment, give it back, see who has it."
)
SurfaceOption = Annotated[str | None, typer.Option("--surface", help="One surface of the run; else all.", show_default=False)]
ByOption = Annotated[str | None, typer.Option("--by", help="Who you are; else the name that you are logged in with.")]


def surfaces_of(run: str) -> Surfaces:
    """Who has the screen of a run. Raises NoSuchRun and DamagedRun."""
    return Runs().find(run).surfaces()


@app.command("take")
def take(
    run: RunArgument,
    surface: SurfaceOption = None,
    by: ByOption = None,
    reason: Annotated[str, typer.Option("--reason", help="Why, for the history.")] = "",
    as_json: JsonOption = False,
) -> None:
    """Take the screen, at once: from here on the agent can neither look nor act, until you give it back with the token.

    The token is shown once and kept nowhere. Taking again gives you a new one.
    """
    surfaces = surfaces_of(run)
    names = [surface] if surface else [record.surface for record in surfaces.all()] or [_FIRST]
    who = by or _person()
    taken = [surfaces.take(name, who, reason) for name in names]
    if for_people(as_json):
        for token in taken:
            _print_taken(run, token, len(taken) > 1)
    else:
        print_json(orjson.dumps({"taken": [_given(token) for token in taken]}).decode())


@app.command("return")
def return_(
    run: RunArgument,
    token: Annotated[str, typer.Argument(metavar="TOKEN", help="What take printed; - for standard input.", show_default=False)],
    surface: SurfaceOption = None,
    as_json: JsonOption = False,
) -> None:
    """Give the screen back. The agent gets it when it asks, and has to look first: all its refs are new.

    Exit code 1: the token is wrong or used, or nobody has taken it.
    """
    surfaces = surfaces_of(run)
    secret = (sys.stdin.readline() if token == STANDARD_INPUT else token).strip()
    record = _returned(surfaces, secret, [surface] if surface else [each.surface for each in surfaces.all()] or [_FIRST])
    if for_people(as_json):
        remark(f"{record.surface} is given back.")
    else:
        print_json(orjson.dumps(_told(record)).decode())


@app.command("status")
def status(
    run: RunArgument,
    surface: SurfaceOption = None,
    history: Annotated[bool, typer.Option("--history", help="Print every change of control so far, too.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Print who has the screen, where the agent stopped, and what it asks of you."""
    surfaces = surfaces_of(run)
    said = _status(surfaces, surface, history)
    if not for_people(as_json):
        print_json(orjson.dumps(said).decode())
        return
    for name in ("surfaces", "asks", "imports", "history"):
        if said.get(name):
            print_table(_table(said[name]))


@app.command("allow")
def allow(
    run: RunArgument,
    wanted: Annotated[str, typer.Argument(metavar="IMPORT", help="The id that status shows.", show_default=False)],
    deny: Annotated[bool, typer.Option("--deny", help="Refuse it.")] = False,
    by: ByOption = None,
    as_json: JsonOption = False,
) -> None:
    """Allow an agent to use the cookies of one domain of yours, once, on the surface that asked. Nobody sees their values."""
    record = surfaces_of(run).imports.answer(wanted, "denied" if deny else "approved", by or _person())
    if for_people(as_json):
        remark(f"{record.source} for {record.domain} on {record.surface}: {record.status}.")
    else:
        print_json(orjson.dumps(asdict(record)).decode())


def _returned(surfaces: Surfaces, secret: str, names: list[str]) -> Record:
    """The surface that the token gives back."""
    refused: ReturnRefused | None = None
    for name in sorted(names, key=lambda name: surfaces.status(name).state != "user"):
        try:
            return surfaces.return_(name, secret)
        except ReturnRefused as problem:
            refused = refused or problem
    raise refused or ReturnRefused(_FIRST, "there is no such surface.")


def _status(surfaces: Surfaces, surface: str | None, history: bool) -> dict[str, Any]:
    records = [each for each in surfaces.all() if surface in (None, each.surface)]
    asked = [each for each in surfaces.handoffs.all(surface) if each.open or each.status == "expired"]
    still = {each.surface for each in records if each.with_a_person}
    said: dict[str, Any] = {
        "surfaces": list(map(_told, records)),
        "asks": [asdict(each) for each in {each.surface: each for each in asked if each.surface in still}.values()],
        "imports": [
            asdict(each) for each in surfaces.imports.all() if each.status == "pending" and surface in (None, each.surface)
        ],
    }
    return said | ({"history": [asdict(each) for each in surfaces.history(surface)]} if history else {})


def _told(record: Record) -> dict[str, Any]:
    return asdict(record)


def _given(token: Token) -> dict[str, Any]:
    """What is told of a token: the words that give the surface back are called `token`, as people call them."""
    return {("token" if name == "secret" else name): value for name, value in asdict(token).items()}


def _person() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # nobody has that number here
        return "user"


def _print_taken(run: str, token: Token, several: bool) -> None:
    only = f" --surface {token.surface}" if several else ""
    remark(f"{token.surface} is yours; the agent can neither look nor act. Give it back with:")
    sys.stdout.write(f"lumos control return {run} {token.secret}{only}\n")
    if token.stopped:
        remark(f"{len(token.stopped)} acts that waited for their turn will not be done.")
    if token.landing:
        warn(f"{token.landing} had begun and has not ended; wait until it is done.")


def _table(rows: list[dict[str, Any]]) -> Table:
    names = [name for name in rows[0] if any(row[name] not in ("", (), 0) for row in rows)]
    table = Table(*names, box=None, pad_edge=False)
    for row in rows:
        table.add_row(*(Text(str(row[name]) if not isinstance(row[name], tuple) else " ".join(row[name])) for name in names))
    return table
