"""Two looks at a screen written down in tests, and which element of the one was found in the other."""

from __future__ import annotations

from lumos_layer.diff import match
from lumos_layer.tree import Node, Tree, tree_of
from tests.trees import Row, button, node, text


def tree(*rows: Row) -> Tree:
    """The tree of nodes at the given levels."""
    nodes: list[Node] = []
    parents: list[int] = []
    path: list[int] = []
    for level, made in rows:
        del path[level:]
        parents.append(path[-1] if path else -1)
        path.append(len(nodes))
        nodes.append(made)
    return tree_of(nodes, parents)


def people(*names: str, kind: str = "listitem", town: str = "Rome") -> list[Row]:
    """Records of a list at level 1, each with a name, a town and two buttons."""
    return [
        row
        for name in names
        for row in (
            (1, node(kind)),
            (2, text(name)),
            (2, text(town)),
            (2, button("Edit")),
            (2, button("Remove")),
        )
    ]


def partners(before: Tree, after: Tree, same_document: bool = True) -> list[int]:
    return list(match(before, after, same_document).forward)


def names(found: Tree, forward: list[int], other: Tree) -> list[tuple[str, str]]:
    """The names of each pair, of nodes that have one."""
    return [(found[i].name, other[j].name) for i, j in enumerate(forward) if j >= 0 and (found[i].name or other[j].name)]
