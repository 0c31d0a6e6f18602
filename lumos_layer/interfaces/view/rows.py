"""Blueprint items to rows of a page, each with its node in the tree, and so with its box and its path in the dump."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from lumos_layer import Blueprint, Observation
from lumos_layer.perception.items import DETAILS, Element, Group, Heading, Item, More, Text
from lumos_layer.tree import Node, Rect, Role, Tree

Row = dict[str, Any]

_SHORT = 200  # characters of a text by which its node is looked up: more of them a blueprint does not show
_LONGEST = 20_000  # characters of the full text that a page holds for one element
_FARTHEST = 100_000  # pixels from the origin: what is farther is no place on a screen


def rows(observation: Observation, blueprint: Blueprint) -> list[Row]:
    """One row for everything that the blueprint shows, in its order; `level` says how deep it is nested, from 1."""
    finder = _Finder(observation)
    made: list[Row] = []
    level = 1
    if blueprint.root:
        made.append(_root_row(observation, blueprint.root))
        level = 2
    items = list(_nested(blueprint.items, level))
    following = _following(observation, [item for _, item in items])
    for place, (depth, item) in enumerate(items):
        node = finder.node_of(item, following[place])
        made.append({"level": depth, **_said(item), **_found(observation, node, item)})
    return made


def _nested(items: Sequence[Item], level: int) -> Iterator[tuple[int, Item]]:
    for item in items:
        yield level, item
        if isinstance(item, Group):
            yield from _nested(item.items, level + 1)


def _following(observation: Observation, items: Sequence[Item]) -> list[int]:
    """For each item the node of the next one that has a ref, which its own node comes before."""
    following = [len(observation.tree)] * len(items)
    node = len(observation.tree)
    for place in range(len(items) - 1, -1, -1):
        following[place] = node
        ref = _ref(items[place])
        if ref:
            node = observation.refs[ref]
    return following


def _ref(item: Item) -> str | None:
    return item.ref if isinstance(item, Element | Group) else None


def _root_row(observation: Observation, ref: str) -> Row:
    node = observation.refs[ref]
    role = observation.tree[node].role.value
    said: Row = {"level": 1, "kind": "root", "ref": ref, "role": role, "name": observation.name_of(node)}
    can = observation.tree[node].can
    return {**said, **({"can": can} if can else {}), **_place(observation, node), **_text(observation, ref)}


def _said(item: Item) -> Row:
    """What the blueprint says, without what is empty."""
    if isinstance(item, Text | Heading):
        heading = isinstance(item, Heading)
        return {"kind": "heading" if heading else "text", "role": "heading" if heading else "text", "name": item.text}
    if isinstance(item, More):
        return {"kind": "more", "count": item.count, **({"under": item.under} if item.under else {})}
    said: Row = {"kind": "element" if isinstance(item, Element) else "group", "role": item.role.value}
    for name in ("ref", "name", "states", "can", *DETAILS):
        value = getattr(item, name)
        if value not in (None, "", ()):
            said[name] = value
    return said


def _found(observation: Observation, node: int | None, item: Item) -> Row:
    """What the tree says of the item's node."""
    if node is None:
        return {}
    found = _place(observation, node)
    ref = _ref(item)
    if ref:
        return {**found, **_text(observation, ref)}
    silent = observation.ref_of(node) if isinstance(item, Group) else None
    return {**found, **({"silent": silent} if silent else {})}


def _place(observation: Observation, node: int) -> Row:
    told = observation.tree[node]
    place: Row = {"path": observation.path_of(node), "tag_in_dump": observation.tree.tag(node)}
    for name, value in (("identifier", told.identifier), ("native", told.native_id), ("url", told.url)):
        if value:
            place[name] = value[:_LONGEST]
    if told.bounds is not None:
        place["box"] = msgspec.structs.astuple(told.bounds)
        if not _drawable(told.bounds):
            place["undrawn"] = True
    return place


def _drawable(box: Rect) -> bool:
    return not box.empty and all(abs(edge) <= _FARTHEST for edge in (box.x, box.y, box.right, box.bottom))


def _text(observation: Observation, ref: str) -> Row:
    text = observation.text_of(ref)
    left = len(text) - _LONGEST
    return {"text": text[:_LONGEST], **({"text_left": left} if left > 0 else {})}


class _Finder:
    """Finds the nodes of items, given in reading order. Texts and silent groups have no ref: they are found by what they say."""

    def __init__(self, observation: Observation) -> None:
        self._observation, self._tree = observation, observation.tree
        self._last = -1
        self._saying: dict[str, list[int]] = defaultdict(list)  # the beginning of a name or value: visible nodes that have it
        self._groups: dict[tuple[Role, str], list[int]] = defaultdict(list)  # containers that have a ref
        for node in _shown(self._tree):
            told = self._tree[node]
            for words in {_beginning(told.name), _beginning(told.value or "")} - {""}:
                self._saying[words].append(node)
            if observation.ref_of(node):
                self._groups[told.role, _beginning(observation.name_of(node))].append(node)

    def node_of(self, item: Item, following: int) -> int | None:
        """The item's node, which comes before `following` if it has no ref; None where it is not certain."""
        ref = _ref(item)
        if ref:
            node: int | None = self._observation.refs[ref]
        elif isinstance(item, Text | Heading):
            node = self._words(item, following)
        elif isinstance(item, Group):
            node = self._group(item, following)
        else:
            return None
        if node is not None:
            self._last = max(self._last, node)
        return node

    def _words(self, item: Text | Heading, following: int) -> int | None:
        said = _between(self._saying.get(_beginning(item.text), ()), self._last, following)
        if not said:
            return None
        if isinstance(item, Heading):
            return next((node for node in said if self._tree[node].role is Role.HEADING), said[0])
        # A text and what wraps it often say the same: the innermost is where the words are.
        inner = said[0]
        for node in said[1:]:
            if node < self._tree.end(inner) and self._tree[node].bounds is not None:
                inner = node
        return inner

    def _group(self, group: Group, following: int) -> int | None:
        inside = [self._observation.refs[ref] for ref in _refs_in(group)]
        last = max(inside, default=-1)
        known = self._groups.get((group.role, _beginning(group.name)), ())
        holding = [node for node in _between(known, self._last, following) if self._tree.end(node) > last]
        return holding[0] if len(holding) == 1 else None


def _shown(tree: Tree) -> Iterator[int]:
    """Nodes that are not said to be hidden or out of view, and whose ancestors are not."""
    node = 0
    while node < len(tree):
        if _unseen(tree[node]):
            node = tree.end(node)
        else:
            yield node
            node += 1


def _unseen(node: Node) -> bool:
    return (node.hidden or node.offscreen) and not node.focused


def _beginning(words: str) -> str:
    return words[:_SHORT].rstrip()


def _between(nodes: Sequence[int], after: int, before: int) -> Sequence[int]:
    """Those of the ascending nodes that lie between two others."""
    return nodes[bisect_right(nodes, after) : bisect_right(nodes, before - 1)]


def _refs_in(group: Group) -> list[str]:
    return [ref for _, item in _nested(group.items, 0) if (ref := _ref(item))]
