"""`lumos replay RUN`: a run made again from its journal, and where it would differ from what it left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import typer
from msgspec import to_builtins
from rich.console import Console
from rich.text import Text

from lumos_layer.environments.clock import ManualClock
from lumos_layer.errors import NoSuchRun
from lumos_layer.execution import Executor
from lumos_layer.interfaces.cli.exits import NEGATIVE
from lumos_layer.interfaces.cli.output import print_json
from lumos_layer.interfaces.cli.screens import opened, secrets_in
from lumos_layer.perception.text import clean_line
from lumos_layer.trace.acting_again import acted_again
from lumos_layer.trace.journal import read
from lumos_layer.trace.place import RunPlace
from lumos_layer.trace.replaying import Difference, Replayed, differences
from lumos_layer.trace.reports import replayed
from lumos_layer.trace.runs import Runs


def run_at(words: str) -> RunPlace | None:
    """The run that is meant; None if it is none, as where a recorded session is meant."""
    path = Path(words)
    if path.exists() and not (path / "journal.jsonl").is_file():
        return None
    try:
        return RunPlace(path) if path.is_dir() else Runs().find(words)
    except NoSuchRun:
        return None


def replay_run(place: RunPlace, people: bool, on: str | None = None, secrets: Path | None = None) -> None:
    """Print the final state that the journal leads to, and what is not as it was when its actions are done again `on` a screen.

    Exit code 1: the journal contradicts itself or the report beside it, or something is not as it was.
    """
    found = replayed(place)
    problems = [*found.problems, *_against_report(place, found)]
    if on is not None:
        clock = ManualClock()
        executor = Executor(opened(on, None, secrets_in(secrets), clock, None), clock)
        problems += acted_again(read(place.journal_file), executor, str(place.journal_file))
    if people:
        _print(place, found, problems)
    else:
        answer: Any = {"run": place.name, **found.state, "problems": [to_builtins(each) for each in problems]}
        print_json(orjson.dumps(place.without_words(orjson.loads(orjson.dumps(answer)))).decode())
    if problems:
        raise typer.Exit(NEGATIVE)


def _against_report(place: RunPlace, found: Replayed) -> Iterator[Difference]:
    """In what the report that the run left says otherwise than its journal."""
    if not place.report_file.exists():
        return
    made: Any = place.without_words(orjson.loads(orjson.dumps(found.report.model_dump(mode="json"))))
    try:
        left = place.without_words(orjson.loads(place.report_file.read_bytes()))
    except orjson.JSONDecodeError as problem:
        yield Difference(0, "report.json", "a report", f"no JSON ({problem})")
        return
    yield from differences(left, made) if isinstance(left, dict) else (Difference(0, "report.json", "a report", "something else"),)


def _print(place: RunPlace, found: Replayed, problems: list[Difference]) -> None:
    console, report = Console(), found.report
    counts = f"{len(report.trace):,} events, {len(found.observations):,} looks, {len(found.outcomes):,} outcomes"
    console.print(Text.assemble((place.name, "bold"), f"  {report.status} after {report.steps} steps: {counts}"), soft_wrap=True)
    for surface, look in found.final.items():
        words = f"  {surface}: {look.id} {look.title or look.app}"
        console.print(Text(clean_line(str(place.without_words(words)))), soft_wrap=True)
    for id in found.begun:
        console.print(
            Text(clean_line(f"  {id} was begun, and nobody has written down what came of it"), style="yellow"), soft_wrap=True
        )
    for each in problems:
        where = f"entry {each.seq}, " if each.seq else ""
        words = f"  {where}{each.what}: wanted {each.wanted}, found {each.found}"
        console.print(Text(clean_line(str(place.without_words(words))), style="red"), soft_wrap=True)
    if not problems:
        console.print(Text("  The journal leads to the same state again.", style="green"), soft_wrap=True)
