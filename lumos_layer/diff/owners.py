"""Flat lists: records that have no box of their own, such as a name, a town and an "Edit" button side by side, again and again.

What is called alike in each of them belongs to what names the record, its *owner*, and goes where that goes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from lumos_layer.diff.content import Side
from lumos_layer.tree import Node, Rect, Role, Tree

_LISTS = frozenset((Role.GRID, Role.LIST, Role.LISTBOX, Role.TABLE))
_VERBS = frozenset((Role.BUTTON, Role.CHECKBOX, Role.SWITCH))  # done with a record even where it is the only one
_BEFORE_LABELS = frozenset((Role.CHECKBOX, Role.RADIO, Role.SWITCH))


def owners(side: Side, children: Sequence[int], acts: AbstractSet[Hashable] = frozenset()) -> Mapping[int, int]:
    """For each of these siblings that is part of a flat record, the one that names the record.

    `acts` are kinds of what is known to be done with records, also where there is only one of them.
    """
    nodes = side.tree.nodes
    if not any(nodes[i].can and nodes[i].name for i in children):
        return {}
    kinds = [side.telling(i) for i in children]
    times = Counter(kinds)
    alone = _is_in_flat_list(side.tree, children)
    alike = {
        i: kind
        for i, kind in zip(children, kinds, strict=True)
        if _is_done_with_a_record(side.tree[i], 2 if kind in acts else times[kind], alone)
    }
    if not alike:
        return {}
    telling = _telling(side, children, kinds, times) - alike.keys()
    return {i: owner for record in _records(side.tree, children, alike) for i, owner in _of_record(side, record, telling, alike)}


def owners_on_both(
    side: Side, children: Sequence[int], side_after: Side, children_after: Sequence[int]
) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """The same of siblings in two trees: where there is one record left, or was one, the other tree tells what is done with it."""
    owned, owned_after = owners(side, children), owners(side_after, children_after)
    if owned and not owned_after:
        return owned, owners(side_after, children_after, _acts(side, owned))
    if owned_after and not owned:
        return owners(side, children, _acts(side_after, owned_after)), owned_after
    return owned, owned_after


def _acts(side: Side, owned: Mapping[int, int]) -> AbstractSet[Hashable]:
    return {side.telling(i) for i in owned if side.tree[i].can and side.tree[i].name}


def _is_in_flat_list(tree: Tree, children: Sequence[int]) -> bool:
    """Whether they are in a list that holds nothing but texts and what can be done with them: one record is in it, or several."""
    parent = tree.parents[children[0]] if children else -1
    return parent >= 0 and tree[parent].role in _LISTS and len(children) == tree.end(parent) - parent - 1


def _is_done_with_a_record(node: Node, times: int, alone: bool) -> bool:
    return bool(node.can and node.name) and (times > 1 or (alone and node.role in _VERBS))


class FlatRecords:
    """What in a tree is part of a flat record; the children of each parent are looked at once."""

    def __init__(self, side: Side) -> None:
        self._side = side
        self._owners: dict[int, Mapping[int, int]] = {}

    def hold(self, i: int) -> bool:
        parent = self._side.tree.parents[i]
        if parent not in self._owners:
            self._owners[parent] = owners(self._side, self._side.children(parent))
        return i in self._owners[parent]


def labels(side: Side, children: Sequence[int]) -> Mapping[int, int]:
    """For each of these siblings that does not tell itself from the others, the telling one beside it: a field's label."""
    kinds = [side.telling(i) for i in children]
    telling = _telling(side, children, kinds, Counter(kinds))
    return dict(_of_lines(side.tree, children, telling)) if telling else {}


def _telling(side: Side, children: Sequence[int], kinds: Sequence[tuple[int, ...]], times: Counter[tuple[int, ...]]) -> set[int]:
    return {i for i, kind in zip(children, kinds, strict=True) if times[kind] == 1 and (len(kind) > 1 or side.is_named(i))}


def _records(tree: Tree, children: Sequence[int], alike: Mapping[int, Hashable]) -> Iterator[Sequence[int]]:
    """The siblings of each record, which ends with what can be done with it, or begins so where check boxes stand in front.

    What is more than most records have is no part of one: a heading before the first, a note behind the last.
    """
    first = next(i for i in children if i in alike)
    if tree[first].role in _BEFORE_LABELS or (first == children[0] and children[-1] not in alike):
        stretches = _split(children, lambda _, i: alike.get(i) == alike[first])
    else:
        # Seen from the end, what comes first is what can be done.
        stretches = [stretch[::-1] for stretch in _split(children, lambda last, i: last in alike and i not in alike)]
    stretches = [stretch for stretch in stretches if stretch[0] in alike]
    sizes = Counter(sum(i not in alike for i in stretch) for stretch in stretches)
    usual = max(sorted(sizes), key=sizes.__getitem__)
    return (sorted(_first(stretch, alike, usual)) for stretch in stretches)


def _split(children: Sequence[int], begins: Callable[[int, int], bool]) -> list[list[int]]:
    stretches = [[children[0]]]
    for last, i in pairwise(children):
        if begins(last, i):
            stretches.append([])
        stretches[-1].append(i)
    return stretches


def _first(stretch: Sequence[int], alike: Mapping[int, Hashable], usual: int) -> Iterator[int]:
    """As many of them as a record usually has."""
    for i in stretch:
        usual -= i not in alike
        if usual < 0:
            return
        yield i


def _of_record(
    side: Side, record: Sequence[int], telling: AbstractSet[int], alike: Mapping[int, Hashable]
) -> Iterator[tuple[int, int]]:
    """What names it is the first that no other record has too, or the first name in it that others have too."""
    owner = next((i for i in record if i in telling), -1)
    if owner < 0:
        owner = next((i for i in record if i not in alike and side.tree[i].name), -1)
    return ((i, owner) for i in record if owner >= 0 and i != owner)


def _of_lines(tree: Tree, children: Sequence[int], telling: AbstractSet[int]) -> Iterator[tuple[int, int]]:
    """What does not tell itself belongs to the telling sibling in its line on the screen, else to the one in front of it."""
    behind: dict[int, int] = {}
    near = -1
    for i in reversed(children):
        behind[i] = near
        near = i if i in telling else near
    near = -1
    for i in children:
        if i in telling:
            near = i
        elif near >= 0 or behind[i] >= 0:
            yield i, _nearer(tree, i, near, behind[i])


def _nearer(tree: Tree, i: int, front: int, behind: int) -> int:
    if front < 0 or behind < 0:
        return max(front, behind)
    return behind if _in_line(tree, i, behind) and not _in_line(tree, i, front) else front


def _in_line(tree: Tree, i: int, k: int) -> bool:
    """Whether two boxes lie side by side."""
    box, other = tree[i].bounds, tree[k].bounds
    return box is not None and other is not None and (_holds_middle(box, other) or _holds_middle(other, box))


def _holds_middle(box: Rect, other: Rect) -> bool:
    return box.y <= other.y + other.height // 2 < box.bottom
