"""What can be done with an element: by its role, and how declared patterns add to that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import get_args

from lumos_layer.tree import Affordance, Role

ORDER: tuple[Affordance, ...] = get_args(Affordance)

# UIA: https://learn.microsoft.com/windows/win32/winauto/uiauto-controlpatternmapping ; ARIA 1.2: the widget roles.
OWN: Mapping[Role, tuple[Affordance, ...]] = MappingProxyType(
    {
        Role.BUTTON: ("click",),
        Role.LINK: ("click",),
        Role.MENUITEM: ("click",),
        Role.COLUMNHEADER: ("click",),
        Role.ROWHEADER: ("click",),
        Role.TEXTBOX: ("set_value", "type"),
        Role.SEARCHBOX: ("set_value", "type"),
        Role.CHECKBOX: ("toggle",),
        Role.SWITCH: ("toggle",),
        Role.MENUITEMCHECKBOX: ("toggle",),
        Role.RADIO: ("select",),
        Role.MENUITEMRADIO: ("select",),
        Role.TAB: ("select",),
        Role.OPTION: ("select",),
        Role.LISTITEM: ("select",),
        Role.TREEITEM: ("select",),
        Role.ROW: ("select",),
        Role.GRIDCELL: ("select",),
        Role.CELL: ("select",),
        Role.COMBOBOX: ("expand",),
        Role.SLIDER: ("range",),
        Role.SPINBUTTON: ("range",),
        Role.SCROLLBAR: ("range",),
    }
)

# A click does what these say already; a bare focus says nothing beside any other.
_SAY_CLICK = frozenset(("toggle", "expand", "select", "set_value", "type", "range"))


def merged(own: Iterable[Affordance], declared: Iterable[Affordance]) -> tuple[Affordance, ...]:
    """Own and declared affordances together, in canonical order, without what others say already."""
    return _merged(frozenset(own), frozenset(declared))


@lru_cache(maxsize=1024)
def _merged(own: frozenset[Affordance], declared: frozenset[Affordance]) -> tuple[Affordance, ...]:
    both = own | declared
    if "click" not in own and own & _SAY_CLICK:
        both -= {"click"}
    if both != {"focus"}:
        both -= {"focus"}
    return tuple(word for word in ORDER if word in both)
