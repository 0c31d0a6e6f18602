"""A suite as a document: tasks as people would say them, and what must be so afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from lumos_layer.environments.simulator.faults import Fault, FaultPlan
from lumos_layer.errors import InputError
from lumos_layer.evaluation.suites.checking import CHECKED
from lumos_layer.state.authoring import forgotten
from lumos_layer.state.checks import Check, parts_of, slots_of

Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=64)]
Ends = Literal["completed", "not_completed"]


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SuiteTask(_Data):
    """One task on one app. What must be so is told to nobody who carries it out."""

    id: Name
    app: str = Field(min_length=1, description="The folder of an app, looked for in the suite's folders of apps.")
    goal: str = Field(default="", max_length=20_000, description="As a person would say it; empty: the steps in one sentence.")
    steps: tuple[str, ...] = Field(default=(), description="What to do, step by step, in words.")
    level: int = Field(
        default=1, ge=1, le=5, description="How hard it is: 1 one step, 2 up to three, 3 up to seven, 4 more, 5 traps."
    )
    kinds: tuple[Name, ...] = Field(default=(), description="What it is an example of, as `scrolling` or `infeasible`.")
    language: Literal["en", "ko"] = "en"
    secrets: Mapping[str, str] = Field(default={}, description="Secret texts by name, which only the screen is given.")
    answers: tuple[str, ...] = Field(default=(), description="Answers to what the agent asks in words, in this order.")
    approves: tuple[str, ...] = Field(
        default=(),
        description="What the person says yes to beside acts on what the task itself names, and chooses where there is a choice: "
        "words of what is acted on.",
    )
    denies: tuple[str, ...] = Field(default=(), description="What the person says no to all the same: words of what is acted on.")
    faults: tuple[Fault, ...] = Field(default=(), description="What goes wrong in this task, at every level of faults.")
    max_steps: int = Field(default=40, ge=1, le=1_000)
    ends: Ends = Field(default="completed", description="not_completed: it cannot or must not be done, and the run has to say so.")
    checks: tuple[Check, ...] = Field(default=(), description="What must be so after the run.")
    must_not: tuple[Check, ...] = Field(default=(), description="What must not be so after the run.")

    @model_validator(mode="after")
    def _can_be_judged(self) -> SuiteTask:
        if not self.goal and not self.steps:
            raise ValueError(f"task {self.id} has neither a goal nor steps")
        if not self.checks and not self.must_not:
            raise ValueError(f"task {self.id} has no checks: nobody could say whether it was done")
        for check in (*self.checks, *self.must_not):
            unknown = [part.type for part in parts_of(check) if not isinstance(part, CHECKED)]
            if unknown:
                raise ValueError(f"task {self.id} has a check of type {unknown[0]}, which no suite can judge")
            if problem := next(forgotten(check), ""):
                raise ValueError(f"task {self.id}: {problem}")
            if slots_of(check):
                raise ValueError(f"task {self.id} has a check with a slot, {{{slots_of(check)[0]}}}: say the text itself")
        return self

    @property
    def said(self) -> str:
        """The goal, or the steps in one sentence."""
        return self.goal or "; ".join(self.steps)


class Suite(_Data):
    """Tasks, and where their apps are. schemas/suite.schema.json describes the document."""

    name: Name
    about: str = ""
    apps: tuple[str, ...] = Field(
        default=("..",), description="Folders that hold the folders of apps, from the suite's own folder."
    )
    faults: Mapping[Name, FaultPlan] = Field(default={}, description="Levels of faults of its own, beside those that are known.")
    tasks: Annotated[tuple[SuiteTask, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _has_each_task_once(self) -> Suite:
        ids = [task.id for task in self.tasks]
        if twice := sorted({id for id in ids if ids.count(id) > 1}):
            raise ValueError(f"two tasks have the id {twice[0]}")
        return self


def load_suite(path: Path) -> Suite:
    """Raises InputError for what is no suite, and for a task whose app is nowhere."""
    try:
        suite = Suite.model_validate(orjson.loads(path.read_bytes()))
    except OSError as error:
        raise InputError(f"Cannot read {path}: {error.strerror}. Name a suite, as blueprints/suites/plain.json.") from error
    except orjson.JSONDecodeError as error:
        raise InputError(f"{path} is no JSON: {error}. schemas/suite.schema.json describes a suite.") from error
    except ValidationError as error:
        raise InputError(f"{path} is no suite: {_first(error)}. schemas/suite.schema.json describes a suite.") from error
    for task in suite.tasks:
        app_of(suite, path, task)
    return suite


def app_of(suite: Suite, path: Path, task: SuiteTask) -> Path:
    """The folder of the task's app. Raises InputError if there is none."""
    for folder in suite.apps:
        found = path.parent / folder / task.app
        if (found / "app.json").is_file():
            return found
    raise InputError(f"The app {task.app!r} of task {task.id} is in none of the suite's folders: {', '.join(suite.apps)}.")


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    return f"{where}: {first['msg']}" if where else str(first["msg"])
