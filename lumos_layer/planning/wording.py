"""What a person would call an element."""

from __future__ import annotations

from lumos_layer.perception.observation import Observation


def element_words(observation: Observation, ref: str | None) -> str:
    """What a person would call the element of a ref; empty if there is none."""
    node = observation.refs.get(ref) if ref else None
    return "" if node is None else node_words(observation, node)


def node_words(observation: Observation, node: int) -> str:
    """`textbox 'Name'`."""
    name = observation.name_of(node)
    return f"{observation.tree[node].role.value} {name!r}" if name else observation.tree[node].role.value
