"""What a run gets."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator, model_validator

from lumos_layer.errors import BadTask
from lumos_layer.safety.constraints import Constraints
from lumos_layer.state.phase import Phase, checked_phases
from lumos_layer.state.requirement import Requirement, checked_plan

Part = Literal["state", "verifier", "recovery", "auditor", "memory", "procedures"]
EnvironmentType = Literal["browser", "desktop", "mobile", "multimodal", "simulated_physical"]


class Task(BaseModel):
    """A goal on a surface, with its limits. schemas/task.schema.json describes the document."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    goal: str = Field(min_length=1, max_length=20_000)
    surface: str = Field(default="", description="An app of the simulator, a dump, or a recorded session, by name or path.")
    environment_type: EnvironmentType = "desktop"
    steps: tuple[str, ...] = Field(default=(), description="What to do, step by step, in words.")
    requirements: tuple[Requirement, ...] = Field(
        default=(), description="What must hold in the end; left out: what the steps, or else the goal, come to."
    )
    phases: tuple[Phase, ...] = Field(
        default=(), description="Parts of a task that stretches over several apps, in their order, with what each hands over."
    )
    planner: str = Field(default="rules", description="rules, scripted, or the name of a language model, as provider:model.")
    script: tuple[JsonValue, ...] = Field(default=(), description="The actions of a scripted planner, in their order.")
    constraints: Constraints = Constraints()
    policy: str = Field(default="", description="A policy file; empty: the default policy.")
    secrets: str = Field(default="", description="A file with secret texts by name, which actions speak of by these names.")
    procedures: str = Field(
        default="", description="A folder of procedures, which were recorded from runs that reached their goal; empty: none."
    )
    answer_within: float | None = Field(
        default=None, ge=0, description="Seconds after which a question that nobody has answered counts as denied; left out: never."
    )
    judge: str = Field(
        default="", description="The language model that judges what no check can tell, as provider:model; left out: none."
    )
    auditor: str = Field(
        default="",
        description="The language model that looks once more when all is said to be done; left out: none is asked.",
    )
    folders: tuple[str, ...] = Field(default=(), description="Folders that checks of files and commands may look into.")
    switched_off: tuple[Part, ...] = Field(default=(), description="Parts that are left out, to see what they are good for.")
    max_steps: int = Field(default=30, ge=1, le=10_000)
    max_recovery_attempts: int = Field(default=3, ge=0, le=100)

    @field_validator("requirements")
    @classmethod
    def _make_a_plan(cls, requirements: tuple[Requirement, ...]) -> tuple[Requirement, ...]:
        try:
            return checked_plan(requirements)
        except BadTask as problem:
            raise ValueError(problem.problem) from None

    @model_validator(mode="after")
    def _phases_fit(self) -> Task:
        try:
            checked_phases(self.phases, self.requirements)
        except BadTask as problem:
            raise ValueError(problem.problem) from None
        return self
