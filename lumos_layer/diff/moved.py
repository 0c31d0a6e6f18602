"""Last stage: what went to another parent, and boxes whose content shows which they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from operator import itemgetter

from lumos_layer.diff.content import Side
from lumos_layer.diff.family import Sameness
from lumos_layer.diff.owners import FlatRecords
from lumos_layer.diff.pairs import Pairs
from lumos_layer.diff.records import Nearest, Records
from lumos_layer.tree import Role

# Nothing leaves these: what is named alike in another of them is another element. Records are such surroundings too.
_SURROUNDINGS = frozenset((
    Role.ALERT, Role.ALERTDIALOG, Role.APPLICATION, Role.COMBOBOX, Role.DIALOG, Role.DOCUMENT, Role.FEED, Role.FORM, Role.GRID,
    Role.LIST, Role.LISTBOX, Role.LOG, Role.MENU, Role.MENUBAR, Role.NAVIGATION, Role.RADIOGROUP, Role.TABLE, Role.TABLIST,
    Role.TABPANEL, Role.TOOLBAR, Role.TOOLTIP, Role.TREE, Role.TREEGRID, Role.WINDOW,
))  # fmt: skip
Place = tuple[int, int]  # surroundings in the tree before (-1: none), label


def pair_moved(same: Sameness) -> int:
    """Pair free nodes that are named as nothing else is in the same surroundings; returns how many."""
    pairs = same.pairs
    wanted = _labels(pairs.before, pairs.open_before(), pairs.forward) & _labels(pairs.after, pairs.open_after(), pairs.backward)
    if not wanted:
        return 0
    found = _places(pairs.before, same.records.before, wanted, _kept(pairs.forward))
    found_after = _places(pairs.after, same.records.after, wanted, pairs.backward)
    flat, flat_after = FlatRecords(pairs.before), FlatRecords(pairs.after)
    count = last = 0
    for place, i in sorted(found.items(), key=itemgetter(1)):
        j = found_after.get(place, -1)
        if i < last or j < 0 or not pairs.free(i, j) or flat.hold(i) or flat_after.hold(j):
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


def _labels(side: Side, nodes: range, partners: Sequence[int]) -> set[int]:
    """What the free nodes are called."""
    return {label for i in nodes if partners[i] < 0 and (label := side.own_label(i)) is not None}


def _kept(forward: Sequence[int]) -> Sequence[int]:
    """For each node of the tree before, itself if it has a partner."""
    return [i if j >= 0 else -1 for i, j in enumerate(forward)]


def _places(side: Side, records: Records, wanted: set[int], known: Sequence[int]) -> dict[Place, int]:
    """By surroundings that have a partner and label, the only node with them; -1 if there are several.

    `known` has for each node what it is in the tree before.
    """
    tree = side.tree
    surroundings = Nearest(tree, lambda i: tree[i].role in _SURROUNDINGS or records.of(i) == i)
    found: dict[Place, int] = {}
    for i, label in side.all_labels():
        if label in wanted:
            around = surroundings.of(tree.parents[i])
            if around < 0 or known[around] >= 0:
                place = (known[around] if around >= 0 else -1), label
                found[place] = -1 if place in found else i
    return found


def pair_containers(same: Sameness) -> int:
    """Pair free nodes of one label most of whose children have found each other; returns how many."""
    pairs, tree = same.pairs, same.pairs.before.tree
    count = 0
    for i in reversed(pairs.open_before()):
        if pairs.forward[i] < 0 and tree.end(i) > i + 1:
            j = _common_parent(pairs, i)
            if j >= 0 and pairs.free(i, j) and pairs.before.label(i) == pairs.after.label(j):
                pairs.pair(i, j)
                count += 1
    return count


def _common_parent(pairs: Pairs, i: int) -> int:
    """The node of the tree after below which most children of `i` are; -1 if there is none."""
    children = pairs.before.children(i)
    parents = Counter(pairs.after.tree.parents[j] for child in children if (j := pairs.forward[child]) >= 0)
    if not parents:
        return -1
    j, times = parents.most_common(1)[0]
    return j if 2 * times > len(children) else -1
