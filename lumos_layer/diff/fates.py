"""What has become of each fact between two looks at a screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from itertools import compress

from lumos_layer.diff.calling import are_two, is_another_day
from lumos_layer.diff.facts import (
    DIALOGS,
    ENTRIES,
    FRAMES,
    VOCABULARY,
    Facts,
    Kind,
    has_other_words,
    is_number,
    is_numbered_otherwise,
    is_titled_otherwise,
    shares_no_word,
    tells_of_another,
    words_in,
)
from lumos_layer.diff.matching import Matching
from lumos_layer.tree import Role, Tree


class Fate(IntEnum):
    """What has become of one fact."""

    KEPT = 1
    OTHER = 2  # it tells of another thing, in its place
    GONE = 3
    TAKEN = 4  # gone, and another stands in its place
    COUNTED = 5  # only its numbers are others
    UNSAID = 6  # nothing can be said: hidden now, a number, scrolled away


OTHERS = frozenset((Fate.OTHER, Fate.TAKEN, Fate.GONE))


class Fates:
    """`of[i]` is the fate of the fact that node `i` of the tree before is, 0 if it is none."""

    def __init__(self, before: Tree, facts: Facts, after: Tree, facts_after: Facts, matching: Matching) -> None:
        self._before, self._after, self._facts, self._facts_after = before, after, facts, facts_after
        self._forward, self._backward = matching.forward, matching.backward
        self.of = fates = bytearray(len(before))
        self.renamed: set[int] = set()  # facts in the place of a name that say nothing any more of what they said
        for i in range(len(before)):
            if facts.kinds[i]:
                fates[i] = self._fate(i)
        if Fate.GONE in fates:
            self._leave_out_folded()
            self._leave_out_scrolled()
            self._find_successors()
        self.any_other = any(fate in fates for fate in OTHERS)
        if self.any_other:
            self._leave_out_moved()
            self._leave_out_messages()
            self._take_names_along()

    def _fate(self, i: int) -> Fate:
        j = self._forward[i]
        if j < 0:
            return Fate.GONE
        if not self._facts_after.shown[j] and words_in(self._before[i]) != words_in(self._after[j]):
            return Fate.UNSAID
        return self._became(i, j, Fate.OTHER)

    def _became(self, i: int, j: int, another: Fate) -> Fate:
        """The fate of a fact where another stands; `another` if that tells of another thing."""
        words, now = words_in(self._before[i]), words_in(self._after[j])
        if is_number(words):
            return Fate.UNSAID if words == now else Fate.COUNTED
        if words == now or not self._tells(i, words, now):
            return Fate.COUNTED if self._facts.names[i] and is_numbered_otherwise(words, now) else Fate.KEPT
        if self._facts.names[i] and shares_no_word(words, now):
            self.renamed.add(i)
        return another

    def _tells(self, i: int, words: str, now: str) -> bool:
        """Whether what stands in the place of a fact tells of another thing: fewer words do where they are a name, or asked."""
        if tells_of_another(words, now):
            return True
        facts = self._facts
        if facts.names[i] and is_another_day(words, now):
            return True
        if self._before[i].role is Role.HEADING and is_numbered_otherwise(words, now):
            return True
        if facts.kinds[i] == Kind.TITLE:
            return self._before[i].role in FRAMES and is_titled_otherwise(words, now)
        return facts.kinds[i] == Kind.TEXT and self._is_dialog(facts.frames[i]) and has_other_words(words, now)

    def _is_dialog(self, i: int) -> bool:
        """Whether a window, dialog or page is one that asks: Windows calls a dialog a window in a window."""
        if i < 0 or self._before[i].role in DIALOGS or self._before[i].modal:
            return i >= 0
        parent = self._before.parents[i]
        around = self._facts.frames[parent] if parent >= 0 else -1
        return self._before[i].role is Role.WINDOW and around >= 0 and self._before[around].role is Role.WINDOW

    def _leave_out_moved(self) -> None:
        """Nothing is said by words that have only changed their places, as in a list that was sorted or goes on."""
        kinds, backward = self._facts_after.kinds, self._backward
        new = (j for j, b in enumerate(backward) if kinds[j] and (b < 0 or self.of[b] in (Fate.OTHER, Fate.UNSAID)))
        come = {words_in(self._after[j]) for j in new}
        moved: set[str] = set()
        for i, fate in enumerate(self.of):
            words = words_in(self._before[i]) if fate in OTHERS else ""
            if words and (is_number(words) or words in come):
                self.of[i] = Fate.UNSAID
                moved.add(words)
        for i, fate in enumerate(self.of):
            if moved and fate == Fate.OTHER and words_in(self._after[self._forward[i]]) in moved:
                self.of[i] = Fate.GONE

    def _take_names_along(self) -> None:
        """A name with another word or number is another one where most of what is told with it is another too."""
        frames, kinds = self._facts.frames, self._facts.kinds
        names = [i for i in compress(range(len(self.of)), self._facts.names) if self._is_another_one(i)]
        if not names:
            return
        telling = (Fate.KEPT, Fate.OTHER, Fate.TAKEN)
        told = Counter((frames[i], fate) for i, fate in enumerate(self.of) if fate in telling and kinds[i] == Kind.TEXT)
        for i in names:
            frame = frames[i]
            kept = told[frame, Fate.KEPT] - (self.of[i] == Fate.KEPT)
            if max(1, kept) <= told[frame, Fate.OTHER] + told[frame, Fate.TAKEN]:
                self.of[i] = Fate.OTHER

    def _is_another_one(self, i: int) -> bool:
        """Whether a name that is not taken for another one differs in a word, picture or number."""
        j = self._forward[i]
        if j < 0 or self.of[i] not in (Fate.KEPT, Fate.COUNTED):
            return False
        words, now = words_in(self._before[i]), words_in(self._after[j])
        return words != now and are_two(words, now)

    def _leave_out_folded(self) -> None:
        """Nothing is said by what is gone behind or in what was expanded and is not now, as far as the box around that reaches."""
        tree, parents, folded = self._before, self._before.parents, 0
        for i, (node, j) in enumerate(zip(tree.nodes, self._forward, strict=True)):
            if node.expanded is not None:
                is_folded = node.expanded and j >= 0 and self._after[j].expanded is False
                parent = parents[i]
                box = parents[parent] if parent >= 0 else -1
                folded = (tree.end(box) if box >= 0 else len(tree)) if is_folded else 0
            if i < folded and self.of[i] == Fate.GONE:
                self.of[i] = Fate.UNSAID

    def _leave_out_messages(self) -> None:
        """Nothing is said by texts right behind two fields or more that hold what they held: hints, errors."""
        found = list(self._behind_fields())
        if len(found) > 1:
            for i in found:
                self.of[i] = Fate.UNSAID

    def _behind_fields(self) -> Iterator[int]:
        """The changed texts each behind a field, and in front of something that is none: not the label of the next one."""
        field = message = False
        text = -1
        for i, node in enumerate(self._before.nodes):
            if not self._facts.shown[i] or not (self.of[i] or node.can):
                continue
            if message and node.role not in ENTRIES:
                yield text
            message = field and node.role is Role.TEXT and self.of[i] in (Fate.OTHER, Fate.TAKEN)
            text, j = i, self._forward[i]
            field = node.role in ENTRIES and not node.readonly and j >= 0 and node.value == self._after[j].value
        if message:
            yield text

    def _leave_out_scrolled(self) -> None:
        """Nothing is said by what is gone from a box in which nothing stands where it stood: it was scrolled."""
        scrollers = self._facts.scrollers
        boxes = {scrollers[i] for i, fate in enumerate(self.of) if fate == Fate.GONE} - {-1}
        if not boxes:
            return
        standing = self._standing()
        for i, fate in enumerate(self.of):
            if fate == Fate.GONE and scrollers[i] >= 0 and standing.get(scrollers[i], 0) <= 0:
                self.of[i] = Fate.UNSAID

    def _standing(self) -> dict[int, int]:
        """By scrolling box how many more of the things in it stand where they stood than elsewhere."""
        standing: dict[int, int] = {}
        shown, kinds, scrollers = self._facts.shown, self._facts.kinds, self._facts.scrollers
        for i, j in enumerate(self._forward):
            box, node = scrollers[i], self._before[i]
            if j >= 0 and box not in (-1, i) and shown[i] and (kinds[i] or node.role in VOCABULARY):
                stands = node.bounds == self._after[j].bounds
                standing[box] = standing.get(box, 0) + (1 if stands else -1)
        return standing

    def _find_successors(self) -> None:
        """Tell what is gone and has another in its place: as far behind the same element, or in front of all, and of its role."""
        forward = self._forward
        gone = _places(self._before, forward, (i for i, fate in enumerate(self.of) if fate == Fate.GONE))
        kinds = self._facts_after.kinds
        new = (j for j in range(len(self._after)) if kinds[j] and self._backward[j] < 0)
        come = _places(self._after, self._backward, new)
        for (parent, front, count, role), i in gone.items():
            place = forward[parent] if parent >= 0 else -1, forward[front] if front >= 0 else -1, count, role
            if place in come:
                self.of[i] = self._became(i, come[place], Fate.TAKEN)


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
