"""Type-ahead: letters typed one after the other find the entry that begins with them.

WAI-ARIA Authoring Practices, "Listbox Pattern": the same letter again goes on to the next entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lumos_layer.environments.simulator.widget import Widget

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_PAUSE = 1.0  # seconds after which letters begin a new word


def ahead(world: World, members: Sequence[Widget], current: Widget | None, text: str) -> Widget | None:
    """The next entry after the current one that begins with what has been typed; None if none does."""
    now = world.clock.now()
    said = world.stage.searched if now - world.stage.searched_at < _PAUSE else ""
    said = (said + text).casefold()
    world.stage.searched, world.stage.searched_at = said, now
    if not members or not said.strip():
        return None
    sought = said[0] if len(set(said)) == 1 else said
    start = members.index(current) if current in members else -1
    if len(sought) == 1:
        start += 1  # a single letter goes on; more letters may still mean the current entry
    start = max(start, 0)
    turned = [*members[start:], *members[:start]]
    return next((member for member in turned if member.node.name.casefold().startswith(sought)), None)
