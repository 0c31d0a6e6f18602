"""What elements are called where the dump gives them no name: by their content, or by the label beside them."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from msgspec import Struct

from lumos_layer.perception.looking import Look
from lumos_layer.perception.saying import find
from lumos_layer.perception.words import FIELDS, HOLDERS
from lumos_layer.tree import Node, Rect, Role, Tree

NAME_LIMIT = 200  # characters of a name or value in a blueprint
_MOST_INSIDE = 3  # a node that holds more controls than this is a part of the screen, not a control
_LABEL_LIMIT = 80
_LABELS_APART = 8  # labels or fields that may stand between a field and its label
_BETWEEN = ", "
_TYPED = frozenset((Role.TEXTBOX, Role.SEARCHBOX))


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
        elif node.name and (own := owner[i]) >= 0 and not nodes[own].name:
            words.setdefault(own, []).append(i)
    names: dict[int, str] = {}
    used: set[int] = set()
    for own, texts in words.items():
        if nodes[own].role not in HOLDERS and "scroll" not in nodes[own].can and inside.get(own, 0) <= _MOST_INSIDE:
            name, taken = _joined(nodes, texts)
            if name:
                names[own] = name
                used.update(taken)
    return names, used


def words_of(node: Node) -> str:
    """What a text says: its name, or the value or hint that holds the name and more ("112 Friends" of a text "112")."""
    words = node.name or node.value or ""
    if not (node.value or node.hint):
        return words
    for longer in (node.value, node.hint):
        if longer and len(longer) > len(words) and find(words, longer) >= 0:
            words = longer
    return words


def say_all(words: str, node: Node) -> bool:
    """True if the words, which are one of the node's, hold its name, value and hint."""
    more = node.value or node.hint
    return not more or (node.name in words and (not node.value or node.value in words) and node.hint in words)


def _joined(nodes: Sequence[Node], texts: Sequence[int]) -> tuple[str, list[int]]:
    """The words of the texts as far as they fit, words once, numbers each time; and the texts that say no more than that."""
    parts: list[str] = []
    taken: list[int] = []
    length = 0
    for i in texts:
        words = words_of(nodes[i])
        if words not in parts or not any(map(str.isalpha, words)):
            length += len(words)
            if length > NAME_LIMIT:
                break
            parts.append(words)
            length += len(_BETWEEN)
        if say_all(words, nodes[i]):
            taken.append(i)
    return _BETWEEN.join(parts), taken


class Strangers(Struct, frozen=True):
    """Fields that stood there without a name, and texts that came later: such a text, as a passing message, is not their label."""

    fields: frozenset[int] = frozenset()
    texts: frozenset[int] = frozenset()


def names_by_label(
    tree: Tree, look: Look, named: Mapping[int, str], used: set[int], strangers: Strangers | None = None
) -> dict[int, str]:
    """Names for fields without one: from the text in them that is not what they hold, right before them, or left of or above them.

    `used` grows by these texts. A text that is no neighbour in the dump is a label only where boxes show that it stands like one.
    """
    nodes, last = tree.nodes, len(look.kept) - 1
    labels = _Labels(tree, used, strangers or Strangers())
    if not any(nodes[i].role in FIELDS and nodes[i].can and not nodes[i].name and i not in named for i in look.kept):
        return labels.names
    for place, i in enumerate(look.kept):
        node = nodes[i]
        if node.role is Role.TEXT and not node.can and i not in used:
            labels.see_text(i)
        elif node.can and node.role in FIELDS:
            within = look.kept[place + 1] if place < last and look.kept[place + 1] < tree.end(i) else -1
            is_named = bool(node.name) or i in named or labels.inherit(i, look.owner[tree.parents[i]])
            labels.see_field(i, within, is_named)
        elif node.can:
            labels.see_control()
        elif node.role is not Role.GENERIC:
            labels.before = -1
    return labels.names


