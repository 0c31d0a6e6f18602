"""What makes an element certainly the one that was there some looks ago: the platform's identity, and equal content around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from itertools import islice

from lumos_layer.diff.facts import FRAMES, TEXTS, letters_of
from lumos_layer.diff.tallies import COLLECTIONS
from lumos_layer.perception.fates import Gone
from lumos_layer.perception.words import ROWS
from lumos_layer.tree import Tree

# Dialects whose native ids are the platform's own. Others number the nodes of each dump.
_TRUSTED = frozenset(("atspi", "browser", "cdp", "uia", "uia-json"))
_AROUND = 64  # levels up to the root that must be the same
_NEAR = 3  # levels of which the neighbours must be the same too
_INSIDE = 100  # nodes that are compared in the element, and in the row that it stands in
_FACTS = 100  # nodes of its window in which is looked for what that shows
_MOST_STEPS = 500  # levels of a sibling that are gone up to find it


def is_trusted(format: str) -> bool:
    """True for dialects by whose ids an element may be known again after it was gone."""
    return format in _TRUSTED


def mark_of(tree: Tree, node: int) -> str:
    """A digest of an element's identity and all that stands in and right around it; empty if it cannot be told for certain."""
    if not tree[node].native_id or tree.end(node) - node > _INSIDE:
        return ""
    digest = blake2b(digest_size=12)
    for part in _parts(tree, node):
        digest.update(repr(part).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _parts(tree: Tree, node: int) -> Iterator[tuple[object, ...]]:
    yield from (_content(tree, i) for i in range(node, tree.end(node)))
    yield from ((tree[i].role.value, tree[i].native_id) for i in islice(tree.ancestors(node), _AROUND))
    for box in sorted(_boxes_of_record(tree, node)):
        yield from (_content(tree, i) for i in range(box, min(tree.end(box), box + _INSIDE)))
    yield from (_content(tree, i) for i in _flat_record(tree, node))
    yield from (_content(tree, i) for i in _parents_and_neighbours(tree, node, _NEAR) if i >= 0)
    yield from ((words,) for words in _facts_around(tree, node))


def _boxes_of_record(tree: Tree, node: int) -> set[int]:
    """The row around it, or the box in its place right in the list; and the largest box in that which is compared whole."""
    boxes: list[int] = []
    for i in islice(tree.ancestors(node), _AROUND):
        role = tree[i].role
        if role not in COLLECTIONS:
            boxes.append(i)
        if role in COLLECTIONS or role in ROWS:
            whole = [box for box in boxes if tree.end(box) - box <= _INSIDE]
            return {*boxes[-1:], *whole[-1:]}
    return set()


def _flat_record(tree: Tree, node: int) -> Iterator[int]:
    """What stands right in a list or table around a node that does so too, from the last to the next that is called as it is."""
    parent = tree.parents[node]
    if parent < 0 or tree[parent].role not in COLLECTIONS:
        return
    first, last = max(parent, node - _INSIDE), min(tree.end(parent), node + _INSIDE)
    for stretch in (range(node - 1, first, -1), range(tree.end(node), last)):
        for i in stretch:
            if tree[i].role is tree[node].role and tree[i].name == tree[node].name:
                break
            yield i


def _facts_around(tree: Tree, node: int) -> Iterator[str]:
    """What the window or page around it tells of the thing that it shows, numbers and lists apart."""
    frame = node
    for frame in islice(tree.ancestors(node), _AROUND):
        if tree[frame].role in FRAMES:
            break
    i = frame + 1
    last = min(tree.end(frame), frame + _FACTS)
    while i < last:
        said = tree[i]
        if said.role in TEXTS and said.name and not said.hidden and not said.offscreen:
            yield " ".join(sorted(letters_of(said.name)))
        i = tree.end(i) if said.role in COLLECTIONS else i + 1


def _content(tree: Tree, i: int) -> tuple[object, ...]:
    node = tree[i]
    return node.role.value, node.name, node.native_id, node.identifier


def _parents_and_neighbours(tree: Tree, node: int, levels: int) -> Iterator[int]:
    """The node, and up to so many levels around it, each with the siblings right before and after it (-1: none)."""
    i = node
    for _ in range(levels):
        yield from (i, _before(tree, i), _after(tree, i))
        i = tree.parents[i]
        if i < 0:
            return


def _after(tree: Tree, i: int) -> int:
    parent, following = tree.parents[i], tree.end(i)
    end = tree.end(parent) if parent >= 0 else len(tree)
    return following if following < end else -1


def _before(tree: Tree, i: int) -> int:
    """The sibling right before, found by going up from the node before in the document."""
    j, parent = i - 1, tree.parents[i]
    steps = 0
    while j >= 0 and j != parent and tree.parents[j] != parent and steps < _MOST_STEPS:
        j = tree.parents[j]
        steps += 1
    return j if j >= 0 and j != parent and tree.parents[j] == parent else -1


def returned(tree: Tree, taken: Mapping[int, int], gone: Mapping[int, Gone], page: int) -> dict[int, int]:
    """The numbers of nodes that nothing before became, but that are certainly elements of this page that were gone for a while."""
    waiting: dict[str, list[int]] = {}
    for number, fate in gone.items():
        if fate.mark and fate.why == "removed" and fate.page == page:
            waiting.setdefault(fate.native_id, []).append(number)
    if not waiting:
        return {}
    times = Counter(node.native_id for node in tree)
    found: dict[int, int] = {}
    for i, node in enumerate(tree):
        numbers = waiting.get(node.native_id) if node.native_id and i not in taken and times[node.native_id] == 1 else None
        if numbers:
            mark = mark_of(tree, i)
            number = next((number for number in numbers if gone[number].mark == mark), 0)
            if number:
                found[i] = number
    return found
