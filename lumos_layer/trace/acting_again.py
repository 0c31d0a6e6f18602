"""A run's actions carried out once more, on a screen that begins as it did then, and where that comes to something else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pydantic import JsonValue

from lumos_layer.actions.outcomes import as_json
from lumos_layer.execution import Executor
from lumos_layer.perception.observation import Observation
from lumos_layer.trace.events import Observed, OutcomeKnown, Planned
from lumos_layer.trace.journal import Entry
from lumos_layer.trace.replaying import Difference, Replaying, digest, short


def acted_again(entries: Iterable[Entry], executor: Executor, path: str = "The journal") -> Iterator[Difference]:
    """Look where the run looked, do what it did, in the same order; gives each look and outcome that is not as it was.

    What the run's redaction took out is a difference too. Raises DamagedRun, and Broke if nobody can look.
    """
    replaying, planned, done = Replaying(path), dict[str, JsonValue](), set[str]()
    for entry in entries:
        then = replaying.add(entry)
        match entry.event:
            case Observed() if then is not None:
                yield from _looks(entry.seq, then, executor.observe())
            case Planned(action_id=id, plan=plan):
                planned[id] = plan.action
            case OutcomeKnown(action_id=id) as event if id in planned and id not in done:
                done.add(id)
                wanted, found = as_json(event.outcome), as_json(executor.run(planned[id], id))
                if wanted != found:
                    yield Difference(entry.seq, f"outcome of {id}", short(wanted), short(found))


def _looks(seq: int, then: Observation, now: Observation) -> Iterator[Difference]:
    if digest(then) != digest(now):
        yield Difference(
            seq, f"look {then.id}", f"{then.id} with {_size(then)}", f"{now.id} with {_size(now)}: {_changes(then, now)}"
        )


def _size(look: Observation) -> str:
    return f"{len(look.tree):,} nodes and {len(look.refs):,} refs"


def _changes(then: Observation, now: Observation) -> str:
    return short(now.since(then).json()) if then.surface == now.surface else f"another surface, {now.surface}"
