"""Two looks to a delta, or to the whole where that is what a planner needs."""

from __future__ import annotations

from collections import Counter
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.errors import MissingExtra, TargetError
from lumos_layer.perception import tokens
from lumos_layer.perception.blueprint import Blueprint, Boxes
from lumos_layer.perception.continuing import again
from lumos_layer.perception.delta import Delta, Whole
from lumos_layer.perception.looking import look
from lumos_layer.perception.observation import AskedView, Observation
from lumos_layer.perception.telling import tell

_Things = Counter[tuple[object, ...]]
# What is the later look of one comparison is often the earlier one of the next.
_known_things: WeakKeyDictionary[Observation, tuple[_Things, _Things]] = WeakKeyDictionary()


class Asked(Struct, frozen=True):
    """Of which blueprints the difference is asked for: the options of `Observation.blueprint`."""

    view: AskedView = "full"
    boxes: Boxes = "none"
    ref: str | None = None
    find: str | None = None
    depth: int | None = None

    @property
    def is_part(self) -> bool:
        return self != Asked(boxes=self.boxes)

    def of(self, observation: Observation, budget: int | None = None, counter: tokens.Counter | None = None) -> Blueprint:
        return observation.blueprint(self.view, self.boxes, budget, self.ref, self.find, self.depth, counter=counter)


def compare(earlier: Observation, later: Observation, asked: Asked, budget: int | None, counter: tokens.Counter | None) -> Delta:
    """`Observation.since` says what comes of it."""
    if asked.view == "auto":
        asked = replace(asked, view="full" if budget is None else "interactive")
    if not (later is earlier or earlier.ledger.lineage[-1] in later.ledger.lineage):
        later = again(earlier, later)
    after = asked.of(later)
    delta = _delta(earlier, later, asked, after)
    count = counter or _count
    if delta.whole is None and _is_longer(delta.json(), after, count):
        delta = replace(delta, whole="size")
    if budget is None:
        return delta
    if delta.whole is None and count(delta.json()) > budget:
        delta = replace(delta, whole="budget")
    return delta if delta.whole is None else replace(delta, blueprint=asked.of(later, budget, counter))


def _is_longer(said: str, after: Blueprint, count: tokens.Counter) -> bool:
    """True if the whole blueprint costs fewer tokens. It is printed only where it may: a ref is two characters of it."""
    if len(said) * 4 <= 2 * len(after.refs):
        return False
    printed = after.compact()
    return len(said) * 4 > len(printed) and count(said) > count(printed)


def _delta(earlier: Observation, later: Observation, asked: Asked, after: Blueprint) -> Delta:
    if earlier.ledger.page != later.ledger.page or earlier.letter != later.letter:
        return _whole(earlier, later, after, "page")
    try:
        before = asked.of(earlier)
    except TargetError:
        return _whole(earlier, later, after, "view")  # the part was not there yet
    told = tell(before, after)
    if told is None:
        return _whole(earlier, later, after, "size")
    return Delta(
        since=earlier.id,
        now=later.id,
        blueprint=after,
        observation=later,
        said=told.said,
        header=told.header,
        changed=told.changed,
        added=told.added,
        removed=told.removed,
        moved=told.moved,
        opened=told.opened,
        closed=told.closed,
        unseen=_unseen(earlier, later, asked, told.count),
    )


def _whole(earlier: Observation, later: Observation, after: Blueprint, why: Whole) -> Delta:
    return Delta(since=earlier.id, now=later.id, blueprint=after, observation=later, whole=why)


def _unseen(earlier: Observation, later: Observation, asked: Asked, shown: int) -> int:
    """How many things changed that the blueprints do not show: what is out of view, and what the view leaves out."""
    before, hidden_before = _things(earlier)
    after, hidden = _things(later)
    come, gone = (after - before) & (hidden - hidden_before), (before - after) & (hidden_before - hidden)
    count = max(come.total(), gone.total())
    if asked.is_part:
        everything = tell(earlier.blueprint(boxes=asked.boxes), later.blueprint(boxes=asked.boxes))
        count += max(0, (everything.count if everything else len(later.refs)) - shown)
    return count


def _things(observation: Observation) -> tuple[_Things, _Things]:
    """What says or does something; and what of that is hidden, scrolled away or without area. Equal things are counted."""
    found = _known_things.get(observation)
    if found is None:
        found = _known_things[observation] = _counted(observation)
    return found


def _counted(observation: Observation) -> tuple[_Things, _Things]:
    tree = observation.tree
    kept = bytearray(len(tree))
    for i in look(tree, observation.screen).kept:
        kept[i] = 1
    everything, hidden = _Things(), _Things()
    for i, node in enumerate(tree):
        if node.name or node.value or node.can:
            thing = node.role, node.name, node.value, node.checked, node.enabled, node.selected, node.expanded
            everything[thing] += 1
            hidden[thing] += not kept[i]
    return everything, +hidden


def _count(text: str) -> int:
    try:
        return tokens.count(text)
    except MissingExtra:
        return tokens.estimate(text)
