"""Looks and sources for tests, a node a line; and sources that stand for a machine that was told of."""

from __future__ import annotations

from typing import Any

from lumos_layer.perception.observation import Observation
from lumos_layer.state.checks import Check, ElementCheck
from lumos_layer.state.probing import ActSeen
from lumos_layer.state.requirement import Requirement
from lumos_layer.testing.trees import Row, observed
from lumos_layer.tree import Role
from lumos_layer.verification.sources import ToldSources


def seen(*rows: Row, id: str = "o1", title: str = "App", **said: Any) -> Observation:
    """A look with this id."""
    look = observed(*rows, title=title, **said)
    return Observation(look.draft(), look.dialect, "main", 1000, id=id)


def told(*rows: Row, id: str = "o1", acts: tuple[ActSeen, ...] = (), **held: Any) -> ToldSources:
    return ToldSources(seen(*rows, id=id), acts, **held)


def element(role: str = "", name: str = "", **said: Any) -> ElementCheck:
    return ElementCheck(role=Role(role) if role else None, name=name, **said)


def wanted(id: str, check: Check | None, *depends_on: str, description: str = "It is so") -> Requirement:
    return Requirement(id=id, description=description, check=check, depends_on=depends_on)


def act(verb: str, role: str = "", name: str = "", text: str = "", step: int = 1, observation: str = "o1", **said: Any) -> ActSeen:
    said.setdefault("effect", True)
    return ActSeen(verb=verb, role=role, name=name, text=text, step=step, observation=observation, **said)
