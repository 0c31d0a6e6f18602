"""Two trees and their matching to an edit script."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import compress, count
from operator import ne
from typing import Any
from zlib import crc32

from msgspec.structs import astuple, replace

from lumos_layer.diff.matching import Matching, match
from lumos_layer.diff.pairs import next_free
from lumos_layer.diff.script import FIELDS, Changes, Delete, EditScript, Insert, Move, New, Update
from lumos_layer.tree import Node, Tree
from lumos_layer.tree.collection import put_off

Fields = dict[str, Any]


def diff(before: Tree, after: Tree, matching: Matching | None = None) -> EditScript:
    """The edits that make `before` into `after`: `patch(before, diff(before, after)) == after`.

    Any `matching` that is one to one will do; without one, it is that of `match`.
    """
    with put_off():
        matching = match(before, after) if matching is None else matching
        staying = stays(before, after, matching)
        return EditScript(
            before=len(before),
            after=len(after),
            checksum=checksum(before),
            updates=tuple(_updates(before, after, matching)),
            deletes=tuple(_deletes(before, matching)),
            moves=tuple(_moves(after, matching, staying)),
            inserts=tuple(_inserts(after, matching)),
        )


def checksum(tree: Tree) -> int:
    """A number that tells trees apart by shape, tags, roles and names; the same in every process and on every machine."""
    names = "\0".join([node.name for node in tree])
    kinds = " ".join([*[node.role for node in tree], *tree.tags, *map(str, tree.ends)])
    return crc32(kinds.encode("utf-8", "surrogatepass"), crc32(names.encode("utf-8", "surrogatepass")))


def stays(before: Tree, after: Tree, matching: Matching) -> bytearray:
    """For each node of the tree before, whether it stays where it is: below what it was below, and in the same order there."""
    if matching.forward == array("q", range(len(after))) and before.parents == after.parents:
        return bytearray(b"\1") * len(before)
    staying, crossed = bytearray(len(before)), set[int]()
    forward = matching.forward
    last = array("q", (-1,)) * (len(before) + 1)  # by node, the furthest child so far; the last place serves the parent -1
    for i, up in _followers(before, after, matching):
        staying[i] = 1
        j = forward[i]
        if j < last[up]:
            crossed.add(up)
        last[up] = j
    for group in _groups(before, after, matching, crossed):
        rising = set(longest_rising([forward[i] for i in group]))
        for k, i in enumerate(group):
            staying[i] = k in rising
    return staying


def _groups(before: Tree, after: Tree, matching: Matching, above: AbstractSet[int]) -> Iterable[Sequence[int]]:
    """The followers of each of these nodes, in order."""
    groups: dict[int, list[int]] = {up: [] for up in above}
    for i, up in _followers(before, after, matching) if groups else ():
        if up in groups:
            groups[up].append(i)
    return groups.values()


def _followers(before: Tree, after: Tree, matching: Matching) -> Iterator[tuple[int, int]]:
    """The kept nodes that are still below the nearest kept node above (-1: none), with that, in the order of the tree before."""
    forward = matching.forward
    above, above_after = _kept_above(before, forward), _kept_above(after, matching.backward)
    partners = [*forward, -1]  # the last place serves what is below nothing
    for i, (j, up) in enumerate(zip(forward, above, strict=True)):
        if j >= 0 and partners[up] == above_after[j]:
            yield i, up


def _kept_above(tree: Tree, partners: Sequence[int]) -> array[int]:
    """For each node, the nearest node above that has a partner; -1 if none has."""
    above = array("q", tree.parents)
    for i in compress(count(), map((0).__gt__, partners)):
        for child in tree.children(i):
            above[child] = above[i]
    return above


def longest_rising(numbers: Sequence[int]) -> Sequence[int]:
    """The places of a longest rising run of numbers, not necessarily side by side, in order."""
    if all(map(int.__lt__, numbers, numbers[1:])):
        return range(len(numbers))
    tails: list[int] = []  # the smallest last number of a run of each length, and where it stands
    places: list[int] = []
    previous = array("q", bytes(8 * len(numbers)))
    for k, number in enumerate(numbers):
        length = bisect_left(tails, number)
        previous[k] = places[length - 1] if length else -1
        tails[length : length + 1] = [number]
        places[length : length + 1] = [k]
    run: list[int] = []
    k = places[-1]
    while k >= 0:
        run.append(k)
        k = previous[k]
    return run[::-1]


def _updates(before: Tree, after: Tree, matching: Matching) -> Iterator[Update]:
    nodes, others = before.nodes, after.nodes
    tags, others_tags = before.tags, after.tags
    was: Fields = {}
    for i, j in enumerate(matching.forward):
        if j >= 0 and (nodes[i] != others[j] or tags[i] != others_tags[j]):
            was, now = _changed(nodes[i], others[j], was)
            if tags[i] == others_tags[j]:
                yield Update(i, j, Changes(**was), Changes(**now))
            else:
                yield Update(i, j, Changes(tag=tags[i], **was), Changes(tag=others_tags[j], **now))


def _changed(node: Node, other: Node, likely: Iterable[str]) -> tuple[Fields, Fields]:
    """The fields that differ, as they were and are, sooner if they are the likely ones: a scroll changes the same of many nodes."""
    was, now = {name: getattr(node, name) for name in likely}, {name: getattr(other, name) for name in likely}
    if was and all(map(ne, was.values(), now.values())) and replace(node, **now) == other:
        return was, now
    names = tuple(compress(FIELDS, map(ne, astuple(node), astuple(other))))
    return {name: getattr(node, name) for name in names}, {name: getattr(other, name) for name in names}


def _deletes(before: Tree, matching: Matching) -> Iterator[Delete]:
    for first, last in _runs(before, matching.forward):
        yield Delete(first, last - first)


def _moves(after: Tree, matching: Matching, staying: bytearray) -> Iterator[Move]:
    for i, j in enumerate(matching.forward):
        if j >= 0 and not staying[i]:
            yield Move(i, j, after.parents[j])


def _inserts(after: Tree, matching: Matching) -> Iterator[Insert]:
    for first, last in _runs(after, matching.backward):
        new = tuple(New(after[j], after.tag(j), after.end(j) - j) for j in range(first, last))
        yield Insert(first, after.parents[first], new)


def _runs(tree: Tree, partners: array[int]) -> Iterator[tuple[int, int]]:
    """Stretches of nodes without a partner, each within the subtree of its first node, as long as may be."""
    i = 0
    while (first := next_free(partners, i)) < len(partners):
        i, end = first, tree.end(first)
        while i < end and partners[i] < 0:
            i += 1
        yield first, i
