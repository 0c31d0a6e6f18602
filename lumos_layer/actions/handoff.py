"""`handoff`: hand the screen to a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from lumos_layer.actions.base import Control, Offer
from lumos_layer.actions.fields import WORDS_SCHEMA, Words
from lumos_layer.actions.target import Target


class Handoff(Control):
    """Give the screen to the person until they give it back: for log-ins, passwords, codes, captchas and payments."""

    type: Literal["handoff"] = "handoff"
    reason: Words = Field(description="A few words: login, password, 2fa, captcha, payment, …")

    @classmethod
    def offers_alone(cls, focus: Target | None) -> Iterator[Offer]:
        yield {"reason": WORDS_SCHEMA}
