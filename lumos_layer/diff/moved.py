"""Last stage: what went to another parent, and boxes whose content shows which they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import compress, count

from lumos_layer.diff.content import Side
from lumos_layer.diff.family import Sameness
from lumos_layer.diff.owners import FlatRecords
from lumos_layer.diff.pairs import Pairs
from lumos_layer.diff.records import Records
from lumos_layer.tree import Role
from lumos_layer.tree.upwards import Nearest

# Nothing leaves these: what is named alike in another of them is another element. Records are such surroundings too.
_SURROUNDINGS = frozenset((
    Role.ALERT, Role.ALERTDIALOG, Role.APPLICATION, Role.COMBOBOX, Role.DIALOG, Role.DOCUMENT, Role.FEED, Role.FORM, Role.GRID,
    Role.LIST, Role.LISTBOX, Role.LOG, Role.MENU, Role.MENUBAR, Role.NAVIGATION, Role.RADIOGROUP, Role.TABLE, Role.TABLIST,
    Role.TABPANEL, Role.TOOLBAR, Role.TOOLTIP, Role.TREE, Role.TREEGRID, Role.WINDOW,
))  # fmt: skip
Place = tuple[int, int]  # surroundings (-1: none), label


class Moved:
    """Looks for what moved, again and again while pairs are found: what does not change meanwhile is found once."""

    def __init__(self, same: Sameness) -> None:
        self._same = same
        self._flat, self._flat_after = FlatRecords(same.pairs.before), FlatRecords(same.pairs.after)

    def pair(self) -> int:
        """Pair free nodes that are named as nothing else is in the same surroundings; returns how many."""
        same, pairs = self._same, self._same.pairs
        forward, found_after = pairs.forward, self._alone_after
        count = last = 0
        for (around, label), i in self._alone.items():
            if i < last or forward[i] >= 0 or (around >= 0 > forward[around]):
                continue
            j = found_after.get((forward[around] if around >= 0 else -1, label), -1)
            if j < 0 or not pairs.free(i, j) or self._flat.hold(i) or self._flat_after.hold(j):
                continue
            if same.possible(i, j) and not _went_with_its_box(pairs, i):
                pairs.pair_subtrees(i, j)
                count, last = count + 1, pairs.before.tree.end(i)  # what is below finds its partners among its siblings first
        return count

    @cached_property
    def _labels(self) -> Mapping[int, str]:
        """Those of free nodes on both sides, with the names in them, at the first question: there will be no others."""
        pairs = self._same.pairs
        labels = pairs.before.own_labels(pairs.open_before(), pairs.forward)
        others = pairs.after.own_labels(pairs.open_after(), pairs.backward) if labels else {}
        return {label: name for label, name in labels.items() if label in others}

    @cached_property
    def _alone(self) -> dict[Place, int]:
        return _alone(self._same.pairs.before, self._same.records.before, self._labels)

    @cached_property
    def _alone_after(self) -> dict[Place, int]:
        return _alone(self._same.pairs.after, self._same.records.after, self._labels)


def _went_with_its_box(pairs: Pairs, i: int) -> bool:
    """Whether something that can be acted on stood in a box that is gone: what is called so elsewhere is something else's."""
    tree = pairs.before.tree
    parent = tree.parents[i]
    return bool(tree[i].can) and tree.end(i) == i + 1 and parent >= 0 and pairs.forward[parent] < 0


def _alone(side: Side, records: Records, labels: Mapping[int, str]) -> dict[Place, int]:
    """By surroundings and label, the only node that has one of these labels there, in document order."""
    if not labels:
        return {}
    tree = side.tree
    nodes, parents = tree.nodes, tree.parents
    called = side.labelled(labels)
    record = records.of_many(len(called))
    around = Nearest(tree, lambda i: nodes[i].role in _SURROUNDINGS or record(i) == i).of
    found: dict[Place, int] = {}
    for i, label in called:
        place = around(parents[i]), label
        found[place] = -1 if place in found else i
    return {place: i for place, i in found.items() if i >= 0}


def pair_containers(same: Sameness) -> int:
    """Pair free nodes of one label most of whose children have found each other; returns how many."""
    pairs, parents_after = same.pairs, same.pairs.after.tree.parents
    forward, ends = pairs.forward, pairs.before.tree.ends
    free = [i for i in compress(count(), map((0).__gt__, forward)) if ends[i] > i + 1]
    found = 0
    for i in reversed(free):
        above = [parents_after[forward[k]] for k in reversed(pairs.before.children(i)) if forward[k] >= 0]
        found += bool(above) and _pair_container(pairs, i, above)
    return found


def _pair_container(pairs: Pairs, i: int, above: Sequence[int]) -> bool:
    """Pair a node with what most of its children are below now, if it is free and called the same."""
    j, times = Counter(above).most_common(1)[0]
    if j < 0 or 2 * times <= len(pairs.before.children(i)):
        return False
    if not pairs.free(i, j) or pairs.before.label(i) != pairs.after.label(j):
        return False
    pairs.pair(i, j)
    return True
