"""Texts that repeat what the control beside them, or under them, is called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from lumos_layer.perception.rows import Part
from lumos_layer.perception.saying import find
from lumos_layer.tree import Rect, Tree


def without_repeats(tree: Tree, parts: Iterable[Part], dropped: Counter[str]) -> list[Part]:
    """The parts without such texts, which are counted in `dropped`."""
    out: list[Part] = []
    control: Part | None = None  # the last one
    said: tuple[str, str] = ("", "")  # name and hint of it
    for part in parts:
        if part.kind == "text":
            if control is not None and _repeats(tree, part, control, said):
                dropped["repeated"] += 1
                continue
        elif part.kind == "element":
            if out and out[-1].kind == "text" and _is_label(tree, out[-1], part):
                dropped["repeated"] += 1
                out.pop()
            control, said = part, (part.name, tree[part.node].hint)
        out.append(part)
    return out


def _repeats(tree: Tree, text: Part, control: Part, said: tuple[str, str]) -> bool:
    """True for the control's own name or hint beside it, which are `said`, or words of these inside its box."""
    if text.name in said:
        return _is_label(tree, text, control)
    around, inside = tree[control.node].bounds, tree[text.node].bounds
    if around is None or inside is None or not around.contains(inside):
        return False
    return any(find(text.name, words) >= 0 for words in said)


def _is_label(tree: Tree, text: Part, control: Part) -> bool:
    """True if the text is the name or hint of the control and touches it or nearly does; siblings where no boxes are known.

    Numbers are no labels: what a calculator shows stands beside the key of that digit.
    """
    if text.name not in (control.name, tree[control.node].hint) or not any(map(str.isalpha, text.name)):
        return False
    a, b = tree[text.node].bounds, tree[control.node].bounds
    if a is None or b is None:
        return tree.parent(text.node) == tree.parent(control.node)
    reach = max(a.height, b.height, 8)
    return Rect(a.x - reach, a.y - reach, a.width + 2 * reach, a.height + 2 * reach).touches(b)
