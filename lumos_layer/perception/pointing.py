"""Points to elements and elements to points: the hit test of the tree in the words of an observation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import floor, sqrt
from typing import Any

import orjson
from msgspec import to_builtins

from lumos_layer.errors import BadOption, NotClickable
from lumos_layer.perception.answers import HitAnswer, HitElement
from lumos_layer.perception.refs import RefMap
from lumos_layer.tree import Rect, Role
from lumos_layer.tree.click_point import Refusal, click_point
from lumos_layer.tree.hit_test import Found, HitTest, Reason
from lumos_layer.tree.nearest import nearest
from lumos_layer.tree.upwards import Nearest

_FAR = 2**53  # beyond it floats are not exact, and no screen reaches
_SCOPES = 16  # windows whose own indexes are kept


class Hit:
    """What a point hits. `node` and the others are node ids of the tree, None where there is none; `x`, `y` is the pixel.

    `actionable` is what can be acted on there: the node or the nearest around it; with `near` the nearest that is not hit,
    `distance` pixels away, to be hit at `nearest_point`. `reason` is `outside` or `empty` where nothing is hit, and `modal`
    where a modal dialog takes what was meant for `beneath`.
    """

    __slots__ = ("_actionable", "_found", "_pointing", "distance", "near", "nearest_point", "x", "y")

    def __init__(self, pointing: Pointing, x: int, y: int, found: Found) -> None:
        self._pointing, self.x, self.y, self._found = pointing, x, y, found
        self._actionable = -2  # not yet asked
        self.near, self.distance = False, 0.0
        self.nearest_point: tuple[int, int] | None = None

    def __bool__(self) -> bool:
        return self._found.node >= 0 or self.near

    def __repr__(self) -> str:
        said = f"{self.role} {self.name!r} {self.ref or ''}".rstrip() if self._found.node >= 0 else "nothing"
        return f"<Hit at {self.x},{self.y}: {said}{f', {self.reason}' if self.reason else ''}>"

    @property
    def reason(self) -> Reason | None:
        return self._found.reason

    @property
    def node(self) -> int | None:
        return self._pointing.one_of_twins(self._found.node)

    @property
    def beneath(self) -> int | None:
        return self._pointing.one_of_twins(self._found.beneath)

    @property
    def actionable(self) -> int | None:
        if self._actionable == -2:
            self._actionable = self._pointing.test.lift(self._found.node)
        return self._pointing.one_of_twins(self._actionable)

    @property
    def ref(self) -> str | None:
        """The ref of the node, if it has one."""
        return self._pointing.ref(self.node)

    @property
    def actionable_ref(self) -> str | None:
        return self._pointing.ref(self.actionable)

    @property
    def role(self) -> Role | None:
        return None if self.node is None else self._pointing.test.tree[self.node].role

    @property
    def name(self) -> str:
        return "" if self.node is None else self._pointing.name_of(self.node)

    @property
    def value(self) -> str | None:
        return None if self.node is None else self._pointing.test.tree[self.node].value

    @property
    def bounds(self) -> Rect | None:
        return None if self.node is None else self._pointing.test.tree[self.node].bounds

    @property
    def ancestors(self) -> tuple[int, ...]:
        """What the node stands in, from its parent to the root."""
        return () if self.node is None else tuple(self._pointing.test.tree.ancestors(self.node))

    def answer(self) -> HitAnswer:
        describe = self._pointing.describe
        return HitAnswer(
            point=(self.x, self.y),
            element=describe(self.node),
            actionable=describe(self.actionable),
            near=self.near,
            distance=round(self.distance, 2),
            nearest_point=self.nearest_point,
            reason=self.reason,
            beneath=describe(self.beneath),
            ancestors=[element for above in self.ancestors if (element := describe(above))],
        )

    def json(self) -> str:
        """The answer as JSON, valid by schemas/hit.schema.json."""
        return orjson.dumps(to_builtins(self.answer())).decode()

    def _answer_near(self, node: int, point: tuple[int, int], square: int) -> None:
        self.near, self.distance, self.nearest_point, self._actionable = True, sqrt(square), point, node


class Pointing:
    """The hit test of one observation. `twins`: by element, nodes inside it that are the same element once more."""

    def __init__(self, test: HitTest, refs: RefMap, twins: Mapping[int, Sequence[int]], name_of: Callable[[int], str]) -> None:
        self.test, self.refs, self.name_of = test, refs, name_of
        self._twins = twins
        self._twin_of = {twin: first for first, others in twins.items() for twin in others}
        self._only = lru_cache(_SCOPES)(test.only)
        self._acting = Nearest(test.tree, lambda i: bool(test.tree[i].can))
        self._owners = Nearest(test.tree, lambda i: refs.of(i) is not None)

    def hit(self, x: float, y: float, window: str | None = None, near: float = 0) -> Hit:
        if type(x) is not int or type(y) is not int or not -_FAR < x < _FAR or not -_FAR < y < _FAR:
            x, y = _pixel("x", x), _pixel("y", y)
        test = self.test if window is None else self._only(self.refs[window])
        found = Hit(self, x, y, test.at(x, y))
        if near:
            self._look_near(found, test, near)
        return found

    def _look_near(self, hit: Hit, test: HitTest, near: Any) -> None:
        if isinstance(near, bool) or not isinstance(near, int | float) or not 0 <= near < _FAR:
            raise BadOption("near", near, "a distance in pixels of at least 0")
        if test.aim(hit._found.node) >= 0:
            return
        found = nearest(test, hit.x, hit.y, near)
        if found is not None:
            hit._answer_near(found.node, found.point, found.square)

    def click_point(self, ref: str) -> tuple[int, int]:
        node = self.refs[ref]
        element = self.one_of_twins(self._acting.of(node))
        twins = frozenset(self._twins.get(element, ())) if element is not None else ()
        found = click_point(self.test, node, twins, self._owners)
        if not isinstance(found, Refusal):
            return found
        by = self._said_of(found.by)
        raise NotClickable(
            ref,
            found.reason,
            covered_by=by if found.reason == "covered" else None,
            dialog=by if found.reason == "modal" else None,
            container=by if found.reason == "not_visible" else None,
        )

    def _said_of(self, node: int) -> str | None:
        """Its ref, or that of the nearest around it that has one and can be acted on, or what it is called."""
        if node < 0:
            return None
        ref = self.ref(self.one_of_twins(node)) or self.ref(self.one_of_twins(self.test.aim(node)))
        return ref or f"{self.test.tree[node].role} {self.name_of(node)!r}"

    def one_of_twins(self, node: int) -> int | None:
        """The element that the node is once more, or else the node; None for -1."""
        return self._twin_of.get(node, node) if node >= 0 else None

    def ref(self, node: int | None) -> str | None:
        return None if node is None else self.refs.of(node)

    def describe(self, node: int | None) -> HitElement | None:
        if node is None:
            return None
        each = self.test.tree[node]
        bounds = each.bounds
        return HitElement(
            ref=self.refs.of(node),
            role=each.role,
            name=self.name_of(node),
            value=each.value,
            bounds=None if bounds is None else (bounds.x, bounds.y, bounds.width, bounds.height),
        )


def _pixel(name: str, number: Any) -> int:
    if isinstance(number, bool) or not isinstance(number, int | float) or not -_FAR < number < _FAR:
        raise BadOption(name, number, "a number of pixels")
    return floor(number)
