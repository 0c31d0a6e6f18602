"""`hover`: move the pointer there."""

from __future__ import annotations

from typing import Literal

from lumos_layer.actions.base import Pointing


class Hover(Pointing):
    """Move the pointer there without pressing, to see a tooltip or a menu that opens by itself. Disabled elements too."""

    needs_enabled = False
    pointer = True

    type: Literal["hover"] = "hover"
