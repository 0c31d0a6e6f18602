"""`scroll_into_view`: until an element shows."""

from __future__ import annotations

from typing import Literal

from lumos_layer.actions.base import OnElement


class ScrollIntoView(OnElement):
    """Scroll what is around an element until all of it can be seen."""

    needs_enabled = False

    type: Literal["scroll_into_view"] = "scroll_into_view"
