"""Numbers around an element of which nobody says whether they count something or name what it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from lumos_layer.diff.facts import FRAMES, VOCABULARY, Kind, kind_of, words_in
from lumos_layer.diff.furniture import LANDMARKS
from lumos_layer.perception.belonging import frame_around
from lumos_layer.perception.naming_numbers import is_unit, may_name, names, names_by_itself
from lumos_layer.perception.words import ROWS
from lumos_layer.tree import Role, Tree

_TABLES = frozenset((Role.TABLE, Role.GRID, Role.TREEGRID))
_CELLS = frozenset((Role.CELL, Role.GRIDCELL, Role.ROWHEADER))
_METERS = frozenset((Role.METER, Role.PROGRESSBAR, Role.SCROLLBAR, Role.SLIDER))
# What is in these is about something else, or goes on by itself.
_ELSEWHERE = (
    FRAMES
    | LANDMARKS
    | {Role.ALERT, Role.COMPLEMENTARY, Role.FEED, Role.LOG, Role.MARQUEE, Role.METER, Role.PROGRESSBAR, Role.SCROLLBAR}
    | {Role.STATUS, Role.TIMER, Role.TOOLBAR, Role.TOOLTIP}
)


class BareNumber(Struct, frozen=True):
    """A number that stands by itself. `label` is what stands before it and over it; `row` is the row that it stands in, if the
    element does not (-1: none); `named`: the head of its column says that it names something."""

    node: int
    label: tuple[str, ...]
    number: str
    row: int = -1
    named: bool = False


def bare_numbers(tree: Tree, node: int, skip: Callable[[int], bool] = lambda i: False) -> Iterator[BareNumber]:
    """The bare numbers in the window, dialog or page around an element, in order, but for those that are known to count or to name.

    Left out are bars, messages, other rows of the list that the element stands in, what cannot be seen, nodes to skip, what has a
    unit behind it, and the number that a bar or meter shows.
    """
    start, last = frame_around(tree, node)
    own = {tree.parents[i] for i in (node, *tree.ancestors(node)) if tree[i].role in ROWS}
    shown = {(tree[i].value or "").strip(" %") for i in range(start, last) if tree[i].role in _METERS}
    i, label, row, row_end, heads, column = start, "", -1, start, list[str](), -1
    while i < last:
        said, end, holds = tree[i], tree.end(i), i <= node < tree.end(i)
        is_elsewhere = said.role in _ELSEWHERE or (said.role in ROWS and tree.parents[i] in own)
        if i == node or (not holds and (is_elsewhere or said.hidden or said.offscreen)):
            i = end
            continue
        if said.role in _TABLES:
            heads = []
        if said.role is Role.COLUMNHEADER:
            heads.append(said.name)
        if said.role in ROWS:
            row, row_end, label, column = (-1 if holds else i), end, "", -1
        elif i >= row_end:
            row = -1
        column += said.role in _CELLS
        kind = Kind.NOTHING if holds else kind_of(said)
        if kind not in (Kind.NOTHING, Kind.TITLE):
            words = words_in(said).strip()
            head = heads[column] if said.role in _CELLS and column < len(heads) else ""
            is_known = names(label, words) or names_by_itself(said.identifier, words)
            if kind is not Kind.ENTRY and not is_known and not skip(i) and may_name(words, (label, head), said.identifier):
                measured = words in shown or is_unit(_behind(tree, end, last))
                if not measured:
                    yield BareNumber(i, (label, head), words, row, names(head, words))
            label = words
        is_closed = kind not in (Kind.NOTHING, Kind.TITLE) or (said.role in VOCABULARY and not holds)
        i = end if is_closed else i + 1


def _behind(tree: Tree, i: int, last: int) -> str:
    """What stands right behind."""
    return words_in(tree[i]) if i < last else ""


def holds_number(tree: Tree, among: range) -> bool:
    """Whether any of these nodes says a number and nothing else: where none does there is none to be found, and that is cheap."""
    return any(words_in(tree[i]).strip().isdecimal() for i in among)
