"""What the actions that put text into a field have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from lumos_layer.actions.base import BaseAction, Offer, against
from lumos_layer.actions.effects import Effect
from lumos_layer.actions.fields import Json, Secret
from lumos_layer.actions.target import Target
from lumos_layer.actions.violation import Violation

# The names that grounded.py gives to these schemas.
ANY_TEXT: Json = {"$ref": "#/$defs/text"}
FULL_TEXT: Json = {"$ref": "#/$defs/full_text"}
SECRET_TEXT: Json = {"$ref": "#/$defs/secret"}
NO_TEXT: Json = {"type": "string", "enum": [""]}


class Typing(BaseAction):
    """Puts text into a field: not into a read-only one, and into a protected one only a secret that the planner does not see."""

    plain: ClassVar[Json] = ANY_TEXT
    changes = "text"

    @classmethod
    def against_plain(cls, target: Target, text: object) -> list[Violation]:
        """What stands against this text in particular."""
        if not target.node.protected or isinstance(text, Secret) or text == "":
            return []
        advice = 'give {"secret": "name"} instead of the text, or hand the screen over with handoff'
        return [against("policy", f"{target} keeps a secret: {advice}.", "text")]

    @classmethod
    def offers(cls, target: Target) -> Iterator[Offer]:
        if not cls.fits(target):
            yield {"text": SECRET_TEXT if target.node.protected else cls.plain}

    def effect(self, target: Target | None) -> Effect:
        return "edits"
