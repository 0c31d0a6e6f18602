"""Parts to blueprint items: what is drawn, how it is nested, and what tells equal names apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from lumos_layer.perception.blueprint import Boxes
from lumos_layer.perception.items import Element, Group, Heading, Item, More, State, Text
from lumos_layer.perception.naming import NAME_LIMIT
from lumos_layer.perception.refs import RefMap
from lumos_layer.perception.rows import Part
from lumos_layer.perception.words import CONTAINERS, MODAL, RANGES
from lumos_layer.tree import Node, Role, Tree

_DEEPEST = 32  # levels of groups; what is deeper stands in the last one, so that every JSON library can read it
_PLAIN = frozenset((Role.TEXT, Role.GROUP, Role.IMG))
_STANDING = MODAL | {Role.WINDOW}  # groups that are shown although nothing is in them


class Canvas(Struct):
    """What drawing needs to know of one observation."""

    tree: Tree
    refs: RefMap
    beyond: Mapping[int, int]


def draw(canvas: Canvas, parts: Iterable[Part], boxes: Boxes, more: Mapping[int, int], root: int) -> list[Item]:
    """Items of the parts, given in document order.

    `more` says how many things are left out under each group, by its node; `root`, which may be -1, stands for the whole.
    """
    top: list[Item] = []
    open_groups: list[tuple[int, list[Item], Group | None, int]] = [(len(canvas.tree), top, None, -1)]

    def close() -> None:
        _, inside, group, node = open_groups.pop()
        if node in more:
            inside.append(More(more[node], canvas.refs.of(node)))
        if group is not None and not _holds(group):
            _flatten(open_groups[-1][1], group)

    for part in parts:
        while part.node >= open_groups[-1][0]:
            close()
        inside = open_groups[-1][1]
        if part.kind == "text":
            inside.append(Text(_cut(part.name)[0]))
        elif part.kind == "heading":
            inside.append(Heading(_cut(part.name)[0]))
        elif part.kind == "group" and len(open_groups) <= _DEEPEST:
            group = Group(**_described(canvas, part, boxes))
            inside.append(group)
            open_groups.append((part.end, group.items, group, part.node))
        elif part.own:
            inside.append(Element(**_described(canvas, part, boxes)))
    while len(open_groups) > 1:
        close()
    if root in more:
        top.append(More(more[root], canvas.refs.of(root)))
    if boxes == "none":
        _number_equals(top)
    return top


def _holds(group: Group) -> bool:
    """True if a group says more than its parts one after another would."""
    if group.role in _STANDING:
        return True
    if not group.ref:
        return bool(group.name or any(isinstance(item, Element | Group | More) for item in group.items)) and bool(group.items)
    held = sum(2 if isinstance(item, Group | More) else isinstance(item, Element) for item in group.items)
    return held > 1


def _flatten(around: list[Item], group: Group) -> None:
    """In place of the last item, a group that holds one thing or none: itself, as an element if it is one, and what it holds."""
    around.pop()
    if group.ref:
        fields = {name: getattr(group, name) for name in Element.__struct_fields__}
        around.append(Element(**fields))
    elif group.name:
        around.append(Text(group.name))
    around.extend(group.items)


def _described(canvas: Canvas, part: Part, boxes: Boxes) -> dict[str, Any]:
    node = canvas.tree[part.node]
    # A group that cannot be acted on keeps its ref to itself until something is left out under it.
    ref = canvas.refs.of(part.node) if part.own else None
    made: dict[str, Any] = {"ref": ref, "role": _role(node, part)}
    made["states"] = _states(node)
    if ref:
        made["can"] = node.can or (("focus",) if node.focused else ())
    if part.name:
        made["name"], made["name_left"] = _cut(part.name)
    if node.value and node.value != part.name:
        made["value"], made["value_left"] = _cut(node.value)
    if node.hint and node.hint not in (part.name, node.value):
        made["hint"], made["hint_left"] = _cut(node.hint)
    if ref and boxes != "none" and node.bounds is not None:
        b = node.bounds
        if boxes == "box":
            made["at"] = b.x, b.y, b.width, b.height
        elif node.role not in CONTAINERS or "click" in node.can:  # the middle of any other container is its content's
            made["at"] = b.centre
    if node.role in RANGES:
        made["min"], made["max"] = _unusual(node.minimum, 0), _unusual(node.maximum, 100)
    if node.scroll is not None:
        made.update({side: getattr(node.scroll, side) or None for side in ("above", "below", "left", "right")})
    if part.node in canvas.beyond:
        made["offscreen"] = canvas.beyond[part.node]
    return made


def _role(node: Node, part: Part) -> Role:
    """The role; a plain one says nothing of what can be clicked by its words."""
    return Role.GENERIC if "click" in node.can and part.name and node.role in _PLAIN else node.role


def _unusual(number: float | None, usual: float) -> float | None:
    return None if number == usual else number


def _cut(words: str) -> tuple[str, int | None]:
    """The words within the limit, and how many characters are left."""
    if len(words) <= NAME_LIMIT:
        return words, None
    return words[:NAME_LIMIT].rstrip(), len(words) - len(words[:NAME_LIMIT].rstrip())


def _states(node: Node) -> tuple[State, ...]:
    return _states_of(
        node.modal,
        node.minimized,
        node.enabled,
        node.checked,
        node.pressed,
        node.selected,
        node.expanded,
        node.readonly,
        node.required,
        node.invalid,
        node.busy,
        node.filled if node.protected else None,
        node.protected,
    )


@lru_cache(maxsize=1024)
def _states_of(
    modal: bool,
    minimized: bool,
    enabled: bool | None,
    checked: str | None,
    pressed: str | None,
    selected: bool | None,
    expanded: bool | None,
    readonly: bool | None,
    required: bool | None,
    invalid: bool | None,
    busy: bool | None,
    filled: bool | None,
    protected: bool,
) -> tuple[State, ...]:
    said: tuple[tuple[State, bool], ...] = (
        ("modal", modal),
        ("minimized", minimized),
        ("disabled", enabled is False),
        ("checked", checked == "true"),
        ("mixed", "mixed" in (checked, pressed)),
        ("pressed", pressed == "true"),
        ("selected", selected is True),
        ("expanded", expanded is True),
        ("collapsed", expanded is False),
        ("readonly", readonly is True),
        ("required", required is True),
        ("invalid", invalid is True),
        ("busy", busy is True),
        ("protected", protected),
        ("filled", filled is True),
        ("empty", protected and not filled),
    )
    return tuple(state for state, holds in said if holds)


def _number_equals(items: list[Item]) -> None:
    """Give the second and later ones an ordinal where role, name, value, group and the words before do not tell elements apart."""
    seen: Counter[tuple[Any, ...]] = Counter()
    waiting: list[tuple[list[Item], int]] = [(items, 0)]
    groups = 0
    while waiting:
        inside, group = waiting.pop()
        words = named = ""
        for item in inside:
            if isinstance(item, Element):
                key = item.role, item.name, item.value, group, words or named
                named = item.name or named
                seen[key] += 1
                if seen[key] > 1:
                    item.nth = seen[key]
            elif isinstance(item, Group):
                groups += 1
                waiting.append((item.items, groups))
            elif isinstance(item, Text | Heading):
                words = item.text
