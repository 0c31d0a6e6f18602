"""Needed-element coverage: is what a recorded action used in the blueprint, and is it told apart from what is like it?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from lumos_layer.evaluation.ambiguity import ambiguous_refs
from lumos_layer.evaluation.recording import Step, Target
from lumos_layer.perception.blueprint import Blueprint
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.text import clean_line
from lumos_layer.tree import Node, Tree


class Coverage(Struct, frozen=True):
    """Of so many recorded `steps`, the `needed` elements are in the dump; so many are shown in the full and interactive views.

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
    refs = [needed_ref(observation, node) for step in steps if (node := _found(observation, step)) is not None]
    shown = [_shown(view, refs) for view in (full, interactive)]
    return Coverage(len(steps), len(refs), *shown[0], *shown[1])


def _shown(view: Blueprint, refs: Iterable[str | None]) -> tuple[int, int]:
    there, alike = set(view.refs), ambiguous_refs(view)
    shown = [ref for ref in refs if ref in there]
    return len(shown), sum(ref not in alike for ref in shown)


def needed_ref(observation: Observation, node: int) -> str | None:
    """The ref by which to act on a node: its own, or that of the nearest actionable one around it, or of the one right inside.

    What an application tells of a click is often the word or picture on a button, or the box around it.
    """
    tree = observation.tree
    for i in (node, *tree.ancestors(node)):
        if tree[i].can and (ref := observation.ref_of(i)):
            return ref
    inside = [ref for i in range(node + 1, tree.end(node)) if tree[i].can and (ref := observation.ref_of(i))]
    return inside[0] if len(inside) == 1 else observation.ref_of(node)


def _found(observation: Observation, step: Step) -> int | None:
    return None if step.gone or step.target is None else find(observation.tree, step.target)


def find(tree: Tree, target: Target) -> int | None:
    """The node that a target names: by its platform's id, or else its box, developers' id or name; of several the likeliest.

    A role alone names an element only if no other has it.
    """
    ways: tuple[Callable[[int], bool], ...] = (
        lambda i: bool(target.native_id) and tree[i].native_id == target.native_id,
        lambda i: target.bounds is not None and tree[i].bounds == target.bounds,
        lambda i: bool(target.identifier) and tree[i].identifier == target.identifier,
        lambda i: bool(target.name) and target.name in _words(tree[i]),
    )
    for is_it in ways:
        found = [i for i in range(len(tree)) if is_it(i)]
        if found:
            return max(found, key=lambda i: (*_likeness(tree[i], tree.tag(i), target), -i))
    alike = [i for i in range(len(tree)) if target.role and target.role in (tree.tag(i), tree[i].role.value)]
    return alike[0] if len(alike) == 1 else None


def _words(node: Node) -> tuple[str, ...]:
    return node.name, clean_line(node.value or ""), node.hint


def _likeness(node: Node, tag: str, target: Target) -> tuple[bool, ...]:
    """How well a node fits what else is said; the first that differs decides."""
    box, point = node.bounds, target.point
    return (
        not (node.hidden or node.offscreen),
        bool(target.identifier) and node.identifier == target.identifier,
        bool(target.name) and target.name in _words(node),
        box is not None and point is not None and box.holds(int(point[0]), int(point[1])),
        bool(target.role) and target.role in (tag, node.role.value),
        bool(node.can),
    )
