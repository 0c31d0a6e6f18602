"""Looks at surfaces in a row: every element keeps its ref as long as it is there, and none is ever used again."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from lumos_layer.errors import NoSuchRef, StaleRef
from lumos_layer.perception.continuing import Parsed, continued
from lumos_layer.perception.draft import Draft, DumpFormat
from lumos_layer.perception.files import write_whole
from lumos_layer.perception.known_secrets import hide
from lumos_layer.perception.limits import Limits
from lumos_layer.perception.marks import returned
from lumos_layer.perception.observation import Observation
from lumos_layer.perception.reading import parse
from lumos_layer.perception.refs import Ledger, Mark, no_such_ref
from lumos_layer.perception.storing import restored, stored
from lumos_layer.perception.surface import Surface
from lumos_layer.tree.collection import put_off

_REF = re.compile(r"[AW][1-9][0-9]{0,17}").fullmatch


class Session:
    """Observations of any number of surfaces, whose refs share one counter.

    A ref stands for one element in all of them, as far as that is sure; where it is not, the element gets a new ref. A field that
    was seen as protected stays protected. The observations are named o1, o2 and so on.

    `secrets` are texts by name that are known to whoever acts: wherever a look shows one, it shows `[secret:name]` instead.
    """

    def __init__(self, secrets: Mapping[str, str] | None = None) -> None:
        self._secrets = dict(secrets or {})
        self._surfaces: dict[str, Surface] = {}
        self._next = 1  # the least number that no element has had
        self._looks = 0
        self._mark = Mark()  # of all its looks, see Ledger

    def observe(
        self,
        dump: str | os.PathLike[str] | bytes,
        surface: str = "main",
        format: str | None = None,
        limits: Limits | None = None,
    ) -> Observation:
        """Read a dump as the next look at the surface. Raises what `read` raises, and then nothing has changed."""
        with put_off():
            return self._adopted(parse(dump, format, limits), surface)

    def adopt(self, draft: Draft, dialect: DumpFormat, surface: str = "main", raw_bytes: int = 0) -> Observation:
        """The next look at the surface, from a draft that an environment made as the dialect would read it."""
        with put_off():
            return self._adopted(Parsed(draft, dialect, raw_bytes), surface)

    def learn(self, secrets: Mapping[str, str]) -> None:
        """From the next look on, show these names in place of these texts too, as of the `secrets` that it was made with."""
        self._secrets |= secrets

    def protect(self, ref: str) -> None:
        """From the next look on, take the element of the ref for one that keeps a secret, whatever its dump says of it.

        For a field that a secret is put into which is too short to be found again wherever it stands. Raises what `resolve` raises.
        """
        observation, node = self.resolve(ref)
        self._surfaces[observation.surface].protected.add(observation.ledger.numbers[node])

    def _adopted(self, parsed: Parsed, surface: str) -> Observation:
        id = f"o{self._looks + 1}"
        hide(parsed.draft, self._secrets)
        known = self._surfaces.get(surface)
        if known is None:
            ledger = Ledger(next=self._next, mark=self._mark)
            observation = Observation(parsed.draft, parsed.dialect, surface, parsed.raw_bytes, ledger, id)
            self._surfaces[surface] = Surface(observation)
        else:
            observation = continued(
                parsed,
                surface,
                known.latest,
                id,
                first=self._next,
                keep_refs=not known.handed_back,
                recall=lambda tree, taken: returned(tree, taken, known.gone, known.latest.ledger.page),
                mark=self._mark,
                protected=known.protected,
                known_secrets=self._secrets,
            )
            self._surfaces[surface] = known.followed_by(observation)
        self._looks += 1
        self._next = observation.ledger.next
        return observation

    def latest(self, surface: str = "main") -> Observation | None:
        """The last look at the surface; None if there is none, or a person has had it since."""
        known = self._surfaces.get(surface)
        return None if known is None or known.handed_back else known.latest

    @property
    def surfaces(self) -> tuple[str, ...]:
        """The names of all that has been looked at."""
        return tuple(self._surfaces)

    def resolve(self, ref: str) -> tuple[Observation, int]:
        """The latest look that shows the element of the ref, and its node id there.

        Raises StaleRef if the element is not in the latest look at its surface, with what happened to it and what is nearest now;
        NoSuchRef if the session never gave out this ref.
        """
        for known in self._surfaces.values():
            node = known.latest.refs.get(ref)
            if node is not None and not known.handed_back:
                return known.latest, node
        raise self._refused(ref)

    def forget(self, surface: str = "main") -> None:
        """Make every ref of the surface stale, as it is when a person hands it back; the next look gives new ones to all.

        What was seen as protected stays protected.
        """
        if surface in self._surfaces:
            self._surfaces[surface].handed_back = True

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write all that is needed to go on later, whole or not at all: latest looks, refs, fields to protect; never a secret.

        Raises OSError, and then leaves the file as it was.
        """
        write_whole(Path(path), self.dump())

    def dump(self) -> bytes:
        """What `save` writes: one JSON document."""
        return stored(self._surfaces, self._next, self._looks)

    @classmethod
    def load(cls, path: str | os.PathLike[str], secrets: Mapping[str, str] | None = None) -> Session:
        """The session that was saved in a file; it goes on as if it had never stopped.

        Raises DamagedSession (an InputError) if the file holds none, or one of a later version, and OSError if it cannot be read.
        """
        return cls.restore(Path(path).read_bytes(), secrets, str(path))

    @classmethod
    def restore(cls, dumped: bytes, secrets: Mapping[str, str] | None = None, name: str = "The document") -> Session:
        """The session that `dump` gave; `name` is what errors call it. Raises DamagedSession."""
        session = cls(secrets)
        session._surfaces, session._next, session._looks = restored(dumped, name, session._mark)
        return session

    def _refused(self, ref: str) -> StaleRef | NoSuchRef:
        number = int(ref[1:]) if _REF(str(ref)) else 0
        for known in self._surfaces.values():
            if number and (error := known.why_stale(ref, number)):
                return error
        letters = {known.latest.letter for known in self._surfaces.values()}
        if 0 < number < self._next and ref[0] in letters:
            return StaleRef(ref, "", "gone", "its element has been gone for long")
        return no_such_ref(ref, (other for known in self._surfaces.values() for other in known.latest.refs))
