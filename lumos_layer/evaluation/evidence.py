"""Verification evidence: is what a recorded action brought about to be seen in the blueprint of the screen after it?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from lumos_layer.evaluation.visible import visible
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.text import is_glyph
from lumos_layer.tree import Node

_PRINTED = 200  # characters of a name or value that a blueprint prints; the rest is had on request
_STATES = ("enabled", "checked", "pressed", "selected", "expanded", "readonly", "invalid", "busy", "filled")


class Evidence(Struct, frozen=True):
    """So many visible names and values are new and so many states of elements changed (`facts`), and so many are `shown`."""

    facts: int
    shown: int


def evidence(before: Observation, after: Observation, blueprint: Blueprint) -> Evidence:
    """`blueprint` is the full one of `after`."""
    words = list((_words(after) - _words(before)).keys())
    said = "\n".join(_strings(msgspec.to_builtins(blueprint)))
    refs = set(blueprint.refs)
    changed = _changed(before, after)
    shown = sum(word[:_PRINTED].rstrip() in said for word in words) + sum(after.ref_of(node) in refs for node in changed)
    return Evidence(len(words) + len(changed), shown)


def _words(observation: Observation) -> Counter[str]:
    tree = observation.tree
    return Counter(words for i in visible(observation) for words in (tree[i].name, tree[i].value) if words and not is_glyph(words))


def _strings(document: object) -> Iterator[str]:
    if isinstance(document, str):
        yield document
    elif isinstance(document, dict | list | tuple):
        for part in document.values() if isinstance(document, dict) else document:
            yield from _strings(part)


def _changed(before: Observation, after: Observation) -> list[int]:
    """Visible elements of `after` whose states are other than before; what is not surely the same element is passed over."""
    old, new = _known(before), _known(after)
    return [i for key, i in new.items() if key in old and _states(after.tree[i]) != _states(before.tree[old[key]])]


def _known(observation: Observation) -> dict[tuple[str, str, str], int]:
    """Visible elements with refs by identity, role and name, where no other has these."""
    tree = observation.tree
    keys = {i: _key(tree[i]) for i in visible(observation) if tree[i].can and observation.ref_of(i)}
    count = Counter(keys.values())
    return {key: i for i, key in keys.items() if count[key] == 1}


def _key(node: Node) -> tuple[str, str, str]:
    return node.native_id or node.identifier, node.role.value, node.name


def _states(node: Node) -> tuple[object, ...]:
    return tuple(getattr(node, name) for name in _STATES)
