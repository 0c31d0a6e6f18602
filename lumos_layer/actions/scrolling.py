"""What the actions that scroll a container have in common."""

from __future__ import annotations

from lumos_layer.actions.base import BaseAction, against
from lumos_layer.actions.target import Target
from lumos_layer.actions.violation import Violation


class Scrolling(BaseAction):
    """Scrolls what can scroll, or the surface itself; a disabled container scrolls as well."""

    needs_enabled = False

    @classmethod
    def fits(cls, target: Target) -> list[Violation]:
        found = super().fits(target)
        if "scroll" not in target.can and target.node.scroll is None and not target.whole:
            found.append(
                against("unsupported", f"{target} does not scroll; name the container around it, or use scroll_into_view.")
            )
        return found
