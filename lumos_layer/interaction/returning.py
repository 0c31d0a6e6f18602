"""What a person changed while having the surface: written down at the first look since, and told to a planner once.

In whichever process that look is made: the journal knows the look before, and what planners have not been told of yet.
"""

from __future__ import annotations

import orjson

from lumos_layer.perception.observation import Observation
from lumos_layer.perception.refs import Mark
from lumos_layer.surface.comparison import Comparison, compare
from lumos_layer.surface.controlled import Controlled
from lumos_layer.trace import looks
from lumos_layer.trace.events import Control, Event, Planned
from lumos_layer.trace.journal import Journal

_MOST = 8  # elements that are named
_NOT_A_PLANNER = "recovery"


class Returns:
    """The times that a person gave the surface back, as the journal has them."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._epoch = 0  # of the last time that was written down
        self._untold: list[str] = []
        for said in journal.raw("control", "planned"):
            event = orjson.loads(said)
            if event["kind"] == "planned":
                self._planned(event["plan"].get("planner", ""))
            elif event["change"] == "returned":
                self._returned(event.get("epoch", 0), event.get("reason", ""))

    @property
    def epoch(self) -> int:
        """The last one in which a person had the surface before a look that is written down; 0 for none."""
        return self._epoch

    @property
    def untold(self) -> tuple[str, ...]:
        """What no planner has been told of."""
        return tuple(self._untold)

    def event(self, controlled: Controlled, observation: Observation, step: int) -> Control | None:
        """What is to be written down before this look is; None unless it is the first since a person had the surface."""
        if controlled.person_epoch <= self._epoch:
            return None
        changed = controlled.changed() or self._compared(observation)
        said = "" if changed is None else f"A person has had the screen since the last look: {in_words(changed)}."
        surface, epoch = observation.surface, controlled.person_epoch
        return Control(surface=surface, change="returned", by="user", epoch=epoch, reason=said, step=step)

    def written(self, event: Event) -> None:
        """Take note of what has been written down."""
        if isinstance(event, Control) and event.change == "returned":
            self._returned(event.epoch, event.reason)
        elif isinstance(event, Planned):
            self._planned(event.plan.planner)

    def _returned(self, epoch: int, reason: str) -> None:
        self._epoch = max(self._epoch, epoch)
        if reason:  # nothing can be told where nobody had looked before
            self._untold.append(reason)

    def _planned(self, planner: str) -> None:
        if planner != _NOT_A_PLANNER:
            self._untold.clear()

    def _compared(self, observation: Observation) -> Comparison | None:
        """With the last look that the journal has, which another process made: both without what may not be written."""
        last = self._journal.last(observation.surface)
        if last is None:
            return None
        mark = Mark()
        return compare(looks.rebuilt(last, mark), looks.rebuilt(looks.seen(observation, self._journal.clean), mark))


def in_words(changed: Comparison) -> str:
    """What is otherwise, by refs and counts: no word of the screen, which is data and no hint."""
    if changed.page:
        return "another page is shown"
    fields = [f"{each.field} of {each.ref or 'a text'}" for each in changed.changed if not each.own]
    more = [f"{len(fields) - _MOST} more"] if len(fields) > _MOST else []
    named = (("the title", changed.title), ("the address", changed.url))
    counted = (
        ("new", changed.added),
        ("gone", changed.removed),
        ("dialogs opened", changed.opened),
        ("dialogs closed", changed.closed),
    )
    said = [
        *(["changed: " + ", ".join([*fields[:_MOST], *more])] if fields else []),
        *(f"{name} is another" for name, other in named if other),
        *(f"{len(items)} {name}" for name, items in counted if items),
    ]
    return "; ".join(said) or "nothing that shows is otherwise"
