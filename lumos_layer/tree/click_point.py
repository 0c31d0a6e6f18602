"""Where to click so that one element, and no other, is acted on."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from lumos_layer.tree.free_parts import common, largest_free
from lumos_layer.tree.hit_test import HitTest
from lumos_layer.tree.survey import GROUNDS, Box, scrolls
from lumos_layer.tree.upwards import Nearest

_LARGEST = 4  # of an element's boxes, in which the others are looked for

Refused = Literal["covered", "not_visible", "minimised", "modal", "no_bounds"]


class Refusal(Struct, frozen=True, gc=False):
    """Why there is no such point. `by` is what covers the element, the modal dialog, or what must be scrolled; -1: not known."""

    reason: Refused
    by: int = -1


class Meant(Struct, frozen=True):
    """What a click on the node `node` is meant for. `twins` are nodes inside that are the same element once more.

    Of a node that cannot be acted on, `twins` are those of the element around it, and `owners` tells of each node the nearest from
    it upwards that is asked for by itself, so that what stands in it is no part of any other.
    """

    node: int
    twins: Collection[int] = ()
    owners: Nearest | None = None


def click_point(test: HitTest, node: int, twins: Collection[int] = (), owners: Nearest | None = None) -> tuple[int, int] | Refusal:
    """A pixel at which the node, or one of its twins inside it, is what can be acted on, or why there is none.

    It is the middle of the node's box, if that will do, else the middle of the largest part of that box where nothing else lies on
    it, and only where there is none of what is in the node and sticks out of it. Of a node that cannot be acted on, a pixel that
    hits it or what is in it, but nothing in it that can be acted on or is asked for by itself: see `Meant`.
    """
    if not test.survey.shown[node]:
        return _hidden(test, node)
    meant = Meant(node, twins, owners)
    bounds = test.tree[node].bounds
    if bounds is not None and _is_hit(test, meant, *bounds.centre):
        return bounds.centre
    own = list(_own(test, meant))
    places = sorted({place for each in own if test.blocking(each) < 0 for place in test.places.get(each, ())})
    boxes = [(test.item(place)[:4], place) for place in places]
    area = (0, 0, 0, 0) if bounds is None else (bounds.x, bounds.y, bounds.right, bounds.bottom)
    part = _largest_part(test, places, [(within, place) for box, place in boxes if (within := common(area, box)) is not None])
    part = part or _largest_part(test, places, [(box, place) for box, place in boxes if not _holds(area, box)])
    if part is not None:
        return (part[0] + part[2]) // 2, (part[1] + part[3]) // 2
    return _out_of_reach(test, meant, own)


def _hidden(test: HitTest, node: int) -> Refusal:
    nodes = test.tree.nodes
    if nodes[node].minimized or any(nodes[above].minimized for above in test.tree.ancestors(node)):
        return Refusal("minimised")
    return Refusal("not_visible", _scroller(test, node))


def _scroller(test: HitTest, node: int) -> int:
    """The nearest node around that scrolls."""
    nodes = test.tree.nodes
    return next((above for above in test.tree.ancestors(node) if scrolls(nodes[above])), -1)


def _is_hit(test: HitTest, meant: Meant, x: int, y: int) -> bool:
    found = test.at(x, y)
    return found.reason is None and meant.node <= found.node < test.tree.end(meant.node) and _stands_for(test, meant, found.node)


def _stands_for(test: HitTest, meant: Meant, inside: int) -> bool:
    """True if a click on what is inside the node is meant for the node, or, where nobody can act on that, for no other in it."""
    acts, node = test.lift(inside), meant.node
    if test.tree[node].can:
        return acts == node or acts in meant.twins
    if meant.owners is not None and meant.owners.of(inside) != node:
        return False
    return acts in meant.twins or not node <= acts < test.tree.end(node)


def _own(test: HitTest, meant: Meant) -> Iterator[int]:
    """The node and all inside it that stands for it."""
    nodes, ends, node, owners = test.tree.nodes, test.tree.ends, meant.node, meant.owners
    acts = bool(nodes[node].can)
    yield node
    i = node + 1
    while i < ends[node]:
        others = nodes[i].can or nodes[i].role in GROUNDS if acts else owners is not None and owners.of(i) == i
        if others and i not in meant.twins:
            i = ends[i]
            continue
        if _stands_for(test, meant, i):
            yield i
        i += 1


def _largest_part(test: HitTest, mine: Sequence[int], boxes: Iterable[tuple[Box, int]]) -> Box | None:
    """The largest part of the boxes, each with its place, on which nothing lies that is at none of the places `mine`.

    Where a box lies in one of the largest, and nothing else between the two, all that is free of it is free of that one too.
    """
    best: Box | None = None
    looked_at: list[tuple[Box, int]] = []
    for box, place in sorted(boxes, key=lambda pair: (-_size(pair[0]), pair[1])):
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


def _out_of_reach(test: HitTest, meant: Meant, own: Collection[int]) -> Refusal:
    """Why nothing of the node can be hit, although neither it nor anything around it is hidden."""
    found, nodes, node = test.survey, test.tree.nodes, meant.node
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
    over = hit.beneath if hit.reason == "modal" else hit.node
    if node < over < test.tree.end(node) and meant.owners is not None:
        over = meant.owners.of(over)
    return Refusal("covered", over)
