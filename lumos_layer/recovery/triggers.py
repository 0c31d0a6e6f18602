"""When a run is looked into: an act that failed, a refused end, the budget, nothing left to do, or from time to time (S44)."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import BaseModel, ConfigDict, Field

from lumos_layer.planning.diagnosis import Trigger

CADENCE = 12  # steps without anything new being proved, after which the way is looked at anew
_LEFT = 4  # of so many parts of the budget the last one
_SHORTEST = 8  # steps of a budget that is warned of
_FAILED = frozenset(("no_effect", "rejected", "failed", "unknown", "aborted"))


class Signals(BaseModel):
    """What a trigger looks at."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    outcome: str = Field(default="", description="Of the last act; empty: there was none.")
    verb: str = ""
    mismatch: bool = Field(default=False, description="Something came of the act that was not asked for.")
    steps: int = 0
    max_steps: int = 0
    queue: int | None = Field(default=None, description="Subgoals that are left while the goal is not met; None: not known.")
    warned: bool = Field(default=False, description="That the budget runs out has been looked into already.")
    since_progress: int = Field(default=0, description="Steps since anything was proved, or the way was last looked at.")


def triggered(signals: Signals) -> Trigger | None:
    """The first trigger that has fired; None: the run goes on as it is."""
    return next((trigger for trigger, fires in TRIGGERS if fires(signals)), None)


def _refused(signals: Signals) -> bool:
    return signals.verb == "finish" and signals.outcome == "rejected"


def _failed(signals: Signals) -> bool:
    return signals.outcome in _FAILED or signals.mismatch


def _runs_out(signals: Signals) -> bool:
    """Once, in the last quarter of the steps."""
    most = signals.max_steps
    return not signals.warned and most >= _SHORTEST and signals.steps >= most - most // _LEFT


def _empty(signals: Signals) -> bool:
    return signals.queue == 0


def _time_to_look(signals: Signals) -> bool:
    return signals.since_progress >= CADENCE


TRIGGERS: tuple[tuple[Trigger, Callable[[Signals], bool]], ...] = (
    ("completion_refused", _refused),
    ("actor_failure", _failed),
    ("empty_queue", _empty),
    ("budget", _runs_out),
    ("cadence", _time_to_look),
)
