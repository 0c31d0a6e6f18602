"""`wait_for_change`: until the screen changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from lumos_layer.actions.base import Alone, Offer
from lumos_layer.actions.fields import SECONDS_SCHEMA, Seconds
from lumos_layer.actions.target import Target


class WaitForChange(Alone):
    """Wait until anything on the screen changes, but no longer than so many seconds."""

    type: Literal["wait_for_change"] = "wait_for_change"
    seconds: Seconds = Field(description="How long at most, up to 300.")

    @classmethod
    def offers_alone(cls, focus: Target | None) -> Iterator[Offer]:
        yield {"seconds": SECONDS_SCHEMA}
