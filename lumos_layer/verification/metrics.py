"""How right a verifier is, counted over requirements of which the truth is known (S66)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct


class Tally(Struct, frozen=True):
    """Requirements counted by what was claimed and what is so. Tallies add up."""

    right: int = 0  # claimed to be met, and met
    false_claims: int = 0  # claimed to be met, and not met
    missed: int = 0  # met, and not claimed to be
    rightly_open: int = 0  # not met, and not claimed to be

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, name) + getattr(other, name) for name in self.__struct_fields__))

    @property
    def total(self) -> int:
        return self.right + self.false_claims + self.missed + self.rightly_open

    @property
    def met(self) -> int:
        return self.right + self.missed

    @property
    def precision(self) -> float | None:
        """The share of claims that are right; None if there is none."""
        claims = self.right + self.false_claims
        return self.right / claims if claims else None

    @property
    def recall(self) -> float | None:
        """The share of what is met that is claimed; None if nothing is met."""
        return self.right / self.met if self.met else None

    @property
    def false_completion_rate(self) -> float | None:
        """The share of what is not met that is claimed all the same; None if everything is met."""
        open_ = self.false_claims + self.rightly_open
        return self.false_claims / open_ if open_ else None


def tally(pairs: Iterable[tuple[bool, bool]]) -> Tally:
    """Count pairs of what was claimed and what is so."""
    counted = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
    for claimed, so in pairs:
        counted[claimed, so] += 1
    return Tally(counted[True, True], counted[True, False], counted[False, True], counted[False, False])
