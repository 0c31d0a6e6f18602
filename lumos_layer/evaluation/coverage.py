"""Needed-element coverage: is what a recorded action used in the blueprint, and is it told apart from what is like it?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from lumos_layer.environments.replay.finding import find
from lumos_layer.environments.replay.recording import Step
from lumos_layer.evaluation.ambiguity import ambiguous_refs
from lumos_layer.evaluation.recall import elements
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.observation import Observation


class Coverage(Struct, frozen=True):
    """Of so many recorded `steps`, the `needed` elements are in the dump and can be acted on; so many are shown in each view.

    `_apart` counts those of them that role, name, value, words before and groups tell from all others in that view.
    """

    steps: int
    needed: int
    full: int
    full_apart: int
    interactive: int
    interactive_apart: int


def coverage(observation: Observation, steps: Sequence[Step], full: Blueprint, interactive: Blueprint) -> Coverage | None:
    """None if nothing is recorded for this screen that was done with an element."""
    steps = [step for step in steps if step.target is not None]
    if not steps:
        return None
    found = (_found(observation, step) for step in steps)
    needed = [element for node in found if node is not None and (element := needed_element(observation, node))]
    refs = [[ref for node in element if (ref := observation.ref_of(node))] for element in needed]
    return Coverage(len(steps), len(needed), *_shown(full, refs), *_shown(interactive, refs))


def _shown(view: Blueprint, needed: Iterable[Iterable[str]]) -> tuple[int, int]:
    there, alike = set(view.refs), ambiguous_refs(view)
    shown = [[ref for ref in refs if ref in there] for refs in needed]
    return sum(map(bool, shown)), sum(bool(refs) and not alike.intersection(refs) for refs in shown)


def needed_element(observation: Observation, node: int) -> list[int]:
    """What is acted on by acting on a node: the nearest actionable one at or around it, or else the only one inside it.

    What a program tells of a click is often the word or picture on a button, or the box around it. Nodes that are one element are
    all there; none if nothing can be done with the node.
    """
    tree = observation.tree
    around = next((i for i in (node, *tree.ancestors(node)) if tree[i].can), None)
    if around is not None:
        return next((element for element in elements(observation) if around in element), [around])
    inside = [element for element in elements(observation) if node < element[0] < tree.end(node)]
    return inside[0] if len(inside) == 1 else []


def _found(observation: Observation, step: Step) -> int | None:
    return None if step.gone or step.target is None else find(observation.tree, step.target)
