"""Where a node stands in its dump."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from lumos_layer.perception.draft import DumpFormat, XmlFormat
from lumos_layer.tree import Tree


class Paths:
    """XPaths of nodes read from XML, the places that a dialect gives, or session and id of nodes read from a browser's JSON."""

    def __init__(self, tree: Tree, dialect: DumpFormat, given: Sequence[str]) -> None:
        self._tree, self._xml, self._given = tree, isinstance(dialect, XmlFormat), given

    def of(self, node: int) -> str:
        if self._given:
            return self._given[node]
        if not self._xml:
            session, slash, number = self._tree[node].native_id.rpartition("/")
            return f"{session if slash else 'main'}/backendDOMNodeId={number}"
        steps: list[str] = []
        i = node
        while i >= 0:
            tag = self._tree.tag(i)
            nth, alone = self._places[i]
            steps.append(tag if alone and self._tree.parent(i) is None else f"{tag}[{nth}]")
            parent = self._tree.parent(i)
            i = -1 if parent is None else parent
        return "/" + "/".join(reversed(steps))

    @cached_property
    def _places(self) -> Mapping[int, tuple[int, bool]]:
        """For each node, which of its siblings of one tag it is (from 1), and whether it is a lone root."""
        tree = self._tree
        count: dict[tuple[int, str], int] = {}
        places: dict[int, tuple[int, bool]] = {}
        lone = tree.end(0) == len(tree) if len(tree) else False
        for i, parent in enumerate(tree.parents):
            key = parent, tree.tag(i)
            count[key] = count.get(key, 0) + 1
            places[i] = count[key], parent < 0 and lone
        return places
