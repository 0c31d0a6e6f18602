"""First stage: what stands where it stood, in every field, from the front and from the back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import compress, count
from operator import ne

from lumos_layer.diff.owners import owners_on_both
from lumos_layer.diff.pairs import Pairs
from lumos_layer.tree import Tree


def keep_unchanged(pairs: Pairs, contradicts: Callable[[int, int], bool]) -> None:
    """Pair subtrees that are equal in every field, before and behind what has changed, and the equal nodes around the change.

    A node around the change is another one where `contradicts` says so: what is in it is another record's. What is next to the
    change and looks like something in it, or like another sibling, or is part of a record in it, is left to later stages: here it
    cannot be seen whose it is.
    """
    before, after = pairs.before.tree, pairs.after.tree
    front = _front(before, after)
    if front == len(before) == len(after):
        pairs.pair_stretch(0, 0, front)
        return
    back = _back(before, after)
    around = -1
    while True:
        inner = _inner(before, after, around, front)
        if inner >= 0 and _are_more_or_less(pairs, around, inner):
            front, inner = inner, -1
        _pair_children(pairs, around, inner, front, back)
        if inner < 0 or contradicts(inner, inner):
            return
        pairs.pair(inner, inner)
        around = inner


def _front(before: Tree, after: Tree) -> int:
    """How many nodes are equal, and below equal ones, from the front."""
    least = min(len(before), len(after))
    nodes = next(compress(count(), map(ne, before.nodes, after.nodes)), least)
    parents = next(compress(count(), map(ne, before.parents, after.parents)), least)
    return min(nodes, parents)


def _back(before: Tree, after: Tree) -> int:
    """How many nodes are equal, with subtrees of equal shape, from the back."""
    least = min(len(before), len(after))
    nodes = next(compress(count(), map(ne, reversed(before.nodes), reversed(after.nodes))), least)
    size, other = len(before), len(after)
    ends = zip(reversed(before.ends), reversed(after.ends), strict=False)
    return next((k for k, (end, end_after) in zip(range(nodes), ends, strict=False) if size - end != other - end_after), nodes)


def _inner(before: Tree, after: Tree, around: int, front: int) -> int:
    """The child, equal in itself, that holds the first difference below it; -1 if that is among the children themselves."""
    child = around + 1
    while child < front:
        end = before.end(child)
        if end > front or after.end(child) != end:
            return child
        child = end
    return -1


def _are_more_or_less(pairs: Pairs, around: int, inner: int) -> bool:
    """Whether `inner` may be another now: it stands elsewhere too, or there are more or fewer siblings that begin like it."""
    telling = pairs.before.telling(inner)
    rest_after = list(_children_from(pairs.after.tree, around, inner))
    if telling != pairs.after.telling(inner) and any(pairs.after.telling(j) == telling for j in rest_after):
        return True
    rest = list(_children_from(pairs.before.tree, around, inner))
    if len(rest) == len(rest_after):
        return False
    number = sum(1 for i in rest if pairs.before.telling(i) == telling)
    return number != sum(1 for j in rest_after if pairs.after.telling(j) == telling)


def _pair_children(pairs: Pairs, around: int, inner: int, front: int, back: int) -> None:
    """Pair the equal subtrees below `around`: those in front of `inner`, or of the change, and those behind it."""
    before, after = pairs.before.tree, pairs.after.tree
    first = inner if inner >= 0 else front
    rest = list(_children_from(before, around, before.end(inner) if inner >= 0 else front))
    rest_after = list(_children_from(after, around, after.end(inner) if inner >= 0 else front))
    kept = _equal_tails(rest, rest_after, len(before) - back, len(after) - len(before))
    changed = rest[: len(rest) - kept], rest_after[: len(rest_after) - kept]
    if any(changed):
        seen = {pairs.before.telling(i) for i in changed[0]} | {pairs.after.telling(j) for j in changed[1]}
        ahead = list(_children_until(before, around, first))
        times = Counter(map(pairs.before.label, (*ahead, *rest)))
        owner, owner_after = owners_on_both(pairs.before, pairs.before.children(around), pairs.after, pairs.after.children(around))
        free, free_after = set(changed[0]), set(changed[1])

        def may_be_another(i: int, j: int) -> bool:
            like_another = pairs.before.telling(i) in seen or (before.end(i) == i + 1 and times[pairs.before.label(i)] > 1)
            if like_another or owner.get(i, -1) in free or owner_after.get(j, -1) in free_after:
                free.add(i)
                free_after.add(j)
                return True
            return False

        while inner < 0 and ahead and may_be_another(ahead[-1], ahead[-1]):
            first = ahead.pop()
        while kept and may_be_another(rest[-kept], rest_after[-kept]):
            kept -= 1
    pairs.pair_stretch(around + 1, around + 1, first - around - 1)
    if kept:
        pairs.pair_stretch(rest[-kept], rest_after[-kept], _end(before, around) - rest[-kept])


def _end(tree: Tree, around: int) -> int:
    return tree.end(around) if around >= 0 else len(tree)


def _children_from(tree: Tree, around: int, child: int) -> Iterator[int]:
    end = _end(tree, around)
    while child < end:
        yield child
        child = tree.end(child)


def _children_until(tree: Tree, around: int, end: int) -> Iterator[int]:
    child = around + 1
    while child < end:
        yield child
        child = tree.end(child)


def _equal_tails(rest: list[int], rest_after: list[int], first: int, shift: int) -> int:
    """How many of the last children of both are equal, given where the equal nodes begin and how far they are apart."""
    kept = 0
    for i, j in zip(reversed(rest), reversed(rest_after), strict=False):
        if i < first or i + shift != j:
            break
        kept += 1
    return kept
