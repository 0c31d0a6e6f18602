"""What happens in a run, as values: a closed union, in the order in which it happened.

An event holds ids and small documents. Whole screens stand only in `observed`, and there only the first time on a surface.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, model_validator

from lumos_layer.actions.outcomes import Outcome as ActionOutcome
from lumos_layer.planning.diagnosis import Diagnosis, RouteKind, Trigger
from lumos_layer.planning.plan import Plan, Usage
from lumos_layer.planning.repairs.scene import Repair
from lumos_layer.planning.task import Task
from lumos_layer.safety.approval import ApprovalRequest, HumanApproval
from lumos_layer.safety.decision import Decision
from lumos_layer.state.events import StateEvent
from lumos_layer.state.phase import HandedOver

Status = Literal["ready", "running", "needs_approval", "completed", "blocked", "failed"]  # B24
Ended = Literal["needs_approval", "completed", "blocked", "failed", "paused"]
Change = Literal["taken", "accepted", "returned", "leased", "released", "handoff", "handoff_ended", "imported", "refused"]
RunStatus = Status | Literal["paused"]  # of a run as a whole: `paused` while a person has the screen
About = Literal["loading", "popup", "validation", "navigation", "safety", "other"]


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    at: str = Field(default="", description="When it was written down (ISO 8601, UTC); the journal fills it in.")
    step: int = Field(default=0, ge=0, description="The step of the run that it belongs to; 0: before the first.")


class RunStarted(_Event):
    """A run has begun."""

    kind: Literal["run_started"] = "run_started"
    run: str
    task: Task
    planner: str = ""
    environment: str = Field(default="", description="What carries out the actions, in words.")
    version: str = Field(default="", description="The version of lumos_layer.")
    policy_sum: str = Field(default="", description="A hash of the policy that the folder keeps; empty: it keeps none.")


class Resumed(_Event):
    """A process goes on with the run; what it did not see to the end before may have happened."""

    kind: Literal["resumed"] = "resumed"
    why: str = ""
    planner: str = ""
    version: str = ""


class Observed(_Event):
    """A look. `look` is all of it the first time on a surface, and what has changed since the look before after that."""

    kind: Literal["observed"] = "observed"
    observation: str
    surface: str
    look: JsonValue = Field(description="As lumos_layer.trace.looks reads it.")


class Recognized(_Event):
    """What was made of a look: the elements that matter, by their refs, and facts to carry on."""

    kind: Literal["recognized"] = "recognized"
    observation: str
    elements: tuple[str, ...] = ()
    unsure: tuple[str, ...] = Field(default=(), description="Refs of elements that are not sure to be what they seem.")
    total: int = Field(default=0, ge=0, description="Elements with a ref on the screen.")
    facts: JsonValue = None

    @model_validator(mode="before")
    @classmethod
    def _as_it_was(cls, said: Any) -> Any:
        """Earlier versions wrote down the size of the blueprint, which is told of the look itself now."""
        return {key: value for key, value in said.items() if key != "blueprint_bytes"} if isinstance(said, dict) else said


class Planned(_Event):
    """A planner chose an action."""

    kind: Literal["planned"] = "planned"
    observation: str = Field(description="The look that it was chosen by.")
    action_id: str
    plan: Plan
    element: str = Field(default="", description="What it acts on, in words.")


class Repaired(_Event):
    """What a planner chose was mended before it was judged: the original beside what goes instead (L55)."""

    kind: Literal["repaired"] = "repaired"
    action_id: str
    repair: Repair


class Diagnosed(_Event):
    """Why the run does not get on, and what follows from that (S44 to S55)."""

    kind: Literal["diagnosed"] = "diagnosed"
    trigger: Trigger
    diagnosis: Diagnosis
    route: RouteKind
    why: str = ""
    action_id: str = Field(default="", description="The act that it is about; empty: none.")


class Reviewed(_Event):
    """A policy answered whether an action may be done."""

    kind: Literal["reviewed"] = "reviewed"
    action_id: str
    decision: Decision
    binding: str = ""


class ApprovalAsked(_Event):
    """A person is asked."""

    kind: Literal["approval_asked"] = "approval_asked"
    request: ApprovalRequest


class ApprovalAnswered(_Event):
    """A person has answered; what is not taken is said in `refused`."""

    kind: Literal["approval_answered"] = "approval_answered"
    action_id: str = ""
    approval: HumanApproval
    refused: str = Field(default="", description="Why the answer is not taken; empty: it is.")


class Intent(_Event):
    """An action is about to be sent. Without an outcome after it, nobody knows whether it arrived."""

    kind: Literal["intent"] = "intent"
    action_id: str


class OutcomeKnown(_Event):
    """What came of an action."""

    kind: Literal["outcome"] = "outcome"
    action_id: str
    outcome: ActionOutcome
    verified: bool | None = Field(default=None, description="Whether a later look showed what was expected; None: nobody looked.")


class Control(_Event):
    """Another one has the surface, or asks for it."""

    kind: Literal["control"] = "control"
    surface: str
    change: Change
    by: str = ""
    epoch: int = 0
    reason: str = ""
    store: str = Field(default="", description="Which file of control says so, by its id; empty: that is not told.")


class Recovery(_Event):
    """Something was done to get on after a failure."""

    kind: Literal["recovery"] = "recovery"
    remedy: str
    why: str = ""
    attempt: int = Field(default=1, ge=0)
    action_id: str = ""


class StateChanged(_Event):
    """Something happened to the agent's state: a verifier's decision, a plan, or one that was refused."""

    kind: Literal["state_changed"] = "state_changed"
    event: StateEvent
    version: int = Field(default=0, ge=0, description="The version of the state after it.")


class PhaseChanged(_Event):
    """A phase of the task has begun or ended, cannot end, or a value that was handed over was put in."""

    kind: Literal["phase"] = "phase"
    phase: str
    change: Literal["begun", "ended", "stuck", "carried"]
    values: tuple[HandedOver, ...] = Field(default=(), description="What was handed over, or put in.")
    missing: tuple[str, ...] = Field(default=(), description="What was to be handed over and is not known.")
    why: str = ""


class Noted(_Event):
    """Something was seen on a screen that nobody asked for (B16)."""

    kind: Literal["noted"] = "noted"
    about: About
    said: str
    ref: str = ""
    observation: str = ""


class Erred(_Event):
    """Something broke down; the run goes on, or ends with `run_ended`."""

    kind: Literal["erred"] = "erred"
    where: str = Field(description="The part of the run: a node of the graph, or what it called.")
    error: str
    action_id: str = ""


class RunEnded(_Event):
    """The run has ended, or waits for a person."""

    kind: Literal["run_ended"] = "run_ended"
    status: Ended
    summary: str = ""
    observation: str = Field(default="", description="The last look.")
    usage: Usage = Usage()


Event = Annotated[
    RunStarted
    | Resumed
    | Observed
    | Recognized
    | Planned
    | Repaired
    | Diagnosed
    | Reviewed
    | ApprovalAsked
    | ApprovalAnswered
    | Intent
    | OutcomeKnown
    | Control
    | Recovery
    | StateChanged
    | PhaseChanged
    | Noted
    | Erred
    | RunEnded,
    Field(discriminator="kind"),
]
ANY_EVENT: TypeAdapter[Event] = TypeAdapter(Event)
