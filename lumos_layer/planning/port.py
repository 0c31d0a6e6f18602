"""The port behind which every planner stands, and what it is told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from lumos_layer.perception.observation import Observation
from lumos_layer.planning.calling import Offer
from lumos_layer.planning.plan import Plan
from lumos_layer.safety.constraints import Constraints

By = Literal["planner", "recovery", "person"]

ANSWERED = "A person answered: "  # what is said of an act that a person answered in words begins so


class Remembered(BaseModel):
    """One act of the run as a planner is told of it: what was done, what came of it, what changed (as a delta's JSON)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    step: int
    action: JsonValue
    element: str = Field(default="", description="What it acted on, in words.")
    outcome: str
    said: str = Field(default="", description="Advice, error or mismatch that came with the outcome.")
    delta: JsonValue = None
    cursor: str = Field(
        default="", description="The plan's own cursor; empty for acts that no planner chose, as those of a recovery."
    )
    by: By = Field(default="planner", description="Who chose it; a person did so in place of what the planner had chosen.")


def _forgotten(texts: Sequence[str]) -> None:
    """Where nothing is written down."""


@dataclass(frozen=True)
class Request:
    """All that a planner is told (L22): goal, current screen, recent memory, hints, limits. What a screen says is data."""

    goal: str
    observation: Observation
    steps: Sequence[str] = ()  # of a scenario, in words, if the task has any
    memory: Sequence[Remembered] = ()
    hints: Sequence[str] = ()  # from the runtime, never from a screen
    constraints: Constraints = field(default_factory=Constraints)
    values: Sequence[tuple[str, str]] = ()  # to carry from screen to screen, by name (B11)
    step: int | None = None  # how many actions the planner has proposed so far, where the memory does not hold all of them
    requirements: Sequence[str] = ()  # what must hold in the end, how each stands, and which is next: the state as it is proven
    verbs: Collection[str] | None = None  # types of actions that the surface can carry out; None: any
    secrets: Sequence[str] | None = None  # names of the secret texts that there are; None: not known
    without: Callable[[str], str] = str  # takes out of a prompt what was refused as a secret in clear, wherever it stands
    refuse: Callable[[Sequence[str]], None] = _forgotten  # is told what a planner refuses so itself
    procedures: Sequence[Offer] = ()  # that fit this screen: ways that led to a verified result before


class Planner(Protocol):
    """Chooses one next action. It never acts, and what it keeps for itself must not be needed to go on."""

    @property
    def name(self) -> str: ...

    def plan(self, request: Request) -> Plan:
        """Exactly one action. Raises PlannerFailed if there is none to be had."""
        ...
