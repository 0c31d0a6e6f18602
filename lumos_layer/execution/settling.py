"""Looking until the screen stands still: two looks that agree, on a clock that is handed in, and within bounds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from msgspec import Struct

from lumos_layer.environments.clock import Clock
from lumos_layer.execution.differing import Differing, mark_of
from lumos_layer.execution.restless import Restless
from lumos_layer.perception.observation import Observation


class Patience(Struct, frozen=True, kw_only=True):
    """How long to look on, in seconds. Looks come `first_pause` apart, each pause twice the one before up to `longest_pause`."""

    first_pause: float = 0.05
    longest_pause: float = 0.4
    settling: float = 3.0  # until the screen must stand still
    busy: float = 10.0  # until what says that it is busy must be done
    effect: float = 2.0  # until something must come of an act


class Settled(Struct, frozen=True):
    """The last look, and whether the one before it agreed."""

    observation: Observation
    still: bool


class Settler:
    """Looks at a surface until it stands still."""

    def __init__(self, observe: Callable[[], Observation], clock: Clock, patience: Patience, restless: Restless) -> None:
        self._observe, self._clock, self._patience, self._restless = observe, clock, patience, restless

    def settle(self, busy_before: int = 0) -> Settled:
        """Look until two looks agree, apart from what changes all the time, and nothing is busy that was not before.

        `busy_before` is how many nodes were busy before the act. Raises what the environment raises.
        """
        last = self._observe()
        begun, moving = self._clock.now(), frozenset[Hashable]()
        for pause in self.pauses():
            passed = self._clock.now() - begun
            busy = busy_in(last) > busy_before
            if passed >= (self._patience.busy if busy else self._patience.settling):
                break
            self._clock.sleep(pause)
            now = self._observe()
            differing = Differing(last, now)
            restless = self._marks(differing)
            still = not differing or (restless is not None and restless <= moving) or not self._restless.telling(differing)
            if still and not (busy_in(now) > busy_before):
                return Settled(now, True)
            last, moving = now, restless or frozenset()
        return Settled(last, False)

    def pauses(self) -> Iterator[float]:
        """The pauses between looks, without end."""
        pause = self._patience.first_pause
        while True:
            yield pause
            pause = min(pause * 2, self._patience.longest_pause)

    def _marks(self, differing: Differing) -> frozenset[Hashable] | None:
        """The nodes that changed, None where more than nodes did."""
        if differing.reshaped or differing.header:
            return None
        return frozenset(mark_of(differing.after.tree, i) for i in differing.changed)


def busy_in(observation: Observation) -> int:
    """How many nodes say that they are busy."""
    return sum(1 for node in observation.tree.nodes if node.busy)
