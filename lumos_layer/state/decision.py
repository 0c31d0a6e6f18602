"""What a verifier decides about one requirement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from lumos_layer.state.evidence import Evidence, Method
from lumos_layer.state.part import Id, Part
from lumos_layer.state.value import UsefulValue


class VerifierDecision(Part):
    """It is met, it is met no longer, or nothing changes; with the evidence, and what slots and values came to be known."""

    requirement: Id
    decision: Literal["verify", "invalidate", "keep"]
    confidence: float = Field(default=1.0, ge=0, le=1)
    method: Method = "deterministic"
    evidence: Evidence | None = None
    bindings: Mapping[str, str] = Field(default_factory=dict, description="Slots that came to be known, by name.")
    values: tuple[UsefulValue, ...] = ()
    step: int = Field(default=0, ge=0)
    why: str = ""
