"""Views: which parts of a screen a request shows, and what it leaves out by which reason."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from lumos_layer.errors import NoMatch
from lumos_layer.perception.rows import Part
from lumos_layer.perception.words import MODAL
from lumos_layer.tree import Tree


class Choice(Struct):
    """The parts to show, in order; how many things are left out under each group that is shown (-1: on top); and why."""

    parts: list[Part]
    more: dict[int, int]
    omitted: Counter[str]


def everything(parts: Sequence[Part]) -> Choice:
    return Choice(list(parts), {}, Counter())


def interactive(tree: Tree, parts: Sequence[Part]) -> Choice:
    """Elements, the groups around them, and of the texts only those that tell equal names apart."""
    names = Counter((tree[part.node].role, part.name) for part in parts if part.kind == "element")
    shown: list[Part] = []
    waiting: Part | None = None  # the last text or heading, shown only if an ambiguous element follows
    for part in parts:
        if part.kind in ("text", "heading"):
            waiting = part
            continue
        ambiguous = not part.name or names[tree[part.node].role, part.name] > 1
        if part.kind == "element" and waiting is not None:
            if ambiguous:
                shown.append(waiting)
            waiting = None
        shown.append(part)
    return Choice(shown, {}, Counter(view=len(parts) - len(shown)))


def outline(tree: Tree, parts: Sequence[Part]) -> Choice:
    """Windows, groups and headings, the focused element and what is in modal ones; the rest counted where it stands."""
    open_until = 0  # one past the last node of a modal group
    keep: set[int] = set()
    for part in parts:
        node = tree[part.node]
        if part.kind == "group" and node.role in MODAL:
            open_until = max(open_until, part.end)
        if part.kind in ("group", "heading") or node.focused or part.node < open_until:
            keep.add(part.node)
    return chosen(parts, keep, "view", keep_groups=True)


def subtree(parts: Sequence[Part], node: int, end: int) -> Choice:
    """What is at or below one node."""
    inside = [part for part in parts if node <= part.node < end]
    return Choice(inside, {}, Counter(elsewhere=len(parts) - len(inside)))


def search(tree: Tree, parts: Sequence[Part], wanted: str) -> Choice:
    """The parts whose name, value or hint contains the words, whatever their case, in the groups around them. Raises NoMatch."""
    words = wanted.casefold()
    keep = {part.node for part in parts if any(words in text.casefold() for text in _texts(tree, part))}
    if not keep:
        names = {part.name for part in parts if part.name}
        raise NoMatch(wanted, difflib.get_close_matches(wanted, sorted(names), 3, 0.4))
    return chosen(parts, keep, "search")


def _texts(tree: Tree, part: Part) -> tuple[str, str, str]:
    node = tree[part.node]
    return part.name, node.value or "", node.hint


def shallow(parts: Sequence[Part], depth: int) -> Choice:
    """Groups down to that many levels; what is deeper is counted under the last one shown."""
    keep: set[int] = set()
    ends: list[int] = []
    for part in parts:
        while ends and ends[-1] <= part.node:
            ends.pop()
        if len(ends) <= depth:
            keep.add(part.node)
        if part.kind == "group":
            ends.append(part.end)
    return chosen(parts, keep, "depth", keep_groups=True)


def chosen(parts: Sequence[Part], keep: set[int], reason: str, keep_groups: bool = False) -> Choice:
    """The parts in `keep` and the groups around them; the others counted under the nearest group that is shown.

    With `keep_groups`, only groups in `keep` are shown; without, every group around something kept is.
    """
    around = _groups_around(parts)
    shown = set(keep)
    if not keep_groups:
        for part in parts:
            if part.node in keep:
                group = around[part.node]
                while group >= 0 and group not in shown:
                    shown.add(group)
                    group = around[group]
    more: Counter[int] = Counter()
    left_out = 0
    for part in parts:
        if part.node not in shown:
            group = around[part.node]
            while group >= 0 and group not in shown:
                group = around[group]
            if part.kind != "group" or part.own:
                more[group] += 1
            left_out += 1
    return Choice([part for part in parts if part.node in shown], dict(more), Counter({reason: left_out}))


def _groups_around(parts: Sequence[Part]) -> dict[int, int]:
    """For each part, by node, the node of the group right around it (-1: none)."""
    around: dict[int, int] = {}
    open_groups: list[tuple[int, int]] = []
    for part in parts:
        while open_groups and open_groups[-1][0] <= part.node:
            open_groups.pop()
        around[part.node] = open_groups[-1][1] if open_groups else -1
        if part.kind == "group":
            open_groups.append((part.end, part.node))
    return around
