"""What each kept node is in a blueprint: an element with a ref, a text, a heading, a group, or nothing new.

The rules run over the kept nodes in document order, each deciding about one node from what has been decided before it.
"""

from __future__ import annotations

import re
from collections import Counter

from msgspec import Struct

from lumos_layer.perception.looking import Look, look
from lumos_layer.perception.naming import NAME_LIMIT, names_by_content, names_by_label
from lumos_layer.perception.rows import Part, with_rows
from lumos_layer.perception.text import is_glyph
from lumos_layer.perception.words import CONTAINERS, ROWS, SPEAKING, TELLING
from lumos_layer.tree import Node, Rect, Role, Tree

_HOLDING = CONTAINERS | ROWS


class Sorted(Struct):
    """The parts of one look in document order; `root` is the node that is the surface itself (-1: none)."""

    parts: list[Part]
    root: int
    focus: int  # the node with the keyboard focus, -1: none
    named: dict[int, str]  # names that the dump does not give, by node
    omitted: Counter[str]
    beyond: Counter[int]  # see Look


def sort_out(tree: Tree, screen: Rect | None) -> Sorted:
    """The parts of everything visible in the tree. `screen`: see `look`."""
    seen = look(tree, screen)
    named, used = names_by_content(tree, seen)
    named |= names_by_label(tree, seen, named, used)
    root, through = _whole(tree, seen)
    sorter = _Sorter(tree, seen, named, used, through | {root})
    parts = with_rows(tree, sorter.parts())
    seen.omitted.update(sorter.dropped)
    focused = [i for i in seen.kept if tree[i].focused]
    return Sorted(parts, root, focused[-1] if focused else -1, named, +seen.omitted, seen.beyond)


def _whole(tree: Tree, seen: Look) -> tuple[int, frozenset[int]]:
    """The one window or document that everything visible stands in (-1: none), and the nodes around it that say nothing.

    Desktops, applications and other containers of all are looked through; they say nothing that the header does not.
    """
    through: set[int] = set()
    for i in seen.kept:
        node = tree[i]
        if tree.end(i) <= seen.kept[-1] or node.minimized:
            break
        if node.role in (Role.WINDOW, Role.DOCUMENT, Role.DIALOG, Role.ALERTDIALOG):
            return i, frozenset(through)
        if node.can or node.focused or (node.role not in CONTAINERS and node.role is not Role.GENERIC):
            break
        through.add(i)
    return -1, frozenset(through)


