"""Parts to blueprint items: what is drawn, how it is nested, and what tells equal names apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from lumos_layer.perception.blueprint import Boxes
from lumos_layer.perception.heads import CONTRARY, STATES
from lumos_layer.perception.items import DEEPEST, Element, Group, Heading, Item, More, State, Text
from lumos_layer.perception.naming import NAME_LIMIT
from lumos_layer.perception.refs import RefMap
from lumos_layer.perception.rows import Part
from lumos_layer.perception.words import CONTAINERS, FIELDS, MODAL, RANGES, TELLING
from lumos_layer.tree import Node, Role, Tree

_PLAIN = frozenset((Role.TEXT, Role.GROUP, Role.IMG))
_TELLING_BY_ROLE = TELLING | {Role.HEADING}
_BY_POINT = frozenset(("click", "type", "set_value"))
_WORDS = frozenset((Text, Heading))
_HELD: Mapping[type, int] = {Text: 0, Heading: 0, Element: 1, Group: 2, More: 2}  # how much each adds to what a group holds
_STANDING = MODAL | {Role.WINDOW}  # groups that are shown although nothing is in them


class Canvas(Struct):
    """What drawing needs to know of one observation."""

    tree: Tree
    refs: RefMap
    beyond: Mapping[int, int]
    twins: Mapping[int, Sequence[int]]


def draw(canvas: Canvas, parts: Iterable[Part], boxes: Boxes, more: Mapping[int, int], whole: str | None) -> list[Item]:
    """Items of the parts, given in document order.

    `more` says how many things are left out under each group, by its node; -1 stands for all, which has the ref `whole`.
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
        if part.kind == "element":
            inside.append(Element(**_described(canvas, part, boxes, True)))
        elif part.kind != "group":
            words = _cut(part.name)[0]
            inside.append(Text(words) if part.kind == "text" else Heading(words))
        elif len(open_groups) <= DEEPEST:
            group = Group(**_described(canvas, part, boxes, part.own))
            inside.append(group)
            open_groups.append((part.end, group.items, group, part.node))
        else:
            inside.extend(_unnested(canvas, part, boxes, more))
    while len(open_groups) > 1:
        close()
    if -1 in more:
        top.append(More(more[-1], whole))
    if boxes == "none":
        _number_equals(top)
    return top


def _unnested(canvas: Canvas, part: Part, boxes: Boxes, more: Mapping[int, int]) -> Iterator[Item]:
    """What a group too deep to nest says itself; what is inside follows it."""
    if part.own or canvas.tree[part.node].value:
        yield Element(**_described(canvas, part, boxes, True))
    elif part.name:
        yield Text(_cut(part.name)[0])
    if part.node in more:
        yield More(more[part.node], canvas.refs.of(part.node))


def _holds(group: Group) -> bool:
    """True if a group says more than its parts one after another would."""
    if group.role in _STANDING or (group.value is not None and not group.ref):
        return True
    if not group.ref:
        return bool(group.name or not _WORDS.issuperset(map(type, group.items))) and bool(group.items)
    held = 0
    for item in group.items:
        held += _HELD[type(item)]
        if held > 1:
            return True
    return False


def _flatten(around: list[Item], group: Group) -> None:
    """In place of the last item, a group that holds one thing or none: itself, as an element if it is one, and what it holds."""
    around.pop()
    if group.ref:
        fields = {name: getattr(group, name) for name in Element.__struct_fields__}
        around.append(Element(**fields))
    elif group.name:
        around.append(Text(group.name))
    around.extend(group.items)


def _described(canvas: Canvas, part: Part, boxes: Boxes, with_ref: bool) -> dict[str, Any]:
    node = canvas.tree[part.node]
    # A group that cannot be acted on keeps its ref to itself until something is left out under it.
    ref = canvas.refs.of(part.node) if with_ref else None
    made: dict[str, Any] = {"ref": ref, "role": _role(node, part)}
    hint = node.hint
    if part.node in canvas.twins:
        twins = [node, *(canvas.tree[twin] for twin in canvas.twins[part.node])]
        made["states"] = _states_together(twins)
        hint = next((twin.hint for twin in twins if twin.hint), "")
    else:
        made["states"] = _states(node)
    if ref:
        made["can"] = node.can or (("focus",) if node.focused else ())
    if part.name:
        made["name"], made["name_left"] = _cut(part.name)
    # A field named Date that holds "Date" is not empty; a secret is none of our business, whatever the dialect let through.
    if node.value and not node.protected and (node.value != part.name or node.role in FIELDS):
        made["value"], made["value_left"] = _cut(node.value)
    if hint and hint not in (part.name, node.value):
        made["hint"], made["hint_left"] = _cut(hint)
    if ref and boxes != "none" and node.bounds is not None:
        b = node.bounds
        if boxes == "box":
            made["at"] = b.x, b.y, b.width, b.height
        elif node.role not in CONTAINERS or not _BY_POINT.isdisjoint(node.can):  # the middle of any other is its content's
            made["at"] = b.centre
    if node.role in RANGES:
        made["min"], made["max"] = _unusual(node.minimum, 0), _unusual(node.maximum, 100)
    if node.scroll is not None:
        made.update({side: getattr(node.scroll, side) or None for side in ("above", "below", "left", "right")})
    if part.node in canvas.beyond:
        made["offscreen"] = canvas.beyond[part.node]
    return made


def _role(node: Node, part: Part) -> Role:
    """The role; but a plain one says nothing of what can be clicked by its words, and words with more to them are text still."""
    if node.can:
        return Role.GENERIC if part.name and node.role in _PLAIN and "click" in node.can else node.role
    return Role.TEXT if part.kind == "element" and not node.focused and node.role not in _TELLING_BY_ROLE else node.role


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


def _states_together(nodes: Sequence[Node]) -> tuple[State, ...]:
    """The states of one element that the dump reports several times: what one of them says, the first where they disagree."""
    said = list(dict.fromkeys(state for node in nodes for state in _states(node)))
    agreed = [state for n, state in enumerate(said) if CONTRARY.get(state) not in said[:n]]
    return tuple(state for state in STATES if state in agreed)


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
    """Give the second and later ones an ordinal where role, name, value, group and what stands before do not tell elements apart.

    What stands before is the last text or heading of the group, or else the last element with another name.
    """
    seen: Counter[tuple[Any, ...]] = Counter()
    waiting: list[tuple[list[Item], int]] = [(items, 0)]
    groups = 0
    while waiting:
        inside, group = waiting.pop()
        words = last = other = ""
        for item in inside:
            if isinstance(item, Element) and item.name:
                if item.name != last:
                    last, other = item.name, last
                key = item.role, item.name, item.value, group, words or other
                seen[key] += 1
                if seen[key] > 1:
                    item.nth = seen[key]
            elif isinstance(item, Group):
                groups += 1
                waiting.append((item.items, groups))
            elif isinstance(item, Text | Heading):
                words = item.text
