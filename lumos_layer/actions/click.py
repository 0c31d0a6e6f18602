"""`click`: one press of the main button."""

from __future__ import annotations

from typing import Literal

from lumos_layer.actions.affordances import PRESSABLE
from lumos_layer.actions.base import Pointing
from lumos_layer.actions.effects import Effect, of_pressing
from lumos_layer.actions.target import Target


class Click(Pointing):
    """Press the main button of the pointer once, on an element or at a point: buttons, links, tabs, menu items, fields."""

    needs = PRESSABLE
    pointer = True

    type: Literal["click"] = "click"

    def effect(self, target: Target | None) -> Effect:
        return of_pressing(target)
