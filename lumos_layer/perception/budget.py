"""A token budget as a hard promise: the most useful parts that fit, and marks for what does not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lumos_layer.errors import BudgetTooSmall
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.rows import Part
from lumos_layer.perception.views import Choice, is_modal, with_groups_around
from lumos_layer.tree import Node, Rect, Tree

Render = Callable[[Choice], Blueprint]
Cost = Callable[[Blueprint], int]

_TRIED = 8  # so many of the most useful parts: a few more may cost less than fewer, for want of marks


def within(tree: Tree, view: Choice, window: Rect | None, budget: int, render: Render, cost: Cost) -> Blueprint:
    """The blueprint of the view if it fits into the budget, else of as many of its most useful parts as do.

    `window` is what a person sees without scrolling. Raises BudgetTooSmall with the least budget that shows anything.
    """
    whole = render(view)
    least = cost(whole)
    if least <= budget:
        return whole
    ranked = by_usefulness(tree, view.parts, window)

    def best(count: int) -> tuple[Blueprint, int]:
        keep = bytearray(len(view.parts))
        for place in ranked[:count]:
            keep[place] = 1
        found = render(with_groups_around(view, keep, "budget"))
        return found, cost(found)

    for fits in range(1, min(len(ranked), _TRIED + 1)):
        found, needed = best(fits)
        if needed <= budget:
            return _most(best, fits, len(ranked) - 1, budget, found)
        least = min(least, needed)
    raise BudgetTooSmall(budget, least)


def _most(best: Callable[[int], tuple[Blueprint, int]], fits: int, most: int, budget: int, found: Blueprint) -> Blueprint:
    """The blueprint of the most parts that fit: `fits` do, no more than `most` can. The steps are doubled, then halved."""
    step = 1
    while fits < most:
        middle = min(fits + step, most) if step else (fits + most + 1) // 2
        tried, needed = best(middle)
        if needed <= budget:
            fits, found, step = middle, tried, 2 * step
        else:
            most, step = middle - 1, 0
    return found


def by_usefulness(tree: Tree, parts: Sequence[Part], window: Rect | None) -> list[int]:
    """The places of the parts, most useful first; a group that cannot be acted on comes with what is inside it.

    The focused element; what is in modal groups; what can be acted on; headings and texts; what is in view before the rest.
    """
    open_until = 0
    ranks: list[tuple[int, int]] = []
    for place, part in enumerate(parts):
        node = tree[part.node]
        if part.kind == "group":
            if is_modal(node):
                open_until = max(open_until, part.end)
            if not part.own and place + 1 < len(parts) and parts[place + 1].node < part.end:
                continue
        ranks.append((_rank(part, node, part.node < open_until, window), place))
    return [place for _, place in sorted(ranks)]


def _rank(part: Part, node: Node, in_modal: bool, window: Rect | None) -> int:
    words = part.kind in ("text", "heading")
    if node.focused:
        return 0
    if in_modal:
        return 2 if words else 1
    beyond = window is not None and node.bounds is not None and not node.bounds.touches(window)
    rank = (5 if part.kind == "heading" else 6) if words else 3 + (node.enabled is False)
    return rank + (4 if beyond else 0)
