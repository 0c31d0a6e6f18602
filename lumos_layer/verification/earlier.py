"""What stood on the looks before: words that were there before something came about do not speak of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct, structs
from pydantic import JsonValue

from lumos_layer.perception.observation import Observation
from lumos_layer.state.probing import ActSeen, CommandResult, Missing, Sources
from lumos_layer.verification.texts import says
from lumos_layer.verification.undoing import NOT_DONE
from lumos_layer.verification.words import words_of

_MOST = 20  # looks that are remembered


class Look(Struct, frozen=True):
    """A look by its id, with all that stood on it: names, texts, and what fields held."""

    id: str
    texts: frozenset[str]
    title: str = ""


class Remembered:
    """The same sources, and with them what stood on the looks before, the oldest first."""

    def __init__(self, sources: Sources, earlier: Sequence[Look]) -> None:
        self._sources, self.earlier = sources, tuple(earlier)
        self.observation, self.acts = sources.observation, sources.acts

    def file(self, path: str) -> bytes | None:
        return self._sources.file(path)

    def files(self) -> Iterable[str] | None:
        return self._sources.files()

    def stored(self, key: str) -> JsonValue | Missing:
        return self._sources.stored(key)

    def run(self, argv: Sequence[str]) -> CommandResult:
        return self._sources.run(argv)


class Memory:
    """The looks of a run, as far as it goes back."""

    def __init__(self) -> None:
        self._looks: dict[str, Look] = {}

    def with_earlier(self, sources: Sources) -> Sources:
        """The sources with what stood on the looks before; theirs is one of them from then on.

        Where nobody has kept those, as after a process was killed, what is new cannot be told, and all may have stood there.
        """
        seen = sources.observation
        earlier = [look for look in self._looks.values() if number(look.id) < number(seen.id)]
        if not earlier and number(seen.id) > 1:
            earlier = [structs.replace(look_of(seen), id="o0")]
        self.keep(seen)
        return Remembered(sources, earlier)

    def keep(self, seen: Observation) -> None:
        """Remember a look that was made, as one before an act."""
        if seen.id not in self._looks:
            self._looks[seen.id] = look_of(seen)
            if len(self._looks) > _MOST:
                del self._looks[next(iter(self._looks))]


def earlier_of(sources: Sources) -> tuple[Look, ...]:
    """What stood on the looks before, the oldest first; none where nobody has kept them."""
    return sources.earlier if isinstance(sources, Remembered) else ()


def look_of(observation: Observation) -> Look:
    visible, nodes = words_of(observation).visible, observation.tree.nodes
    said = {*map(observation.name_of, visible), *(value for i in visible if (value := nodes[i].value))} - {""}
    return Look(observation.id, frozenset((*said, observation.title)), observation.title)


def before(earlier: Sequence[Look], wanted: str) -> Look | None:
    """The last look on which the wanted words did not stand yet; None: there is none."""
    return next((look for look in reversed(earlier) if not any(says(text, wanted) for text in look.texts)), None)


def before_act(earlier: Sequence[Look], acts: Sequence[ActSeen], name: str) -> Look | None:
    """The last look before the last act on what is called so; None: there is none."""
    last = next((act.observation for act in reversed(acts) if name and act.name == name and act.outcome not in NOT_DONE), "")
    return next((look for look in reversed(earlier) if number(look.id) < number(last)), None) if last else None


def number(look: str) -> int:
    """The place of a look among those of a run, by its id; -1: it has none."""
    return int(look[1:]) if look[1:].isdecimal() else -1
