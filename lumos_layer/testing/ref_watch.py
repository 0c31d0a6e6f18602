"""Do refs stay with their elements, over any number of looks?"""

from __future__ import annotations

from lumos_layer.perception.observation import Observation
from lumos_layer.testing.rules import Nonconforming, check_kept, expect, only_ones
from lumos_layer.tree import Node


class RefWatch:
    """Sees looks in their order; raises Nonconforming where a ref has gone to another element.

    What is in doubt is no fault: an element may get another name, another id and another place, if not all of them at once.
    """

    def __init__(self) -> None:
        self._last: Observation | None = None
        self._stood_for: dict[str, Node] = {}

    def see(self, look: Observation) -> None:
        """Compare a look with all before it. It takes time for each of its refs."""
        if look is self._last:
            return
        nodes = list(look.refs.values())
        expect(len(set(nodes)) == len(nodes), f"in the look {look.id} two refs stand for one element")
        if self._last is not None:
            self._check_since(self._last, look)
        for ref, i in look.refs.items():
            now = look.tree[i]
            was = self._stood_for.setdefault(ref, now)
            if was is not now and not _may_be_one(was, now):
                raise Nonconforming(f"{ref} stood for {_said(was)}, and is used again for {_said(now)}.")
            self._stood_for[ref] = now
        self._last = look

    def _check_since(self, before: Observation, after: Observation) -> None:
        expect(before.id != after.id or before.tree == after.tree, f"two looks that differ are called {after.id}")
        check_kept(before, after)
        then, now = only_ones(before), only_ones(after)
        likeness = {ref: likeness for likeness, ref in now.items()}
        for known, ref in then.items():
            moved = now.get(known, ref) != ref and ref in likeness and then.get(likeness[ref], ref) != ref
            expect(not moved, f"{ref} has moved to another element: what it stood for is {now.get(known)} now")


def _may_be_one(was: Node, now: Node) -> bool:
    """Whether they can be one element: its id, name or place stayed, or too little is said; another role needs its id or name."""
    names = ((was.native_id, now.native_id), (was.identifier, now.identifier), (was.name, now.name))
    if any(one and one == other for one, other in names):
        return True
    doubt = not (was.name and now.name and was.native_id and now.native_id)
    return was.role is now.role and (was.bounds == now.bounds or doubt)


def _said(node: Node) -> str:
    return f"{node.role} {node.name!r}"
