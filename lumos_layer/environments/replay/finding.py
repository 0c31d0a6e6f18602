"""The element that a recording names, in the tree of its screen."""

from __future__ import annotations

from collections.abc import Callable

from lumos_layer.environments.replay.recording import Target
from lumos_layer.perception.text import clean_line
from lumos_layer.tree import Node, Tree


def find(tree: Tree, target: Target) -> int | None:
    """The node that a target names, the first of those that nothing tells apart; None if there is none."""
    return next(iter(named(tree, target)), None)


def named(tree: Tree, target: Target) -> list[int]:
    """The nodes that a target names: by its platform's id, or else its box, developers' id or name; of several the likeliest.

    There are several where nothing tells them apart. A role alone names an element only if no other has it.
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
            best = max(_likeness(tree[i], tree.tag(i), target) for i in found)
            return [i for i in found if _likeness(tree[i], tree.tag(i), target) == best]
    alike = [i for i in range(len(tree)) if target.role and target.role in (tree.tag(i), tree[i].role.value)]
    return alike if len(alike) == 1 else []


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
