"""`lumos act`: one action on a screen, what came of it, and what changed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any

import orjson
import typer
from rich.console import Console
from rich.text import Text

from lumos_layer.actions.outcomes import Outcome, as_json
from lumos_layer.environments.clock import ManualClock
from lumos_layer.errors import BadOption, InputError
from lumos_layer.execution import Executor
from lumos_layer.interfaces.cli.dump import STANDARD_INPUT, FormatOption, JsonOption
from lumos_layer.interfaces.cli.exits import NEEDS_APPROVAL, NEGATIVE, PAUSED
from lumos_layer.interfaces.cli.output import for_people, lay_out, print_answer, print_json, print_laid_out, remark
from lumos_layer.interfaces.cli.screens import SaveOption, ScreenArgument, SecretsOption, given, opened, secrets_in
from lumos_layer.interfaces.cli.short_words import document_in
from lumos_layer.perception.files import write_whole
from lumos_layer.perception.observation import Observation

EXAMPLES = """[bold]Examples[/bold]

lumos act window.xml '{"type": "click", "ref": "A3"}'

lumos act window.xml '{"type": "set_text", "ref": "A1", "text": "Ada"}' --save world.json

lumos act window.xml 'key Enter' --save world.json --show

lumos act blueprints/login/dump.json 'set W2 "ann"'

lumos act mail 'click A3'
"""

_EXITS: Mapping[str, int] = MappingProxyType({"done": 0, "needs_approval": NEEDS_APPROVAL, "paused": PAUSED})
_STYLES: Mapping[str, str] = MappingProxyType({"done": "bold green", "no_effect": "bold yellow"})
_APART = ("outcome", "action_id", "delta")


def run(
    screen: ScreenArgument,
    action: Annotated[
        str,
        typer.Argument(
            metavar="ACTION",
            help="One action as JSON, or in short words as lumos sim takes them; - for standard input.",
            show_default=False,
        ),
    ],
    save: SaveOption = None,
    secrets: SecretsOption = None,
    strict: Annotated[bool, typer.Option("--strict", help="Refuse what would have to be mended to be an action.")] = False,
    show: Annotated[bool, typer.Option("--show", help="Print the blueprint of the screen afterwards, too.")] = False,
    format: FormatOption = None,
    as_json: JsonOption = False,
) -> None:
    """Carry out one action on a simulated screen, and print what came of it and what changed.

    The simulator begins as the dump or app shows it and behaves as such screens do.
    Exit code 1: the action was refused, failed or had no effect.
    """
    if screen == action == STANDARD_INPUT:
        raise InputError(f"Only one of both can come from standard input. Give the other in place of {STANDARD_INPUT}.")
    clock = ManualClock()
    simulator = opened(screen, format, secrets_in(secrets), clock, save)
    executor = Executor(simulator, clock, strict=strict)
    outcome = executor.run(_document(given(action), executor.observe()))
    people = for_people(as_json)
    if people:
        _print(outcome)
    else:
        print_json(as_json_of(outcome))
    if show:
        print_answer(executor.observe().blueprint().compact(), people)
    if save is not None:
        write_whole(save, simulator.save())
        if people:
            remark(f"The world is saved; go on with: lumos act {screen} ACTION --save {save}")
    if code := _EXITS.get(outcome.outcome, NEGATIVE):
        raise typer.Exit(code)


def _document(words: str, observation: Observation) -> Any:
    """An action in short words as a document; anything else as it is."""
    try:
        return document_in(words, observation)
    except BadOption as problem:
        raise typer.BadParameter(str(problem), param_hint="ACTION") from None


def as_json_of(outcome: Outcome) -> str:
    """The outcome without the id that the executor made up."""
    return as_json(outcome.model_copy(update={"action_id": ""}))


def _print(outcome: Outcome) -> None:
    """The outcome in a few lines, then what changed as JSON."""
    console = Console()
    said = orjson.loads(as_json(outcome))
    console.print(Text(outcome.outcome, style=_STYLES.get(outcome.outcome, "bold red")))
    for name, value in said.items():
        if name not in _APART:
            words = value if isinstance(value, str) else lay_out(value, console.width, 2)
            console.print(Text.assemble((f"  {name}: ", "dim"), words), soft_wrap=True)
    if said.get("delta") is not None:
        print_laid_out(orjson.dumps(said["delta"]).decode())
