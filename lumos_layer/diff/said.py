"""What is said in subtrees, as far as they are read: the names in them, and the words by which they are known again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from lumos_layer.diff.calling import signs_of, words_of
from lumos_layer.tree import Node, Role, Tree

VERBS = frozenset(
    (Role.BUTTON, Role.CHECKBOX, Role.MENUITEM, Role.RADIO, Role.SWITCH)
)  # what is done with a record does not name it
MOST_NODES = 32  # of a subtree are read for its words
_RANGES = frozenset((Role.SLIDER, Role.SPINBUTTON, Role.PROGRESSBAR, Role.METER, Role.SCROLLBAR))  # their values tell no record
_NUMBER = re.compile(r"\s*[-+]?[\d.,\s]*\d\s*%?\s*").fullmatch
Titled = tuple[frozenset[str], str]  # the words of a name, and the name as it is written


class Said:
    """The names and words in the subtrees of one tree."""

    def __init__(self, tree: Tree) -> None:
        self._nodes, self._ends = tree.nodes, tree.ends
        self._words: dict[int, frozenset[str]] = {}
        self._names: dict[int, Sequence[str]] = {}

    def first(self, i: int) -> Sequence[Node]:
        """The first nodes of a subtree."""
        return self._nodes[i : min(self._ends[i], i + MOST_NODES)]

    def words(self, i: int) -> frozenset[str]:
        """The words in a subtree, as far as it is read; those of its buttons only where there are no others."""
        found = self._words.get(i)
        if found is None:
            found = self._words[i] = _words(self._without_buttons(i)) or _words(self.first(i))
        return found

    def names(self, i: int) -> Sequence[str]:
        """What is named in a subtree, as far as it is read, but for its buttons."""
        found = self._names.get(i)
        if found is None:
            found = self._names[i] = [name for node in self._without_buttons(i) if (name := _name(node))]
        return found

    def name(self, i: int) -> str:
        """The first of these; "" if there is none."""
        for k in range(i, min(self._ends[i], i + MOST_NODES)):
            node = self._nodes[k]
            if node.name and (k == i or node.role not in VERBS) and (name := _name(node)):
                return name
        return ""

    def title(self, i: int) -> Titled | None:
        """The first of these that has words; only where none has, the first of a button's."""
        button: Titled | None = None
        for k in range(i, min(self._ends[i], i + MOST_NODES)):
            node = self._nodes[k]
            if not (node.name and (words := words_of(node.name)) and _name(node)):
                continue
            if k == i or node.role not in VERBS:
                return words, node.name
            button = button or (words, node.name)
        return button

    def _without_buttons(self, i: int) -> Sequence[Node]:
        """The first nodes of a subtree that are not buttons in it."""
        return [
            self._nodes[i],
            *[node for node in self._nodes[i + 1 : min(self._ends[i], i + MOST_NODES)] if node.role not in VERBS],
        ]


def _words(nodes: Iterable[Node]) -> frozenset[str]:
    texts = [text for node in nodes for text in (_name(node), None if node.role in _RANGES else node.value) if text]
    return frozenset().union(*(words_of(text) or signs_of(text) for text in texts))


def _name(node: Node) -> str:
    """The node's name; that of a slider on which its number is drawn, as in GTK, only says how it stands."""
    return "" if node.role in _RANGES and node.value and _NUMBER(node.name) else node.name
