"""What stands against an action: one reason and one sentence each."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Reason = Literal[
    "invalid", "stale", "not_found", "not_visible", "disabled", "read_only", "covered", "modal", "minimised", "unsupported",
    "paused", "denied", "policy",
]  # fmt: skip


class Violation(BaseModel):
    """One thing that stands against an action."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    reason: Reason
    message: str = Field(description="What is wrong, and what would be right.")
    field: str = Field(default="", description="Which part of the action is at fault, as `ref` or `point.x`; empty: all of it.")
