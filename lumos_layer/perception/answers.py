"""What a point hits, and where to click, as the data that schemas/hit.schema.json describes."""

from __future__ import annotations

from typing import cast

from msgspec import Struct

from lumos_layer.errors import NotClickable
from lumos_layer.tree import Role
from lumos_layer.tree.click_point import Refused
from lumos_layer.tree.hit_test import Reason


class HitElement(Struct, frozen=True, kw_only=True):
    """An element as an answer names it; `bounds` are x, y, width and height."""

    ref: str | None
    role: Role
    name: str
    value: str | None = None
    bounds: tuple[int, int, int, int] | None


class HitAnswer(Struct, frozen=True, kw_only=True, tag_field="answer", tag="hit"):
    """What is at a point: `element` takes the pointer; `actionable` is what a click there is meant for.

    With `near` the point misses, and `actionable` is the nearest element, `distance` pixels away at `nearest_point`.
    `reason` says why nothing is hit (`outside`, `empty`), or that a modal dialog took it (`modal`), with what is `beneath`.
    """

    point: tuple[int, int]
    element: HitElement | None
    actionable: HitElement | None
    near: bool
    distance: float
    nearest_point: tuple[int, int] | None
    reason: Reason | None
    beneath: HitElement | None
    ancestors: list[HitElement]


class ClickAnswer(Struct, frozen=True, kw_only=True, tag_field="answer", tag="click"):
    """Where a click reaches the element `ref`, or why none does.

    `covered_by`, `dialog` and `container` say what covers it, is open, or has to be scrolled: a ref, or words for what has none.
    """

    ref: str
    point: tuple[int, int] | None
    refused: Refused | None
    covered_by: str | None = None
    dialog: str | None = None
    container: str | None = None

    @classmethod
    def of(cls, ref: str, point: tuple[int, int] | None, error: NotClickable | None) -> ClickAnswer:
        if error is None:
            return cls(ref=ref, point=point, refused=None)
        reason = cast(Refused, error.reason)
        return cls(ref=ref, point=None, refused=reason, covered_by=error.covered_by, dialog=error.dialog, container=error.container)
