"""`lumos resume`: on with a run that was stopped, paused or killed."""

from __future__ import annotations

from typing import Annotated

import typer

from lumos_layer.interfaces.cli.asking import Asking, approver_of
from lumos_layer.interfaces.cli.driving import driven, exit_for, leave_if_taken
from lumos_layer.interfaces.cli.dump import JsonOption
from lumos_layer.interfaces.cli.output import for_people, remark
from lumos_layer.interfaces.cli.progress import shown
from lumos_layer.interfaces.cli.redacting import gone_on
from lumos_layer.interfaces.cli.runs import RunArgument, RunsOption
from lumos_layer.interfaces.cli.telling import tell
from lumos_layer.trace.summary import summary_of

EXAMPLES = """[bold]Examples[/bold]

lumos resume last

lumos resume 20261130-101500-ab12 --approve ask
"""

_ENDED = frozenset(("completed", "blocked", "failed"))


def run(
    run: RunArgument,
    approve: Annotated[Asking | None, typer.Option("--approve", help="Who answers questions, as for lumos run.")] = None,
    runs: RunsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Go on with a run that was killed, paused or waits for an answer. It looks first; what was done is not done again.

    Exit code: as of lumos run; 5 also while a person still has the screen.
    """
    people = for_people(as_json)
    folder, task = gone_on(runs, run)
    with folder:
        leave_if_taken(folder)
        with shown(folder, people) as progress, driven(folder, task, approver_of(approve, people, progress)) as running:
            ended = summary_of(folder).status in _ENDED
            stopped = running.resume()
        if ended:
            remark(f"{folder.name} had ended before: nothing was done. `lumos run` begins anew.")
        tell(folder, stopped, people)
    exit_for(stopped)
