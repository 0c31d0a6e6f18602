"""What is wrong with a tree for those who cannot see the screen, in plain words, with what to do about it.

The findings concern the program that was recorded, or its recording; a blueprint of such a tree is still whole.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import accumulate
from typing import Literal, get_args

from msgspec import Struct

from lumos_layer.perception.items import Element, Group, Heading, Item, Text
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Node, Rect, Role, Tree

Kind = Literal["damaged", "no_boxes", "unnamed", "duplicate", "zero_size", "unreachable", "overlapping", "custom_drawn"]

ADVICE: dict[Kind, str] = {
    "damaged": "Record the dump again if something is missing.",
    "no_boxes": "Record it with boxes (in a browser: with a DOMSnapshot) if you want to click by position.",
    "unnamed": "Tell it by its place. Its developers can name it: aria-label, AutomationProperties.Name, contentDescription.",
    "duplicate": "Tell them apart by order or place. Their developers can say in each name what it is for.",
    "zero_size": "It cannot be pointed at: look for its visible part.",
    "unreachable": "Scroll it into view before you point at it.",
    "overlapping": "Point at a part that is free, or act by its ref instead of by position.",
    "custom_drawn": "What it shows is in the picture only: use a screenshot of this part, or text recognised in one.",
}

_PICTURES = frozenset((Role.GENERIC, Role.GROUP, Role.IMG, Role.DOCUMENT, Role.FIGURE))
# What is inside them lies over what is outside, whatever their order.
_LAYERS = frozenset(
    (
        Role.WINDOW, Role.DIALOG, Role.ALERTDIALOG, Role.ALERT, Role.MENU, Role.MENUITEM, Role.LISTBOX, Role.COMBOBOX, Role.TOOLTIP,
    )
)  # fmt: skip
_CELLS = 32  # into which each side of the screen is divided to look for empty areas
_EMPTY = 0.15  # of the screen: an area without content that is at least so large is worth a word
_MOSTLY = 0.8  # of such an area is empty; others are frames around what stands beside them in the tree
_SUBJECT = 60  # characters of a name by which an element is called here


class Finding(Struct, frozen=True, kw_only=True):
    """One fault: `message` says in plain words what is wrong and with what, `advice` what to do.

    `refs` are those of the elements concerned, none where they have none; `path` is where the first one is in the dump.
    """

    kind: Kind
    refs: tuple[str, ...] = ()
    path: str = ""
    message: str
    advice: str


def examine(observation: Observation) -> list[Finding]:
    """Every fault found, by kind, in reading order."""
    checks = (_damaged, _no_boxes, _unnamed, _duplicates, _zero_size, _unreachable, _overlapping, _custom_drawn)
    return [finding for check in checks for finding in check(observation)]


def summary(findings: Iterable[Finding]) -> dict[Kind, int]:
    """How many findings of each kind there are, in the order of the kinds."""
    count = Counter(finding.kind for finding in findings)
    return {kind: count[kind] for kind in get_args(Kind) if count[kind]}


def _damaged(observation: Observation) -> Iterator[Finding]:
    for warning in observation.warnings:
        yield Finding(kind="damaged", message=warning, advice=ADVICE["damaged"])


def _no_boxes(observation: Observation) -> Iterator[Finding]:
    acting = _acting(observation)
    if acting and all(observation.tree[i].bounds is None for i in acting):
        message = "The dump gives no boxes: what is covered, out of reach or drawn by the program itself cannot be judged."
        yield Finding(kind="no_boxes", message=message, advice=ADVICE["no_boxes"])


def _unnamed(observation: Observation) -> Iterator[Finding]:
    for i in _acting(observation):
        node = observation.tree[i]
        if not observation.name_of(i) and not node.hint and not _only_moves(node):
            yield _finding(observation, "unnamed", [i], "has no name, no help text and no words inside")


def _only_moves(node: Node) -> bool:
    """True for what can only be scrolled or focused: containers, which need no name."""
    return set(node.can) <= {"scroll", "focus"}


# Duplicates


def _duplicates(observation: Observation) -> Iterator[Finding]:
    """Named elements that role, name, value, group and the words before do not tell apart."""
    blueprint = observation.blueprint()
    groups = [blueprint.items, *(item.items for item in blueprint.walk() if isinstance(item, Group))]
    for items in groups:
        for refs in _equals(items):
            nodes = [observation.refs[ref] for ref in refs]
            others = ", ".join(refs[1:-1]) + " and " * (len(refs) > 2) + refs[-1]
            yield _finding(
                observation, "duplicate", nodes, f"cannot be told from {others}: same role, name and place in the structure"
            )


def _equals(items: Sequence[Item]) -> list[list[str]]:
    """The refs of equal elements among the items of one group."""
    found: dict[tuple[object, ...], list[str]] = defaultdict(list)
    spoken = last = other = ""  # the last text or heading; the last name; and the last that was another
    for item in items:
        if isinstance(item, Text | Heading):
            spoken = item.text
        elif isinstance(item, Element | Group) and item.ref and item.name:
            if item.name != last:
                last, other = item.name, last
            if item.can:
                found[item.role, item.name, item.value, spoken or other].append(item.ref)
    return [refs for refs in found.values() if len(refs) > 1]


# Places


def _zero_size(observation: Observation) -> Iterator[Finding]:
    tree = observation.tree
    i = 0
    while i < len(tree):
        node = tree[i]
        if node.hidden or node.offscreen or node.minimized:
            i = tree.end(i)
            continue
        if node.can and not _only_moves(node) and node.role is not Role.SCROLLBAR and node.bounds is not None and node.bounds.empty:
            yield _finding(observation, "zero_size", [i], "is said to be visible but has no area")
        i += 1


def _unreachable(observation: Observation) -> Iterator[Finding]:
    """Visible by its flags, but wholly outside of the scrolling area that it is in: one finding for each such area."""
    areas = _scrolling_areas(observation.tree)
    outside: dict[int, list[int]] = defaultdict(list)
    for i in _acting(observation):
        box, area = observation.tree[i].bounds, areas[i]
        if box is not None and not box.empty and area is not None and not area[1].touches(box):
            outside[area[0]].append(i)
    for area_node, nodes in outside.items():
        more = f"; {len(nodes) - 1:,} more there do, too" if len(nodes) > 1 else ""
        fault = f"lies outside of what is to be seen of {_subject(observation, area_node)}, which it is in{more}"
        yield _finding(observation, "unreachable", nodes, fault)


def _scrolling_areas(tree: Tree) -> list[tuple[int, Rect] | None]:
    """For each node the innermost scrolling container around it, and what is to be seen of that; None if there is none."""
    areas: list[tuple[int, Rect] | None] = []
    for parent in tree.parents:
        area = areas[parent] if parent >= 0 else None
        box = tree[parent].bounds if parent >= 0 else None
        if box is not None and not box.empty and "scroll" in tree[parent].can:
            seen = box if area is None else _overlap(box, area[1])
            area = (parent, seen)
        areas.append(area)
    return areas


def _overlap(a: Rect, b: Rect) -> Rect:
    x, y = max(a.x, b.x), max(a.y, b.y)
    return Rect(x, y, max(0, min(a.right, b.right) - x), max(0, min(a.bottom, b.bottom) - y))


def _overlapping(observation: Observation) -> Iterator[Finding]:
    """Elements whose middle is covered by a later element of the same window or dialog that is not inside them."""
    tree = observation.tree
    areas, layers = _scrolling_areas(tree), _layers(tree)
    by_layer: dict[int, list[tuple[int, Rect]]] = defaultdict(list)
    for i in _acting(observation):
        box, area = tree[i].bounds, areas[i]
        if box is not None and not box.empty and not _only_moves(tree[i]):
            seen = box if area is None else _overlap(box, area[1])
            if seen.holds(*box.centre):
                by_layer[layers[i]].append((i, seen))
    over = {i: top for boxes in by_layer.values() for i, top in _topmost(tree, boxes)}
    for i, top in sorted(over.items()):
        if top >= tree.end(i):
            yield _finding(observation, "overlapping", [i, top], f"is covered in its middle by {_subject(observation, top)}")


def _layers(tree: Tree) -> list[int]:
    """For each node the innermost window, dialog, menu or the like around it; -1 if there is none."""
    layers: list[int] = []
    for parent in tree.parents:
        own = parent >= 0 and (tree[parent].role in _LAYERS or tree[parent].modal)
        layers.append(parent if own else layers[parent] if parent >= 0 else -1)
    return layers


def _topmost(tree: Tree, boxes: Sequence[tuple[int, Rect]]) -> Iterator[tuple[int, int]]:
    """For each node the last one whose box holds its middle: itself, one inside it, or one that covers it.

    A line sweeps over all boxes from left to right; a tree over the middles' heights holds the boxes that it crosses.
    """
    centres = [tree[i].bounds.centre for i, _ in boxes]  # type: ignore[union-attr]
    heights = sorted({y for _, y in centres})
    half = len(heights)
    crossed: list[list[tuple[int, int]]] = [[] for _ in range(2 * half)]  # heaps of (-node, right edge)
    by_left = sorted(range(len(boxes)), key=lambda place: boxes[place][1].x)
    entered = 0
    for place in sorted(range(len(boxes)), key=lambda place: centres[place]):
        x, y = centres[place]
        while entered < len(boxes) and boxes[by_left[entered]][1].x <= x:
            node, box = boxes[by_left[entered]]
            first, past = bisect_left(heights, box.y) + half, bisect_right(heights, box.bottom - 1) + half
            for part in _parts(first, past):
                heappush(crossed[part], (-node, box.right))
            entered += 1
        part, top = bisect_left(heights, y) + half, -1
        while part:
            heap = crossed[part]
            while heap and heap[0][1] <= x:
                heappop(heap)
            top = max(top, -heap[0][0] if heap else -1)
            part //= 2
        yield boxes[place][0], top


def _parts(first: int, past: int) -> Iterator[int]:
    """The parts of a binary tree, laid out in an array, that together are its leaves from `first` up to `past`."""
    while first < past:
        if first % 2:
            yield first
            first += 1
        if past % 2:
            past -= 1
            yield past
        first, past = first // 2, past // 2


def _custom_drawn(observation: Observation) -> Iterator[Finding]:
    """Large areas in which the tree has nothing: drawn by the program itself, so that only its pixels tell what is there."""
    tree = observation.tree
    screen = Rect(0, 0, *observation.size) if observation.size else tree[0].bounds
    if screen is None or screen.empty:
        return
    leaves = [(i, box) for i in _visible_leaves(tree) if (box := tree[i].bounds) is not None and not box.empty]
    pictures = {i: box for i, box in leaves if _may_be_drawn(tree[i]) and _share(_overlap(box, screen), screen) >= _EMPTY}
    filled = _Filled(screen, (box for i, box in leaves if i not in pictures and _says_something(tree[i])))
    told: set[Rect] = set()
    for i, box in pictures.items():
        empty = filled.empty_share(box)
        if box not in told and empty >= _EMPTY and empty >= _share(_overlap(box, screen), screen) * _MOSTLY:
            told.add(box)
            fault = f"fills {box.width:,} by {box.height:,} pixels, and the tree knows nothing of what is shown there"
            yield _finding(observation, "custom_drawn", [i], fault)


def _may_be_drawn(node: Node) -> bool:
    return node.role in _PICTURES and not node.value and "type" not in node.can


def _says_something(node: Node) -> bool:
    return bool(node.name or node.value or node.can)


def _share(part: Rect, whole: Rect) -> float:
    return part.width * part.height / (whole.width * whole.height)


def _visible_leaves(tree: Tree) -> Iterator[int]:
    i = 0
    while i < len(tree):
        node = tree[i]
        if node.hidden or node.offscreen or node.minimized:
            i = tree.end(i)
            continue
        if tree.end(i) == i + 1:
            yield i
        i += 1


class _Filled:
    """A grid over the screen that knows which of its cells boxes touch, and how many of them any area holds."""

    def __init__(self, screen: Rect, boxes: Iterable[Rect]) -> None:
        self._screen = screen
        changes = [[0] * (_CELLS + 1) for _ in range(_CELLS + 1)]  # where a box begins and ends, across and down
        for box in boxes:
            if box.touches(screen):
                left, top, right, bottom = self._cells(_overlap(box, screen))
                changes[top][left] += 1
                changes[top][right] -= 1
                changes[bottom][left] -= 1
                changes[bottom][right] += 1
        touching = _summed(changes)
        # Each place holds how many cells above and left of it are touched.
        self._sums = [
            [0] * (_CELLS + 1),
            *([0, *row[:_CELLS]] for row in _summed([[n > 0 for n in row] for row in touching[:_CELLS]])),
        ]

    def _cells(self, box: Rect) -> tuple[int, int, int, int]:
        """The columns and rows that a box inside the screen touches: first column and row, one past the last."""
        screen = self._screen
        left, top = (box.x - screen.x) * _CELLS // screen.width, (box.y - screen.y) * _CELLS // screen.height
        right, bottom = (box.right - 1 - screen.x) * _CELLS // screen.width, (box.bottom - 1 - screen.y) * _CELLS // screen.height
        return left, top, right + 1, bottom + 1

    def empty_share(self, box: Rect) -> float:
        """The part of the screen that the box fills and no other box touches."""
        seen = _overlap(box, self._screen)
        left, top, right, bottom = self._cells(seen)
        sums = self._sums
        filled = sums[bottom][right] - sums[bottom][left] - sums[top][right] + sums[top][left]
        return _share(seen, self._screen) * (1 - filled / ((right - left) * (bottom - top)))


def _summed(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """Each number with all those above and left of it."""
    above = [0] * len(rows[0])
    found: list[list[int]] = []
    for row in rows:
        above = [up + here for up, here in zip(above, accumulate(row), strict=True)]
        found.append(above)
    return found


# Words


def _acting(observation: Observation) -> list[int]:
    """What can be acted on and has a ref, in reading order."""
    return [i for i in observation.refs.values() if observation.tree[i].can]


def _finding(observation: Observation, kind: Kind, nodes: Sequence[int], fault: str) -> Finding:
    subject = _subject(observation, nodes[0])
    return Finding(
        kind=kind,
        refs=tuple(ref for i in nodes if (ref := observation.ref_of(i))),
        path=observation.path_of(nodes[0]),
        message=f"{subject[:1].upper()}{subject[1:]} {fault}.",
        advice=ADVICE[kind],
    )


def _subject(observation: Observation, i: int) -> str:
    node, name, ref = observation.tree[i], observation.name_of(i), observation.ref_of(i)
    role = "element" if node.role is Role.GENERIC else node.role.value
    called = (
        f" “{name[:_SUBJECT]}{'…' * (len(name) > _SUBJECT)}”"
        if name
        else f" with the identifier {node.identifier}" * bool(node.identifier.strip("-01"))
    )
    return f"the {role}{called} ({ref})" if ref else f"the {role}{called}"
