"""Which node of one tree is which of another, in stages: what is surest comes first, and no later stage undoes it."""

from __future__ import annotations

from array import array

from msgspec import Struct

from lumos_layer.diff.contradiction import Contradiction
from lumos_layer.diff.documents import Documents
from lumos_layer.diff.family import Sameness
from lumos_layer.diff.furniture import keep_furniture
from lumos_layer.diff.identity import keep_identity
from lumos_layer.diff.pairs import Pairs
from lumos_layer.diff.records import Records
from lumos_layer.diff.replaced import Replaced
from lumos_layer.diff.siblings import pair_from_the_top
from lumos_layer.diff.unchanged import keep_unchanged
from lumos_layer.tree import Tree


class Matching(Struct, frozen=True):
    """`forward` has for each node of the tree before its node in the tree after (-1: gone), `backward` the other way (-1: new)."""

    forward: array[int]
    backward: array[int]


def match(before: Tree, after: Tree, same_document: bool = True) -> Matching:
    """The elements of `before` that are still there in `after`, one to one, each with the role that it had.

    A node may lose its role and name while it is hidden: it is the same where its native id says so.

    `same_document`: both trees show the same page or program. If not, native ids mean nothing, and only what belongs to every page,
    such as the links of its navigation, can be the same. Where it is not sure that two are the same, they are not.
    """
    pairs = Pairs(before, after)
    if not same_document:
        keep_furniture(pairs, range(len(before)), range(len(after)))
        return Matching(pairs.forward, pairs.backward)
    records = Contradiction(Records(pairs.before), Records(pairs.after))
    documents = Documents(before, after)
    same = Sameness(pairs, records, documents, Replaced(pairs, records.before, records.after))
    keep_unchanged(pairs, lambda i, j: records.between(i, j) or not same.possible(i, j))
    if pairs.open_before() and pairs.open_after():
        keep_identity(same)
        pairs.read_free()
        pair_from_the_top(same)
    return Matching(pairs.forward, pairs.backward)
