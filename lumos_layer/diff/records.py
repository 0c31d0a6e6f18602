"""Records: rows, list items and the like, which come and go whole, and whose place and identity programs use again for others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property, partial
from operator import attrgetter

from lumos_layer.diff.calling import DIGITS
from lumos_layer.diff.content import Side
from lumos_layer.diff.said import MOST_NODES, VERBS, Said
from lumos_layer.diff.titles import Titles
from lumos_layer.tree import Role, Tree
from lumos_layer.tree.upwards import Levels, Nearest

_ITEMS = frozenset((Role.ARTICLE, Role.LISTITEM, Role.OPTION, Role.ROW, Role.TREEITEM))
_CELLS = frozenset((Role.CELL, Role.GRIDCELL))
_LISTS = frozenset((Role.GRID, Role.LIST, Role.LISTBOX, Role.TABLE))
_CHOICES = frozenset((Role.BUTTON, Role.LINK, Role.RADIO, Role.CHECKBOX))  # a record where a list holds it
_BOXES = frozenset((Role.GENERIC, Role.GROUP))  # a record where several stand side by side
_MAY_BE_RECORDS = _ITEMS | _CELLS | _CHOICES | _BOXES
_MAY_BE_NUMBERED = _CHOICES | _BOXES
_ROLE = attrgetter("role")
_MANY = 8  # a question to one in so many nodes costs as much as reading all


class Records:
    """The records of one tree: which one a node belongs to, and by which words it is known again."""

    def __init__(self, side: Side) -> None:
        self.tree = tree = side.tree
        self.side = side
        self._nodes = tree.nodes
        self._said = said = Said(tree)
        self.first, self.names, self.words = said.first, said.names, said.words
        self._called: dict[int, Titles] = {}
        self._around: dict[int, int] = {}  # by parent, what its children stand in
        self._roles: dict[int, Counter[Role]] = {}  # by parent, how many children have each
        items = Nearest(tree, lambda i: tree[i].role in _ITEMS)
        self._numbered = numbered = cache(partial(_numbered, tree))
        self._nearest = Nearest(tree, lambda i: _is_record(tree, i, items) or (items.of(i) < 0 and i in numbered()))
        self._all: Sequence[int] | None = None

    def of(self, i: int) -> int:
        """The record that node `i` is or is in, -1 if in none."""
        return self._nearest.of(i) if self._all is None else self._all[i]

    def of_many(self, asked: int) -> Callable[[int], int]:
        """The same as `of`, for so many questions: where they are many, all nodes are read at once, in a fraction of the time."""
        if self._all is None and asked * _MANY > len(self.tree):
            self._all = _records(self.tree, self._numbered())
        return self.of if self._all is None else self._all.__getitem__

    def around(self, record: int) -> int:
        """The node around a record in which it stands with others that are used alike; -1 if nothing says that there are any."""
        parent = self.tree.parents[record]
        found = self._around.get(parent)
        if found is None:
            found = self._around[parent] = self._find_around(parent)
        return found

    def _find_around(self, i: int) -> int:
        while i >= 0:
            around = self.of(i)
            if around < 0 or self.is_item(around) or self.is_one_of_several(around):
                return around
            i = self.tree.parents[around]
        return -1

    def is_one_of_several(self, i: int) -> bool:
        """Whether a box is the record of a list, or what can be done in it can be done in a box beside it too."""
        parent = self.tree.parents[i]
        if parent >= 0 and self.tree[parent].role in _LISTS:
            return True
        return any(not self._acts(i).isdisjoint(self._acts(k)) for k in _neighbours(self.tree, i))

    def _acts(self, i: int) -> set[tuple[Role, str]]:
        return {(node.role, node.name) for node in self.first(i)[1:] if node.can and node.name and node.role in VERBS}

    def is_item(self, i: int) -> bool:
        return self._nodes[i].role in _ITEMS

    def is_cell(self, i: int) -> bool:
        return self.tree[i].role in _CELLS

    def is_alone(self, i: int) -> bool:
        """Whether no sibling of a record has its role."""
        parent = self.tree.parents[i]
        times = self._roles.get(parent)
        if times is None:
            times = self._roles[parent] = Counter(self.tree[k].role for k in self.side.children(parent))
        return times[self.tree[i].role] == 1

    @cached_property
    def levels(self) -> Levels:
        return Levels(self.tree.parents)

    def words_beside(self, i: int) -> Iterator[frozenset[str]]:
        """The words in the siblings right before and right behind a node."""
        return map(self.words, _neighbours(self.tree, i))

    def is_beside(self, i: int, title: frozenset[str], column: int = 0) -> bool:
        """Whether a sibling right before or behind a record has this title."""
        return bool(title) and title in map(self.called(column).title, _neighbours(self.tree, i))

    def called(self, column: int = 0) -> Titles:
        """What the records are called, by the names that stand so far behind the first in each of them."""
        found = self._called.get(column)
        if found is None:
            found = self._called[column] = Titles(self.side, self._said, column)
        return found


def _is_record(tree: Tree, i: int, items: Nearest) -> bool:
    role = tree[i].role
    if role in _ITEMS:
        return True
    if role in _CELLS or _is_choice(tree, i):
        return items.of(i) < 0
    return role in _BOXES and tree.end(i) > i + 1 and _is_box_of_record(tree, i)


def _is_choice(tree: Tree, i: int) -> bool:
    """Whether it is a button, a link or a named box to click on that stands in a list as an item of it."""
    parent, node = tree.parents[i], tree[i]
    if parent < 0 or tree[parent].role not in _LISTS:
        return False
    return node.role in _CHOICES or (node.role in _BOXES and bool(node.can and node.name) and tree.end(i) == i + 1)


def _numbered(tree: Tree) -> set[int]:
    """What can be acted on, holds nothing, and is called as a sibling is, but for the numbers: Order 1001 beside Order 1002."""
    alike: dict[tuple[int, Role, str], list[int]] = {}
    for i, node in enumerate(tree.nodes):
        if node.can and node.name and node.role in _MAY_BE_NUMBERED and tree.ends[i] == i + 1 and DIGITS.search(node.name):
            key = tree.parents[i], node.role, DIGITS.sub(" ", node.name)
            alike.setdefault(key, []).append(i)
    return {i for nodes in alike.values() if len({tree[k].name for k in nodes}) > 1 for i in nodes}


def _is_box_of_record(tree: Tree, i: int) -> bool:
    """Whether a box stands beside one like it, or is the only record in a list."""
    return _is_beside_alike(tree, i) or _is_box_in_list(tree, i)


def _is_box_in_list(tree: Tree, i: int) -> bool:
    parent = tree.parents[i]
    return parent >= 0 and tree[parent].role in _LISTS and not _holds_several(tree, i)


def _holds_several(tree: Tree, i: int) -> bool:
    """Whether records are in a box, as far as it is read: items, boxes side by side that say something, or what is used alike."""
    acts: set[tuple[Role, str]] = set()
    boxes: set[int] = set()  # around a box that says something
    for k in range(i + 1, min(tree.end(i), i + MOST_NODES)):
        node = tree[k]
        if node.role in _ITEMS:
            return True
        if node.role in _BOXES and tree.end(k) > k + 1 and _is_beside_alike(tree, k) and _says_something(tree, k):
            if tree.parents[k] in boxes:
                return True
            boxes.add(tree.parents[k])
        if node.can:
            if (node.role, node.name) in acts:
                return True
            acts.add((node.role, node.name))
    return False


def _says_something(tree: Tree, i: int) -> bool:
    """Whether more is in a box than buttons and the like."""
    inside = tree.nodes[i + 1 : min(tree.end(i), i + MOST_NODES)]
    return any(node.name and node.role not in VERBS for node in inside)


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


def _records(tree: Tree, numbered: set[int]) -> Sequence[int]:
    """By node, the record that it is or is in, as `Records` finds it node by node."""
    nodes, parents, ends = tree.nodes, tree.parents, [*tree.ends, len(tree)]
    # The last place serves the parent -1 of roots; `fronts` has the last box with something in it of the children so far.
    records, items, fronts = ([-1] * (len(tree) + 1) for _ in range(3))
    for i, (role, parent) in enumerate(zip(map(_ROLE, nodes), parents, strict=True)):
        items[i], records[i] = items[parent], records[parent]
        if role not in _MAY_BE_RECORDS:
            continue
        behind = ends[i]
        if role in _ITEMS:
            items[i] = records[i] = i
        elif role in _BOXES and behind > i + 1:
            front, fronts[parent] = fronts[parent], i
            if (
                (front >= 0 and ends[front] == i and nodes[front].role is role)
                or (behind < ends[parent] and nodes[behind].role is role and ends[behind] > behind + 1)
                or _is_box_in_list(tree, i)
            ):
                records[i] = i
        elif items[i] < 0 and (role in _CELLS or _is_choice(tree, i)):
            records[i] = i
        if items[i] < 0 and i in numbered:
            records[i] = i
    records.pop()
    return records
