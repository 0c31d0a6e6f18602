"""Which items of two blueprints are the same: by ref, by what stands in them, by their words and their place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from lumos_layer.diff.editing import longest_rising
from lumos_layer.perception.forest import TOP, Forest, label
from lumos_layer.perception.items import Group, Heading, More, Text, walk

_WORDS = frozenset((Text, Heading, More))


class Alignment:
    """`forward[b]` is the place after of the item at place b before (-1: gone), `backward` the other way round.

    `stays[a]` is true of an item that still stands where it stood: in the same group, in the same order.
    """

    def __init__(self, before: Forest, after: Forest) -> None:
        self.before, self.after = before, after
        self.forward, self.backward = [-1] * len(before), [-1] * len(after)
        self.stays = bytearray(len(after))
        self._join_refs()
        self._join_containers()
        self._join_inside()

    def restated(self, b: int) -> bool:
        """True for an item with a ref that is there still, but no longer the same kind: an element that is a group now."""
        ref = self.before.ref(b)
        return self.forward[b] < 0 and ref is not None and ref in self.after.by_ref

    def join(self, b: int, a: int) -> None:
        self.forward[b], self.backward[a] = a, b

    def _join_refs(self) -> None:
        items, others, places = self.before.items, self.after.items, self.after.by_ref
        for ref, b in self.before.by_ref.items():
            a = places.get(ref)
            if a is not None and type(items[b]) is type(others[a]):  # an element or a group
                self.join(b, a)

    def _join_containers(self) -> None:
        """Groups without a ref, and the top levels, by what stands right in both; again for what such groups stand in."""
        fresh = [a for a in range(1, len(self.after)) if self.backward[a] >= 0]
        while fresh:
            fresh = self._join_by_votes(self._votes(fresh))
        if self.forward[TOP] < 0 and self.backward[TOP] < 0:
            self.join(TOP, TOP)

    def _votes(self, fresh: Sequence[int]) -> Counter[tuple[int, int]]:
        parents, others, backward = self.before.parents, self.after.parents, self.backward
        return Counter([(parents[backward[a]], others[a]) for a in fresh if backward[a] > TOP])

    def _join_by_votes(self, votes: Counter[tuple[int, int]]) -> list[int]:
        joined: list[int] = []
        for (b, a), count in sorted(votes.items(), key=lambda vote: (-vote[1], vote[0] != (TOP, TOP), vote[0])):
            if self.forward[b] < 0 and self.backward[a] < 0 and self._may_be_one(b, a, count):
                self.join(b, a)
                joined.append(a)
        return [a for a in joined if a != TOP]

    def _may_be_one(self, b: int, a: int, votes: int) -> bool:
        if TOP in (a, b):
            whole = self.before if b == TOP else self.after
            return a == b or 2 * votes > sum(whole.ref(child) is not None for child in whole.children[TOP])
        if self.before.ref(b) or self.after.ref(a):
            return False
        one, other = self.before.items[b], self.after.items[a]
        return isinstance(one, Group) and isinstance(other, Group) and one.role is other.role

    def _join_inside(self) -> None:
        """What has no ref, group by group, from outside in."""
        for a, inside in enumerate(self.after.children):
            b = self.backward[a]
            if b >= 0 and (inside or self.before.children[b]):
                self._join_children(self.before.children[b], inside)

    def _join_children(self, before: Sequence[int], after: Sequence[int]) -> None:
        if len(before) == len(after) and all(map(self._in_place, before, after)):
            for b, a in zip(before, after, strict=True):
                self.join(b, a)
                self.stays[a] = 1
            return
        keys_before, keys_after = [_key(self.before, b) for b in before], [_key(self.after, a) for a in after]
        self._join_unique(before, keys_before, after, keys_after)
        place_of = {a: n for n, a in enumerate(after)}
        pairs = [(m, place_of[self.forward[b]]) for m, b in enumerate(before) if self.forward[b] in place_of]
        staying = [pairs[k] for k in longest_rising([n for _, n in pairs])]
        last_before = last_after = 0
        for m, n in [*staying, (len(before), len(after))]:
            self._join_gap(before[last_before:m], keys_before[last_before:m], after[last_after:n], keys_after[last_after:n])
            if n < len(after):
                self.stays[after[n]] = 1
            last_before, last_after = m + 1, n + 1

    def _in_place(self, b: int, a: int) -> bool:
        """True for what is one item already, or nothing yet and the same by its words: where all are so, all stay."""
        became = self.forward[b]
        if became >= 0 or self.backward[a] >= 0:
            return became == a
        one, other = self.before.items[b], self.after.items[a]
        if type(one) in _WORDS:
            return one == other or _key(self.before, b) == _key(self.after, a)
        key = _key(self.before, b)
        return key is not None and key == _key(self.after, a)

    def _join_unique(
        self, before: Sequence[int], keys_before: Sequence[Hashable], after: Sequence[int], keys_after: Sequence[Hashable]
    ) -> None:
        count_before, count_after = Counter(keys_before), Counter(keys_after)
        alone = {key: a for a, key in zip(after, keys_after, strict=True) if key is not None and count_after[key] == 1}
        for b, key in zip(before, keys_before, strict=True):
            if key in alone and count_before[key] == 1 and self.forward[b] < 0 and self.backward[alone[key]] < 0:
                self.join(b, alone[key])

    def _join_gap(
        self, before: Sequence[int], keys_before: Sequence[Hashable], after: Sequence[int], keys_after: Sequence[Hashable]
    ) -> None:
        """Between two items that stay: equal words in their order, then what stands in the place of what."""
        waiting: dict[Hashable, list[int]] = {}
        for m in range(len(before) - 1, -1, -1):
            if self.forward[before[m]] < 0 and keys_before[m] is not None:
                waiting.setdefault(keys_before[m], []).append(m)
        from_before = from_after = 0
        for n, a in enumerate(after):
            places = waiting.get(keys_after[n]) if self.backward[a] < 0 and keys_after[n] is not None else None
            while places and places[-1] < from_before:
                places.pop()
            if places:
                m = places.pop()
                self._join_in_place(before[from_before:m], after[from_after:n])
                self.join(before[m], a)
                self.stays[a] = 1
                from_before, from_after = m + 1, n + 1
        self._join_in_place(before[from_before:], after[from_after:])

    def _join_in_place(self, before: Sequence[int], after: Sequence[int]) -> None:
        """As many of the same kinds, between the same neighbours: each is what became of the other."""
        left = [b for b in before if self.forward[b] < 0 and not self.before.ref(b)]
        come = [a for a in after if self.backward[a] < 0 and not self.after.ref(a)]
        if len(left) == len(come) and all(map(self._same_kind, left, come)):
            for b, a in zip(left, come, strict=True):
                self.join(b, a)
                self.stays[a] = 1

    def _same_kind(self, b: int, a: int) -> bool:
        one, other = self.before.items[b], self.after.items[a]
        if isinstance(one, Group) and isinstance(other, Group):
            return one.role is other.role
        if isinstance(one, More) and isinstance(other, More):
            return one.under == other.under
        return type(one) is type(other)


def _key(forest: Forest, place: int) -> Hashable:
    """What tells an item without a ref: its words, or, of a group, all it holds. None for one with a ref."""
    item = forest.items[place]
    if forest.ref(place):
        return None
    if isinstance(item, Group):
        inside = [held for held in walk(item.items) if isinstance(held, Text | Heading)]
        return "group", label(item), tuple(label(held) for held in inside)
    return ("more", item.under) if isinstance(item, More) else (type(item), label(item))
