"""Second stage: the platform's own identity, where it can be trusted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lumos_layer.diff.family import Sameness
from lumos_layer.diff.owners import owners
from lumos_layer.diff.pairs import Pairs
from lumos_layer.diff.records import words_of
from lumos_layer.tree import Node, Role, Tree

Couple = tuple[int, int]
_ANYWHERE = -2  # no parent has this id


def keep_identity(same: Sameness) -> None:
    """Pair nodes of one native id whose roles agree, unless their record or document is another one now.

    An id that two nodes of a tree have is none. Ids that are given out anew at each look, which shows where they stand for nodes of
    other roles or for each other's names, are not trusted at all.
    """
    pairs = same.pairs
    before, after = pairs.before.tree, pairs.after.tree
    common = _common(pairs)
    exchanged = _exchanged(before, after, common)
    if not common or _are_given_anew(before, after, common, exchanged):
        return
    kept = list(_of_one_place(same, [(i, j) for i, j in common if (i, j) not in exchanged and _may_be_one(before[i], after[j])]))
    recycled = set(_recycled(pairs, kept))
    for i, j in kept:
        if i not in recycled:
            pairs.pair(i, j)


def _of_one_place(same: Sameness, couples: list[Couple]) -> Iterator[Couple]:
    """Those whose record and document are the same."""
    before, after = same.records.before, same.records.after
    fine: dict[int, int] = {}
    for i, j in couples:
        parent, other = before.tree.parents[i], after.tree.parents[j]
        inherits = not before.may_be(i) and not after.may_be(j) and before.tree[i].role is not Role.DOCUMENT
        if (inherits and fine.get(parent, -1) == other >= 0) or not (same.documents.differ(i, j) or same.records.between(i, j)):
            fine[i] = j
            yield i, j


def _may_be_one(node: Node, other: Node) -> bool:
    """Whether the roles agree; of what is hidden, say behind a dialog, browsers say no role."""
    return node.role is other.role or _is_unsaid(node) or _is_unsaid(other)


def _is_unsaid(node: Node) -> bool:
    return node.role is Role.GENERIC and node.hidden and not node.name


def _common(pairs: Pairs) -> list[Couple]:
    """Pairs of nodes without a partner that have the same native id, which nothing else in either tree has."""
    ids = _ids(pairs.before.tree, pairs.open_before())
    others = _ids(pairs.after.tree, pairs.open_after())
    return [(i, others[key]) for key, i in ids.items() if key in others and pairs.free(i, others[key])]


def _ids(tree: Tree, nodes: range) -> dict[str, int]:
    times = Counter([node.native_id for node in tree])
    return {key: i for i in nodes if (key := tree[i].native_id) and times[key] == 1}


def _exchanged(before: Tree, after: Tree, common: list[Couple]) -> set[Couple]:
    """Those whose name now was that of another, of one sibling or of no other node, which is called otherwise now or gone."""
    renamed = {i: j for i, j in common if after[j].name not in ("", before[i].name)}
    kept = {i for i, _ in common} - renamed.keys()
    named = _only_ones(before, {before.parents[i] for i in renamed}) if renamed else {}

    def was_called(i: int, other: Node) -> bool:
        """Whether one that is not called so any more was called as node `i` is now."""
        same_name = (named.get((parent, other.role, other.name), -1) for parent in (_ANYWHERE, before.parents[i]))
        return any(k not in (-1, i) and k not in kept for k in same_name)

    return {(i, j) for i, j in renamed.items() if was_called(i, after[j])}


def _only_ones(tree: Tree, parents: set[int]) -> dict[tuple[int, Role, str], int]:
    """By parent (only of these, or anywhere), role and name, the only node with them; -1 if there are several."""
    found: dict[tuple[int, Role, str], int] = {}
    for k, (node, parent) in enumerate(zip(tree, tree.parents, strict=True)):
        for place in (_ANYWHERE, parent) if parent in parents else (_ANYWHERE,):
            key = place, node.role, node.name
            found[key] = -1 if key in found else k
    return found


def _are_given_anew(before: Tree, after: Tree, common: list[Couple], exchanged: set[Couple]) -> bool:
    """Whether ids look like numbers of a list: a tenth of them stand for other roles, or more than a few for each other's names."""
    other_roles = sum(1 for i, j in common if not _may_be_one(before[i], after[j]))
    return other_roles * 10 > len(common) or (len(exchanged) > 1 and (len(exchanged) + other_roles) * 20 > len(common))


def _recycled(pairs: Pairs, kept: list[Couple]) -> Iterator[int]:
    """Siblings that together show a record which is another one now: what names it is gone, or called otherwise in every word."""
    before, after = pairs.before.tree, pairs.after.tree
    renamed = {i for i, j in kept if not _share_words(before[i], after[j])}
    same = {i for i, _ in kept} - renamed
    parents = {before.parents[i] for i in pairs.open_before() if i not in same and before[i].native_id}
    for parent in parents:
        for i, owner in owners(pairs.before, pairs.before.children(parent)).items():
            if owner not in same and pairs.forward[owner] < 0:
                yield owner
                yield i


def _share_words(node: Node, other: Node) -> bool:
    return node.name == other.name or not words_of(node.name).isdisjoint(words_of(other.name))
