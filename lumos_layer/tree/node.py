"""One UI element as its dump reported it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from lumos_layer.tree.geometry import Rect
from lumos_layer.tree.role import Role

# In UIA and ARIA terms; the order here is the order in which they are written.
Affordance = Literal["click", "long_click", "toggle", "expand", "select", "set_value", "type", "range", "scroll", "focus"]
Tristate = Literal["false", "true", "mixed"]


class Scroll(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How much of a scrolling container's content lies beyond each edge, in percent of the whole content (0 to 100)."""

    above: int = 0
    below: int = 0
    left: int = 0
    right: int = 0


class Node(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One UI element; None means that the dump said nothing, or that it does not apply.

    `name` is what a person would call the element, `value` what it holds now, `hint` what else the dump says of it
    (placeholder, help text, description). Texts are already cleaned. A protected element's `value` is None and `filled`
    says whether it holds anything: the secret itself never enters a tree.
    """

    role: Role = Role.GENERIC
    name: str = ""
    value: str | None = None
    hint: str = ""
    bounds: Rect | None = None
    can: tuple[Affordance, ...] = ()
    hidden: bool = False  # said to be invisible, or has no layout
    offscreen: bool = False  # said to be scrolled or moved out of view
    minimized: bool = False
    passive: bool = False  # the pointer passes through it to what is beneath
    clips: bool = False  # a pane made for scrolling: what is in it shows only inside its box, however far it is scrolled
    modal: bool = False
    enabled: bool | None = None
    focusable: bool | None = None
    focused: bool | None = None
    checked: Tristate | None = None
    pressed: Tristate | None = None
    selected: bool | None = None
    expanded: bool | None = None
    readonly: bool | None = None
    multiline: bool | None = None  # of a text field: whether it can hold several lines
    multiselectable: bool | None = None  # of what holds entries: whether several can be selected
    required: bool | None = None
    invalid: bool | None = None
    busy: bool | None = None
    protected: bool = False
    filled: bool | None = None
    minimum: float | None = None
    maximum: float | None = None
    level: int | None = None
    active: bool | None = None  # of a window: whether it is the one that the platform calls active
    z: int | None = None  # how high it is said to be stacked; higher is above
    scroll: Scroll | None = None
    url: str = ""
    identifier: str = ""  # what its developers call it: AutomationId, resource-id, HTML id
    native_id: str = ""  # what the platform calls it: RuntimeId, window handle, backendDOMNodeId, object path

    @property
    def actionable(self) -> bool:
        """True if something can be done with the element itself; the rules per dialect are in docs/dialects.md."""
        return bool(self.can)
