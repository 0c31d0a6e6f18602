"""`open_url`: go to an address."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from lumos_layer.actions.base import Alone, Offer
from lumos_layer.actions.fields import Url
from lumos_layer.actions.target import Target


class OpenUrl(Alone):
    """Go to an address in the browser window that is shown."""

    type: Literal["open_url"] = "open_url"
    url: Url = Field(description="The whole address, with https://, http:// or file://.")

    @classmethod
    def offers_alone(cls, focus: Target | None) -> Iterator[Offer]:
        yield {"url": {"$ref": "#/$defs/url"}}
