"""`set_value`: move a slider or spinner to a number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from lumos_layer.actions.base import Offer, OnElement, against
from lumos_layer.actions.effects import Effect
from lumos_layer.actions.fields import Number
from lumos_layer.actions.target import Target
from lumos_layer.actions.violation import Violation
from lumos_layer.tree import Role


class SetValue(OnElement):
    """Bring a slider, spinner or scroll bar to a number between its least and its greatest."""

    needs = frozenset(("range",))
    changes = "value"

    type: Literal["set_value"] = "set_value"
    value: Number = Field(description="The new number, in the element's own unit.")

    def check(self, target: Target) -> list[Violation]:
        found = self.fits(target)
        least, greatest = target.node.minimum, target.node.maximum
        if (least is not None and self.value < least) or (greatest is not None and self.value > greatest):
            allowed = f"{_shown(least, 'any')} to {_shown(greatest, 'any')}"
            found.append(against("invalid", f"{self.value:g} is outside the range of {target}: {allowed}.", "value"))
        return found

    def effect(self, target: Target | None) -> Effect:
        return "commits" if target is not None and target.node.role is Role.SLIDER else "edits"

    @classmethod
    def offers(cls, target: Target) -> Iterator[Offer]:
        if not cls.fits(target):
            yield {"value": {"type": "number"}}


def _shown(bound: float | None, otherwise: str) -> str:
    return otherwise if bound is None else f"{bound:g}"
