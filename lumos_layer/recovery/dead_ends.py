"""What has been tried in vain, as acts and as ways to go, and whose doing the troubles of a run were (S50 to S52)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from lumos_layer.planning.diagnosis import Culprit, Diagnosis, RouteKind, Trigger
from lumos_layer.planning.port import Remembered
from lumos_layer.planning.progress import signature, times_in_vain

INEFFECTIVE = 3  # times that an act comes to nothing before another way has to be found
_MOST, _TOLD = 20, 6  # dead ends that are kept, and told to a planner
_SAID = 300  # characters
_SIGNATURE = 500
_REVIEW = 800
# What a planner hears where the way as a whole is looked at.
_WHY: Mapping[Trigger, str] = MappingProxyType(
    {
        "budget": "Three quarters of the steps are spent.",
        "cadence": "For many steps nothing new has been proved.",
    }
)


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class DeadEnd(_Value):
    """An act (`action`) or a way to go (`strategy`) that came to nothing, `times` times in all, the last in `step`."""

    level: Literal["action", "strategy"]
    signature: str
    said: str
    why: str = ""
    step: int = 0
    times: int = 1


class Attribution(_Value):
    """Whose doing a trouble was; `requirement` is what it was about, if anything."""

    role: Culprit
    step: int
    requirement: str = ""


class Troubles(_Value):
    """The troubles of a run, bounded. The counts are of routes that were taken since the run last got on."""

    dead_ends: tuple[DeadEnd, ...] = ()
    attributions: tuple[Attribution, ...] = ()
    routes: tuple[RouteKind, ...] = Field(default=(), description="Taken since the run last got on, oldest first.")
    reviewed: int = Field(default=0, description="The step in which the way as a whole was last looked at.")
    warned: bool = Field(default=False, description="That the budget runs out was looked into.")
    review: str = Field(default="", description="What the next plan has to hear of that look; empty: nothing.")

    def taken(self, route: RouteKind) -> int:
        return self.routes.count(route)

    def times(self, level: Literal["action", "strategy"], mark: str) -> int:
        """How often this has come to nothing."""
        return sum(end.times for end in self.dead_ends if (end.level, end.signature) == (level, mark[:_SIGNATURE]))

    @property
    def left_ways(self) -> int:
        """How many ways to go were given up."""
        return sum(end.times for end in self.dead_ends if end.level == "strategy")

    def attributed_to(self, role: Culprit, requirement: str) -> int:
        return sum((each.role, each.requirement) == (role, requirement) for each in self.attributions)

    def got_on(self) -> Troubles:
        """After an act that worked: what was tried before may be tried again, but dead ends stay told."""
        return self.model_copy(update={"routes": ()}) if self.routes else self

    def told(self) -> Troubles:
        """After a plan that has heard of the last look at the way."""
        return self.model_copy(update={"review": ""}) if self.review else self

    def diagnosed(self, found: Diagnosis, route: RouteKind, step: int, requirement: str = "") -> Troubles:
        attribution = Attribution(role=found.role, step=step, requirement=requirement)
        return self.model_copy(
            update={"attributions": (*self.attributions, attribution)[-_MOST:], "routes": (*self.routes, route)[-_MOST:]}
        )

    def looked_over(self, trigger: Trigger, missing: Sequence[str], step: int) -> Troubles:
        """After a look at the way as a whole, for which nothing had to fail; the next plan hears what is missing."""
        if trigger not in _WHY:
            return self
        left = ", ".join(map(repr, missing[:_TOLD]))
        review = f"{_WHY[trigger]} Think the way over. Not shown to hold: {left}."
        warned = self.warned or trigger == "budget"
        return self.model_copy(update={"reviewed": step, "warned": warned, "review": review[:_REVIEW]})

    def with_dead_end(self, level: Literal["action", "strategy"], mark: str, said: str, why: str, step: int) -> Troubles:
        """The same with one dead end more; one that is known already counts once more, and stands last."""
        mark = mark[:_SIGNATURE]
        end = DeadEnd(level=level, signature=mark, said=said[:_SAID], why=why[:_SAID], step=step, times=self.times(level, mark) + 1)
        others = (each for each in self.dead_ends if (each.level, each.signature) != (level, mark))
        return self.model_copy(update={"dead_ends": (*others, end)[-_MOST:]})


def told_of(troubles: Troubles) -> tuple[str, ...]:
    """The dead ends as a planner is told of them, ways to go first, after what was found when the whole way was looked at."""
    last = sorted(troubles.dead_ends[-_TOLD:], key=lambda end: end.level != "strategy")
    return (*filter(None, (troubles.review,)), *(_told(end) for end in last))


def _told(end: DeadEnd) -> str:
    kind = "This way leads nowhere" if end.level == "strategy" else "This came to nothing"
    times = f" {end.times} times" if end.times > 1 else ""
    return f"{kind}{times} (last in step {end.step}): {end.said}. {end.why}".strip()


def forced_change(memory: Sequence[Remembered], action: JsonValue, element: str = "") -> str:
    """Why an act must not be done once more as it is: it came to nothing three times; empty if it did not (S51)."""
    count = times_in_vain(memory, signature(action, element))
    if count < INEFFECTIVE:
        return ""
    return f"You have done this {count} times and nothing came of it: choose another way to reach the goal."
