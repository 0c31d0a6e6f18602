"""Views: which parts of a screen a request shows, and what it leaves out by which reason."""

from __future__ import annotations

import difflib
import unicodedata
from collections import Counter
from collections.abc import Sequence
from itertools import islice

from msgspec import Struct

from lumos_layer.errors import NoMatch
from lumos_layer.perception.rows import Part
from lumos_layer.perception.text import clean_line
from lumos_layer.perception.words import MODAL
from lumos_layer.tree import Node, Role, Tree

_NEAREST = 3  # names that an error offers
_ASKED = 500  # different names of which the nearest are sought
_READABLE = 60  # characters of such a name


class Choice(Struct):
    """The parts to show, in order; how many things are left out under each group that is shown (-1: on top); and why."""

    parts: list[Part]
    more: dict[int, int]
    omitted: Counter[str]


def everything(parts: Sequence[Part]) -> Choice:
    return Choice(list(parts), {}, Counter())


def subtree(choice: Choice, node: int, end: int) -> Choice:
    """What is at or below one node."""
    inside = [part for part in choice.parts if node <= part.node < end]
    return Choice(inside, choice.more, choice.omitted + Counter(elsewhere=len(choice.parts) - len(inside)))


def interactive(tree: Tree, choice: Choice) -> Choice:
    """Elements and the groups around them; of the words only those that tell equal names apart, and those of modal groups."""
    parts = choice.parts
    names = Counter((tree[part.node].role, part.name) for part in parts if part.kind == "element")
    keep = bytearray(len(parts))
    open_until = 0  # one past the last node of a modal group
    words = -1  # place of the last text or heading, shown only if an ambiguous element follows
    for place, part in enumerate(parts):
        node = tree[part.node]
        if part.kind == "group" and is_modal(node):
            open_until = max(open_until, part.end)
        keep[place] = part.own or part.kind == "element" or part.node < open_until or node.role is Role.WINDOW
        if part.kind in ("text", "heading"):
            words = place
        elif part.kind == "element" and words >= 0:
            keep[words] |= not part.name or names[node.role, part.name] > 1
            words = -1
    _keep_around(parts, keep)
    shown = [part for part, kept in zip(parts, keep, strict=True) if kept]
    return Choice(shown, choice.more, choice.omitted + Counter(view=len(parts) - len(shown)))


def outline(tree: Tree, choice: Choice) -> Choice:
    """Windows, groups and headings, the focused element and what is in modal groups; the rest counted where it stands."""
    open_until = 0
    keep = bytearray(len(choice.parts))
    for place, part in enumerate(choice.parts):
        node = tree[part.node]
        if part.kind == "group" and is_modal(node):
            open_until = max(open_until, part.end)
        keep[place] = part.kind in ("group", "heading") or bool(node.focused) or part.node < open_until
    return narrowed(choice, keep, "view")


def search(tree: Tree, choice: Choice, wanted: str) -> Choice:
    """The parts whose name, value or hint contains the words, whatever their case, in the groups around them. Raises NoMatch."""
    words = _folded(clean_line(wanted))
    keep = bytearray(any(words in _folded(text) for text in _texts(tree, part)) for part in choice.parts)
    if not any(keep):
        raise NoMatch(wanted, _nearest(words, choice.parts))
    return with_groups_around(choice, keep, "search")


def _texts(tree: Tree, part: Part) -> tuple[str, str, str]:
    node = tree[part.node]
    return part.name, node.value or "", node.hint


def _folded(text: str) -> str:
    return text.lower() if text.isascii() else unicodedata.normalize("NFC", text).casefold()


def _nearest(words: str, parts: Sequence[Part]) -> list[str]:
    names = {_folded(part.name[:_READABLE]): part.name[:_READABLE] for part in parts if part.name}
    asked = list(islice(names, _ASKED))
    return [names[name] for name in difflib.get_close_matches(words[:_READABLE], asked, _NEAREST, 0.4)]


def shallow(choice: Choice, depth: int) -> Choice:
    """Groups down to that many levels; what is deeper is counted under the last one shown."""
    keep = bytearray(len(choice.parts))
    ends: list[int] = []
    for place, part in enumerate(choice.parts):
        while ends and ends[-1] <= part.node:
            ends.pop()
        keep[place] = len(ends) <= depth
        if part.kind == "group":
            ends.append(part.end)
    return narrowed(choice, keep, "depth")


def with_groups_around(choice: Choice, keep: bytearray, reason: str) -> Choice:
    """Like `narrowed`, with the groups around all that is kept."""
    _keep_around(choice.parts, keep)
    return narrowed(choice, keep, reason)


def narrowed(choice: Choice, keep: bytearray, reason: str) -> Choice:
    """The parts at the places that are 1 in `keep`; the others counted under the nearest group that is shown."""
    parts = choice.parts
    around = _groups_around(parts)
    more: Counter[int] = Counter({-1: choice.more.get(-1, 0)})
    left_out = 0
    nearest = [-1] * len(parts)  # for each part, the node of the nearest group around it that is shown
    for place, part in enumerate(parts):
        group = around[place]
        if group >= 0:
            nearest[place] = parts[group].node if keep[group] else nearest[group]
        if part.node in choice.more:
            more[part.node if keep[place] else nearest[place]] += choice.more[part.node]
        if not keep[place]:
            more[nearest[place]] += part.kind != "group" or part.own
            left_out += 1
    shown = [part for part, kept in zip(parts, keep, strict=True) if kept]
    return Choice(shown, dict(+more), choice.omitted + Counter({reason: left_out}))


def _keep_around(parts: Sequence[Part], keep: bytearray) -> None:
    """Keep the groups around all that is kept."""
    around = _groups_around(parts)
    for place in range(len(parts) - 1, -1, -1):
        if keep[place] and around[place] >= 0:
            keep[around[place]] = 1


def _groups_around(parts: Sequence[Part]) -> list[int]:
    """For each part, the place of the group right around it (-1: none)."""
    around: list[int] = []
    open_groups: list[tuple[int, int]] = []
    for place, part in enumerate(parts):
        while open_groups and open_groups[-1][0] <= part.node:
            open_groups.pop()
        around.append(open_groups[-1][1] if open_groups else -1)
        if part.kind == "group":
            open_groups.append((part.end, place))
    return around


def is_modal(node: Node) -> bool:
    """True for what is never left out: dialogs, alerts, open menus, and whatever says that it is modal."""
    return node.modal or node.role in MODAL
