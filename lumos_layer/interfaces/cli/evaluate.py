"""`lumos eval`: run a suite of tasks, and write one report of what came of them."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from lumos_layer.errors import BadOption, InputError
from lumos_layer.evaluation.comparison import Counting
from lumos_layer.evaluation.suites.cases import NOTHING, PARTS, Case, Crossing, Grid, cases
from lumos_layer.evaluation.suites.evaluating import evaluate
from lumos_layer.evaluation.suites.keeping import Kept
from lumos_layer.evaluation.suites.levels import known
from lumos_layer.evaluation.suites.rows import TriedCase
from lumos_layer.evaluation.suites.seeing import CONTRACTS
from lumos_layer.evaluation.suites.suite import Suite, load_suite
from lumos_layer.evaluation.suites.summary import Group, SuiteReport, report
from lumos_layer.evaluation.suites.trying import planner_named
from lumos_layer.interfaces.cli import worked
from lumos_layer.interfaces.cli.exits import INTERRUPTED, NEGATIVE
from lumos_layer.interfaces.cli.output import complain, for_people, remark
from lumos_layer.interfaces.report.suite_columns import markdown, tables
from lumos_layer.interfaces.report.suite_page import suite_page
from lumos_layer.perception import tokens
from lumos_layer.perception.files import write_whole

Kind = Literal["table", "json", "html", "markdown"]

EXAMPLES = """[bold]Examples[/bold]

lumos eval plain

lumos eval plain --task mail --faults none,light,rough

lumos eval plain --without nothing,state,verifier,recovery,auditor,memory --cross one --output reports/plain

lumos eval plain --least-success 0.4 --most-false 0.05
"""

_WIDE = 200  # characters of a line where no terminal says how many it has
_SUITES = "suites"
_RESULTS = Path(".lumos/eval")


def _names(help: str) -> Any:
    return typer.Option(metavar="NAMES", help=help)


def _limit(help: str, metavar: str = "SHARE", most: float | None = 1) -> Any:
    return typer.Option(min=0, max=most, metavar=metavar, help=help, show_default=False)


TaskOption = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="Only tasks of this id, beginning, app or kind. May be repeated.", show_default=False),
]
OutputOption = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", file_okay=False, help="Where the report goes. Left out: .lumos/eval/SUITE.", show_default=False),
]
JobsOption = Annotated[
    int | None, typer.Option(min=1, metavar="N", help="So many runs at once. Left out: one for each core.", show_default=False)
]
CrossOption = Annotated[
    Crossing, typer.Option(metavar="HOW", help="all: everything with everything; one: each choice alone, beside the first ones.")
]
TokensOption = Annotated[
    Counting, typer.Option("--tokens", metavar="HOW", help="exact (o200k_base), or estimate, which needs no tokenizer.")
]
FormatOption = Annotated[
    Kind | None, typer.Option(metavar="KIND", help="What is printed: table, json, html or markdown.", show_default=False)
]


def run(
    suite: Annotated[str, typer.Argument(metavar="SUITE", help="A suite's file, or the name of one that comes along.")],
    task: TaskOption = None,
    planner: Annotated[str, _names("rules, or models as provider:model; several with commas between.")] = "rules",
    show: Annotated[str, _names(f"What a planner is shown of a screen: {', '.join(CONTRACTS)}.")] = "compact",
    faults: Annotated[str, _names("Levels of faults: none, light, rough, hostile, or the suite's own.")] = "none",
    without: Annotated[str, _names(f"Parts that are switched off, one at a time: {NOTHING}, {', '.join(PARTS)}.")] = NOTHING,
    cross: CrossOption = "all",
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="What chance begins with.")] = 0,
    repeat: Annotated[int, typer.Option(min=1, metavar="N", help="So many seeds, from --seed on.")] = 1,
    jobs: JobsOption = None,
    counting: TokensOption = "exact",
    output: OutputOption = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Run also what was run before.")] = False,
    format: FormatOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    least_success: Annotated[float | None, _limit("Least success.")] = None,
    least_precision: Annotated[float | None, _limit("Least precision of the verifier.")] = None,
    least_recall: Annotated[float | None, _limit("Least recall of the verifier.")] = None,
    most_false: Annotated[float | None, _limit("Most runs that say they are done and are not.")] = None,
    most_tokens: Annotated[float | None, _limit("Most tokens of one look, on average.", "N", None)] = None,
) -> None:
    """Run a suite of tasks on simulated apps, and report success, costs, false ends and whose failures they are.

    FOLDER gets report.json, report.html, and rows.jsonl, from which an evaluation that was stopped goes on when it is run again.
    The same seed gives the same faults. Thresholds are about the first of each choice, `base` in the report.
    Exit code 1: a threshold is missed; 130: it was stopped, and not all runs are finished.
    """
    if counting == "exact":
        tokens.count("")  # raises MissingExtra now, not once for each run
    path = _found(suite)
    loaded = load_suite(path)
    grid = _grid(loaded, planner, show, faults, without, range(seed, seed + repeat))
    chosen = cases(loaded, grid, cross, task or ())
    if not chosen:
        raise InputError(
            f"No task of {path} is called or belongs to {', '.join(task or ())}. Give an id, its beginning, an app or a kind."
        )
    folder = output or _RESULTS / loaded.name
    rows = _rows(path, loaded, chosen, counting, jobs, Kept(folder / "rows.jsonl", loaded, path, _made_by(counting)), fresh)
    made = report(loaded.name, loaded.about, counting, grid.base, len(chosen), rows)
    _write(made, folder)
    _print(made, "json" if as_json else format or ("table" if for_people(as_json=False) else "json"))
    limits = {"success": least_success, "precision": least_precision, "recall": least_recall}
    _end(made, limits, most_false, most_tokens)


def _found(name: str) -> Path:
    """The suite's file, or that of one that comes along."""
    path = Path(name)
    if path.exists():
        return path
    found = worked.found(f"{_SUITES}/{name}.json")
    if found is None:
        raise InputError(f"There is no suite {name}. Name its file; `plain` comes along.")
    return found


