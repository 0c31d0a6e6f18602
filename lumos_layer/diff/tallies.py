"""What has become of the facts in each part of a screen, counted from the leaves up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from msgspec import Struct

from lumos_layer.diff.facts import FRAMES, TEXTS, VOCABULARY, Kind, facts_of, is_going_on, is_number
from lumos_layer.diff.fates import OTHERS, Fate, Fates
from lumos_layer.diff.matching import Matching
from lumos_layer.tree import Role, Tree
from lumos_layer.tree.upwards import Nearest

COLLECTIONS = frozenset((Role.FEED, Role.GRID, Role.LIST, Role.LISTBOX, Role.MENU, Role.TABLE, Role.TREE, Role.TREEGRID))
# What is in these says nothing of what is around them: rows come and go, and what a dialog tells is its own.
HOUSES = FRAMES | COLLECTIONS | {Role.TABLIST, Role.TABPANEL}
_ACTS = frozenset(("click", "toggle", "select", "expand", "type", "set_value", "range"))


class Tally(Struct):
    """The fates of the facts in a subtree, those in houses inside it left out. Others are those changed, taken and gone."""

    facts: int = 0  # all, also those in houses, and those that say nothing
    kept: int = 0
    labels: int = 0  # of the kept, those right in front of one that has changed: what that is called
    changed: int = 0
    taken: int = 0  # their places, by others
    gone: int = 0
    entries: int = 0  # of the changed
    titles: int = 0  # of boxes, that are others: not among the others, as they only confirm what these say
    names: int = 0  # of the others, those in the place of a name: headings, or the first text where there are none
    led: bool = False  # the first that is kept or another is another
    renamed: bool = False  # and it is a name, of which no word is left
    most: int = 0  # others in the one child that has most of them
    ahead: bool = False  # the first of the others stands in front of all controls
    controls: int = 0
    same_words: int = 0  # controls that are called as they were
    other_words: int = 0

    @property
    def others(self) -> int:
        return self.changed + self.taken + self.gone

    def take(self, child: Tally) -> None:
        """Add what is in a child that stands in front of all that were added."""
        if child.kept or child.others or child.titles:
            self.led, self.renamed = child.led, child.renamed
        if child.others or child.controls:
            self.ahead = child.ahead or (self.ahead and not child.controls)
        self.most = max(self.most, child.others)
        self.facts += child.facts
        self.kept += child.kept
        self.labels += child.labels
        self.changed += child.changed
        self.taken += child.taken
        self.gone += child.gone
        self.entries += child.entries
        self.titles += child.titles
        self.names += child.names
        self.controls += child.controls
        self.same_words += child.same_words
        self.other_words += child.other_words


class Tallies:
    """The tallies of one tree before another; `come` has for each node of the later one the facts before it that are new."""

    def __init__(self, before: Tree, after: Tree, matching: Matching) -> None:
        self.before, self.after, self._forward = before, after, matching.forward
        self._facts, facts_after = facts_of(before), facts_of(after)
        fates = Fates(before, self._facts, after, facts_after, matching)
        self.fates, self.any_other, self._renamed = fates.of, fates.any_other, fates.renamed
        self._labels = frozenset(_in_front_of_changed(self.fates))
        self._collections = Nearest(before, lambda i: before[i].role in COLLECTIONS)
        new = (kind > 0 and b < 0 for kind, b in zip(facts_after.kinds, matching.backward, strict=False))
        self._come = [0, *accumulate(new)]
        self._going_on = [0, *accumulate(_begins(before, after, matching))]

    def come(self, i: int) -> int:
        """How many facts there are now in what a node became that were not there; where they are only announced, as many as any."""
        j = self._forward[i]
        if j < 0:
            return 0
        end = self.after.end(j)
        return len(self.before) if self._going_on[end] > self._going_on[j] else self._come[end] - self._come[j]

    def by_node(self) -> dict[int, Tally]:
        """The tally of each node that holds a fact or a control."""
        tallies: dict[int, Tally] = {}
        parents = self.before.parents
        for i in range(len(self.before) - 1, -1, -1):
            own = self._own(i)
            tally = tallies.get(i)
            if own is not None:
                tallies[i] = tally = own if tally is None else _both(tally, own)
            if tally is not None and parents[i] >= 0:
                self._pass_on(i, tally, tallies)
        return tallies

    def _pass_on(self, i: int, tally: Tally, tallies: dict[int, Tally]) -> None:
        parent = self.before.parents[i]
        around = tallies.get(parent)
        if around is None:
            around = tallies[parent] = Tally()
        if self.before[i].role in HOUSES and not self._is_one_thing(i, tally):
            tally = Tally(facts=tally.facts)
        around.take(tally)

    def _is_one_thing(self, i: int, tally: Tally) -> bool:
        """Whether the rows of a table tell one thing together: each has stayed, with its label, and what it says is another."""
        changed = tally.changed + tally.taken
        return self.before[i].role in COLLECTIONS and 1 < changed >= tally.kept and changed + tally.kept > 2 * tally.gone

    def _own(self, i: int) -> Tally | None:
        """The tally of the node itself."""
        fate = self.fates[i]
        if fate:
            return self._of_fact(i, Fate(fate), Kind(self._facts.kinds[i]))
        if not self._facts.shown[i] or not self._is_control(i):
            return None
        j = self._forward[i]
        if j < 0 or is_number(self.before[i].name):
            return Tally(controls=1)
        same = self.before[i].name == self.after[j].name
        return Tally(controls=1, same_words=int(same), other_words=int(not same))

    def _is_of_row(self, i: int) -> bool:
        """Whether it is a text in a list: it tells of its row, also where that can be clicked."""
        return self.before[i].role in TEXTS and self._collections.of(i) >= 0

    def _is_control(self, i: int) -> bool:
        node = self.before[i]
        return node.role in VOCABULARY or (self.before.end(i) == i + 1 and not _ACTS.isdisjoint(node.can))

    def _of_fact(self, i: int, fate: Fate, kind: Kind) -> Tally:
        counts = fate is Fate.KEPT and (kind in (Kind.TEXT, Kind.ENTRY) or self._is_of_row(i))
        is_title = kind is Kind.TITLE
        other = fate in OTHERS
        return Tally(
            facts=1,
            kept=int(counts),
            labels=int(counts and i in self._labels),
            changed=int(fate is Fate.OTHER and not is_title),
            taken=int(fate is Fate.TAKEN and not is_title),
            gone=int(fate is Fate.GONE and not is_title),
            entries=int(fate is Fate.OTHER and kind is Kind.ENTRY),
            titles=int(other and is_title),
            names=int(other and self._facts.names[i]),
            led=other,
            renamed=other and i in self._renamed,
            ahead=other and kind is not Kind.ENTRY and not is_title,
            controls=int(kind is Kind.ENTRY),
        )


def _both(inside: Tally, own: Tally) -> Tally:
    inside.take(own)
    return inside


def _begins(before: Tree, after: Tree, matching: Matching) -> Iterator[bool]:
    """By node of the later tree, whether it stands in the place of what is not there yet, and did not before."""
    for node, b in zip(after.nodes, matching.backward, strict=True):
        yield is_going_on(node) and (b < 0 or not is_going_on(before[b]))


def _in_front_of_changed(fates: bytearray) -> Iterator[int]:
    """The facts that were kept and are followed by one that was not."""
    last = -1
    for i, fate in enumerate(fates):
        if fate:
            if last >= 0 and fate in (Fate.OTHER, Fate.TAKEN, Fate.COUNTED):
                yield last
            last = i if fate == Fate.KEPT else -1
