"""Recall: does a blueprint show every visible element that can be acted on, each exactly once?"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from lumos_layer.evaluation.visible import visible
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.observation import Observation


class Recall(Struct, frozen=True):
    """Of so many `elements`, so many are `shown` by exactly one ref."""

    elements: int
    shown: int


def recall(observation: Observation, blueprint: Blueprint) -> Recall:
    found = elements(observation)
    return Recall(len(found), len(found) - len(_badly_shown(observation, blueprint, found)))


def lost(observation: Observation, blueprint: Blueprint) -> list[int]:
    """The nodes of the elements that have no ref in the blueprint, or more than one."""
    return [element[0] for element in _badly_shown(observation, blueprint, elements(observation))]


def _badly_shown(observation: Observation, blueprint: Blueprint, found: list[list[int]]) -> list[list[int]]:
    times = Counter(blueprint.refs)
    return [element for element in found if sum(times[observation.ref_of(node) or ""] for node in element) != 1]


def elements(observation: Observation) -> list[list[int]]:
    """The visible actionable elements, in document order: each its node, and nodes right inside that are the same once more."""
    tree = observation.tree
    found: list[list[int]] = []
    around: list[tuple[int, list[int]]] = []  # actionable nodes that the walk is inside: one past their last node, their element
    for i in visible(observation):
        if not tree[i].can:
            continue
        while around and around[-1][0] <= i:
            around.pop()
        element = around[-1][1] if around and _is_same(observation, around[-1][1][-1], i) else []
        if not element:
            found.append(element)
        element.append(i)
        around.append((tree.end(i), element))
    return found


def _is_same(observation: Observation, outer: int, inner: int) -> bool:
    a, b = observation.tree[outer], observation.tree[inner]
    return (
        a.bounds is not None
        and (a.bounds, a.role, a.value, a.can) == (b.bounds, b.role, b.value, b.can)
        and observation.name_of(outer) == observation.name_of(inner)
    )
