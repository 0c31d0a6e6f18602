"""`switch_window`: bring another window up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import ConfigDict, model_validator

from lumos_layer.actions.base import BaseAction, Offer, against, one_of
from lumos_layer.actions.fields import LINE_SCHEMA, Line, Ref
from lumos_layer.actions.target import WINDOWS, Target
from lumos_layer.actions.violation import Violation


class SwitchWindow(BaseAction):
    """Bring another window up, also a minimised one: by its ref, or by its whole title if it is not on this screen."""

    needs_enabled = False

    model_config = ConfigDict(json_schema_extra={"oneOf": [{"required": ["ref"]}, {"required": ["title"]}]})

    type: Literal["switch_window"] = "switch_window"
    ref: Ref | None = None
    title: Line | None = None

    @model_validator(mode="after")
    def _one_window(self) -> SwitchWindow:
        return one_of(self, ("ref", "title"))

    @classmethod
    def fits(cls, target: Target) -> list[Violation]:
        if target.node.role in WINDOWS or target.whole:
            return super().fits(target)
        return [against("unsupported", f"{target} is no window; name a window by its ref or its title.")]

    @classmethod
    def offers(cls, target: Target) -> Iterator[Offer]:
        return iter(()) if target.whole and not target.node.minimized else super().offers(target)

    @classmethod
    def offers_alone(cls, focus: Target | None) -> Iterator[Offer]:
        yield {"title": LINE_SCHEMA}
