"""`scroll_to`: to an edge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from pydantic import Field

from lumos_layer.actions.base import Offer
from lumos_layer.actions.fields import Ref
from lumos_layer.actions.scrolling import Scrolling
from lumos_layer.actions.target import Target

Edge = Literal["top", "bottom", "left", "right"]
_EDGES: Offer = {"edge": {"type": "string", "enum": list(get_args(Edge))}}


class ScrollTo(Scrolling):
    """Scroll a container, page or window to one of its edges. Without `ref` the surface itself."""

    type: Literal["scroll_to"] = "scroll_to"
    edge: Edge = Field(description="Which edge of the content to show.")
    ref: Ref | None = Field(default=None, description="What scrolls; left out: the surface itself.")

    @classmethod
    def offers(cls, target: Target) -> Iterator[Offer]:
        if not target.whole and not cls.fits(target):
            yield _EDGES

    @classmethod
    def offers_alone(cls, focus: Target | None) -> Iterator[Offer]:
        yield _EDGES
