"""When the runtime suggests that a person take over (A41)."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict

from lumos_layer.actions.outcomes import Outcome, Rejected

_FAILURES = frozenset(("no_effect", "rejected", "failed", "unknown"))
_SAY_NOTHING = frozenset(("paused", "aborted", "needs_approval"))  # a person had a hand in these


class Suggestion(BaseModel):
    """A hand-off that would help. `reason` is what `handoff` takes; it holds no words of the page."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    reason: str
    failures: int


def hand_off_suggested(acts: Iterable[Outcome], most: int = 3) -> Suggestion | None:
    """A suggestion once the last `most` acts or more have failed in a row; `acts` are their outcomes, the last one last."""
    kinds: list[str] = []
    for outcome in acts:
        if outcome.outcome in _SAY_NOTHING:
            continue
        if outcome.outcome not in _FAILURES:
            kinds = []
            continue
        kinds.append(f"rejected ({outcome.reason})" if isinstance(outcome, Rejected) else outcome.outcome)
    if len(kinds) < most:
        return None
    told = ", ".join(dict.fromkeys(kinds[-most:]))
    return Suggestion(reason=f"stuck: {len(kinds)} acts in a row came to nothing ({told})", failures=len(kinds))
