"""`lumos sim`: a small session with a simulated screen, an action a line."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated

import orjson
import typer
from rich.console import Console

from lumos_layer.actions.outcomes import as_json as outcome_json
from lumos_layer.environments.clock import ManualClock
from lumos_layer.environments.port import Environment
from lumos_layer.environments.remote import serve
from lumos_layer.environments.replay.recording import STEPS
from lumos_layer.environments.replay.replay import Replay
from lumos_layer.environments.simulator import Simulator
from lumos_layer.errors import BadOption, TargetError
from lumos_layer.execution import Executor
from lumos_layer.interfaces.cli.dump import FormatOption, JsonOption
from lumos_layer.interfaces.cli.output import complain, for_people, print_answer, print_json, remark
from lumos_layer.interfaces.cli.screens import SaveOption, SecretsOption, opened, secrets_in
from lumos_layer.interfaces.cli.short_words import HELP, document_in, ref_in
from lumos_layer.perception.files import write_whole

EXAMPLES = """[bold]Examples[/bold]

lumos sim editor

lumos sim blueprints/notepad/dump.xml

lumos sim blueprints/login/dump.json --secrets secrets.json

lumos sim recordings/login

lumos sim invoice --serve --save invoice.json

printf 'type A20 "milk"\\nkey Control+S\\n' | lumos sim editor | jq .outcome
"""

_END = frozenset(("exit", "quit"))


def run(
    app: Annotated[
        str,
        typer.Argument(
            metavar="APP|DUMP",
            help="An app, by its folder or the name of an example, a dump, or a recorded session.",
            show_default=False,
        ),
    ],
    secrets: SecretsOption = None,
    format: FormatOption = None,
    save: SaveOption = None,
    served: Annotated[
        bool, typer.Option("--serve", help="Take no actions here: print a URL by which other programs of this machine act.")
    ] = False,
    port: Annotated[int, typer.Option("--port", metavar="PORT", help="Of the URL; 0: any free one.", min=0, max=65535)] = 0,
    token: Annotated[
        str | None,
        typer.Option(
            "--token",
            metavar="TOKEN",
            envvar="LUMOS_SIM_TOKEN",
            help="At the end of the URL.",
            show_default="made anew",
            show_envvar=True,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Try actions on a simulated screen: it shows the blueprint, then takes an action a line and says what came of it.

    An action is JSON, or short words: click A12, type "text", set A3 "text", key Enter; `help` lists them. `exit` ends.
    Piped, each line is an action and each answer one line of JSON; the first is the blueprint. On a terminal an action from a
    file stands before its answer.

    With --save the world is in that file after each answer; a recorded session cannot be saved.
    With --serve: RemoteEnvironment(URL) of lumos_layer.environments.remote is the screen, until this is interrupted. With the same
    --port, --token and --save it is started anew where it was, and runs on it can be gone on with.
    """
    clock, people = ManualClock(), for_people(as_json)
    environment = _environment(app, format, secrets_in(secrets), clock, save)
    keep = _keeping(environment, save)
    if served:
        _serve(environment, port, token, keep, people)
        return
    executor = Executor(environment, clock)
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
            keep()
        except (BadOption, TargetError) as problem:
            _tell(problem, people)


def _environment(
    screen: str, format: str | None, secrets: Mapping[str, str], clock: ManualClock, world: Path | None
) -> Environment:
    """A recorded session, or an app or dump as a simulator, as it was left in the file `world`."""
    path = Path(screen)
    if path.name == STEPS or (path / STEPS).is_file():
        if world is not None:
            raise typer.BadParameter("A recorded session cannot be saved; leave it out.", param_hint="--save")
        return Replay(path, clock=clock, secrets=secrets or None, format=format)
    return opened(screen, format, secrets, clock, world)


def _keeping(environment: Environment, world: Path | None) -> Callable[[], None]:
    """What saves the world, if it is to be saved."""
    if world is None or not isinstance(environment, Simulator):
        return lambda: None
    return lambda: write_whole(world, environment.save())


def _serve(environment: Environment, port: int, token: str | None, keep: Callable[[], None], people: bool) -> None:
    """Let other programs act until somebody interrupts."""
    keep()
    with serve(environment, port=port, token=token, keep=keep) as server:
        if people:
            Console().print(server.url, markup=False, highlight=False, soft_wrap=True)
            remark("RemoteEnvironment takes this URL; whoever has it can act. Ctrl+C ends.")
        else:
            print_json(orjson.dumps({"url": server.url}).decode())
        ended = threading.Event()
        for stop in (signal.SIGINT, signal.SIGTERM):  # also where whoever started this had it ignore the one
            signal.signal(stop, lambda *_: ended.set())
        ended.wait()


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
        line = sys.stdin.readline()
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
