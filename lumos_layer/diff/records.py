"""Records: rows, list items and the like, which come and go whole, and whose place and identity programs use again for others."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from operator import attrgetter

from lumos_layer.diff.calling import has_other_code, is_another_day, is_called_otherwise, signs_of, words_of
from lumos_layer.diff.content import Side
from lumos_layer.tree import Node, Role, Tree
from lumos_layer.tree.upwards import Levels, Nearest

_ITEMS = frozenset((Role.ARTICLE, Role.LISTITEM, Role.OPTION, Role.ROW, Role.TREEITEM))
_CELLS = frozenset((Role.CELL, Role.GRIDCELL))
_LISTS = frozenset((Role.GRID, Role.LIST, Role.LISTBOX, Role.TABLE))
_CHOICES = frozenset((Role.BUTTON, Role.LINK, Role.RADIO, Role.CHECKBOX))  # a record where a list holds it
_BOXES = frozenset((Role.GENERIC, Role.GROUP))  # a record where several stand side by side
_VERBS = frozenset(
    (Role.BUTTON, Role.CHECKBOX, Role.MENUITEM, Role.RADIO, Role.SWITCH)
)  # what is done with a record does not name it
_RANGES = frozenset((Role.SLIDER, Role.SPINBUTTON, Role.PROGRESSBAR, Role.METER, Role.SCROLLBAR))  # their values tell no record
_MAY_BE_RECORDS = _ITEMS | _CELLS | _CHOICES | _BOXES
_ROLE = attrgetter("role")
_NUMBER = re.compile(r"\s*[-+]?[\d.,\s]*\d\s*%?\s*").fullmatch
_MANY = 8  # a question to one in so many nodes costs as much as reading all
_MOST_NODES = 32  # of a subtree are read for its words
_BY_CHANCE = 0.15  # of the words of their own, two records may share so many and be different ones
_IN_COMMON = 0.5  # and so many where they begin with other words
_TOLD_APART = 3  # siblings that are called by one word: without the one that asks, more than one is enough to know


_UNTITLED: tuple[frozenset[str], str] = (frozenset(), "")


class Records:
    """The records of one tree: which one a node belongs to, and by which words it is known again."""

    def __init__(self, side: Side) -> None:
        self.tree = tree = side.tree
        self.side = side
        self._words: dict[int, frozenset[str]] = {}
        self._titles: dict[int, tuple[frozenset[str], str]] = {}
        self._spelled: dict[int, dict[frozenset[str], set[str]]] = {}  # by parent and title, how its children spell that
        self._siblings: dict[int, dict[str, set[int]]] = {}  # by parent and word, the children that are called by it
        items = Nearest(tree, lambda i: tree[i].role in _ITEMS)
        self._nearest = Nearest(tree, lambda i: _is_record(tree, i, items))
        self._all: Sequence[int] | None = None

    def of(self, i: int) -> int:
        """The record that node `i` is or is in, -1 if in none."""
        return self._nearest.of(i) if self._all is None else self._all[i]

    def of_many(self, asked: int) -> Callable[[int], int]:
        """The same as `of`, for so many questions: where they are many, all nodes are read at once, in a fraction of the time."""
        if self._all is None and asked * _MANY > len(self.tree):
            self._all = _records(self.tree)
        return self.of if self._all is None else self._all.__getitem__

    @cached_property
    def levels(self) -> Levels:
        return Levels(self.tree.parents)

    def words(self, i: int) -> frozenset[str]:
        """The words in a subtree, as far as it is read; those of its buttons only where there are no others."""
        found = self._words.get(i)
        if found is None:
            inside, nodes = self._read(i)
            found = self._words[i] = _words(inside) or _words(nodes)
        return found

    def words_beside(self, i: int) -> Iterator[frozenset[str]]:
        """The words in the siblings right before and right behind a node."""
        return map(self.words, _neighbours(self.tree, i))

    def first(self, i: int) -> Sequence[Node]:
        """The first nodes of a subtree."""
        return self.tree.nodes[i : min(self.tree.ends[i], i + _MOST_NODES)]

    def title(self, i: int) -> frozenset[str]:
        """The words of a subtree's name, or of the first name in it."""
        return self._titled(i)[0]

    def spelling(self, i: int) -> str:
        """The name of which the title has the words, as it is written: with signs, counters, small and capital letters."""
        return self._titled(i)[1]

    def _titled(self, i: int) -> tuple[frozenset[str], str]:
        found = self._titles.get(i)
        if found is None:
            inside, nodes = self._read(i)
            ways = ((words_of, inside), (words_of, nodes), (signs_of, inside))
            found = next((titled for ask, named in ways if (titled := _title(named, ask))[0]), _UNTITLED)
            self._titles[i] = found
        return found

    def are_spelled_apart(self, i: int) -> bool:
        """Whether a sibling of a record has the words of its title, but writes them in another way: Report (1) and Report (2)."""
        parent = self.tree.parents[i]
        spelled = self._spelled.get(parent)
        if spelled is None:
            spelled = self._spelled[parent] = defaultdict(set)
            for title, spelling in map(self._titled, self.side.children(parent)):
                spelled[title].add(spelling)
        return len(spelled[self.title(i)]) > 1

    def sharing(self, i: int, title: frozenset[str]) -> int:
        """How many siblings of a record are called by one of the words of a title; of many only that they are more than one."""
        parent = self.tree.parents[i]
        titled = self._siblings.get(parent)
        if titled is None:
            titled = self._siblings[parent] = {}
            for k in self.side.children(parent):
                for word in self.title(k):
                    called = titled.setdefault(word, set())
                    if len(called) < _TOLD_APART:
                        called.add(k)
        return len(set().union(*(titled.get(word, ()) for word in title)) - {i})

    def _read(self, i: int) -> tuple[Sequence[Node], Sequence[Node]]:
        """The first nodes of a subtree, those that are not buttons in it, and all."""
        nodes = self.first(i)
        return [node for node in nodes if node is nodes[0] or node.role not in _VERBS], nodes


