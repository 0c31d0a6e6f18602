"""All that a diagnosis may look at."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from lumos_layer.actions.documents import ref_in, verb_in
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.diagnosis import Trigger
from lumos_layer.planning.feedback import EnvironmentEvent
from lumos_layer.planning.recovery import Situation
from lumos_layer.planning.wording import node_words


@dataclass(frozen=True)
class Trouble:
    """What has gone wrong. `situation` says how it stands, `action` and `element` what was done last.

    `failed` are the signatures of acts that came to nothing; `same_ineffective`: how often the last one did, in a row.
    `missing` is what has not been shown to hold, or why an end was refused; `shown` are words of the screen that show `requirement`
    all the same. `conflicts` are pairs of requirements that cannot both hold. `window` is the title of the window that the task is
    done in.
    """

    trigger: Trigger
    situation: Situation
    observation: Observation | None = None
    action: JsonValue = None
    element: str = ""
    events: Sequence[EnvironmentEvent] = ()
    failed: Collection[str] = frozenset()
    same_ineffective: int = 0
    missing: Sequence[str] = ()
    shown: Sequence[str] = ()
    requirement: str = ""
    conflicts: Sequence[tuple[str, str]] = ()
    window: str = ""
    verbs: Collection[str] | None = field(default=None)

    @property
    def verb(self) -> str:
        return verb_in(self.action)

    @property
    def ref(self) -> str:
        return ref_in(self.action)

    @property
    def focus(self) -> str:
        """What has the focus, in words; empty if nobody says."""
        if self.observation is None or self.observation.focus is None:
            return ""
        return node_words(self.observation, self.observation.focus)

    def said(self) -> Iterator[str]:
        """All that may be quoted, as it was said: by what came of the act, by the screen, by what refused the end."""
        yield from (self.situation.said, self.situation.popup_name, self.element, self.focus)
        yield from (event.text for event in self.events)
        yield from (*self.missing, *self.shown)
        yield from (each for pair in self.conflicts for each in pair)
        yield from self.on_screen()

    def on_screen(self) -> Iterator[str]:
        """The words of the screen."""
        if self.observation is not None:
            yield from (self.observation.name_of(i) for i in self.observation.kept)
            yield from (self.observation.tree[i].value or "" for i in self.observation.kept)
