"""Last stage: what went to another parent, and boxes whose content shows which they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from operator import itemgetter

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
Place = tuple[int, int]  # surroundings in the tree before (-1: none), label


class Moved:
    """Looks for what moved, again and again while pairs are found: what does not change meanwhile is found once."""

    def __init__(self, same: Sameness) -> None:
        self._same = same
        self._flat, self._flat_after = FlatRecords(same.pairs.before), FlatRecords(same.pairs.after)
        self._places, self._places_after = (
            _Places(same.pairs.before, same.records.before),
            _Places(same.pairs.after, same.records.after),
        )

    def pair(self) -> int:
        """Pair free nodes that are named as nothing else is in the same surroundings; returns how many."""
        same, pairs = self._same, self._same.pairs
        wanted = pairs.before.own_labels(pairs.open_before(), pairs.forward)
        wanted &= pairs.after.own_labels(pairs.open_after(), pairs.backward)
        if not wanted:
            return 0
        found = self._places.of(wanted, _kept(pairs.forward))
        found_after = self._places_after.of(wanted, pairs.backward)
        count = last = 0
        for place, i in sorted(found.items(), key=itemgetter(1)):
            j = found_after.get(place, -1)
            if i < last or j < 0 or not pairs.free(i, j) or self._flat.hold(i) or self._flat_after.hold(j):
                continue
            if same.possible(i, j) and not _went_with_its_box(pairs, i):
                pairs.pair_subtrees(i, j)
                count, last = count + 1, pairs.before.tree.end(i)  # what is below finds its partners among its siblings first
        return count


def _went_with_its_box(pairs: Pairs, i: int) -> bool:
    """Whether something that can be acted on stood in a box that is gone: what is called so elsewhere is something else's."""
    tree = pairs.before.tree
    parent = tree.parents[i]
    return bool(tree[i].can) and tree.end(i) == i + 1 and parent >= 0 and pairs.forward[parent] < 0


def _kept(forward: Sequence[int]) -> Sequence[int]:
    """For each node of the tree before, itself if it has a partner."""
    return [i if j >= 0 else -1 for i, j in enumerate(forward)]


class _Places:
    """Where in a tree what is called so stands."""

    def __init__(self, side: Side, records: Records) -> None:
        self._side, self._records = side, records
        self._called: list[tuple[int, int, int]] | None = None  # surroundings, label and node

    def of(self, labels: set[int], known: Sequence[int]) -> dict[Place, int]:
        """By surroundings that have a partner and label, the only node with them; -1 if there are several.

        `known` has for each node what it is in the tree before. No later question may be about labels that no earlier one named.
        """
        if self._called is None:
            self._called = self._read(labels)
        self._called = [called for called in self._called if called[1] in labels]
        found: dict[Place, int] = {}
        for around, label, i in self._called:
            partner = known[around] if around >= 0 else -1
            if around < 0 or partner >= 0:
                place = partner, label
                found[place] = -1 if place in found else i
        return found

    def _read(self, labels: set[int]) -> list[tuple[int, int, int]]:
        tree = self._side.tree
        nodes, parents = tree.nodes, tree.parents
        called = [(i, label) for i, label in enumerate(self._side.all_labels()) if label in labels]
        record = self._records.of_many(len(called))
        around = Nearest(tree, lambda i: nodes[i].role in _SURROUNDINGS or record(i) == i).of
        return [(around(parents[i]), label, i) for i, label in called]


def pair_containers(same: Sameness) -> int:
    """Pair free nodes of one label most of whose children have found each other; returns how many."""
    pairs, tree = same.pairs, same.pairs.before.tree
    count = 0
    forward, ends = pairs.forward, tree.ends
    for i in reversed(pairs.open_before()):
        if forward[i] < 0 and ends[i] > i + 1:
            j = _common_parent(pairs, i)
            if j >= 0 and pairs.free(i, j) and pairs.before.label(i) == pairs.after.label(j):
                pairs.pair(i, j)
                count += 1
    return count


def _common_parent(pairs: Pairs, i: int) -> int:
    """The node of the tree after below which most children of `i` are; -1 if there is none."""
    children = pairs.before.children(i)
    found = [pairs.after.tree.parents[j] for child in children if (j := pairs.forward[child]) >= 0]
    if not found:
        return -1
    j, times = Counter(found).most_common(1)[0]
    return j if 2 * times > len(children) else -1
