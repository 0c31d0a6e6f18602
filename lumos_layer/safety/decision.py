"""A policy's answer to one action: may it happen, by which rule, and why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Verdict = Literal["allow", "ask", "deny"]
Risk = Literal["low", "medium", "high"]

_STRICTNESS: dict[Verdict, int] = {"allow": 0, "ask": 1, "deny": 2}


class Decision(BaseModel):
    """One answer. `rule` names the rule that gave it; `classes` are the classes of sensitive acts that the action belongs to."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    verdict: Verdict
    rule: str = Field(description="The rule that gave the answer.")
    why: str = Field(description="What it saw, in words for a person.")
    risk: Risk = "low"
    classes: tuple[str, ...] = Field(default=(), description="The classes of sensitive acts that it belongs to.")


SILENCE = Decision(verdict="ask", rule="default", why="No rule covers this action.", risk="medium")


def strictest(opinions: Iterable[Decision]) -> Decision:
    """The strictest of the opinions, the first of those that are equally strict; silence asks."""
    return max(opinions, key=lambda each: _STRICTNESS[each.verdict], default=SILENCE)
