"""Values worth carrying on: what was read, and where it comes from."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from lumos_layer.state.part import Id, Json, Part


class UsefulValue(Part):
    """A value by name. It is served while the requirement that it was read for is verified; a global one always."""

    name: str = Field(min_length=1, max_length=200)
    type: str = Field(default="text", max_length=40, description="text, number, date, url, path, or another word.")
    value: Json
    source: Id | Literal[""] = Field(default="", description="The requirement that it was read for; empty: it is global.")
    step: int = Field(default=0, ge=0, description="When it was read.")
    last_verified_step: int = Field(default=0, ge=0, description="When it was last seen to be so.")
