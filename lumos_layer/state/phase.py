"""Parts of a task that stretches over several apps: where each is done, what it has to reach, and what it hands over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from lumos_layer.errors import BadTask
from lumos_layer.state.checks import slots_of
from lumos_layer.state.part import Id, Part
from lumos_layer.state.requirement import Requirement

Slot = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=64)]


class Phase(Part):
    """A part of a task. It ends when its requirements are verified and what it hands over is known; then the next one begins."""

    id: Id
    app: str = Field(default="", max_length=1_000, description="What people call the program that it is done in.")
    window: str = Field(default="", max_length=1_000, description="The title of its window; `*` stands for anything.")
    url: str = Field(default="", max_length=4_000, description="The address of its page; `*` stands for anything.")
    requirements: Annotated[tuple[Id, ...], Field(min_length=1)]
    hands_over: tuple[Slot, ...] = Field(default=(), description="Slots of its requirements' checks that later phases need.")


class HandedOver(Part):
    """A value that went from one phase to a later one, with what shows it."""

    name: str
    value: str
    phase: str = Field(default="", description="The phase that it comes from.")
    requirement: str = Field(default="", description="The requirement that it was read for.")
    evidence: str = Field(default="", description="The id of the evidence.")
    quotes: tuple[str, ...] = Field(default=(), description="What was seen, word for word.")
    step: int = Field(default=0, ge=0, description="When it was read, or put in.")
    action_id: str = Field(default="", description="The act that put it in.")


def checked_phases(phases: Sequence[Phase], requirements: Sequence[Requirement]) -> None:
    """Raises BadTask for phases that do not fit the requirements, or hand over what nothing in them can read."""
    known = {each.id: each for each in requirements}
    seen: dict[str, str] = {}
    for phase in phases:
        for id in phase.requirements:
            if id not in known:
                raise _bad(f"the phase {phase.id!r} names {id!r}, which is no requirement; there are {', '.join(known) or 'none'}")
            if id in seen:
                raise _bad(f"the requirement {id!r} stands in the phases {seen[id]!r} and {phase.id!r}; leave it in one")
            seen[id] = phase.id
        slots = {slot for id in phase.requirements if (check := known[id].check) is not None for slot in slots_of(check)}
        if strangers := [name for name in phase.hands_over if name not in slots]:
            raise _bad(
                f"the phase {phase.id!r} hands over {strangers[0]!r}, which no check of its requirements reads; "
                f"slots there are: {', '.join(sorted(slots)) or 'none'}"
            )
    ids = [phase.id for phase in phases]
    if len(set(ids)) < len(ids):
        raise _bad("two phases have one id; give each its own")
    for early, phase in enumerate(phases):
        later = {id for each in phases[early + 1 :] for id in each.requirements}
        for id in phase.requirements:
            if wrong := [other for other in known[id].depends_on if other in later]:
                raise _bad(f"{id!r} of the phase {phase.id!r} builds on {wrong[0]!r}, which comes in a later phase")


def _bad(problem: str) -> BadTask:
    return BadTask("The task", problem)
