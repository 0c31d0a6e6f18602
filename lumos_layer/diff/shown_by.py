"""What a tab or an opener shows: where another one shows it now, all in it is another thing, however alike it looks.

"Reset" stands on the pages of many tabs, and below many headings that unfold. Where another tab is chosen in the later look, or one
opener was closed and another opened, what is there now is not what was there.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import islice, takewhile

from lumos_layer.diff.facts import FRAMES
from lumos_layer.diff.furniture import LANDMARKS
from lumos_layer.diff.matching import Matching
from lumos_layer.tree import Role, Tree
from lumos_layer.tree.upwards import Nearest

_BARS = LANDMARKS | {Role.TOOLBAR, Role.TABLIST, Role.STATUS}
_RECORDS = frozenset((Role.LISTITEM, Role.OPTION, Role.ROW, Role.TREEITEM))
_HEADS = frozenset(
    (Role.HEADING, Role.ROW, Role.GRIDCELL, Role.CELL, Role.ROWHEADER, Role.LISTITEM)
)  # an opener may be all they are for
_MOST_LEVELS = 16  # around an opener or tabs that are looked at


def shown_by_another(before: Tree, after: Tree, matching: Matching) -> Iterator[int]:
    """Nodes of the tree before that are paired with what another tab or another opener shows now."""
    forward = matching.forward
    chosen: list[int] = []
    opened: list[int] = []
    closed: list[int] = []
    for i, j in enumerate(forward):
        node = before[i]
        if node.role is Role.TAB and node.selected:
            chosen.append(i)
        if node.expanded is not None and j >= 0 and (now := after[j].expanded) is not None and now is not node.expanded:
            (opened if now else closed).append(i)
    if chosen:
        yield from _of_tabs(before, after, matching, chosen)
    if opened and closed:
        shown = _inside(after, _shown_by_openers(after, (forward[i] for i in opened)))
        yield from _paired(before, after, matching, _shown_by_openers(before, closed), shown)


def _of_tabs(before: Tree, after: Tree, matching: Matching, chosen: list[int]) -> Iterator[int]:
    """What is in the panels of tabs of which one was chosen, and another one is now."""
    rows, rows_after = _Tabs(before), _Tabs(after)
    then = _by_row(rows, chosen)
    now = _by_row(rows_after, (j for j in rows_after.tabs if after[j].selected))
    dead: set[int] = set()
    for row, tabs in then.items():
        row_after = matching.forward[row] if row >= 0 else -1
        tabs_after = now.get(row_after, [])
        changed = len(tabs) == 1 == len(tabs_after) and matching.forward[tabs[0]] != tabs_after[0]
        if row_after >= 0 and changed and row not in dead:
            shown = _inside(after, rows_after.panels(row_after))
            dead.update(_paired(before, after, matching, rows.panels(row), shown))
    yield from dead


def _by_row(rows: _Tabs, tabs: Iterable[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for i in tabs:
        found.setdefault(rows.of(i), []).append(i)
    return found


class _Tabs:
    """The rows of tabs in a tree, and what they choose from."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.tabs = [i for i, node in enumerate(tree) if node.role is Role.TAB]
        self._lists = Nearest(tree, lambda i: tree[i].role is Role.TABLIST)

    def of(self, tab: int) -> int:
        """The list that a tab stands in, or else what is right around it; -1 at the top."""
        parent = self._tree.parents[tab]
        found = self._lists.of(parent)
        return found if found >= 0 else parent

    def panels(self, row: int) -> list[int]:
        """What stands beside the tabs in their row; else behind that; else, as on phones, in front of it. Only what shows."""
        tree = self._tree
        own = [k for k in tree.children(row) if self._may_be_panel(k)]
        if not own:
            front, behind = _beside(tree, row)
            behind = list(takewhile(lambda k: not self._holds_tab(k), behind))
            own = [k for k in behind if tree[k].role is Role.TABPANEL] or [k for k in behind if self._may_be_panel(k)][:1]
            if not behind:
                own = [k for k in front if self._may_be_panel(k)]
        return [k for k in own if not (tree[k].hidden or tree[k].offscreen)]

    def _may_be_panel(self, k: int) -> bool:
        role = self._tree[k].role
        if role is Role.TABPANEL:
            return True
        is_box = self._tree.end(k) > k + 1 and role not in _BARS and role not in FRAMES
        return is_box and not self._holds_tab(k)

    def _holds_tab(self, k: int) -> bool:
        at = bisect_left(self.tabs, k)
        return at < len(self.tabs) and self.tabs[at] < self._tree.end(k)


