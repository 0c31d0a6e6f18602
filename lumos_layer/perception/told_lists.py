"""What a screen tells in rows of the thing that an element belongs to: lists, tables, trees and messages beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from lumos_layer.diff.facts import FRAMES, VOCABULARY, Kind, kind_of
from lumos_layer.diff.furniture import LANDMARKS
from lumos_layer.diff.tallies import COLLECTIONS
from lumos_layer.perception.belonging import frame_around, telling, told_by
from lumos_layer.perception.words import ROWS
from lumos_layer.tree import Role, Scroll, Tree

MESSAGES = frozenset((Role.ALERT, Role.STATUS))
_PANELS = frozenset((Role.TABLIST, Role.TABPANEL))
# What is in these is about something else, or goes on by itself.
_ELSEWHERE = (
    FRAMES
    | LANDMARKS
    | {Role.COMPLEMENTARY, Role.FEED, Role.TOOLBAR}
    | {Role.LOG, Role.MARQUEE, Role.METER, Role.PROGRESSBAR, Role.SCROLLBAR, Role.TIMER, Role.TOOLTIP}
)
_SECTIONS = frozenset((Role.ARTICLE, Role.FIGURE, Role.FORM, Role.REGION))
_NO_ROWS = frozenset((Role.CAPTION, Role.ROWGROUP))


class ToldRow(Struct, frozen=True):
    """What one row tells, text by text. `named`: the first of them says what the rest is, as the term of a definition does."""

    node: int
    words: tuple[str, ...]
    named: bool = False
    chosen: bool = False


class ToldList(Struct, frozen=True):
    """Rows that stand together, in order. `loose`: all may be others for the same thing, as in a section of their own, and in what
    scrolls or has tabs; `scrolled` is how far, where that is said."""

    node: int
    role: Role
    rows: tuple[ToldRow, ...]
    loose: bool = False
    scrolled: Scroll | None = None


def told_lists(tree: Tree, node: int, among: range, skip: Callable[[int], bool] = lambda i: False) -> Iterator[ToldList]:
    """The lists, tables, trees and messages in the window, dialog or page around an element that reach into `among`, in order.

    Left out are landmarks, bars, feeds and what cannot be seen, and the list that the element stands in, unless it is a button that
    has a row of it for itself. Of each text what changes while it tells of the same is left out; `skip` are nodes that do so all
    the time.
    """
    start, last = frame_around(tree, node)
    own = {tree.parents[i] for i in (node, *tree.ancestors(node)) if tree[i].role in ROWS}
    i, held, apart = start, 0, 0  # where the list ends that it stands in, and the section that it does not
    while i < last:
        said, end = tree[i], tree.end(i)
        holds = i <= node < end
        is_list = said.role in COLLECTIONS or (not holds and (said.role in MESSAGES or said.role in _PANELS))
        is_row = said.role in ROWS and not holds
        if said.hidden or end <= among.start or i >= among.stop or (not holds and said.role in _ELSEWHERE):
            i = end
        elif is_list or is_row:
            is_other = is_row and (i < held or tree.parents[i] in own)
            if not is_other and (not holds or _has_row(tree, i, node)):
                yield _told(tree, i, node, skip, apart=i < apart)
            held = max(held, end) if holds else held
            i = i + 1 if holds else end
        elif said.role in VOCABULARY and not holds:
            i = end
        else:
            if not holds and (said.role in _SECTIONS or (said.role is Role.GROUP and said.name)):
                apart = max(apart, end)
            i += 1


def _has_row(tree: Tree, holder: int, node: int) -> bool:
    """True for a button that has a row of a list for itself, so that the other rows are no likes of its own."""
    if tree[node].role is not Role.BUTTON:
        return False
    row = next(i for i in (node, *tree.ancestors(node)) if _is_row(tree, i, holder))
    beside = (i for i in range(row, tree.end(row)) if not node <= i < tree.end(node))
    return not any(kind_of(tree[i]) for i in beside if not (i < node < tree.end(i)))


def _is_row(tree: Tree, i: int, holder: int) -> bool:
    role = tree[i].role
    return i == holder or role in ROWS or role in (Role.OPTION, Role.TAB) or (tree.parents[i] == holder and role not in _NO_ROWS)


def _told(tree: Tree, holder: int, node: int, skip: Callable[[int], bool], *, apart: bool) -> ToldList:
    roots: dict[int, int] = {holder: holder}  # by what stands around: the row it is in
    found: dict[int, list[str]] = {}
    named: set[int] = set()
    chosen: set[int] = set()
    i, end, term = holder, tree.end(holder), -1
    while i < end:
        said, parent = tree[i], tree.parents[i]
        root = i if _is_row(tree, i, holder) else roots.get(parent, holder)
        roots[i] = root
        if said.hidden or i == node:
            i = tree.end(i)
            continue
        if said.role is Role.TERM:
            term = root
            named.add(root)
        elif said.role is Role.DEFINITION and term >= 0:
            root = roots[i] = term
        if said.selected:
            chosen.add(root)
        words = found.setdefault(root, [])
        kind = kind_of(said)
        if kind is not Kind.TITLE and not skip(i) and (steady := told_by(said, words[-1] if words else "")):
            words.append(steady)
        is_closed = said.role in VOCABULARY or (kind and kind is not Kind.TITLE)
        i = tree.end(i) if is_closed else i + 1
    rows = [
        ToldRow(root, told, root in named, root in chosen)
        for root, words in found.items()
        if (told := tuple(words) or _called(tree, root, skip))
    ]
    panes = [i for i in (holder, *tree.ancestors(holder)) if tree[i].clips or tree[i].scroll or "scroll" in tree[i].can]
    scrolled = tree[panes[0]].scroll if panes else None
    return ToldList(holder, tree[holder].role, tuple(rows), apart or bool(panes) or tree[holder].role in _PANELS, scrolled)


def _called(tree: Tree, row: int, skip: Callable[[int], bool]) -> tuple[str, ...]:
    """The name of a row in which nothing else is told."""
    said = tree[row]
    tells = said.role in ROWS or said.role in MESSAGES or said.role in (Role.OPTION, Role.TAB)
    steady = telling(said.name) if tells and not skip(row) else ""
    return (steady,) if steady else ()
