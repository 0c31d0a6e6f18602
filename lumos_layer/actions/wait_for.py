"""`wait_for`: until something holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Literal, get_args

from pydantic import Field

from lumos_layer.actions.base import BaseAction, Offer
from lumos_layer.actions.fields import Line, Part, Ref, Seconds
from lumos_layer.actions.target import Target
from lumos_layer.tree import Node

State = Literal[
    "gone", "enabled", "disabled", "checked", "unchecked", "selected", "expanded", "collapsed", "focused", "filled", "empty", "idle"
]
STATES: tuple[str, ...] = get_args(State)

_OWN_STATES: Mapping[str, Callable[[Node], bool]] = MappingProxyType(
    {
        "checked": lambda node: "true" in (node.checked, node.pressed),
        "unchecked": lambda node: "false" in (node.checked, node.pressed),
        "selected": lambda node: node.selected is True,
        "expanded": lambda node: node.expanded is True,
        "collapsed": lambda node: node.expanded is False,
        "focused": lambda node: node.focused is True,
        "filled": lambda node: bool(node.filled or node.value),
        "empty": lambda node: not (node.filled or node.value),
        "idle": lambda node: not node.busy,
    }
)


class TextShown(Part):
    """Holds when these words can be seen somewhere on the screen, or can no longer."""

    kind: Literal["text"] = "text"
    text: Line = Field(description="Words that stand within one name or value.")
    shown: bool = Field(description="true: until they show, false: until they are gone.")


class ElementIs(Part):
    """Holds when the element is so."""

    kind: Literal["element"] = "element"
    ref: Ref
    state: State = Field(description="How the element is to be.")


class WaitFor(BaseAction):
    """Wait until a condition holds, but no longer than so many seconds."""

    type: Literal["wait_for"] = "wait_for"
    condition: Annotated[TextShown | ElementIs, Field(discriminator="kind")]
    seconds: Seconds = Field(description="How long at most, up to 300.")

    @classmethod
    def offers(cls, target: Target) -> Iterator[Offer]:
        return iter(())  # its `ref` stands inside the condition: see grounded.py


def is_in(state: str, node: Node) -> bool:
    """True if the node is in the state by what it says itself; `gone`, `enabled` and `disabled` only its screen can tell."""
    return _OWN_STATES[state](node)
