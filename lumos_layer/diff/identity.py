"""Second stage: the platform's own identity, where it can be trusted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from operator import attrgetter

from lumos_layer.diff.calling import Names
from lumos_layer.diff.content import Side
from lumos_layer.diff.family import Sameness
from lumos_layer.diff.owners import owners
from lumos_layer.diff.pairs import Pairs
from lumos_layer.tree import Node, Role, Tree

Couple = tuple[int, int]
_NATIVE_ID = attrgetter("native_id")
_ANYWHERE = -2  # no parent has this id


def keep_identity(same: Sameness) -> None:
    """Pair nodes of one native id whose roles agree, unless their record or document is another one now.

    An id that two nodes of a tree have is none. Ids that are given out anew at each look, which shows where they stand for nodes of
    other roles or for each other's names, are not trusted at all.
    """
    pairs = same.pairs
    before, after = pairs.before.tree.nodes, pairs.after.tree.nodes
    common = _common(pairs)
    changed = [(i, j) for i, j in common if before[i].name != after[j].name or before[i].role is not after[j].role]
    exchanged = _exchanged(pairs, common, changed)
    unlike = {(i, j) for i, j in changed if not _may_be_one(before[i], after[j])}
    if not common or _are_given_anew(len(common), len(exchanged), len(unlike)):
        return
    others = exchanged | unlike
    kept = list(_of_one_place(same, [couple for couple in common if couple not in others] if others else common))
    recycled = set(_recycled(pairs, kept, changed))
    forward, backward = pairs.forward, pairs.backward
    for i, j in kept:
        if i not in recycled:
            forward[i], backward[j] = j, i


def _of_one_place(same: Sameness, couples: list[Couple]) -> Iterator[Couple]:
    """Those whose record and document are the same: they are where the parents' are, if none begins with the two."""
    nodes, parents, parents_after = same.pairs.before.tree.nodes, same.pairs.before.tree.parents, same.pairs.after.tree.parents
    records = same.records
    of, of_after = records.before.of_many(len(couples)), records.after.of_many(len(couples))
    fine: dict[int, int] = {}
    for i, j in couples:
        parent, other = parents[i], parents_after[j]
        record, record_after = of(i), of_after(j)
        if fine.get(parent) == other:
            are_in = record != i and record_after != j and (record < 0) == (record_after < 0)
            if are_in and nodes[i].role is not Role.DOCUMENT:
                fine[i] = j
                yield i, j
                continue
        differ = records.of_records(record, record_after) if record >= 0 <= record_after else records.between(i, j)
        if not (differ or same.documents.differ(i, j)):
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
    forward, backward = pairs.forward, pairs.backward
    couples = zip(ids.values(), map(others.get, ids), strict=True)
    return [(i, j) for i, j in couples if j is not None and forward[i] < 0 and backward[j] < 0]


def _ids(tree: Tree, nodes: range) -> dict[str, int]:
    ids = list(map(_NATIVE_ID, tree.nodes))
    found = dict(zip(ids[nodes.start : nodes.stop], nodes, strict=True))
    found.pop("", None)
    if len(set(ids)) < len(ids):
        for key, times in Counter(ids).items():
            if times > 1:
                found.pop(key, None)
    return found


def _exchanged(pairs: Pairs, common: list[Couple], changed: list[Couple]) -> set[Couple]:
    """Those whose name now was that of another, of one sibling or of no other node, which is called otherwise now or gone; and
    those whose name then is that of another now, which was called otherwise or was not there.

    `changed` are those of the common ones that are called otherwise or are of another role now.
    """
    before, after = pairs.before.tree, pairs.after.tree
    nodes, others = before.nodes, after.nodes
    renamed = {i: j for i, j in changed if others[j].name not in ("", nodes[i].name)}
    if not renamed:
        return set()
    kept = {i for i, _ in common} - renamed.keys()
    kept_after = {j for _, j in common} - set(renamed.values())
    named = _only_ones(before, {before.parents[i] for i in renamed}, {others[j].name for j in renamed.values()})
    named_after = _only_ones(after, {after.parents[j] for j in renamed.values()}, {nodes[i].name for i in renamed} - {""})

    def was_called(i: int, other: Node) -> bool:
        """Whether one that is not called so any more was called as node `i` is now."""
        everywhere, here = (named.get((parent, other.role, other.name)) for parent in (_ANYWHERE, before.parents[i]))
        if here == -1 and not other.can:  # of several things side by side that are called so, nobody knows which it is
            return True
        return any(k not in (None, -1, i) and k not in kept for k in (everywhere, here))

    def is_called(j: int, node: Node) -> bool:
        """Whether one that was not called so is called now as the one before node `j` was."""
        everywhere, here = (named_after.get((parent, node.role, node.name)) for parent in (_ANYWHERE, after.parents[j]))
        if here == -1 and not node.can:
            return True
        return any(k not in (None, -1, j) and k not in kept_after for k in (everywhere, here))

    return {(i, j) for i, j in renamed.items() if was_called(i, others[j]) or is_called(j, nodes[i])}


def _only_ones(tree: Tree, parents: set[int], names: set[str]) -> dict[tuple[int, Role, str], int]:
    """By parent (only of these, or anywhere), role and one of the names, the only node with them; -1 if there are several."""
    found: dict[tuple[int, Role, str], int] = {}
    for k in [k for k, node in enumerate(tree.nodes) if node.name in names]:
        node, parent = tree[k], tree.parents[k]
        for place in (_ANYWHERE, parent) if parent in parents else (_ANYWHERE,):
            key = place, node.role, node.name
            found[key] = -1 if key in found else k
    return found


def _are_given_anew(common: int, exchanged: int, unlike: int) -> bool:
    """Whether ids look like numbers of a list: a tenth of them stand for other roles, or more than a few for each other's names."""
    return unlike * 10 > common or (exchanged > 1 and (exchanged + unlike) * 20 > common)


def _recycled(pairs: Pairs, kept: list[Couple], changed: list[Couple]) -> Iterator[int]:
    """Siblings that together show a record which is another one now: what names it is gone, or called as another one is.

    Where there was one record, only the siblings of now may tell that it is one.
    """
    before, after = pairs.before.tree, pairs.after.tree
    forward, backward = dict(kept), {j: i for i, j in kept}
    renamed = {i: j for i, j in changed if before[i].name != after[j].name}
    yield from _without_owner(pairs.before, pairs.open_before(), pairs.forward, forward, renamed.keys(), after)
    now = _without_owner(pairs.after, pairs.open_after(), pairs.backward, backward, set(renamed.values()), before)
    yield from (backward[j] for j in now if j in backward)


def _without_owner(
    side: Side, free: range, paired: Sequence[int], partners: Mapping[int, int], renamed: AbstractSet[int], other: Tree
) -> Iterator[int]:
    tree = side.tree
    for parent in {tree.parents[i] for i in free if i in renamed or i not in partners}:
        owned = owners(side, side.children(parent))
        names = Names(tree[owner].name for owner in set(owned.values()))
        for i, owner in owned.items():
            if paired[owner] >= 0:
                continue
            partner = partners.get(owner)
            if partner is None or (owner in renamed and names.tell_apart(tree[owner].name, other[partner].name)):
                yield owner
                yield i
