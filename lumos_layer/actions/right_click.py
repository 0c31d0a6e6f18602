"""`right_click`: one press of the second button."""

from __future__ import annotations

from typing import Literal

from lumos_layer.actions.affordances import PRESSABLE
from lumos_layer.actions.base import Pointing
from lumos_layer.actions.effects import Effect
from lumos_layer.actions.target import Target


class RightClick(Pointing):
    """Press the second button of the pointer once, which opens the context menu."""

    needs = PRESSABLE
    pointer = True

    type: Literal["right_click"] = "right_click"

    def effect(self, target: Target | None) -> Effect:
        return "reads"
