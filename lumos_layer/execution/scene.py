"""One act with the looks before and after it, as its judges see it."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.execution.differing import Differing
from lumos_layer.execution.restless import Restless
from lumos_layer.execution.verdict import UNMET, UNTOLD, Verdict
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Node


class Scene:
    """`before` is the look that the action was grounded on, `after` one that was made when it had been sent.

    `moving`: after the act the screen went on changing for ever, and nobody saw it stand still before. `stirring`: it changed by
    itself before the act. `turning` are the marks of texts that went on changing.
    """

    def __init__(
        self,
        grounded: GroundedAction,
        before: Observation,
        after: Observation,
        restless: Restless,
        *,
        moving: bool = False,
        stirring: bool = False,
        turning: Collection[Hashable] = (),
    ) -> None:
        self.grounded, self.before, self.after = grounded, before, after
        self.differing = Differing(before, after)
        self._restless = restless
        self.moving, self._stirring, self._turning = moving, stirring, turning

    @property
    def action(self) -> Any:
        """The action; each judge knows the fields of its own kind."""
        return self.grounded.action

    @cached_property
    def changed(self) -> bool:
        """True if anything that can be seen is otherwise, apart from what changes all the time."""
        return bool(self.differing) and self._restless.telling(self.differing)

    @cached_property
    def stirs(self) -> bool:
        """True if the screen changes by itself: that something is otherwise is no sign of the act, nor that nothing is."""
        if self.moving or (self.changed and self._stirring):
            return True
        return len(self._turning) > 0 and not self._restless.telling(self.differing, self._turning)

    @cached_property
    def signs(self) -> tuple[int, ...]:
        """Nodes of the look after it that are otherwise, apart from those that change all the time."""
        reshaped, restless = self.differing.reshaped, self._restless.is_restless
        return tuple(i for i in self.differing.places if reshaped or not restless(self.differing, i))

    @property
    def may_stir(self) -> bool:
        """True if all that is otherwise has changed before when nothing said that an act did it."""
        return bool(self.signs) and all(self._restless.may_stir(self.after.tree, i) for i in self.signs)

    def by_change(self, verdict: Verdict) -> Verdict:
        """The verdict where something is otherwise and that is all there is to go by; UNMET where nothing is."""
        if self.stirs:
            return UNTOLD
        return verdict if self.changed else UNMET

    @property
    def node_before(self) -> int | None:
        return self.grounded.node_id

    @cached_property
    def node_after(self) -> int | None:
        """Where the element is now, None if it is gone, or nobody can say."""
        return node_in(self.after, self.grounded.ref)

    @property
    def was(self) -> Node | None:
        return self.grounded.node

    @property
    def became(self) -> Node | None:
        """The element as it is now, None if it is gone."""
        return None if self.node_after is None else self.after.tree[self.node_after]

    @property
    def name(self) -> str:
        """The name of the element, empty if there is none."""
        return "" if self.grounded.spot is None or self.grounded.spot.target is None else self.grounded.spot.target.name

    @property
    def named(self) -> str:
        """What the element is called in a message."""
        return "it" if self.grounded.spot is None or self.grounded.spot.target is None else str(self.grounded.spot.target)

    def only_focus_moved(self) -> bool:
        """True if nothing but the keyboard's place is otherwise."""
        if self.differing.header or self.differing.reshaped:
            return False
        one, other = self.before.tree, self.after.tree
        pairs = [(one[i], other[i]) for i in self.differing.changed if not self._restless.is_restless(self.differing, i)]
        return bool(pairs) and all(_unfocused(a) == _unfocused(b) for a, b in pairs)


def _unfocused(node: Node) -> Node:
    return replace(node, focused=None, native_id="", active=None)


def node_in(observation: Observation, ref: str | None) -> int | None:
    """The node that has the ref, shown or not; None if there is none."""
    if ref is None:
        return None
    node: int | None = observation.refs.get(ref)
    if node is not None or not ref[1:].isdecimal() or ref[0] != observation.letter:
        return node
    number = int(ref[1:])
    return next((node for node, had in observation.ledger.numbers.items() if had == number), None)
