"""Records: rows, list items and the like, which come and go whole, and whose place and identity programs use again for others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from lumos_layer.diff.content import Side
from lumos_layer.tree import Node, Role, Tree

_ITEMS = frozenset((Role.ARTICLE, Role.LISTITEM, Role.OPTION, Role.ROW, Role.TREEITEM))
_CELLS = frozenset((Role.CELL, Role.GRIDCELL))
_BOXES = frozenset((Role.GENERIC, Role.GROUP))  # a record where several stand side by side
_VERBS = frozenset(
    (Role.BUTTON, Role.CHECKBOX, Role.MENUITEM, Role.RADIO, Role.SWITCH)
)  # what is done with a record does not name it
_MOST_NODES = 32  # of a subtree are read for its words
_BY_CHANCE = 0.15  # of the words of their own, two records may share so many and be different ones
_IN_COMMON = 0.5  # and so many where they begin with other words
_LONGEST = 400  # characters of a text are read
_COUNTER = re.compile(r"\(\s*[\d.,]+\+?\s*\)|\[\s*[\d.,]+\+?\s*\]")
_WORD = re.compile(r"\w+")


@lru_cache(maxsize=1 << 16)
def words_of(text: str) -> frozenset[str]:
    """The words by which a text is known again: small letters, no punctuation, no counters such as (3)."""
    return frozenset(_WORD.findall(_COUNTER.sub(" ", text[:_LONGEST]).casefold()))


class Nearest:
    """For each node the nearest one from it upwards that passes a test, -1 if there is none; each node is looked at once."""

    def __init__(self, tree: Tree, test: Callable[[int], bool]) -> None:
        self._tree, self._test = tree, test
        self._known: dict[int, int] = {-1: -1}

    def of(self, i: int) -> int:
        known = self._known
        path: list[int] = []
        k = i
        while k not in known:
            if self._test(k):
                known[k] = k
                break
            path.append(k)
            k = self._tree.parents[k]
        found = known[k]
        for k in path:
            known[k] = found
        return found


class Records:
    """The records of one tree: which one a node belongs to, and by which words it is known again."""

    def __init__(self, side: Side) -> None:
        self.tree = tree = side.tree
        self.side = side
        self._words: dict[int, frozenset[str]] = {}
        self._titles: dict[int, frozenset[str]] = {}
        items = Nearest(tree, lambda i: tree[i].role in _ITEMS)
        self._nearest = Nearest(tree, lambda i: self._is_record(i, items))

    def of(self, i: int) -> int:
        """The record that node `i` is or is in, -1 if in none."""
        return self._nearest.of(i)

    def may_be(self, i: int) -> bool:
        """Whether node `i` itself may be a record; else it is in that of its parent."""
        return self.tree.end(i) > i + 1 or self.tree[i].role in _ITEMS or self.tree[i].role in _CELLS

    def levels(self, i: int, ancestor: int) -> int:
        """How far below an ancestor a node is."""
        steps = 0
        while i != ancestor:
            i, steps = self.tree.parents[i], steps + 1
        return steps

    def above(self, i: int, levels: int) -> int:
        """What is so many levels above a node; -1 if there is nothing."""
        while levels and i >= 0:
            i, levels = self.tree.parents[i], levels - 1
        return i

    def _is_record(self, i: int, items: Nearest) -> bool:
        role = self.tree[i].role
        if role in _ITEMS:
            return True
        if role in _CELLS:
            return items.of(i) < 0
        return role in _BOXES and self.tree.end(i) > i + 1 and any(self._is_alike(i, k) for k in self.neighbours(i))

    def _is_alike(self, i: int, k: int) -> bool:
        return self.tree[i].role is self.tree[k].role and self.tree.end(k) > k + 1

    def neighbours(self, i: int) -> Iterator[int]:
        """The siblings right before and right behind a node."""
        tree, parent = self.tree, self.tree.parents[i]
        if i - 1 > parent:
            k = i - 1
            while tree.parents[k] != parent:
                k = tree.parents[k]
            yield k
        behind = tree.end(i)
        if behind < (tree.end(parent) if parent >= 0 else len(tree)):
            yield behind

    def words(self, i: int) -> frozenset[str]:
        """The words in a subtree, as far as it is read; those of its buttons only where there are no others."""
        found = self._words.get(i)
        if found is None:
            inside, nodes = self._read(i)
            found = self._words[i] = _words(inside) or _words(nodes)
        return found

    def first(self, i: int) -> Sequence[Node]:
        """The first nodes of a subtree."""
        return self.tree.nodes[i : min(self.tree.end(i), i + _MOST_NODES)]

    def title(self, i: int) -> frozenset[str]:
        """The words of a subtree's name, or of the first name in it."""
        found = self._titles.get(i)
        if found is None:
            inside, nodes = self._read(i)
            found = self._titles[i] = _title(inside) or _title(nodes)
        return found

    def _read(self, i: int) -> tuple[Sequence[Node], Sequence[Node]]:
        """The first nodes of a subtree, those that are not its buttons, and all."""
        nodes = self.first(i)
        return [node for node in nodes if node.role not in _VERBS], nodes


def _title(nodes: Sequence[Node]) -> frozenset[str]:
    return next((words for node in nodes if (words := words_of(node.name))), frozenset())


def _words(nodes: Sequence[Node]) -> frozenset[str]:
    texts = [text for node in nodes for text in (node.name, node.value) if text]
    return frozenset().union(*map(words_of, texts))


class Contradiction:
    """Whether two records, one of each tree, are two different ones by what is in them."""

    def __init__(self, before: Records, after: Records) -> None:
        self.before, self.after = before, after
        self._known: dict[tuple[int, int], bool] = {}

    def between(self, i: int, j: int) -> bool:
        """Whether the records that two nodes are in are different ones; False where both are in none."""
        record, other = self.before.of(i), self.after.of(j)
        if record < 0 and other < 0:
            return False
        if record < 0:
            record = self.before.above(i, self.after.levels(j, other))
        elif other < 0:
            other = self.after.above(j, self.before.levels(i, record))
        return record >= 0 and other >= 0 and self.of_content(record, other)

    def of_content(self, i: int, j: int) -> bool:
        """Whether two subtrees share no word that their neighbours do not share too, although both have words of their own."""
        key = i, j
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._differ(i, j)
        return found

    def _differ(self, i: int, j: int) -> bool:
        if self.before.first(i) == self.after.first(j) or self.before.side.telling(i) == self.after.side.telling(j):
            return False
        title, title_after = self.before.title(i), self.after.title(j)
        if title != title_after and (self._is_beside(self.after, j, title) or self._is_beside(self.before, i, title_after)):
            return True
        words, others = self.before.words(i), self.after.words(j)
        if words == others or not words or not others:
            return False
        around = [self.before.words(k) for k in self.before.neighbours(i)] + [self.after.words(k) for k in self.after.neighbours(j)]
        common = frozenset().union(*around)
        least = min(len(words - common), len(others - common))
        by_chance = _IN_COMMON if title and title_after and title.isdisjoint(title_after) else _BY_CHANCE
        return len((words & others) - common) <= least * by_chance

    def _is_beside(self, records: Records, i: int, title: frozenset[str]) -> bool:
        """Whether a neighbour is called what the other record was called."""
        return bool(title) and any(records.title(k) == title for k in records.neighbours(i))
