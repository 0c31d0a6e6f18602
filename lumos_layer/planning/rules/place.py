"""Where the planner stands in its steps: what a cursor says, and what came of the last act."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from lumos_layer.actions.documents import WAITING, verb_in
from lumos_layer.errors import NotSent
from lumos_layer.planning.port import Remembered
from lumos_layer.planning.progress import signature

_TOLD, _MARK = 4_000, 100  # characters of a cursor, and of one place in it
_ASKED = 50  # marks of questions that it holds


class Told(Struct, frozen=True, array_like=True):
    """What a person answered at the step `at`: in place of all steps, instead of this one, before it, or as the name that stands
    in one of its fields."""

    at: int
    how: str
    words: str


class Place(Struct, frozen=True, omit_defaults=True):
    """`step` is done next, counted from 0. `tries`: acts for it in vain; `tried`: places looked at; `waits`: for a busy screen.
    `unsure`: the last act may have been done; `instead`: a person did something else in place of the last act. `left_out`:
    steps that a person wanted left out. `redone`: how often steps of before were gone back to. `told`: what they answered;
    `about`: what is asked now; `asks`: questions about this step; `asked`: marks of all questions."""

    step: int = 0
    tries: int = 0
    waits: int = 0
    acts: int = 0
    final: bool = False
    unsure: bool = False
    instead: bool = False
    left_out: tuple[int, ...] = ()
    redone: int = 0
    tried: tuple[str, ...] = ()
    told: tuple[Told, ...] = ()
    about: str = ""
    asks: int = 0
    asked: tuple[int, ...] = ()

    def cursor(self) -> str:
        """As JSON of bounded length, but for what a person answered: of the places looked at the latest stay."""
        kept = replace(self, asked=self.asked[-_ASKED:])
        tried = [mark[:_MARK] for mark in self.tried]
        most = _TOLD + sum(len(msgspec.json.encode(each)) for each in self.told)
        while len(said := msgspec.json.encode(replace(kept, tried=tuple(tried))).decode()) > most and tried:
            del tried[0]
        return said

    def next(self) -> Place:
        return Place(self.step + 1, left_out=self.left_out, redone=self.redone, told=self.told, asked=self.asked)

    def back(self, step: int, tries: int = 0) -> Place:
        """At a step of before once more."""
        return Place(step, tries, left_out=self.left_out, redone=self.redone + 1, told=self.told, asked=self.asked)

    def again(self) -> Place:
        return replace(self, tries=self.tries + 1, final=False, unsure=False, instead=False)

    def leaving_out(self) -> Place:
        return replace(self.next(), left_out=(*self.left_out, self.step))


class Ended(Struct, frozen=True):
    """The run cannot go on; `why` says so."""

    why: str


_ENDED = frozenset(("denied", "blocked"))
_UNSURE = frozenset(("unknown", "failed"))
_REFUSED = frozenset(("denied", "policy"))
_NOT_YET = frozenset(("needs_approval", "paused", "aborted", "approved", "edited"))


def place_of(memory: Sequence[Remembered]) -> Place | Ended:
    """Where to go on, by the last act that this planner chose, and what came of it when others did it once more."""
    number = next((i for i in reversed(range(len(memory))) if memory[i].cursor.startswith("{")), None)
    place = None if number is None else _read(memory[number].cursor)
    return Place() if number is None or place is None else _after(place, _done_last(memory[number:]))


def _done_last(entries: Sequence[Remembered]) -> Remembered:
    """The first entry, or the last after it that is the same act: a recovery does again what nobody saw arrive."""
    if entries[0].outcome not in _UNSURE:
        return entries[0]
    wanted = signature(entries[0].action, entries[0].element)
    again = (each for each in reversed(entries[1:]) if each.by != "person" and signature(each.action, each.element) == wanted)
    return next(again, entries[0])


def step_of(memory: Sequence[Remembered]) -> int:
    """The step that the last act was for, waits apart; -1 if there was none."""
    acts = (entry for entry in reversed(memory) if verb_in(entry.action) not in WAITING)
    last = next((entry.cursor for entry in acts if entry.cursor.startswith("{")), "")
    place = _read(last)
    return -1 if place is None else place.step


def _read(cursor: str) -> Place | None:
    try:
        return msgspec.json.decode(cursor, type=Place)
    except msgspec.DecodeError:
        return None


def _after(place: Place, last: Remembered) -> Place | Ended:
    if last.by == "person":  # what was done is not what the step asks for
        return replace(place, final=False, unsure=False, instead=True)
    if last.outcome in _NOT_YET:
        return replace(place, final=False)
    if last.outcome == "no_effect" and verb_in(last.action) == "wait_for_change":
        return place
    if last.outcome == "done":
        return place.next() if place.final else place
    if last.outcome in _ENDED or any(f"'{word}'" in last.said or last.said.startswith(word) for word in _REFUSED):
        return Ended(f"It was not allowed: {last.said or last.element}"[:500])
    looked = place.tried[:-1] if place.tries == 0 and not place.final else place.tried  # it was not looked at there
    sent = not last.said.startswith(NotSent.begins)
    return replace(place.again(), unsure=last.outcome in _UNSURE and place.final and sent, tried=looked)
