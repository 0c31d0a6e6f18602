"""Where a node takes the pointer, in dialects that know more of it than one box for each node."""

from __future__ import annotations

from msgspec import Struct

from lumos_layer.tree.geometry import Rect


class Region(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """A box in which `node` is drawn and takes the pointer, unless a region that is drawn later lies on it."""

    node: int
    box: Rect
