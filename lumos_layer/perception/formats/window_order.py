"""Which of several windows beside each other lies above, on Windows: programs list their windows from the topmost."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lumos_layer.tree import Tree
from lumos_layer.tree.drawing_order import heights

# A window handle, or a RuntimeId made of one: 42 and the handle, in any brackets. What is drawn inside a window has more numbers.
# https://learn.microsoft.com/en-us/windows/win32/winauto/uiauto-automation-element-propids
_HANDLE = re.compile(
    r"0x[0-9a-fA-F]{1,16}|[0-9]{1,20}|[^0-9A-Za-z]{0,3}(?:42|2A)[^0-9A-Za-z]{1,3}[0-9A-Fa-f]{1,16}[^0-9A-Za-z]{0,3}"
)


def window_heights(tree: Tree) -> Sequence[int] | None:
    """How high the nodes are drawn: of siblings that are windows the first is the topmost; what is none is below."""
    rank = {i: len(tree) - i for i, node in enumerate(tree) if node.native_id and _HANDLE.fullmatch(node.native_id)}
    return heights(tree, rank)
