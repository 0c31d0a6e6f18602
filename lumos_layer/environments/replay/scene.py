"""One recorded step with its two screens: what it was done to, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from lumos_layer.diff import Matching, match
from lumos_layer.environments.replay.finding import find
from lumos_layer.environments.replay.recording import Act, Step
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Node, Tree

_INTO_FIELDS = frozenset(("type", "set_text", "key"))  # kinds that go to what has the focus


class Scene:
    """`before` is the step's own screen. Node ids are those of its tree, and so of every screen that shows the same."""

    def __init__(self, step: Step, before: Observation, after: Callable[[], Observation]) -> None:
        self.step, self.before, self._load = step, before, after

    @property
    def act(self) -> Act:
        return self.step.act

    @cached_property
    def after(self) -> Observation:
        return self._load()

    @cached_property
    def target(self) -> int | None:
        """The node that the recording names; None if it names none, or there is none on this screen."""
        said = self.step.target
        return None if said is None or self.step.gone else find(self.before.tree, said)

    @cached_property
    def hit(self) -> int | None:
        """The node at the recorded point, if the hit test finds one."""
        return node_at(self.before, self.act.point)

    @cached_property
    def elements(self) -> frozenset[int] | None:
        """The elements that it was done to; None if nobody knows, empty if there is none on this screen."""
        if self.target is not None:
            found = {self.target}
            if self.hit is not None and self.target <= self.hit < self.before.tree.end(self.target):
                found.add(self.hit)
        elif self.step.target is None and self.act.point is None and self.act.kind in _INTO_FIELDS:
            field = self.before.focus if self.before.focus is not None else self._written
            if field is None:
                return None
            found = {field}
        else:
            found = {self.hit} if self.hit is not None else set()
        return frozenset(element_of(self.before, node) for node in found)

    @property
    def element(self) -> int | None:
        """The element that it was done to, or the first of those that it may have been."""
        if self.target is not None:
            return element_of(self.before, self.target)
        return min(self.elements, default=None) if self.elements else None

    @cached_property
    def secret(self) -> bool:
        """True if nobody may see the text: it is marked, or went into a protected field."""
        elements = self.elements or frozenset[int]()
        return self.act.text is not None and (self.act.secret or any(self.before.tree[node].protected for node in elements))

    def later(self, node: int) -> Node | None:
        """The node as it is on the screen after; None if it is no longer there."""
        there = self._matching.forward[node]
        return self.after.tree[there] if there >= 0 else None

    @cached_property
    def _matching(self) -> Matching:
        return match(self.before.tree, self.after.tree)

    @cached_property
    def _written(self) -> int | None:
        """The one node that holds the typed text afterwards and did not before."""
        text = self.act.text
        changed = [node for node in range(len(self.before.tree)) if text and self._was_written(node, text)]
        return changed[0] if len(changed) == 1 else None

    def _was_written(self, node: int, text: str) -> bool:
        now = self.later(node)
        return now is not None and text in (now.value or "") and text not in (self.before.tree[node].value or "")


def element_of(observation: Observation, node: int) -> int:
    """What is acted on by acting on a node: the nearest at or around it that has a ref and can do something, else the node."""
    tree = observation.tree
    around = [each for each in (node, *tree.ancestors(node)) if tree[each].can]
    return next((each for each in around if observation.ref_of(each)), around[0] if around else node)


def scroller_of(tree: Tree, node: int) -> int | None:
    """The nearest node at or around it that scrolls; None: the surface itself."""
    return next((each for each in (node, *tree.ancestors(node)) if scrolls(tree[each])), None)


def scrolls(node: Node) -> bool:
    return "scroll" in node.can or node.scroll is not None


def node_at(observation: Observation, point: tuple[float, float] | None) -> int | None:
    """The node that takes the pointer there."""
    return None if point is None else observation.element_from_point(*point).node
