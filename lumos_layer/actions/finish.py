"""`finish`: end the run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from lumos_layer.actions.base import Control, Offer
from lumos_layer.actions.fields import WORDS_SCHEMA, Words
from lumos_layer.actions.target import Target


class Finish(Control):
    """End the run: the goal is reached and can be seen to be, or it cannot be reached. What you claim is checked."""

    type: Literal["finish"] = "finish"
    success: bool = Field(description="true: the goal is reached.")
    reason: Words = Field(description="What on the screen shows it, or what stands against it.")

    @classmethod
    def offers_alone(cls, focus: Target | None) -> Iterator[Offer]:
        yield {"success": {"type": "boolean"}, "reason": WORDS_SCHEMA}
