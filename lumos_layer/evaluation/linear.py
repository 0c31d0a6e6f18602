"""Linearised rows: a tree as other tools print it, one line for each node; the yardstick between a raw dump and a blueprint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lumos_layer.evaluation.visible import visible
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Node

_HEAD = "role\tname\tvalue\tstate\tbox"
_FLAGS = (
    "hidden", "offscreen", "minimized", "modal", "focused", "selected", "readonly", "required", "invalid", "busy", "protected",
)  # fmt: skip


def rows(observation: Observation) -> str:
    """A head and one row for each node, in document order: role, name, value, state and box (x,y,width,height), tabs between."""
    return _rows(observation, range(len(observation.tree)))


def visible_rows(observation: Observation) -> str:
    """The same for the nodes that a person can see."""
    return _rows(observation, visible(observation))


def _rows(observation: Observation, nodes: Iterable[int]) -> str:
    return "\n".join([_HEAD, *(_row(observation.tree[i]) for i in nodes)])


def _row(node: Node) -> str:
    box = node.bounds
    place = "" if box is None else f"{box.x},{box.y},{box.width},{box.height}"
    return "\t".join((node.role.value, _cell(node.name), _cell(node.value or ""), " ".join(_states(node)), place))


def _cell(words: str) -> str:
    return words.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")


def _states(node: Node) -> Iterator[str]:
    yield from (name for name in _FLAGS if getattr(node, name))
    if node.enabled is False:
        yield "disabled"
    if node.expanded is not None:
        yield "expanded" if node.expanded else "collapsed"
    for said, word in ((node.checked, "checked"), (node.pressed, "pressed")):
        if said in ("true", "mixed"):
            yield word if said == "true" else f"{word}=mixed"
