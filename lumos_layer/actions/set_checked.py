"""`set_checked`: tick or untick."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from lumos_layer.actions.affordances import CHECKABLE
from lumos_layer.actions.base import Offer, OnElement, against
from lumos_layer.actions.effects import Effect, of_pressing
from lumos_layer.actions.sensitive import sensitive
from lumos_layer.actions.target import Target
from lumos_layer.actions.violation import Violation
from lumos_layer.tree import Role

_RADIOS = frozenset((Role.RADIO, Role.MENUITEMRADIO))


class SetChecked(OnElement):
    """Bring a checkbox, switch or toggle button into a state, whatever it is in now. A radio button can only be checked."""

    needs = CHECKABLE
    changes = "state"

    type: Literal["set_checked"] = "set_checked"
    checked: bool = Field(description="true: on, false: off.")

    @classmethod
    def fits(cls, target: Target) -> list[Violation]:
        found = super().fits(target)
        can_be_checked = "toggle" in target.can or target.node.role in _RADIOS
        if not can_be_checked and all(each.reason == "read_only" for each in found):
            found.append(against("unsupported", f"{target} has no state to check; use select."))
        return found

    def check(self, target: Target) -> list[Violation]:
        found = self.fits(target)
        if not self.checked and "toggle" not in target.can:
            found.append(against("unsupported", f"{target} goes off only when another one is chosen.", "checked"))
        return found

    def effect(self, target: Target | None) -> Effect:
        return of_pressing(target) if target is not None and sensitive(target.name) == "permission" else "edits"

    @classmethod
    def offers(cls, target: Target) -> Iterator[Offer]:
        if not cls.fits(target):
            yield {"checked": {"type": "boolean"} if "toggle" in target.can else {"type": "boolean", "enum": [True]}}
