"""`lumos sim`: a small session with a simulated screen, an action a line."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import orjson
import typer
from rich.console import Console

from lumos_layer.actions.outcomes import as_json as outcome_json
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.port import Environment
from lumos_layer.environments.replay.recording import STEPS
from lumos_layer.environments.replay.replay import Replay
from lumos_layer.errors import BadOption, TargetError
from lumos_layer.execution import Executor
from lumos_layer.interfaces.cli.dump import FormatOption, JsonOption
from lumos_layer.interfaces.cli.output import complain, for_people, print_answer, print_json, remark
from lumos_layer.interfaces.cli.screens import SecretsOption, opened, secrets_in
from lumos_layer.interfaces.cli.short_words import HELP, document_in, ref_in

EXAMPLES = """[bold]Examples[/bold]

lumos sim editor

lumos sim blueprints/notepad/dump.xml

lumos sim blueprints/login/dump.json --secrets secrets.json

lumos sim recordings/login

printf 'type A20 "milk"\\nkey Control+S\\n' | lumos sim editor | jq .outcome
"""

_END = frozenset(("exit", "quit"))


def run(
    app: Annotated[
        str,
        typer.Argument(
            metavar="APP|DUMP",
            help="An app, by its folder or its name in blueprints/, a dump, or a recorded session.",
            show_default=False,
        ),
    ],
    secrets: SecretsOption = None,
    format: FormatOption = None,
    as_json: JsonOption = False,
) -> None:
    """Try actions on a simulated screen: it shows the blueprint, then takes an action a line and says what came of it.

    An action is JSON, or short words: click A12, type "text", set A3 "text", key Enter; `help` lists them. `exit` ends.
    Piped, each line is an action and each answer one line of JSON; the first is the blueprint. On a terminal an action from a
    file stands before its answer.
    """
    clock = ManualClock()
    executor = Executor(_environment(app, format, secrets_in(secrets), clock), clock)
    people = for_people(as_json)
    print_answer(executor.observe().blueprint().compact(), people)
    typed = sys.stdin.isatty()
    for line in _lines(people and typed):
        if line in _END:
            break
        if people and not typed:
            Console().print(f"> {line}", style="bold", markup=False, highlight=False)
        if line == "help":
            _help(people)
            continue
        try:
            print_answer(_answer(line, executor), people)
        except (BadOption, TargetError) as problem:
            _tell(problem, people)


def _environment(screen: str, format: str | None, secrets: Mapping[str, str], clock: ManualClock) -> Environment:
    """A recorded session, or an app or dump as a simulator."""
    path = Path(screen)
    if path.name == STEPS or (path / STEPS).is_file():
        return Replay(path, clock=clock, secrets=secrets or None, format=format)
    return opened(screen, format, secrets, clock, None)


def _answer(line: str, executor: Executor) -> str:
    """The outcome of an action, or the blueprint of what is to be looked at, as JSON."""
    observation = executor.latest or executor.observe()
    word, _, rest = line.partition(" ")
    if word.lower() != "look":
        return outcome_json(executor.run(document_in(line, observation)))
    observation = executor.observe()
    ref = ref_in(rest.strip(), observation)
    return observation.blueprint(ref=ref, find=rest.strip() or None if ref is None else None).compact()


def _lines(prompting: bool) -> Iterator[str]:
    """What is typed, a line at a time, until there is no more."""
    while True:
        if prompting:
            Console().print("[bold]>[/bold] ", end="")
        try:
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            return
        if not line:
            return
        if line.strip():
            yield line.strip()


def _help(people: bool) -> None:
    if people:
        Console().print(HELP, markup=False, highlight=False)
    else:
        print_json(orjson.dumps({"help": HELP.splitlines()}).decode())


def _tell(problem: Exception, people: bool) -> None:
    if people:
        complain(str(problem))
        remark("Type help to see what can be typed.")
    else:
        print_json(orjson.dumps({"error": str(problem)}).decode())
