"""The right to a surface, which ends with the process that holds it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lumos_layer.errors import NotOwner
from lumos_layer.surface.locks import Lock, name_of

if TYPE_CHECKING:
    from lumos_layer.surface.registry import Surfaces


class Lease:
    """One agent's right to one surface in one epoch. `person_epoch` is the last one that a person had it, 0 for never."""

    def __init__(self, surfaces: Surfaces, surface: str, agent: str) -> None:
        self._surfaces = surfaces
        self.surface, self.agent = surface, agent
        self.epoch = self.person_epoch = 0
        self.locks: list[Lock] = []

    @property
    def held(self) -> bool:
        return bool(self.locks)

    def check(self) -> None:
        """Raises PausedByUser while a person has the surface, and NotOwner if this does not count any more."""
        self._surfaces.check(self)

    def release(self, reason: str = "released") -> None:
        """Give it up; nothing happens if it is given up already."""
        if self.held:
            self._surfaces.release(self, reason)

    def unlock(self) -> None:
        """Let go of the files that keep other processes out."""
        while self.locks:
            self.locks.pop().release()


class Locks:
    """The lock files of one store; those in `claims` are shared by all stores of the machine."""

    def __init__(self, folder: Path, claims: Path | None) -> None:
        self._folder, self._claims = folder, claims

    def turn(self, surface: str) -> Lock:
        """What is held while something is under way on the surface."""
        return Lock(self._folder / f"{name_of(surface)}.turn")

    def claim(self, lease: Lease, address: str, owner: str) -> None:
        """Keep all other processes out as long as this lease is held. Raises NotOwner if one of them is there already."""
        wanted = [Lock(self._folder / f"{name_of(lease.surface)}.lease")]
        if self._claims is not None and address:
            wanted.append(Lock(self._claims / f"{name_of(address)}.claim"))
        for lock in wanted:
            if not lock.take():
                lease.unlock()
                raise NotOwner(lease.surface, lease.agent, f"Another run (of {owner or 'another agent'})")
            lease.locks.append(lock)
