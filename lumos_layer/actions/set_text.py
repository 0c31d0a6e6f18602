"""`set_text`: replace the text of a field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from lumos_layer.actions.affordances import SETTABLE
from lumos_layer.actions.base import Offer
from lumos_layer.actions.fields import LongText, Ref
from lumos_layer.actions.target import Target
from lumos_layer.actions.typing import NO_TEXT, Typing
from lumos_layer.actions.violation import Violation


class SetText(Typing):
    """Replace the whole text of a field, as if it had been cleared and typed anew. An empty text clears it."""

    needs = SETTABLE

    type: Literal["set_text"] = "set_text"
    ref: Ref
    text: LongText = Field(description="The complete new text, not what is to be added; or a secret.")

    def check(self, target: Target) -> list[Violation]:
        return self.fits(target) + self.against_plain(target, self.text)

    @classmethod
    def offers(cls, target: Target) -> Iterator[Offer]:
        yield from super().offers(target)
        if target.node.protected and not cls.fits(target):
            yield {"text": NO_TEXT}
