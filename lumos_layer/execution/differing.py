"""In what two looks differ, node by node: enough to see whether something came of an act, and cheap where little did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from functools import cached_property
from operator import attrgetter

from lumos_layer.perception.looking import look
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Node, Tree

# Platforms give new native ids, and draw in another order, without anything having happened.
# That something is invalid, busy or required shows; that it is not, and that nobody says whether it is, look the same.
_SHOWN_IF_SO = ("invalid", "busy", "required")
_UNSEEN = frozenset(("native_id", "z", "passive", "clips", "identifier", *_SHOWN_IF_SO))
_said = attrgetter(*(name for name in Node.__struct_fields__ if name not in _UNSEEN))
_flags = attrgetter(*_SHOWN_IF_SO)
_HEADER = ("app", "title", "url", "size")


def _face(node: Node) -> Hashable:
    return _said(node), *map(bool, _flags(node))


class Differing:
    """The differences between two looks at one surface; false where there are none.

    `header` names what else is said of the whole; `reshaped`: nodes came, went or stand elsewhere.
    """

    def __init__(self, before: Observation, after: Observation) -> None:
        self.before, self.after = before, after
        one, other = before.tree, after.tree
        self.reshaped = one is not other and (len(one) != len(other) or one.parents != other.parents)
        self.header = tuple(name for name in _HEADER if getattr(before, name) != getattr(after, name))

    def __bool__(self) -> bool:
        return self.reshaped or bool(self.header) or bool(self.changed)

    @cached_property
    def middle(self) -> tuple[range, range]:
        """The nodes of each look among which all differences lie."""
        return _middle(self.before.tree.nodes, self.after.tree.nodes)

    @cached_property
    def changed(self) -> tuple[int, ...]:
        """Nodes that say something else now, at the same place in both looks. Empty if the trees have another shape."""
        if self.reshaped or self.before.tree is self.after.tree:
            return ()
        one, other = self.before.tree.nodes, self.after.tree.nodes
        return tuple(i for i in self.middle[0] if one[i] is not other[i] and _face(one[i]) != _face(other[i]))

    @cached_property
    def _exchanged(self) -> tuple[Counter[Hashable], Counter[Hashable]]:
        """What nodes said that say it no more, and what others say that did not."""
        one, other = (
            Counter(_face(look.tree[i]) for i in part) for look, part in zip((self.before, self.after), self.middle, strict=True)
        )
        return one - other, other - one

    def takes_back(self, earlier: Differing) -> bool:
        """True if what has gone had come with an earlier change, and what has come had gone with it: a message is over."""
        if self.header:
            return False
        (gone, came), (had_gone, had_come) = self._exchanged, earlier._exchanged
        return gone <= had_come and came <= had_gone

    @property
    def places(self) -> Sequence[int]:
        """Nodes of the later look that are otherwise; of a tree of another shape all among which they lie."""
        return self.middle[1] if self.reshaped else self.changed

    def is_shown(self) -> bool:
        """True if any of it can be seen: what is hidden before and after changes unseen."""
        if self.header:
            return True
        if not self.reshaped:
            return any(not (_is_hidden(self.before.tree, i) and _is_hidden(self.after.tree, i)) for i in self.changed)
        return _seen(self.before) != _seen(self.after)


def _seen(observation: Observation) -> Counter[Hashable]:
    tree = observation.tree
    return Counter(_face(tree[i]) for i in look(tree, observation.screen).kept)


def _is_hidden(tree: Tree, node: int) -> bool:
    return tree[node].hidden or any(tree[above].hidden for above in tree.ancestors(node))


def _middle(one: Sequence[Node], other: Sequence[Node]) -> tuple[range, range]:
    shorter = min(len(one), len(other))
    start = next((i for i in range(shorter) if one[i] is not other[i] and one[i] != other[i]), shorter)
    left = shorter - start
    same = next((k for k in range(left) if one[-1 - k] is not other[-1 - k] and one[-1 - k] != other[-1 - k]), left)
    return range(start, len(one) - same), range(start, len(other) - same)


def mark_of(tree: Tree, node: int) -> Hashable:
    """By what a node that changes all the time is known again in another look: its kind and where it stands."""
    said, parent = tree[node], tree.parents[node]
    corner = None if said.bounds is None else (said.bounds.x, said.bounds.y)
    around = (tree[parent].role, tree[parent].name, tree[parent].identifier) if parent >= 0 else None
    return said.role, said.identifier, corner, around