def _is_record(tree: Tree, i: int, items: Nearest) -> bool:
    role = tree[i].role
    if role in _ITEMS:
        return True
    if role in _CELLS or _is_choice(tree, i):
        return items.of(i) < 0
    return role in _BOXES and tree.end(i) > i + 1 and _is_box_of_record(tree, i)


def _is_choice(tree: Tree, i: int) -> bool:
    """Whether it is a button or link that stands in a list as an item of it."""
    parent = tree.parents[i]
    return tree[i].role in _CHOICES and parent >= 0 and tree[parent].role in _LISTS


def _is_box_of_record(tree: Tree, i: int) -> bool:
    """Whether a box stands beside one like it, or is the only record in a list."""
    parent = tree.parents[i]
    return _is_beside_alike(tree, i) or (parent >= 0 and tree[parent].role in _LISTS and not _holds_several(tree, i))


def _holds_several(tree: Tree, i: int) -> bool:
    """Whether records are in a box, as far as it is read: items, boxes side by side, or what is called and used alike."""
    acts: set[tuple[Role, str]] = set()
    for k in range(i + 1, min(tree.end(i), i + _MOST_NODES)):
        node = tree[k]
        if node.role in _ITEMS or (node.role in _BOXES and tree.end(k) > k + 1 and _is_beside_alike(tree, k)):
            return True
        if node.can:
            if (node.role, node.name) in acts:
                return True
            acts.add((node.role, node.name))
    return False


def _is_beside_alike(tree: Tree, i: int) -> bool:
    """Whether a sibling next to it has its role, and something in it too."""
    nodes, parents, ends = tree.nodes, tree.parents, tree.ends
    role, parent, behind = nodes[i].role, parents[i], ends[i]
    if behind < (ends[parent] if parent >= 0 else len(nodes)) and nodes[behind].role is role and ends[behind] > behind + 1:
        return True
    k = i - 1
    while k > parent and parents[k] != parent:
        k = parents[k]
    return k > parent and nodes[k].role is role and ends[k] > k + 1


def _neighbours(tree: Tree, i: int) -> Iterator[int]:
    """The siblings right before and right behind a node."""
    parent = tree.parents[i]
    if i - 1 > parent:
        k = i - 1
        while tree.parents[k] != parent:
            k = tree.parents[k]
        yield k
    behind = tree.end(i)
    if behind < (tree.end(parent) if parent >= 0 else len(tree)):
        yield behind


