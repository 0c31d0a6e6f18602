"""What each kept node is in a blueprint: an element with a ref, a text, a heading, a group, or nothing new.

The rules run over the kept nodes in document order, each deciding about one node from what has been decided before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from lumos_layer.perception.looking import Look, look
from lumos_layer.perception.naming import NAME_LIMIT, Strangers, names_by_content, names_by_label, say_all, words_of
from lumos_layer.perception.repeats import without_repeats
from lumos_layer.perception.rows import Part, with_rows
from lumos_layer.perception.saying import Said, left_of, says_something
from lumos_layer.perception.text import is_glyph
from lumos_layer.perception.wholes import whole
from lumos_layer.perception.words import CONTAINERS, ROWS, SPEAKING, TELLING
from lumos_layer.tree import Node, Rect, Role, Tree

_HOLDING = CONTAINERS | ROWS
_MOST_INSIDE = 24  # nodes inside another that are asked whether they say its words


class Sorted(Struct):
    """The parts of one look in document order; `root` is the node that is the surface itself (-1: none)."""

    parts: list[Part]
    root: int
    focus: int  # the node with the keyboard focus, -1: none
    named: dict[int, str]  # names that the dump does not give, by node
    twins: dict[int, list[int]]  # by element, the nodes inside it that are the same element once more
    omitted: Counter[str]
    beyond: Counter[int]  # see Look
    kept: list[int]  # see Look


def sort_out(tree: Tree, screen: Rect | None, header: Sequence[str] = (), strangers: Strangers | None = None) -> Sorted:
    """The parts of everything visible in the tree. `screen`: see `look`; `header`: what the blueprint's header says in words."""
    seen = look(tree, screen)
    named, used = names_by_content(tree, seen)
    named |= names_by_label(tree, seen, named, used, strangers)
    root, passed = whole(tree, seen, header)
    seen.omitted["wrapper"] += len(passed - {root})
    sorter = _Sorter(tree, seen, named, used, passed, header)
    parts = with_rows(tree, without_repeats(tree, sorter.parts(), sorter.dropped))
    seen.omitted.update(sorter.dropped)
    nodes = tree.nodes
    focused = [i for i in seen.kept if nodes[i].focused]
    return Sorted(parts, root, focused[-1] if focused else -1, named, sorter.twins, +seen.omitted, seen.beyond, seen.kept)


