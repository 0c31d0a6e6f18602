"""`observe`: look again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from lumos_layer.actions.base import BaseAction, Offer
from lumos_layer.actions.target import Target


class Observe(BaseAction):
    """Look at the screen again. Changes nothing; use it when the last look is old or the screen was still loading."""

    type: Literal["observe"] = "observe"

    @classmethod
    def offers(cls, target: Target) -> Iterator[Offer]:
        return iter(())

    @classmethod
    def offers_alone(cls, focus: Target | None) -> Iterator[Offer]:
        yield {}
