"""`wait_for`: until something holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, get_args

from pydantic import Field

from lumos_layer.actions.base import BaseAction, Offer
from lumos_layer.actions.fields import LINE_SCHEMA, SECONDS_SCHEMA, Line, Part, Ref, Seconds, closed
from lumos_layer.actions.target import Target

State = Literal[
    "gone", "enabled", "disabled", "checked", "unchecked", "selected", "expanded", "collapsed", "focused", "filled", "empty", "idle"
]
STATES: tuple[str, ...] = get_args(State)


class TextShown(Part):
    """Holds when these words can be seen somewhere on the screen, or can no longer."""

    kind: Literal["text"] = "text"
    text: Line = Field(description="Words that stand within one name or value.")
    shown: bool = Field(description="true: until they show, false: until they are gone.")


class ElementIs(Part):
    """Holds when the element is so."""

    kind: Literal["element"] = "element"
    ref: Ref
    state: State = Field(description="How the element is to be.")


class WaitFor(BaseAction):
    """Wait until a condition holds, but no longer than so many seconds."""

    type: Literal["wait_for"] = "wait_for"
    condition: Annotated[TextShown | ElementIs, Field(discriminator="kind")]
    seconds: Seconds = Field(description="How long at most, up to 300.")

    @classmethod
    def offers(cls, target: Target) -> Iterator[Offer]:
        return iter(())  # its `ref` stands inside the condition: see grounded.py

    @classmethod
    def offers_alone(cls, focus: Target | None) -> Iterator[Offer]:
        condition = {"kind": {"type": "string", "enum": ["text"]}, "text": LINE_SCHEMA, "shown": {"type": "boolean"}}
        yield {"condition": closed(condition), "seconds": SECONDS_SCHEMA}
