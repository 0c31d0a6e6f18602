"""What must hold in the end, and what it builds on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from lumos_layer.errors import BadTask
from lumos_layer.state.authoring import forgotten
from lumos_layer.state.checks import Check
from lumos_layer.state.part import Id, Part

Status = Literal["pending", "verified", "invalidated"]


class Requirement(Part):
    """What must hold, what shows it, and which requirements have to hold before it."""

    id: Id
    description: Annotated[str, Field(min_length=1, max_length=20_000)]
    hint: str = Field(default="", max_length=20_000, description="Where to look for evidence, in words.")
    depends_on: tuple[Id, ...] = ()
    check: Check | None = Field(default=None, description="What shows that it is met; left out: a judge has to say.")
    lasting: bool = Field(default=True, description="False: it has to hold once, in its turn; later looks do not take it back.")


def checked_plan(requirements: Sequence[Requirement]) -> tuple[Requirement, ...]:
    """The same requirements, if they make a plan. Raises BadTask for double or unknown ids, cycles, forgotten placeholders."""
    ids = [each.id for each in requirements]
    for id, count in Counter(ids).items():
        if count > 1:
            raise _bad(f"{count} requirements have the id {id!r}; give each its own")
    known = set(ids)
    for each in requirements:
        if strangers := [other for other in each.depends_on if other not in known]:
            raise _bad(f"{each.id!r} depends on {strangers[0]!r}, which is no requirement; there are {', '.join(ids)}")
    if cycle := _cycle(requirements):
        raise _bad(f"these depend on each other in a circle: {' → '.join(cycle)}; take one of these dependencies out")
    for each in requirements:
        if each.check is not None and (problem := next(forgotten(each.check), "")):
            raise _bad(f"{each.id!r}: {problem}")
    return tuple(requirements)


def _cycle(requirements: Sequence[Requirement]) -> list[str]:
    """Ids of which each depends on the next, the last being the first again; empty: there are none."""
    left = {each.id: set(each.depends_on) for each in requirements}
    built_on: dict[str, list[str]] = {id: [] for id in left}
    for id, others in left.items():
        for other in others:
            built_on[other].append(id)
    free = [id for id, others in left.items() if not others]
    while free:
        done = free.pop()
        del left[done]
        for id in built_on[done]:
            left[id].discard(done)
            if not left[id]:
                free.append(id)
    if not left:
        return []
    way = [min(left)]
    while way.count(way[-1]) == 1:
        way.append(min(left[way[-1]]))
    return way[way.index(way[-1]) :]


def _bad(problem: str) -> BadTask:
    return BadTask("The task", problem)