def _beside(tree: Tree, k: int) -> tuple[list[int], list[int]]:
    """What stands in front of a node and behind it, or a box in which nothing else is, up to its window or page."""
    for _ in range(_MOST_LEVELS):
        parent = tree.parents[k]
        siblings = list(tree.children(parent)) if parent >= 0 else [k]
        if len(siblings) > 1:
            at = siblings.index(k)
            return siblings[:at], siblings[at + 1 :]
        if parent < 0 or tree[parent].role in FRAMES:
            break
        k = parent
    return [], []


def _shown_by_openers(tree: Tree, openers: Iterable[int]) -> list[int]:
    """The tops of what stands behind each opener, up to the next: in a flat list what it shows."""
    found: dict[int, None] = {}
    for opener in openers:
        if opener not in found:
            found.update(dict.fromkeys(_behind(tree, opener)))
    return list(found)


def _behind(tree: Tree, opener: int) -> Iterator[int]:
    for head in _heads(tree, opener):
        level = tree[head].level or tree[opener].level
        parent = tree.parents[head]
        sibling, end = tree.end(head), tree.end(parent) if parent >= 0 else len(tree)
        while sibling < end and not _ends(tree, level, sibling):
            yield sibling
            sibling = tree.end(sibling)


def _ends(tree: Tree, level: int | None, sibling: int) -> bool:
    """Whether what is behind an opener is not of it any more: it stands as high, or is another opener where levels are not said."""
    node = tree[sibling]
    if level is not None and node.level is not None:
        return node.level <= level
    return node.role in FRAMES or any(tree[k].expanded is not None for k in _head_of(tree, sibling))


def _heads(tree: Tree, opener: int) -> Iterator[int]:
    """An opener, and what is around it so far as it is nothing but its heading or row."""
    k = opener
    for _ in range(_MOST_LEVELS):
        yield k
        parent = tree.parents[k]
        if parent < 0 or tree[parent].role in FRAMES or not _is_head(tree, parent):
            return
        k = parent


def _head_of(tree: Tree, k: int) -> Iterator[int]:
    """A node, and what is in it so far as it is nothing but a heading or row."""
    for _ in range(_MOST_LEVELS):
        yield k
        if tree.end(k) == k + 1 or not _is_head(tree, k):
            return
        yield from islice(tree.children(k), 1, _MOST_LEVELS)
        k += 1


def _is_head(tree: Tree, k: int) -> bool:
    """Whether it is a heading or row, or a box with one thing in it."""
    return tree[k].role in _HEADS or tree.end(k + 1) == tree.end(k)


def _inside(tree: Tree, tops: Iterable[int]) -> set[int]:
    return {k for top in tops for k in range(top, tree.end(top))}


def _paired(before: Tree, after: Tree, matching: Matching, tops: Iterable[int], shown: set[int]) -> Iterator[int]:
    """The nodes in these subtrees that are paired with what is shown now, but for records that the platform calls the same."""
    for top in tops:
        k, end = top, before.end(top)
        while k < end:
            j = matching.forward[k]
            node = before[k]
            if j in shown and node.role in _RECORDS and node.native_id and node.native_id == after[j].native_id:
                k = before.end(k)
                continue
            if j in shown and node.role not in FRAMES:
                yield k
            k += 1
