"""A tree and an edit script to the tree after."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, NoReturn, TypeVar

from msgspec.structs import replace

from lumos_layer.diff.editing import checksum
from lumos_layer.diff.script import EditScript, Insert, Move, Update
from lumos_layer.errors import ScriptMismatch
from lumos_layer.tree import Node, Tree

_STAYS: Final = 0
_GOES: Final = 1  # deleted
_MOVES: Final = 2  # with all that is below it

_Edit = TypeVar("_Edit")


def patch(before: Tree, script: EditScript) -> Tree:
    """The tree that the script makes of `before`, tags included; `before` stays as it was.

    Raises ScriptMismatch (an InputError) if the script was not made for this tree, or contradicts itself.
    """
    return patched(before, script)[0]


def patched(before: Tree, script: EditScript) -> tuple[Tree, Sequence[int]]:
    """What `patch` gives, and for each of its nodes which one it was in the tree before; -1 for a new one."""
    if script.before != len(before):
        raise ScriptMismatch(f"it is for a tree of {script.before:,} nodes, this one has {len(before):,}")
    if script.checksum != checksum(before):
        raise ScriptMismatch("it is for another tree of that size")
    if not len(script) and script.after == len(before):
        return before, range(len(before))
    making = _Patch(before, script)
    return making.run(), making.was


class _Open(NamedTuple):
    """A node whose last child may come yet; a kept one is a stretch of the tree before, a new one has an end in the tree after."""

    node: int  # in the tree after
    first: int = -1
    last: int = -1
    end: int = -1


class _Patch:
    """The tree after in the making: nodes are laid down in document order, below a path of open ones."""

    def __init__(self, before: Tree, script: EditScript) -> None:
        self.before, self.size = before, script.after
        self.fate = self._fates(script)
        self.updates = _by_key("updates", script.updates, "node")
        self.placed: Mapping[int, Move | Insert] = _by_key("moves or inserts", (*script.moves, *script.inserts), "to")
        self.nodes: list[Node] = []
        self.tags: list[str] = []
        self.parents: array[int] = array("q")
        self.ends: array[int] = array("q")
        self.was: array[int] = array("q")  # by node of the tree after, the node before; -1: new
        self.path: list[_Open] = []
        self.stretches: list[tuple[int, int]] = [(0, len(before))]  # of the tree before, that stay together: cursor, end

    def _fates(self, script: EditScript) -> bytearray:
        fate = bytearray(len(self.before))
        for delete in script.deletes:
            last = delete.node + delete.size
            if delete.size < 1 or not 0 <= delete.node < last <= len(fate) or any(fate[delete.node : last]):
                _refuse(f"it deletes {delete.size} nodes from {delete.node}, which are not there or go twice")
            fate[delete.node : last] = bytes((_GOES,)) * delete.size
        for move in script.moves:
            if not 0 <= move.node < len(fate) or fate[move.node]:
                _refuse(f"it moves node {move.node}, which is not there, is deleted or moves twice")
            fate[move.node] = _MOVES
        return fate

    def run(self) -> Tree:
        used = 0
        while len(self.nodes) < self.size:
            place = self.placed.get(len(self.nodes))
            if place is None:
                self._stay()
            elif isinstance(place, Move):
                self._move(place)
                used += 1
            else:
                self._insert(place)
                used += 1
        if used != len(self.placed) or self._next() is not None or len(self.nodes) != self.size:
            _refuse(f"its edits do not make the {self.size:,} nodes that it says there are after it")
        self._close(0)
        return Tree(tuple(self.nodes), self.parents, self.ends, self.tags)

    def _next(self) -> int | None:
        """The next node that stays, None if there is none; what is deleted or moves is passed over."""
        while self.stretches:
            cursor, end = self.stretches.pop()
            while cursor < end and self.fate[cursor]:
                cursor = cursor + 1 if self.fate[cursor] == _GOES else self.before.end(cursor)
            if cursor < end:
                self.stretches.append((cursor, end))
                return cursor
        return None

    def _stay(self) -> None:
        i = self._next()
        if i is None:
            _refuse(f"nothing is left to become node {len(self.nodes)} of the tree after")
        cursor, end = self.stretches.pop()
        self.stretches.append((cursor + 1, end))
        done = len(self.path)
        while done and not self._holds(self.path[done - 1], i):
            done -= 1
        self._close(done)
        self._keep(i)

    def _holds(self, opened: _Open, i: int) -> bool:
        """Whether an open node is still open when node `i` of the tree before stays."""
        return opened.first < i < opened.last if opened.end < 0 else len(self.nodes) < opened.end

    def _move(self, move: Move) -> None:
        self._close_below(move.parent)
        self.stretches.append((move.node + 1, self.before.end(move.node)))
        self._keep(move.node)

    def _keep(self, i: int) -> None:
        node, tag = self.before[i], self.before.tag(i)
        update = self.updates.get(i)
        if update is not None:
            node, tag = _updated(node, tag, update, len(self.nodes))
        self._open(node, tag, _Open(len(self.nodes), i, self.before.end(i)))

    def _insert(self, insert: Insert) -> None:
        if not insert.nodes:
            _refuse(f"it inserts nothing at {insert.to}")
        self._close_below(insert.parent)
        first, base = insert.to, len(self.path)
        for new in insert.nodes:
            j = len(self.nodes)
            while len(self.path) > base and self.path[-1].end <= j:
                self._close(len(self.path) - 1)
            if j != first and len(self.path) == base:
                _refuse(f"it inserts node {j} below node {first}, which is too small for it")
            self._open(new.node, new.tag, _Open(j, end=j + new.size))

    def _open(self, node: Node, tag: str, opened: _Open) -> None:
        self.nodes.append(node)
        self.tags.append(tag)
        self.was.append(opened.first)
        self.parents.append(self.path[-1].node if self.path else -1)
        self.ends.append(len(self.nodes))
        self.path.append(opened)

    def _close_below(self, parent: int) -> None:
        """Close what is open below node `parent` of the tree after (-1: everything)."""
        done = len(self.path)
        while done and self.path[done - 1].node != parent:
            done -= 1
        if not done and parent >= 0:
            _refuse(f"node {parent} of the tree after is not open where node {len(self.nodes)} should go below it")
        self._close(done)

    def _close(self, done: int) -> None:
        """Close all but the outermost `done` open nodes."""
        for j, _, _, end in self.path[done:]:
            if end >= 0 and end != len(self.nodes):
                _refuse(f"the new node {j} should have a size of {end - j:,}, it has {len(self.nodes) - j:,}")
            self.ends[j] = len(self.nodes)
        del self.path[done:]


def _updated(node: Node, tag: str, update: Update, to: int) -> tuple[Node, str]:
    if update.to != to:
        _refuse(f"it says that node {update.node} becomes {update.to}, but it becomes {to}")
    changes = {}
    for name in update.fields:
        was = tag if name == "tag" else getattr(node, name)
        if getattr(update.was, name) != was:
            _refuse(f"the {name} of node {update.node} should be {getattr(update.was, name)!r} before, it is {was!r}")
        changes[name] = getattr(update.now, name)
    tag = changes.pop("tag", tag)
    return replace(node, **changes), tag


def _by_key(what: str, edits: tuple[_Edit, ...], key: str) -> dict[int, _Edit]:
    found = {getattr(edit, key): edit for edit in edits}
    if len(found) != len(edits):
        _refuse(f"two of its {what} are for the same node")
    return found


def _refuse(problem: str) -> NoReturn:
    raise ScriptMismatch(problem)
