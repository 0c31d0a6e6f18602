"""Many runs of a suite in a few figures (L68, L71, S66)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.evaluation.comparison import Counting
from lumos_layer.evaluation.suites.cases import Case
from lumos_layer.evaluation.suites.rows import TriedCase
from lumos_layer.verification.metrics import Tally, tally


class Tokens(Struct, frozen=True, kw_only=True):
    """Means of one look: what the planner was shown, all nodes as rows, the visible ones, a picture by two vendors' rules."""

    shown: float
    tree: float
    visible: float
    openai: float
    anthropic: float


class Latency(Struct, frozen=True, kw_only=True):
    """Milliseconds: means of one look to draw what is shown, to list its nodes as rows, and to plan; of a whole run, the median."""

    drawing: float
    listing: float
    planning: float
    run: float


class Verified(Struct, frozen=True, kw_only=True):
    """The verifier's claim that all is met beside what is so, over runs that have one; null where there is nothing to share."""

    runs: int
    precision: float | None
    recall: float | None
    false_claims: int


class Group(Struct, frozen=True, kw_only=True):
    """Runs that have something in common: `axis` says what, `of` which.

    `success`: as the task wants it, and said so; `reached`: all is as wanted, whatever was said; `false_completions`: said to be
    done and not so, of `runs`. `acts` is the median of the successful runs. `causes` and `roles` count the runs that failed.
    """

    axis: str
    of: str
    runs: int
    success: float
    reached: float
    false_completions: int
    asked: float
    acts: float | None
    tokens: Tokens | None
    milliseconds: Latency | None
    verifier: Verified
    causes: Mapping[str, int]
    roles: Mapping[str, int]
    statuses: Mapping[str, int]
    repairs: Mapping[str, int]
    recoveries: Mapping[str, int]
    diagnoses: Mapping[str, int]
    outcomes: Mapping[str, int]

    @property
    def false_completion_rate(self) -> float:
        return self.false_completions / self.runs


class SuiteReport(Struct, frozen=True, kw_only=True):
    """A suite that was run: figures and a row for each run. `wanted` runs were asked for; those missing were not finished."""

    suite: str
    about: str
    tokens: Counting
    base: Case
    wanted: int
    groups: Sequence[Group]
    runs: Sequence[TriedCase]

    @property
    def whole(self) -> Group | None:
        """The base: the runs that thresholds are about; None if none is finished."""
        return next((group for group in self.groups if group.axis == "base"), None)


_WAYS = ("planner", "contract", "faults", "without", "seed")
_ALONG: Mapping[str, Callable[[TriedCase], Iterable[str]]] = {
    "app": lambda row: (row.app,),
    "level": lambda row: (str(row.level),),
    "kind": lambda row: row.kinds,
    "language": lambda row: (row.language,),
    "ends": lambda row: (row.ends,),
}


def report(suite: str, about: str, tokens: Counting, base: Case, wanted: int, rows: Sequence[TriedCase]) -> SuiteReport:
    """The report of these rows, in their order; each way to run is compared with the base, all else being the same."""
    ordered = list(rows)
    return SuiteReport(
        suite=suite, about=about, tokens=tokens, base=base, wanted=wanted, groups=list(_groups(ordered, base)), runs=ordered
    )


def _groups(rows: Sequence[TriedCase], base: Case) -> Iterator[Group]:
    if not rows:
        return
    first = [row for row in rows if _way(row.case, base) == ()]
    yield _group("all", "all", rows)
    if first:
        yield _group("base", "base", first)
    for axis in _WAYS:
        if len({getattr(row.case, axis) for row in rows}) > 1:
            yield from _along(axis, (row for row in rows if set(_way(row.case, base)) <= {axis}), partial(_named, axis))
    for axis, of in _ALONG.items():
        yield from _along(axis, first, of)
    if len({replace(row.case, task="", seed=0) for row in rows}) > 1:
        yield from _along("way", rows, lambda row: (" / ".join(str(getattr(row.case, axis)) for axis in _WAYS[:-1]),))


def _named(axis: str, row: TriedCase) -> tuple[str, ...]:
    return (str(getattr(row.case, axis)),)


def _way(case: Case, base: Case) -> tuple[str, ...]:
    """In what the run differs from the base. Its seeds are all of them."""
    return tuple(axis for axis in _WAYS[:-1] if getattr(case, axis) != getattr(base, axis))


def _along(axis: str, rows: Iterable[TriedCase], of: Callable[[TriedCase], Iterable[str]]) -> Iterator[Group]:
    found: dict[str, list[TriedCase]] = {}
    for row in rows:
        for name in of(row):
            found.setdefault(name, []).append(row)
    names = sorted(found) if axis in _ALONG else found  # ways to run stand in the order in which they were asked for
    yield from (_group(axis, name, found[name]) for name in names)


def _group(axis: str, of: str, rows: Sequence[TriedCase]) -> Group:
    acts = [row.acts for row in rows if row.success]
    claims = [(row.claimed, row.reached and row.ends == "completed") for row in rows if row.claimed is not None]
    failed = [row for row in rows if not row.success]
    return Group(
        axis=axis,
        of=of,
        runs=len(rows),
        success=_share(row.success for row in rows),
        reached=_share(row.reached for row in rows),
        false_completions=sum(row.false_completion for row in rows),
        asked=round(sum(row.asked for row in rows) / len(rows), 2),
        acts=median(acts) if acts else None,
        tokens=_tokens(rows),
        milliseconds=_latency(rows),
        verifier=_verified(tally(claims)),
        causes=dict(Counter(row.cause for row in failed).most_common()),
        roles=dict(Counter(row.role for row in failed).most_common()),
        statuses=dict(Counter(row.status for row in rows).most_common()),
        repairs=_sum(row.repairs for row in rows),
        recoveries=_sum(row.recoveries for row in rows),
        diagnoses=_sum(row.diagnoses for row in rows),
        outcomes=_sum(row.outcomes for row in rows),
    )


def _share(answers: Iterable[bool]) -> float:
    counted = list(answers)
    return sum(counted) / len(counted)


def _verified(counted: Tally) -> Verified:
    return Verified(runs=counted.total, precision=counted.precision, recall=counted.recall, false_claims=counted.false_claims)


def _tokens(rows: Sequence[TriedCase]) -> Tokens | None:
    looks = sum(row.costs.looks for row in rows)
    if not looks:
        return None
    names = Tokens.__struct_fields__
    return Tokens(**{name: round(sum(getattr(row.costs, name) for row in rows) / looks, 1) for name in names})


def _latency(rows: Sequence[TriedCase]) -> Latency | None:
    looks = sum(row.costs.looks for row in rows)
    if not looks:
        return None
    return Latency(
        drawing=round(sum(row.milliseconds.drawing for row in rows) / looks, 3),
        listing=round(sum(row.milliseconds.listing for row in rows) / looks, 3),
        planning=round(sum(row.milliseconds.planning for row in rows) / looks, 3),
        run=median(row.milliseconds.run for row in rows),
    )


def _sum(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for each in counts:
        total.update(each)
    return dict(total.most_common())
