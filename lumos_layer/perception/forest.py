"""The items of a blueprint as a flat forest, in which each item can be found, compared and named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from lumos_layer.perception.heads import head
from lumos_layer.perception.items import Element, Group, Heading, Item, More, Text
from lumos_layer.perception.refs import number_of
from lumos_layer.tree import Role

TOP = 0  # the place of the forest itself, which stands for the top level
Address = int | str | dict[str, int]


class Forest:
    """Items in reading order; place 0 is the top level, which is no item and holds those that stand in no group."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items: list[Item] = [Group(role=Role.GENERIC)]
        self.parents: list[int] = [-1]
        self.children: list[list[int]] = [[]]  # what is no group shares one empty list
        self.by_ref: dict[str, int] = {}
        self._among: list[int] = [0]
        nothing: list[int] = []
        waiting = [(item, TOP) for item in reversed(items)]
        while waiting:
            item, parent = waiting.pop()
            place = len(self.items)
            self.items.append(item)
            self.parents.append(parent)
            self.children.append([] if type(item) is Group else nothing)
            beside = self.children[parent]
            self._among.append(len(beside))
            beside.append(place)
            kind = type(item)
            if (kind is Element or kind is Group) and item.ref:  # type: ignore[union-attr]
                self.by_ref[item.ref] = place  # type: ignore[union-attr]
            if kind is Group:
                waiting += [(inside, place) for inside in reversed(item.items)]  # type: ignore[union-attr]
        self._address_of: list[Address] | None = None

    def __len__(self) -> int:
        return len(self.items)

    def ref(self, place: int) -> str | None:
        item = self.items[place]
        return item.ref if isinstance(item, Element | Group) else None

    def is_group(self, place: int) -> bool:
        return isinstance(self.items[place], Group)

    def address(self, place: int) -> Address:
        """How a delta names the item: by the number of its ref, or by its label (docs/delta.md); "" is the top level."""
        if place == TOP:
            return ""
        if ref := self.ref(place):
            return number_of(ref)
        if self._address_of is None:
            self._address_of = self._addresses()
        return self._address_of[place]

    def named(self, places: Sequence[int]) -> list[Address | list[Address]]:
        """Addresses; two in an array for three or more that stood one after the other in one group."""
        found: list[Address | list[Address]] = []
        start = 0
        for end in range(1, len(places) + 1):
            if end < len(places) and self._next_to(places[end - 1], places[end]):
                continue
            stretch = places[start:end]
            if len(stretch) > 2:
                found.append([self.address(stretch[0]), self.address(stretch[-1])])
            else:
                found += map(self.address, stretch)
            start = end
        return found

    def _next_to(self, one: int, other: int) -> bool:
        return self._among[other] == self._among[one] + 1 and self.parents[one] == self.parents[other]

    def _addresses(self) -> list[Address]:
        labels = ["" if self.ref(place) else label(item) for place, item in enumerate(self.items)]
        total = Counter(labels[1:])
        seen: Counter[str] = Counter()
        found: list[Address] = [""]
        for place in range(1, len(self.items)):
            ref, words = self.ref(place), labels[place]
            if ref:
                found.append(number_of(ref))
                continue
            seen[words] += 1
            around = self._first_ref_in(place) if words.startswith("^") else None
            if around is not None:
                found.append(f"^{around[1:]}")
            elif total[words] > 1 or is_caret(words):
                found.append({words: seen[words]})
            else:
                found.append(words)
        return found

    def _first_ref_in(self, place: int) -> str | None:
        """The first ref that stands right in a group."""
        return next((ref for child in self.children[place] if (ref := self.ref(child))), None)


def label(item: Item) -> str:
    """What names an item without a ref: its words as they are printed, or `^` and what it is."""
    if isinstance(item, Text):
        return item.text
    if isinstance(item, Heading):
        return f"# {item.text}"
    if isinstance(item, More):
        return "^more"
    return item.name or f"^{head(item.role, item.can, item.states, item.ref is not None)[0]}"


def is_caret(words: str) -> bool:
    """True for words that read as the group around a ref: `^12`."""
    return words.startswith("^") and words[1:].isascii() and words[1:].isdigit()
