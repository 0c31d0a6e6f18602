"""`scroll`: by so many pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from pydantic import Field

from lumos_layer.actions.base import Offer
from lumos_layer.actions.fields import Direction, Pages, Ref
from lumos_layer.actions.scrolling import Scrolling
from lumos_layer.actions.target import Target

_FAR: Offer = {
    "direction": {"type": "string", "enum": list(get_args(Direction))},
    "pages": {"type": "number", "enum": [0.5, 1, 3, 10]},
}


class Scroll(Scrolling):
    """Scroll a container, page or window by so many of its own heights (or widths). Without `ref` the surface itself."""

    type: Literal["scroll"] = "scroll"
    direction: Direction = Field(description="Where to look next.")
    pages: Pages = Field(default=1.0, description="How far, in what is seen of it at once; left out: 1.")
    ref: Ref | None = Field(default=None, description="What scrolls; left out: the surface itself.")

    @classmethod
    def offers(cls, target: Target) -> Iterator[Offer]:
        if not target.whole and not cls.fits(target):  # without a ref it is the surface that scrolls
            yield _FAR

    @classmethod
    def offers_alone(cls, focus: Target | None) -> Iterator[Offer]:
        yield _FAR
