"""One recorded step with its two screens: what it was done to, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import takewhile

from lumos_layer.diff import Matching, match
from lumos_layer.environments.replay.finding import named
from lumos_layer.environments.replay.recording import Act, Step
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Node, Tree
from lumos_layer.tree.survey import GROUNDS

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
        """The node that the recording names; None if it names none, there is none on this screen, or several are called so."""
        return self._named[0] if self._named and not self.rivals else None

    @cached_property
    def rivals(self) -> tuple[int, ...]:
        """The elements between which nothing that was recorded tells; empty where it is plain which one is meant."""
        elements = dict.fromkeys(element_of(self.before, node) for node in self._named)
        return tuple(elements) if len(elements) > 1 else ()

    @cached_property
    def _named(self) -> list[int]:
        """The nodes that the recording may mean: of several called so the one that was hit.

        Where the act failed, another element of that name may have come in its place: there only the platform's id decides.
        """
        said, tree = self.step.target, self.before.tree
        if said is None or (self.step.gone and not self.step.error):
            return []
        found = named(tree, said)
        if self.step.error and said.native_id:
            found = [node for node in found if tree[node].native_id == said.native_id]
        hit = [node for node in found if self.hit is not None and node <= self.hit < tree.end(node)]
        return hit[-1:] or found

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
            aimed = None if self.hit is None else element_of(self.before, self.hit)
            found = set() if aimed is None or not _is_element(self.before.tree[aimed]) else {aimed}
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
        if self.act.text is None or self.act.kind == "wait":
            return False
        return self.act.secret or any(self.before.tree[node].protected for node in self.elements or ())

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


def _is_element(node: Node) -> bool:
    """False for the ground: two points on it are not the same place."""
    return "type" in node.can or (bool(node.can) and node.role not in GROUNDS)


def element_of(observation: Observation, node: int) -> int:
    """What is acted on by acting on a node: the nearest at or around it that has a ref and can do something, else the node.

    The window or page that it stands in is not meant by it.
    """
    tree = observation.tree
    around = [each for each in (node, *_within(tree, node)) if tree[each].can]
    return next((each for each in around if observation.ref_of(each)), around[0] if around else node)


def _within(tree: Tree, node: int) -> Iterator[int]:
    """What is around the node, as far as its window or page."""
    if tree[node].role not in GROUNDS:
        yield from takewhile(lambda each: tree[each].role not in GROUNDS, tree.ancestors(node))


def scroller_of(tree: Tree, node: int) -> int | None:
    """The nearest node at or around it that scrolls; None: the surface itself."""
    return next((each for each in (node, *tree.ancestors(node)) if scrolls(tree[each])), None)


def scrolls(node: Node) -> bool:
    return "scroll" in node.can or node.scroll is not None


def node_at(observation: Observation, point: tuple[float, float] | None) -> int | None:
    """The node that takes the pointer there."""
    return None if point is None else observation.element_from_point(*point).node
