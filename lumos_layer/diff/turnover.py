"""Whether a screen, or a part of it, has come to show another record, and which elements stood for the one before.

"Delete" looks the same on the page of Ada and on that of Bob, and programs use the same element for both. What tells the one from
the other are the facts around it: texts, headings, what fields hold.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from enum import IntEnum
from functools import cached_property

from lumos_layer.diff.content import Known, Side
from lumos_layer.diff.facts import FRAMES, Kind, kind_of, may_tell_of_another, words_in
from lumos_layer.diff.fates import Fate
from lumos_layer.diff.furniture import LANDMARKS
from lumos_layer.diff.matching import Matching
from lumos_layer.diff.records import Records
from lumos_layer.diff.shown_by import shown_by_another
from lumos_layer.diff.tallies import COLLECTIONS, HOUSES, Tallies, Tally
from lumos_layer.tree import Node, Role, Tree
from lumos_layer.tree.upwards import Nearest

# So many of the facts in a part are others: fewer where what comes first or a heading is, more where they are gone, not changed.
_SHARE_LED, _SHARE, _SHARE_GONE = 1 / 3, 1 / 2, 2 / 3
_BESIDE_NAME = 2  # facts may be kept where the name is the only one that is another

_THINGS = frozenset((Role.ARTICLE, Role.FORM, Role.LISTITEM, Role.ROW, Role.TREEITEM))  # one each, however little they say
_ITEMS = frozenset((Role.GRIDCELL, Role.LISTITEM, Role.OPTION, Role.ROW, Role.TREEITEM))


class _Mode(IntEnum):
    """What is true of all that stands right in a node."""

    LIVES = 0
    GOVERNED = 1  # it stands beside what has turned over, with nothing else around that it could belong to
    DEAD = 2


def turned_over(before: Tree, after: Tree, matching: Matching, entries: bool = True) -> frozenset[int]:
    """Nodes of the tree before that are there still, but stood for a record which is not shown there any more.

    A part of the screen has turned over if most of its facts have: docs/sessions.md says how many, and what counts. Dead is what is
    in the smallest such part, and what stands beside it with nothing of its own around it; bars, tabs, lists whose selection moved
    and windows live on. `entries=False`: what fields hold says nothing, as whoever looks on has written into several of them.
    What another tab or opener shows now has turned over too, whatever it says.
    """
    shown = frozenset(shown_by_another(before, after, matching))
    if not _may_have(before, after, matching):
        return shown
    tallies = Tallies(before, after, matching)
    return shown.union(_Turnover(tallies, matching, entries).dead()) if tallies.any_other else shown


def _may_have(before: Tree, after: Tree, matching: Matching) -> bool:
    """Whether any fact is another at all, and not only one that may have been written."""
    nodes, others = before.nodes, after.nodes
    entries = 0
    for i, j in enumerate(matching.forward):
        node = nodes[i]
        now = others[j] if j >= 0 else _NOTHING
        if node is now or (node.name == now.name and node.value == now.value):
            continue
        kind = kind_of(node)
        if kind is Kind.ENTRY:
            entries += 1
        if kind and (kind is not Kind.ENTRY or entries > 1) and (j < 0 or may_tell_of_another(words_in(node), words_in(now))):
            return True
    return False


_NOTHING = Node()


class _Turnover:
    def __init__(self, tallies: Tallies, matching: Matching, entries: bool) -> None:
        self._entries = entries
        self._tree, self._after, self._forward = tallies.before, tallies.after, matching.forward
        self._tallies = tallies
        self._by_node: Mapping[int, Tally] = tallies.by_node()
        self._documents = [i for i, node in enumerate(self._tree) if node.role is Role.DOCUMENT]
        self._choosers = frozenset(self._with_moved_selection())
        self._names: dict[int, Counter[tuple[Role, str]]] = {}  # by parent, how many children are called so
        self._places: dict[tuple[bool, int], Mapping[int, int]] = {}  # by tree and parent, the place of each child

    def dead(self) -> Iterator[int]:
        modes = bytearray(len(self._tree) + 1)  # the last place serves the parent -1 of roots
        parents = self._tree.parents
        for i, j in enumerate(self._forward):
            outer = modes[parents[i]]
            tally = self._by_node.get(i)
            turned = tally is not None and (tally.others > 0 or tally.titles > 0) and self._has_turned(i, tally)
            if not outer and not turned:
                continue
            inherited = self._inherited(i, _Mode(outer), tally) if outer else _Mode.LIVES
            own = _Mode.LIVES if tally is None or not turned else _Mode.DEAD if tally.others > tally.most else _Mode.GOVERNED
            modes[i] = max(inherited, own)
            if j >= 0 and (inherited or (turned and "click" in self._tree[i].can)) and self._tree[i].role not in FRAMES:
                yield i

    def _inherited(self, i: int, outer: _Mode, tally: Tally | None) -> _Mode:
        """Whether what is true around a node is true of it too."""
        role = self._tree[i].role
        if role is Role.TAB or role in FRAMES or i in self._choosers or _is_programs(role, tally):
            return _Mode.LIVES
        if outer is _Mode.DEAD:
            return _Mode.LIVES if self._went_along(i, tally) else outer
        if role is Role.TOOLBAR and (tally is None or not tally.others):
            return _Mode.LIVES
        if tally is None or not tally.facts:
            return outer
        if not tally.others and not self._by_node[self._tree.parents[i]].others:  # only its title says so
            return outer if not tally.kept and role not in HOUSES else _Mode.LIVES
        holds_all = role not in HOUSES and tally.others == self._by_node[self._tree.parents[i]].others
        return outer if holds_all else _Mode.LIVES

    def _went_along(self, i: int, tally: Tally | None) -> bool:
        """Whether it is a record among others like it, says what it said, and stands in another place among them: it was scrolled.

        What stays in its place may be called the same for every record: a label, a setting.
        """
        j, node = self._forward[i], self._tree[i]
        if j < 0 or self._records.of(i) != i or self._place(self._tree, i) == self._place(self._after, j):
            return False
        says = node.name if tally is None or not tally.facts else tally.kept and not (tally.others or tally.titles)
        return bool(says) and node.name == self._after[j].name and self._records.is_one_of_several(i)

    @cached_property
    def _records(self) -> Records:
        return Records(Side(self._tree, Known()))

    def _place(self, tree: Tree, i: int) -> int:
        """How many siblings stand in front of a node."""
        parent = tree.parents[i]
        places = self._places.get((tree is self._after, parent))
        if places is None:
            children = tree.children(parent) if parent >= 0 else tree.roots()
            places = self._places[tree is self._after, parent] = {child: place for place, child in enumerate(children)}
        return places[i]

    def _has_turned(self, i: int, tally: Tally) -> bool:
        """Whether so many facts in a node are others that it shows another thing."""
        # By whoever looks on, who sees then what was found by it.
        written = tally.entries == 1 or (tally.entries > 1 and not self._entries)
        changed = tally.changed - tally.entries if written else tally.changed + tally.taken
        kept = tally.kept - tally.labels
        gone = 0 if written else min(tally.gone, self._tallies.come(i)) if kept or changed else tally.gone
        others = changed + gone
        if tally.other_words > max(1, tally.same_words):
            return False
        if tally.titles and kept <= _BESIDE_NAME and self._is_titled_otherwise(i):
            return True
        if not others:
            return False
        if tally.renamed:
            return True
        others += tally.titles
        if others == 1:
            return bool(changed) and self._has_one_other(i, tally, kept)
        leads = tally.led or tally.names > 0
        return others / (others + kept) >= (_SHARE_GONE if gone > changed else _SHARE_LED if leads else _SHARE)

    def _is_titled_otherwise(self, i: int) -> bool:
        """Whether it is a window or page under the title of another thing; that of a browser is one of the page in it."""
        role = self._tree[i].role
        if role not in FRAMES or self._tallies.fates[i] != Fate.OTHER:
            return False
        behind = bisect_right(self._documents, i)
        holds_page = behind < len(self._documents) and self._documents[behind] < self._tree.end(i)
        return role is Role.DOCUMENT or not holds_page

    def _has_one_other(self, i: int, tally: Tally, kept: int) -> bool:
        """Whether the only fact that is another is enough: a heading, or all that is said in something that is one thing."""
        if tally.names:
            return kept <= _BESIDE_NAME
        role = self._tree[i].role
        if role in _THINGS and self._is_called_as_before(i):
            return False
        is_frame = role in FRAMES or self._tree.parents[i] < 0
        return not kept and tally.ahead and (is_frame or (tally.led and role in _THINGS))

    def _is_called_as_before(self, i: int) -> bool:
        """Whether it has kept a name that tells it from others beside it."""
        j, node, parent = self._forward[i], self._tree[i], self._tree.parents[i]
        if j < 0 or parent < 0 or not node.name or node.name != self._after[j].name:
            return False
        times = self._names.get(parent)
        if times is None:
            children = self._tree.children(parent)
            times = self._names[parent] = Counter((self._tree[k].role, self._tree[k].name) for k in children)
        return times[node.role, node.name] == 1 and any(role is node.role and name != node.name for role, name in times)

    def _with_moved_selection(self) -> Iterator[int]:
        """Lists in which something else is selected now: what they choose is shown elsewhere."""
        tree = self._tree
        collections = Nearest(tree, lambda i: tree[i].role in COLLECTIONS)
        for i, j in enumerate(self._forward):
            if j >= 0 and tree[i].selected != self._after[j].selected and tree[i].role in _ITEMS:
                yield collections.of(i)


def _is_programs(role: Role, tally: Tally | None) -> bool:
    """Whether it is a bar that belongs to the program, whatever that shows: nothing that it says has changed."""
    if role is Role.TABLIST:  # may hold the page too
        return tally is None or not tally.facts
    return role in LANDMARKS and (tally is None or not tally.others)
