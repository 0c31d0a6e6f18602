"""All runs of an evaluation, several at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from lumos_layer.errors import LumosError
from lumos_layer.evaluation.comparison import Counting
from lumos_layer.evaluation.running import for_each
from lumos_layer.evaluation.suites.cases import Case
from lumos_layer.evaluation.suites.rows import Costs, Times, TriedCase
from lumos_layer.evaluation.suites.suite import load_suite
from lumos_layer.evaluation.suites.trying import tried

_AT_ONCE = 400  # runs after which the processes are new ones, so that what each run leaves in memory is given back


def evaluate(
    path: Path,
    cases: Sequence[Case],
    counting: Counting = "exact",
    jobs: int | None = None,
    done: Callable[[TriedCase], None] | None = None,
) -> list[TriedCase]:
    """A row for each case, in their order, by `jobs` processes (default: one a core). `done` is called with each row as it comes.

    A run that breaks down is a row that says why. Raises InputError for what is no suite.
    """
    load_suite(path)
    rows: list[TriedCase] = []
    for start in range(0, len(cases), _AT_ONCE):
        part = cases[start : start + _AT_ONCE]
        rows += for_each(part, partial(_tried, path, counting), partial(_broken, path), jobs, done)
    return rows


def _tried(path: Path, counting: Counting, case: Case) -> TriedCase:
    try:
        return tried(case, load_suite(path), path, counting)
    except LumosError as error:
        return _broken(path, case, str(error))


def _broken(path: Path, case: Case, problem: str) -> TriedCase:
    task = next(each for each in load_suite(path).tasks if each.id == case.task)
    return TriedCase(
        case=case, app=task.app, level=task.level, language=task.language, kinds=task.kinds, ends=task.ends, status="failed",
        reached=False, success=False, false_completion=False, claimed=None, acts=0, asked=0, costs=Costs(), milliseconds=Times(),
        repairs={}, recoveries={}, diagnoses={}, outcomes={}, cause="error", role="unclear", wrong=(), said="", error=problem[:400],
    )  # fmt: skip
