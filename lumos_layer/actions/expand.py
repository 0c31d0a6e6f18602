"""`expand`: open or close what folds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from lumos_layer.actions.base import Offer, OnElement
from lumos_layer.actions.target import Target


class Expand(OnElement):
    """Open a combobox, menu, tree item or section, or close it again."""

    needs = frozenset(("expand",))

    type: Literal["expand"] = "expand"
    expanded: bool = Field(description="true: open, false: closed.")

    @classmethod
    def offers(cls, target: Target) -> Iterator[Offer]:
        if not cls.fits(target):
            yield {"expanded": {"type": "boolean"}}
