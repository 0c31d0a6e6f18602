"""What elements are called where the dump gives them no name: by their content, or by the label before them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lumos_layer.perception.looking import Look
from lumos_layer.perception.words import FIELDS, HOLDERS
from lumos_layer.tree import Rect, Role, Tree

NAME_LIMIT = 200  # characters of a name or value in a blueprint
_MOST_INSIDE = 3  # a node that holds more controls than this is a part of the screen, not a control
_LABEL_LIMIT = 80
_BETWEEN = ", "


def names_by_content(tree: Tree, look: Look) -> tuple[dict[int, str], set[int]]:
    """Names for actionable nodes without one, from the words inside that no other actionable node owns; and whose words these are.

    ARIA's "name from content" (Accessible Name and Description Computation 1.2, step 2F), held to what fits into NAME_LIMIT:
    the words after that stay texts of their own.
    """
    nodes, parents, owner = tree.nodes, tree.parents, look.owner
    words: dict[int, list[int]] = {}
    inside: dict[int, int] = {}
    for i in look.kept:
        node = nodes[i]
        if node.can:
            above = owner[parents[i]]
            inside[above] = inside.get(above, 0) + 1
        elif (own := owner[i]) >= 0 and not nodes[own].name and node.name:
            words.setdefault(own, []).append(i)
    names: dict[int, str] = {}
    used: set[int] = set()
    for own, texts in words.items():
        if nodes[own].role not in HOLDERS and "scroll" not in nodes[own].can and inside.get(own, 0) <= _MOST_INSIDE:
            name, taken = _joined([(i, nodes[i].name) for i in texts])
            if name:
                names[own] = name
                used.update(taken)
    return names, used


def _joined(texts: Sequence[tuple[int, str]]) -> tuple[str, list[int]]:
    """The words joined as far as they fit, each once; and the nodes whose words are in."""
    parts: list[str] = []
    taken: list[int] = []
    length = 0
    for i, text in texts:
        if text not in parts:
            if length + len(text) > NAME_LIMIT:
                break
            parts.append(text)
            length += len(text) + len(_BETWEEN)
        taken.append(i)
    return _BETWEEN.join(parts), taken


def names_by_label(tree: Tree, look: Look, named: Mapping[int, str], used: set[int]) -> dict[int, str]:
    """Names for fields without one, from the text right before them, left of or above them; `used` grows by these texts."""
    nodes = tree.nodes
    names: dict[int, str] = {}
    before = -1  # the kept node before, if it is a text that could be a label
    for i in look.kept:
        node = nodes[i]
        if node.role is Role.TEXT and not node.can and i not in used and 0 < len(node.name) <= _LABEL_LIMIT:
            before = i
            continue
        if node.role in FIELDS and node.can and not node.name and i not in named and before >= 0 and _labels(tree, before, i):
            names[i] = nodes[before].name
            used.add(before)
        if node.can or node.role is not Role.GENERIC:
            before = -1
    return names


def _labels(tree: Tree, label: int, field: int) -> bool:
    """True if the text stands where a label of the field would: by its side or on top where boxes are known, else among siblings."""
    first, second = tree[label].bounds, tree[field].bounds
    if first is not None and second is not None:
        return _beside(first, second) or _on_top(first, second)
    return tree.parent(label) == tree.parent(field)


def _beside(label: Rect, field: Rect) -> bool:
    gap = field.x - label.right
    overlap = min(label.bottom, field.bottom) - max(label.y, field.y)
    return -min(16, label.width // 2) <= gap <= max(400, label.width) and overlap * 2 >= min(label.height, field.height)


def _on_top(label: Rect, field: Rect) -> bool:
    gap = field.y - label.bottom
    return -min(16, label.height // 2) <= gap <= 2 * max(label.height, 1) and label.x < field.right and field.x < label.right
