"""Handing an act to an environment, so that whatever breaks there becomes a delivery, and nothing is lost."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import msgspec

from lumos_layer.actions.fields import Secret
from lumos_layer.actions.grounding import GroundedAction
from lumos_layer.actions.outcomes import Aborted, Failed, Paused
from lumos_layer.environments.clock import Clock
from lumos_layer.environments.port import Delivery, Environment
from lumos_layer.errors import ControlError, EnvironmentClosed, LumosError, NotOwner, NotSent, PausedByUser
from lumos_layer.plugins import guarded, told, words_of

_SHOWN = 300  # characters of an error


class Broke(Exception):
    """What carries out acts, or looks, broke down; the words are safe to show."""


class Stopped(Broke):
    """Who holds the surface lets it be neither looked at nor acted on: nothing was done. It tells nothing of what is shown."""

    def __init__(self, problem: ControlError) -> None:
        super().__init__(str(problem))
        self.problem = problem

    def outcome(self, action_id: str, before: str, *, begun: bool) -> Paused | Aborted | Failed:
        """What that is for an act, of which nothing had taken effect; `begun`: it was under way already."""
        if isinstance(self.problem, NotOwner):
            return Failed(action_id=action_id, before=before, error=f"{self} Nothing was done.")
        if isinstance(self.problem, PausedByUser) and not begun:
            return Paused(action_id=action_id, before=before)
        return Aborted(action_id=action_id, before=before, why=f"{_ABORTED} {_LOOK_FIRST}")


_ABORTED = "aborted_by_user: a person took the surface before the act took effect."
_LOOK_FIRST = "It was not done, and will not be; look first when the surface is given back."


class Sender:
    """Sends acts and looks. Errors of strangers are told in their own words only as long as no secret went this way."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._secretive = False

    def send(self, action_id: str, grounded: GroundedAction) -> Delivery:
        """The delivery, `uncertain` where it broke down and the act may have arrived. Raises Broke if it cannot have."""
        self._secretive |= isinstance(getattr(grounded.action, "text", None), Secret)
        try:
            with guarded(lambda problem: _Uncertain(self.said(problem)), NotSent, EnvironmentClosed, ControlError):
                return valid(action_id, self._environment.perform(action_id, grounded))
        except (NotSent, EnvironmentClosed) as problem:
            raise Broke(str(problem)) from problem
        except ControlError as problem:
            raise Stopped(problem) from problem
        except _Uncertain as problem:
            return Delivery(action_id=action_id, status="uncertain", note=str(problem))

    @contextmanager
    def looking(self) -> Iterator[None]:
        """For what can change nothing: inside, whatever breaks in the environment or its clock becomes Broke."""
        try:
            with guarded(lambda problem: Broke(self.said(problem)), Broke, ControlError):
                yield
        except ControlError as problem:
            raise Stopped(problem) from problem

    def said(self, problem: Exception) -> str:
        """The error in words that may be shown. That a look was not sent says nothing of an act."""
        kind = type(problem).__name__
        if isinstance(problem, NotSent):
            return f"{words_of(getattr(problem, 'problem', kind))}."[:_SHOWN]
        if isinstance(problem, LumosError):
            return words_of(problem)[:_SHOWN]
        return kind if self._secretive else told(problem)


class _Uncertain(Exception):
    """The environment broke down over an act, which may have arrived."""


class Time:
    """The clock of an executor or a run. What breaks in it, as the line to another process may, becomes what `guard` says."""

    def __init__(self, clock: Clock, guard: Callable[[], AbstractContextManager[None]]) -> None:
        self._clock, self._guard = clock, guard

    def now(self) -> float:
        """The time in seconds. Raises Broke if nobody can tell it."""
        with self._guard():
            time: object = self._clock.now()
        if isinstance(time, bool) or not isinstance(time, int | float) or not math.isfinite(time):
            raise Broke(f"The clock gave no time but {f'{time}' if isinstance(time, float) else f'a {type(time).__name__}'}.")
        return time

    def sleep(self, seconds: float) -> None:
        """Let time pass. Raises Broke if that cannot be done."""
        with self._guard():
            self._clock.sleep(seconds)


def valid(action_id: str, given: Any) -> Delivery:
    """The delivery as the port has it; a refusal stays one. Of what is none, or another act's, nobody knows whether it arrived."""
    if not isinstance(given, Delivery):
        return Delivery(
            action_id=action_id, status="uncertain", note=f"The environment gave no delivery but a {type(given).__name__}."
        )
    try:
        delivery = msgspec.convert(msgspec.structs.asdict(given), Delivery)
        if delivery.status == "refused" or delivery.action_id == action_id:
            return delivery
        note = f"The environment answered for another act, {delivery.action_id[:_SHOWN]!r}."
    except msgspec.ValidationError as problem:
        note = f"The environment gave no valid delivery: {problem}."
    if given.status == "refused":
        return Delivery(action_id=action_id, status="refused", reason="unsupported", note=note)
    return Delivery(action_id=action_id, status="uncertain", note=note)
