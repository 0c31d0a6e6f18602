"""`double_click`: two quick presses of the main button."""

from __future__ import annotations

from typing import Literal

from lumos_layer.actions.affordances import PRESSABLE
from lumos_layer.actions.base import Pointing
from lumos_layer.actions.effects import Effect, of_pressing
from lumos_layer.actions.target import Target


class DoubleClick(Pointing):
    """Press the main button twice in quick succession, as to open a file or to choose a word."""

    needs = PRESSABLE
    pointer = True

    type: Literal["double_click"] = "double_click"

    def effect(self, target: Target | None) -> Effect:
        return of_pressing(target)
