"""`propose_options`: let a person choose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from lumos_layer.actions.base import Control, Offer
from lumos_layer.actions.fields import LINE_SCHEMA, WORDS_SCHEMA, Line, Words, all_different
from lumos_layer.actions.target import Target


class ProposeOptions(Control):
    """Ask the person a question that has a few answers, and let them choose one."""

    type: Literal["propose_options"] = "propose_options"
    question: Words
    options: Annotated[tuple[Line, ...], Field(min_length=2, max_length=9, strict=False), AfterValidator(all_different)] = Field(
        description="Two to nine answers, all different.", json_schema_extra={"uniqueItems": True}
    )

    @classmethod
    def offers_alone(cls, focus: Target | None) -> Iterator[Offer]:
        yield {"question": WORDS_SCHEMA, "options": {"type": "array", "items": LINE_SCHEMA}}
