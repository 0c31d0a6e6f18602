"""Whether what is told around an element is another by now, so that nobody can say whether it still belongs to the same thing.

"Confirm" below "To Ada" looks the same below "To Bob", and programs use the same element for both. A ref lives on there, for it is
the same element; an act that was chosen for the one must not be done to the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from lumos_layer.actions.base import BaseAction, Place, Pointing, against
from lumos_layer.actions.violation import Violation
from lumos_layer.execution.meaning import CHANGING, node_at, places_of, short
from lumos_layer.execution.surroundings import Skip
from lumos_layer.perception.belonging import told_around
from lumos_layer.perception.observation import Observation


def doubts(
    action: BaseAction, then: Observation, now: Observation, skip: Skip = lambda tree, i: False, own: Collection[str] = ()
) -> list[Violation]:
    """What stands beside the meant elements in place of something else since the look that the planner chose by.

    Counts and measures that go on are none (3 of 9, 12 MB of 90 MB), nor what only comes or only goes. `skip` are nodes that
    change all the time, `own` the refs of fields that the same planner has written into since.
    """
    if then.tree is now.tree or action.verb() not in CHANGING:
        return []
    found: list[Violation] = []
    for field, place in places_of(action):
        old, new = _node(place, then), _node(place, now)
        if old is None or new is None:
            continue
        before, after = (Counter(_told(look, node, skip, own)) for look, node in ((then, old), (now, new)))
        gone, come = next(iter(before - after), None), next(iter(after - before), None)
        if gone is not None and come is not None:
            said = f"stood beside {short(gone)} and stands beside {short(come)} since the look {then.id}"
            found.append(against("stale", f"{now.ref_of(new) or 'It'} {said}: it may belong to something else now.", field))
    return found


def _node(place: Place | Pointing | str, look: Observation) -> int | None:
    """The node of a ref, or of what has a ref or a point; what stands at the latter by now was looked at before."""
    ref = place if isinstance(place, str) else place.ref
    if ref is not None:
        node: int | None = look.refs.get(ref)
        return node
    point = None if isinstance(place, str) else place.point
    return look.focus if point is None else node_at(look, point.x, point.y)


def _told(look: Observation, node: int, skip: Skip, own: Collection[str]) -> Iterable[str]:
    return (words for i, words in told_around(look.tree, node) if not skip(look.tree, i) and look.ref_of(i) not in own)
