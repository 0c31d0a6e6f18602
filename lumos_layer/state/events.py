"""What happened to the agent's state, as values: a closed union, from which the state can be made again."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from lumos_layer.state.decision import VerifierDecision
from lumos_layer.state.part import Id, Part, Tagged
from lumos_layer.state.requirement import Requirement, Status
from lumos_layer.state.value import UsefulValue


class StatusChange(Part):
    """One requirement that now stands otherwise."""

    requirement: Id
    before: Status
    after: Status
    why: str = ""


class _Event(Tagged):
    TAG: ClassVar[str] = "kind"

    version: int = Field(ge=0, description="The version of the state after it.")


class Began(_Event):
    """The state of a new run: what is wanted, and what is known from the beginning."""

    kind: Literal["began"] = "began"
    requirements: tuple[Requirement, ...] = ()
    values: tuple[UsefulValue, ...] = ()


class Replanned(_Event):
    """What is wanted was put otherwise; what is verified stays."""

    kind: Literal["replanned"] = "replanned"
    requirements: tuple[Requirement, ...]
    why: str = ""


class Decided(_Event):
    """A verifier's decision was applied; `changes` says what stands otherwise now."""

    kind: Literal["decided"] = "decided"
    decision: VerifierDecision
    changes: tuple[StatusChange, ...] = ()


class Refused(_Event):
    """A verifier's decision changed nothing, because it breaks a rule or is not sure enough."""

    kind: Literal["refused"] = "refused"
    decision: VerifierDecision
    why: str


class PlanRefused(_Event):
    """Requirements were not taken over."""

    kind: Literal["plan_refused"] = "plan_refused"
    requirements: tuple[Requirement, ...]
    why: str


class ClaimRefused(_Event):
    """A claim that all is done was refused, because these are not verified."""

    kind: Literal["claim_refused"] = "claim_refused"
    missing: tuple[Id, ...]
    step: int = Field(default=0, ge=0)


class Restored(_Event):
    """The state was made from a checkpoint."""

    kind: Literal["restored"] = "restored"
    document: dict[str, Any]
    notes: tuple[str, ...] = Field(default=(), description="What could not be taken over as it stood.")


StateEvent = Annotated[
    Began | Replanned | Decided | Refused | PlanRefused | ClaimRefused | Restored,
    Field(discriminator="kind"),
]
STATE_EVENT: TypeAdapter[StateEvent] = TypeAdapter(StateEvent)
