"""What has become of elements that are no longer shown: what is remembered of them, and what stands for them now."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from lumos_layer.errors import StaleRef
from lumos_layer.perception.looking import look
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Rect, Role

Why = Literal["removed", "record", "page", "handed_back"]

_NEAREST = 3
_ALIKE = 0.6  # how like two names must be, from 0 to 1
_LARGER = 4  # times the area of what was there
_ASKED = 2000  # elements that are compared by name or place
_READABLE = 60  # characters of a name in a message
_STORIES: dict[str, str] = {
    "removed": "it was gone in {when}",
    "record": "what it belonged to is not shown any more since {when}, and something else has come in its place",
    "page": "another page or window has been shown since {when}",
    "handed_back": "a person had the surface before {when}, so every ref is new",
    "hidden": "it is hidden now",
    "out_of_view": "it is out of view now, scrolled away or on a part that is not shown",
    "minimized": "its window is minimised",
    "silent": "it is still there, but nothing can be done with it now",
}


class Gone(Struct, frozen=True, forbid_unknown_fields=True):
    """An element that had a ref. `when` is the look in which it was missed; `mark` is by what it would be known for certain."""

    ref: str
    why: Why
    when: str
    role: Role
    name: str
    bounds: Rect | None
    page: int
    native_id: str = ""
    mark: str = ""


def stale(ref: str, gone: Gone, latest: Observation | None) -> StaleRef:
    """The error for an element that is gone."""
    nearest = nearest_to(gone.role, gone.name, gone.bounds if gone.why == "removed" else None, latest) if latest else ()
    return StaleRef(ref, _said(gone.role, gone.name), gone.why, _STORIES[gone.why].format(when=gone.when), nearest)


def out_of_sight(ref: str, node: int, latest: Observation) -> StaleRef:
    """The error for an element that is in the tree still, but no longer shown."""
    role, name = latest.tree[node].role, latest.name_of(node)
    why = _why_unseen(latest, node)
    return StaleRef(ref, _said(role, name), why, _STORIES[why], tuple(_scrollers(latest, node)))


def nearest_to(role: Role, name: str, bounds: Rect | None, latest: Observation) -> tuple[str, ...]:
    """What is shown with the same role and name; else with a name much like it; else what stands at its place."""
    shown = [(ref, node) for ref, node in latest.refs.items() if latest.tree[node].role is role][:_ASKED]
    same = [ref for ref, node in shown if latest.name_of(node) == name]
    if not same and name:
        names = {latest.name_of(node)[:_READABLE]: ref for ref, node in shown}
        same = [names[found] for found in difflib.get_close_matches(name[:_READABLE], list(names), _NEAREST, _ALIKE)]
    if not same and bounds is not None:
        same = _at_place(bounds, latest)
    return tuple(described(latest, ref) for ref in same[:_NEAREST])


def described(observation: Observation, ref: str) -> str:
    """`A12 button 'Save'`."""
    node = observation.refs[ref]
    return f"{ref} {_said(observation.tree[node].role, observation.name_of(node))}"


def _said(role: Role, name: str) -> str:
    return f"{role.value} {name[:_READABLE]!r}" if name else role.value


def _at_place(bounds: Rect, latest: Observation) -> list[str]:
    """The smallest element that holds the middle of the place, if it is not much larger."""
    x, y = bounds.centre
    most = _LARGER * bounds.width * bounds.height
    boxes = ((ref, latest.tree[node].bounds) for ref, node in latest.refs.items())
    there = [(box.width * box.height, ref) for ref, box in boxes if box is not None and box.holds(x, y)]
    return [ref for area, ref in sorted(there)[:1] if area <= most]


def _why_unseen(latest: Observation, node: int) -> str:
    tree = latest.tree
    around = [node, *tree.ancestors(node)]
    if any(tree[i].hidden for i in around):
        return "hidden"
    if any(tree[i].minimized for i in around[1:]):
        return "minimized"
    if node in set(look(tree, latest.screen).kept):
        return "silent"
    bounds = tree[node].bounds
    return "out_of_view" if any(tree[i].offscreen for i in around) or bounds is None or not bounds.empty else "hidden"


def _scrollers(latest: Observation, node: int) -> Iterator[str]:
    """The nearest thing around it that can be scrolled."""
    for i in latest.tree.ancestors(node):
        ref = latest.ref_of(i)
        if ref and "scroll" in latest.tree[i].can:
            yield described(latest, ref)
            return
