"""The screens of recordings, read when they are needed, and which of them show the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import chain
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.environments.replay.recording import Recording, Step
from lumos_layer.errors import BadRecording, InputError
from lumos_layer.perception.limits import Limits
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.reading import read

_KEPT = 12  # screens that are kept as they were read


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """A screen of a recording, both by their names."""

    recording: str
    screen: str

    def __str__(self) -> str:
        return f"{self.recording}/{self.screen}"


class Taken(Struct, frozen=True):
    """A step of a recording, which is the `index`th of it."""

    recording: str
    index: int
    step: Step

    @property
    def before(self) -> Place:
        return Place(self.recording, self.step.before)

    @property
    def after(self) -> Place:
        return Place(self.recording, self.step.after)


class Screens:
    """All screens of some recordings as a graph.

    Two screens are one if their trees are equal but for the ids that the platform gave: those are made anew at each load of a page
    and each start of a program, and no planner sees them. What was done on one of them can then be done on each.
    """

    def __init__(self, recordings: Sequence[Recording], format: str | None = None, limits: Limits | None = None) -> None:
        """Reads every dump once. Raises BadRecording if one cannot be read."""
        self.recordings: Mapping[str, Recording] = {recording.name: recording for recording in recordings}
        self._format, self._limits = format, limits
        self._kept = lru_cache(_KEPT)(self._read)
        self._steps: dict[Place, list[Taken]] = {}
        self._alike: dict[bytes, list[Place]] = {}
        self._signs: dict[Place, bytes] = {}
        for recording in recordings:
            for name in recording.files:
                self._add(Place(recording.name, name), alone=name in recording.between)
            for index, step in enumerate(recording.steps):
                taken = Taken(recording.name, index, step)
                self._steps.setdefault(taken.before, []).append(taken)

    def __contains__(self, place: Place) -> bool:
        return place in self._signs

    def __iter__(self) -> Iterator[Place]:
        return iter(self._signs)

    def file(self, place: Place) -> Path:
        return self.recordings[place.recording].files[place.screen]

    def look(self, place: Place) -> Observation:
        """The screen as its dump shows it, with refs of its own."""
        return self._kept(place)

    def alike(self, place: Place) -> tuple[Place, ...]:
        """The places that show what this one shows: itself, then those of its own recording, then others."""
        found = self._alike[self._signs[place]]
        return tuple(sorted(found, key=lambda each: (each != place, each.recording != place.recording)))

    def steps(self) -> Iterator[Taken]:
        """All that was recorded."""
        return chain.from_iterable(self._steps.values())

    def steps_from(self, place: Place, done: int = -1) -> Iterator[Taken]:
        """What was recorded on this screen in any recording. What comes next in its own comes first, then what was done before."""
        own = self._steps.get(place, ())
        yield from (taken for taken in own if taken.index > done)
        yield from (taken for taken in own if taken.index <= done)
        for each in self.alike(place)[1:]:
            yield from self._steps.get(each, ())

    def next_step(self, place: Place, done: int = -1) -> Taken | None:
        """What this recording itself did there next, after its step `done`."""
        return next((taken for taken in self._steps.get(place, ()) if taken.index > done), None)

    @property
    def count(self) -> int:
        """How many different screens there are."""
        return len({sign for place, sign in self._signs.items() if place.screen not in self.recordings[place.recording].between})

    def _add(self, place: Place, alone: bool) -> None:
        sign = str(place).encode() if alone else _sign(self.look(place))
        self._signs[place] = sign
        self._alike.setdefault(sign, []).append(place)

    def _read(self, place: Place) -> Observation:
        file = self.file(place)
        try:
            return read(file, self._format, limits=self._limits)
        except InputError as error:
            raise BadRecording(str(file), str(error).rstrip("."), "Record it again, or leave its steps out.") from error
        except OSError as error:
            raise BadRecording(str(file), error.strerror or "it cannot be read") from error


def _sign(observation: Observation) -> bytes:
    """The same for two screens that show the same, whatever ids the platform gave."""
    sign = blake2b(msgspec.json.encode((observation.format, observation.app, observation.title, observation.url, observation.size)))
    sign.update(memoryview(observation.tree.parents))  # type: ignore[arg-type]
    encoder = msgspec.json.Encoder()
    for node in observation.tree.nodes:
        sign.update(encoder.encode(replace(node, native_id="") if node.native_id else node))
    return sign.digest()
