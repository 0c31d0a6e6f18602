"""`request_approval`: ask before acting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from lumos_layer.actions.base import Control, Offer
from lumos_layer.actions.fields import WORDS_SCHEMA, Words
from lumos_layer.actions.target import Target


class RequestApproval(Control):
    """Ask the person for leave before you do something that cannot be undone or that others will see. Say exactly what."""

    type: Literal["request_approval"] = "request_approval"
    what: Words = Field(description="What you want to do, with names, amounts and addresses.")
    reason: Words = Field(description="Why it serves the goal.")

    @classmethod
    def offers_alone(cls, focus: Target | None) -> Iterator[Offer]:
        yield {"what": WORDS_SCHEMA, "reason": WORDS_SCHEMA}
