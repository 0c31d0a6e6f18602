"""`open_app`: start a program or bring it up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from lumos_layer.actions.base import Alone, Offer
from lumos_layer.actions.fields import LINE_SCHEMA, Line
from lumos_layer.actions.target import Target


class OpenApp(Alone):
    """Start a program, or bring its window up if it runs already."""

    type: Literal["open_app"] = "open_app"
    app: Line = Field(description="What people call the program.")

    @classmethod
    def offers_alone(cls, focus: Target | None) -> Iterator[Offer]:
        yield {"app": LINE_SCHEMA}
