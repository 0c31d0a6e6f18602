"""One dump compared: what it costs raw, in other forms and as a blueprint, and what the blueprint keeps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Literal, TypeVar

from msgspec import Struct

import lumos_layer
from lumos_layer.environments.replay.recording import screen_before, steps_on
from lumos_layer.errors import InputError, LumosError
from lumos_layer.evaluation.ambiguity import Ambiguity, ambiguity
from lumos_layer.evaluation.coverage import Coverage, coverage
from lumos_layer.evaluation.evidence import Evidence, evidence
from lumos_layer.evaluation.linear import rows, visible_rows
from lumos_layer.evaluation.minified import minified
from lumos_layer.evaluation.recall import Recall, recall
from lumos_layer.evaluation.running import for_each
from lumos_layer.evaluation.screenshots import Screenshot, screenshot
from lumos_layer.perception import limits, tokens
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.encoding import to_utf8
from lumos_layer.perception.observation import Observation

Counting = Literal["exact", "estimate"]
COUNTERS: dict[Counting, tokens.Counter] = {"exact": tokens.count, "estimate": tokens.estimate}
_RUNS = 3  # of which the fastest is told
_WORTH_PROCESSES = 8  # files: fewer are compared before other processes have started
Result = TypeVar("Result")


class Size(Struct, frozen=True):
    """What a text costs."""

    bytes: int
    tokens: int


class Sizes(Struct, frozen=True, kw_only=True):
    """The dump, what else could be made of it, and its blueprint.

    `minified`: without insignificant white space; `rows`: one a node, `visible_rows`: one a visible node; `object`: the full view
    in the object form; `boxes` and `centres`: in the compact form with places; `full`, `interactive`, `outline`: these views in it.
    """

    raw: Size
    minified: Size
    rows: Size
    visible_rows: Size
    object: Size
    boxes: Size
    centres: Size
    full: Size
    interactive: Size
    outline: Size


class Stages(Struct, frozen=True):
    """Milliseconds, each the least of three runs: the dump's bytes to an observation, to a full blueprint, to its compact text."""

    read: float
    blueprint: float
    print: float


class Measured(Struct, frozen=True, kw_only=True, tag_field="outcome", tag="measured"):
    """A dump that was read. What cannot be said of it is null: no screen size, nothing recorded beside it."""

    file: str
    folder: str
    format: str
    nodes: int
    sizes: Sizes
    screenshot: Screenshot | None
    recall: Recall
    ambiguity: Ambiguity
    coverage: Coverage | None
    evidence: Evidence | None
    milliseconds: Stages


class Failed(Struct, frozen=True, kw_only=True, tag_field="outcome", tag="failed"):
    """A file that could not be compared, and why."""

    file: str
    folder: str
    error: str


Row = Measured | Failed


def compare(file: Path, counting: Counting = "exact") -> Row:
    """A file that cannot be read as a dump becomes a row that says why."""
    try:
        return _measured(file, COUNTERS[counting])
    except OSError as error:
        return _failed(file, f"Cannot be read: {error.strerror or type(error).__name__}.")
    except LumosError as error:
        return _failed(file, str(error))


def compare_all(
    files: Sequence[Path], counting: Counting = "exact", jobs: int | None = None, done: Callable[[Row], None] | None = None
) -> list[Row]:
    """A row for each file, in their order, by `jobs` processes (default: one a core, for a few files only one).

    `done` is called with each row as it comes.
    """
    jobs = 1 if jobs is None and len(files) < _WORTH_PROCESSES else jobs
    return for_each(files, partial(compare, counting=counting), _broken, jobs, done)


def _broken(file: Path, problem: str) -> Row:
    return _failed(file, f"An error of the program, please report it: {problem}")


def _failed(file: Path, error: str) -> Failed:
    return Failed(file=file.as_posix(), folder=file.parent.as_posix(), error=error)


def _measured(file: Path, count: tokens.Counter) -> Measured:
    with file.open("rb") as stream:
        data = stream.read(limits.DEFAULT.size + 1)  # of too large a one just enough to be refused
    observation, reading = _timed(lambda: lumos_layer.read(data))
    full, drawing = _timed(observation.blueprint)
    printed, printing = _timed(full.compact)
    interactive = observation.blueprint(view="interactive")
    return Measured(
        file=file.as_posix(),
        folder=file.parent.as_posix(),
        format=observation.format,
        nodes=len(observation.tree),
        sizes=_sizes(data, observation, full, printed, interactive, count),
        screenshot=screenshot(observation, file),
        recall=recall(observation, full),
        ambiguity=ambiguity(full),
        coverage=coverage(observation, steps_on(file), full, interactive),
        evidence=_evidence(file, observation, full),
        milliseconds=Stages(reading, drawing, printing),
    )


def _timed(act: Callable[[], Result]) -> tuple[Result, float]:
    """What it returns, and the milliseconds of the fastest run."""
    runs = [_timed_once(act) for _ in range(_RUNS)]
    return runs[-1][0], round(min(time for _, time in runs), 3)


def _timed_once(act: Callable[[], Result]) -> tuple[Result, float]:
    start = perf_counter()
    result = act()
    return result, 1000 * (perf_counter() - start)


def _sizes(
    data: bytes, observation: Observation, full: Blueprint, printed: str, interactive: Blueprint, count: tokens.Counter
) -> Sizes:
    def size(text: str) -> Size:
        return Size(len(text.encode()), count(text))

    raw = to_utf8(data).text.decode()
    return Sizes(
        raw=Size(len(data), count(raw)),
        minified=size(minified(raw)),
        rows=size(rows(observation)),
        visible_rows=size(visible_rows(observation)),
        object=size(full.object()),
        boxes=size(observation.blueprint(boxes="box").compact()),
        centres=size(observation.blueprint(boxes="centre").compact()),
        full=size(printed),
        interactive=size(interactive.compact()),
        outline=size(observation.blueprint(view="outline").compact()),
    )


def _evidence(file: Path, observation: Observation, full: Blueprint) -> Evidence | None:
    before = screen_before(file)
    if before is None:
        return None
    try:
        return evidence(lumos_layer.read(before), observation, full)
    except (OSError, InputError):
        return None
