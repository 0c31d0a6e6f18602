"""`clarify`: ask a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from lumos_layer.actions.base import Control, Offer
from lumos_layer.actions.fields import WORDS_SCHEMA, Words
from lumos_layer.actions.target import Target


class Clarify(Control):
    """Ask the person a question that can be answered in words, when goal or screen leave open what is meant."""

    type: Literal["clarify"] = "clarify"
    question: Words

    @classmethod
    def offers_alone(cls, focus: Target | None) -> Iterator[Offer]:
        yield {"question": WORDS_SCHEMA}
