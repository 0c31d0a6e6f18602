"""What a planner answers: one action with its reasons (B12)."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from lumos_layer.safety.decision import Risk


class Usage(BaseModel):
    """Tokens that a language model counted; zero where none was asked."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    calls: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(**{name: getattr(self, name) + getattr(other, name) for name in Usage.model_fields})


class Plan(BaseModel):
    """One next action. `action` is its document by schemas/action.schema.json; `finish` says that nothing is left to do."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    action: JsonValue
    reason: str = ""
    expected_effect: str = ""
    risk: Risk = "low"
    confidence: float = Field(default=1.0, ge=0, le=1)
    requirement: str = Field(default="", description="The requirement that it is for; empty: the one that comes next.")
    planner: str = ""
    usage: Usage = Usage()
    cursor: str = Field(
        default="", description="Where the planner stands; told back with what came of the action, it goes on from there."
    )
    repairs: tuple[str, ...] = Field(default=(), description="How the answer was mended to be an action, by type of repair.")
