"""An environment that an agent gets at only while it has the surface."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import RLock
from typing import Protocol

from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.environments.clock import Clock, SystemClock
from lumos_layer.environments.port import Capabilities, Delivery, Environment, recalled
from lumos_layer.errors import DamagedRun, EnvironmentClosed, NotOwner, NotSent, PausedByUser
from lumos_layer.perception.observation import Observation
from lumos_layer.surface.comparison import Comparison, compare
from lumos_layer.surface.handoff import Finished, TimedOut, wait
from lumos_layer.surface.handoffs import FIVE_MINUTES
from lumos_layer.surface.leases import Lease
from lumos_layer.surface.records import HandoffRecord
from lumos_layer.surface.registry import Surfaces


class Forgetting(Environment, Protocol):
    """An environment whose refs can all be made stale."""

    def forget(self) -> None:
        """Make every ref stale, as after a person has had the surface: the next look gives new ones to all."""
        ...


class Controlled:
    """The environment, as long as the agent has the lease of its surface; it begins without one, see `acquire`.

    While a person has the surface, looks and acts raise PausedByUser and nothing reaches the environment. An act that a person's
    take came before, after it was begun, raises AbortedByUser and is not done. Without a lease that counts, NotOwner is raised.

    `keep` saves the environment so that another process goes on with it: then its refs become stale once after a person has had it;
    without it, in each process anew.
    """

    def __init__(
        self,
        environment: Forgetting,
        surfaces: Surfaces,
        surface: str = "main",
        agent: str = "agent",
        *,
        profile: str = "",
        scope: Sequence[str] = (),
        address: str = "",
        clock: Clock | None = None,
        keep: Callable[[], None] | None = None,
    ) -> None:
        self.environment, self.surfaces = environment, surfaces
        self.surface, self.agent = surface, agent
        self._profile, self._scope, self._address = profile, tuple(scope), address
        self._clock = clock or SystemClock()
        self._keep = keep
        self._turn = surfaces.turn(surface)
        self._leasing = RLock()
        self._lease: Lease | None = None
        self._closed = False
        self._last: Observation | None = None  # the agent's last look
        self._before: Observation | None = None  # its last look before a person had the surface
        self._after: Observation | None = None  # its first look since
        self._asked: set[str] = set()  # hand-offs that this object asked for
        self._acts: list[GroundedAction] = []  # since its last look
        self._unseen: tuple[GroundedAction, ...] = ()  # those of them that had landed before a person had the surface

    # Having it

    @property
    def capabilities(self) -> Capabilities:
        return self.environment.capabilities

    @property
    def lease(self) -> Lease | None:
        """What the agent has, or had until a person came; None before `acquire` and after `release`."""
        return self._lease

    @property
    def epoch(self) -> int:
        """The epoch in which the agent has it, or had it last; 0 before `acquire`."""
        return 0 if self._lease is None else self._lease.epoch

    @property
    def person_epoch(self) -> int:
        """The last epoch in which a person had it before the agent's lease, 0 for never: it grows with each time in between."""
        return 0 if self._lease is None else self._lease.person_epoch

    def acquire(self, wait: float = 0.0) -> Lease:
        """Ask for the surface; to be called at the beginning, and again after a person has given it back.

        If a person has had it since the agent had, all refs are stale from now on. Raises what `Surfaces.lease` raises.
        """
        with self._leasing:
            if self._lease is not None and self._still_ours(self._lease):
                return self._lease
            had = self.epoch if self._keep is None else max(self.epoch, self.surfaces.renewed(self.surface))
            self._drop()
            lease = self.surfaces.lease(
                self.surface,
                self.agent,
                profile=self._profile,
                scope=self._scope,
                address=self._address,
                wait=wait,
                clock=self._clock,
            )
            self._lease = lease
            if lease.person_epoch > had:
                self.forget()
                if self._keep is not None:
                    self._keep()
                    self.surfaces.note_renewed(self.surface, lease.person_epoch)
            return lease

    def release(self, reason: str = "released") -> None:
        """Give it up; nothing happens if it is given up already."""
        with self._leasing:
            if self._lease is not None:
                self._lease.release(reason)
                self._lease = None

    def close(self) -> None:
        self.release("closed")
        self._closed = True
        self.environment.close()

    # Looking and acting

    def check(self) -> Lease:
        """The lease, if the agent may look and act right now. Raises PausedByUser or NotOwner."""
        lease = self._leased()
        self.surfaces.check(lease)
        return lease

    def _leased(self) -> Lease:
        """The lease, whether or not it still counts. Raises PausedByUser or NotOwner if there is none."""
        if self._closed:
            raise EnvironmentClosed("This environment has been closed. Make another.")
        lease = self._lease
        if lease is None:
            if self.surfaces.status(self.surface).with_a_person:
                raise PausedByUser(self.surface)
            raise NotOwner(self.surface, self.agent)
        return lease

    def observe(self) -> Observation:
        """Look. What was seen while a person took the surface is dropped unread."""
        self.check()
        with self._turn.taken():
            self.check()
            observation = self.environment.observe()
            self.surfaces.note_look(self._leased(), observation.id, observation.url)
            self._last, self._acts = observation, []
            if self._after is None and self._before is not None:
                self._after = observation
            return observation

    def perform(self, action_id: str, action: GroundedAction) -> Delivery:
        """Carry it out; control is checked when it begins, and again, atomically, when it takes effect (A37)."""
        with _not_sent():
            lease = self.check()
            queued = 0 if self._turn.free() else self.surfaces.acts.queue(lease, action_id)
        with self._turn.taken():
            with _not_sent():
                n = self.surfaces.acts.begin(lease, action_id, queued)
            became = "broken"
            try:
                delivery = self.environment.perform(action_id, action)
                became = "refused" if delivery.status == "refused" else "done"
            except NotSent:
                became = "refused"
                raise
            finally:
                if became != "refused":
                    self._acts.append(action)
                self.surfaces.acts.end(n, became)
            return delivery

    def recall(self, action_id: str) -> Delivery | None:
        """What is known of an act. While a person has the surface that is not told either."""
        self.check()
        return recalled(self.environment, action_id)

    def forget(self) -> None:
        """Make every ref stale, and keep the last look only to tell later what a person has changed."""
        if self._last is not None:
            self._before, self._last, self._unseen = self._last, None, ()
        self._after = None
        self._unseen, self._acts = (*self._unseen, *self._acts), []
        self.environment.forget()

    @contextmanager
    def held(self) -> Iterator[Lease]:
        """For writing down what was seen: inside, no person takes the surface unnoticed. Raises what `observe` raises.

        Yields the lease. A take that comes meanwhile waits for the end of this before it is answered.
        """
        with self._turn.taken():
            yield self.check()

    # With a person

    def ask_person(self, reason: str, seconds: float = FIVE_MINUTES) -> HandoffRecord:
        """Hand the surface over (`handoff`): nothing can be looked at or done until a person gives it back. Raises NotOwner."""
        lease = self.check()
        with self._turn.taken():
            asked = self.surfaces.handoffs.ask(lease, reason, seconds)
        self._asked.add(asked.id)
        return asked

    def answer(self, asked: HandoffRecord) -> Finished | TimedOut:
        """Wait until the person has finished; the address is that of the surface then, without query and fragment (A16).

        The agent has the surface again if they have, and has to look first: all refs are new. After `TimedOut` it does not. Where a
        process that has ended had asked, the time since then counts.
        """
        waited = 0.0 if asked.id in self._asked else self.surfaces.seconds_since(asked.asked_at)
        if wait(self.surfaces, asked, self._clock, waited) is not None:
            return TimedOut()
        try:
            self.acquire()
            self.check()
            with self._turn.taken():
                url = self.environment.observe().url
                self.check()
            self.environment.forget()  # that look was not the agent's
        except (PausedByUser, NotOwner):
            return TimedOut()  # somebody else has come first
        return Finished.at(url)

    def hand_off(self, reason: str, seconds: float = FIVE_MINUTES) -> Finished | TimedOut:
        """Ask a person, and wait for them."""
        return self.answer(self.ask_person(reason, seconds))

    def changed(self) -> Comparison | None:
        """What is otherwise in the first look since a person had the surface than in the last before; None where one is missing.

        What the agent itself had done and not seen yet is told apart (A38).
        """
        if self._before is None or self._after is None:
            return None
        return compare(self._before, self._after, self._unseen)

    # Below

    def _still_ours(self, lease: Lease) -> bool:
        try:
            self.surfaces.check(lease)
        except NotOwner:
            return False
        return True

    def _drop(self) -> None:
        if self._lease is not None:
            self._lease.unlock()


@contextmanager
def _not_sent() -> Iterator[None]:
    """Where control cannot be checked nothing is sent."""
    try:
        yield
    except DamagedRun as problem:
        raise NotSent(str(problem)) from problem
