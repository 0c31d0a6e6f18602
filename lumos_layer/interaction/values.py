"""Small typed values of a run's state: what stands in a checkpoint. Screens and histories stand in the journal."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from lumos_layer.actions.documents import verb_in
from lumos_layer.actions.effects import Effect
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.port import ANSWERED, By, Remembered
from lumos_layer.planning.repairs.scene import Repair
from lumos_layer.safety.approval import ApprovalRequest
from lumos_layer.safety.decision import Decision

Came = Literal["planned", "approved", "executed", "failed", "skipped", "blocked"]  # B15

ASKING = frozenset(("clarify", "propose_options", "request_approval"))  # acts that ask a person something
BY_OTHERS = frozenset(("recovery", "phase"))  # what plans are called that no planner made

__all__ = ["ANSWERED", "ActionRecord", "By", "Came", "PendingAction", "Problem", "SafetyFinding", "ScreenNote", "Source"]


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Source(_Value):
    """Who says what is on a screen: an accessibility tree, text read off a picture, a description, notes (B06)."""

    origin: str
    confidence: float = Field(ge=0, le=1)
    elements: int


class ScreenNote(_Value):
    """One look, without what it shows: that is in the journal, under its id."""

    observation: str
    surface: str
    step: int = 0
    format: str = ""
    app: str = ""
    title: str = ""
    url: str = ""
    elements: int = 0
    suspicious: int = Field(default=0, description="Texts that read like orders to an agent; none is obeyed.")
    sources: tuple[Source, ...] = ()


class PendingAction(_Value):
    """An action on its way: planned, reviewed, perhaps asked about, not yet carried out (B13)."""

    action_id: str
    observation: str = Field(description="The look that it was chosen or judged by last.")
    look: int = Field(default=0, description="That look's entry in the journal: looks of two processes may share an id.")
    epoch: int = Field(default=0, description="The last one in which a person had the surface before that look.")
    untold: str = Field(default="", description="A hash of the rows that it stands beside and that the journal may not tell.")
    plan: Plan
    element: str = ""
    effect: Effect = "reads"
    by: By = "planner"
    binding: str = Field(default="", description="What it was judged for: see ApprovalRequest.")
    decision: Decision | None = None
    request: ApprovalRequest | None = None
    asked: int = Field(default=0, description="How often a person has been asked about it.")
    repairs: tuple[Repair, ...] = Field(default=(), description="How it was mended after the planner had chosen it.")

    @property
    def verb(self) -> str:
        """The type of the action; empty for what is none."""
        return verb_in(self.plan.action)


class ActionRecord(_Value):
    """What came of an action (B15). `verified`: a later look showed what was to come of it."""

    step: int
    action_id: str
    action: JsonValue
    element: str = ""
    effect: Effect = "reads"
    came: Came
    outcome: str = ""
    reason: str = Field(default="", description="Of a rejection.")
    said: str = ""
    verified: bool = False
    delta: JsonValue = None
    cursor: str = ""
    by: By = "planner"
    classes: tuple[str, ...] = Field(default=(), description="The classes of sensitive acts that it belongs to.")
    binding: str = Field(default="", description="What it was judged for: see ApprovalRequest.")
    repaired: str = Field(default="", description="What the planner had chosen instead, and why that was mended.")
    changes: int = Field(default=0, description="How many acts of the run have changed something by then.")

    def remembered(self) -> Remembered:
        """As a planner is told of it."""
        return Remembered.model_construct(  # all of it was checked when this was made
            step=self.step,
            action=self.action,
            element=self.element,
            outcome=self.outcome or self.came,
            said=" ".join(filter(None, (self.said, self.repaired))),
            delta=self.delta,
            cursor=self.cursor,
            by=self.by,
        )


class SafetyFinding(_Value):
    """What a policy had against an action (B17)."""

    step: int
    action_id: str
    element: str = ""
    decision: Decision


class Problem(_Value):
    """Something that went wrong (B25): where in the run, and what, without secrets."""

    where: str
    error: str
    step: int = 0
