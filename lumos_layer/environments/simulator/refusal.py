"""Why an act cannot be carried out."""

from __future__ import annotations

from lumos_layer.actions.violation import Reason
from lumos_layer.environments.simulator.widget import Widget


class Refusal(Exception):
    """It cannot be carried out; nothing has changed."""

    def __init__(self, reason: Reason, note: str) -> None:
        self.reason, self.note = reason, note
        super().__init__(note)


def named(widget: Widget) -> str:
    """What a refusal calls a widget."""
    return f"{widget.node.role} {widget.node.name!r}" if widget.node.name else f"This {widget.node.role}"
