"""Why a run does not get on: whose doing it is, of what kind, and the words that show it (S44 to S47, S54)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

# What asks for a diagnosis.
Trigger = Literal["actor_failure", "completion_refused", "budget", "empty_queue", "cadence"]
# Whose doing it is.
Culprit = Literal["planner", "actor", "verifier", "environment", "unclear"]
Category = Literal["tactical", "strategic", "information_gap", "unclear"]
SubKind = Literal[
    "wrong_target", "target_missing", "target_blocked", "blocking_state", "focus_lost", "execution_error", ""
]  # of what is tactical
RouteKind = Literal["replan", "redo", "override", "environment", "person", "give_up"]


class Diagnosis(BaseModel):
    """One diagnosis. `quotes` stand literally in what came of the act or on the screen; `suggested` has not failed before."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    role: Culprit
    category: Category
    sub_kind: SubKind = ""
    quotes: tuple[str, ...] = ()
    suggested: JsonValue = Field(default=None, description="An action that may help, by schemas/action.schema.json; null: none.")
    confidence: float = Field(default=0.5, ge=0, le=1)
    insufficient: bool = Field(default=False, description="Too little is known to say whose doing it is.")
