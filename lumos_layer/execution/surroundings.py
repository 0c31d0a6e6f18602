"""What tells an element from its like in another row, dialog or record: the words around it that a planner chose it by."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType

from lumos_layer.perception.observation import Observation
from lumos_layer.perception.titles import lasting
from lumos_layer.perception.words import DIALOGS, ROWS
from lumos_layer.tree import Role, Tree

Skip = Callable[[Tree, int], bool]

_TITLED = frozenset((Role.WINDOW, Role.DOCUMENT, *DIALOGS))
_NAMED_ROWS = frozenset((Role.LISTITEM, Role.TREEITEM))  # other rows are named by all that stands in them, or not at all
_CONTENT = frozenset((Role.TEXT, Role.HEADING, Role.LINK, Role.IMG, Role.CELL, Role.GRIDCELL, Role.ROWHEADER, Role.PARAGRAPH))
_LEVELS = 500  # around an element in which its row, dialog and window are looked for
_NEAR = 8  # levels in which a row is looked for that is not said to be one
_NEIGHBOURS = 10  # among which the like of such a row is looked for
_INSIDE = 200  # nodes of a row or dialog that are looked at
_CARD = 6  # nodes of a card that stands alone, with itself
_WORDS = 3  # texts of a row or dialog that say what it is

_NUMBERS = re.compile(r"\d+")
_LETTER = re.compile(r"[^\W\d_]")

# Where an element stands, in the words of a message.
WHERE: Mapping[str, str] = MappingProxyType(
    {
        "row": "in the row",
        "dialog": "in the dialog that says",
        "heading": "under the heading",
        "title": "in the window",
    }
)


def surroundings(observation: Observation, node: int, skip: Skip) -> dict[str, str]:
    """The words that say what an element belongs to, by where they stand (see WHERE); empty ones are left out.

    They are without what changes while it stays the same thing: marks of unsaved work, counts of unread, times, and nodes to skip.
    """
    tree = observation.tree
    around = list(islice(tree.ancestors(node), _LEVELS))
    row = next((above for level, above in enumerate(around) if _is_row(tree, above, node, level)), None)
    if row is None and around and _is_card(tree, around[0]):
        row = around[0]
    dialog = next((above for above in around if tree[above].role in DIALOGS), None)
    window = next((above for above in around if tree[above].role in _TITLED), None)
    said = {
        "row": "" if row is None else _of_row(tree, row, node, skip),
        "dialog": "" if dialog is None else _words(tree, dialog, node, skip),
        "heading": _heading(tree, node, -1 if window is None else window, skip),
        "title": "" if window is None or skip(tree, window) else tree[window].name,
    }
    return {where: steady for where, words in said.items() if (steady := lasting(words))}


def _is_row(tree: Tree, above: int, node: int, level: int) -> bool:
    """True for a row, and for what has a neighbour of its kind that holds such an element too."""
    role, parent = tree[above].role, tree.parents[above]
    if role in ROWS:
        return True
    if parent < 0 or level >= _NEAR or role in _TITLED:
        return False
    beside = [child for child in islice(tree.children(parent), _NEIGHBOURS) if child != above and tree[child].role is role]
    return any(_is_like(tree, i, node) for neighbour in beside for i in _inside(tree, neighbour))


def _is_card(tree: Tree, holder: int) -> bool:
    """True for what holds few things and one text, which says what they are about: the only one of its kind looks so."""
    if tree[holder].role is not Role.GROUP or tree.end(holder) - holder > _CARD:
        return False
    return sum(1 for i in _inside(tree, holder) if tree[i].role in _CONTENT and _LETTER.search(tree[i].name)) == 1


def _is_like(tree: Tree, one: int, other: int) -> bool:
    return tree[one].role is tree[other].role and tree[one].name == tree[other].name


def _of_row(tree: Tree, row: int, node: int, skip: Skip) -> str:
    name = tree[row].name
    if name and tree[row].role in _NAMED_ROWS:
        return "" if skip(tree, row) else name
    return _words(tree, row, node, skip)


def _words(tree: Tree, holder: int, node: int, skip: Skip) -> str:
    """The first texts in it that are no control's; of all but the first what they count is left out, as it goes up by itself."""
    around = {node, *islice(tree.ancestors(node), _LEVELS)}
    texts = [
        tree[i].name
        for i in _inside(tree, holder)
        if tree[i].role in _CONTENT
        and _LETTER.search(tree[i].name)
        and i not in around
        and not _under(tree, i, node)
        and not skip(tree, i)
    ]
    first, *rest = list(dict.fromkeys(texts))[:_WORDS] or [""]
    return " ".join([first, *(_NUMBERS.sub("", words) for words in rest)])


def _under(tree: Tree, i: int, node: int) -> bool:
    return node <= i < tree.end(node)


def _inside(tree: Tree, holder: int) -> Iterator[int]:
    return iter(range(holder + 1, min(tree.end(holder), holder + 1 + _INSIDE)))


def _heading(tree: Tree, node: int, first: int, skip: Skip) -> str:
    """The last heading before the element in its window or page."""
    before = (i for i in range(node - 1, first, -1) if tree[i].role is Role.HEADING)
    seen = (i for i in before if tree[i].name and not tree[i].hidden and not tree[i].offscreen)
    heading = next(seen, None)
    return "" if heading is None or skip(tree, heading) else tree[heading].name
