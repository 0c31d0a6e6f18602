"""Targets that are named by what they are called, not by a ref: found on the look at hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from lumos_layer.errors import Ambiguous, NoMatch
from lumos_layer.perception.fates import nearest_to
from lumos_layer.perception.observation import Observation
from lumos_layer.tree import Role

_LEVELS = 500  # around an element in which `within` is looked for
_SHOWN = 5  # elements that an error names


class Pointer(BaseModel):
    """What an element is called: at least one of `name`, `identifier` and `role`; `within` is the name of what is around it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str | None = None
    role: Role | None = None
    identifier: str | None = None
    within: str | None = Field(default=None, description="The name of a row, group, dialog or window around it.")
    nth: int | None = Field(default=None, ge=1, description="Which of several, in the order of the dump, from 1.")

    def __str__(self) -> str:
        said = self.model_dump(exclude_none=True)
        return ", ".join(f"{field} {value!s}" for field, value in said.items()) or "anything"


def resolved(action: Any, observation: Observation) -> Any:
    """The action with every `target` (its own, and those of its parts) replaced by the ref of the element that it names.

    Raises NoMatch with what comes nearest, Ambiguous if several fit, and ValueError for a target that says nothing.
    """
    if not isinstance(action, Mapping):
        return action
    made = {key: resolved(value, observation) for key, value in action.items() if key != "target"}
    if "target" in action:
        made["ref"] = found(Pointer.model_validate(action["target"]), observation)
    return made


def found(pointer: Pointer, observation: Observation) -> str:
    """The ref of the element. One that can be acted on goes before one that only says the same words."""
    if pointer.name is None and pointer.identifier is None and pointer.role is None:
        raise ValueError("A target has at least one of name, identifier and role.")
    fitting = list(_fitting(pointer, observation))
    if pointer.nth is None:
        fitting = [ref for ref in fitting if observation.tree[observation.refs[ref]].can] or fitting
    elif pointer.nth <= len(fitting):
        return fitting[pointer.nth - 1]
    else:
        fitting = []
    if not fitting:
        role = pointer.role or Role.GENERIC
        raise NoMatch(str(pointer), nearest_to(role, pointer.name or "", None, observation))
    if len(fitting) > 1:
        raise Ambiguous(str(pointer), [_described(observation, ref) for ref in fitting[:_SHOWN]])
    return fitting[0]


def _fitting(pointer: Pointer, observation: Observation) -> Iterator[str]:
    tree = observation.tree
    for ref, i in sorted(observation.refs.items(), key=lambda each: each[1]):
        node = tree[i]
        if (
            (pointer.role is None or node.role is pointer.role)
            and (pointer.name is None or observation.name_of(i) == pointer.name)
            and (pointer.identifier is None or node.identifier == pointer.identifier)
            and (pointer.within is None or _stands_in(observation, i, pointer.within))
        ):
            yield ref


def _stands_in(observation: Observation, node: int, name: str) -> bool:
    levels = zip(range(_LEVELS), observation.tree.ancestors(node), strict=False)
    return any(observation.name_of(above) == name for _, above in levels)


def _described(observation: Observation, ref: str) -> str:
    i = observation.refs[ref]
    return f"{ref} {observation.tree[i].role} {observation.name_of(i)[:80]!r}"
