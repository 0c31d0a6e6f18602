"""What has become of the facts in each part of a screen, counted from the leaves up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from itertools import accumulate

from msgspec import Struct

from lumos_layer.diff.facts import VOCABULARY, Kind, facts_of, is_number, tells_of_another, words_in
from lumos_layer.diff.matching import Matching
from lumos_layer.tree import Role, Tree

FRAMES = frozenset((Role.ALERTDIALOG, Role.APPLICATION, Role.DIALOG, Role.DOCUMENT, Role.WINDOW))
COLLECTIONS = frozenset((Role.FEED, Role.GRID, Role.LIST, Role.LISTBOX, Role.MENU, Role.TABLE, Role.TREE, Role.TREEGRID))
# What is in these says nothing of what is around them: rows come and go, and what a dialog tells is its own.
HOUSES = FRAMES | COLLECTIONS | {Role.TABLIST, Role.TABPANEL}
_ACTS = frozenset(("click", "toggle", "select", "expand", "type", "set_value", "range"))


class Fate(IntEnum):
    """What has become of one fact."""

    KEPT = 1
    OTHER = 2  # it tells of another thing, in its place
    GONE = 3
    TAKEN = 4  # gone, and another stands in its place
    COUNTED = 5  # only its numbers are others
    UNSAID = 6  # nothing can be said: hidden now, a number, scrolled away


_OTHERS = frozenset((Fate.OTHER, Fate.TAKEN, Fate.GONE))


class Tally(Struct):
    """The fates of the facts in a subtree, those in houses inside it left out. Others are those changed, taken and gone."""

    facts: int = 0  # all, also those in houses, and those that say nothing
    kept: int = 0
    labels: int = 0  # of the kept, those right in front of one that has changed: what that is called
    changed: int = 0
    taken: int = 0  # their places, by others
    gone: int = 0
    entries: int = 0  # of the changed
    titles: int = 0  # of the others
    headings: int = 0  # of the others
    led: bool = False  # the first that is kept or another is another
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
        if child.kept or child.others:
            self.led = child.led
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
        self.headings += child.headings
        self.controls += child.controls
        self.same_words += child.same_words
        self.other_words += child.other_words


class Tallies:
    """The tallies of one tree before another; `come` has for each node of the later one the facts before it that are new."""

    def __init__(self, before: Tree, after: Tree, matching: Matching) -> None:
        self.before, self.after, self._forward = before, after, matching.forward
        self._backward = matching.backward
        self._facts, self._facts_after = facts_of(before), facts_of(after)
        self.fates = self._fates()
        self.any_other = any(fate in self.fates for fate in _OTHERS)
        self._labels = frozenset(_in_front_of_changed(self.fates))
        new = (kind > 0 and b < 0 for kind, b in zip(self._facts_after.kinds, matching.backward, strict=False))
        self._come = [0, *accumulate(new)]

    def come(self, i: int) -> int:
        """How many facts there are now in what a node became that were not there."""
        j = self._forward[i]
        return self._come[self.after.end(j)] - self._come[j] if j >= 0 else 0

    def _fates(self) -> bytearray:
        fates = bytearray(len(self.before))
        kinds = self._facts.kinds
        for i in range(len(fates)):
            if kinds[i]:
                fates[i] = self._fate(i)
        if Fate.GONE in fates:
            self._leave_out_scrolled(fates)
            self._find_successors(fates)
        if any(fate in fates for fate in _OTHERS):
            self._leave_out_moved(fates)
        return fates

    def _fate(self, i: int) -> Fate:
        j = self._forward[i]
        if j < 0:
            return Fate.GONE
        if not self._facts_after.shown[j] and words_in(self.before[i]) != words_in(self.after[j]):
            return Fate.UNSAID
        return self._became(i, j, Fate.OTHER)

    def _became(self, i: int, j: int, another: Fate) -> Fate:
        """The fate of a fact where another stands; `another` if that tells of another thing."""
        words, now = words_in(self.before[i]), words_in(self.after[j])
        if is_number(words):
            return Fate.UNSAID if words == now else Fate.COUNTED
        return another if words != now and tells_of_another(words, now) else Fate.KEPT

    def _leave_out_moved(self, fates: bytearray) -> None:
        """Nothing is said by words that have only changed their places, as in a list that was sorted or goes on."""
        kinds, backward = self._facts_after.kinds, self._backward
        new = (j for j, b in enumerate(backward) if kinds[j] and (b < 0 or fates[b] in (Fate.OTHER, Fate.UNSAID)))
        come = {words_in(self.after[j]) for j in new}
        moved: set[str] = set()
        for i, fate in enumerate(fates):
            words = words_in(self.before[i]) if fate in _OTHERS else ""
            if words and (is_number(words) or words in come):
                fates[i] = Fate.UNSAID
                moved.add(words)
        for i, fate in enumerate(fates):
            if moved and fate == Fate.OTHER and words_in(self.after[self._forward[i]]) in moved:
                fates[i] = Fate.GONE

    def _leave_out_scrolled(self, fates: bytearray) -> None:
        """Nothing is said by what is gone from a box in which nothing stands where it stood: it was scrolled."""
        scrollers = self._facts.scrollers
        boxes = {scrollers[i] for i, fate in enumerate(fates) if fate == Fate.GONE} - {-1}
        if not boxes:
            return
        standing = self._standing()
        for i, fate in enumerate(fates):
            if fate == Fate.GONE and scrollers[i] >= 0 and standing.get(scrollers[i], 0) <= 0:
                fates[i] = Fate.UNSAID

    def _standing(self) -> dict[int, int]:
        """By scrolling box how many more of the things in it stand where they stood than elsewhere."""
        standing: dict[int, int] = {}
        shown, kinds, scrollers = self._facts.shown, self._facts.kinds, self._facts.scrollers
        for i, j in enumerate(self._forward):
            box, node = scrollers[i], self.before[i]
            if j >= 0 and box not in (-1, i) and shown[i] and (kinds[i] or node.role in VOCABULARY):
                stands = node.bounds == self.after[j].bounds
                standing[box] = standing.get(box, 0) + (1 if stands else -1)
        return standing

    def _find_successors(self, fates: bytearray) -> None:
        """Tell what is gone and has another in its place: as far behind the same element, or in front of all, and of its role."""
        forward = self._forward
        gone = _places(self.before, forward, (i for i, fate in enumerate(fates) if fate == Fate.GONE))
        kinds = self._facts_after.kinds
        new = (j for j in range(len(self.after)) if kinds[j] and self._backward[j] < 0)
        come = _places(self.after, self._backward, new)
        for (parent, front, count, role), i in gone.items():
            place = forward[parent] if parent >= 0 else -1, forward[front] if front >= 0 else -1, count, role
            if place in come:
                fates[i] = self._became(i, come[place], Fate.TAKEN)

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

    def _is_control(self, i: int) -> bool:
        node = self.before[i]
        return node.role in VOCABULARY or (self.before.end(i) == i + 1 and not _ACTS.isdisjoint(node.can))

    def _of_fact(self, i: int, fate: Fate, kind: Kind) -> Tally:
        counts = fate is Fate.KEPT and kind in (Kind.TEXT, Kind.ENTRY)
        other = fate in _OTHERS
        return Tally(
            facts=1,
            kept=int(counts),
            labels=int(counts and i in self._labels),
            changed=int(fate is Fate.OTHER),
            taken=int(fate is Fate.TAKEN),
            gone=int(fate is Fate.GONE),
            entries=int(fate is Fate.OTHER and kind is Kind.ENTRY),
            titles=int(other and kind is Kind.TITLE),
            headings=int(other and self.before[i].role is Role.HEADING),
            led=other,
            ahead=other and kind is not Kind.ENTRY,
            controls=int(kind is Kind.ENTRY),
        )


def _both(inside: Tally, own: Tally) -> Tally:
    inside.take(own)
    return inside


def _in_front_of_changed(fates: bytearray) -> Iterator[int]:
    """The facts that were kept and are followed by one that was not."""
    last = -1
    for i, fate in enumerate(fates):
        if fate:
            if last >= 0 and fate in (Fate.OTHER, Fate.TAKEN, Fate.COUNTED):
                yield last
            last = i if fate == Fate.KEPT else -1


_Place = tuple[int, int, int, Role]  # the parent, the last sibling in front that has a partner (-1: none), how far behind, and role


def _places(tree: Tree, partners: Sequence[int], nodes: Iterable[int]) -> dict[_Place, int]:
    """By place, the nodes in document order that have no partner."""
    wanted = bytearray(len(tree))
    for i in nodes:
        wanted[i] = 1
    fronts: dict[int, tuple[int, int]] = {}
    found: dict[_Place, int] = {}
    for i, parent in enumerate(tree.parents):
        if partners[i] >= 0:
            fronts[parent] = i, 0
            continue
        front, count = fronts.get(parent, (-1, 0))
        fronts[parent] = front, count + 1
        if wanted[i]:
            found[parent, front, count, tree[i].role] = i
    return found
