"""`wait`: let time pass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from lumos_layer.actions.base import Alone, Offer
from lumos_layer.actions.fields import SECONDS_SCHEMA, Seconds
from lumos_layer.actions.target import Target


class Wait(Alone):
    """Let so many seconds pass, then look again."""

    type: Literal["wait"] = "wait"
    seconds: Seconds = Field(description="How long, at most 300.")

    @classmethod
    def offers_alone(cls, focus: Target | None) -> Iterator[Offer]:
        yield {"seconds": SECONDS_SCHEMA}
