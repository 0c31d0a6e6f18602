"""Boxes in any spelling: four numbers, edges or sizes, and how to tell which they are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats.uia_types import number
from lumos_layer.tree import Rect, Role, box

Order = Literal["edges", "size"]  # left, top, right, bottom; or left, top, width, height
_NUMBER = r"-?\d{1,16}(?:\.\d{1,20})?"
_NUMBERS = re.compile(_NUMBER)
_LABELLED = re.compile(rf"([A-Za-z]{{1,10}})\s{{0,3}}[=:]?\s{{0,3}}({_NUMBER})")
_SIDES = {
    "l": "left", "left": "left", "x": "left", "t": "top", "top": "top", "y": "top", "r": "right", "right": "right", "b": "bottom",
    "bottom": "bottom", "w": "width", "width": "width", "h": "height", "height": "height",
}  # fmt: skip


class Frame(Struct, frozen=True):
    """Four numbers that say where an element is; `order` is None where the dump does not tell which they are."""

    numbers: tuple[float, float, float, float]
    order: Order | None

    def rect(self, order: Order) -> Rect | None:
        """The box, with numbers without an order taken in the given one; None for no place."""
        x, y, third, fourth = (int(each // 1) for each in self.numbers)
        return box(x, y, third, fourth) if (self.order or order) == "size" else box(x, y, third - x, fourth - y)


def frame(value: object) -> Frame | None:
    """Read a box: an object with sides, an array, or a text such as `l=1,t=2,r=3,b=4`, `L1, T2, R3, B4` or `1, 2, 3, 4`."""
    if isinstance(value, str):
        return _frame_of_text(value) if len(value) <= 200 else None
    if isinstance(value, Mapping) and len(value) <= 40:
        return _frame_of_sides({_SIDES.get(str(key).lower(), ""): number(each) for key, each in value.items()})
    if isinstance(value, list | tuple) and len(value) == 4:
        return _frame([number(each) for each in value], None)
    return None


def _frame_of_text(words: str) -> Frame | None:
    labelled = {_SIDES.get(label.lower(), ""): float(each) for label, each in _LABELLED.findall(words)}
    found = _frame_of_sides(labelled) if len(labelled) >= 4 else None
    if found is not None:
        return found
    numbers = [float(each) for each in _NUMBERS.findall(words)]
    # `(left,top,right,bottom)[widthxheight]`, as a rectangle of the Python package uiautomation prints itself.
    if len(numbers) == 6 and numbers[2] - numbers[0] == numbers[4] and numbers[3] - numbers[1] == numbers[5]:
        return _frame(numbers[:4], "edges")
    return _frame(numbers, None)


def _frame_of_sides(sides: Mapping[str, float | None]) -> Frame | None:
    get = sides.get
    if get("width") is not None and get("height") is not None:
        return _frame([get("left"), get("top"), get("width"), get("height")], "size")
    return _frame([get("left"), get("top"), get("right"), get("bottom")], "edges")


def _frame(numbers: Sequence[float | None], order: Order | None) -> Frame | None:
    known = [each for each in numbers if each is not None and abs(each) <= 2**31]
    return Frame((known[0], known[1], known[2], known[3]), order) if len(known) == len(numbers) == 4 else None


def place(draft: Draft, frames: Sequence[Frame | None], usual: Order) -> None:
    """Give the draft's nodes their boxes. Numbers of unknown order are taken in that in which parents contain their children."""
    loose = [i for i, each in enumerate(frames) if each is not None and each.order is None]
    order = _order(draft, frames, loose, usual) if loose else usual
    if order != usual:
        sides = "width and height" if order == "size" else "right and bottom edges"
        draft.warnings.append(f"The last two numbers of boxes were taken for {sides}, for so they lie inside each other.")
    for i, each in enumerate(frames):
        bounds = each.rect(order) if each is not None else None
        node = draft.nodes[i]
        parked = each is not None and bounds is None and node.role is Role.WINDOW
        if node.minimized or parked:
            draft.nodes[i] = replace(node, bounds=None, minimized=True, offscreen=False)
        elif bounds is not None:
            draft.nodes[i] = replace(node, bounds=bounds)


def _order(draft: Draft, frames: Sequence[Frame | None], loose: Sequence[int], usual: Order) -> Order:
    other: Order = "size" if usual == "edges" else "edges"
    return other if _misfits(draft, frames, loose, other) < _misfits(draft, frames, loose, usual) else usual


def _misfits(draft: Draft, frames: Sequence[Frame | None], loose: Sequence[int], order: Order) -> int:
    """How many boxes would end before they begin, or not lie in that of their parent."""
    count = 0
    for i in loose:
        own, parent = frames[i], draft.parents[i]
        inner = own.rect(order) if own is not None else None
        around = frames[parent] if parent >= 0 else None
        outer = around.rect(order) if around is not None else None
        if inner is not None and (inner.width < 0 or inner.height < 0):
            count += 2
        elif inner is not None and outer is not None and not inner.empty and not outer.contains(inner):
            count += 1
    return count
