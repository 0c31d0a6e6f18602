"""How procedures are offered to a planner, and how it calls one: in place of an action, as a document of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from lumos_layer.actions.fields import Json, closed

CALL = "use_procedure"


class Call(BaseModel):
    """The call of a procedure. It is no action: whoever plays procedures takes it, and elsewhere it is refused as unknown."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: Literal["use_procedure"] = "use_procedure"
    name: str
    arguments: dict[str, str] = Field(default_factory=dict)


class Offer(Struct, frozen=True):
    """A procedure as a planner is told of it. All words in it are data: they may repeat a screen's."""

    name: str
    goal: str
    takes: tuple[tuple[str, str], ...] = ()  # names of what has to be given, and what each is
    steps: int = 0
    pitfalls: tuple[str, ...] = ()

    def told(self) -> dict[str, Any]:
        said = {"name": self.name, "goal": self.goal, "takes": dict(self.takes), "steps": self.steps, "mind": list(self.pitfalls)}
        return {name: value for name, value in said.items() if value}


def call_schemas(offers: Sequence[Offer]) -> list[Json]:
    """The JSON Schemas of calls, one for each of them."""
    return [
        closed(
            {
                "type": {"type": "string", "enum": [CALL]},
                "name": {"type": "string", "enum": [each.name]},
                "arguments": closed({name: {"type": "string"} for name, _ in each.takes}),
            }
        )
        for each in offers
    ]


def call_of(document: Any) -> Call | None:
    """The call that a document is; None if it is none."""
    if not isinstance(document, Mapping) or document.get("type") != CALL:
        return None
    try:
        return Call.model_validate(document)
    except ValidationError:
        return None


def call_in(document: Any, offers: Sequence[Offer]) -> Json | str | None:
    """The call in a model's answer, what is wrong with it, or None if it is an action."""
    inner = document.get("action") if isinstance(document, Mapping) and "type" not in document else document
    if not isinstance(inner, Mapping) or inner.get("type") != CALL or not offers:
        return None
    call = call_of(inner)
    names = [each.name for each in offers]
    if call is None or call.name not in names:
        return f"A call has `name` ({' or '.join(names)}) and `arguments`, an object of texts."
    wanted = next({name for name, _ in each.takes} for each in offers if each.name == call.name)
    if wanted != set(call.arguments):
        return f"The arguments of {call.name} are: {', '.join(sorted(wanted)) or 'none'}."
    return call.model_dump()
