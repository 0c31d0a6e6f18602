"""Recorded sessions as an environment: an action that was recorded on this screen leads on, another one is refused."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.actions.documents import WAITING
from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.actions.violation import Reason
from lumos_layer.environments.clock import Clock, ManualClock
from lumos_layer.environments.freshness import out_of_date
from lumos_layer.environments.port import Capabilities, Delivery, identified
from lumos_layer.environments.replay import saving, telling
from lumos_layer.environments.replay.matching import MATCHES, Asked, asked_for, matches
from lumos_layer.environments.replay.recording import recordings_in
from lumos_layer.environments.replay.saving import Saved
from lumos_layer.environments.replay.scene import Scene
from lumos_layer.environments.replay.screens import Place, Screens, Taken
from lumos_layer.environments.replay.secrets import Secrets
from lumos_layer.errors import BadRecording, EnvironmentClosed
from lumos_layer.perception.known_secrets import SHORTEST, without
from lumos_layer.perception.limits import Limits
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.session import Session

_HARMLESS = frozenset(("observe", "hover")) | WAITING
_MOST_TOLD = 8  # recorded acts that a refusal names


class ReplayState(Struct, frozen=True):
    """Where a replay stands: on which screen of which recording, what can be done there, and what that recording did from there."""

    recording: str
    screen: str
    offers: tuple[str, ...]
    left: tuple[str, ...]


class Replay:
    """An environment that plays recorded sessions: the recording in a folder or file of steps, or all those in a folder.

    Screens of several recordings that show the same are one: what was done there in any of them can be done. `start` is the
    recording, or `recording/screen`, to begin with (default: the first one by name). `secrets` are filled in where an action names
    one; without them the recorded secrets are there, as `secret_1` and so on. Recorded waits pass as the clock moves; the default
    clock stands still but for waits. Raises BadRecording.
    """

    def __init__(
        self,
        recording: str | os.PathLike[str],
        *,
        clock: Clock | None = None,
        secrets: Mapping[str, str] | None = None,
        surface: str = "main",
        start: str | None = None,
        format: str | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.screens = Screens(recordings_in(Path(recording)), format, limits)
        self.clock: Clock = clock or ManualClock()
        self.surface = surface
        self.secrets = Secrets(map(self.scene, self.screens.steps()), secrets)
        self.place = self._starting(start)
        self._format, self._limits = format, limits
        self._session = Session(self.secrets.hidden)
        self.done = -1  # the last step that was taken in the present recording
        self._since = self.clock.now()
        self._latest: Observation | None = None
        self._seen: list[Place] = []
        self._protected: list[tuple[int, str]] = []
        self._forgotten: list[int] = []  # after how many looks all refs became stale
        self._deliveries: dict[str, Delivery] = {}
        self._closed = False
        self._lock = threading.RLock()  # held for a whole look, act or save

    @property
    def capabilities(self) -> Capabilities:
        stands_still = isinstance(self.clock, ManualClock)
        return Capabilities(actions=frozenset(MATCHES) | _HARMLESS, apps=(), clock=stands_still)

    @property
    def state(self) -> ReplayState:
        """Where it stands; a look that was not yet made is made for it."""
        shown = self.observe()
        offers = tuple(telling.in_words(scene, shown, self.secrets) for _, scene in self._recorded_here())
        return ReplayState(self.place.recording, self.place.screen, offers, tuple(self._left()))

    def observe(self) -> Observation:
        """The screen where the replay stands. The same look as long as it stands there."""
        with self._lock:
            self._check_open()
            self._catch_up()
            if self._latest is None or self._seen[-1] != self.place:
                self._latest = self._look(self.place)
            return self._latest

    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        """Do what was recorded on this screen; refuse anything else with what was recorded. The same id is never done twice.

        To observe, hover and wait is harmless: where it was not recorded, it is delivered and nothing comes of it.
        """
        with self._lock:
            self._check_open()
            done = self._deliveries.get(identified(action_id))
            if done is not None:
                return replace(done, again=True)
            delivery = self._perform(action)
            note = without(delivery.note, self.secrets.hidden)
            self._deliveries[action_id] = replace(delivery, action_id=action_id, note=note)
            return self._deliveries[action_id]

    def next_action(self) -> telling.Document | None:
        """The action that does what this recording did next, with the refs of the latest look; None if no action can."""
        scene = self.next_scene()
        return None if scene is None else telling.as_action(scene, self.observe(), self.secrets)

    def next_scene(self) -> Scene | None:
        """What this recording did next; None at its end."""
        taken = self.next_step()
        return None if taken is None else self.scene(taken)

    def next_step(self) -> Taken | None:
        """The step that this recording did next; None at its end."""
        return self.screens.next_step(self.place, self.done)

    def scene(self, taken: Taken) -> Scene:
        """A step with its screens."""
        return Scene(taken.step, self.screens.look(taken.before), lambda: self.screens.look(taken.after))

    def advance(self) -> bool:
        """Go on to the recording's next screen without an act, as a player does; False at its end."""
        taken = self.next_step()
        if taken is not None:
            self._go(taken)
        return taken is not None

    def forget(self) -> None:
        """Make every ref stale, as after a person has had the surface: nothing can be done before the next look."""
        self._session.forget(self.surface)
        self._latest = None
        self._forgotten.append(len(self._seen))

    def close(self) -> None:
        self._closed = True

    def recall(self, action_id: str) -> Delivery | None:
        """The first delivery of the act; None: it is not among those that were played."""
        with self._lock:
            return self._deliveries.get(action_id)

    def save(self) -> bytes:
        """The position as JSON, without secrets and without the dumps."""
        with self._lock:
            waited = self.clock.now() - self._since
            position = Saved(
                seen=self._seen,
                protected=self._protected,
                place=self.place,
                done=self.done,
                waited=waited,
                deliveries=self._deliveries,
                forgotten=self._forgotten,
            )
            return saving.saved(position)

    @classmethod
    def load(
        cls,
        saved: bytes,
        recording: str | os.PathLike[str],
        *,
        clock: Clock | None = None,
        secrets: Mapping[str, str] | None = None,
        surface: str = "main",
        format: str | None = None,
        limits: Limits | None = None,
    ) -> Replay:
        """A replay that goes on where another one of the same recordings was saved, with the same refs. Raises BadRecording."""
        found = saving.loaded(saved)
        made = cls(recording, clock=clock, secrets=secrets, surface=surface, format=format, limits=limits)
        saving.check(found, made.screens)
        made._look_again(found)
        made.place, made.done, made._since = found.place, found.done, made.clock.now() - found.waited
        made._deliveries = found.deliveries
        return made

    def _perform(self, action: GroundedAction) -> Delivery:
        kind = action.action.type
        if kind not in self.capabilities.actions:
            return _refused("unsupported", f"A recording cannot {kind.replace('_', ' ')}. {self._recorded()}")
        self._catch_up()
        if self._latest is not None and self._seen[-1] != self.place:
            return _refused("stale", "Time has passed, and the screen has changed. Look again.")
        if problem := out_of_date(action, self._latest):
            return _refused("stale", problem)
        if kind in WAITING:
            return self._wait(action)
        try:
            asked = asked_for(action, self.secrets.fillable)
        except KeyError as missing:
            known = ", ".join(self.secrets.fillable) or "none"
            return _refused("not_found", f"There is no secret named {missing.args[0]!r}. Known: {known}.")
        return self._act(kind, asked)

    def _act(self, kind: str, asked: Asked) -> Delivery:
        found = next(((taken, scene) for taken, scene in self._recorded_here() if matches(scene, asked)), None)
        if found is None:
            return _delivered() if kind in _HARMLESS else _refused("unsupported", f"This was not recorded here. {self._recorded()}")
        taken, scene = found
        self._protect(scene)
        self._go(taken)
        if taken.step.error:
            return Delivery(action_id="", status="uncertain", note=f"It failed when it was recorded: {taken.step.error}")
        return _delivered("Enter was pressed after the text, as recorded." if scene.act.submitted else "")

    def _protect(self, scene: Scene) -> None:
        """Where a secret is too short to be known again, its field is not shown any more."""
        ref = None if scene.element is None or self._latest is None else self._latest.ref_of(scene.element)
        if ref is not None and scene.secret and len((scene.act.text or "").strip()) < SHORTEST:
            self._session.protect(ref)
            self._protected.append((len(self._seen), ref))

    def _wait(self, action: GroundedAction) -> Delivery:
        """Let the time pass that was asked for; a recorded wait is over by then, however long it took."""
        start, until_change = (self.place, self.done), action.action.type != "wait"
        seconds: float = getattr(action.action, "seconds", 0.0)
        due = self._due()
        if until_change and due is not None:
            seconds = min(seconds, max(0.0, due - self.clock.now()))
        self.clock.sleep(seconds)
        self._catch_up()
        if (self.place, self.done) == start:
            waited = next((taken for taken, scene in self._recorded_here() if telling.passes_by_itself(scene)), None)
            if waited is not None:
                self._go(waited)
        return _delivered()

    def _due(self) -> float | None:
        """When time alone will lead on; None if it will not."""
        scene = self.next_scene()
        if scene is None or not telling.passes_by_itself(scene):
            return None
        return self._since + telling.wait_of(scene)

    def _catch_up(self) -> None:
        """Go on for as long as the recording only waited, and the clock says that the wait is over."""
        while (due := self._due()) is not None and due <= self.clock.now():
            self.advance()
            self._since = due

    def _go(self, taken: Taken) -> None:
        self.place, self.done, self._since = taken.after, taken.index, self.clock.now()

    def _look(self, place: Place) -> Observation:
        observation = self._session.observe(self.screens.file(place), self.surface, self._format, self._limits)
        self._seen.append(place)
        return observation

    def _look_again(self, found: Saved) -> None:
        """Look at what was looked at before, so that all has the refs that it had."""
        for count, place in enumerate(found.seen, 1):
            self._latest = self._look(place)
            for ref in (ref for looks, ref in found.protected if looks == count and ref in self._latest.refs):
                self._session.protect(ref)
            if count in found.forgotten:
                self._session.forget(self.surface)
                self._latest = None
        self._protected, self._forgotten = found.protected, found.forgotten

    def _recorded_here(self) -> Iterator[tuple[Taken, Scene]]:
        for taken in self.screens.steps_from(self.place, self.done):
            yield taken, self.scene(taken)

    def _left(self) -> Iterator[str]:
        place, done = self.place, self.done
        while (taken := self.screens.next_step(place, done)) is not None:
            yield telling.in_words(self.scene(taken), self._latest if done == self.done else None, self.secrets)
            place, done = taken.after, taken.index

    def _words(self, scene: Scene) -> str:
        return telling.in_words(scene, self._latest, self.secrets)

    def _recorded(self) -> str:
        """What was recorded on this screen, in a sentence."""
        told = list(dict.fromkeys(self._words(scene) for _, scene in self._recorded_here()))
        if not told:
            return "Nothing was recorded here: the recording ends with this screen."
        more = f"; and {len(told) - _MOST_TOLD} more" if len(told) > _MOST_TOLD else ""
        return f"Recorded here: {'; '.join(told[:_MOST_TOLD])}{more}."

    def _starting(self, start: str | None) -> Place:
        recordings = self.screens.recordings
        if start is None:
            first = next(iter(recordings.values()))
            return Place(first.name, first.start)
        if start in recordings:
            return Place(start, recordings[start].start)
        name, _, screen = start.rpartition("/")
        place = Place(name or next(iter(recordings)), screen)
        if place not in self.screens:
            raise BadRecording(start, "there is no such recording or screen", f"Recordings: {', '.join(recordings)}.")
        return place

    def _check_open(self) -> None:
        if self._closed:
            raise EnvironmentClosed("This replay has been closed. Make another.")


def _delivered(note: str = "") -> Delivery:
    return Delivery(action_id="", status="delivered", note=note)


def _refused(reason: Reason, note: str) -> Delivery:
    return Delivery(action_id="", status="refused", reason=reason, note=note)
