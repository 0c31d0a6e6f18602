"""A way that led to a verified result: when it can be used, what varies, its steps, and what shows after each."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from pydantic import BaseModel, ConfigDict, Field, JsonValue, PlainSerializer, PlainValidator, WithJsonSchema, model_validator

from lumos_layer.actions.effects import Effect
from lumos_layer.perception.locator import Locator

VERSION = 1
NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$"
SLOT = r"^[a-z][a-z0-9_]{0,39}$"


def _located(document: Any) -> Locator:
    try:
        return document if isinstance(document, Locator) else msgspec.convert(document, Locator)
    except msgspec.ValidationError as problem:
        raise ValueError(f"it is no locator ({problem})") from None


def _shape() -> dict[str, Any]:
    """The schema of a locator, in one piece."""
    (_,), components = msgspec.json.schema_components([Locator], ref_template="{name}")
    shape = {**components["Locator"], "additionalProperties": False}
    role = shape["properties"]["role"]
    shape["properties"] = {**shape["properties"], "role": components.get(str(role.get("$ref", "")), role)}
    return shape


# Every name in it is data that a screen showed; slots may stand in it.
Where = Annotated[Locator, PlainValidator(_located), PlainSerializer(msgspec.to_builtins), WithJsonSchema(_shape())]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class When(_Part):
    """What a look must be like for the first step. `*` in a title or address stands for anything."""

    format: str = Field(default="", description="The dialect of the look; empty: any.")
    app: str = ""
    title: str = ""
    url: str = ""
    shows: tuple[Where, ...] = Field(default=(), description="Elements that must be there, each just once.")


class Parameter(_Part):
    """What varies from use to use. `{name}` stands for it in the goal, in locators and in what is put in."""

    name: str = Field(pattern=SLOT)
    type: Literal["text", "number"] = "text"
    about: str = Field(default="", description="Where it is put, in words.")


class Shown(_Part):
    """How an element is after a step. What is left out does not matter."""

    where: Where
    value: str | None = None
    checked: Literal["false", "true", "mixed"] | None = None
    selected: bool | None = None
    expanded: bool | None = None


class Expected(_Part):
    """What a look must show after a step for the next one to be taken."""

    app: str = ""
    title: str = ""
    url: str = ""
    texts: tuple[str, ...] = Field(default=(), description="Names of windows, headings and messages that came with the step.")
    gone: tuple[str, ...] = Field(default=(), description="Names of windows and headings that went with it.")
    element: Shown | None = Field(default=None, description="What the step acted on.")


class Step(_Part):
    """One action. In place of each ref stands `where`, a locator."""

    action: JsonValue = Field(description="By schemas/action.schema.json, with `where` (a locator) in place of each `ref`.")
    element: str = Field(default="", description="What it acts on, in words.")
    effect: Effect = "reads"
    focus: Where | None = Field(default=None, description="What must have the keyboard, for actions that name no element.")
    expected: Expected = Expected()
    pitfalls: tuple[str, ...] = Field(default=(), description="What was tried before it in vain, and what had to be mended.")


class Procedure(_Part):
    """A reusable procedure. schemas/procedure.schema.json describes the document."""

    version: Literal[1] = 1
    name: str = Field(pattern=NAME)
    goal: str = Field(min_length=1, max_length=20_000, description="What it is for, with slots for what varies.")
    when: When = When()
    parameters: tuple[Parameter, ...] = ()
    steps: tuple[Step, ...] = Field(min_length=1, max_length=1_000)
    proved: tuple[str, ...] = Field(default=(), description="What was verified at the end of the run that it was recorded from.")
    run: str = Field(default="", description="That run.")

    @model_validator(mode="after")
    def _names_each_once(self) -> Procedure:
        names = [each.name for each in self.parameters]
        if len(set(names)) < len(names):
            raise ValueError("two parameters have one name")
        for number, step in enumerate(self.steps, 1):
            if not isinstance(step.action, dict) or not isinstance(step.action.get("type"), str):
                raise ValueError(f"the action of step {number} has no type")
            if problem := _misplaced(step.action):
                raise ValueError(f"step {number}: {problem}")
        return self


def _misplaced(action: Any) -> str:
    """What is wrong with how an action says where; a ref or a point would mean something else on another day."""
    waiting = [action]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            if others := {"ref", "point"} & set(each):
                return f"an element is named by `where`, not by `{min(others)}`"
            if "where" in each:
                _located(each["where"])
            waiting.extend(value for name, value in each.items() if name != "where")
        elif isinstance(each, list):
            waiting.extend(each)
    return ""
