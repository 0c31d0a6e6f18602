"""`observe`: look again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from lumos_layer.actions.base import Alone, Offer
from lumos_layer.actions.target import Target


class Observe(Alone):
    """Look at the screen again. Changes nothing; use it when the last look is old or the screen was still loading."""

    type: Literal["observe"] = "observe"

    @classmethod
    def offers_alone(cls, focus: Target | None) -> Iterator[Offer]:
        yield {}
