"""`lumos replay`: a recorded session played back, what was done and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import orjson
import typer
from msgspec import to_builtins
from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from lumos_layer.actions.outcomes import Outcome
from lumos_layer.environments.replay import telling
from lumos_layer.environments.replay.recording import KINDS, Step, recordings_in
from lumos_layer.environments.replay.replay import Replay
from lumos_layer.environments.replay.scene import Scene
from lumos_layer.environments.replay.screens import Taken
from lumos_layer.execution.executor import Executor
from lumos_layer.interfaces.cli.dump import JsonOption
from lumos_layer.interfaces.cli.exits import NEGATIVE
from lumos_layer.interfaces.cli.output import for_people, lay_out, print_json
from lumos_layer.interfaces.cli.replay_run import replay_run, run_at
from lumos_layer.interfaces.cli.screens import SecretsOption
from lumos_layer.interfaces.replayed import OVER, Played, Summary, Total, Word
from lumos_layer.perception.known_secrets import without
from lumos_layer.perception.observation import Observation

EXAMPLES = """[bold]Examples[/bold]

lumos replay recordings/login

lumos replay recordings/login --step 3

lumos replay last

lumos replay last --on mail

lumos replay recordings --json | jq -c 'select(.outcome != "done")'
"""


def run(
    recording: Annotated[
        Path,
        typer.Argument(
            metavar="RECORDING",
            help="A recorded session: a folder with dumps and a steps.json, or a folder of such; or a RUN.",
        ),
    ],
    step: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Show only this step, by its number.", show_default=False)
    ] = None,
    on: Annotated[
        str | None,
        typer.Option(
            metavar="SCREEN",
            help="Do the actions of a run again on this dump or simulated app, and say what is not as it was.",
            show_default=False,
        ),
    ] = None,
    secrets: SecretsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play a recorded session back: each step as an action, what the screen shows of it, and a summary at the end.

    As JSON: a line for each step (recording, step, before, after, did, action, outcome, why, note, delta), then one with summary;
    the schema of a line is schemas/replay-line.schema.json.
    Exit code 1: steps were passed over, because what they were done to is not on their screen, or no action does it.

    A run is made again from its journal alone, and its final state printed: as JSON run, status, steps, observations (a digest of
    each), final, outcomes, begun, pending, problems. Exit code 1: its journal contradicts itself or the report beside it.
    """
    driven = run_at(str(recording))
    if on is not None and driven is None:
        raise typer.BadParameter(f"There is no run {recording} whose actions could be done again.")
    if driven is not None:
        replay_run(driven, for_people(as_json), on, secrets)
        return
    recordings = recordings_in(recording)
    people = for_people(as_json)
    shown: list[Played] = []
    for each in recordings:
        for played in _played(Replay(each.folder), each.name):
            if step in (None, played.step):
                shown.append(played)
                _print(played, people)
    if not shown:
        raise typer.BadParameter(f"There is no step {step} in {recording}.")
    over = sum(played.outcome == OVER for played in shown)
    _print_summary(Summary(len(recordings), len(shown), len(shown) - over, over), people)
    if over:
        raise typer.Exit(NEGATIVE)


def _played(replay: Replay, name: str) -> Iterator[Played]:
    executor = Executor(replay, replay.clock, strict=True)
    look = executor.observe()
    while (taken := replay.next_step()) is not None:
        scene, document = replay.scene(taken), replay.next_action()
        did = telling.in_words(scene, look, replay.secrets)
        outcome = None if document is None else executor.run(document)
        why = "" if replay.done >= taken.index else _why(scene, outcome, look)
        if why:
            replay.advance()
        before, look = look, executor.observe()
        said: Word = OVER if why or outcome is None else outcome.outcome
        told = _told(taken.step, did, said, replay.secrets.hidden, document, why, _delta(before, look))
        yield replace(told, recording=name)
        for step in _passed_meanwhile(replay, taken):
            yield replace(_told(step, "wait", "done", replay.secrets.hidden), recording=name)


def _passed_meanwhile(replay: Replay, taken: Taken) -> Iterator[Step]:
    """Recorded waits that were over before the screen had come to rest."""
    while taken.index < replay.done and (following := replay.screens.next_step(taken.after, taken.index)) is not None:
        taken = following
        yield taken.step


def _told(
    step: Step, did: str, outcome: Word, hidden: Mapping[str, str], action: Any = None, why: str = "", delta: Any = None
) -> Played:
    return Played(
        recording="",
        step=step.number,
        before=step.before,
        after=step.after,
        did=did,
        outcome=outcome,
        action=action,
        why=without(why, hidden),
        note=without(step.note, hidden),
        delta=delta,
    )


def _why(scene: Scene, outcome: Outcome | None, look: Observation) -> str:
    """Why the step was not done again."""
    if outcome is not None:
        said = outcome.model_dump()
        return (
            "; ".join(each["message"] for each in said.get("violations", ()))
            or said.get("error")
            or said.get("why")
            or "nothing came of it"
        )
    if scene.step.error:
        return f"it failed when it was recorded: {scene.step.error}"
    if not scene.act.kind:
        return "nobody recorded what was done"
    if scene.rivals:
        return f"nothing that was recorded tells which of several it was done to: {telling.rivals_in_words(scene, look)}"
    known = scene.act.kind in KINDS.values()
    return "what it was done to is not on this screen" if known else f"no action can {scene.act.kind.replace('_', ' ')}"


def _delta(before: Observation, after: Observation) -> Any:
    return {"since": before.id, "same": True} if before is after else orjson.loads(after.since(before).json())


def _print(played: Played, people: bool) -> None:
    if not people:
        print_json(orjson.dumps(to_builtins(played)).decode())
        return
    console = Console()
    line = Text.assemble((f"{played.recording} {played.step}  ", "bold"), played.did)
    line.append(f"  {played.outcome}", style="yellow" if played.why else "green")
    console.print(line, soft_wrap=True)
    for more in filter(None, (played.why, played.note)):
        console.print(Text(f"  {more}", style="dim"), soft_wrap=True)
    if played.delta is not None:
        console.print(Text(f"  {lay_out(played.delta, console.width - 2, 2)}"), soft_wrap=True)


def _print_summary(summary: Summary, people: bool) -> None:
    if not people:
        print_json(orjson.dumps(to_builtins(Total(summary))).decode())
        return
    told = (
        f"{summary.steps} {'step' if summary.steps == 1 else 'steps'}: {summary.played} played, {summary.passed_over} passed over."
    )
    Console().print(Text(f"\n{told}", style="bold"))
