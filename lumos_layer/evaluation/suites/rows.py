"""What came of one run of a suite."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from lumos_layer.evaluation.suites.cases import Case

Cause = Literal["", "metadata", "planner", "stale", "feedback", "error"]
Count = Annotated[int, Meta(ge=0, lt=2**53)]
Milliseconds = Annotated[float, Meta(ge=0, lt=2**53)]


class Costs(Struct, frozen=True, kw_only=True):
    """Sums over the looks that a planner was shown: tokens of what was shown, and of what else could be (as `Seen`)."""

    looks: Count = 0
    shown: Count = 0
    tree: Count = 0
    visible: Count = 0
    openai: Count = 0
    anthropic: Count = 0


class Times(Struct, frozen=True, kw_only=True):
    """Milliseconds: to draw what was shown, to list all nodes as rows and to plan, summed over the looks; and of the whole run."""

    drawing: Milliseconds = 0.0
    listing: Milliseconds = 0.0
    planning: Milliseconds = 0.0
    run: Milliseconds = 0.0


class TriedCase(Struct, frozen=True, kw_only=True):
    """One run, judged.

    `status` is how it says that it ended, `reached` that all is as the suite wants it; `success` that both agree with the task, and
    `false_completion` that it says it is done and it is not. `claimed`: the verifier holds all that was wanted to be met (null:
    there is no verifier). `cause` and `role` say whose failure it is (L71, S45); `wrong` what is not as it should be.
    """

    case: Case
    app: str
    level: int
    language: str
    kinds: tuple[str, ...]
    ends: str
    status: str
    reached: bool
    success: bool
    false_completion: bool
    claimed: bool | None
    acts: Count
    asked: Count
    costs: Costs
    milliseconds: Times
    repairs: Mapping[str, Count]
    recoveries: Mapping[str, Count]
    diagnoses: Mapping[str, Count]
    outcomes: Mapping[str, Count]
    cause: Cause
    role: str
    wrong: tuple[str, ...]
    said: str
    error: str = ""

    @property
    def id(self) -> str:
        return self.case.id
