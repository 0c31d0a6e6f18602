"""How often the same element is known again without the platform's own identity, where that identity tells the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.diff import match
from lumos_layer.tree import Tree


class WrongPair(Struct, frozen=True):
    """Node `node` of the tree before was taken for `found`; it is `right`, or gone (-1)."""

    node: int
    found: int
    right: int


class KnownAgain(Struct, frozen=True):
    """What a matching that sees no native ids says of the nodes that have one, which no other node of their tree has.

    `right` and `wrong` count pairs, `missed` nodes that were left without their partner. `remade` counts pairs of nodes whose
    ids are both only in their own tree: perhaps the program made the same element anew, so these are neither right nor wrong.
    """

    right: int = 0
    missed: int = 0
    remade: int = 0
    wrong: tuple[WrongPair, ...] = ()

    @property
    def precision(self) -> float:
        pairs = self.right + len(self.wrong)
        return self.right / pairs if pairs else 1.0

    @property
    def recall(self) -> float:
        same = self.right + self.missed
        return self.right / same if same else 1.0

    def __add__(self, other: KnownAgain) -> KnownAgain:
        return KnownAgain(
            self.right + other.right, self.missed + other.missed, self.remade + other.remade, self.wrong + other.wrong
        )


def without_native_ids(tree: Tree) -> Tree:
    nodes = tuple(replace(node, native_id="") if node.native_id else node for node in tree)
    return tree.with_nodes(nodes)


def known_again(before: Tree, after: Tree) -> KnownAgain:
    """Match the two trees without their native ids, and compare with what the ids say."""
    forward = match(without_native_ids(before), without_native_ids(after)).forward
    here, there = dict(_identified(before)), dict(_identified(after))
    of, of_after = {i: key for key, i in here.items()}, {j: key for key, j in there.items()}
    right = missed = remade = 0
    wrong: list[WrongPair] = []
    for i, key in of.items():
        j, partner = forward[i], there.get(key, -1)
        right += partner >= 0 and j == partner
        missed += partner >= 0 and j != partner
        if j < 0 or j == partner or j not in of_after:
            continue
        if partner < 0 and of_after[j] not in here:
            remade += 1
        else:
            wrong.append(WrongPair(i, j, partner))
    return KnownAgain(right, missed, remade, tuple(wrong))


def _identified(tree: Tree) -> Iterator[tuple[str, int]]:
    times = Counter(node.native_id for node in tree)
    return ((node.native_id, i) for i, node in enumerate(tree) if node.native_id and times[node.native_id] == 1)
