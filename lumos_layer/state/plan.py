"""The requirements of a state as a graph: at hand by id, with what builds on what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from msgspec import Struct

from lumos_layer.state.checks import slots_of
from lumos_layer.state.requirement import Requirement


class Plan(Struct, frozen=True, dict=True):
    """Requirements in the order of the plan. What follows from them is worked out once, when it is asked for."""

    requirements: tuple[Requirement, ...] = ()

    @cached_property
    def by_id(self) -> Mapping[str, Requirement]:
        return {each.id: each for each in self.requirements}

    @cached_property
    def users(self) -> Mapping[str, tuple[str, ...]]:
        """For each id what depends on it directly; none for what nothing depends on."""
        found: dict[str, list[str]] = {}
        for each in self.requirements:
            for other in each.depends_on:
                found.setdefault(other, []).append(each.id)
        return {id: tuple(dict.fromkeys(ids)) for id, ids in found.items()}

    @cached_property
    def leaves(self) -> tuple[str, ...]:
        """The ids of what no other requirement builds on."""
        return tuple(each.id for each in self.requirements if each.id not in self.users)

    @cached_property
    def slots(self) -> frozenset[str]:
        """The names of all slots in checks."""
        return frozenset(slot for each in self.requirements for slot in self.slots_in(each.id))

    @cached_property
    def _slots_by_id(self) -> Mapping[str, tuple[str, ...]]:
        return {each.id: slots_of(each.check) if each.check is not None else () for each in self.requirements}

    def slots_in(self, id: str) -> tuple[str, ...]:
        """The names of the slots in the check of one requirement."""
        return self._slots_by_id[id]

    def built_on(self, roots: Iterable[str]) -> set[str]:
        """All that depends on any of these, however far."""
        found: set[str] = set()
        waiting = list(roots)
        while waiting:
            new = [id for id in self.users.get(waiting.pop(), ()) if id not in found]
            found.update(new)
            waiting.extend(new)
        return found
