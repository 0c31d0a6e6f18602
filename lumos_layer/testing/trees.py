"""Screens written down in tests, a node a line with its level.

observed((0, node("window", "Sign in")), (1, field("Name")), (1, button("OK", box=(10, 40, 80, 20))))
"""

from __future__ import annotations

from typing import Any

from lumos_layer.perception.draft import Draft
from lumos_layer.perception.formats import FORMATS
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Affordance, Node, Rect, Role

_DIALECTS = {dialect.name: dialect for dialect in FORMATS}
Row = tuple[int, Node]
Box = tuple[int, int, int, int]


def node(role: Role | str, name: str = "", *can: Affordance, box: Box | None = None, **said: Any) -> Node:
    """A node by its role, name, what can be done with it, its box (x, y, width, height) and whatever else `Node` holds."""
    return Node(role=Role(role), name=name, can=can, bounds=None if box is None else Rect(*box), **said)


def button(name: str = "", box: Box | None = None, **said: Any) -> Node:
    return node("button", name, "click", box=box, **said)


def link(name: str = "", box: Box | None = None, **said: Any) -> Node:
    return node("link", name, "click", box=box, **said)


def field(name: str = "", value: str | None = None, box: Box | None = None, **said: Any) -> Node:
    return node("textbox", name, "set_value", "type", box=box, value=value, **said)


def text(words: str, box: Box | None = None, **said: Any) -> Node:
    return node("text", words, box=box, **said)


def heading(words: str, **said: Any) -> Node:
    return node("heading", words, **said)


def group(name: str = "", **said: Any) -> Node:
    return node("group", name, **said)


def observed(*rows: Row, dialect: str = "uia", title: str = "", app: str = "", size: tuple[int, int] | None = None) -> Observation:
    """The observation of a tree whose nodes stand at the given levels, as if a dump in that dialect had held it."""
    draft = drafted(*rows)
    draft.title, draft.app, draft.size = title, app, size
    return Observation(draft, _DIALECTS[dialect], "main", 1000)


def drafted(*rows: Row) -> Draft:
    """The draft of a tree whose nodes stand at the given levels, as a reader of a dump leaves it."""
    draft = Draft()
    path: list[int] = []
    for level, made in rows:
        while len(path) > level:
            draft.close(path.pop())
        path.append(draft.open(made, path[-1] if path else -1, made.role.value))
    while path:
        draft.close(path.pop())
    return draft
