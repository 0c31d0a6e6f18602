"""Who holds the screen: control, leases, epochs, hand-off."""

from __future__ import annotations

from lumos_layer.surface.controlled import Controlled, Forgetting
from lumos_layer.surface.handoff import Finished, TimedOut
from lumos_layer.surface.leases import Lease
from lumos_layer.surface.records import Control, Entry, HandoffRecord, ImportRecord, Record, Token
from lumos_layer.surface.registry import Surfaces

__all__ = [
    "Control",
    "Controlled",
    "Entry",
    "Finished",
    "Forgetting",
    "HandoffRecord",
    "ImportRecord",
    "Lease",
    "Record",
    "Surfaces",
    "TimedOut",
    "Token",
]
