"""`focus`: put the keyboard there."""

from __future__ import annotations

from typing import Literal

from lumos_layer.actions.affordances import FOCUSABLE
from lumos_layer.actions.base import OnElement


class Focus(OnElement):
    """Give an element the keyboard focus without pressing it."""

    needs = FOCUSABLE

    type: Literal["focus"] = "focus"