def _records(tree: Tree) -> Sequence[int]:
    """By node, the record that it is or is in, as `Records` finds it node by node."""
    parents, ends = tree.parents, tree.ends
    # The last place serves the parent -1 of roots.
    records, items = [-1] * (len(tree) + 1), [-1] * (len(tree) + 1)
    for i, (role, parent) in enumerate(zip(map(_ROLE, tree.nodes), parents, strict=True)):
        items[i], records[i] = items[parent], records[parent]
        if role not in _MAY_BE_RECORDS:
            continue
        if role in _ITEMS:
            items[i] = records[i] = i
        elif role in _BOXES:
            if ends[i] > i + 1 and _is_box_of_record(tree, i):
                records[i] = i
        elif items[i] < 0 and (role in _CELLS or _is_choice(tree, i)):
            records[i] = i
    records.pop()
    return records


def _title(nodes: Sequence[Node], ask: Callable[[str], frozenset[str]]) -> tuple[frozenset[str], str]:
    return next(((words, name) for node in nodes if (words := ask(name := _name(node)))), _UNTITLED)


def _words(nodes: Sequence[Node]) -> frozenset[str]:
    texts = [text for node in nodes for text in (_name(node), None if node.role in _RANGES else node.value) if text]
    return frozenset().union(*(words_of(text) or signs_of(text) for text in texts))


def _name(node: Node) -> str:
    """The node's name; that of a slider on which its number is drawn, as in GTK, only says how it stands."""
    return "" if node.role in _RANGES and node.value and _NUMBER(node.name) else node.name


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
            record = self.before.levels.above(i, self.after.levels.between(j, other))
        elif other < 0:
            other = self.after.levels.above(j, self.before.levels.between(i, record))
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
        if self._is_another_by_number(i, j) or self._is_another_by_siblings(i, j):
            return True
        title, title_after = self.before.title(i), self.after.title(j)
        words, others = self.before.words(i), self.after.words(j)
        if words == others or not words or not others:
            return False
        around = [*self.before.words_beside(i), *self.after.words_beside(j)]
        common = frozenset().union(*around)
        if is_called_otherwise(title, title_after, common):
            return True
        least = min(len(words - common), len(others - common))
        by_chance = _IN_COMMON if title and title_after and title.isdisjoint(title_after) else _BY_CHANCE
        return len((words & others) - common) <= least * by_chance

    def _is_another_by_number(self, i: int, j: int) -> bool:
        """Whether the code or the day in what two records are called is another one; what cells of a table say are values."""
        if self.before.tree[i].role in _CELLS:
            return False
        name, other = self.before.spelling(i), self.after.spelling(j)
        return name != other and (has_other_code(name, other) or is_another_day(name, other))

    def _is_another_by_siblings(self, i: int, j: int) -> bool:
        """Whether what is beside two records tells that they are others, by what they are called."""
        title, title_after = self.before.title(i), self.after.title(j)
        if title == title_after:
            return self._are_spelled_apart(i, j)
        if self._is_beside(self.after, j, title) or self._is_beside(self.before, i, title_after):
            return True
        return title.isdisjoint(title_after) and (self._has_gone_to(j, title, i) or self._has_come_from(i, title_after, j))

    def _are_spelled_apart(self, i: int, j: int) -> bool:
        """Whether the names of two records have the same words, and only how they are written tells them from their siblings."""
        if self.before.spelling(i) == self.after.spelling(j):
            return False
        return self.before.are_spelled_apart(i) or self.after.are_spelled_apart(j)

    def _is_beside(self, records: Records, i: int, title: frozenset[str]) -> bool:
        """Whether a neighbour is called what the other record was called."""
        return bool(title) and title in map(records.title, _neighbours(records.tree, i))

    def _has_gone_to(self, j: int, title: frozenset[str], i: int) -> bool:
        """Whether one new sibling, and none before, shares a word with the title of `i`: that is the record, and `j` is not."""
        return self.after.sharing(j, title) == 1 and not self.before.sharing(i, title)

    def _has_come_from(self, i: int, title: frozenset[str], j: int) -> bool:
        """Whether one sibling before, and none now, shares a word with the title of `j`: that was the record, and `i` was not."""
        return self.before.sharing(i, title) == 1 and not self.after.sharing(j, title)
