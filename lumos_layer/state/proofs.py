"""The evidence that a state holds: oldest first, and at hand by what it is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from lumos_layer.state.evidence import Evidence

_PAST: Final = 8  # evidence of one requirement that is kept although it counts no longer; all of it is in the events


class Proofs:
    """Immutable. Equal ones hold equal evidence in the same order; each has an id of its own."""

    __slots__ = ("_all", "_of")

    def __init__(self, evidence: Iterable[Evidence] = ()) -> None:
        self._all = {each.id: each for each in evidence}
        of: dict[str, list[str]] = {}
        for each in self._all.values():
            of.setdefault(each.requirement, []).append(each.id)
        self._of = {requirement: tuple(ids) for requirement, ids in of.items()}

    def __iter__(self) -> Iterator[Evidence]:
        return iter(self._all.values())

    def __len__(self) -> int:
        return len(self._all)

    def __contains__(self, id: object) -> bool:
        return id in self._all

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Proofs) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def of(self, requirement: str) -> tuple[Evidence, ...]:
        """All about one requirement, oldest first."""
        return tuple(self._all[id] for id in self._of.get(requirement, ()))

    def live(self, requirement: str) -> Iterator[Evidence]:
        """What shows now that one requirement is met."""
        return (each for each in self.of(requirement) if each.status == "live" and each.verdict)

    def after(self, changed: Iterable[Evidence]) -> Proofs:
        """The same with these: in the place of what has the same id, else last. Of what counts no longer the last few are kept."""
        made = Proofs()
        made._all, made._of = dict(self._all), dict(self._of)
        touched = set()
        for each in changed:
            if each.id not in made._all:
                made._of[each.requirement] = (*made._of.get(each.requirement, ()), each.id)
            made._all[each.id] = each
            touched.add(each.requirement)
        for requirement in touched:
            made._forget(requirement)
        return made

    def _forget(self, requirement: str) -> None:
        past = [each.id for each in self.of(requirement) if each.status != "live"]
        gone = set(past[:-_PAST])
        for id in gone:
            del self._all[id]
        if gone:
            self._of[requirement] = tuple(id for id in self._of[requirement] if id not in gone)