class _Sorter:
    def __init__(
        self, tree: Tree, seen: Look, named: dict[int, str], used: set[int], passed: frozenset[int], header: Sequence[str]
    ) -> None:
        self.tree, self.seen, self.named, self.used, self.passed, self.header = tree, seen, named, used, passed, header
        self.dropped: Counter[str] = Counter()
        self.out: list[Part] = []
        self.twins: dict[int, list[int]] = {}
        self._first: dict[int, int] = {}  # by twin, the element that it is once more
        self._said = Said()

    def parts(self) -> list[Part]:
        nodes, ends, kept, out, said = self.tree.nodes, self.tree.ends, self.seen.kept, self.out, self._said.parts
        named, last = self.named, len(kept) - 1
        for place, i in enumerate(kept):
            if i in self.passed:
                continue
            while said and said[-1][0] <= i:
                said.pop()
            node = nodes[i]
            end = ends[i]
            full = place < last and kept[place + 1] < end
            if node.can or node.focused or node.role in TELLING:
                if not self._twice(i, node):
                    name = node.name or named.get(i, "")
                    out.append(Part(i, end, "group" if full and self._contains(node) else "element", name, True))
                    if full:
                        self._said.enter(end, name, node.value, node.hint)
            else:
                self._silent(i, place, node, end, full)
        for part in out if self.twins else ():
            part.name = part.name or named.get(part.node, "")  # the words may stand in a twin
        return out

    def _contains(self, node: Node) -> bool:
        """True for an actionable node whose content stands inside it, rather than being what it is called."""
        return node.role in _HOLDING or "scroll" in node.can or (node.role is Role.GENERIC and "click" in node.can)

    def _twice(self, i: int, node: Node) -> bool:
        """True for what is the same element as the actionable node right around it: one role, name, value and box."""
        owner = self.seen.owner[self.tree.parents[i]]
        if owner < 0 or owner in self.passed or node.focused or not _same(self.tree[owner], node):
            return False
        self.dropped["repeated"] += 1
        first = self._first[i] = self._first.get(owner, owner)
        self.twins.setdefault(first, []).append(i)
        if i in self.named:
            self.named.setdefault(first, self.named[i])
        return True

    def _silent(self, i: int, place: int, node: Node, end: int, full: bool) -> None:
        """Sort a node that nothing can be done with."""
        role = node.role
        if i in self.used:
            self.dropped["repeated"] += 1
        elif role in CONTAINERS and (full or role in SPEAKING):
            self._group(i, node, end)
        elif not node.name and not node.value:
            self.dropped["wrapper"] += 1
        elif self._is_said(node):
            self.dropped["repeated"] += 1
        elif role is Role.HEADING:
            self._heading(i, place, node, end, full)
        elif full and self._is_told_inside(place, node, end):
            self.dropped["wrapper" if role is Role.GENERIC else "repeated"] += 1
        else:
            self._text(i, node, end)

    def _group(self, i: int, node: Node, end: int) -> None:
        role, name = node.role, node.name
        if self._is_said(node) if role not in SPEAKING else role is Role.APPLICATION and not name and not node.value:
            self.dropped["repeated" if name else "wrapper"] += 1
            return
        self.out.append(Part(i, end, "group", name, len(name) > NAME_LIMIT or len(node.value or "") > NAME_LIMIT))
        self._said.enter(end, name, node.value)

    def _is_said(self, node: Node) -> bool:
        """True if the parts around say its words; of a heading, not if a mere text says them."""
        has, by_texts = self._said.has, node.role is not Role.HEADING
        if not self._said.parts or not has(node.name, by_texts):
            return False
        return not (node.value or node.hint) or (has(node.value, by_texts) and has(node.hint, by_texts))

    def _is_told_inside(self, place: int, node: Node, end: int) -> bool:
        """True if the name and value are those of the nodes inside, one after the other, or that of the whole."""
        if node.name in self.header and not node.value:
            return True
        left = f"{node.name}\n{node.value}" if node.value and node.value != node.name else node.name
        kept, nodes, named = self.seen.kept, self.tree.nodes, self.named
        for j in kept[place + 1 : place + 1 + _MOST_INSIDE]:
            if j >= end or not says_something(left):
                break
            if nodes[j].role is not Role.SEPARATOR:
                left = left_of(left, nodes[j].name or named.get(j) or nodes[j].value)
        return not says_something(left)

    def _heading(self, i: int, place: int, node: Node, end: int, full: bool) -> None:
        """A heading, unless a control inside is called just the same."""
        words = words_of(node)
        kept, nodes = self.seen.kept, self.tree.nodes
        inside = kept[place + 1 : place + 1 + _MOST_INSIDE] if full else ()
        names = (nodes[j].name or self.named.get(j) for j in inside if j < end and nodes[j].can)
        if say_all(words, node) and words in names:
            self.dropped["repeated"] += 1
        else:
            self._words(i, node, end, "heading")

    def _text(self, i: int, node: Node, end: int) -> None:
        if node.role is Role.SEPARATOR or is_glyph(node.name or node.value or ""):
            self.dropped["decorative"] += 1
        else:
            self._words(i, node, end, "text")

    def _words(self, i: int, node: Node, end: int, kind: Literal["text", "heading"]) -> None:
        """A text or heading; an element, whose ref leads to the rest, where it says more than fits into one."""
        words = words_of(node)
        if len(words) > NAME_LIMIT or not say_all(words, node):
            self.out.append(Part(i, end, "element", node.name, True))
        else:
            self.out.append(Part(i, end, kind, words))
        if end > i + 1:
            self._said.enter(end, node.name, node.value, node.hint, text=kind == "text")


def _same(one: Node, other: Node) -> bool:
    return (
        one.bounds is not None
        and one.bounds == other.bounds
        and one.role is other.role
        and one.name == other.name
        and one.value == other.value
        and one.can == other.can
    )
