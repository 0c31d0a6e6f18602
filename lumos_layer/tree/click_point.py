"""Where to click so that one element, and no other, is acted on."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from lumos_layer.tree.free_parts import largest_free
from lumos_layer.tree.hit_test import HitTest
from lumos_layer.tree.survey import GROUNDS, Box, scrolls

_LARGEST = 4  # of an element's boxes, in which the others are looked for

Refused = Literal["covered", "not_visible", "minimised", "modal", "no_bounds"]


class Refusal(Struct, frozen=True, gc=False):
    """Why there is no such point. `by` is what covers the element, the modal dialog, or what must be scrolled; -1: not known."""

    reason: Refused
    by: int = -1


def click_point(test: HitTest, node: int, twins: Collection[int] = ()) -> tuple[int, int] | Refusal:
    """A pixel at which the node, or one of its twins inside it, is what can be acted on, or why there is none.

    It is the middle of the node's box, if that will do, else the middle of the largest part where nothing else lies on it.
    Of a node that cannot be acted on, a pixel that hits it or what is in it, but nothing in it that can be acted on; `twins` are
    then those of the element around it, which do not count as something in it.
    """
    if not test.survey.shown[node]:
        return _hidden(test, node)
    bounds = test.tree[node].bounds
    if bounds is not None and _is_hit(test, node, twins, *bounds.centre):
        return bounds.centre
    own = list(_own(test, node, twins))
    part = _largest_part(test, [place for each in own if test.blocking(each) < 0 for place in test.places.get(each, ())])
    if part is not None:
        return (part[0] + part[2]) // 2, (part[1] + part[3]) // 2
    return _out_of_reach(test, node, own)


def _hidden(test: HitTest, node: int) -> Refusal:
    nodes = test.tree.nodes
    if nodes[node].minimized or any(nodes[above].minimized for above in test.tree.ancestors(node)):
        return Refusal("minimised")
    return Refusal("not_visible", _scroller(test, node))


def _scroller(test: HitTest, node: int) -> int:
    """The nearest node around that scrolls."""
    nodes = test.tree.nodes
    return next((above for above in test.tree.ancestors(node) if scrolls(nodes[above])), -1)


def _is_hit(test: HitTest, node: int, twins: Collection[int], x: int, y: int) -> bool:
    found = test.at(x, y)
    return found.reason is None and node <= found.node < test.tree.end(node) and _stands_for(test, node, twins, found.node)


def _stands_for(test: HitTest, node: int, twins: Collection[int], inside: int) -> bool:
    """True if a click on what is inside the node is meant for the node, or, where nobody can act on that, for no other in it."""
    acts = test.lift(inside)
    if test.tree[node].can:
        return acts == node or acts in twins
    return acts in twins or not node <= acts < test.tree.end(node)


def _own(test: HitTest, node: int, twins: Collection[int]) -> Iterator[int]:
    """The node and all inside it that stands for it."""
    nodes, ends = test.tree.nodes, test.tree.ends
    acts = bool(nodes[node].can)
    yield node
    i = node + 1
    while i < ends[node]:
        if acts and i not in twins and (nodes[i].can or nodes[i].role in GROUNDS):
            i = ends[i]
            continue
        if _stands_for(test, node, twins, i):
            yield i
        i += 1


def _largest_part(test: HitTest, own: Collection[int]) -> Box | None:
    """The largest part of the boxes at these places on which nothing else lies.

    Where a box lies in one of the largest, and nothing else between the two, all that is free of it is free of that one too.
    """
    mine = sorted(set(own))
    best: Box | None = None
    looked_at: list[tuple[Box, int]] = []
    for box, place in sorted(((test.item(place)[:4], place) for place in mine), key=lambda pair: (-_size(pair[0]), pair[1])):
        if best is not None and _size(box) <= _size(best):
            break
        if any(_holds(larger, box) and not _are_apart(test, box, place, below, mine) for larger, below in looked_at):
            continue
        if len(looked_at) < _LARGEST:
            looked_at.append((box, place))
        covers = [item[:4] for item in test.touching(box) if item[4] < place and not _is_in(mine, item[4])]
        part = largest_free(box, covers)
        if part is not None and (best is None or _size(part) > _size(best)):
            best = part
    return best


def _holds(box: Box, other: Box) -> bool:
    return box[0] <= other[0] and box[1] <= other[1] and other[2] <= box[2] and other[3] <= box[3]


def _are_apart(test: HitTest, box: Box, place: int, below: int, mine: Sequence[int]) -> bool:
    """Whether something else lies below a box, on that at the place below it."""
    if place >= below or bisect_left(mine, below) - bisect_left(mine, place) == below - place:
        return False
    return any(place < item[4] < below and not _is_in(mine, item[4]) for item in test.touching(box))


def _is_in(places: Sequence[int], place: int) -> bool:
    k = bisect_left(places, place)
    return k < len(places) and places[k] == place


def _size(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _out_of_reach(test: HitTest, node: int, own: Collection[int]) -> Refusal:
    """Why nothing of the node can be hit, although neither it nor anything around it is hidden."""
    found, nodes = test.survey, test.tree.nodes
    if all((bounds := nodes[each].bounds) is None or bounds.empty for each in own):
        return Refusal("no_bounds")
    boxes = [(box, each) for each in own if (box := found.boxes[each]) is not None]
    if not boxes:
        return Refusal("not_visible", _scroller(test, node))
    modal = next((modal for _, each in boxes if (modal := test.blocking(each)) >= 0), -1)
    if modal >= 0:
        return Refusal("modal", modal)
    box, _ = max(boxes, key=lambda pair: _size(pair[0]))
    hit = test.at((box[0] + box[2]) // 2, (box[1] + box[3]) // 2)
    return Refusal("covered", hit.beneath if hit.reason == "modal" else hit.node)
