"""`drag`: press, move, release."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from lumos_layer.actions.affordances import PRESSABLE
from lumos_layer.actions.base import BaseAction, Offer, Place
from lumos_layer.actions.effects import Effect
from lumos_layer.actions.target import Target
from lumos_layer.tree import Role

_AT_ONCE = frozenset((Role.SLIDER,))  # takes effect while it moves


class Drag(BaseAction):
    """Press the main button at `start`, move to `end` and release there: to move a file, a window, a slider or a selection."""

    needs = PRESSABLE
    pointer = True

    type: Literal["drag"] = "drag"
    start: Place = Field(description="Where the button goes down.")
    end: Place = Field(description="Where the button comes up.")

    def effect(self, target: Target | None) -> Effect:
        return "commits" if target is not None and target.node.role in _AT_ONCE else "edits"

    @classmethod
    def offers(cls, target: Target) -> Iterator[Offer]:
        return iter(())  # its two places are no `ref` of its own: see grounded.py
