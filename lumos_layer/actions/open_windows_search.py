"""`open_windows_search`: the search of the Start menu."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from lumos_layer.actions.base import Alone, Offer
from lumos_layer.actions.fields import LINE_SCHEMA, Line
from lumos_layer.actions.target import Target


class OpenWindowsSearch(Alone):
    """Open the search of the Windows Start menu, with words in it if `text` is given. Press Enter to search for them."""

    type: Literal["open_windows_search"] = "open_windows_search"
    text: Line | None = Field(default=None, description="What to search for.")

    @classmethod
    def offers_alone(cls, focus: Target | None) -> Iterator[Offer]:
        yield {}
        yield {"text": LINE_SCHEMA}
