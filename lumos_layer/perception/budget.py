"""A token budget as a hard promise: the most useful parts that fit, and marks for what does not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lumos_layer.errors import BudgetTooSmall
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.rows import Part
from lumos_layer.perception.views import Choice, chosen
from lumos_layer.perception.words import MODAL
from lumos_layer.tree import Rect, Tree

Render = Callable[[Choice], Blueprint]
Cost = Callable[[Blueprint], int]


def within(tree: Tree, view: Choice, window: Rect | None, budget: int, render: Render, cost: Cost) -> Blueprint:
    """The blueprint of the view if it fits into the budget, else of as many of its most useful parts as do.

    `window` is what a person sees without scrolling. Raises BudgetTooSmall with the least budget that shows anything.
    """
    whole = render(view)
    if cost(whole) <= budget or not view.parts:
        return _affordable(whole, budget, cost)
    # Even the shortest part costs a token: no more than that many can fit, and no more need be weighed.
    ranked = by_usefulness(tree, view.parts, window)[: max(budget, 1)]
    parts = view.parts

    def best(count: int) -> Blueprint:
        choice = chosen(parts, {part.node for part in ranked[:count]}, "budget")
        more = {node: choice.more.get(node, 0) + view.more.get(node, 0) for node in choice.more | view.more}
        return render(Choice(choice.parts, more, view.omitted + choice.omitted))

    least = best(1)
    fits, most = 1, len(ranked)
    found = _affordable(least, budget, cost)
    while fits < most:
        middle = (fits + most + 1) // 2
        tried = best(middle)
        if cost(tried) <= budget:
            fits, found = middle, tried
        else:
            most = middle - 1
    return found


def _affordable(blueprint: Blueprint, budget: int, cost: Cost) -> Blueprint:
    needed = cost(blueprint)
    if needed > budget:
        raise BudgetTooSmall(budget, needed)
    return blueprint


def by_usefulness(tree: Tree, parts: Sequence[Part], window: Rect | None) -> list[Part]:
    """The focused element first; then what is in modal groups, what can be acted on, headings and texts; what is in view before the rest."""
    open_until = 0
    ranks: list[tuple[int, int]] = []
    for place, part in enumerate(parts):
        node = tree[part.node]
        if part.kind == "group":
            if node.role in MODAL or node.modal:
                open_until = max(open_until, part.end)
            if not part.own:
                continue
        words = part.kind in ("text", "heading")
        if node.focused:
            rank = 0
        elif part.node < open_until:
            rank = 2 if words else 1
        else:
            beyond = window is not None and node.bounds is not None and not node.bounds.touches(window)
            rank = (5 if part.kind == "heading" else 6) if words else 3
            rank += (4 if beyond else 0) + (1 if not words and node.enabled is False else 0)
        ranks.append((rank, place))
    return [parts[place] for _, place in sorted(ranks)]
