"""What the platform's own identity says of two nodes that have different native ids, where those around them have kept theirs."""

from __future__ import annotations

from lumos_layer.diff.pairs import Pairs
from lumos_layer.diff.records import Records


class Replaced:
    """Whether a record, something to act on or a box with all that is in it was taken away, and another put in its place."""

    def __init__(self, pairs: Pairs, before: Records, after: Records) -> None:
        self._pairs, self._before, self._after = pairs, before, after
        self._shared: dict[tuple[int, int], bool] = {}  # by parents, whether a child of the one has the id of one of the other
        self._ids: tuple[dict[int, frozenset[str]], dict[int, frozenset[str]]] = {}, {}

    def is_another(self, i: int, j: int) -> bool:
        """Whether the id of the one is gone and that of the other new, what is around them lasts, and they are called otherwise.

        Of a record or what can be acted on any other word is enough where siblings have kept their ids. A list that is made anew
        whole may show other values.
        """
        node, other = self._pairs.before.tree[i], self._pairs.after.tree[j]
        if "" in (node.native_id, other.native_id) or node.native_id == other.native_id or not self._lasts_around(i, j):
            return False
        if node.name == other.name and self._before.names(i) == self._after.names(j):
            return False
        ids, ids_after = self._beside(i, j)
        if node.native_id in ids_after or other.native_id in ids:
            return False
        if self._share(i, j) and (node.can or self._before.of(i) == i):
            return True
        return node.name != other.name or self._before.called().spelling(i) != self._after.called().spelling(j)

    def _lasts_around(self, i: int, j: int) -> bool:
        """Whether the parents have one native id."""
        tree, tree_after = self._pairs.before.tree, self._pairs.after.tree
        parent, parent_after = tree.parents[i], tree_after.parents[j]
        if parent < 0 or parent_after < 0:
            return False
        return tree[parent].native_id == tree_after[parent_after].native_id != ""

    def _beside(self, i: int, j: int) -> tuple[frozenset[str], frozenset[str]]:
        """The native ids of all children of the parents."""
        before, after = self._pairs.before.tree, self._pairs.after.tree
        return self._of_children(0, before.parents[i]), self._of_children(1, after.parents[j])

    def _share(self, i: int, j: int) -> bool:
        """Whether any sibling has kept its native id."""
        parents = self._pairs.before.tree.parents[i], self._pairs.after.tree.parents[j]
        found = self._shared.get(parents)
        if found is None:
            ids, ids_after = self._beside(i, j)
            found = self._shared[parents] = not ids.isdisjoint(ids_after)
        return found

    def _of_children(self, side: int, parent: int) -> frozenset[str]:
        """The native ids of the children."""
        found = self._ids[side].get(parent)
        if found is None:
            own = (self._pairs.before, self._pairs.after)[side]
            ids = frozenset(own.tree[k].native_id for k in own.children(parent)) - {""}
            found = self._ids[side][parent] = ids
        return found
