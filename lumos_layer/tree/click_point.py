"""Where to click so that one element, and no other, is acted on."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal

from msgspec import Struct

from lumos_layer.tree.free_parts import largest_free
from lumos_layer.tree.hit_test import HitTest
from lumos_layer.tree.survey import GROUNDS, Box

Refused = Literal["covered", "not_visible", "minimised", "modal", "no_bounds"]


class Refusal(Struct, frozen=True, gc=False):
    """Why there is no such point. `by` is what covers the element, the modal dialog, or what must be scrolled; -1: not known."""

    reason: Refused
    by: int = -1


def click_point(test: HitTest, node: int, twins: Collection[int] = ()) -> tuple[int, int] | Refusal:
    """A pixel at which the node, or one of its twins inside it, is what can be acted on, or why there is none.

    It is the middle of the node's box, if that will do, else the middle of the largest part where nothing else lies on it.
    Of a node that cannot be acted on, a pixel that hits it or what is in it, but nothing in it that can be acted on.
    """
    refusal = _hidden(test, node)
    if refusal is not None:
        return refusal
    bounds = test.tree[node].bounds
    if bounds is not None and not bounds.empty and _is_hit(test, node, twins, *bounds.centre):
        return bounds.centre
    own = [place for each in _own(test, node, twins) for place in test.places.get(each, ())]
    part = _largest_part(test, own)
    if part is not None:
        return (part[0] + part[2]) // 2, (part[1] + part[3]) // 2
    return _covered(test, node, own)


def _hidden(test: HitTest, node: int) -> Refusal | None:
    nodes = test.tree.nodes
    if test.survey.shown[node]:
        modal = test.blocking(node)
        return Refusal("modal", modal) if modal >= 0 else None
    if nodes[node].minimized or any(nodes[above].minimized for above in test.tree.ancestors(node)):
        return Refusal("minimised")
    return Refusal("not_visible", _scroller(test, node))


def _scroller(test: HitTest, node: int) -> int:
    """The nearest node around that says that it scrolls."""
    nodes = test.tree.nodes
    around = test.tree.ancestors(node)
    return next((above for above in around if nodes[above].scroll is not None or "scroll" in nodes[above].can), -1)


def _is_hit(test: HitTest, node: int, twins: Collection[int], x: int, y: int) -> bool:
    found = test.at(x, y)
    if found.reason is not None:
        return False
    nodes, parents, each = test.tree.nodes, test.tree.parents, found.node
    while each >= 0:
        if each == node or each in twins:
            return True
        if nodes[each].can or nodes[each].role in GROUNDS:
            return False
        each = parents[each]
    return False


def _own(test: HitTest, node: int, twins: Collection[int]) -> Iterator[int]:
    """The node and what stands for it: all inside it down to what can itself be acted on."""
    nodes, ends = test.tree.nodes, test.tree.ends
    yield node
    i = node + 1
    while i < ends[node]:
        if i not in twins and (nodes[i].can or nodes[i].role in GROUNDS):
            i = ends[i]
        else:
            yield i
            i += 1


def _largest_part(test: HitTest, own: Collection[int]) -> Box | None:
    """The largest part of the boxes at these places on which nothing else lies."""
    mine = set(own)
    best: Box | None = None
    for box, place in sorted(((test.item(place)[:4], place) for place in own), key=lambda pair: (-_size(pair[0]), pair[1])):
        if best is not None and _size(box) <= _size(best):
            break
        covers = [item[:4] for item in test.touching(box) if item[4] < place and item[4] not in mine]
        part = largest_free(box, covers)
        if part is not None and (best is None or _size(part) > _size(best)):
            best = part
    return best


def _size(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _covered(test: HitTest, node: int, own: Collection[int]) -> Refusal:
    """Why nothing of the node can be hit, although neither it nor anything around it is hidden."""
    boxes = [test.item(place)[:4] for place in own]
    box = max(boxes, key=_size) if boxes else test.survey.boxes[node]
    if box is not None:
        found = test.at((box[0] + box[2]) // 2, (box[1] + box[3]) // 2)
        return Refusal("covered", found.node) if found.node >= 0 else Refusal("not_visible")
    return Refusal("not_visible", _scroller(test, node)) if test.tree[node].bounds is not None else Refusal("no_bounds")
