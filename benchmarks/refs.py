"""Whether refs stay with their records: `python -m benchmarks.refs`, lines by operation, dialect, names and shape.

Made-up lists, tables and panes of records are looked at three times, with one operation between two looks. A ref that acts on
another record then is *wrong*; one that is gone although its record is there with the same act is *lost*. Where the two screens
alone could come from another history, in which that would be right, it is *undecidable* and counted apart. The same for *locators*
that were written down at one look and are looked for in another session at the next.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

import orjson
from msgspec import Struct

from benchmarks.histories import OPERATIONS, Look, kept_is_undecidable, look_at, loss_is_undecidable
from benchmarks.record_dumps import DIALECTS, WITH_IDS
from benchmarks.records import CONTAINERS, IDS, NAMES, SHAPES, Element, pool, screen
from benchmarks.table import Cell, table
from lumos_layer import Observation, Session
from lumos_layer.errors import Ambiguous, NoMatch

_ROWS = (1, 2, 3, 4, 5, 7)
_CHANGES = 2
_FIGURES = ("right", "wrong", "lost", "wrong, undecidable", "lost, undecidable")
_LOCATORS = ("locators", "locator wrong", "locator wrong, undecidable")
_BY = ("operation", "dialect", "names", "shape", "container", "ids", "rows")


class Act(NamedTuple):
    """What can be done with which record."""

    key: int
    name: str


class Trial(Struct, frozen=True):
    """All that a trial is made from; `seed` decides what is left."""

    dialect: str
    shape: str
    names: str
    container: str
    ids: str
    rows: int
    operations: tuple[str, ...]
    seed: int


class Finding(NamedTuple):
    """What was counted once, at a change of a trial: one of the figures."""

    trial: Trial
    operation: str
    figure: str


def trials(number: int, seed: int, chosen: Mapping[str, Sequence[str]]) -> Iterator[Trial]:
    """So many trials; `chosen` has by field those of its values that are wanted, where not all are."""
    random = Random(seed)

    def one(field: str, values: Sequence[str]) -> str:
        return random.choice([value for value in values if not chosen.get(field) or value in chosen[field]])

    for _ in range(number):
        dialect, shape = one("dialect", list(DIALECTS)), one("shape", list(SHAPES))
        yield Trial(
            dialect=dialect,
            shape=shape,
            names=one("names", list(NAMES)),
            container="table" if shape == "row" else one("container", CONTAINERS[:2]),
            ids=one("ids", IDS) if dialect in WITH_IDS else "none",
            rows=random.choice(_ROWS),
            operations=tuple(one("operation", list(OPERATIONS)) for _ in range(_CHANGES)),
            seed=random.randrange(10**9),
        )


class _Screen(NamedTuple):
    look: Look
    dump: bytes
    root: Element


def _screens(trial: Trial) -> Iterator[_Screen]:
    """What is on the screen at first, and after each operation."""
    random = Random(trial.seed)
    records = pool(trial.names, random)
    rows = records[: trial.rows]
    for operation in ("", *trial.operations):
        if operation and rows:
            keys = {row.key for row in rows}
            rows = OPERATIONS[operation](rows, [record for record in records if record.key not in keys], random)
        root = screen(trial.shape, rows, trial.ids, trial.container)
        yield _Screen(look_at(trial.shape, trial.ids, rows), DIALECTS[trial.dialect](root).encode(), root)


def findings(trial: Trial) -> Iterator[Finding]:
    """What becomes of each ref and of each locator at each change."""
    session = Session()
    owners: dict[str, tuple[Act, Look]] = {}  # by ref, what it acts on and the last look that showed it
    earlier: tuple[Observation, _Screen, dict[str, Act]] | None = None
    for operation, now in zip(("", *trial.operations), _screens(trial), strict=True):
        observation = session.observe(now.dump)
        here = acts(observation, now.root)
        for figure in _of_refs(owners, here, now.look, earlier[2] if earlier else {}):
            yield Finding(trial, operation, figure)
        if earlier is not None:
            for figure in _of_locators(earlier[0], earlier[2], earlier[1].look, now):
                yield Finding(trial, operation, figure)
        owners |= {ref: (act, now.look) for ref, act in here.items()}
        earlier = observation, now, here


def acts(observation: Observation, root: Element) -> dict[str, Act]:
    """By ref, what it acts on. Raises ValueError if the observation shows others than the screen has."""
    tree = observation.tree
    wanted: dict[str, list[Act]] = {}
    for element in root.walk():
        if element.key is not None:
            wanted.setdefault(element.name, []).append(Act(element.key, element.name))
    found: dict[str, Act] = {}
    for name, those in wanted.items():
        refs = [observation.ref_of(i) for i, node in enumerate(tree) if node.name == name and node.can]
        if len(refs) != len(those):
            raise ValueError(f"{len(those)} elements called {name!r} are on the screen, and {len(refs)} were found.")
        found |= {ref: act for ref, act in zip(refs, those, strict=True) if ref}
    return found


def _of_refs(owners: dict[str, tuple[Act, Look]], here: Mapping[str, Act], now: Look, before: Mapping[str, Act]) -> Iterator[str]:
    """The figures of refs known before."""
    for ref, act in here.items():
        if ref in owners:
            yield "right" if _is_same(owners[ref][0], act) else _judged("wrong", owners[ref], act, now)
    there = {(act.key, _verb(act)) for act in here.values()}
    for ref, act in before.items():
        if ref not in here and (act.key, _verb(act)) in there:
            look = owners[ref][1]
            undecidable = loss_is_undecidable(look, now, look.place(act.key))
            yield "lost, undecidable" if undecidable else "lost"


def _judged(figure: str, owner: tuple[Act, Look], found: Act, now: Look) -> str:
    act, look = owner
    undecidable = kept_is_undecidable(look, now, look.place(act.key), now.place(found.key))
    return f"{figure}, undecidable" if undecidable else figure


def _verb(act: Act) -> str:
    """What is done, of a row that is one button nothing but that it is pressed."""
    return act.name if act.name in ("Delete", "Edit", "Done") else ""


def _is_same(act: Act, other: Act) -> bool:
    return act.key == other.key and _verb(act) == _verb(other)


def _of_locators(earlier: Observation, acts_then: Mapping[str, Act], look: Look, now: _Screen) -> Iterator[str]:
    """The figures of locators that were written down then and are looked for now, in a session that knows nothing of before."""
    today = Session().observe(now.dump)
    here = acts(today, now.root)
    for ref, act in acts_then.items():
        try:
            locator = earlier.locator(ref)
        except Ambiguous:
            continue
        yield "locators"
        try:
            found = here.get(today.locate(locator))
        except (NoMatch, Ambiguous):
            continue
        if found is not None and not _is_same(act, found):
            yield _judged("locator wrong", (act, look), found, now.look)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.refs", description="Whether refs and locators stay with their records."
    )
    parser.add_argument("--trials", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    for field, values in (("dialect", DIALECTS), ("operation", OPERATIONS), ("names", NAMES), ("shape", SHAPES), ("ids", IDS)):
        parser.add_argument(f"--{field}", action="append", choices=list(values), metavar=field.upper(), help=", ".join(values))
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--list", metavar="FIGURE", choices=(*_FIGURES, *_LOCATORS), help="list the trials with this figure")
    options = parser.parse_args(arguments)
    chosen = {field: getattr(options, field) for field in ("dialect", "operation", "names", "shape", "ids")}
    found = [one for trial in trials(options.trials, options.seed, chosen) for one in findings(trial)]
    if options.list:
        for trial, operation, figure in dict.fromkeys(one for one in found if one.figure == options.list):
            print(f"{figure} at {operation!r}: {trial}")
    elif options.json:
        print(orjson.dumps(_as_json(options.trials, found), option=orjson.OPT_INDENT_2).decode())
    else:
        print("\n\n".join(_report(options.trials, found)))


def _values(field: str) -> Callable[[Finding], str]:
    return (lambda one: one.operation) if field == "operation" else (lambda one: str(getattr(one.trial, field)))


def _counted(found: Sequence[Finding], field: str) -> dict[str, Counter[str]]:
    """By value of a field, how often each figure was found."""
    counts: dict[str, Counter[str]] = {}
    value = _values(field)
    for one in found:
        counts.setdefault(value(one), Counter())[one.figure] += 1
    return dict(sorted(counts.items()))


def _as_json(number: int, found: Sequence[Finding]) -> dict[str, object]:
    total = Counter(one.figure for one in found)
    figures = (*_FIGURES, *_LOCATORS)
    return {
        "trials": number,
        "trials with wrong refs": _with_wrong(found),
        "all": {figure: total[figure] for figure in figures},
        **{
            f"by {field}": {value: {f: count[f] for f in figures} for value, count in _counted(found, field).items()}
            for field in _BY
        },
    }


def _with_wrong(found: Sequence[Finding]) -> int:
    return len({one.trial for one in found if one.figure == "wrong"})


def _report(number: int, found: Sequence[Finding]) -> Iterator[str]:
    figures = (*_FIGURES, *_LOCATORS)
    for field in _BY:
        rows: list[list[Cell]] = [[value, *(count[f] for f in figures)] for value, count in _counted(found, field).items()]
        yield table((field, *figures), rows)
    total = Counter(one.figure for one in found)
    yield table(("all", *figures), [[f"{number:,} trials, {_with_wrong(found):,} with wrong refs", *(total[f] for f in figures)]])


if __name__ == "__main__":
    main()
