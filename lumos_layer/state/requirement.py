"""What must hold in the end, and what it builds on."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from lumos_layer.state.checks import Check
from lumos_layer.state.part import Id, Part

Status = Literal["pending", "verified", "invalidated"]


class Requirement(Part):
    """What must hold, what shows it, and which requirements have to hold before it."""

    id: Id
    description: Annotated[str, Field(min_length=1, max_length=20_000)]
    hint: str = Field(default="", max_length=20_000, description="Where to look for evidence, in words.")
    depends_on: tuple[Id, ...] = ()
    check: Check | None = Field(default=None, description="What shows that it is met; left out: a judge has to say.")
