"""What changes all the time by itself, as clocks and spinners do: no sign of an effect, and nothing to wait for."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Collection, Hashable, Iterable

from lumos_layer.execution.differing import Differing, mark_of
from lumos_layer.tree import Node, Role, Tree

# ARIA 1.2: these tell of time and progress.
_ALWAYS = frozenset((Role.TIMER, Role.PROGRESSBAR, Role.MARQUEE, Role.METER))
# With colons: 12.30 is more often a price or a measure, which an act has changed.
_TIME = re.compile(r"(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?![\d:])(\s?[ap]\.?m\.?)?", re.IGNORECASE)
_PARTS = re.compile(r"\d+")
_STEPS = {2: 3, 3: 15}  # by how much a time of two or three parts may have gone on while an act was looked at
_WRITTEN = frozenset(("type", "set_value", "range"))  # what it holds is put there, and does not go on by itself
_TIMES = 2  # changes of one node between acts, in different pauses, after which it counts as restless
_REST = 0.4  # seconds in which nothing has changed that are enough to say that a screen stood still
_FEW = 3  # things that change by themselves at once, as a clock and a price do
_ACTS = 4  # last acts of which what came may go again by itself
_MOST = 200  # nodes that change at once; where more do, the screen changes


class Restless:
    """Learns from looks between which nobody acted, and tells the changes that say nothing from others."""

    def __init__(self) -> None:
        self._seen: Counter[Hashable] = Counter()
        self._suspects: set[Hashable] = set()
        self._stirred = 0
        self._came = deque[Differing](maxlen=_ACTS)
        self.rested = False  # it stood still for a while right before the act that comes next

    def stirs(self, late: bool) -> bool:
        """True if what changes now may well change by itself, as the screen did again and again before the last acts.

        Once is enough for what comes `late`, when the screen had come to rest after the act. Texts known to change do not count.
        """
        return self._stirred >= (1 if late else _TIMES)

    def learn(self, idle: Differing, seconds: float) -> None:
        """Two looks, so many seconds apart, between which nothing was done here."""
        if idle and self._is_over(idle):
            self.rested = False
            return
        if idle and not idle.reshaped and len(idle.changed) <= _MOST:
            self._seen.update({mark_of(idle.after.tree, i) for i in idle.changed if _only_words(idle, i)})
        if idle and len(idle.places) <= _FEW:
            self.suspect(idle.after.tree, idle.places)
        if idle and self.telling(idle):
            self._stirred, self.rested = self._stirred + 1, False
        elif seconds >= _REST:
            self._stirred, self.rested = 0, True

    def learn_all(self, came: Iterable[Differing]) -> None:
        """Changes that came one after the other, by themselves."""
        for each in came:
            self.learn(each, 0.0)

    def came_of(self, act: Differing) -> None:
        """What came of an act may go again by itself, as messages do: that is no sign of a screen that changes by itself."""
        self._came.append(act)

    def _is_over(self, idle: Differing) -> bool:
        """True if what came of one of the last acts has gone again, once."""
        if len(idle.middle[0]) + len(idle.middle[1]) > _MOST:
            return False
        over = next((act for act in self._came if idle.takes_back(act)), None)
        if over is not None:
            self._came.remove(over)
        return over is not None

    def acted(self) -> bool:
        """Something is done now. True if the screen stood still for a while right before."""
        rested, self.rested = self.rested, False
        return rested

    def telling(self, differing: Differing, turning: Collection[Hashable] = ()) -> bool:
        """True if something changed that does not change all the time, is not one of those that turn, and can be seen."""
        if differing.header or differing.reshaped or len(differing.changed) > _MOST:
            return differing.is_shown()
        tree = differing.after.tree
        changed = (i for i in differing.changed if not turning or mark_of(tree, i) not in turning)
        return any(not self.is_restless(differing, i) for i in changed) and differing.is_shown()

    def words_of(self, differing: Differing) -> set[Hashable] | None:
        """The texts that say something else, None where more differs than what mere texts say."""
        tree = differing.after.tree
        if not _is_mere_words(differing) or any(tree[i].can for i in differing.changed):
            return None
        return {mark_of(tree, i) for i in differing.changed}

    def marks_of(self, came: Iterable[Differing]) -> frozenset[Hashable] | None:
        """What said something else in any of these changes, and is the same for the rest; None where more differs."""
        came = list(came)
        if not all(map(_is_mere_words, came)):
            return None
        return frozenset(mark_of(each.after.tree, i) for each in came for i in each.changed)

    def is_restless(self, differing: Differing, node: int) -> bool:
        """True if the change of this node says nothing of an act."""
        if not _only_words(differing, node):
            return False
        before, after = differing.before.tree[node], differing.after.tree[node]
        if after.role in _ALWAYS or _ticks(before, after):
            return True
        return self.knows(differing.after.tree, node)

    def may_stir(self, tree: Tree, node: int) -> bool:
        """True if it has changed before when nothing says that an act did it."""
        return mark_of(tree, node) in self._suspects

    def suspect(self, tree: Tree, nodes: Iterable[int]) -> None:
        """These nodes have changed, and nothing says that an act did it."""
        self._suspects.update(mark_of(tree, i) for i in nodes)

    def knows(self, tree: Tree, node: int) -> bool:
        """True if what the node says has changed again and again while nobody acted."""
        return self._seen[mark_of(tree, node)] >= _TIMES


def _is_mere_words(differing: Differing) -> bool:
    """True if nothing differs but what a few nodes say."""
    if differing.header or differing.reshaped or len(differing.changed) > _MOST:
        return False
    return all(_only_words(differing, i) for i in differing.changed)


def _only_words(differing: Differing, node: int) -> bool:
    """True if it says something else, and is the same for the rest."""
    before, after = differing.before.tree[node], differing.after.tree[node]
    return _rest(before) == _rest(after)


def _rest(node: Node) -> tuple[object, ...]:
    return node.role, node.can, node.enabled, node.focused, node.checked, node.pressed, node.selected, node.expanded, node.hidden


def _ticks(before: Node, after: Node) -> bool:
    """True if both tell the time of day, or how much has passed, and no more lies between than an act takes."""
    if not _WRITTEN.isdisjoint(after.can):
        return False
    words = [(before.name, after.name), (before.value or "", after.value or "")]
    other = [pair for pair in words if pair[0] != pair[1]]
    return bool(other) and all(_is_later(one, two) for one, two in other)


def _is_later(one: str, other: str) -> bool:
    """True if two texts differ in nothing but times a few steps apart, either way round, also over a full hour or minute."""
    if not _TIME.search(one) or _TIME.sub("", one) != _TIME.sub("", other):
        return False
    times = [[_moment(found) for found in _TIME.finditer(text)] for text in (one, other)]
    return all(len(a) == len(b) and _apart(a, b) <= _STEPS[len(a)] for a, b in zip(*times, strict=True))


def _moment(found: re.Match[str]) -> tuple[int, ...]:
    return tuple(int(part) for part in _PARTS.findall(found[0]))


def _apart(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """How many of their smallest unit lie between two times; the greatest unit may begin anew, as at midnight and at noon."""
    apart = abs(_in_all(one) - _in_all(other))
    return min((abs(apart - turn * 60 ** (len(one) - 1)) for turn in (0, 12, 24)), default=apart)


def _in_all(moment: tuple[int, ...]) -> int:
    return sum(part * 60**place for place, part in enumerate(reversed(moment)))
