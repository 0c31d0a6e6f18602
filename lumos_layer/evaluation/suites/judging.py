"""From a run that has stopped to its row: what it came to, what it cost, and whose failure it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from pydantic import TypeAdapter

from lumos_layer.evaluation.suites.attribution import attributed
from lumos_layer.evaluation.suites.cases import Case
from lumos_layer.evaluation.suites.rows import Costs, Times, TriedCase
from lumos_layer.evaluation.suites.seeing import Seen
from lumos_layer.evaluation.suites.suite import SuiteTask
from lumos_layer.state.events import StateEvent
from lumos_layer.state.rebuilding import rebuild

TOLD = ("planned", "outcome", "recovery", "diagnosed", "state_changed")  # the kinds of events that are read
_UNCLAIMED = frozenset(("state", "verifier"))  # without these nothing is claimed
_STATE: TypeAdapter[StateEvent] = TypeAdapter(StateEvent)
_LONGEST = 400  # characters of what a run says


class Ran(Struct, frozen=True, kw_only=True):
    """A run that has stopped: how, what it said, what broke it, what it has written down (events of the kinds `TOLD`), what its
    planner was shown, whether it did not see all at last, how often it asked, and the milliseconds that it took."""

    status: str
    said: str
    error: str
    events: Sequence[Mapping[str, Any]]
    seen: Sequence[Seen]
    blind: bool
    asked: int
    took: float


def judged(task: SuiteTask, case: Case, ran: Ran, wrong: tuple[str, ...]) -> TriedCase:
    """The row of a run after which `wrong` is not as it should be."""
    reached, completed = not wrong, ran.status == "completed"
    success = reached and completed is (task.ends == "completed") and not ran.error
    false = completed and (not reached or task.ends != "completed")
    claimed = None if case.without in _UNCLAIMED else _claimed(ran.events)
    failure = attributed(ran.events, false_completion=false, claimed=claimed, blind=ran.blind, error=ran.error)
    return TriedCase(
        case=case,
        app=task.app,
        level=task.level,
        language=task.language,
        kinds=task.kinds,
        ends=task.ends,
        status=ran.status,
        reached=reached,
        success=success,
        false_completion=false,
        claimed=claimed,
        acts=sum(1 for _ in _of(ran, "outcome")),
        asked=ran.asked,
        costs=_costs(ran.seen),
        milliseconds=_times(ran),
        repairs=_counted(name for event in _of(ran, "planned") for name in event["plan"].get("repairs", ())),
        recoveries=_counted(event["remedy"] for event in _of(ran, "recovery")),
        diagnoses=_counted(event["diagnosis"].get("role", "") for event in _of(ran, "diagnosed")),
        outcomes=_counted(_outcome(event["outcome"]) for event in _of(ran, "outcome")),
        cause="" if success else failure.cause,
        role="" if success else failure.role,
        wrong=wrong,
        said=ran.said[:_LONGEST],
        error=ran.error[:_LONGEST],
    )


def _of(ran: Ran, kind: str) -> Iterator[Mapping[str, Any]]:
    return (event for event in ran.events if event["kind"] == kind)


def _outcome(outcome: Mapping[str, Any]) -> str:
    name, reason = str(outcome["outcome"]), outcome.get("reason", "")
    return f"{name}: {reason}" if name == "rejected" and reason else name


def _claimed(events: Sequence[Mapping[str, Any]]) -> bool | None:
    """Whether the verifier holds all that was wanted to be met; None: nothing was."""
    told = [_STATE.validate_python(event["event"]) for event in events if event["kind"] == "state_changed"]
    if not told:
        return None
    state = rebuild(told)
    return bool(state.leaves) and not state.open_leaves


def _costs(seen: Sequence[Seen]) -> Costs:
    names = ("shown", "tree", "visible", "openai", "anthropic")
    return Costs(looks=len(seen), **{name: sum(getattr(each, name) for each in seen) for name in names})


def _times(ran: Ran) -> Times:
    sums = {name: round(sum(getattr(each, name) for each in ran.seen), 3) for name in ("drawing", "listing", "planning")}
    return Times(**sums, run=round(ran.took, 1))


def _counted(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))
