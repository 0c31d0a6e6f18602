"""What was seen that shows whether a requirement is met."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Literal

from pydantic import Field

from lumos_layer.state.part import Id, Part

Kind = Literal["file", "stored", "command", "page", "element", "act", "judge", "focus"]
Method = Literal["deterministic", "model"]
EvidenceStatus = Literal["live", "stale", "invalidated"]

# How long what each of them shows lasts (S36), best first: what is saved, where one is, what shows, what was done, what is judged.
# Focus comes and goes: it is never proof.
DURABILITY: Mapping[Kind, int] = MappingProxyType(
    {"file": 0, "stored": 0, "command": 0, "page": 1, "element": 2, "act": 3, "judge": 4, "focus": 5}
)
# What is quoted from the screen.
SHOWN: frozenset[Kind] = frozenset(("element", "page", "judge"))


class Evidence(Part):
    """What an observation, a file, a stored value or an outcome shows of one requirement, in its own words."""

    id: Id | Literal[""] = Field(default="", description="Empty: numbered when it comes into the state.")
    requirement: Id
    kind: Kind
    observation: str = Field(default="", description="The look that it was seen in; empty: none was needed.")
    look: int = Field(default=0, ge=0, description="That look's place in the run: looks of two processes may share an id.")
    quotes: tuple[str, ...] = Field(default=(), description="Literal words of what was looked at.")
    first_step: int = Field(default=0, ge=0)
    last_step: int = Field(default=0, ge=0, description="The step at which it was last seen to be so.")
    status: EvidenceStatus = "live"
    verdict: bool = Field(description="Whether it shows that the requirement is met, or that it is not.")
    method: Method = "deterministic"
    why: str = ""


def weakness(evidence: Evidence) -> tuple[bool, int]:
    """What lasts longest comes first; what a model says comes after everything else."""
    return evidence.method == "model", DURABILITY[evidence.kind]


def lasting_first(evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """In the order of how long it lasts, what was seen last first of what lasts as long."""
    return tuple(sorted(evidence, key=lambda each: (*weakness(each), -each.last_step)))
