"""Second stage: the platform's own identity, where it can be trusted."""

from __future__ import annotations

from collections import Counter

from lumos_layer.diff.documents import Documents
from lumos_layer.diff.pairs import Pairs
from lumos_layer.diff.records import Contradiction
from lumos_layer.tree import Node, Role, Tree


def keep_identity(pairs: Pairs, records: Contradiction, documents: Documents) -> None:
    """Pair nodes of one native id whose roles agree, unless their record or document is another one now.

    An id that two nodes of a tree have is none. Ids that are given out anew at each look, which shows where they stand for nodes of
    other roles or for each other's names, are not trusted at all.
    """
    before, after = pairs.before.tree, pairs.after.tree
    common = _common(pairs)
    if not common or _are_given_anew(before, after, common):
        return
    for i, j in common:
        if _may_be_one(before[i], after[j]) and not documents.differ(i, j) and not records.between(i, j):
            pairs.pair(i, j)


def _may_be_one(node: Node, other: Node) -> bool:
    """Whether the roles agree; of what is hidden, say behind a dialog, browsers say no role."""
    return node.role is other.role or _is_unsaid(node) or _is_unsaid(other)


def _is_unsaid(node: Node) -> bool:
    return node.role is Role.GENERIC and node.hidden and not node.name


def _common(pairs: Pairs) -> list[tuple[int, int]]:
    """Pairs of nodes without a partner that have the same native id, which nothing else in either tree has."""
    ids = _ids(pairs.before.tree, pairs.open_before())
    others = _ids(pairs.after.tree, pairs.open_after())
    return [(i, others[key]) for key, i in ids.items() if key in others and pairs.free(i, others[key])]


def _ids(tree: Tree, nodes: range) -> dict[str, int]:
    times = Counter(node.native_id for node in tree)
    return {key: i for i in nodes if (key := tree[i].native_id) and times[key] == 1}


def _are_given_anew(before: Tree, after: Tree, common: list[tuple[int, int]]) -> bool:
    """Whether ids look like numbers of a list: a tenth of them name other roles, or most name what had another id before."""
    named = {(node.role, node.name): node.native_id for node in before if node.name and node.native_id}
    other_roles = other_names = 0
    for i, j in common:
        node, other = before[i], after[j]
        if not _may_be_one(node, other):
            other_roles += 1
        elif other.name not in (node.name, "") and named.get((other.role, other.name), other.native_id) != other.native_id:
            other_names += 1
    return other_roles * 10 > len(common) or (other_names + other_roles) * 2 > len(common)
