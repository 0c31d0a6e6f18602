"""`type_text`: type at the caret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from lumos_layer.actions.affordances import TYPABLE
from lumos_layer.actions.base import Offer
from lumos_layer.actions.fields import FullText, Ref
from lumos_layer.actions.target import Target
from lumos_layer.actions.typing import FULL_TEXT, Typing
from lumos_layer.actions.violation import Violation


class TypeText(Typing):
    """Type text at the caret, as from a keyboard: it is added to what is there. Without `ref` into what has the focus.

    A line break is a line break of the text, never the Enter key. To replace what is there use set_text.
    """

    needs = TYPABLE
    plain = FULL_TEXT

    type: Literal["type_text"] = "type_text"
    text: FullText = Field(description="What to type, or a secret.")
    ref: Ref | None = Field(default=None, description="The field; left out: what has the focus.")

    def check(self, target: Target) -> list[Violation]:
        return self.fits(target) + self.against_plain(target, self.text)

    @classmethod
    def offers_alone(cls, focus: Target | None) -> Iterator[Offer]:
        return cls.offers(focus) if focus is not None else iter(())
