"""Which affordances an action can do with, where it is more than one."""

from __future__ import annotations

from lumos_layer.tree import Affordance

# A press of the pointer does something to each of these; a dump says `click` only where nothing else says as much.
PRESSABLE: frozenset[Affordance] = frozenset(
    ("click", "long_click", "toggle", "expand", "select", "set_value", "type", "range", "focus")
)
TYPABLE: frozenset[Affordance] = frozenset(("type",))
SETTABLE: frozenset[Affordance] = frozenset(("set_value", "type"))
CHECKABLE: frozenset[Affordance] = frozenset(("toggle", "select"))
FOCUSABLE: frozenset[Affordance] = PRESSABLE | {"scroll"}
