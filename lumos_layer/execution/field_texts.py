"""What a field holds, and how what was typed into it stands there: as asked, twice, in part, or otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from lumos_layer.execution.own_way import may_be_typed
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.text import clean_value
from lumos_layer.tree import Role, Tree

Typed = Literal["inserted", "completed", "formatted", "same", "doubled", "other"]


def text_in(tree: Tree, node: int) -> str | None:
    """What the field holds: its value, or the words in it; None if it keeps a secret, or its dump says nothing of it."""
    if tree[node].protected:
        return None
    if tree[node].value is not None:
        return tree[node].value
    words = [tree[i].name for i in range(node + 1, tree.end(node)) if tree[i].role is Role.TEXT and tree[i].name]
    return "\n".join(words) if words else None


def forms_of(text: str) -> tuple[str, ...]:
    """How a field may hold the text: as it is, and in one line; without blanks at its ends, which dumps leave out."""
    whole = clean_value(text)
    return tuple(dict.fromkeys((whole, clean_value(whole.replace("\n", " ")), clean_value(whole.replace("\n", "")))))


def typed(before: str, after: str, text: str) -> Typed:
    """How `text`, typed at a place that nobody knows, stands in what the field held before. A selection may have been replaced."""
    if after == before and text:
        return "same"
    for spelled in (str, _without_blanks):
        old, new = spelled(before), spelled(after)
        forms = [spelled(form) for form in _typed_forms(text)]
        if any(_is_inserted(old, new, form) for form in forms):
            return "inserted"
        if any(form and _is_inserted(old, new, form * 2) for form in forms):
            return "doubled"
    if may_be_typed(before, after, text):
        return "formatted"
    if any(_is_completed(before, after, form) for form in forms_of(text)):
        return "completed"
    return "other"


def without_the_second(before: str, after: str, text: str) -> str | None:
    """What the field would hold if the text that stands in it twice stood there once; None if it cannot be said."""
    for form in _typed_forms(text):
        for at in _places(before, after, form * 2):
            return after[:at] + form + after[at + 2 * len(form) :]
    return None


def _typed_forms(text: str) -> tuple[str, ...]:
    """Blanks at the ends of what was typed stand in the field, or not, as its dump cleans what it holds."""
    inner = forms_of(text)
    left, right = (" " * (edge != edge.strip()) for edge in (text[:1], text[-1:]))
    return tuple(dict.fromkeys(a + form + b for form in inner for a in (left, "") for b in (right, "")))


def _without_blanks(text: str) -> str:
    return "".join(text.split())


def _is_inserted(before: str, after: str, text: str) -> bool:
    return next(_places(before, after, text), None) is not None


def _places(before: str, after: str, text: str) -> Iterator[int]:
    """Where the text may have been put: what stands before and after it was there already, in that order."""
    start, end = _common(before, after)
    # What is old before the text is at most `start`, what is old behind it at most `end`.
    at = after.find(text, max(0, len(after) - end - len(text)), start + len(text))
    while at >= 0:
        rest = len(after) - at - len(text)
        if at <= start and rest <= end and at + rest <= len(before):
            yield at
        at = after.find(text, at + 1, start + len(text))


def _common(before: str, after: str) -> tuple[int, int]:
    """How much the two have in common at their beginning, and at their end."""
    return _prefix(before, after), _prefix(before[::-1], after[::-1])


def _prefix(one: str, other: str) -> int:
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _is_completed(before: str, after: str, text: str) -> bool:
    """True if it stands there once more than before, with words behind it that the field added by itself."""
    at = after.find(text)
    while text and 0 <= at <= len(before):
        grown = text[-1:].isdigit() and after[at + len(text) :][:1].isdigit()  # another number
        if not grown and before.startswith(after[:at]) and after.count(text) == after[:at].count(text) + 1:
            return True
        at = after.find(text, at + 1)
    return False


def fields_in(observation: Observation) -> Iterator[int]:
    """What can be typed into."""
    for i, node in enumerate(observation.tree.nodes):
        if "type" in node.can or "set_value" in node.can:
            yield i
