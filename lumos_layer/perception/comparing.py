"""Two looks to a delta, or to the whole where that is what a planner needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import compress
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import asdict, replace

from lumos_layer.errors import MissingExtra, TargetError
from lumos_layer.perception import tokens
from lumos_layer.perception.blueprint import Blueprint, Boxes
from lumos_layer.perception.continuing import again
from lumos_layer.perception.delta import Delta, Whole
from lumos_layer.perception.forest import Forest
from lumos_layer.perception.observation import AskedView, Observation
from lumos_layer.perception.telling import tell

_SURELY = 4  # with so many times fewer characters there are fewer tokens, which need not be counted
_Things = Counter[tuple[object, ...]]
# What is the later look of one comparison is often the earlier one of the next.
_known_hidden: WeakKeyDictionary[Observation, _Things] = WeakKeyDictionary()
_known_forests: WeakKeyDictionary[Observation, tuple[Blueprint, Forest]] = WeakKeyDictionary()


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
    is_auto = asked.view == "auto"
    if is_auto:
        asked = replace(asked, view="full")  # as it was shown, unless that was cut
    if not (later is earlier or later.ledger.follows(earlier.ledger)):
        later = again(earlier, later)
    after = asked.of(later)
    delta = _delta(earlier, later, asked, after)
    count = counter or _count
    shown = len(_forest(later, after).by_ref) + (after.root is not None)
    whole = delta.whole or _too_long(delta.json(), after, shown, budget, count)
    if whole is None and budget is not None and count(asked.of(earlier).compact()) > budget:
        whole = "budget"  # a delta would speak of what was left out
    if whole is not None and budget is not None:
        after = (replace(asked, view="auto") if is_auto else asked).of(later, budget, counter)
    return replace(delta, whole=whole, blueprint=after)


def _too_long(said: str, after: Blueprint, shown: int, budget: int | None, count: tokens.Counter) -> Whole | None:
    """Why the whole, `after`, which shows so many refs, is given in the place of what a delta says, if it is."""
    if _is_longer(said, after, shown, count):
        return "size"
    return "budget" if budget is not None and count(said) > budget else None


def _is_longer(said: str, after: Blueprint, shown: int, count: tokens.Counter) -> bool:
    """True if the whole blueprint costs fewer tokens. It is printed only where it may: a ref is two characters of it.

    `shown` is how many refs it has.
    """
    if len(said) * _SURELY <= 2 * shown:
        return False
    printed = after.compact()
    return len(said) * _SURELY > len(printed) and count(said) > count(printed)


def _delta(earlier: Observation, later: Observation, asked: Asked, after: Blueprint) -> Delta:
    if earlier.ledger.page != later.ledger.page or earlier.letter != later.letter:
        return _whole(earlier, later, after, "page")
    try:
        before = asked.of(earlier)
    except TargetError:
        return _whole(earlier, later, after, "view")  # the part was not there yet
    told = tell(before, after, (_forest(earlier, before), _forest(later, after)))
    if later is not earlier:
        _known_forests.pop(earlier, None)
    if told is None:
        return _whole(earlier, later, after, "size")
    return Delta(
        since=earlier.id,
        now=later.id,
        blueprint=after,
        observation=later,
        **asdict(told),
        unseen=_unseen(earlier, later, asked, told.count),
    )


def _forest(observation: Observation, blueprint: Blueprint) -> Forest:
    """The items of a blueprint of the look."""
    known = _known_forests.get(observation)
    if known is None or known[0] is not blueprint:
        known = _known_forests[observation] = blueprint, Forest(blueprint.items)
    return known[1]


def _whole(earlier: Observation, later: Observation, after: Blueprint, why: Whole) -> Delta:
    return Delta(since=earlier.id, now=later.id, blueprint=after, observation=later, whole=why)


def _unseen(earlier: Observation, later: Observation, asked: Asked, shown: int) -> int:
    """How many things changed that the blueprints do not show: what is out of view, and what the view leaves out."""
    hidden_before, hidden = _hidden(earlier), _hidden(later)
    count = 0
    if hidden_before != hidden:
        before, after = (_counted(observation, range(len(observation.tree))) for observation in (earlier, later))
        come, gone = (after - before) & (hidden - hidden_before), (before - after) & (hidden_before - hidden)
        count = max(come.total(), gone.total())
    if asked.is_part:
        everything = tell(earlier.blueprint(boxes=asked.boxes), later.blueprint(boxes=asked.boxes))
        count += max(0, (everything.count if everything else len(later.refs)) - shown)
    return count


def _hidden(observation: Observation) -> _Things:
    """What says or does something and is hidden, scrolled away or without area."""
    found = _known_hidden.get(observation)
    if found is None:
        missing = bytearray(b"\x01") * len(observation.tree)
        for i in observation.kept:
            missing[i] = 0
        found = _known_hidden[observation] = _counted(observation, compress(range(len(missing)), missing))
    return found


def _counted(observation: Observation, nodes: Iterable[int]) -> _Things:
    """Those of the nodes that say or do something. Equal ones are counted."""
    things = _Things()
    for node in map(observation.tree.nodes.__getitem__, nodes):
        if node.name or node.value or node.can:
            things[node.role, node.name, node.value, node.checked, node.enabled, node.selected, node.expanded] += 1
    return things


def _count(text: str) -> int:
    try:
        return tokens.count(text)
    except MissingExtra:
        return tokens.estimate(text)
