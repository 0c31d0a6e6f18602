"""What is wrong with a tree for those who cannot see the screen, in plain words, with what to do about it.

The findings concern the program that was recorded, or its recording; a blueprint of such a tree is still whole.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from lumos_layer.perception.items import Element, Group
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Node, Rect, Role

Kind = Literal["unnamed", "duplicate", "zero_size", "overlapping", "unreachable", "custom_drawn", "no_boxes", "damaged"]

_CELL = 128  # pixels of the grid on which overlaps are looked for
_CROWD = 64  # most elements of a cell that are compared with each other
_DRAWN = frozenset((Role.GENERIC, Role.GROUP, Role.IMG, Role.DOCUMENT, Role.FIGURE))
_DRAWN_SHARE = 0.15  # of the screen: an area without content that is at least so large is worth a word
_WHERE = "The program's developers can name it (aria-label, AutomationProperties.Name, contentDescription, accessible name)."


class Finding(Struct, frozen=True, kw_only=True):
    """One fault: `subject` names the element, `message` the fault, `advice` what to do. `ref` is None for what has none."""

    kind: Kind
    ref: str | None = None
    path: str = ""
    subject: str = ""
    message: str
    advice: str


def examine(observation: Observation) -> list[Finding]:
    """Every fault found, by kind, in reading order."""
    found: list[Finding] = []
    for check in (_damaged, _no_boxes, _unnamed, _duplicates, _zero_size, _unreachable, _overlapping, _custom_drawn):
        found.extend(check(observation))
    return found


def _damaged(observation: Observation) -> Iterator[Finding]:
    for warning in observation.warnings:
        yield Finding(kind="damaged", message=warning, advice="Record the dump again if something is missing.")


def _no_boxes(observation: Observation) -> Iterator[Finding]:
    acting = list(_acting(observation))
    without = sum(node.bounds is None for _, node in acting)
    if acting and without == len(acting):
        yield Finding(
            kind="no_boxes",
            message="The dump gives no boxes: pointing, hit tests and overlaps cannot be judged.",
            advice="Record it with boxes (in a browser: with a DOMSnapshot) if you want to click by position.",
        )


def _unnamed(observation: Observation) -> Iterator[Finding]:
    for i, node in _acting(observation):
        if not observation.name_of(i) and not node.hint and not (set(node.can) <= {"scroll", "focus"}):
            yield _finding(observation, i, "unnamed", "has no name, no help text and no words inside.", _WHERE)


def _duplicates(observation: Observation) -> Iterator[Finding]:
    """Elements that role, name, value, group and the words before do not tell apart: those that a blueprint has to number."""
    for item in observation.blueprint().walk():
        if isinstance(item, Element | Group) and item.nth and item.ref:
            yield _finding(
                observation,
                observation.refs[item.ref],
                "duplicate",
                f"is number {item.nth} of elements that have the same role, name and place in the structure.",
                "Tell them apart by their order or place; its developers can give each a name that says what it is for.",
            )


def _zero_size(observation: Observation) -> Iterator[Finding]:
    tree = observation.tree
    i = 0
    while i < len(tree):
        node = tree[i]
        if node.hidden or node.offscreen or node.minimized:
            i = tree.end(i)
            continue
        if node.can and node.bounds is not None and node.bounds.empty:
            yield _finding(
                observation, i, "zero_size", "is said to be visible but has no area.", "It cannot be pointed at; look for its visible part."
            )
        i += 1


def _unreachable(observation: Observation) -> Iterator[Finding]:
    """Visible by its flags, but wholly outside of the screen or of the scrolling container that it is in."""
    tree = observation.tree
    for i, node in _acting(observation):
        if node.bounds is None:
            continue
        for j in tree.ancestors(i):
            around = tree[j].bounds
            if "scroll" in tree[j].can and around is not None and not around.empty and not around.touches(node.bounds):
                yield _finding(
                    observation, i, "unreachable", "lies outside of the scrolling area that it is in.", "Scroll it into view before you point at it."
                )
                break


def _overlapping(observation: Observation) -> Iterator[Finding]:
    """Elements whose middle is covered by a later element that is not inside them."""
    tree = observation.tree
    boxes = [(i, node.bounds) for i, node in _acting(observation) if node.bounds is not None and not node.bounds.empty]
    cells: dict[tuple[int, int], list[tuple[int, Rect]]] = defaultdict(list)
    for i, box in boxes:
        for cell in _cells(box):
            cells[cell].append((i, box))
    for i, box in boxes:
        x, y = box.centre
        crowd = cells[x // _CELL, y // _CELL]
        later = [j for j, other in crowd[-_CROWD:] if j >= tree.end(i) and other.holds(x, y)]
        if later:
            over = later[-1]
            yield _finding(
                observation,
                i,
                "overlapping",
                f"is covered in its middle by {_subject(observation, over)}.",
                "Point at a part that is free, or act by its ref instead of by position.",
            )


def _cells(box: Rect) -> Iterable[tuple[int, int]]:
    """The grid cells that a box touches; a huge one only those of its first rows and columns."""
    columns = range(box.x // _CELL, min((box.right - 1) // _CELL, box.x // _CELL + 64) + 1)
    rows = range(box.y // _CELL, min((box.bottom - 1) // _CELL, box.y // _CELL + 64) + 1)
    return ((column, row) for column in columns for row in rows)


def _custom_drawn(observation: Observation) -> Iterator[Finding]:
    """Large areas in which the tree has nothing: drawn by the program itself, so that only its pixels tell what is there."""
    if not observation.size:
        return
    whole = observation.size[0] * observation.size[1]
    tree = observation.tree
    for i, node in enumerate(tree.nodes):
        box = node.bounds
        leaf = tree.end(i) == i + 1 and node.role in _DRAWN and not node.hidden and not node.offscreen
        if leaf and box is not None and not box.empty and box.width * box.height >= whole * _DRAWN_SHARE:
            yield _finding(
                observation,
                i,
                "custom_drawn",
                f"fills {box.width} by {box.height} pixels and has nothing inside that the tree knows.",
                "Its content is in the picture only; use a screenshot, or text recognised in one, for this part.",
            )


def _acting(observation: Observation) -> Iterator[tuple[int, Node]]:
    """What can be acted on and has a ref, in reading order."""
    for node_id in observation.refs.values():
        node = observation.tree[node_id]
        if node.can:
            yield node_id, node


def _finding(observation: Observation, i: int, kind: Kind, fault: str, advice: str) -> Finding:
    subject = _subject(observation, i)
    return Finding(
        kind=kind,
        ref=observation.ref_of(i),
        path=observation.path_of(i),
        subject=subject,
        message=f"{subject[:1].upper()}{subject[1:]} {fault}",
        advice=advice,
    )


def _subject(observation: Observation, i: int) -> str:
    node, name, ref = observation.tree[i], observation.name_of(i), observation.ref_of(i)
    role = "element" if node.role is Role.GENERIC else node.role.value
    words = f"the {role}" + (f" {name[:60]!r}" if name else f" with the identifier {node.identifier!r}" if node.identifier else "")
    return f"{words} ({ref})" if ref else words


def summary(findings: Sequence[Finding]) -> dict[str, int]:
    """How many findings of each kind."""
    count: dict[str, int] = defaultdict(int)
    for finding in findings:
        count[finding.kind] += 1
    return dict(count)
