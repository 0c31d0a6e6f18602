"""`press_key`: one key or chord."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from lumos_layer.actions.affordances import FOCUSABLE
from lumos_layer.actions.base import BaseAction, Offer
from lumos_layer.actions.effects import Effect, of_enter, of_pressing
from lumos_layer.actions.fields import Json, Key, Ref
from lumos_layer.actions.keys import MODIFIERS, parts
from lumos_layer.actions.target import Target
from lumos_layer.actions.violation import Violation

_KEY: Json = {"$ref": "#/$defs/key"}
_MOVING = frozenset(
    ("ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", "Home", "End", "PageDown", "PageUp", "Tab", "Escape", "ContextMenu", "Help",
     "Copy", "Find", "BrowserBack", "BrowserForward", "BrowserHome", "GoBack", "GoHome", "AppSwitch")
)  # fmt: skip
# They copy, choose, find and zoom.
_LOOKING = frozenset(f"{held}+{key}" for held in ("Control", "Meta") for key in "aAcCfF+-0")

# They save, print, close or delete in most programs.
_COMMITTING = frozenset(
    ("Control+s", "Control+S", "Control+Shift+S", "Control+Shift+s", "Meta+s", "Meta+S", "Control+p", "Control+P", "Shift+Delete",
     "Control+Delete", "Meta+Backspace", "Alt+F4", "Meta+q", "Meta+Q", "Power")
)  # fmt: skip


class PressKey(BaseAction):
    """Press one key or chord once: Enter, Escape, ArrowDown, a, Control+S. Without `ref` it goes to what has the focus."""

    needs = FOCUSABLE

    type: Literal["press_key"] = "press_key"
    key: Key = Field(
        description="A W3C key value, before it the modifiers held: Control, Alt, Shift, Meta, in this order, each with +."
    )
    ref: Ref | None = Field(default=None, description="What gets the focus first; left out: what has it.")

    def effect(self, target: Target | None) -> Effect:
        key = parts(self.key)[-1]
        if self.key in _COMMITTING:
            return "commits"
        if key == "Enter":
            return "commits" if self.key != key else of_enter(target)
        if self.key == " ":
            return of_pressing(target) if target is not None and "type" not in target.can else "edits"
        return "reads" if self.key in _LOOKING or key in _MOVING or key in MODIFIERS else "edits"

    @classmethod
    def offers(cls, target: Target) -> Iterator[Offer]:
        if not cls.fits(target):
            yield {"key": _KEY}

    @classmethod
    def offers_alone(cls, focus: Target | None) -> Iterator[Offer]:
        if focus is None or not cls.against_focus(focus):
            yield {"key": _KEY}

    @classmethod
    def against_focus(cls, focus: Target) -> list[Violation]:
        """What stands against sending keys to what has the focus: it need be able to do nothing, but must not be disabled."""
        return [found for found in cls.fits(focus) if found.reason != "unsupported"]
