"""All elements of one look at a surface, in the order of the dump."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence

from lumos_layer.tree.node import Node
from lumos_layer.tree.region import Region


class Tree:
    """An immutable forest in document order (each node before its children, siblings in order).

    A node's id is its place in that order: 0 is the first root. The form is flat, so that depth costs nothing: the subtree
    of `i` is `range(i, tree.end(i))`.
    """

    __slots__ = ("_ends", "_heights", "_nodes", "_parents", "_regions", "_tags")

    def __init__(
        self,
        nodes: Sequence[Node],
        parents: array[int],
        ends: array[int],
        tags: Sequence[str] = (),
        regions: Callable[[Tree], Sequence[Region]] | None = None,
        heights: Callable[[Tree], Sequence[int] | None] | None = None,
    ) -> None:
        """`parents[i]` is -1 for a root; `ends[i]` is one past the last node below `i`; `tags[i]` is the dump's own word.

        `regions` and `heights` tell what the methods of these names give, when they are asked for.
        """
        self._nodes, self._parents, self._ends, self._tags = nodes, parents, ends, tags
        self._regions, self._heights = regions, heights

    def __len__(self) -> int:
        return len(self._nodes)

    def __getitem__(self, i: int) -> Node:
        return self._nodes[i]

    def __iter__(self) -> Iterator[Node]:
        return iter(self._nodes)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        return self._parents == other._parents and list(self._nodes) == list(other._nodes)

    __hash__ = None  # type: ignore[assignment]

    @property
    def nodes(self) -> Sequence[Node]:
        return self._nodes

    @property
    def parents(self) -> Sequence[int]:
        return self._parents

    @property
    def ends(self) -> Sequence[int]:
        return self._ends

    def regions(self) -> Sequence[Region]:
        """Where nodes take the pointer, from the lowest to the topmost; empty where the dump knows only one box for each node.

        They are no part of what makes two trees equal.
        """
        return self._regions(self) if self._regions is not None else ()

    def heights(self) -> Sequence[int] | None:
        """By node, how high it is drawn, where the dialect knows the order among siblings apart from that of the dump; else None.

        Like regions, they are no part of what makes two trees equal.
        """
        return self._heights(self) if self._heights is not None else None

    @property
    def drawn(self) -> tuple[Callable[[Tree], Sequence[Region]] | None, Callable[[Tree], Sequence[int] | None] | None]:
        """What tells regions and heights, for another tree of the same nodes."""
        return self._regions, self._heights

    @property
    def tags(self) -> Sequence[str]:
        """What the dump itself calls each node: XML tags, or roles of JSON nodes."""
        return self._tags or [node.role.value for node in self._nodes]

    def with_nodes(self, nodes: Sequence[Node]) -> Tree:
        """A tree of the same shape, with as many other nodes."""
        return Tree(nodes, self._parents, self._ends, self._tags, self._regions, self._heights)

    def parent(self, i: int) -> int | None:
        parent = self._parents[i]
        return None if parent < 0 else parent

    def end(self, i: int) -> int:
        return self._ends[i]

    def tag(self, i: int) -> str:
        """What the dump itself calls the node: an XML tag, or the role of a JSON node."""
        return self._tags[i] if self._tags else self._nodes[i].role.value

    def children(self, i: int) -> Iterator[int]:
        child, end = i + 1, self._ends[i]
        while child < end:
            yield child
            child = self._ends[child]

    def roots(self) -> Iterator[int]:
        i = 0
        while i < len(self._nodes):
            yield i
            i = self._ends[i]

    def ancestors(self, i: int) -> Iterator[int]:
        """From the parent up to the root."""
        i = self._parents[i]
        while i >= 0:
            yield i
            i = self._parents[i]


def tree_of(nodes: Sequence[Node], parents: Sequence[int], tags: Sequence[str] = ()) -> Tree:
    """A tree of nodes in document order, given each one's parent (-1 for a root).

    Raises ValueError if a parent does not come before its child, or an order is not a document order.
    """
    ends = array("q", range(1, len(nodes) + 1))
    open_path: list[int] = []
    for i, parent in enumerate(parents):
        while open_path and open_path[-1] != parent:
            open_path.pop()
        if parent >= 0 and not open_path:
            raise ValueError(f"Node {i} names parent {parent}, which is not open there; give nodes in document order.")
        open_path.append(i)
    for i in range(len(nodes) - 1, -1, -1):
        parent = parents[i]
        if parent >= 0 and ends[parent] < ends[i]:
            ends[parent] = ends[i]
    return Tree(nodes, array("q", parents), ends, tags)