class _Sorter:
    def __init__(self, tree: Tree, seen: Look, named: dict[int, str], used: set[int], passed: frozenset[int]) -> None:
        self.tree, self.seen, self.named, self.used, self.passed = tree, seen, named, used, passed
        self.dropped: Counter[str] = Counter()
        self.out: list[Part] = []
        self._said: list[tuple[int, str]] = []  # words of the printed parts around the present node: (end, words)

    def parts(self) -> list[Part]:
        nodes, ends, kept, out, said = self.tree.nodes, self.tree.ends, self.seen.kept, self.out, self._said
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
                    if full and (name or node.value):
                        said.append((end, f"{name}\n{node.value}" if node.value else name))
            else:
                self._silent(i, place, node, end, full)
        return self._without_repeats()

    def _contains(self, node: Node) -> bool:
        """True for an actionable node whose content stands inside it, rather than being what it is called."""
        return node.role in _HOLDING or "scroll" in node.can or (node.role is Role.GENERIC and "click" in node.can)

    def _twice(self, i: int, node: Node) -> bool:
        """True for what is the same element as the actionable node right around it: one role, one name, one box."""
        owner = self.seen.owner[self.tree.parents[i]]
        if owner < 0 or owner in self.passed or node.focused:
            return False
        around = self.tree[owner]
        same = around.role is node.role and around.name == node.name and around.bounds == node.bounds and around.can == node.can
        if same and node.bounds is not None and around.value == node.value:
            self.dropped["repeated"] += 1
            return True
        return False

    def _silent(self, i: int, place: int, node: Node, end: int, full: bool) -> None:
        """Sort a node that nothing can be done with."""
        role, name = node.role, node.name
        if i in self.used:
            self.dropped["repeated"] += 1
        elif role in CONTAINERS and (full or role in SPEAKING):
            self._group(i, node, end)
        elif full and role is not Role.HEADING:
            self._around(i, place, node, end)
        elif not name and not node.value:
            self.dropped["wrapper"] += 1
        elif self._is_said(name):
            self.dropped["repeated"] += 1
        elif role is Role.HEADING:
            self._heading(i, place, node, end, full)
        else:
            self._text(i, node, end)

    def _group(self, i: int, node: Node, end: int) -> None:
        name = node.name
        if self._is_said(name) if node.role not in SPEAKING else node.role is Role.APPLICATION and not name:
            self.dropped["repeated" if name else "wrapper"] += 1
            return
        self.out.append(Part(i, end, "group", name))
        if name:
            self._said.append((end, name))

    def _around(self, i: int, place: int, node: Node, end: int) -> None:
        """A named node that is no group around named nodes: its name is theirs, or its own words before them."""
        first = self.tree[self.seen.kept[place + 1]]
        inner = first.name or self.named.get(self.seen.kept[place + 1], "")
        generic = node.role is Role.GENERIC
        if generic or not node.name or (inner and inner in node.name) or self._is_said(node.name):
            self.dropped["wrapper" if generic else "repeated"] += 1
        else:
            self._text(i, node, end)

    def _heading(self, i: int, place: int, node: Node, end: int, full: bool) -> None:
        """A heading, unless a control inside says the same words."""
        kept = self.seen.kept
        inside = place + 1
        while full and inside < len(kept) and kept[inside] < end:
            if self.tree[kept[inside]].can and (self.tree[kept[inside]].name or self.named.get(kept[inside])) == node.name:
                self.dropped["repeated"] += 1
                return
            inside += 1
        self.out.append(Part(i, end, "heading", node.name))
        if full:
            self._said.append((end, node.name))

    def _text(self, i: int, node: Node, end: int) -> None:
        name, value = node.name, node.value
        if node.role is Role.SEPARATOR or is_glyph(name or value or ""):
            self.dropped["decorative"] += 1
            return
        words = name or value or ""
        if len(words) > NAME_LIMIT or (value and words != value and value not in name):
            self.out.append(Part(i, end, "element", name, True))
        else:
            self.out.append(Part(i, end, "text", words))
        if end > i + 1:
            self._said.append((end, words))

    def _is_said(self, words: str) -> bool:
        """True if the words stand, as whole words, in what a part around them says."""
        return any(words in said and _whole_words(words, said) for _, said in self._said)

    def _without_repeats(self) -> list[Part]:
        """Without texts that repeat what the control beside or under them is called."""
        out: list[Part] = []
        control: Part | None = None  # the last one
        for part in self.out:
            if part.kind == "text":
                if control is not None and self._repeats(part, control):
                    self.dropped["repeated"] += 1
                    continue
            elif part.kind == "element":
                if out and out[-1].kind == "text" and out[-1].name == part.name and self._beside(out[-1], part):
                    self.dropped["repeated"] += 1
                    out.pop()
                control = part
            out.append(part)
        return out

    def _repeats(self, text: Part, control: Part) -> bool:
        """True for the control's own name beside it, or words of its name or hint inside its box."""
        if text.name == control.name:
            return self._beside(control, text)
        around, inside = self.tree[control.node].bounds, self.tree[text.node].bounds
        if around is None or inside is None or not around.contains(inside):
            return False
        said = (control.name, self.tree[control.node].hint)
        return any(text.name in words and _whole_words(text.name, words) for words in said)

    def _beside(self, first: Part, second: Part) -> bool:
        """True if two parts touch or nearly do; siblings where no boxes are known."""
        a, b = self.tree[first.node].bounds, self.tree[second.node].bounds
        if a is None or b is None:
            return self.tree.parent(first.node) == self.tree.parent(second.node)
        reach = max(a.height, b.height, 8)
        return Rect(a.x - reach, a.y - reach, a.width + 2 * reach, a.height + 2 * reach).touches(b)


def _whole_words(words: str, said: str) -> bool:
    """True if the words in `said` do not begin or end in the middle of a word."""
    return words == said or re.search(rf"(?<!\w){re.escape(words)}(?!\w)", said) is not None
