"""What stood on the looks before: words that were there before something came about do not speak of it.

Looks are told apart and put in order by their places in the run: in a journal by their entries, else by the numbers of their ids.
Looks of two processes may share an id, and never a place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct, structs
from pydantic import JsonValue

from lumos_layer.perception.observation import Observation
from lumos_layer.state.evidence import Evidence
from lumos_layer.state.probing import ActSeen, CommandResult, Missing, Sources
from lumos_layer.verification.texts import says
from lumos_layer.verification.undoing import NOT_DONE
from lumos_layer.verification.words import words_of

MOST = 20  # looks that are remembered


def _as_it_is(text: str) -> str:
    return text


class Look(Struct, frozen=True):
    """A look by its place in the run, with all that stood on it: names, texts, and what fields held.

    `written` gives a text as it was written down, where the look was read from what a former process has left: without words that
    no trace of a run may show.
    """

    id: str
    texts: frozenset[str]
    title: str = ""
    place: int = 0
    written: Callable[[str], str] = _as_it_is

    def held(self, text: str) -> bool:
        """True if the text stood on it."""
        return text in self.texts or self.written(text) in self.texts

    def said(self, wanted: str) -> bool:
        """True if the words stood in one of its texts."""
        known = {wanted, self.written(wanted)}
        return any(says(text, words) for words in known for text in self.texts)

    def was_called(self, title: str) -> bool:
        """True if it had that title."""
        return self.title in (title, self.written(title))


class Remembered:
    """The same sources, and with them the place of their look, and what stood on the looks before it, the oldest first."""

    def __init__(self, sources: Sources, earlier: Sequence[Look], place: int) -> None:
        self._sources, self.earlier, self.place = sources, tuple(earlier), place
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
    """The last looks of a run. `recall` gives those that were made up to now, in whichever process, the oldest first."""

    def __init__(self, recall: Callable[[], Iterable[Look]] = tuple) -> None:
        self._recall: Callable[[], Iterable[Look]] | None = recall  # None: they have been recalled
        self._looks: list[Look] = []
        self._places: dict[str, int] = {}  # of the looks of this process, by their ids

    def with_earlier(self, sources: Sources) -> Sources:
        """The sources with what stood on the looks before; theirs is one of them from then on."""
        self.keep(sources.observation)
        place = self._places[sources.observation.id]
        return Remembered(sources, [look for look in self._known() if look.place < place], place)

    def keep(self, seen: Observation, place: int | None = None) -> None:
        """Remember a look that was made, unless it is remembered. `place`: in the run; None: as the number of its id says."""
        if seen.id not in self._places:
            self._places[seen.id] = at = number_of(seen.id) if place is None else place
            self._looks.append(structs.replace(look_of(seen), place=at))
            self._forget()

    def place(self, id: str) -> int | None:
        """The place of a look of this process; None if it is not remembered."""
        return self._places.get(id)

    def _known(self) -> list[Look]:
        recall, self._recall = self._recall, None
        if recall is not None and len(self._looks) < MOST:
            self._looks = [*(look for look in recall() if not self._looks or look.place < self._looks[0].place), *self._looks]
            self._forget()
        return self._looks

    def _forget(self) -> None:
        for old in self._looks[:-MOST]:
            if self._places.get(old.id) == old.place:
                del self._places[old.id]
        del self._looks[:-MOST]


def earlier_of(sources: Sources) -> tuple[Look, ...]:
    """What stood on the looks before, the oldest first; none where nobody has kept them."""
    return sources.earlier if isinstance(sources, Remembered) else ()


def place_of(sources: Sources) -> int:
    """The place of the look in the run."""
    return sources.place if isinstance(sources, Remembered) else number_of(sources.observation.id)


def is_of(evidence: Evidence, sources: Sources) -> bool:
    """True if the evidence was seen in this very look."""
    return evidence.look == place_of(sources) if evidence.look else evidence.observation == sources.observation.id


def is_from(evidence: Evidence, look: Look) -> bool:
    """True if the evidence was seen in this earlier look; where its place is not told, in one of the same id."""
    return evidence.look == look.place if evidence.look else evidence.observation == look.id


def place_of_act(act: ActSeen) -> int:
    """The place of the look that was made after the act."""
    return act.look or number_of(act.observation)


def look_of(observation: Observation) -> Look:
    """All that stands on a look; asked for again, the same."""
    words = words_of(observation)
    return words.kept("as it is remembered", lambda: _look_of(observation))


def _look_of(observation: Observation) -> Look:
    visible, nodes = words_of(observation).visible, observation.tree.nodes
    said = {*map(observation.name_of, visible), *(value for i in visible if (value := nodes[i].value))} - {""}
    return Look(observation.id, frozenset((*said, observation.title)), observation.title, number_of(observation.id))


def before(earlier: Sequence[Look], wanted: str) -> Look | None:
    """The last look on which the wanted words did not stand yet; None: there is none."""
    return next((look for look in reversed(earlier) if not look.said(wanted)), None)


def before_act(earlier: Sequence[Look], acts: Sequence[ActSeen], name: str) -> Look | None:
    """The last look before the last act on what is called so; None: there is none."""
    last = next((place_of_act(act) for act in reversed(acts) if name and act.name == name and act.outcome not in NOT_DONE), -1)
    return next((look for look in reversed(earlier) if look.place < last), None)


def number_of(look: str) -> int:
    """The number that the id of a look tells; -1: none."""
    return int(look[1:]) if look[1:].isdecimal() else -1