def _grid(suite: Suite, planner: str, show: str, faults: str, without: str, seeds: Sequence[int]) -> Grid:
    """Raises BadOption for what is not known, and what a planner raises that cannot be made."""
    planners = _listed("planner", planner)
    for each in planners:
        planner_named(each)
    return Grid(
        planners,
        _listed("show", show, tuple(CONTRACTS)),
        _listed("faults", faults, known(suite)),
        _listed("without", without, (NOTHING, *PARTS)),
        tuple(seeds),
    )


def _listed(option: str, said: str, known: Sequence[str] = ()) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(each.strip() for each in said.split(",") if each.strip()))
    wrong = [each for each in found if known and each not in known]
    if wrong or not found:
        raise BadOption(option, wrong[0] if wrong else said, f"one or more of {', '.join(known) or 'rules, provider:model'}")
    return found


def _made_by(counting: Counting) -> str:
    from lumos_layer.graph.running import lumos_version

    return f"{lumos_version()} {counting}"


def _rows(
    path: Path, suite: Suite, chosen: Sequence[Case], counting: Counting, jobs: int | None, kept: Kept, fresh: bool
) -> list[TriedCase]:
    """The rows that are finished: those kept before, and those of now, until somebody stops it."""
    before: Mapping[str, TriedCase] = {} if fresh else kept.rows()
    kept.begin(fresh)
    rows = {case.id: before[case.id] for case in chosen if case.id in before}
    left = [case for case in chosen if case.id not in rows]
    if rows:
        remark(f"{len(rows):,} of {len(chosen):,} runs were done before (--fresh runs them again)")
    console = Console(stderr=True)
    columns = TextColumn("running"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("", total=len(chosen), completed=len(rows))

        def done(row: TriedCase) -> None:
            kept.add(row)
            rows[row.id] = row
            good = sum(each.success for each in rows.values())
            progress.update(bar, advance=1, description=f"{good / len(rows):.0%} success")

        try:
            evaluate(path, left, counting, jobs, done)
        except KeyboardInterrupt:
            complain(f"Stopped: {len(rows):,} of {len(chosen):,} runs are finished and kept. The same command goes on.")
    return [rows[case.id] for case in chosen if case.id in rows]


def _write(made: SuiteReport, folder: Path) -> None:
    for name, text in (("report.json", _text(made, "json")), ("report.html", _text(made, "html"))):
        try:
            write_whole(folder / name, text.encode())
        except OSError as error:
            raise InputError(f"Cannot write {folder / name}: {error.strerror}. Name another folder with --output.") from error
    remark(f"{len(made.runs):,} runs, reported in {folder / 'report.html'} and report.json")


def _print(made: SuiteReport, kind: Kind) -> None:
    console = Console()
    if kind == "table" and console.is_terminal:
        console.print(tables(made))
        return
    sys.stdout.write(_text(made, kind))
    sys.stdout.flush()


def _text(made: SuiteReport, kind: Kind) -> str:
    match kind:
        case "html":
            return suite_page(made)
        case "markdown":
            return "".join(f"{line}\n" for line in markdown(made))
        case "json":
            return msgspec.json.encode(made).decode() + "\n"
    console = Console(width=_WIDE, color_system=None, force_terminal=False)
    with console.capture() as written:
        console.print(tables(made))
    return "".join(f"{line.rstrip()}\n" for line in written.get().splitlines())


def _end(made: SuiteReport, least: Mapping[str, float | None], most_false: float | None, most_tokens: float | None) -> None:
    if len(made.runs) < made.wanted:
        raise typer.Exit(INTERRUPTED)
    missed = [] if made.whole is None else list(_missed(made.whole, least, most_false, most_tokens))
    for each in missed:
        complain(f"{each}.")
    if missed:
        raise typer.Exit(NEGATIVE)


def _missed(group: Group, least: Mapping[str, float | None], most_false: float | None, most_tokens: float | None) -> list[str]:
    """The thresholds that the group misses, in words; a figure that it does not have misses."""
    found = {"success": group.success, "precision": group.verifier.precision, "recall": group.verifier.recall}
    low = [
        f"{name} is {_share(found[name])}, and at least {wanted:.1%} is wanted"
        for name, wanted in least.items()
        if wanted is not None and ((has := found[name]) is None or has < wanted)
    ]
    if most_false is not None and group.false_completion_rate > most_false:
        low.append(f"{group.false_completion_rate:.1%} say that they are done and are not, and at most {most_false:.1%} may")
    shown = group.tokens.shown if group.tokens is not None else None
    if most_tokens is not None and (shown is None or shown > most_tokens):
        low.append(f"a look costs {shown or 0:,.0f} tokens, and at most {most_tokens:,.0f} are wanted")
    return low


def _share(number: float | None) -> str:
    return "not known" if number is None else f"{number:.1%}"
