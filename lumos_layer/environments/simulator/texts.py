"""Texts of apps with what is stored in their holes, and what widgets say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lumos_layer.environments.simulator import confiding
from lumos_layer.environments.simulator.stage import Stored
from lumos_layer.environments.simulator.widget import Widget
from lumos_layer.tree import Node, Role

if TYPE_CHECKING:
    from lumos_layer.environments.simulator.world import World

_HOLES = re.compile(r"\{\{|\}\}|\{([A-Za-z_][\w.]*)\}")


def filled(world: World, text: str, *, raw: bool = False) -> str:
    """The text with stored values in its holes; a value that is not there leaves nothing.

    What was made of a secret leaves the name of it, but where it is only compared (`raw`).
    """

    def value(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0][0]
        if not raw and found[1] in world.confided.values:
            return confiding.spoken(world, found[1])
        kept = world.stage.values.get(found[1])
        return "" if kept is None else str(kept).lower() if isinstance(kept, bool) else str(kept)

    return _HOLES.sub(value, text) if "{" in text or "}" in text else text


def holes(text: str) -> list[str]:
    """The names of the stored values that a text has holes for."""
    return [found[1] for found in _HOLES.finditer(text) if found[1] is not None]


def said_by(widget: Widget) -> Stored:
    """What a widget says: whether it is ticked, what it holds, or its name. Of a protected one, whether it is filled."""
    node: Node = widget.node
    if node.protected:
        return bool(node.filled)
    if node.checked is not None and node.role in (Role.CHECKBOX, Role.SWITCH, Role.RADIO):
        return node.checked == "true"
    if widget.text is not None:
        return widget.text.text
    return node.value if node.value is not None else node.name
