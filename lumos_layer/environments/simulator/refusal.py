"""Why an act cannot be carried out."""

from __future__ import annotations

from lumos_layer.actions.violation import Reason


class Refusal(Exception):
    """It cannot be carried out; nothing has changed."""

    def __init__(self, reason: Reason, note: str) -> None:
        self.reason, self.note = reason, note
        super().__init__(note)
