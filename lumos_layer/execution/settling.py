"""Looking until the screen stands still: two looks that agree, on a clock that is handed in, and within bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator

from msgspec import Struct

from lumos_layer.environments.clock import Clock
from lumos_layer.execution.differing import Differing
from lumos_layer.execution.restless import Restless
from lumos_layer.perception.observation import Observation

_TURNS = 3  # looks in a row at each of which a text is another: it goes on forever
_AGAIN = 2  # changes more, after a screen had come to rest: it goes on by itself


class Patience(Struct, frozen=True, kw_only=True):
    """How long to look on, in seconds. Looks come `first_pause` apart, each pause twice the one before up to `longest_pause`."""

    first_pause: float = 0.05
    longest_pause: float = 0.4
    settling: float = 3.0  # until the screen must stand still
    busy: float = 10.0  # until what says that it is busy must be done
    effect: float = 2.0  # until something must come of an act
    sure: float = 1.0  # that a change which no sign ties to the act must last to count as its doing


class Settled(Struct, frozen=True):
    """The last look, and whether the one before it agreed.

    `moving`: it did not, so that the screen changes for ever. `turning` are marks of texts that were others at each of the last
    looks.
    """

    observation: Observation
    still: bool
    moving: bool = False
    turning: frozenset[Hashable] = frozenset()


class Settler:
    """Looks at a surface until it stands still."""

    def __init__(self, observe: Callable[[], Observation], clock: Clock, patience: Patience, restless: Restless) -> None:
        self._observe, self._clock, self._patience, self._restless = observe, clock, patience, restless

    def settle(self, busy_before: int = 0) -> Settled:
        """Look until two looks agree, apart from what changes all the time, and nothing is busy that was not before.

        `busy_before` is how many nodes were busy before the act. Raises what the environment raises.
        """
        last, still = self._observe(), True
        begun = idle_since = self._clock.now()
        turned = Counter[Hashable]()
        for pause in self.pauses():
            now = self._clock.now()
            if busy_in(last) > busy_before:
                idle_since = now
            if now - idle_since >= self._patience.settling or now - begun >= self._patience.busy + self._patience.settling:
                break
            self._clock.sleep(pause)
            look = self._observe()
            differing = Differing(last, look)
            still = self._is_still(differing, turned)
            last = look
            if busy_in(look) > busy_before:
                if self._clock.now() - begun >= self._patience.busy:
                    break
            elif still:
                return Settled(look, True, turning=frozenset(mark for mark, turns in turned.items() if turns >= _TURNS))
        return Settled(last, False, moving=not still)

    def look_on(self, last: Observation, seconds: float) -> tuple[Observation, list[Differing]]:
        """Look on, as nobody acts, until nothing has changed for so long; the last look, and the changes that came meanwhile.

        It ends with the second change: what changes so often changes by itself. Raises what the environment raises.
        """
        came: list[Differing] = []
        since = self._clock.now()
        for pause in self.pauses():
            if self._clock.now() - since >= seconds or self.goes_on(came):
                break
            self._clock.sleep(pause)
            look = self._observe()
            differing = Differing(last, look)
            if differing and self._restless.telling(differing):
                came.append(differing)
                since = self._clock.now()
            last = look
        return last, came

    def goes_on(self, came: list[Differing]) -> bool:
        """True if so many changes show that the screen changes by itself."""
        return len(came) >= _AGAIN

    def _is_still(self, differing: Differing, turned: Counter[Hashable]) -> bool:
        """True if nothing differs but what changes all the time. `turned` counts how often each node has changed in a row."""
        if not differing or not self._restless.telling(differing):
            return True
        marks = self._restless.words_of(differing)
        for mark in set(turned) - (marks or set()):
            del turned[mark]
        if marks is None:
            return False
        turned.update(marks)
        return all(turned[mark] >= _TURNS for mark in marks)

    def pauses(self) -> Iterator[float]:
        """The pauses between looks, without end."""
        pause = self._patience.first_pause
        while True:
            yield pause
            pause = min(pause * 2, self._patience.longest_pause)


def busy_in(observation: Observation) -> int:
    """How many nodes say that they are busy."""
    return sum(1 for node in observation.tree.nodes if node.busy)
