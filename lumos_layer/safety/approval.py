"""What a person is asked before an act, and what they can answer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter

from lumos_layer.safety.constraints import Constraints
from lumos_layer.safety.decision import Risk


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ApprovalRequest(_Part):
    """One action that waits for a person. It may be carried out only while `binding` is what it would be bound to now."""

    approval_id: str
    action_id: str
    observation: str = Field(description="The look that the action was chosen by.")
    action: JsonValue = Field(description="The action's document; of a secret only the name.")
    element: str = Field(default="", description="What it acts on, in words: role, name, where it stands.")
    question: str
    evidence: tuple[str, ...] = Field(default=(), description="What the screen says about it, quoted.")
    risk: Risk = "medium"
    rule: str = ""
    asked_at: str = Field(default="", description="When it was asked (ISO 8601, UTC).")
    problem: str = Field(default="", description="Why the answer before could not be used: it is asked once more.")
    binding: str = Field(description="Hash of the action, its target, the form or dialog around it, the window and the URL.")


class Approve(_Part):
    """Do it."""

    answer: Literal["approve"] = "approve"


class Deny(_Part):
    """Do not do it."""

    answer: Literal["deny"] = "deny"
    reason: str = ""


class Edit(_Part):
    """Do this instead; it is reviewed again."""

    answer: Literal["edit"] = "edit"
    action: JsonValue


class Constrain(_Part):
    """Mind this from now on; the action is reviewed again."""

    answer: Literal["constrain"] = "constrain"
    constraints: Constraints


class Reply(_Part):
    """Do not do it; go on knowing this. The answer to a question that is asked in words."""

    answer: Literal["reply"] = "reply"
    text: str = Field(min_length=1, max_length=20_000)


Answer = Annotated[Approve | Deny | Edit | Constrain | Reply, Field(discriminator="answer")]
ANY_ANSWER: TypeAdapter[Answer] = TypeAdapter(Answer)


class HumanApproval(_Part):
    """An answer as it was given (B19): to which request, by whom, when (ISO 8601, UTC)."""

    approval_id: str
    binding: str
    answer: Answer
    by: str = "user"
    at: str = ""
