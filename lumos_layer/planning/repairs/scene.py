"""What a repair may look at, and what it answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, JsonValue

from lumos_layer.actions.documents import verb_in
from lumos_layer.perception.observation import Observation
from lumos_layer.planning.memory import Memory, TypedText
from lumos_layer.planning.plan import Plan
from lumos_layer.planning.wording import node_words
from lumos_layer.tree import Node

OBSERVE: JsonValue = {"type": "observe"}


class Repair(BaseModel):
    """One repair of a planned action: the original beside what goes instead, and why (L55)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: str
    original: JsonValue
    repaired: JsonValue
    why: str


class Repaired(BaseModel):
    """A plan after its repairs, in the order in which they were made. `back` is for the planner, where it has to choose anew."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    plan: Plan
    repairs: tuple[Repair, ...] = ()
    back: str = ""


class Mended(Struct, frozen=True):
    """Do this instead."""

    document: JsonValue
    why: str


class SentBack(Struct, frozen=True):
    """What is to be done instead cannot be known: the planner has to choose anew, `instead` if it has been told so before."""

    why: str
    instead: JsonValue


@dataclass(frozen=True)
class Scene:
    """A planned action where it would be done. `met`: why the goal is reached, empty where that is not known.

    `told`: the planner has been told so before, and has chosen no otherwise.
    """

    document: Mapping[str, Any]
    memory: Memory
    observation: Observation
    goal: str = ""
    steps: tuple[str, ...] = ()
    verbs: Collection[str] | None = None
    met: str = ""
    told: bool = False

    @property
    def verb(self) -> str:
        return verb_in(self.document)

    @property
    def text(self) -> str:
        """The plain text that the action puts into a field; empty if it puts none, or a secret."""
        text = self.document.get("text")
        return text if self.verb in ("type_text", "set_text") and isinstance(text, str) else ""

    @property
    def place(self) -> int | None:
        """The node that the action is about: the one of its ref, else what has the focus."""
        ref = self.document.get("ref")
        return self.observation.refs.get(ref) if isinstance(ref, str) else self.observation.focus

    @property
    def node(self) -> Node | None:
        return None if self.place is None else self.observation.tree[self.place]

    @property
    def typed_before(self) -> tuple[TypedText, ...]:
        """What the run has put into this field, oldest first."""
        if self.place is None:
            return ()
        ref = self.observation.ref_of(self.place) or ""
        return self.memory.typed_into(ref, node_words(self.observation, self.place), self.observation)

    def can(self, verb: str) -> bool:
        return self.verbs is None or verb in self.verbs
