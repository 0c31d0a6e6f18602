"""Waiting for a person, and the two answers that come of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from lumos_layer.environments.clock import Clock
from lumos_layer.surface.addresses import bare
from lumos_layer.surface.records import HandoffRecord

if TYPE_CHECKING:
    from lumos_layer.surface.registry import Surfaces

_PAUSE = 0.25  # seconds between two looks at the record


class _Answer(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Finished(_Answer):
    """The person has given the surface back."""

    answer: Literal["finished"] = "finished"
    url: str = Field(default="", description="The address shown now, without query and fragment; empty: there is none.")

    @classmethod
    def at(cls, url: str) -> Finished:
        return cls(url=bare(url))


class TimedOut(_Answer):
    """Nobody has, in time: this line of work ends here. The surface stays with the person until they give it back."""

    answer: Literal["timed out"] = "timed out"


HandoffAnswer = Annotated[Finished | TimedOut, Field(discriminator="answer")]
ANY_ANSWER: TypeAdapter[HandoffAnswer] = TypeAdapter(HandoffAnswer)


def wait(surfaces: Surfaces, asked: HandoffRecord, clock: Clock, waited: float = 0.0) -> TimedOut | None:
    """None as soon as the person has finished; TimedOut when the time has passed on the clock, or the hand-off was cancelled.

    `waited` are seconds of it that have passed already.
    """
    until = clock.now() + asked.seconds - waited
    while True:
        now = surfaces.handoffs.find(asked.id)
        if now.status == "completed":
            return None
        if not now.open:
            return TimedOut()
        left = until - clock.now()
        if left <= 0:
            return None if surfaces.handoffs.expire(asked.id).status == "completed" else TimedOut()
        clock.sleep(min(_PAUSE, left))
