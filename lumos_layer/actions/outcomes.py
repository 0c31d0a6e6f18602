"""What can come of an action: a closed union of small values. What a planner must react to is returned, never raised."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter

from lumos_layer.actions.violation import Reason, Violation

# What to do about each reason, where the rejection has nothing better to say.
REMEDIES: Mapping[Reason, str] = MappingProxyType(
    {
        "invalid": "Mend the action as the violations say and send it again.",
        "stale": "Look again with observe, and take the ref from the new look.",
        "not_found": "Take a ref that the current blueprint shows, or look again with observe.",
        "not_visible": "Bring it into view first, with scroll_into_view or by scrolling what is around it.",
        "disabled": "Do first what enables it, or choose another element.",
        "read_only": "Choose another element, or read it as it is.",
        "covered": "Close or move what covers it, or scroll it to a free place.",
        "modal": "Answer the open dialog first.",
        "minimised": "Bring the window up with switch_window first.",
        "unsupported": "Choose an action that the element takes, or another element.",
        "paused": "Wait: a person has the screen.",
        "denied": "Do not ask for it again; reach the goal another way, or finish.",
        "policy": "Choose what the policy allows, or ask with request_approval.",
    }
)


class _Outcome(BaseModel):
    """`before` and `after` are the observations between which it was carried out; `after` is left out where nobody looked."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    action_id: str = ""
    before: str = Field(default="", description="The observation that it was chosen by.")
    after: str = Field(default="", description="The observation made afterwards; empty: none was made.")


class Done(_Outcome):
    """It was carried out, and the screen shows that something came of it, where `seen` does not say otherwise."""

    outcome: Literal["done"] = "done"
    delta: JsonValue = Field(default=None, description="What changed, in the form of the diff.")
    note: str = Field(default="", description="What was done otherwise than asked, if anything.")
    mismatch: str = Field(
        default="", description="What came of it that was not asked for, as a dialog that has opened; empty: nothing."
    )
    seen: bool = Field(
        default=True,
        description="A look showed what came of it. False: it is only known that it arrived, shows nowhere, or may be by chance.",
    )

    @property
    def verified(self) -> bool:
        """True if a look afterwards showed what was to come of it, and nothing else."""
        return self.seen and bool(self.after) and not self.mismatch


class NoEffect(_Outcome):
    """It was carried out, and nothing on the screen came of it."""

    outcome: Literal["no_effect"] = "no_effect"
    advice: str = "Nothing changed. Look again or try another way; the same action will do no better."


class Rejected(_Outcome):
    """It was not carried out; nothing has changed. All that stands against it is listed."""

    outcome: Literal["rejected"] = "rejected"
    reason: Reason = Field(description="The first of the violations' reasons, in the order in which they are checked.")
    violations: tuple[Violation, ...] = Field(min_length=1)
    nearest: tuple[str, ...] = Field(default=(), description="What comes nearest to what was asked for.")
    advice: str = Field(description="What to do.")


class NeedsApproval(_Outcome):
    """It was not carried out: a person has to allow it first."""

    outcome: Literal["needs_approval"] = "needs_approval"
    question: str = Field(description="What the person is asked.")
    rule: str = Field(default="", description="The rule that asks for it.")
    approval_id: str = Field(default="", description="Under what the answer will come.")


class Paused(_Outcome):
    """It was not carried out: a person has the screen. It says nothing of what is on it."""

    outcome: Literal["paused"] = "paused"
    advice: str = REMEDIES["paused"]


class Aborted(_Outcome):
    """It was begun and stopped before it took effect."""

    outcome: Literal["aborted"] = "aborted"
    why: str = Field(description="What stopped it.")


class Unknown(_Outcome):
    """It was sent, and nobody saw what came of it."""

    outcome: Literal["unknown"] = "unknown"
    why: str = Field(description="Why nobody saw it.")
    delta: JsonValue = Field(default=None, description="What has changed in the meantime, in the form of the diff.")
    advice: str = "Look first; never send it again unseen."


class Failed(_Outcome):
    """It could not be carried out: what should do so broke down, or something else came of it than was asked."""

    outcome: Literal["failed"] = "failed"
    error: str = Field(description="What broke down, or what came of it instead, without secrets.")
    delta: JsonValue = Field(default=None, description="What has changed, in the form of the diff; empty: nobody looked.")


Outcome = Annotated[
    Done | NoEffect | Rejected | NeedsApproval | Paused | Aborted | Unknown | Failed, Field(discriminator="outcome")
]
ANY_OUTCOME: TypeAdapter[Outcome] = TypeAdapter(Outcome)


_DOCUMENT: TypeAdapter[dict[str, JsonValue]] = TypeAdapter(dict[str, JsonValue])


def as_json(outcome: Outcome) -> str:
    """The outcome as JSON by schemas/outcome.schema.json; what is empty is left out."""
    said = outcome.model_dump(exclude_defaults=True)
    return _DOCUMENT.dump_json(_printable({"outcome": outcome.outcome, **said})).decode()


def _printable(said: Any) -> Any:
    """The same with half characters escaped, which ids and the words of adapters may hold and no JSON can."""
    match said:
        case str():
            return said.encode("utf-8", "backslashreplace").decode()
        case dict():
            return {_printable(key): _printable(value) for key, value in said.items()}
        case list() | tuple():
            return [_printable(each) for each in said]
    return said


_OTHER_OPTION = "Choose one of the options that it has, in its whole words."


def rejected(violations: list[Violation], nearest: tuple[str, ...] = (), action_id: str = "", before: str = "") -> Rejected:
    """The rejection for these violations, the first of which decides its reason."""
    first = violations[0]
    reason = first.reason
    return Rejected(
        action_id=action_id,
        before=before,
        reason=reason,
        violations=tuple(violations),
        nearest=nearest,
        advice=_OTHER_OPTION if reason == "not_found" and first.field == "option" else REMEDIES[reason],
    )