class _Labels:
    """Joins texts to fields while both come by in the order of the dump."""

    def __init__(self, tree: Tree, used: set[int], strangers: Strangers) -> None:
        self.names: dict[int, str] = {}
        self.before = -1  # the node right before, if it is a text that could be a label
        self._tree, self._used, self._strangers = tree, used, strangers
        # Since the last control that is no field: texts that are no label yet, fields that have none.
        self._texts: deque[int] = deque(maxlen=_LABELS_APART)
        self._fields: deque[int] = deque(maxlen=_LABELS_APART)

    def see_text(self, i: int) -> None:
        for field in reversed(self._fields):
            if self._stands_by(i, field):
                self._join(i, field)
                self._fields.remove(field)
                self.before = -1
                return
        self._texts.append(i)
        self.before = i

    def see_field(self, i: int, within: int, is_named: bool) -> None:
        """`within` is the first node inside the field, -1 if there is none."""
        before, self.before = self.before, -1
        if is_named:
            return
        if self._is_caption(within, i):
            self._join(within, i)
            return
        label = before if before >= 0 and self._are_siblings(before, i) else -1
        if label < 0:
            label = next((text for text in reversed(self._texts) if self._stands_by(text, i)), -1)
        if label >= 0:
            self._join(label, i)
            self._texts.remove(label)
        else:
            self._fields.append(i)

    def inherit(self, i: int, around: int) -> bool:
        """True if the field stands in another one (the edit of a combobox): it is a part of that and gets its name."""
        if around < 0 or self._tree[around].role not in FIELDS:
            return False
        name = self._tree[around].name or self.names.get(around, "")
        if name:
            self.names[i] = name
        return bool(name)

    def see_control(self) -> None:
        if self._texts or self._fields:
            self.before = -1
            self._texts.clear()
            self._fields.clear()

    def _join(self, label: int, field: int) -> None:
        self.names[field] = self._tree[label].name
        self._used.add(label)

    def _is_caption(self, i: int, field: int) -> bool:
        """True for a text inside a text field, of which the dump says what it holds, and that is something else."""
        node, held = self._tree[i], self._tree[field].value
        typed = self._tree[field].role in _TYPED and held is not None and not self._are_strangers(i, field)
        return i >= 0 and typed and node.role is Role.TEXT and not node.can and _could_label(node) and node.name not in (held or "")

    def _are_siblings(self, label: int, field: int) -> bool:
        """True for siblings without boxes."""
        tree = self._tree
        return (
            _could_label(tree[label])
            and not self._are_strangers(label, field)
            and (tree[label].bounds is None or tree[field].bounds is None)
            and tree.parent(label) == tree.parent(field)
        )

    def _stands_by(self, label: int, field: int) -> bool:
        """True if the boxes show that the text stands where a label of the field would."""
        first, second = self._tree[label].bounds, self._tree[field].bounds
        near = first is not None and second is not None and (_beside(first, second) or _on_top(first, second))
        return near and _could_label(self._tree[label]) and not self._are_strangers(label, field)

    def _are_strangers(self, label: int, field: int) -> bool:
        return label in self._strangers.texts and field in self._strangers.fields


def _could_label(node: Node) -> bool:
    """Short words that say nothing else; a number beside a field is what it holds."""
    return len(node.name) <= _LABEL_LIMIT and any(map(str.isalpha, node.name)) and say_all(node.name, node)


def _beside(label: Rect, field: Rect) -> bool:
    gap = field.x - label.right
    overlap = min(label.bottom, field.bottom) - max(label.y, field.y)
    return -min(16, label.width // 2) <= gap <= max(400, label.width) and overlap * 2 >= min(label.height, field.height)


def _on_top(label: Rect, field: Rect) -> bool:
    gap = field.y - label.bottom
    return -min(16, label.height // 2) <= gap <= 2 * max(label.height, 1) and label.x < field.right and field.x < label.right
