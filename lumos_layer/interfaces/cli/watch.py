"""`lumos watch`: a run as it happens, from another terminal."""

from __future__ import annotations

from typing import Annotated

import orjson
import typer
from rich.console import Console
from rich.text import Text

from lumos_layer.interfaces.cli.dump import JsonOption
from lumos_layer.interfaces.cli.exits import NEEDS_APPROVAL, NEGATIVE, PAUSED
from lumos_layer.interfaces.cli.output import for_people, print_json, remark
from lumos_layer.interfaces.cli.runs import RunArgument, RunsOption
from lumos_layer.trace.events import OutcomeKnown, RunEnded
from lumos_layer.trace.following import follow
from lumos_layer.trace.journal import Entry, document_of
from lumos_layer.trace.place import RunPlace
from lumos_layer.trace.runs import Runs
from lumos_layer.trace.summary import summary_of
from lumos_layer.trace.telling import told

EXAMPLES = """[bold]Examples[/bold]

lumos watch last

lumos watch last --json | jq -c 'select(.event.kind == "outcome") | .event.outcome'
"""

_EXITS = {"completed": 0, "needs_approval": NEEDS_APPROVAL, "paused": PAUSED}
_STYLES = {"outcome": "bold", "erred": "red", "approval_asked": "yellow", "run_ended": "bold", "planned": "cyan"}


def run(
    run: RunArgument,
    from_start: Annotated[bool, typer.Option("--all/--new", help="Begin with all that has happened, or with what comes.")] = True,
    runs: RunsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Follow a run: a line for each event as it is written down. Ends when the run ends, or when no process drives it any more.

    As JSON: a line for each event (seq, event), by schemas/event.schema.json.
    Exit code: 0 the run is completed, 4 it waits for an approval, 5 a person has the screen, 1 it ended otherwise or was cut off.
    """
    place, people = Runs(runs).find(run), for_people(as_json)
    skipped = summary_of(place).events if not from_start else 0
    status = ""
    for entry in follow(place):
        if entry.seq > skipped:
            _print(place, entry, people)
        status = entry.event.status if isinstance(entry.event, RunEnded) else ""
    if people and not status:
        remark(f"No process drives {place.name} any more, and it has not ended. Go on with: lumos resume {place.name}")
    if code := _EXITS.get(status, NEGATIVE):
        raise typer.Exit(code)


def _print(place: RunPlace, entry: Entry, people: bool) -> None:
    event = entry.event
    if not people:
        print_json(orjson.dumps({"seq": entry.seq, "event": place.without_words(document_of(event))}).decode())
        return
    style = _STYLES.get(event.kind, "")
    if isinstance(event, OutcomeKnown):
        style = "bold green" if event.outcome.outcome == "done" else "bold yellow"
    line = Text.assemble(
        (f"{event.at[11:19]} ", "dim"), (f"{event.step:>3}  ", "dim"), (str(place.without_words(told(event))), style)
    )
    Console().print(line, soft_wrap=True)
