"""What every value of the agent's state has in common."""

from __future__ import annotations

from copy import deepcopy
from math import isfinite
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    SerializerFunctionWrapHandler,
    model_serializer,
)

Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$", max_length=64)]


def _finite(value: JsonValue) -> JsonValue:
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, float) and not isfinite(each):
            raise ValueError("it holds a number that JSON has none for; give a finite one")
        waiting.extend(each.values() if isinstance(each, dict) else each if isinstance(each, list) else ())
    return value


Json = Annotated[JsonValue, AfterValidator(_finite)]  # which is written down as it is


class Part(BaseModel):
    """Immutable, and closed against what it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Tagged(Part):
    """A member of a union: the field that says which one is written down even where defaults are left out."""

    TAG: ClassVar[str] = "type"

    @model_serializer(mode="wrap")
    def _with_tag(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {self.TAG: getattr(self, self.TAG), **write(self)}


Made = TypeVar("Made", bound=Part)


def copied(part: Made) -> Made:
    """A copy that shares nothing with the part that could be changed, made without checking it anew."""
    made = part.model_copy()
    fields = made.__dict__
    for name, value in fields.items():
        if not isinstance(value, _UNCHANGING):
            fields[name] = _copied(value)
    return made


_UNCHANGING = (str, int, float, bool, type(None))


def _copied(value: Any) -> Any:
    if isinstance(value, Part):
        return copied(value)
    if isinstance(value, tuple):
        return tuple(map(_copied, value)) if any(not isinstance(each, _UNCHANGING) for each in value) else value
    return value if isinstance(value, _UNCHANGING) else deepcopy(value)


def own(part: Made) -> Made:
    """A copy that nobody else can reach, and that is valid: what a caller does to its own values later changes no state."""
    return type(part).model_validate(part.model_dump())
